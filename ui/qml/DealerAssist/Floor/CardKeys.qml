pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S2: suit and rank; a rank is grey only where the card it would make lies face up.
Item {
    id: keys

    required property var table
    readonly property var action: table.action

    width: Theme.u(398)
    height: Theme.u(336)

    component SheetKey: TapButton {
        table: keys.table
        height: Theme.u(78)
        labelSteps: [30, 26]
        guarded: false
        token: keys.action.keyToken
    }

    Repeater {
        model: keys.table.suits

        SheetKey {
            id: suit

            required property var model
            required property int index

            visible: model.used
            x: Theme.u(101 * index)
            width: Theme.u(95)
            intent: "form_suit"
            arg: model.arg
            chosen: model.chosen
            name: model.text

            Rectangle {
                anchors.centerIn: parent
                width: Theme.u(56)
                height: Theme.u(56)
                radius: Theme.u(8)
                color: Theme.card

                Suit {
                    anchors.centerIn: parent
                    width: Theme.u(40)
                    height: Theme.u(40)
                    letter: suit.model.arg
                }
            }
        }
    }

    Repeater {
        model: keys.table.ranks

        SheetKey {
            required property var model
            required property int index

            visible: model.used
            enabled: model.enabled
            x: Theme.u(81 * (index % 5))
            y: Theme.u(86 + 86 * Math.floor(index / 5))
            width: Theme.u(74)
            look: model.enabled ? "plain" : "wait"
            intent: "form_rank"
            arg: model.arg
            chosen: model.chosen
            label: model.text
        }
    }

    SheetKey {
        x: Theme.u(243)
        y: Theme.u(258)
        width: Theme.u(155)
        labelSteps: [22, 20, 18]
        intent: "form_clear"
        label: keys.table.labels.button_clear
    }
}
