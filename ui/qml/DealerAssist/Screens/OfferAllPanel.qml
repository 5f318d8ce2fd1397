pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D1-offer where everybody is asked before every round: the posted notice, and the clock beside it (G8.3).
Panel {
    id: panel

    required property var table

    Text {
        x: Theme.u(24)
        y: Theme.u(14)
        width: Theme.u(500)
        height: Theme.u(172)
        verticalAlignment: Text.AlignVCenter
        color: Theme.ink
        font.pixelSize: Theme.u(20)
        wrapMode: Text.WordWrap
        textFormat: Text.PlainText
        text: panel.table.rotation.noticeText
    }

    Column {
        x: Theme.u(548)
        y: Theme.u(14)
        spacing: Theme.u(6)

        Repeater {
            model: panel.table.lines

            LineCell {
                required property int index

                visible: index < 3
                width: Theme.u(302)
                height: Theme.u(54)
            }
        }
    }
}
