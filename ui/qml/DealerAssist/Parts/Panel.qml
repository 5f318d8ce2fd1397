import QtQuick
import DealerAssist

// The centre of the table; `large` also takes the board's place.
Rectangle {
    id: panel

    property bool large

    x: Theme.across(205, 870)
    y: Theme.u(large ? 344 : 474)
    width: Theme.u(870)
    height: Theme.u(large ? 330 : 200)
    radius: Theme.u(Theme.radius)
    color: Theme.panel
    border.color: Theme.outline
    border.width: Theme.u(2)
}
