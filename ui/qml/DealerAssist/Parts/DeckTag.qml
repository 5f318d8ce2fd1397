import QtQuick
import DealerAssist

// A deck's identity: colour, letter and shape; A has a square frame, B a round one (P10).
Rectangle {
    id: tag

    property string letter
    property string back: "unknown"

    radius: letter === "A" ? Theme.u(4) : height / 2
    color: Theme.backColour(back)
    border.color: Theme.backInk
    border.width: Theme.u(2)
    visible: letter !== ""

    Text {
        textFormat: Text.PlainText
        anchors.centerIn: parent
        color: Theme.backInk
        font.bold: true
        font.pixelSize: Math.max(tag.height * 0.62, Theme.u(24))
        text: tag.letter
    }
}
