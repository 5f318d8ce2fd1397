import QtQuick
import DealerAssist

// A label above its value.
Item {
    id: cell

    required property var model

    Text {
        textFormat: Text.PlainText
        color: Theme.secondInk
        font.pixelSize: Theme.u(18)
        text: cell.model.label
    }

    Sign {
        y: Theme.u(27)
        width: Theme.u(18)
        height: Theme.u(18)
        visible: cell.model.warn
        kind: "warn"
        colour: Theme.take
    }

    FitText {
        x: cell.model.warn ? Theme.u(26) : 0
        y: Theme.u(23)
        width: cell.width - x
        height: Theme.u(28)
        font.bold: true
        text: cell.model.value
    }
}
