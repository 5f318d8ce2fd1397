pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Five board cards; beside them the house's two where the house banks.
Item {
    id: board

    required property var table
    property bool small
    property bool houseToo
    readonly property real cardWidth: small ? 54 : 84
    readonly property real cardHeight: small ? 76 : 118
    readonly property bool anyPlays: table.screen === "D7"

    width: Theme.u(cardWidth * 5 + 48 + (houseToo ? 40 + cardWidth * 2 + 12 : 0))
    height: Theme.u(cardHeight)

    component Place: PlayingCard {
        required property var model
        required property int index

        width: Theme.u(board.cardWidth)
        height: Theme.u(board.cardHeight)
        card: model.card
        plays: model.plays
        counts: model.counts
        anyPlays: board.anyPlays
        deck: board.table.deckLetter
        back: board.table.deckBack
        Accessible.role: Accessible.StaticText
        Accessible.name: model.name
    }

    Repeater {
        model: board.table.board

        Place {
            x: Theme.u((board.cardWidth + 12) * index)
        }
    }

    Repeater {
        model: board.houseToo ? board.table.house : 0

        Place {
            x: Theme.u((board.cardWidth + 12) * 5 + 28 + (board.cardWidth + 12) * index)
        }
    }
}
