pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Keys that change who holds the bank: one more partner, one more layer, one part away (G8.8).
Row {
    id: keys

    required property var table
    readonly property var wagers: table.wagers

    spacing: Theme.u(12)

    Repeater {
        model: [
            {intent: "partner", label: keys.table.labels.bank_add_partner, shown: keys.wagers.canPartner},
            {intent: "layer", label: keys.table.labels.bank_add_layer, shown: keys.wagers.canLayer},
            {intent: "unpart", label: keys.table.labels.bank_take_away, shown: keys.wagers.canUnpart}
        ]

        TapButton {
            required property var modelData

            table: keys.table
            visible: modelData.shown
            width: Theme.u(182)
            height: Theme.u(73)
            intent: modelData.intent
            guarded: false
            label: modelData.label
        }
    }
}
