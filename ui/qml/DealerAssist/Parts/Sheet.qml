import QtQuick
import QtQuick.Controls.Basic
import DealerAssist

// A sheet covers half the table, never the prompt, and always leads back (P7). A pane lets no touch through.
Pane {
    id: sheet

    required property var table
    property string title
    property string detail
    property real indent: 0
    property real backX: 20
    property real backY: 532
    property real backWidth: 296
    property string backLook: "plain"
    property string backSub: table.labels.button_back_sub
    default property alias parts: body.data

    width: Theme.u(640)
    height: Theme.u(640)
    padding: 0
    background: Rectangle {
        color: Theme.panel
        border.color: Theme.outline
        border.width: Theme.u(2)
    }

    FitText {
        x: Theme.u(20) + sheet.indent
        y: Theme.u(10)
        width: Theme.u(600)
        height: Theme.u(40)
        font.bold: true
        steps: [30, 26, 22]
        text: sheet.title
    }

    FitText {
        x: Theme.u(20) + sheet.indent
        y: Theme.u(50)
        width: Theme.u(600)
        height: Theme.u(28)
        steps: [20, 18]
        color: Theme.secondInk
        text: sheet.detail
    }

    Item {
        id: body

        x: sheet.indent
        width: parent.width - x
        height: parent.height
    }

    TapButton {
        table: sheet.table
        x: Theme.u(sheet.backX) + sheet.indent
        y: Theme.u(sheet.backY)
        width: Theme.u(sheet.backWidth)
        height: Theme.u(97)
        look: sheet.backLook
        intent: "back"
        label: sheet.table.labels.button_back
        sub: sheet.backSub
        token: sheet.table.backToken
    }
}
