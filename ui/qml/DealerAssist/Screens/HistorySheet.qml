pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D11: the last rounds at the left, every wager of the chosen one at the right; it covers all but the prompt.
Sheet {
    id: sheet

    readonly property var past: table.history
    readonly property real listWidth: 236
    readonly property real detailX: 272
    readonly property var heads: ["wager_ante", "wager_blind", "wager_play", "wager_trips", "wager_bad_beat"]

    title: table.labels.history_heading
    detail: table.labels.history_newest
    y: Theme.u(160)
    backX: table.mirrored ? 16 : 704
    backWidth: 560
    backLook: "ready"

    Repeater {
        model: sheet.table.rounds

        TapButton {
            id: round

            required property var model
            required property int index

            table: sheet.table
            visible: model.used
            x: Theme.u(20)
            y: Theme.u(86 + 88 * index)
            width: Theme.u(sheet.listWidth)
            height: Theme.u(80)
            intent: "round"
            arg: model.arg
            token: model.token
            chosen: model.chosen
            label: model.text
            sub: model.subText

            Sign {
                x: Theme.u(8)
                y: Theme.u(8)
                width: Theme.u(20)
                height: Theme.u(20)
                visible: round.model.warn
                kind: "warn"
                colour: Theme.take
            }
        }
    }

    FitText {
        x: Theme.u(sheet.detailX)
        y: Theme.u(8)
        width: Theme.u(613)
        height: Theme.u(30)
        steps: [26, 22, 20]
        font.bold: true
        text: sheet.past.titleText
    }

    FitText {
        x: Theme.u(sheet.detailX)
        y: Theme.u(38)
        width: Theme.u(613)
        height: Theme.u(24)
        steps: [20, 18]
        color: Theme.secondInk
        text: sheet.past.bankText
    }

    FitText {
        x: Theme.u(sheet.detailX)
        y: Theme.u(62)
        width: Theme.u(613)
        height: Theme.u(26)
        font.bold: true
        steps: [20, 18]
        text: sheet.past.resultText
    }

    FitText {
        x: Theme.u(sheet.detailX)
        y: Theme.u(504)
        width: Theme.u(640)
        height: Theme.u(26)
        steps: [20, 18]
        text: sheet.past.markText
    }

    FitText {
        x: Theme.u(920)
        y: Theme.u(504)
        width: Theme.u(340)
        height: Theme.u(26)
        horizontalAlignment: Text.AlignRight
        steps: [20, 18]
        color: Theme.secondInk
        text: sheet.past.pageText
    }

    Repeater {
        model: sheet.past.cards

        PlayingCard {
            required property string modelData
            required property int index

            x: Theme.u(1015 + 49 * index)
            y: Theme.u(10)
            width: Theme.u(45)
            height: Theme.u(64)
            card: modelData
        }
    }

    Repeater {
        model: sheet.past.bankCards

        PlayingCard {
            required property string modelData
            required property int index

            x: Theme.u(899 + 49 * index)
            y: Theme.u(10)
            width: Theme.u(45)
            height: Theme.u(64)
            card: modelData
        }
    }

    Repeater {
        model: sheet.heads

        Text {
            required property string modelData
            required property int index

            textFormat: Text.PlainText
            visible: sheet.past.titleText !== ""
            x: Theme.u(sheet.detailX + 219 + 152 * index)
            y: Theme.u(92)
            color: Theme.secondInk
            font.pixelSize: Theme.u(18)
            text: sheet.table.labels[modelData]
        }
    }

    PastLines {
        x: Theme.u(sheet.detailX)
        y: Theme.u(116)
        table: sheet.table
    }

    PastCells {
        x: Theme.u(sheet.detailX + 200)
        y: Theme.u(116)
        table: sheet.table
    }

    PageKeys {
        table: sheet.table
        pages: sheet.past
    }
}
