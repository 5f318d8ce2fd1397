pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// What a tile shows before the deal: the amounts that stand.
Item {
    id: wagers

    required property var table
    required property var seat
    readonly property bool remembered: seat.lastText !== ""

    FitText {
        x: Theme.u(10)
        y: Theme.u(36)
        width: Theme.u(68)
        height: Theme.u(32)
        steps: [20, 18]
        color: Theme.secondInk
        text: wagers.seat.lastText
    }

    Repeater {
        model: [
            {letters: wagers.remembered ? [] : [wagers.table.labels.wager_ante_letter, wagers.table.labels.wager_blind_letter], text: wagers.seat.anteText},
            {letters: [wagers.table.labels.wager_trips_letter], text: wagers.seat.tripsText},
            {letters: [wagers.table.labels.wager_bad_beat_letter], text: wagers.seat.badBeatText}
        ]

        Item {
            id: amount

            required property var modelData
            required property int index

            visible: modelData.text !== ""
            y: Theme.u(36 + 36 * index)

            Row {
                x: Theme.u(10)
                spacing: Theme.u(3)

                Repeater {
                    model: amount.modelData.letters

                    WagerBadge {
                        required property string modelData

                        letter: modelData
                        mark: "on"
                    }
                }
            }

            FitText {
                x: Theme.u(80)
                width: Theme.u(96)
                height: Theme.u(32)
                horizontalAlignment: Text.AlignRight
                font.bold: !wagers.remembered
                color: wagers.remembered ? Theme.secondInk : Theme.ink
                text: amount.modelData.text
            }
        }
    }

    FitText {
        visible: text !== ""
        x: Theme.u(10)
        y: Theme.u(70)
        width: Theme.u(164)
        horizontalAlignment: Text.AlignHCenter
        font.bold: true
        steps: [30, 26, 22, 18]
        text: wagers.seat.bankText
    }

    FitText {
        x: Theme.u(10)
        y: Theme.u(wagers.seat.bankText !== "" ? 112 : 146)
        width: Theme.u(164)
        horizontalAlignment: wagers.seat.bankText !== "" ? Text.AlignHCenter : Text.AlignRight
        steps: [18]
        color: Theme.secondInk
        text: wagers.seat.backText
    }

    FitText {
        x: Theme.u(10)
        y: Theme.u(146)
        width: Theme.u(164)
        horizontalAlignment: Text.AlignHCenter
        steps: [18]
        color: Theme.secondInk
        text: wagers.seat.feeText
    }
}
