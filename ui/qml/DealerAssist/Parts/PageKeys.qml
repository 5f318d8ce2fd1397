pragma ComponentBehavior: Bound

import QtQuick
import DealerAssist

// Two keys of a long list: to the newer page and to the older one; one that leads nowhere is not there.
Item {
    id: keys

    required property var table
    required property var pages
    readonly property real firstX: table.mirrored ? 592 : 272

    component PageKey: TapButton {
        table: keys.table
        y: Theme.u(532)
        width: Theme.u(204)
        height: Theme.u(97)
        intent: "round"
        visible: token !== ""
    }

    PageKey {
        x: Theme.u(keys.firstX)
        arg: keys.pages.upArg
        token: keys.pages.upToken
        label: keys.pages.upText
    }

    PageKey {
        x: Theme.u(keys.firstX + 212)
        arg: keys.pages.downArg
        token: keys.pages.downToken
        label: keys.pages.downText
    }
}
