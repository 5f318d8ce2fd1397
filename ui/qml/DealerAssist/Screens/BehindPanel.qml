pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Who stands behind a decided seat: a tap says that this Play is not on the felt (G8.7).
Panel {
    id: panel

    required property var table

    FitText {
        x: Theme.u(24)
        y: Theme.u(14)
        width: Theme.u(640)
        height: Theme.u(32)
        font.bold: true
        steps: [26, 22, 20, 18]
        text: panel.table.behindText
    }

    FitText {
        x: Theme.u(24)
        y: Theme.u(50)
        width: Theme.u(640)
        height: Theme.u(26)
        steps: [20, 18]
        color: Theme.secondInk
        text: panel.table.labels.behind_hint
    }

    TapButton {
        table: panel.table
        x: Theme.u(716)
        y: Theme.u(8)
        width: Theme.u(142)
        height: Theme.u(73)
        intent: "look"
        arg: panel.table.behindSeat
        label: panel.table.labels.button_close
        token: panel.table.behindToken
    }

    Repeater {
        model: panel.table.behind

        TapButton {
            id: row

            required property var model
            required property int index

            table: panel.table
            visible: model.used
            x: Theme.u(24 + 280 * index)
            y: Theme.u(92)
            width: Theme.u(262)
            height: Theme.u(97)
            label: row.model.text
            sub: row.model.sub
            name: row.model.name
            token: row.model.token
        }
    }
}
