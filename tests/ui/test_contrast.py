"""Colours can be told apart and read in all three themes, from the theme's own values (TOUCHSCREEN 12)."""

import re
from importlib.resources import files
from itertools import combinations

import pytest

Palette = dict[str, str]

THEME = files("ui").joinpath("qml", "DealerAssist", "Theme.qml").read_text(encoding="utf-8")
NAMES = ("day", "evening", "dim")
SURFACES = ("background", "felt", "panel", "button", "activeTile", "bankTile")
SUITS = ("s", "h", "d", "c")
BACKS = ("blue", "orange", "red", "green", "black", "purple", "brown", "yellow", "unknown")
TEXT = 4.5
PROMPT = 7.0
OUTLINE = 3.0
LARGE_BOLD = 3.0
MEANING = 30.0


def palettes() -> dict[str, Palette]:
    """Read the three palettes out of Theme.qml."""
    blocks = re.findall(r"(\w+): \{([^{}]*#[^{}]*)\}", THEME)
    return {name: dict(re.findall(r"(\w+): \"(#[0-9A-F]{6})\"", body)) for name, body in blocks}


def channels(colour: str) -> list[float]:
    """Give linear red, green, blue."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4) for part in parts]


def luminance(colour: str) -> float:
    """Give the relative luminance of WCAG."""
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Give the contrast ratio of WCAG."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str) -> tuple[float, float, float]:
    """Give CIE L*a*b* under D65."""
    red, green, blue = channels(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: str, second: str) -> float:
    """Give the CIE76 distance of two colours."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(first), lab(second), strict=True)) ** 0.5)


def test_there_are_three_themes_with_the_same_colours() -> None:
    """Each theme names every colour that the others name."""
    made = palettes()
    assert set(NAMES) == set(made)
    assert 1 == len({frozenset(palette) for palette in made.values()})


@pytest.mark.parametrize("name", NAMES)
def test_text_is_readable_on_every_surface(name: str) -> None:
    """Text has at least 4.5 to 1, the prompt 7 to 1 (section 12)."""
    palette = palettes()[name]
    pairs = [(ink, surface) for ink in ("ink", "secondInk") for surface in SURFACES]
    pairs += [(suit, "card") for suit in SUITS]
    low = [
        (ink, surface, round(contrast(palette[ink], palette[surface]), 2))
        for ink, surface in pairs
        if contrast(palette[ink], palette[surface]) < TEXT
    ]
    assert [] == low
    assert contrast(palette["ink"], palette["panel"]) >= PROMPT
    assert contrast(palette["moveInk"], palette["move"]) >= PROMPT


@pytest.mark.parametrize("name", NAMES)
def test_outlines_and_backs_can_be_seen(name: str) -> None:
    """An outline or a sign has at least 3 to 1, and so has the large bold letter of a deck (section 3)."""
    palette = palettes()[name]
    outlined = ("background", "felt", "panel", "bankTile")
    signs = ("outline", "pay", "push", "take")
    low = [
        (sign, surface)
        for sign in signs
        for surface in outlined
        if contrast(palette[sign], palette[surface]) < OUTLINE
    ]
    assert [] == low
    assert [] == [back for back in BACKS if contrast(palette["backInk"], palette[back]) < LARGE_BOLD]


@pytest.mark.parametrize("name", NAMES)
def test_colours_with_a_meaning_stand_apart(name: str) -> None:
    """Pay, take and move differ by at least 30 in CIE76 (section 12); each has its sign besides (P11)."""
    palette = palettes()[name]
    near = [
        pair
        for pair in combinations(("pay", "take", "move", "push"), 2)
        if distance(palette[pair[0]], palette[pair[1]]) < MEANING
    ]
    assert [] == near


def test_the_deck_backs_of_the_two_decks_never_look_alike() -> None:
    """Any two back colours differ, and the letter and the frame's shape tell them apart besides (P10)."""
    palette = palettes()["day"]
    same = [pair for pair in combinations(BACKS, 2) if palette[pair[0]] == palette[pair[1]]]
    assert [] == same
