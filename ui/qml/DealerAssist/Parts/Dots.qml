pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// One dot for each typed digit, never which one.
Item {
    id: dots

    property string label
    property int count
    property bool active

    height: Theme.u(58)

    Text {
        textFormat: Text.PlainText
        color: dots.active ? Theme.ink : Theme.secondInk
        font.bold: dots.active
        font.pixelSize: Theme.u(18)
        text: dots.label
    }

    Rectangle {
        y: Theme.u(26)
        width: dots.width
        height: Theme.u(30)
        radius: Theme.u(6)
        color: Theme.background
        border.width: Theme.u(dots.active ? 3 : 1)
        border.color: dots.active ? Theme.ink : Theme.outline
    }

    Row {
        x: Theme.u(10)
        y: Theme.u(35)
        spacing: Theme.u(6)

        Repeater {
            model: Math.min(dots.count, 14)

            Rectangle {
                width: Theme.u(12)
                height: Theme.u(12)
                radius: width / 2
                color: Theme.ink
            }
        }
    }
}
