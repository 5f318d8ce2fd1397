pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// The heads of five lines of a round that is over: seat, cards that were turned up, hand; or a sentence.
Item {
    id: lines

    required property var table

    Repeater {
        model: lines.table.pastLines

        Item {
            id: line

            required property var model
            required property int index

            y: Theme.u(76 * index)
            visible: model.used

            Rectangle {
                y: Theme.u(69)
                width: Theme.u(980)
                height: Theme.u(1)
                visible: line.index < 4
                color: Theme.button
            }

            FitText {
                width: Theme.u(196)
                height: Theme.u(24)
                font.bold: true
                steps: [20, 18]
                text: line.model.seatText
            }

            FitText {
                y: Theme.u(44)
                width: Theme.u(196)
                height: Theme.u(20)
                steps: [18]
                color: Theme.secondInk
                text: line.model.handText
            }

            Repeater {
                model: [line.model.card1, line.model.card2]

                PlayingCard {
                    required property string modelData
                    required property int index

                    visible: modelData !== ""
                    x: Theme.u(124 + 36 * index)
                    y: Theme.u(-5)
                    width: Theme.u(33)
                    height: Theme.u(46)
                    card: modelData
                }
            }

            Text {
                textFormat: Text.PlainText
                width: Theme.u(980)
                height: Theme.u(66)
                wrapMode: Text.WordWrap
                verticalAlignment: Text.AlignVCenter
                color: Theme.ink
                font.pixelSize: Theme.u(20)
                text: line.model.noteText
            }
        }
    }
}
