import QtQuick
import QtQuick.Shapes
import DealerAssist

// One suit as a vector path in the four-colour scheme.
Shape {
    id: suit

    property string letter
    readonly property var paths: ({
        h: "M50 92 C20 62 5 46 5 29 C5 13 17 6 28 6 C38 6 46 12 50 22 C54 12 62 6 72 6 C83 6 95 13 95 29 C95 46 80 62 50 92 Z",
        d: "M50 4 C60 20 74 38 88 50 C74 62 60 80 50 96 C40 80 26 62 12 50 C26 38 40 20 50 4 Z",
        s: "M50 4 C56 22 94 42 94 64 C94 78 83 85 73 85 C65 85 58 81 54 74 C55 84 59 91 66 96 L34 96 C41 91 45 84 46 74 C42 81 35 85 27 85 C17 85 6 78 6 64 C6 42 44 22 50 4 Z",
        c: "M50 5 C62 5 71 14 71 26 C71 33 68 38 64 42 C68 40 72 39 76 39 C88 39 97 48 97 60 C97 72 88 81 76 81 C67 81 59 76 55 69 C56 80 60 90 67 96 L33 96 C40 90 44 80 45 69 C41 76 33 81 24 81 C12 81 3 72 3 60 C3 48 12 39 24 39 C28 39 32 40 36 42 C32 38 29 33 29 26 C29 14 38 5 50 5 Z"
    })

    ShapePath {
        fillColor: suit.letter === "" ? "transparent" : Theme.suitColour(suit.letter)
        strokeWidth: -1
        scale: Qt.size(suit.width / 100, suit.height / 100)

        PathSvg {
            path: suit.paths[suit.letter] ?? ""
        }
    }
}
