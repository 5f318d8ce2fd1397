pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// What a tile shows from the deal on: two cards, the hand's name while it may be known, five wagers.
Item {
    id: cards

    required property var table
    required property var seat
    // Known once the hand has a name; where the board plays alone, both cards step back.
    readonly property bool anyPlays: seat.handText !== ""

    Repeater {
        model: [{card: cards.seat.card1, plays: cards.seat.plays1}, {card: cards.seat.card2, plays: cards.seat.plays2}]

        PlayingCard {
            required property var modelData
            required property int index

            x: Theme.u(34 + 62 * index)
            y: Theme.u(32)
            width: Theme.u(54)
            height: Theme.u(76)
            card: modelData.card
            plays: modelData.plays
            anyPlays: cards.anyPlays
            deck: cards.table.deckLetter
            back: cards.table.deckBack
        }
    }

    FitText {
        x: Theme.u(4)
        y: Theme.u(110)
        width: Theme.u(176)
        height: Theme.u(24)
        horizontalAlignment: Text.AlignHCenter
        steps: [20, 18]
        text: cards.seat.handText
    }

    Row {
        x: Theme.u(8)
        y: Theme.u(136)
        spacing: Theme.u(3)

        Repeater {
            model: [
                {letter: cards.table.labels.wager_ante_letter, mark: cards.seat.markAnte},
                {letter: cards.table.labels.wager_blind_letter, mark: cards.seat.markBlind},
                {letter: cards.table.labels.wager_play_letter, mark: cards.seat.markPlay},
                {letter: cards.table.labels.wager_trips_letter, mark: cards.seat.markTrips},
                {letter: cards.table.labels.wager_bad_beat_letter, mark: cards.seat.markBadBeat}
            ]

            Item {
                id: place

                required property var modelData

                width: Theme.u(31)
                height: Theme.u(32)

                WagerBadge {
                    letter: place.modelData.letter
                    mark: place.modelData.mark
                }
            }
        }
    }

    FitText {
        visible: text !== ""
        x: Theme.u(8)
        y: Theme.u(138)
        width: Theme.u(168)
        horizontalAlignment: Text.AlignHCenter
        font.bold: true
        text: cards.seat.bankText
    }
}
