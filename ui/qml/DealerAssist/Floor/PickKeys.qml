pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Up to eight values in two columns; the last places turn the page of a longer list and open the letters.
Item {
    id: keys

    required property var table
    readonly property var action: table.action

    width: Theme.u(398)
    height: Theme.u(336)

    component SheetKey: TapButton {
        property int place

        table: keys.table
        x: Theme.u(203 * (place % 2))
        y: Theme.u(86 * Math.floor(place / 2))
        width: Theme.u(195)
        height: Theme.u(78)
        labelSteps: [20, 18]
        guarded: false
        token: keys.action.keyToken
    }

    Repeater {
        model: keys.table.values

        SheetKey {
            required property var model
            required property int index

            visible: model.used
            place: index
            intent: "form_pick"
            arg: model.arg
            chosen: model.chosen
            label: model.text
        }
    }

    SheetKey {
        visible: keys.action.moreArg !== ""
        place: keys.action.kind === "text" ? 6 : 7
        intent: "form_page"
        arg: keys.action.moreArg
        label: keys.action.moreText
    }

    SheetKey {
        visible: keys.action.kind === "text"
        place: 7
        intent: "form_write"
        label: keys.table.labels.action_write
    }
}
