pragma Singleton

import QtQuick

// Colours, lengths and text sizes (TOUCHSCREEN 3). One unit is the smaller of width / 1280 and height / 800.
QtObject {
    id: theme

    property string name: "day"
    property real unit: 1
    property real deskWidth: 1280

    readonly property int margin: 16
    readonly property int radius: 10

    readonly property color background: palette.background
    readonly property color felt: palette.felt
    readonly property color panel: palette.panel
    readonly property color button: palette.button
    readonly property color buttonDown: palette.buttonDown
    readonly property color outline: palette.outline
    readonly property color ink: palette.ink
    readonly property color secondInk: palette.secondInk
    readonly property color move: palette.move
    readonly property color moveDown: palette.moveDown
    readonly property color moveInk: palette.moveInk
    readonly property color activeTile: palette.activeTile
    readonly property color bankTile: palette.bankTile
    readonly property color backInk: palette.backInk
    readonly property color card: palette.card
    readonly property color pay: palette.pay
    readonly property color push: palette.push
    readonly property color take: palette.take

    readonly property var palette: palettes[name]
    readonly property var palettes: ({
        day: {
            background: "#20262B", felt: "#2E3A3A", panel: "#39434A", button: "#4A5660", buttonDown: "#63717C",
            outline: "#A3AFB8", ink: "#F4F6F7", secondInk: "#C9D3DA", move: "#FFD23F", moveDown: "#D9AE1E",
            moveInk: "#101418", activeTile: "#4B4420", bankTile: "#2F3F52", backInk: "#FFFFFF", card: "#FFFFFF",
            pay: "#56B4E9", push: "#C9D3DA", take: "#F28E6B",
            s: "#111111", h: "#C8102E", d: "#0057B8", c: "#007A33",
            blue: "#0072B2", orange: "#D55E00", red: "#B3261E", green: "#00734D", black: "#33383C",
            purple: "#6A4C93", brown: "#7A4B2A", yellow: "#8A6D00", unknown: "#5A646C"
        },
        evening: {
            background: "#171C20", felt: "#222B2B", panel: "#2C353B", button: "#3B464F", buttonDown: "#53606A",
            outline: "#8F9BA5", ink: "#DDE1E3", secondInk: "#B3BDC4", move: "#DBB02F", moveDown: "#B8921C",
            moveInk: "#0B0E11", activeTile: "#3B3519", bankTile: "#253242", backInk: "#ECECEC", card: "#D6D6D1",
            pay: "#4C9FCE", push: "#B3BDC4", take: "#DD7F5E",
            s: "#0B0B0B", h: "#A50D26", d: "#004794", c: "#005F28",
            blue: "#005F95", orange: "#B24E00", red: "#951F18", green: "#005F40", black: "#2A2E32",
            purple: "#573E79", brown: "#653E22", yellow: "#6E5700", unknown: "#4B545B"
        },
        dim: {
            background: "#0E1113", felt: "#161C1C", panel: "#1F262A", button: "#2A3339", buttonDown: "#3C474F",
            outline: "#78848D", ink: "#B9BEC1", secondInk: "#98A1A8", move: "#BC9824", moveDown: "#8C7015",
            moveInk: "#050607", activeTile: "#2A2612", bankTile: "#1A2431", backInk: "#C4C4C4", card: "#A8A8A2",
            pay: "#2E8ECF", push: "#98A1A8", take: "#C26F50",
            s: "#000000", h: "#6E0015", d: "#00336B", c: "#003F1A",
            blue: "#004A75", orange: "#8A3C00", red: "#741812", green: "#004A32", black: "#1E2124",
            purple: "#45315F", brown: "#50311B", yellow: "#574500", unknown: "#3A4147"
        }
    })

    // Length in whole pixels.
    function u(units: real): real {
        return Math.round(units * unit);
    }

    // Left edge of a thing that stands at `x` on 1280: a wider screen gives its width to the gaps.
    function across(x: real, width: real): real {
        const free = 1280 - 26 - width;
        return u(x + (deskWidth - 1280) * (free > 0 ? (x - 13) / free : 0));
    }

    function backColour(back: string): color {
        return palette[back] ?? "transparent";
    }

    function suitColour(suit: string): color {
        return palette[suit] ?? "transparent";
    }

    function markColour(mark: string): color {
        return mark === "pay" ? pay : mark === "take" ? take : push;
    }
}
