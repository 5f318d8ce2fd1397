import QtQuick
import DealerAssist

// The one static page: the start, a controller that does not answer, or a table that has stopped.
Rectangle {
    id: page

    required property var table
    readonly property bool starts: table.blocked === "starting"

    color: Theme.background

    Rectangle {
        anchors.centerIn: parent
        width: Theme.u(1000)
        height: Theme.u(320)
        radius: Theme.u(Theme.radius)
        color: page.starts ? Theme.panel : Theme.move

        Sign {
            x: Theme.u(40)
            y: Theme.u(60)
            width: Theme.u(80)
            height: Theme.u(80)
            visible: !page.starts
            kind: "stop"
            colour: Theme.moveInk
        }

        FitText {
            x: Theme.u(page.starts ? 50 : 150)
            y: Theme.u(60)
            width: parent.width - x - Theme.u(40)
            height: Theme.u(80)
            steps: [42, 36, 30]
            font.bold: true
            color: page.starts ? Theme.ink : Theme.moveInk
            text: page.table.blockedText
        }

        Text {
            textFormat: Text.PlainText
            x: Theme.u(50)
            y: Theme.u(160)
            width: Theme.u(900)
            wrapMode: Text.WordWrap
            color: page.starts ? Theme.secondInk : Theme.moveInk
            font.pixelSize: Theme.u(22)
            text: page.table.blockedDetail
        }

        Text {
            textFormat: Text.PlainText
            x: Theme.u(50)
            y: Theme.u(240)
            width: Theme.u(900)
            wrapMode: Text.Wrap
            color: page.starts ? Theme.secondInk : Theme.moveInk
            font.pixelSize: Theme.u(18)
            text: page.table.blockedFault
        }
    }
}
