pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// The wagers of five bettors of a round that is over.
Item {
    id: cells

    required property var table

    Repeater {
        model: cells.table.pastCells

        WagerCell {
            required property int index

            x: Theme.u(152 * (index % 5))
            y: Theme.u(76 * Math.floor(index / 5))
            width: Theme.u(152)
        }
    }
}
