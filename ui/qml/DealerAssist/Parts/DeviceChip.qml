import QtQuick
import DealerAssist

// One device on the status line: a sign and two words, grey while all is well.
Row {
    id: chip

    required property var model

    spacing: Theme.u(6)

    Sign {
        anchors.verticalCenter: parent.verticalCenter
        width: Theme.u(18)
        height: Theme.u(18)
        kind: chip.model.look
        colour: chip.model.look === "ok" ? Theme.secondInk : Theme.take
    }

    Text {
        textFormat: Text.PlainText
        anchors.verticalCenter: parent.verticalCenter
        color: chip.model.look === "ok" ? Theme.secondInk : Theme.ink
        font.pixelSize: Theme.u(18)
        text: chip.model.titleText
    }

    Text {
        textFormat: Text.PlainText
        anchors.verticalCenter: parent.verticalCenter
        color: chip.model.look === "ok" ? Theme.secondInk : Theme.ink
        font.bold: chip.model.look !== "ok"
        font.pixelSize: Theme.u(18)
        text: chip.model.stateText
    }
}
