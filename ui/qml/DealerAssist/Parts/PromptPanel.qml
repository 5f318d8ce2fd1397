import QtQuick
import DealerAssist

// The one prompt (P2). The bar is yellow on the dealer's move, the whole panel only when the table holds.
Rectangle {
    id: panel

    required property var table
    readonly property bool stops: table.tone === "stop"
    readonly property real textX: Theme.u(stops ? 92 : 30)

    color: stops ? Theme.move : Theme.panel
    radius: Theme.u(Theme.radius)

    Rectangle {
        x: Theme.u(8)
        y: Theme.u(8)
        width: Theme.u(10)
        height: panel.height - Theme.u(16)
        radius: Theme.u(5)
        visible: !panel.stops
        color: panel.table.tone === "move" ? Theme.move : Theme.outline
    }

    Sign {
        x: Theme.u(18)
        y: Theme.u(20)
        width: Theme.u(58)
        height: Theme.u(58)
        visible: panel.stops
        kind: "stop"
        colour: Theme.moveInk
    }

    FitText {
        x: panel.textX
        y: Theme.u(6)
        width: panel.width - x - Theme.u(16)
        height: Theme.u(54)
        steps: [42, 36, 30]
        font.bold: true
        color: panel.stops ? Theme.moveInk : Theme.ink
        text: panel.table.prompt
    }

    FitText {
        x: panel.textX
        y: Theme.u(60)
        width: panel.width - x - Theme.u(16)
        height: Theme.u(34)
        font.bold: panel.table.refused
        color: panel.stops ? Theme.moveInk : panel.table.refused ? Theme.ink : Theme.secondInk
        text: panel.table.detail
    }
}
