import QtQuick
import DealerAssist

// S0: the act and its effect before the badge; this is the confirmation.
Sheet {
    id: sheet

    readonly property var approval: table.floor

    title: approval.actionText
    detail: approval.detailText
    y: Theme.u(160)

    DigitPad {
        x: Theme.u(20)
        y: Theme.u(90)
        table: sheet.table
        confirmText: sheet.approval.okText
        confirmToken: sheet.approval.canConfirm ? sheet.approval.confirmToken : ""
    }

    Text {
        textFormat: Text.PlainText
        x: Theme.u(360)
        y: Theme.u(90)
        width: Theme.u(262)
        wrapMode: Text.WordWrap
        color: Theme.ink
        font.pixelSize: Theme.u(22)
        text: sheet.approval.effectText
    }

    Dots {
        x: Theme.u(360)
        y: Theme.u(330)
        width: Theme.u(262)
        label: sheet.table.labels.approve_badge
        count: sheet.approval.badgeCount
        active: !sheet.approval.atPin
    }

    Dots {
        x: Theme.u(360)
        y: Theme.u(400)
        width: Theme.u(262)
        label: sheet.table.labels.approve_pin
        count: sheet.approval.pinCount
        active: sheet.approval.atPin
    }

    Text {
        textFormat: Text.PlainText
        x: Theme.u(360)
        y: Theme.u(470)
        width: Theme.u(262)
        wrapMode: Text.WordWrap
        color: Theme.ink
        font.bold: sheet.approval.failed
        font.pixelSize: Theme.u(20)
        text: sheet.approval.stateText
    }
}
