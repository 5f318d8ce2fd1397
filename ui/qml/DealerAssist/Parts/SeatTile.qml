import QtQuick
import DealerAssist

// One seat (TOUCHSCREEN 3): header, then wagers, decision zones or cards. Never destroyed while a table is open.
Item {
    id: tile

    required property var table
    required property var model
    readonly property bool isBank: model.state === "bank"
    readonly property bool isEmpty: model.layout === "empty"

    width: Theme.u(184)
    height: Theme.u(172)

    Rectangle {
        anchors.fill: parent
        radius: Theme.u(Theme.radius)
        color: tile.model.move ? Theme.activeTile : tile.isBank ? Theme.bankTile : tile.isEmpty ? Theme.felt : Theme.panel
        border.width: Theme.u(tile.model.active || tile.model.editing ? 4 : 2)
        border.color: tile.model.move ? Theme.move : tile.model.active || tile.model.editing ? Theme.ink : tile.isEmpty ? Theme.button : Theme.outline
    }

    TapButton {
        anchors.fill: parent
        table: tile.table
        look: "tile"
        intent: tile.model.tileIntent
        arg: tile.model.seat
        token: tile.model.tileToken
        name: tile.model.tileName
        Accessible.ignored: !enabled
    }

    Text {
        textFormat: Text.PlainText
        x: Theme.u(12)
        height: Theme.u(34)
        verticalAlignment: Text.AlignVCenter
        color: tile.isEmpty ? Theme.secondInk : Theme.ink
        font.bold: true
        font.pixelSize: Theme.u(22)
        text: tile.model.numberText
    }

    FitText {
        x: Theme.u(32)
        width: Theme.u(144)
        height: Theme.u(34)
        visible: tile.model.decisionText === ""
        horizontalAlignment: Text.AlignRight
        steps: [18]
        color: tile.isBank ? Theme.ink : Theme.secondInk
        text: tile.model.roleText !== "" ? tile.model.roleText : tile.model.noteText
    }

    FitText {
        x: Theme.u(100)
        width: Theme.u(74)
        height: Theme.u(34)
        horizontalAlignment: Text.AlignRight
        steps: [24, 20, 18]
        font.bold: true
        text: tile.model.decisionText
    }

    FitText {
        x: Theme.u(34)
        width: Theme.u(70)
        height: Theme.u(34)
        visible: tile.model.decisionText !== ""
        steps: [18]
        color: Theme.secondInk
        text: tile.model.noteText
    }

    TileWagers {
        anchors.fill: parent
        visible: tile.model.layout === "wagers"
        table: tile.table
        seat: tile.model
    }

    TileCards {
        anchors.fill: parent
        visible: tile.model.layout === "cards"
        table: tile.table
        seat: tile.model
    }

    TileZones {
        anchors.fill: parent
        visible: tile.model.layout === "zones"
        table: tile.table
        seat: tile.model
    }
}
