import QtQuick
import DealerAssist

// One settled wager: sign and word, odds, exact amount (P11).
Item {
    id: cell

    required property var model

    Sign {
        y: Theme.u(3)
        width: Theme.u(15)
        height: Theme.u(15)
        visible: cell.model.used
        kind: cell.model.mark
        colour: Theme.markColour(cell.model.mark)
    }

    FitText {
        x: Theme.u(19)
        width: cell.width - x - Theme.u(4)
        height: Theme.u(22)
        steps: [18]
        font.letterSpacing: cell.model.mark === "none" ? -Theme.unit * 0.6 : 0
        color: Theme.ink
        text: cell.model.word
    }

    Text {
        textFormat: Text.PlainText
        x: cell.width - width - Theme.u(12)
        height: Theme.u(22)
        verticalAlignment: Text.AlignVCenter
        color: Theme.secondInk
        font.pixelSize: Theme.u(18)
        text: cell.model.odds
    }

    FitText {
        x: Theme.u(19)
        y: Theme.u(19)
        width: cell.width - x
        height: Theme.u(26)
        font.bold: true
        text: cell.model.amount
    }

    FitText {
        x: Theme.u(19)
        y: Theme.u(40)
        width: cell.width - x
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
        text: cell.model.ofAmount
    }
}
