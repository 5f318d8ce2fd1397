pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S5: both devices with state, link, cards and what to do, then the two copies of the record.
Sheet {
    id: sheet

    title: table.labels.panel_devices
    y: Theme.u(160)

    component Line: FitText {
        property real row

        x: Theme.u(78)
        y: Theme.u(28 + 26 * row)
        width: Theme.u(522)
        height: Theme.u(26)
        steps: [20, 18]
    }

    Repeater {
        model: sheet.table.devices

        Item {
            id: device

            required property var model
            required property int index

            x: Theme.u(20)
            y: Theme.u(56 + 180 * index)
            visible: model.device !== ""

            Sign {
                x: Theme.u(14)
                y: Theme.u(10)
                width: Theme.u(34)
                height: Theme.u(34)
                kind: device.model.look
                colour: device.model.look === "ok" ? Theme.secondInk : Theme.take
            }

            FitText {
                x: Theme.u(78)
                width: Theme.u(522)
                height: Theme.u(28)
                font.bold: true
                text: device.model.titleText
            }

            Line {
                row: 0
                text: device.model.stateText + "  " + device.model.linkText
            }

            Line {
                row: 1
                color: Theme.secondInk
                text: device.model.identityText + "  " + device.model.firmwareText
            }

            Line {
                row: 2
                color: Theme.secondInk
                text: device.model.countText
            }

            Line {
                row: 3
                color: Theme.secondInk
                text: device.model.lastFaultText
            }

            Line {
                row: 4
                height: Theme.u(46)
                wrapMode: Text.WordWrap
                verticalAlignment: Text.AlignTop
                steps: [18]
                font.bold: device.model.look !== "ok"
                color: device.model.look === "ok" ? Theme.secondInk : Theme.ink
                text: device.model.todoText
            }
        }
    }

    TapButton {
        table: sheet.table
        x: Theme.u(324)
        y: Theme.u(532)
        width: Theme.u(296)
        height: Theme.u(97)
        intent: "sheet"
        arg: "setup"
        label: sheet.table.labels.setup_heading
        token: sheet.table.setupToken
    }

    Sign {
        x: Theme.u(34)
        y: Theme.u(426)
        width: Theme.u(34)
        height: Theme.u(34)
        kind: sheet.table.recordWarn ? "warn" : "ok"
        colour: sheet.table.recordWarn ? Theme.take : Theme.secondInk
    }

    FitText {
        x: Theme.u(98)
        y: Theme.u(416)
        width: Theme.u(522)
        height: Theme.u(28)
        font.bold: true
        text: sheet.table.labels.panel_record
    }

    FitText {
        x: Theme.u(98)
        y: Theme.u(440)
        width: Theme.u(522)
        height: Theme.u(44)
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignTop
        steps: [18]
        color: sheet.table.recordWarn ? Theme.ink : Theme.secondInk
        text: sheet.table.recordText
    }

    FitText {
        x: Theme.u(98)
        y: Theme.u(484)
        width: Theme.u(522)
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
        text: sheet.table.roomText
    }

    FitText {
        x: Theme.u(98)
        y: Theme.u(506)
        width: Theme.u(522)
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
        text: sheet.table.labels.panel_clock + "  " + sheet.table.journalText + "  " + sheet.table.clockText
    }
}
