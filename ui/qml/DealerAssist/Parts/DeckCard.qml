import QtQuick
import DealerAssist

// One deck: tag, where it is, how many cards.
Item {
    id: card

    required property var model

    DeckTag {
        width: Theme.u(62)
        height: Theme.u(62)
        letter: card.model.letter
        back: card.model.back
    }

    FitText {
        x: Theme.u(74)
        width: card.width - x
        height: Theme.u(28)
        font.bold: true
        text: card.model.letter === "" ? "" : card.model.titleText + "  " + card.model.colourText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(28)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        text: card.model.stateText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(52)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        color: Theme.secondInk
        text: card.model.problemText !== "" ? card.model.problemText : card.model.placeText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(76)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        color: Theme.secondInk
        text: card.model.countText
    }
}
