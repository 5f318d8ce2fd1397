import QtQuick
import DealerAssist

// One wager on a tile: its letter, and under it the sign of how it ended.
Rectangle {
    id: badge

    property string letter
    property string mark
    readonly property bool ended: mark !== "" && mark !== "on"

    width: Theme.u(31)
    height: Theme.u(32)
    radius: Theme.u(5)
    visible: mark !== ""
    color: "transparent"
    border.width: Theme.u(2)
    border.color: ended ? Theme.markColour(mark) : Theme.outline

    Text {
        textFormat: Text.PlainText
        anchors.horizontalCenter: parent.horizontalCenter
        y: badge.ended ? Theme.u(1) : (badge.height - height) / 2
        color: Theme.ink
        font.bold: true
        font.pixelSize: Theme.u(15)
        text: badge.letter
    }

    Sign {
        visible: badge.ended
        x: (badge.width - width) / 2
        y: Theme.u(18)
        width: Theme.u(11)
        height: Theme.u(11)
        kind: badge.ended ? badge.mark : ""
        colour: Theme.markColour(badge.mark)
    }
}
