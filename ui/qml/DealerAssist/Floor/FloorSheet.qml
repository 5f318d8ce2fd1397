pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// What needs a supervisor now; each act leads to S0 with its effect in words.
Sheet {
    id: sheet

    // The menu has a fixed place for each of its keys; a group is a list.
    readonly property int columns: !table.inGroup ? 3 : table.actCount > 5 ? 2 : 1
    readonly property real step: 608 / columns

    title: table.floorTitle
    detail: table.floorDetail
    y: Theme.u(160)

    Repeater {
        model: sheet.table.acts

        TapButton {
            required property var model
            required property int index

            table: sheet.table
            visible: model.used
            x: Theme.u(20 + sheet.step * (index % sheet.columns))
            y: Theme.u(86 + 88 * Math.floor(index / sheet.columns))
            width: Theme.u(sheet.step - 8)
            height: Theme.u(80)
            look: model.enabled ? "plain" : "wait"
            intent: model.intent
            arg: model.arg
            label: model.text
            sub: model.reasonText
            name: model.reasonText === "" ? model.text : model.text + ", " + model.reasonText
            token: model.enabled ? model.token : ""
        }
    }

    TapButton {
        table: sheet.table
        visible: !sheet.table.inGroup
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(144)
        height: Theme.u(97)
        intent: "sheet"
        arg: "devices"
        label: sheet.table.labels.button_devices
        token: sheet.table.devicesToken
    }

    TapButton {
        table: sheet.table
        visible: !sheet.table.inGroup
        x: Theme.u(476)
        y: Theme.u(532)
        width: Theme.u(144)
        height: Theme.u(97)
        intent: "sheet"
        arg: "setup"
        label: sheet.table.labels.setup_heading
        token: sheet.table.setupToken
    }

    TapButton {
        table: sheet.table
        visible: sheet.table.inGroup
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(296)
        height: Theme.u(97)
        intent: "sheet"
        arg: "floor"
        label: sheet.table.labels.panel_floor
        token: sheet.table.menuToken
    }
}
