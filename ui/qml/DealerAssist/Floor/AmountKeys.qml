pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// An amount from the table's chips.
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
        y: Theme.u(80 + 130 * Math.floor(place / 3))
        width: Theme.u(126)
        height: Theme.u(120)
        labelSteps: [30, 26, 22, 18]
        guarded: false
        token: keys.action.keyToken
    }

    FitText {
        width: keys.width
        height: Theme.u(72)
        horizontalAlignment: Text.AlignRight
        font.bold: true
        steps: [42, 36, 30]
        text: keys.action.valueText
    }

    Repeater {
        model: keys.table.chips

        SheetKey {
            required property var model
            required property int index

            place: index
            intent: "form_chip"
            arg: model.arg
            label: model.text
        }
    }

    SheetKey {
        place: 5
        intent: "form_clear"
        label: keys.table.labels.button_clear
    }
}
