pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Who holds the bank: up to six parts, chips go to the chosen one (G8.8).
Item {
    id: parts

    required property var table
    readonly property var wagers: table.wagers

    Repeater {
        model: parts.wagers.parts

        TapButton {
            required property string modelData
            required property int index

            table: parts.table
            x: Theme.u(167 * (index % 2))
            y: Theme.u(79 * Math.floor(index / 2))
            width: Theme.u(159)
            height: Theme.u(73)
            intent: "part"
            arg: index
            guarded: false
            chosen: parts.wagers.part === index
            label: parts.wagers.partAmounts[index] || ""
            sub: modelData
            name: modelData
        }
    }
}
