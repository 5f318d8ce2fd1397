pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Every offer of the bank, seat by seat, the newest first (G8.1); it covers all but the prompt.
Sheet {
    id: sheet

    readonly property var log: table.rotation

    title: table.labels.panel_offers
    detail: table.labels.panel_offers_detail
    y: Theme.u(160)
    backX: table.mirrored ? 16 : 704
    backWidth: 560
    backLook: "ready"

    FitText {
        x: Theme.u(20)
        y: Theme.u(92)
        width: Theme.u(600)
        height: Theme.u(40)
        color: Theme.secondInk
        text: sheet.log.emptyText
    }

    FitText {
        x: Theme.u(920)
        y: Theme.u(504)
        width: Theme.u(340)
        height: Theme.u(26)
        horizontalAlignment: Text.AlignRight
        steps: [20, 18]
        color: Theme.secondInk
        text: sheet.log.pageText
    }

    Repeater {
        model: sheet.table.offerRows

        Item {
            id: row

            required property var model
            required property int index

            y: Theme.u(88 + 51 * index)
            visible: model.used

            FitText {
                x: Theme.u(20)
                width: Theme.u(270)
                height: Theme.u(44)
                color: Theme.secondInk
                text: row.model.whenText
            }

            FitText {
                x: Theme.u(300)
                width: Theme.u(240)
                height: Theme.u(44)
                font.bold: true
                text: row.model.seatText
            }

            FitText {
                x: Theme.u(550)
                width: Theme.u(470)
                height: Theme.u(44)
                wrapMode: Text.WordWrap
                text: row.model.wordText
            }

            FitText {
                x: Theme.u(1030)
                width: Theme.u(230)
                height: Theme.u(44)
                horizontalAlignment: Text.AlignRight
                color: Theme.secondInk
                text: row.model.byText
            }
        }
    }

    PageKeys {
        table: sheet.table
        pages: sheet.log
    }
}
