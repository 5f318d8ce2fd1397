pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// D1: the chip keypad of one seat; its tiles stay live, a tap on another one switches seat (TOUCHSCREEN 7).
Panel {
    id: panel

    required property var table
    readonly property var wagers: table.wagers
    readonly property real fieldsX: table.mirrored ? 528 : 12
    readonly property real keysX: table.mirrored ? 12 : 346
    readonly property real tabWidth: wagers.progressiveText === "" ? 118 : 100

    large: true

    FitText {
        x: Theme.u(20)
        y: Theme.u(6)
        width: Theme.u(104)
        height: Theme.u(73)
        font.bold: true
        steps: [26, 22, 18]
        text: panel.wagers.titleText
    }

    Repeater {
        model: panel.wagers.tabs

        TapButton {
            required property string modelData
            required property int index

            table: panel.table
            x: Theme.u(130 + (panel.tabWidth + 8) * index)
            y: Theme.u(6)
            width: Theme.u(panel.tabWidth)
            height: Theme.u(73)
            intent: "tab"
            arg: index
            guarded: false
            label: modelData
            chosen: panel.wagers.tab === index
        }
    }

    TapButton {
        table: panel.table
        visible: panel.wagers.progressiveText !== ""
        x: Theme.u(130 + 108 * panel.wagers.tabs.length)
        y: Theme.u(6)
        width: Theme.u(Math.min(370, 590 - 108 * panel.wagers.tabs.length))
        height: Theme.u(73)
        intent: "progressive"
        arg: panel.wagers.progressiveArg
        guarded: false
        label: panel.wagers.progressiveText
        chosen: panel.wagers.progressiveOn
    }

    TapButton {
        table: panel.table
        x: Theme.u(728)
        y: Theme.u(6)
        width: Theme.u(130)
        height: Theme.u(73)
        intent: "close"
        label: panel.table.labels.button_close
        token: panel.table.closeToken
    }

    Column {
        x: Theme.u(panel.fieldsX)
        y: Theme.u(88)
        spacing: Theme.u(6)

        MoneyField {
            table: panel.table
            visible: panel.wagers.isBank && panel.wagers.parts.length === 0
            width: Theme.u(326)
            height: Theme.u(111)
            field: "bank"
            label: panel.table.labels.seat_bank_wager
            amount: panel.wagers.bankText
        }

        MoneyField {
            table: panel.table
            visible: !panel.wagers.isBank
            width: Theme.u(326)
            height: Theme.u(73)
            field: "ante"
            label: panel.table.labels.seat_ante
            amount: panel.wagers.anteText
        }

        MoneyField {
            table: panel.table
            visible: !panel.wagers.isBank && panel.wagers.hasTrips
            width: Theme.u(326)
            height: Theme.u(73)
            field: "trips"
            label: panel.table.labels.seat_trips
            amount: panel.wagers.tripsText
        }

        MoneyField {
            table: panel.table
            visible: !panel.wagers.isBank && panel.wagers.hasBadBeat
            width: Theme.u(326)
            height: Theme.u(73)
            field: "bad_beat"
            label: panel.table.labels.seat_bad_beat
            amount: panel.wagers.badBeatText
        }
    }

    BankParts {
        x: Theme.u(panel.fieldsX)
        y: Theme.u(88)
        table: panel.table
        visible: panel.wagers.isBank
    }

    ShareKeys {
        x: Theme.u(130)
        y: Theme.u(6)
        table: panel.table
        visible: panel.wagers.isBank
    }

    Repeater {
        model: panel.wagers.chips

        TapButton {
            required property string modelData
            required property int index

            table: panel.table
            x: Theme.u(panel.keysX + 130 * (index % 4))
            y: Theme.u(88 + 119 * Math.floor(index / 4))
            width: Theme.u(122)
            height: Theme.u(111)
            intent: "chip"
            arg: index
            guarded: false
            labelSteps: [30, 26, 22, 18]
            label: modelData
        }
    }

    TapButton {
        table: panel.table
        x: Theme.u(panel.keysX + 130)
        y: Theme.u(207)
        width: Theme.u(122)
        height: Theme.u(111)
        intent: "clear"
        guarded: false
        label: panel.table.labels.button_clear
    }

    TapButton {
        table: panel.table
        x: Theme.u(panel.keysX + 260)
        y: Theme.u(207)
        width: Theme.u(122)
        height: Theme.u(111)
        intent: panel.wagers.sameToken !== "" ? "offer" : "restore"
        guarded: panel.wagers.sameToken !== ""
        label: panel.table.labels.button_same
        token: panel.wagers.sameToken
    }

    TapButton {
        table: panel.table
        visible: panel.wagers.canNoBet
        x: Theme.u(panel.keysX + 390)
        y: Theme.u(207)
        width: Theme.u(122)
        height: Theme.u(111)
        intent: "nobet"
        label: panel.table.labels.button_no_bet
        token: panel.table.noBetToken
    }

    TapButton {
        table: panel.table
        visible: !panel.wagers.canNoBet && token !== ""
        x: Theme.u(panel.keysX + 390)
        y: Theme.u(207)
        width: Theme.u(122)
        height: Theme.u(111)
        label: panel.table.labels.button_leaves
        token: panel.wagers.leaveToken
    }
}
