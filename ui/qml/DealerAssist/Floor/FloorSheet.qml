pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// What needs a supervisor now; each act leads to S0 with its effect in words.
Sheet {
    id: sheet

    title: table.labels.panel_floor
    detail: table.floorDetail
    y: Theme.u(160)

    Repeater {
        model: sheet.table.acts

        TapButton {
            required property var model
            required property int index

            table: sheet.table
            visible: model.used
            x: Theme.u(20)
            y: Theme.u(86 + 88 * index)
            width: Theme.u(600)
            height: Theme.u(80)
            look: model.enabled ? "plain" : "wait"
            label: model.text
            sub: model.reasonText
            token: model.enabled ? model.token : ""
        }
    }

    TapButton {
        table: sheet.table
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(296)
        height: Theme.u(97)
        intent: "sheet"
        arg: "devices"
        label: sheet.table.labels.button_devices
        token: sheet.table.devicesToken
    }
}
