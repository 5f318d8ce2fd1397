pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// The whole table (TOUCHSCREEN 3): status, prompt, eight tiles, board, centre, bottom bar, sheets.
Item {
    id: page

    required property var table
    readonly property bool isClosed: table.panel === "closed"
    readonly property bool centreLarge: table.largePanel
    readonly property var places: [[13, 490], [13, 308], [212, 162], [436, 162], [660, 162], [884, 162], [1083, 308], [1083, 490]]

    StatusLine {
        width: page.width
        table: page.table
    }

    PromptPanel {
        x: Theme.u(Theme.margin)
        y: Theme.u(56)
        width: page.width - Theme.u(32)
        height: Theme.u(100)
        table: page.table
    }

    Rectangle {
        visible: !page.isClosed
        x: Theme.u(100)
        y: Theme.u(232)
        width: page.width - Theme.u(200)
        height: Theme.u(430)
        radius: height / 2
        color: Theme.felt
    }

    Repeater {
        id: tiles

        model: page.table.seats

        SeatTile {
            required property int index

            visible: !page.isClosed && model.exists
            x: Theme.across(page.places[index][0], 184)
            y: Theme.u(page.places[index][1])
            table: page.table
        }
    }

    Board {
        visible: !page.table.boardHidden
        x: page.centreLarge ? Theme.across(205, 870) + Theme.u(16) : (page.width - width) / 2
        y: Theme.u(page.centreLarge ? 352 : 346)
        z: page.centreLarge ? 1 : 0
        small: page.centreLarge
        houseToo: page.centreLarge && page.table.houseBanked
        table: page.table
    }

    FitText {
        visible: !page.table.boardHidden && !page.centreLarge && text !== ""
        x: page.width / 2 + Theme.u(248)
        y: Theme.u(390)
        width: Theme.u(180)
        height: Theme.u(30)
        text: page.table.burnedText
        color: Theme.secondInk
    }

    Column {
        visible: !page.table.boardHidden && !page.centreLarge && page.table.meterText !== ""
        x: page.width / 2 - Theme.u(428)
        y: Theme.u(378)

        FitText {
            width: Theme.u(190)
            height: Theme.u(24)
            steps: [18]
            color: Theme.secondInk
            text: page.table.labels.panel_meter
        }

        FitText {
            width: Theme.u(190)
            height: Theme.u(30)
            font.bold: true
            text: page.table.meterText
        }
    }

    HouseTile {
        visible: page.table.houseTile
        x: Theme.across(548, 184)
        y: Theme.u(490)
        table: page.table
    }

    ClosedPage {
        visible: page.isClosed
        anchors.fill: parent
        table: page.table
    }

    OfferPanel {
        visible: page.table.panel === "offer"
        table: page.table
    }

    OfferAllPanel {
        visible: page.table.panel === "offer_all"
        table: page.table
    }

    LinesPanel {
        visible: page.table.panel === "summary" || page.table.panel === "over" || page.table.panel === "hold" || page.table.panel === "felt"
        table: page.table
    }

    KeypadPanel {
        visible: page.table.panel === "keypad"
        table: page.table
    }

    BehindPanel {
        visible: page.table.panel === "behind"
        table: page.table
    }

    SettlePanel {
        visible: page.table.panel === "settle"
        large: page.centreLarge
        table: page.table
    }

    CollectPanel {
        visible: page.table.panel === "collect"
        large: page.centreLarge
        table: page.table
    }

    BottomBar {
        y: Theme.u(686)
        width: page.width
        height: Theme.u(104)
        table: page.table
    }

    TableSheets {
        anchors.fill: parent
        table: page.table
    }
}
