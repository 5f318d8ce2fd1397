pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D1-offer: the answers beside acceptance, which is the primary.
Panel {
    id: panel

    required property var table

    Repeater {
        model: panel.table.lines

        LineCell {
            required property int index

            visible: index === 0
            x: Theme.u(24)
            y: Theme.u(16)
            width: Theme.u(822)
        }
    }

    TapButton {
        table: panel.table
        visible: token !== ""
        x: Theme.u(24)
        y: Theme.u(84)
        width: Theme.u(262)
        height: Theme.u(97)
        label: panel.table.offer.absentText
        token: panel.table.offer.absentToken
    }

    TapButton {
        table: panel.table
        visible: token !== ""
        x: Theme.u(304)
        y: Theme.u(84)
        width: Theme.u(262)
        height: Theme.u(97)
        label: panel.table.offer.declineText
        token: panel.table.offer.declineToken
    }

    TapButton {
        table: panel.table
        visible: token !== "" && panel.table.offer.canChangeBank
        x: Theme.u(584)
        y: Theme.u(84)
        width: Theme.u(262)
        height: Theme.u(97)
        intent: "bank"
        label: panel.table.offer.bankText
        sub: panel.table.labels.button_bank
        token: panel.table.bankToken
    }
}
