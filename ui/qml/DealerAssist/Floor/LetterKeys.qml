pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Letters for a reason that nobody has proposed; figures and signs on a second page.
Item {
    id: keys

    required property var table
    readonly property var action: table.action

    width: Theme.u(613)
    height: Theme.u(336)

    component SheetKey: TapButton {
        property int place

        table: keys.table
        x: Theme.u(77 * (place % 8))
        y: Theme.u(86 * Math.floor(place / 8))
        width: Theme.u(74)
        height: Theme.u(78)
        inset: 2
        labelSteps: [26, 20, 18]
        guarded: false
        token: keys.action.keyToken
    }

    Repeater {
        model: keys.table.letters

        SheetKey {
            required property var model
            required property int index

            place: index
            intent: "form_letter"
            arg: model.arg
            label: model.text
        }
    }

    SheetKey {
        place: 28
        intent: "form_letter"
        arg: " "
        bold: false
        label: keys.table.labels.action_space
    }

    SheetKey {
        place: 29
        intent: "form_erase"
        bold: false
        label: keys.table.labels.action_rub
    }

    SheetKey {
        place: 30
        intent: "form_figures"
        label: keys.action.otherPage
        name: keys.table.labels.action_other_page
    }

    SheetKey {
        place: 31
        intent: "form_write"
        bold: false
        label: keys.table.labels.action_done
    }
}
