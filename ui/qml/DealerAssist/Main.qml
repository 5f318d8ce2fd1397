import QtQuick
import QtQuick.Window
import DealerAssist

// The window. Python fills `table` before anything is made; QML holds layout only (TOUCHSCREEN 9).
Window {
    id: root

    required property var table
    property bool kiosk

    color: Theme.background
    title: root.table.tableName
    visible: false

    Binding {
        target: Theme
        property: "name"
        value: root.table.theme
    }

    Binding {
        target: Theme
        property: "unit"
        value: Math.min(root.width / 1280, root.height / 800)
    }

    Binding {
        target: Theme
        property: "deskWidth"
        value: root.width / Theme.unit
    }

    TablePage {
        anchors.fill: parent
        visible: root.table.blocked === ""
        table: root.table
    }

    TapButton {
        anchors.fill: parent
        visible: root.table.asleep
        table: root.table
        look: "tile"
        intent: "wake"
        guarded: false
        name: root.table.labels.button_wake
    }

    BlockPage {
        anchors.fill: parent
        visible: root.table.blocked !== ""
        table: root.table
    }
}
