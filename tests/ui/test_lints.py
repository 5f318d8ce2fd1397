"""Every screen, both sizes: targets, texts and warnings (TOUCHSCREEN 12)."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from tests.ui import lints
from tests.ui.screen import Screen, make_screen
from ui import scenes
from ui.options import ScreenOptions
from ui.scenes.replayed import SampleReader
from ui.scenes.samples import LIMITS
from ui.scenes.studio import OPENED, let_in, tap_open

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
    made = make_screen(ScreenOptions(width=width, height=height, limits=LIMITS), SampleReader())
    yield made
    made.app.stop()


def show(screen: Screen, name: str) -> None:
    """Show a scene, with what its taps open."""
    base, *taps = name.split("+")
    desk = screen.app.desk
    desk.draft, desk.sheet, desk.entry, desk.form, desk.looked = None, "", None, None, None
    screen.show(base)
    for one in taps:
        screen.rest()
        reader = screen.app.desk.replay.reader
        if one == "let_in" and isinstance(reader, SampleReader):
            let_in(screen.app, reader, screen.rest)
        else:
            tap_open(screen.app, one)
        screen.app.table.tick()
    screen.rest()
    screen.app.window.grabWindow()


ALL = (*scenes.SCENES, *OPENED)
Drawn = Callable[[str], lints.Drawn]


@pytest.fixture(scope="module")
def drawn(sized: Screen) -> Drawn:
    """Draw each scene of a size once, and read from it what every lint asks."""
    kept: dict[str, lints.Drawn] = {}

    def look(name: str) -> lints.Drawn:
        if name not in kept:
            show(sized, name)
            kept[name] = lints.read(sized)
        return kept[name]

    return look


@pytest.mark.parametrize("name", ALL)
def test_every_target_is_large_enough_and_on_the_glass(drawn: Drawn, name: str) -> None:
    """A dealer target is at least 73 units, number keys and the primary 97 (section 3, size lint)."""
    picture = drawn(name)
    small = [
        (one.name, one.rect.width(), one.rect.height())
        for one in picture.targets
        if min(one.rect.width(), one.rect.height())
        < (LARGE if one.intent in NUMBER_KEYS else SMALLEST) - SLACK
    ]
    outside = [
        one.name
        for one in picture.targets
        if one.rect.left() < -SLACK
        or one.rect.right() > picture.width + SLACK
        or one.rect.bottom() > 800 + SLACK
    ]
    assert ([], []) == (small, outside)


@pytest.mark.parametrize("name", ALL)
def test_targets_do_not_overlap(drawn: Drawn, name: str) -> None:
    """No point of the glass belongs to two controls; FOLD stands 16 units from its neighbour (section 3)."""
    spots = [one for one in drawn(name).targets if one.intent != "tile"]
    pairs = [
        (first.name, second.name)
        for place, first in enumerate(spots)
        for second in spots[place + 1 :]
        if first.rect.adjusted(1, 1, -1, -1).intersects(second.rect)
    ]
    assert [] == pairs


@pytest.mark.parametrize("name", ALL)
def test_control_names_are_unique(drawn: Drawn, name: str) -> None:
    """A full name tells each control from the others (section 11)."""
    names = [one.name for one in drawn(name).targets]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", ALL)
def test_no_text_leaves_its_place(drawn: Drawn, name: str) -> None:
    """Nothing is ever cut: each text fits width and height of its place at one of its sizes (section 3)."""
    picture = drawn(name)
    wide = [(one.text, round(one.overflow, 1)) for one in picture.texts if one.overflow > 1]
    high = [(one.text, round(one.rise, 1)) for one in picture.texts if one.rise > picture.unit * 4]
    assert ([], []) == (wide, high)


@pytest.mark.parametrize("name", ALL)
def test_the_prompt_is_at_least_30_units_high(drawn: Drawn, name: str) -> None:
    """The prompt may step to 36 or 30, not below, and nothing else stands below 18 but badges (section 3)."""
    picture = drawn(name)
    heights = {one.text: one.letters / picture.unit for one in picture.texts}
    assert heights[picture.prompt] >= 30 - SLACK
    small = {text for text, height in heights.items() if height < 18 - SLACK}
    assert small <= {"A", "B", "P", "T", "BB"}


@pytest.mark.parametrize("language", ["es", "zh"])
def test_the_other_languages_fit_too(language: str, qtbot: QtBot) -> None:
    """The same screens hold Spanish and Chinese (section 11)."""
    del qtbot
    screen = make_screen(ScreenOptions(language=language, limits=LIMITS), SampleReader())
    wide = []
    for name in ALL:
        show(screen, name)
        picture = lints.read(screen)
        wide += [
            (name, one.text, round(one.overflow, 1), round(one.rise, 1))
            for one in picture.texts
            if one.overflow > 1 or one.rise > picture.unit * 4
        ]
    screen.app.stop()
    assert [] == wide


def test_a_large_amount_fits_everywhere(sized: Screen) -> None:
    """The longest legal amounts still fit the tiles and the settlement (section 11)."""
    publication = scenes.publication("D7-settle")
    view = publication.view
    assert view.coverage is not None
    rich = replace(view.coverage, bank=100_000_000, can_pay=100_000_000, can_pay_after=99_999_900)
    sized.show(replace(publication, view=replace(view, coverage=rich), seq=999_999_999))
    assert [] == [one.text for one in lints.read(sized).texts if one.overflow > 1]
