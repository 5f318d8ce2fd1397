pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Every sheet that may lie over the table; at most one is open (P7).
Item {
    id: sheets

    required property var table
    readonly property real sheetX: table.sheetLeft !== table.mirrored ? 0 : width - Theme.u(640)

    IrregularitySheet {
        visible: sheets.table.sheet === "irregularity"
        x: sheets.sheetX
        table: sheets.table
    }

    SettingsSheet {
        visible: sheets.table.sheet === "settings"
        x: sheets.sheetX
        table: sheets.table
    }

    HistorySheet {
        visible: sheets.table.sheet === "history"
        width: sheets.width
        indent: (width - Theme.u(1280)) / 2
        table: sheets.table
    }

    OfferLogSheet {
        visible: sheets.table.sheet === "offers"
        width: sheets.width
        indent: (width - Theme.u(1280)) / 2
        table: sheets.table
    }

    NoticeSheet {
        visible: sheets.table.sheet === "notice"
        x: sheets.sheetX
        table: sheets.table
    }

    DevicesSheet {
        visible: sheets.table.sheet === "devices"
        x: sheets.sheetX
        table: sheets.table
    }

    CountSheet {
        visible: sheets.table.sheet === "count"
        x: sheets.sheetX
        table: sheets.table
    }

    FloorSheet {
        visible: sheets.table.sheet === "floor"
        x: sheets.sheetX
        table: sheets.table
    }

    ActionSheet {
        visible: sheets.table.sheet === "action"
        x: sheets.sheetX
        table: sheets.table
    }

    ApproveSheet {
        visible: sheets.table.sheet === "approve"
        x: sheets.sheetX
        table: sheets.table
    }
}
