"""What is left of the player-dealer's wager, now and after the open stop (G6.1, TOUCHSCREEN 9)."""

from dataclasses import dataclass

from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset_names import Coverage
from controller.engine.view_types import CoverageView, TableView
from ui.formatting import hand_long, hand_short
from ui.options import Wording
from ui.viewmodels.base import ViewModel, shows

HEAD_CHARACTERS = 32
"""So many characters fit the head of the panel; a longer hand is named shortly, as on its tile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageShown:
    """Hold the head of the settlement panel.

    readingText: the wager; line1, line2: what is left, the second empty under `gross_pool`; fraction1,
    fraction2: the same as 0..1 for the bars; handText: the banker's hand and whether it qualifies.
    """

    visible: bool = False
    readingText: str = ""
    line1: str = ""
    line2: str = ""
    fraction1: float = 0.0
    fraction2: float = 0.0
    exhausted: bool = False
    exhaustedText: str = ""
    handText: str = ""


@shows(CoverageShown)
class CoverageViewModel(ViewModel[CoverageShown]):
    """Show what the bank can still move."""


def coverage_shown(view: TableView, words: Wording) -> CoverageShown:
    """Say what is left of the bank by its reading."""
    coverage = view.coverage
    say, money = words.say, words.money
    if view.house_banked:
        return CoverageShown(visible=True, line1=say("coverage.unlimited"), handText=_hand(view, words))
    if coverage is None:
        return CoverageShown(handText=_hand(view, words))
    line1, line2 = _lines(view, coverage, words)
    return CoverageShown(
        visible=True,
        readingText=say("coverage.wager", amount=money.exact(coverage.bank)),
        line1=line1,
        line2=line2,
        fraction1=_fraction(coverage.can_pay, coverage.bank),
        fraction2=_fraction(coverage.can_collect, coverage.bank),
        exhausted=coverage.exhausted,
        exhaustedText=say("coverage.exhausted") if coverage.exhausted else "",
        handText=_hand(view, words),
    )


def _hand(view: TableView, words: Wording) -> str:
    hand = view.bank.hand
    if hand is None:
        return ""
    key = "coverage.qualifies" if view.bank.qualifies else "coverage.not_qualified"
    named = hand_long(hand.category, hand.five, words.say)
    said = words.say(key, hand=named[:1].upper() + named[1:])
    if len(said) > HEAD_CHARACTERS:
        return words.say(key, hand=hand_short(hand.category, hand.five, words.say))
    return said


def _lines(view: TableView, coverage: CoverageView, words: Wording) -> tuple[str, str]:
    pay = (coverage.can_pay, coverage.can_pay_after)
    if coverage.layers and view.prompt.seat is not None:
        return _layered(coverage, view.prompt.seat, words)
    if coverage.reading is Coverage.GROSS_POOL:
        return _line("gross_pool", pay, view, words), ""
    collect = (coverage.can_collect, coverage.can_collect_after)
    return _line("can_pay", pay, view, words), _line("can_collect", collect, view, words)


def _layered(coverage: CoverageView, seat: SeatNo, words: Wording) -> tuple[str, str]:
    """Say what each layer of a shared bank still has once the stop is done (G8.8)."""

    def said(key: str, lefts: tuple[Cents | None, ...]) -> str:
        parts = (
            words.say("coverage.layer", number=number, left=words.money.exact(left or 0))
            for number, left in enumerate(lefts, start=1)
        )
        return words.say(f"coverage.{key}_layers", seat=seat, layers=words.say("list.comma").join(parts))

    pay = tuple(one.to_pay for one in coverage.layers)
    if coverage.reading is Coverage.GROSS_POOL:
        return said("gross_pool", pay), ""
    return said("can_pay", pay), said("can_collect", tuple(one.to_collect for one in coverage.layers))


def _line(key: str, amounts: tuple[Cents, Cents], view: TableView, words: Wording) -> str:
    left, after = (words.money.exact(amount) for amount in amounts)
    seat = view.prompt.seat
    if seat is None:
        return words.say(f"coverage.{key}_now", left=left)
    return words.say(f"coverage.{key}", left=left, seat=seat, after=after)


def _fraction(left: Cents, whole: Cents) -> float:
    return min(1.0, left / whole) if whole else 0.0
