"""What the command line tells the touchscreen; plain values, no Qt."""

from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from controller.engine.actors import Role
from controller.engine.copying import replace
from controller.engine.money import Cents
from controller.engine.posted import PostedLimit
from controller.engine.ruleset import Limits, SideMax
from controller.table.envelope import Publication
from ui.formatting import MoneyFormat
from ui.texts import Texts, load_texts

THEMES = ("day", "evening", "dim")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenOptions:
    """Hold how the screen looks and what it may know of the table file.

    width, height: of the window in pixels; chips: five values of the keypad, in cents; currency: sign before
    each amount; limits, side_max: of the rule set, shown beside the keypad, None where unknown;
    back_line: bettors may stand behind a seat; zone: of the clock; actor, role: who works the screen;
    boot: begins each command id, so that a restart never repeats one; keyboard: keys work as taps (demo);
    badge: code of the demo's badge reader, empty on a table.
    """

    width: int = 1280
    height: int = 800
    language: str = "en"
    theme: str = "day"
    mirrored: bool = False
    kiosk: bool = False
    keyboard: bool = False
    chips: tuple[Cents, ...] = (100, 500, 2500, 10000, 50000)
    currency: str = "$"
    limits: Limits | None = None
    side_max: SideMax = SideMax.ANTE
    back_line: bool = True
    zone: tzinfo = UTC
    actor: str = "dealer"
    role: Role = Role.DEALER
    boot: str = "ui"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Hold how things are said and written here: language, money, chips, limits and those to come."""

    say: Texts
    money: MoneyFormat
    chips: tuple[Cents, ...]
    limits: Limits | None
    side_max: SideMax
    zone: tzinfo = field(default=UTC)
    limits_due: tuple[PostedLimit, ...] = ()


def wording_of(options: ScreenOptions, language: str) -> Wording:
    """Read the language and put it beside the table's own formats."""
    return Wording(
        say=load_texts(language),
        money=MoneyFormat(sign=options.currency),
        chips=options.chips,
        limits=options.limits,
        side_max=options.side_max,
        zone=options.zone,
    )


def under(words: Wording, publication: Publication | None) -> Wording:
    """Give the wording with the limits that the table has posted by now, and when others come (G11.4)."""
    view = None if publication is None else publication.view
    if publication is None or view is None or view.limits is None:
        return words
    starts_us = publication.utc_us - publication.boot_us
    due = tuple(replace(one, at_us=starts_us + one.at_us) for one in view.limits_due)
    return replace(words, limits=view.limits, limits_due=due)
