"""Draw every screen in every state from hand-made publications: for documents and tests (TOUCHSCREEN 11)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from controller.engine.copying import replace
from controller.engine.prompt import OfferCode, OfferGroup
from controller.engine.ruleset_policy import Irregular
from controller.table.envelope import Envelope
from ui import scenes
from ui.app import TouchscreenApp
from ui.options import THEMES, ScreenOptions
from ui.scenes.effects import sample_effect
from ui.scenes.replayed import SampleReader
from ui.scenes.samples import LIMITS
from ui.texts import LANGUAGES

SIZES: Final = ((1280, 800), (1920, 1080))
OPENED: Final = (
    "D0-closed+primary",
    "D0-closed+history",
    "D0-closed+devices",
    "D0-closed+devices+setup",
    "D1-progressive+floor+devices+setup",
    "D1-wagers+4",
    "D1-wagers+6",
    "D1-shared+4",
    "D1-wagers+settings",
    "D0-opener+settings",
    "D1-fees+floor+table",
    "D1-fees+floor+table+waive_fee",
    "D1-progressive+2",
    "D1-progressive+floor+set_meter",
    "D1-offer-walked+floor",
    "D1-offer-walked+floor+bank+force_offer",
    "D1-offer-all+floor",
    "D1-offer-all+floor+offers",
    "D1-offer-all+floor+notice",
    "D1-game-over+primary",
    "D5-river+irregularity",
    "D5-river+floor",
    "D5-late-play+look6",
    "D5-late-play-marked+look6",
    "D7-settle+history",
    "D7-settle+history+older",
    "D7-settle+floor",
    "D7-settle+floor+S6",
    "D7-settle+floor+S6+let_in",
    "D7-settle+floor+S6+let_in+export",
    "D8-collect+count",
    "D10-dispute+floor",
    "D10-dispute+floor+open_folded_hand",
    "D10-dispute+floor+open_folded_hand+apply",
    "D10-dispute-opened+floor+opened",
    "D10-called+floor",
    "D10-called+floor+void_round",
    "D10-called+floor+void_round+write",
    "D10-called+floor+void_round+apply",
    "D10-link+floor+devices",
    "D0-opener+floor+table+count_tray",
    "D1-slips+floor+table",
    "D1-slips+floor+table+fill_tray",
    "D1-slips+floor+table+void_slip",
    "D1-slips+floor+table+move_seat",
    "D1-posting+2",
    "D1-posting+6",
    "D1-posting+floor+devices+setup",
    "D1-posting+floor+change_limits",
    "D1-posting+floor+change_limits+apply",
    "D1-blocked+floor+devices",
    "D1-blocked+floor+S5",
    "X-copy-failed+devices",
    "D7-corrections+history",
    "D7-corrections+floor",
    "D7-corrections+floor+I25",
    "D7-corrections+floor+I26",
    "D7-corrections+floor+I27",
    "D7-corrections+floor+I27+apply",
    "D10-rulings+floor+ruling",
    "D10-rulings+floor+ruling+I15",
    "D10-rulings+floor+ruling+I18",
    "D10-lost-log-called+primary",
)
"""Scenes with what a finger opens on them, tap by tap."""

BLOCKED: Final = ("X-stopped", "X-silent")
"""The pages that need no table thread (TOUCHSCREEN 4, rule 6)."""

STATES: Final = (*scenes.SCENES, *OPENED, *BLOCKED)
_KEYS: Final = {"apply": "apply", "write": "form_write", "S6": "replay", "export": "export"}
_REST_S: Final = 0.5
_SILENCE_S: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Hold how a screen is drawn: size in pixels, language, brightness, hand."""

    size: tuple[int, int] = SIZES[0]
    language: str = "en"
    theme: str = "day"
    mirrored: bool = False

    @property
    def name(self) -> str:
        """Name the look as a part of a file's name."""
        width, height = self.size
        return f"{width}x{height}-{self.language}-{self.theme}" + ("-left" if self.mirrored else "")


def looks(
    sizes: tuple[tuple[int, int], ...] = SIZES,
    languages: tuple[str, ...] = LANGUAGES,
    themes: tuple[str, ...] = THEMES,
) -> Iterator[Look]:
    """Give every look: each size in each language and brightness for each hand."""
    for size, language, theme, mirrored in product(sizes, languages, themes, (False, True)):
        yield Look(size=size, language=language, theme=theme, mirrored=mirrored)


