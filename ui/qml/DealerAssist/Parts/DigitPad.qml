pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Ten digits, erase and a confirming key; the order never changes, nothing is echoed here.
Item {
    id: pad

    required property var table
    property string digitIntent: "digit"
    property string eraseIntent: "erase"
    property string confirmIntent: "confirm"
    property string confirmToken
    property string confirmText

    width: Theme.u(318)
    height: Theme.u(427)

    Repeater {
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]

        TapButton {
            required property string modelData
            required property int index

            table: pad.table
            x: Theme.u(110 * (index === 9 ? 1 : index % 3))
            y: Theme.u(110 * Math.floor(index / 3))
            width: Theme.u(98)
            height: Theme.u(97)
            intent: pad.digitIntent
            arg: modelData
            guarded: false
            labelSteps: [34]
            label: modelData
        }
    }

    TapButton {
        table: pad.table
        y: Theme.u(330)
        width: Theme.u(98)
        height: Theme.u(97)
        intent: pad.eraseIntent
        guarded: false
        label: pad.table.labels.button_erase
    }

    TapButton {
        table: pad.table
        x: Theme.u(220)
        y: Theme.u(330)
        width: Theme.u(98)
        height: Theme.u(97)
        intent: pad.confirmIntent
        look: "move"
        label: pad.confirmText
        token: pad.confirmToken
    }
}
