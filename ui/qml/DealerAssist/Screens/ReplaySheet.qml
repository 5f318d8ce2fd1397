pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// S6: every event of a round, a row each, in the order of the record; it covers all but the prompt.
Sheet {
    id: sheet

    readonly property var round: table.replay
    readonly property real firstX: table.mirrored ? 224 : 16
    readonly property list<real> columns: [20, 110, 250, 400, 920]

    title: round.titleText
    detail: table.labels.replay_detail
    y: Theme.u(160)
    backX: table.mirrored ? 16 : 1064
    backWidth: 200
    backLook: "ready"

    component Key: TapButton {
        required property int place

        table: sheet.table
        x: Theme.u(sheet.firstX + 208 * place)
        y: Theme.u(532)
        width: Theme.u(200)
        height: Theme.u(97)
        intent: "replayed"
        look: token === "" ? "wait" : "plain"
    }

    component Head: FitText {
        required property int column

        x: Theme.u(sheet.columns[column])
        y: Theme.u(80)
        height: Theme.u(22)
        steps: [18]
        color: Theme.secondInk
    }

    Head {
        column: 2
        text: sheet.table.labels.replay_who
    }

    Head {
        column: 3
        text: sheet.table.labels.replay_event
    }

    Head {
        column: 4
        text: sheet.table.labels.replay_before
    }

    FitText {
        x: Theme.u(20)
        y: Theme.u(110)
        width: Theme.u(1240)
        height: Theme.u(60)
        wrapMode: Text.WordWrap
        color: Theme.secondInk
        text: sheet.round.stateText
    }

    FitText {
        x: Theme.u(640)
        y: Theme.u(14)
        width: Theme.u(620)
        height: Theme.u(50)
        horizontalAlignment: Text.AlignRight
        wrapMode: Text.WordWrap
        steps: [20, 18]
        color: sheet.round.failed ? Theme.ink : Theme.secondInk
        font.bold: sheet.round.failed
        text: sheet.round.noteText
    }

    FitText {
        x: Theme.u(920)
        y: Theme.u(510)
        width: Theme.u(340)
        height: Theme.u(22)
        horizontalAlignment: Text.AlignRight
        steps: [18]
        color: Theme.secondInk
        text: sheet.round.pageText
    }

    Repeater {
        model: sheet.table.replayRows

        Item {
            id: row

            required property var model
            required property int index

            component Cell: FitText {
                required property int column

                x: Theme.u(sheet.columns[column])
                height: Theme.u(48)
                steps: [20, 18]
                color: Theme.secondInk
            }

            y: Theme.u(102 + 51 * index)
            visible: model.used

            Cell {
                column: 0
                width: Theme.u(84)
                text: row.model.seqText
            }

            Cell {
                column: 1
                width: Theme.u(132)
                text: row.model.timeText
            }

            Cell {
                column: 2
                width: Theme.u(142)
                steps: [20, 18]
                wrapMode: Text.Wrap
                text: row.model.actorText
            }

            Cell {
                column: 3
                width: Theme.u(510)
                wrapMode: Text.Wrap
                color: Theme.ink
                text: row.model.text
            }

            Cell {
                column: 4
                width: Theme.u(340)
                wrapMode: Text.Wrap
                color: Theme.ink
                text: row.model.changeText
            }
        }
    }

    Key {
        place: 0
        arg: sheet.round.olderArg
        token: sheet.round.olderToken
        label: sheet.table.labels.replay_older
    }

    Key {
        place: 1
        arg: sheet.round.newerArg
        token: sheet.round.newerToken
        label: sheet.table.labels.replay_newer
    }

    Key {
        place: 2
        arg: sheet.round.upArg
        token: sheet.round.upToken
        label: sheet.table.labels.replay_up
    }

    Key {
        place: 3
        arg: sheet.round.downArg
        token: sheet.round.downToken
        label: sheet.table.labels.replay_down
    }

    Key {
        place: 4
        intent: "export"
        token: sheet.round.exportToken
        label: sheet.table.labels.replay_export
    }
}
