import QtQuick
import DealerAssist

// D0: the closed table: rule set, devices, both decks, the last round.
Item {
    id: page

    required property var table

    Rectangle {
        x: Theme.across(16, 1248)
        y: Theme.u(172)
        width: Theme.u(612)
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
            y: Theme.u(76)
            spacing: Theme.u(14)

            Repeater {
                model: page.table.lines

                LineCell {
                    width: Theme.u(556)
                    height: Theme.u(54)
                }
            }
        }
    }

    Rectangle {
        x: page.width - width - Theme.u(16)
        y: Theme.u(172)
        width: Theme.u(612)
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
