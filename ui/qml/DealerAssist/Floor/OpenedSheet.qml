pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Folded hands that two persons opened in a dispute; it closes by itself after half a minute.
Sheet {
    id: sheet

    title: table.labels.panel_opened
    detail: table.labels.panel_opened_detail
    y: Theme.u(160)

    Repeater {
        model: sheet.table.opened

        Item {
            id: hand

            required property var model
            required property int index

            x: Theme.u(20 + 304 * (index % 2))
            y: Theme.u(96 + 108 * Math.floor(index / 2))
            visible: model.used

            FitText {
                width: Theme.u(110)
                height: Theme.u(92)
                font.bold: true
                text: hand.model.seatText
            }

            PlayingCard {
                x: Theme.u(120)
                width: Theme.u(65)
                height: Theme.u(92)
                card: hand.model.card1
            }

            PlayingCard {
                x: Theme.u(195)
                width: Theme.u(65)
                height: Theme.u(92)
                card: hand.model.card2
            }
        }
    }
}
