import QtQuick
import DealerAssist

// The decisions of one seat: one zone, or two with a gap of 16 (TOUCHSCREEN 3).
Item {
    id: zones

    required property var table
    required property var seat
    readonly property bool single: seat.zone2Token === ""

    TapButton {
        table: zones.table
        x: Theme.u(8)
        y: Theme.u(38)
        width: zones.single ? Theme.u(168) : Theme.u(76)
        height: Theme.u(126)
        inset: 5
        labelSteps: [30, 26, 24, 22, 20, 18]
        label: zones.seat.zone1Text
        name: zones.seat.zone1Name
        token: zones.seat.zone1Token
    }

    TapButton {
        table: zones.table
        visible: !zones.single
        x: Theme.u(100)
        y: Theme.u(38)
        width: Theme.u(76)
        height: Theme.u(126)
        inset: 5
        labelSteps: [30, 26, 24, 22, 20, 18]
        label: zones.seat.zone2Text
        name: zones.seat.zone2Name
        token: zones.seat.zone2Token
    }
}
