import QtQuick
import DealerAssist

// One device: state, serial number, software.
Item {
    id: card

    required property var model

    Sign {
        x: Theme.u(14)
        y: Theme.u(14)
        width: Theme.u(34)
        height: Theme.u(34)
        kind: card.model.look
        colour: card.model.look === "ok" ? Theme.secondInk : Theme.take
    }

    FitText {
        x: Theme.u(78)
        width: card.width - x
        height: Theme.u(28)
        font.bold: true
        text: card.model.titleText
    }

    FitText {
        x: Theme.u(78)
        y: Theme.u(28)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        text: card.model.stateText
    }

    FitText {
        x: Theme.u(78)
        y: Theme.u(52)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        color: Theme.secondInk
        text: card.model.identityText
    }

    FitText {
        x: Theme.u(78)
        y: Theme.u(76)
        width: card.width - x
        height: Theme.u(24)
        steps: [20, 18]
        color: Theme.secondInk
        text: card.model.firmwareText
    }
}
