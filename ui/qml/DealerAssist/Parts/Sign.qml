import QtQuick
import QtQuick.Shapes
import DealerAssist

// A sign as a vector path: pay, push, take, return, none, ok, warn, stop (P11).
Shape {
    id: sign

    property string kind
    property color colour: Theme.ink
    readonly property var paths: ({
        pay: "M41 8 H59 V41 H92 V59 H59 V92 H41 V59 H8 V41 H41 Z",
        push: "M8 26 H92 V44 H8 Z M8 58 H92 V76 H8 Z",
        take: "M8 41 H92 V59 H8 Z",
        return: "M40 14 L8 44 L40 74 V54 H74 V86 H92 V36 H40 Z",
        none: "M50 6 A44 44 0 1 0 50 94 A44 44 0 1 0 50 6 Z M50 22 A28 28 0 1 1 50 78 A28 28 0 1 1 50 22 Z",
        ok: "M10 52 L26 36 L42 52 L76 16 L92 32 L42 84 Z",
        warn: "M50 6 L97 92 H3 Z M44 36 L46 64 H54 L56 36 Z M44 70 H56 V82 H44 Z",
        stop: "M50 6 L97 92 H3 Z M44 36 L46 64 H54 L56 36 Z M44 70 H56 V82 H44 Z"
    })

    ShapePath {
        fillColor: sign.colour
        fillRule: ShapePath.OddEvenFill
        strokeWidth: -1
        scale: Qt.size(sign.width / 100, sign.height / 100)

        PathSvg {
            path: sign.paths[sign.kind] ?? ""
        }
    }

    ShapePath {
        fillColor: sign.colour
        strokeWidth: -1
        scale: Qt.size(sign.width / 100, sign.height / 100)

        PathSvg {
            path: sign.kind === "none" ? "M76 10 L90 24 L24 90 L10 76 Z" : ""
        }
    }
}
