pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Table, round, deck, devices, dealer, time and the number of the last record; text only, always there.
Item {
    id: line

    required property var table

    height: Theme.u(52)

    component Word: Text {
        textFormat: Text.PlainText
        anchors.verticalCenter: parent.verticalCenter
        color: Theme.secondInk
        font.pixelSize: Theme.u(18)
    }

    Row {
        x: Theme.u(Theme.margin)
        height: parent.height
        spacing: Theme.u(20)

        Word {
            color: Theme.ink
            font.bold: true
            text: line.table.tableName
        }

        Word {
            text: line.table.roundText
        }

        Row {
            height: parent.height
            spacing: Theme.u(8)

            DeckTag {
                anchors.verticalCenter: parent.verticalCenter
                width: Theme.u(34)
                height: Theme.u(34)
                letter: line.table.deckLetter
                back: line.table.deckBack
            }

            Word {
                text: line.table.deckText
            }
        }

        Repeater {
            model: line.table.devices

            DeviceChip {
                height: line.height
            }
        }
    }

    Row {
        x: line.width - width - Theme.u(Theme.margin)
        height: parent.height
        spacing: Theme.u(20)

        Word {
            text: line.table.dealerText
        }

        Word {
            color: Theme.ink
            text: line.table.clockText
        }

        Sign {
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.u(18)
            height: Theme.u(18)
            visible: line.table.recordWarn
            kind: "warn"
            colour: Theme.take
        }

        Word {
            color: line.table.recordWarn ? Theme.ink : Theme.secondInk
            font.bold: line.table.recordWarn
            text: line.table.journalText
        }
    }
}
