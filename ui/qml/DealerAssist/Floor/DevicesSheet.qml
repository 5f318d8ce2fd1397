pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S5: both devices with state, link, cards, their self-test and what to do, then the copies of the record.
Sheet {
    id: sheet

    readonly property real keyX: 444
    readonly property real beside: keyX - 84

    title: table.labels.panel_devices
    backWidth: 190
    y: Theme.u(160)

    component Line: FitText {
        property real row

        x: Theme.u(54)
        y: Theme.u(28 + 26 * row)
        width: Theme.u(546)
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
                x: Theme.u(0)
                y: Theme.u(6)
                width: Theme.u(34)
                height: Theme.u(34)
                kind: device.model.look
                colour: device.model.look === "ok" ? Theme.secondInk : Theme.take
            }

            FitText {
                x: Theme.u(54)
                width: Theme.u(sheet.beside)
                height: Theme.u(28)
                font.bold: true
                text: device.model.titleText
            }

            TapButton {
                table: sheet.table
                x: Theme.u(sheet.keyX - 20)
                width: Theme.u(176)
                height: Theme.u(80)
                look: token === "" ? "wait" : "plain"
                label: sheet.table.labels.button_retest
                name: device.model.retestText
                sub: device.model.retestSub
                token: device.model.retestToken
            }

            Line {
                row: 0
                width: Theme.u(sheet.beside)
                text: device.model.stateText + "  " + device.model.linkText
            }

            Line {
                row: 1
                width: Theme.u(sheet.beside)
                color: Theme.secondInk
                text: device.model.countText
            }

            Line {
                row: 2
                color: Theme.secondInk
                text: device.model.identityText + "  " + device.model.firmwareText
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
        x: Theme.u(225)
        y: Theme.u(532)
        width: Theme.u(190)
        height: Theme.u(97)
        look: token === "" ? "wait" : "plain"
        intent: "sheet"
        arg: "floor:devices"
        label: sheet.table.labels.button_service
        sub: sheet.table.labels.button_service_sub
        token: sheet.table.serviceToken
    }

    TapButton {
        table: sheet.table
        x: Theme.u(430)
        y: Theme.u(532)
        width: Theme.u(190)
        height: Theme.u(97)
        intent: "sheet"
        arg: "setup"
        label: sheet.table.labels.setup_heading
        token: sheet.table.setupToken
    }

    Sign {
        x: Theme.u(20)
        y: Theme.u(414)
        width: Theme.u(34)
        height: Theme.u(34)
        kind: sheet.table.recordWarn ? "warn" : "ok"
        colour: sheet.table.recordWarn ? Theme.take : Theme.secondInk
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(408)
        width: Theme.u(546)
        height: Theme.u(28)
        font.bold: true
        text: sheet.table.labels.panel_record
    }

    FitText {
        x: Theme.u(298)
        y: Theme.u(408)
        width: Theme.u(322)
        height: Theme.u(28)
        horizontalAlignment: Text.AlignRight
        steps: [18]
        font.bold: sheet.table.readerWarn
        color: sheet.table.readerWarn ? Theme.ink : Theme.secondInk
        text: sheet.table.readerText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(438)
        width: Theme.u(546)
        height: Theme.u(44)
        wrapMode: Text.WordWrap
        verticalAlignment: Text.AlignTop
        steps: [18]
        color: sheet.table.recordWarn ? Theme.ink : Theme.secondInk
        text: sheet.table.recordText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(480)
        width: Theme.u(546)
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
        text: sheet.table.roomText
    }

    FitText {
        x: Theme.u(74)
        y: Theme.u(502)
        width: Theme.u(546)
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
        text: sheet.table.labels.panel_clock + "  " + sheet.table.journalText + "  " + sheet.table.clockText
    }
}
