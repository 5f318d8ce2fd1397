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
