pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Up to six labelled values, two in a row: the wagers' summary, a hold, a restored round.
Panel {
    id: panel

    required property var table

    Grid {
        x: Theme.u(24)
        y: Theme.u(14)
        columns: 2
        columnSpacing: Theme.u(24)
        rowSpacing: Theme.u(6)

        Repeater {
            model: panel.table.lines

            LineCell {
                width: Theme.u(399)
                height: Theme.u(54)
            }
        }
    }
}
