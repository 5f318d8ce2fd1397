pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D7: what is left of the bank, then each wager of the open stop in words and exact amounts.
Panel {
    id: panel

    required property var table
    readonly property var coverage: table.coverage
    readonly property bool besideBoard: large && !table.boardHidden
    readonly property bool looked: table.lookedText !== ""
    readonly property real headX: !besideBoard ? 16 : table.houseBanked ? 510 : 350
    readonly property real lineX: besideBoard ? headX : 360
    readonly property real gridY: besideBoard ? 86 : coverage.line2 === "" ? 36 : 60
    readonly property real rowHeight: table.rowHeight
    readonly property var heads: ["wager_ante", "wager_blind", "wager_play", "wager_trips", "wager_bad_beat"]

    FitText {
        x: Theme.u(panel.headX)
        y: Theme.u(8)
        width: Theme.u(panel.besideBoard || panel.looked ? 854 - panel.headX : 340)
        height: Theme.u(24)
        steps: [20, 18]
        font.bold: true
        text: panel.looked ? panel.table.lookedText : panel.coverage.exhausted ? panel.coverage.exhaustedText : panel.coverage.handText
    }

    FitText {
        x: Theme.u(panel.lineX)
        y: Theme.u(panel.besideBoard ? 34 : 8)
        width: Theme.u(854 - panel.lineX)
        height: Theme.u(24)
        visible: !panel.looked
        horizontalAlignment: panel.besideBoard ? Text.AlignLeft : Text.AlignRight
        steps: [20, 18]
        color: Theme.secondInk
        text: panel.coverage.line1
    }

    FitText {
        x: Theme.u(16)
        y: Theme.u(32)
        width: Theme.u(340)
        height: Theme.u(24)
        visible: panel.coverage.line2 !== "" && !panel.besideBoard
        steps: [20, 18]
        color: Theme.secondInk
        text: panel.coverage.readingText
    }

    FitText {
        x: Theme.u(panel.lineX)
        y: Theme.u(panel.besideBoard ? 58 : 32)
        width: Theme.u(854 - panel.lineX)
        height: Theme.u(24)
        horizontalAlignment: panel.besideBoard ? Text.AlignLeft : Text.AlignRight
        steps: [20, 18]
        color: Theme.secondInk
        text: panel.coverage.line2
    }

    Rectangle {
        x: Theme.u(16)
        y: Theme.u(panel.gridY)
        width: Theme.u(838)
        height: Theme.u(2)
        color: Theme.button
    }

    Repeater {
        model: panel.heads

        Text {
            required property string modelData
            required property int index

            textFormat: Text.PlainText
            x: Theme.u(113 + 152 * index)
            y: Theme.u(panel.gridY + 4)
            color: Theme.secondInk
            font.pixelSize: Theme.u(18)
            text: panel.table.labels[modelData]
        }
    }

    Repeater {
        model: panel.table.bettors

        Item {
            id: head

            required property var model
            required property int index

            x: Theme.u(14)
            y: Theme.u(panel.gridY + 28 + panel.rowHeight * index)
            visible: model.used

            FitText {
                width: Theme.u(78)
                height: Theme.u(24)
                font.bold: true
                steps: [18]
                text: head.model.bettorText
            }
        }
    }

    Repeater {
        model: panel.table.cells

        WagerCell {
            required property int index

            x: Theme.u(94 + 152 * (index % 5))
            y: Theme.u(panel.gridY + 28 + panel.rowHeight * Math.floor(index / 5))
            width: Theme.u(152)
        }
    }

    Sign {
        visible: panel.table.progressiveText !== ""
        x: Theme.u(16)
        y: panel.height - Theme.u(60)
        width: Theme.u(18)
        height: Theme.u(18)
        kind: panel.table.progressiveMark
        colour: Theme.markColour(panel.table.progressiveMark)
    }

    FitText {
        x: Theme.u(42)
        y: panel.height - Theme.u(64)
        width: Theme.u(812)
        height: Theme.u(26)
        font.bold: true
        steps: [20, 18]
        text: panel.table.progressiveText
    }

    FitText {
        x: Theme.u(16)
        y: panel.height - height - Theme.u(3)
        width: Theme.u(838)
        height: Theme.u(24 * panel.table.footLines)
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignBottom
        steps: [20, 18]
        color: Theme.secondInk
        text: panel.table.footText
    }
}
