pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Window
import QtQuick.Controls.Basic

// The demo's devices bench: what a dealer would do now, and a key for each thing a hand or a fault can do.
Window {
    id: root

    required property var bench

    width: 600
    height: 800
    color: "#20262B"
    title: root.bench.hint

    Text {
        textFormat: Text.PlainText
        x: 16
        y: 14
        width: root.width - 32
        wrapMode: Text.WordWrap
        color: "#FFD23F"
        font.bold: true
        font.pixelSize: 22
        text: root.bench.hint
    }

    Text {
        textFormat: Text.PlainText
        x: 16
        y: 58
        width: root.width - 32
        wrapMode: Text.WordWrap
        color: "#C9D3DA"
        font.pixelSize: 16
        text: root.bench.said
    }

    Flickable {
        id: list

        y: 104
        width: root.width
        height: root.height - y
        contentHeight: flow.height + 12
        clip: true

        Flow {
            id: flow

            x: 16
            width: root.width - 32
            spacing: 6

            Repeater {
                model: root.bench.verbs

                Item {
                    id: place

                    required property string head
                    required property string verb
                    required property bool used

                    visible: used
                    width: head !== "" ? flow.width : key.width
                    height: head !== "" ? 26 : 38

                    Text {
                        textFormat: Text.PlainText
                        y: 4
                        color: "#C9D3DA"
                        font.bold: true
                        font.pixelSize: 16
                        text: place.head
                    }

                    AbstractButton {
                        id: key

                        visible: place.verb !== ""
                        width: words.implicitWidth + 24
                        height: 38
                        focusPolicy: Qt.NoFocus
                        Accessible.role: Accessible.Button
                        Accessible.name: place.verb
                        onClicked: root.bench.do(place.verb)

                        background: Rectangle {
                            radius: 8
                            color: key.down ? "#63717C" : "#4A5660"
                            border.color: "#A3AFB8"
                            border.width: 1
                        }

                        contentItem: Text {
                            id: words

                            textFormat: Text.PlainText
                            horizontalAlignment: Text.AlignHCenter
                            verticalAlignment: Text.AlignVCenter
                            color: "#F4F6F7"
                            font.pixelSize: 16
                            text: place.verb
                        }
                    }
                }
            }
        }
    }
}
