pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S7: what the table is set up with, to read; pay tables stay with the rule set's file and its fingerprint.
Sheet {
    id: sheet

    title: table.labels.setup_heading
    detail: table.labels.setup_detail
    y: Theme.u(160)

    Repeater {
        model: sheet.table.setup

        Item {
            id: line

            required property var model
            required property int index

            x: Theme.u(20 + 304 * (index % 2))
            y: Theme.u(92 + 70 * Math.floor(index / 2))
            visible: model.label !== ""

            FitText {
                width: Theme.u(296)
                height: Theme.u(24)
                steps: [18]
                color: Theme.secondInk
                text: line.model.label
            }

            FitText {
                y: Theme.u(24)
                width: Theme.u(296)
                height: Theme.u(44)
                wrapMode: Text.WordWrap
                verticalAlignment: Text.AlignTop
                steps: [20, 18]
                font.bold: true
                text: line.model.value
            }
        }
    }
}
