"""Every screen, both sizes: targets, texts and warnings (TOUCHSCREEN 12)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.ui import lints
from tests.ui.screen import Screen, make_screen
from ui import scenes
from ui.options import ScreenOptions
from ui.scenes.samples import LIMITS

SIZES = ((1280, 800), (1920, 1080))
NUMBER_KEYS = {"chip", "digit", "count", "confirm", "uncount", "erase"}
SMALLEST = 73
LARGE = 97
SLACK = 0.6
"""Rounding to whole pixels may take a little of a length."""


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def sized(request: pytest.FixtureRequest, qapp: object) -> Iterator[Screen]:
    """Start one screen for all scenes of a size."""
    del qapp
    width, height = request.param
    made = make_screen(ScreenOptions(width=width, height=height, limits=LIMITS))
    yield made
    made.app.stop()


def show(screen: Screen, name: str) -> None:
    """Show a scene, or one that needs a tap first."""
    base, *taps = name.split("+")
    screen.app.desk.draft = None
    screen.app.desk.sheet = ""
    screen.show(base)
    for arg in taps:
        screen.tap("tile" if arg.isdigit() else "sheet", arg)
    screen.rest()
    screen.app.window.grabWindow()


OPENED = (
    "D1-wagers+6",
    "D1-wagers+4",
    "D1-wagers+settings",
    "D5-river+irregularity",
    "D10-called+floor",
    "D0-closed+history",
    "D0-closed+devices",
    "D7-settle+history",
    "D10-link+floor+devices",
    "D5-river+floor",
)
ALL = (*scenes.SCENES, *OPENED)


@pytest.mark.parametrize("name", ALL)
def test_every_target_is_large_enough_and_on_the_glass(sized: Screen, name: str) -> None:
    """A dealer target is at least 73 units, number keys and the primary 97 (section 3, size lint)."""
    show(sized, name)
    width = sized.app.window.width() / lints.unit(sized)
    small = [
        (one.name, one.rect.width(), one.rect.height())
        for one in lints.targets(sized)
        if min(one.rect.width(), one.rect.height())
        < (LARGE if one.intent in NUMBER_KEYS else SMALLEST) - SLACK
    ]
    outside = [
        one.name
        for one in lints.targets(sized)
        if one.rect.left() < -SLACK or one.rect.right() > width + SLACK or one.rect.bottom() > 800 + SLACK
    ]
    assert ([], []) == (small, outside)


@pytest.mark.parametrize("name", ALL)
def test_targets_do_not_overlap(sized: Screen, name: str) -> None:
    """No point of the glass belongs to two controls; FOLD stands 16 units from its neighbour (section 3)."""
    show(sized, name)
    spots = [one for one in lints.targets(sized) if one.intent != "tile"]
    pairs = [
        (first.name, second.name)
        for place, first in enumerate(spots)
        for second in spots[place + 1 :]
        if first.rect.adjusted(1, 1, -1, -1).intersects(second.rect)
    ]
    assert [] == pairs


@pytest.mark.parametrize("name", ALL)
def test_control_names_are_unique(sized: Screen, name: str) -> None:
    """A full name tells each control from the others (section 11)."""
    show(sized, name)
    names = [one.name for one in lints.targets(sized)]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", ALL)
def test_no_text_is_wider_than_its_place(sized: Screen, name: str) -> None:
    """Nothing is ever cut: each text fits its width at one of its sizes (section 3)."""
    show(sized, name)
    wide = [
        (item.property("text"), round(lints.overflow(item), 1))
        for item in lints.texts(sized)
        if lints.overflow(item) > 1
    ]
    assert [] == wide


@pytest.mark.parametrize("language", ["es", "zh"])
def test_the_other_languages_fit_too(language: str, qtbot: QtBot) -> None:
    """The same screens hold Spanish and Chinese (section 11)."""
    del qtbot
    screen = make_screen(ScreenOptions(language=language, limits=LIMITS))
    wide = []
    for name in ALL:
        show(screen, name)
        wide += [
            (name, item.property("text"), round(lints.overflow(item), 1))
            for item in lints.texts(screen)
            if lints.overflow(item) > 1
        ]
    screen.app.stop()
    assert [] == wide


@pytest.mark.parametrize("name", ALL)
def test_no_text_is_higher_than_its_place(sized: Screen, name: str) -> None:
    """Wrapped text stays inside its control, too (section 3)."""
    show(sized, name)
    high = [
        (item.property("text"), round(lints.rise(item), 1))
        for item in lints.texts(sized)
        if lints.rise(item) > lints.unit(sized) * 4
    ]
    assert [] == high


@pytest.mark.parametrize("name", ALL)
def test_the_prompt_is_at_least_30_units_high(sized: Screen, name: str) -> None:
    """The prompt may step to 36 or 30, not below, and nothing else stands below 18 but badges (section 3)."""
    show(sized, name)
    size = lints.unit(sized)
    prompt = sized.app.table.shown.prompt
    heights = {str(item.property("text")): lints.letters(item) / size for item in lints.texts(sized)}
    assert heights[prompt] >= 30 - SLACK
    small = {text for text, height in heights.items() if height < 18 - SLACK}
    assert small <= {"A", "B", "P", "T", "BB"}


def test_a_large_amount_fits_everywhere(sized: Screen) -> None:
    """The longest legal amounts still fit the tiles and the settlement (section 11)."""
    publication = scenes.publication("D7-settle")
    view = publication.view
    assert view.coverage is not None
    rich = replace(view.coverage, bank=100_000_000, can_pay=100_000_000, can_pay_after=99_999_900)
    sized.show(replace(publication, view=replace(view, coverage=rich), seq=999_999_999))
    wide = [item.property("text") for item in lints.texts(sized) if lints.overflow(item) > 1]
    assert [] == wide
