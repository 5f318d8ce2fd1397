pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D9: nine reasons; none is yellow, and the way back is always there.
Sheet {
    id: sheet

    title: table.labels.panel_irregularity
    detail: table.labels.panel_irregularity_detail
    y: Theme.u(160)

    Repeater {
        model: sheet.table.reasons

        TapButton {
            id: reason

            required property var model
            required property int index

            table: sheet.table
            x: Theme.u(20 + 304 * (index % 2))
            y: Theme.u(86 + 88 * Math.floor(index / 2))
            width: Theme.u(296)
            height: Theme.u(80)
            label: model.text
            token: model.token
        }
    }
}