class Studio:
    """Show scenes in one look without a display; stop it when done. Main thread only."""

    def __init__(self, look: Look) -> None:
        self._now = 100.0
        width, height = look.size
        options = ScreenOptions(
            width=width,
            height=height,
            language=look.language,
            theme=look.theme,
            mirrored=look.mirrored,
            limits=LIMITS,
        )
        self._asked: list[Envelope] = []
        self._reader = SampleReader()
        self._app = TouchscreenApp(
            options, self._taken, offscreen=True, clock=self._clock, reader=self._reader
        )
        self._app.start()

    def draw(self, state: str, file: Path) -> None:
        """Write one state as a PNG; raise OSError where it cannot be written."""
        scene, *taps = state.split("+")
        desk = self._app.desk
        desk.draft, desk.sheet, desk.entry, desk.form, desk.looked = None, "", None, None, None
        publication = scenes.publication("D5-river" if scene in BLOCKED else scene)
        if scene == "X-stopped":
            publication = replace(publication, fault="InvariantFault V4")
        self._app.reader(is_there=scene != "X-copy-failed", dropped=3 if scene == "D10-link" else 0)
        self._app.publish(publication)
        self._rest()
        for tap in taps:
            self._tap(tap)
        if scene == "X-silent":
            self._now += _SILENCE_S
            self._app.table.tick()
        self._app.grab(file)

    def stop(self) -> None:
        """Take the screen down."""
        self._app.stop()

    def _clock(self) -> float:
        return self._now

    def _rest(self) -> None:
        """Let a frame be drawn and the deaf time pass (TOUCHSCREEN 4, rule 5)."""
        self._app.process()
        self._app.table.drawn()
        self._now += _REST_S

    def _tap(self, name: str) -> None:
        if name == "let_in":
            let_in(self._app, self._reader, self._rest)
        else:
            tap_open(self._app, name)
        self._app.table.tick()
        self._tell()
        self._rest()

    def _taken(self, envelope: Envelope) -> bool:
        """Take a command that goes nowhere, and note what only its effect is asked of."""
        if envelope.is_preview:
            self._asked.append(envelope)
        return True

    def _tell(self) -> None:
        """Answer what the screen asked the effect of, as the table would (S0)."""
        published, asked = self._app.desk.publication, self._asked
        if published is not None and asked:
            told = tuple((one.command_id, sample_effect(one.command, published.view)) for one in asked)
            self._asked = []
            self._app.publish(replace(published, effects=told))


def let_in(app: TouchscreenApp, reader: SampleReader, rest: Callable[[], None]) -> None:
    """Show a badge, type a PIN, and answer as the table does to whom it lets read; rest: between taps."""
    published = app.desk.publication
    assert published is not None, "a scene is shown"
    app.badge("F-1")
    for intent in (*("digit",) * 6, "confirm"):
        app.publish(published)  # a table that says nothing for so long has fallen silent
        rest()
        item = app.find(intent)
        assert item is not None, f"the badge is asked; no control {intent}"
        app.press(item)
        app.release(item)
    app.publish(replace(published, outcomes=reader.let_in()))
    rest()


def tap_open(app: TouchscreenApp, name: str) -> None:
    """Tap what a name means: primary, count, older page, an act, a tile, or the button of a sheet.

    Raise LookupError where it is not on the screen.
    """
    shown = app.table.shown
    tokens = {"primary": shown.primaryToken, "count": shown.countToken}
    parts = {"older": "page:"}
    parts |= {code: f":{code}:" for code in OfferCode} | {row: f":{row}." for row in Irregular}
    if name in tokens:
        item = app.find("offer", token=tokens[name])
    elif name in parts:
        item = next((one for one in app.taps() if parts[name] in str(one.property("token"))), None)
    elif name in _KEYS:
        item = app.find(_KEYS[name])
    elif name in set(OfferGroup):
        item = app.find("group", name) or app.find("sheet", name)
    elif name == "S5":
        item = app.find("sheet", "devices")
    elif name.startswith("look"):
        item = app.find("look", name.removeprefix("look"))
    else:
        item = app.find("tile" if name.isdigit() else "sheet", name)
    if item is None:
        raise LookupError(f"no control {name!r} on {shown.screen}")
    app.press(item)
    app.release(item)
