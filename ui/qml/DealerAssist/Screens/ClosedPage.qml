pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D0: the closed table: rule set, devices, both decks, the last round.
Item {
    id: page

    required property var table
    readonly property real half: (width - Theme.u(56)) / 2

    Rectangle {
        x: Theme.u(16)
        y: Theme.u(172)
        width: page.half
        height: Theme.u(498)
        radius: Theme.u(Theme.radius)
        color: Theme.panel

        FitText {
            x: Theme.u(28)
            y: Theme.u(18)
            width: Theme.u(556)
            steps: [26, 22]
            font.bold: true
            text: page.table.labels.panel_table
        }

        Column {
            x: Theme.u(28)
            y: Theme.u(62)
            spacing: Theme.u(4)

            Repeater {
                model: page.table.lines

                LineCell {
                    required property int index

                    visible: index < 4
                    width: Theme.u(556)
                    height: Theme.u(54)
                }
            }
        }

        Text {
            textFormat: Text.PlainText
            x: Theme.u(28)
            y: Theme.u(298)
            color: Theme.secondInk
            font.pixelSize: Theme.u(18)
            text: page.table.labels.panel_seats
        }

        Repeater {
            model: page.table.seats

            TapButton {
                id: seat

                required property var model
                required property int index

                visible: model.exists
                table: page.table
                x: Theme.u(28 + 141 * (index % 4))
                y: Theme.u(326 + 81 * Math.floor(index / 4))
                width: Theme.u(133)
                height: Theme.u(73)
                look: enabled ? "plain" : "wait"
                chosen: model.state !== "empty"
                intent: model.tileIntent
                arg: model.seat
                token: model.tileToken
                name: model.tileName
                label: model.numberText
                sub: model.roleText
            }
        }
    }

    Rectangle {
        x: page.width - width - Theme.u(16)
        y: Theme.u(172)
        width: page.half
        height: Theme.u(498)
        radius: Theme.u(Theme.radius)
        color: Theme.panel

        FitText {
            x: Theme.u(28)
            y: Theme.u(18)
            width: Theme.u(556)
            steps: [26, 22]
            font.bold: true
            text: page.table.labels.panel_decks
        }

        Repeater {
            model: page.table.decks

            DeckCard {
                required property int index

                x: Theme.u(28 + 294 * index)
                y: Theme.u(76)
                width: Theme.u(284)
            }
        }

        FitText {
            x: Theme.u(28)
            y: Theme.u(218)
            width: Theme.u(556)
            steps: [26, 22]
            font.bold: true
            text: page.table.labels.panel_devices
        }

        Repeater {
            model: page.table.devices

            DeviceCard {
                required property int index

                x: Theme.u(28)
                y: Theme.u(268 + 114 * index)
                width: Theme.u(556)
            }
        }
    }
}
