pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D12: brightness, hand and language, each at once; and the dealer who takes over, with badge and PIN.
Sheet {
    id: sheet

    readonly property var rows: [
        {label: table.labels.panel_brightness, now: "theme:" + table.theme, keys: [
            {arg: "theme:day", text: table.labels.button_day},
            {arg: "theme:evening", text: table.labels.button_evening},
            {arg: "theme:dim", text: table.labels.button_dim}]},
        {label: table.labels.panel_hand, now: table.mirrored ? "hand:left" : "hand:right", keys: [
            {arg: "hand:right", text: table.labels.button_right_hand},
            {arg: "hand:left", text: table.labels.button_left_hand}]},
        {label: table.labels.panel_language, now: "language:" + table.language, keys: [
            {arg: "language:en", text: table.labels.language_en},
            {arg: "language:es", text: table.labels.language_es},
            {arg: "language:zh", text: table.labels.language_zh}]}
    ]

    title: table.labels.panel_settings
    // What was chosen here holds already.
    backSub: ""
    y: Theme.u(160)

    TapButton {
        table: sheet.table
        visible: sheet.table.reliefToken !== ""
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(296)
        height: Theme.u(97)
        label: sheet.table.reliefText
        sub: sheet.table.labels.button_relief_sub
        token: sheet.table.reliefToken
    }

    Repeater {
        model: sheet.rows

        Item {
            id: row

            required property var modelData
            required property int index

            x: Theme.u(20)
            y: Theme.u(64 + 150 * index)

            Text {
                textFormat: Text.PlainText
                color: Theme.secondInk
                font.pixelSize: Theme.u(20)
                text: row.modelData.label
            }

            Repeater {
                model: row.modelData.keys

                TapButton {
                    required property var modelData
                    required property int index

                    table: sheet.table
                    x: Theme.u(204 * index)
                    y: Theme.u(34)
                    width: Theme.u(192)
                    height: Theme.u(97)
                    intent: "setting"
                    arg: modelData.arg
                    guarded: false
                    label: modelData.text
                    chosen: modelData.arg === row.modelData.now
                }
            }
        }
    }
}
