pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D8: where both decks are, and what the devices say.
Panel {
    id: panel

    required property var table

    Repeater {
        model: panel.table.decks

        DeckCard {
            required property int index

            x: Theme.u(24 + 300 * index)
            y: Theme.u(20)
            width: Theme.u(286)
        }
    }

    Repeater {
        model: panel.table.devices

        DeviceChip {
            required property int index

            x: Theme.u(24 + 300 * index)
            y: Theme.u(146)
        }
    }

    FitText {
        visible: panel.large
        x: Theme.u(24)
        y: Theme.u(190)
        width: Theme.u(822)
        height: Theme.u(26)
        steps: [20, 18]
        font.bold: true
        text: panel.table.labels.bank_heading
    }

    Repeater {
        model: panel.table.holders

        LineCell {
            required property int index

            visible: panel.large && model.label !== ""
            x: Theme.u(24 + 280 * (index % 3))
            y: Theme.u(218 + 54 * Math.floor(index / 3))
            width: Theme.u(268)
        }
    }

    TapButton {
        table: panel.table
        visible: token !== ""
        x: Theme.u(640)
        y: Theme.u(52)
        width: Theme.u(206)
        height: Theme.u(97)
        label: panel.table.labels.button_count
        token: panel.table.countToken
    }
}
