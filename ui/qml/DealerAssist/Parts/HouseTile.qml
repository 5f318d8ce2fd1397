pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// The house's hand below the board, where the house banks (TOUCHSCREEN 3).
Rectangle {
    id: tile

    required property var table

    width: Theme.u(184)
    height: Theme.u(172)
    radius: Theme.u(Theme.radius)
    color: table.houseMove ? Theme.activeTile : Theme.bankTile
    border.width: Theme.u(table.houseMove ? 4 : 2)
    border.color: table.houseMove ? Theme.move : Theme.outline

    FitText {
        x: Theme.u(12)
        width: Theme.u(160)
        height: Theme.u(34)
        horizontalAlignment: Text.AlignHCenter
        font.bold: true
        steps: [20, 18]
        text: tile.table.labels.seat_house
    }

    Repeater {
        model: tile.table.house

        PlayingCard {
            required property var model
            required property int index

            x: Theme.u(34 + 62 * index)
            y: Theme.u(40)
            width: Theme.u(54)
            height: Theme.u(76)
            card: model.card
            plays: model.plays
            anyPlays: tile.table.houseHandText !== ""
            deck: tile.table.deckLetter
            back: tile.table.deckBack
            Accessible.role: Accessible.StaticText
            Accessible.name: model.name
        }
    }

    FitText {
        x: Theme.u(4)
        y: Theme.u(128)
        width: Theme.u(176)
        height: Theme.u(28)
        horizontalAlignment: Text.AlignHCenter
        steps: [20, 18]
        text: tile.table.houseHandText
    }
}
