import QtQuick
import DealerAssist

// The notice of the rule set, posted for everybody at the table to read (G8.3).
Sheet {
    id: sheet

    title: table.labels.panel_notice
    detail: table.labels.panel_notice_detail
    y: Theme.u(160)

    Text {
        x: Theme.u(20)
        y: Theme.u(100)
        width: Theme.u(600)
        color: Theme.ink
        font.pixelSize: Theme.u(30)
        wrapMode: Text.WordWrap
        textFormat: Text.PlainText
        text: sheet.table.rotation.noticeText
    }

    FitText {
        x: Theme.u(20)
        y: Theme.u(470)
        width: Theme.u(600)
        height: Theme.u(40)
        font.bold: true
        text: sheet.table.rotation.clockText
    }
}
