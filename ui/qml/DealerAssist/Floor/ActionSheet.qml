pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S1 to S7: the open fields of any offer, what may stand in the one that is open, its effect, and Apply.
Sheet {
    id: sheet

    readonly property var action: table.action
    readonly property bool writing: action.kind === "write"

    title: action.titleText
    detail: action.detailText
    y: Theme.u(160)

    component Place: TapButton {
        property int place

        table: sheet.table
        x: Theme.u(20)
        y: Theme.u(90 + 86 * place)
        width: Theme.u(190)
        height: Theme.u(78)
        guarded: false
        token: sheet.action.keyToken
    }

    Repeater {
        model: sheet.table.fields

        Place {
            required property var model
            required property int index

            visible: model.used && !sheet.writing
            place: index
            intent: "form_field"
            arg: model.arg
            chosen: model.chosen
            label: model.valueText === "" ? model.text : model.valueText
            sub: model.valueText === "" ? "" : model.text
            name: model.text + " " + model.valueText
        }
    }

    Place {
        visible: sheet.action.moreFieldsArg !== "" && !sheet.writing
        place: 3
        intent: "form_fields"
        arg: sheet.action.moreFieldsArg
        label: sheet.table.labels.action_more_fields
    }

    Rectangle {
        visible: !sheet.writing
        x: Theme.u(215)
        y: Theme.u(90)
        width: Theme.u(2)
        height: Theme.u(336)
        color: Theme.button
    }

    PickKeys {
        x: Theme.u(222)
        y: Theme.u(90)
        visible: sheet.action.kind === "pick" || sheet.action.kind === "text"
        table: sheet.table
    }

    CardKeys {
        x: Theme.u(222)
        y: Theme.u(90)
        visible: sheet.action.kind === "card"
        table: sheet.table
    }

    AmountKeys {
        x: Theme.u(222)
        y: Theme.u(90)
        visible: sheet.action.kind === "cents"
        table: sheet.table
    }

    CountKeys {
        x: Theme.u(222)
        y: Theme.u(90)
        visible: sheet.action.kind === "count"
        table: sheet.table
    }

    LetterKeys {
        x: Theme.u(13)
        y: Theme.u(90)
        visible: sheet.writing
        table: sheet.table
    }

    Text {
        textFormat: Text.PlainText
        x: Theme.u(20)
        y: Theme.u(436)
        width: Theme.u(600)
        height: Theme.u(92)
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignVCenter
        color: Theme.ink
        font.bold: sheet.action.failed
        font.pixelSize: Theme.u(20)
        text: sheet.action.stateText !== "" ? sheet.action.stateText : sheet.action.effectText
    }

    TapButton {
        table: sheet.table
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(296)
        height: Theme.u(97)
        look: token !== "" ? "move" : "wait"
        intent: "apply"
        labelSteps: [26, 22, 20]
        label: sheet.table.labels.action_apply
        sub: sheet.action.applySub
        token: sheet.action.applyToken
    }
}
