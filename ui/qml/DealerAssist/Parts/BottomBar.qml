pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Undo (or the settings, while nothing can be undone), history, irregularity (or the devices), floor and the one primary; mirrored for the left hand.
Item {
    id: bar

    required property var table

    function at(x: real, width: real): real {
        return bar.table.mirrored ? bar.width - Theme.u(x) - Theme.u(width) : Theme.u(x);
    }

    component Small: TapButton {
        property real place

        table: bar.table
        x: bar.at(place, 160)
        width: Theme.u(160)
        height: bar.height
    }

    Small {
        place: 16
        label: bar.table.labels.button_undo
        sub: bar.table.undoText
        token: bar.table.undoToken
        visible: token !== "" && bar.table.sheet === ""
    }

    Small {
        place: 16
        intent: "sheet"
        arg: "settings"
        label: bar.table.labels.button_settings
        token: bar.table.settingsToken
        visible: token !== "" && bar.table.undoToken === "" && bar.table.sheet === ""
    }

    Small {
        place: 188
        intent: "sheet"
        arg: "history"
        label: bar.table.labels.button_history
        token: bar.table.historyToken
        visible: token !== "" && bar.table.sheet === ""
    }

    Small {
        place: 360
        intent: "sheet"
        arg: "devices"
        label: bar.table.labels.button_devices
        token: bar.table.devicesToken
        visible: token !== "" && bar.table.panel === "closed" && bar.table.irregularityToken === "" && bar.table.sheet === ""
    }

    Small {
        place: 360
        intent: "sheet"
        arg: "irregularity"
        label: bar.table.labels.button_irregularity
        token: bar.table.irregularityToken
        visible: token !== "" && bar.table.sheet === ""
    }

    Small {
        place: 532
        intent: "sheet"
        arg: "floor"
        label: bar.table.labels.button_floor
        sub: bar.table.floorSub
        token: bar.table.floorToken
        visible: token !== "" && bar.table.sheet === ""
    }

    TapButton {
        objectName: "primary"
        table: bar.table
        x: bar.table.mirrored ? Theme.u(16) : bar.width - width - Theme.u(16)
        width: Theme.u(560)
        height: bar.height
        labelSteps: [34, 30, 26, 22, 18]
        look: bar.table.primaryLook
        label: bar.table.primaryText
        sub: bar.table.primarySub
        token: bar.table.primaryToken
    }
}
