pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Every sheet that may lie over the table; at most one is open (P7), and only that one is in memory.
Item {
    id: sheets

    required property var table
    readonly property real sheetX: table.sheetLeft !== table.mirrored ? 0 : width - Theme.u(640)
    readonly property real spare: (width - Theme.u(1280)) / 2

    component Drawer: Loader {
        required property string sheet

        active: sheets.table.sheet === sheet
    }

    Drawer {
        sheet: "irregularity"
        x: sheets.sheetX
        sourceComponent: IrregularitySheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "settings"
        x: sheets.sheetX
        sourceComponent: SettingsSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "history"
        width: sheets.width
        sourceComponent: HistorySheet {
            indent: sheets.spare
            table: sheets.table
        }
    }

    Drawer {
        sheet: "offers"
        width: sheets.width
        sourceComponent: OfferLogSheet {
            indent: sheets.spare
            table: sheets.table
        }
    }

    Drawer {
        sheet: "replay"
        width: sheets.width
        sourceComponent: ReplaySheet {
            indent: sheets.spare
            table: sheets.table
        }
    }

    Drawer {
        sheet: "notice"
        x: sheets.sheetX
        sourceComponent: NoticeSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "devices"
        x: sheets.sheetX
        sourceComponent: DevicesSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "setup"
        x: sheets.sheetX
        sourceComponent: SetupSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "opened"
        x: sheets.sheetX
        sourceComponent: OpenedSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "count"
        x: sheets.sheetX
        sourceComponent: CountSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "floor"
        x: sheets.sheetX
        sourceComponent: FloorSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "action"
        x: sheets.sheetX
        sourceComponent: ActionSheet {
            table: sheets.table
        }
    }

    Drawer {
        sheet: "approve"
        x: sheets.sheetX
        sourceComponent: ApproveSheet {
            table: sheets.table
        }
    }
}
