import QtQuick
import DealerAssist

// One amount of the keypad: chips are added to the chosen field.
TapButton {
    id: field

    property string field
    property string amount

    intent: "field"
    arg: field.field
    guarded: false
    name: field.label
    chosen: table.wagers.field === field.field

    contentItem: Item {
        FitText {
            x: Theme.u(16)
            width: Theme.u(150)
            height: field.height
            steps: [20, 18]
            color: Theme.secondInk
            text: field.label
        }

        FitText {
            x: Theme.u(160)
            width: field.width - x - Theme.u(16)
            height: field.height
            horizontalAlignment: Text.AlignRight
            steps: [26, 22, 20, 18]
            font.bold: true
            text: field.amount
        }
    }
}
