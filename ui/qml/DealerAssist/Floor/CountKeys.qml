pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// A number, typed; the order of the digits never changes.
Item {
    id: keys

    required property var table
    readonly property var action: table.action

    width: Theme.u(398)
    height: Theme.u(336)

    component SheetKey: TapButton {
        property int place

        table: keys.table
        x: Theme.u(136 * (place % 3))
        y: Theme.u(86 * Math.floor(place / 3))
        width: Theme.u(126)
        height: Theme.u(78)
        labelSteps: [30, 26, 22, 18]
        guarded: false
        token: keys.action.keyToken
    }

    Repeater {
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]

        SheetKey {
            required property string modelData
            required property int index

            place: index === 9 ? 10 : index
            intent: "form_digit"
            arg: modelData
            label: modelData
        }
    }

    SheetKey {
        place: 9
        intent: "form_erase"
        label: keys.table.labels.button_erase
    }

    SheetKey {
        place: 11
        intent: "form_clear"
        label: keys.table.labels.button_clear
    }
}
