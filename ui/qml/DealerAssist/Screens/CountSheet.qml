import QtQuick
import DealerAssist

// D8: a hand count, where the shuffler does not count.
Sheet {
    id: sheet

    title: table.labels.button_count
    detail: table.labels.panel_count_detail
    y: Theme.u(160)

    DigitPad {
        x: Theme.u(20)
        y: Theme.u(90)
        table: sheet.table
        digitIntent: "count"
        eraseIntent: "uncount"
        confirmIntent: "offer"
        confirmText: sheet.table.labels.button_ok
        confirmToken: sheet.table.countText === "" ? "" : sheet.table.countToken
    }

    FitText {
        x: Theme.u(360)
        y: Theme.u(90)
        width: Theme.u(260)
        height: Theme.u(97)
        horizontalAlignment: Text.AlignRight
        font.bold: true
        steps: [64]
        text: sheet.table.countText
    }
}
