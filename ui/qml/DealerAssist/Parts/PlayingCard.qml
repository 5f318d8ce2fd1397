import QtQuick
import DealerAssist

// A card: an empty place, a back with the deck's tag, or a face. A back knows nothing of its face (P9).
Rectangle {
    id: card

    property string card: ""
    property bool plays
    property bool counts: plays
    property bool anyPlays
    property string deck
    property string back: "unknown"
    readonly property bool isBack: card.card === "back"
    readonly property bool isFace: card.card !== "" && !isBack
    readonly property string rank: !isFace ? "" : card.card[0] === "T" ? "10" : card.card[0]
    readonly property string suit: isFace ? card.card[1] : ""

    radius: width * 0.1
    color: isFace ? Theme.card : isBack ? Theme.backColour(back) : "transparent"
    border.width: isFace ? 0 : Theme.u(2)
    border.color: isBack ? Theme.backInk : Theme.button

    Rectangle {
        anchors.fill: parent
        anchors.margins: card.width * 0.11
        visible: card.isBack
        color: "transparent"
        radius: card.deck === "A" ? Theme.u(3) : width / 2
        border.color: Theme.backInk
        border.width: Theme.u(2)
    }

    Text {
        textFormat: Text.PlainText
        anchors.centerIn: parent
        visible: card.isBack
        color: Theme.backInk
        font.bold: true
        font.pixelSize: Math.max(card.height * 0.32, Theme.u(24))
        text: card.deck
    }

    Text {
        textFormat: Text.PlainText
        visible: card.isFace
        x: (card.width - width) / 2
        y: card.height * 0.03
        color: card.isFace ? Theme.suitColour(card.suit) : "transparent"
        font.bold: true
        font.pixelSize: card.height * 0.4
        font.letterSpacing: card.rank === "10" ? -card.width * 0.04 : 0
        text: card.rank
    }

    Suit {
        visible: card.isFace
        width: card.width * 0.5
        height: width
        x: (card.width - width) / 2
        y: card.height * 0.52
        letter: card.suit
    }

    // The five cards that play carry a bar; those that play in no hand step back.
    Rectangle {
        visible: card.isFace && card.plays
        anchors.horizontalCenter: parent.horizontalCenter
        y: card.height - height - Theme.u(2)
        width: card.width * 0.8
        height: Math.max(Theme.u(4), card.height * 0.05)
        radius: height / 2
        color: Theme.suitColour("s")
    }

    Rectangle {
        anchors.fill: parent
        visible: card.isFace && card.anyPlays && !card.counts
        radius: card.radius
        color: Theme.felt
        opacity: 0.45
    }
}
