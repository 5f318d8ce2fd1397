import QtQuick
import QtQuick.Controls.Basic
import DealerAssist

// The only thing a finger can hit (TOUCHSCREEN 4). It copies its meaning at the press and sends the copy.
AbstractButton {
    id: control

    required property var table
    property string intent: "offer"
    property string arg
    property string token
    property bool guarded: true
    property string look: "plain"
    property string label
    property string sub
    property string name: label
    property bool chosen
    property list<int> labelSteps: [22, 20, 18]
    property bool bold: true
    property real corner: Theme.radius
    property real inset: 6
    readonly property bool sent: token !== "" && table.sentTokens.indexOf(token) >= 0
    readonly property bool isMove: look === "move" && enabled
    readonly property color fill: isMove ? (down ? Theme.moveDown : Theme.move) : down ? Theme.buttonDown
        : look === "wait" || look === "tile" ? "transparent" : Theme.button
    readonly property color inkNow: isMove ? Theme.moveInk : enabled && !sent ? Theme.ink : Theme.secondInk

    property string heldIntent
    property string heldArg
    property string heldToken
    property int heldPress

    enabled: !guarded || token !== ""
    focusPolicy: Qt.NoFocus
    hoverEnabled: false
    Accessible.role: Accessible.Button
    Accessible.name: name

    onPressed: {
        heldIntent = intent;
        heldArg = arg;
        heldToken = token;
        table.touch(token);
        heldPress = table.press;
    }
    onClicked: table.tap(heldIntent, heldArg, heldToken, heldPress)
    onCanceled: table.forget(heldPress)

    background: Rectangle {
        radius: Theme.u(control.corner)
        color: control.fill
        border.width: control.look === "tile" && !control.down ? 0 : Theme.u(control.look === "ready" || control.chosen ? 4 : 2)
        border.color: control.isMove ? Theme.moveDown : control.chosen || control.look === "ready" ? Theme.ink : Theme.outline
    }

    contentItem: Item {
        FitText {
            id: main

            x: Theme.u(control.inset)
            width: control.width - Theme.u(2 * control.inset)
            height: control.sub === "" ? control.height : control.height - under.height - Theme.u(under.lineCount > 1 ? 4 : 10)
            y: control.sub === "" || under.lineCount > 1 ? 0 : Theme.u(4)
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            font.bold: control.bold
            steps: control.labelSteps
            color: control.inkNow
            text: control.label
        }

        FitText {
            id: under

            x: Theme.u(control.inset)
            width: control.width - Theme.u(2 * control.inset)
            y: control.height - height - Theme.u(lineCount > 1 ? 3 : 8)
            visible: control.sub !== ""
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            steps: [20, 18]
            color: control.isMove ? Theme.moveInk : Theme.secondInk
            text: control.sub
        }
    }
}
