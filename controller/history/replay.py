"""S6: each event of a round with number, time and actor, and what a value was before and after it.

The sentences are those of the story. A card that was never turned up is `sealed`, whoever reads: nothing here
has a key. A line crosses to the screen as one JSON object.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Final

from controller.engine.events import (
    BankPosted,
    CardAstray,
    CardDealt,
    CardsExposed,
    DecisionMade,
    DecisionUndone,
    Event,
    SeatTurnedUp,
    WagerPlaced,
    WagerRemoved,
)
from controller.engine.ledger_events import MeterMoved, MeterSet
from controller.engine.life_events import LimitsChanged
from controller.engine.queries import place_name
from controller.engine.ruling_events import (
    BankCorrected,
    CardCorrected,
    DecisionCorrected,
    FoldedHandOpened,
    Ruled,
    StakesCorrected,
)
from controller.history.export import ToldRound
from controller.history.plain import money
from controller.history.story import decision_of, faces_of, refusal_of, sentence_of, stakes_text
from controller.journal.codec import TableRecord
from controller.journal.notes import CommandRefused

SEALED: Final = "sealed"
NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayLine:
    """Hold one event: number of its record, moment in microseconds of UTC, who caused it, what happened.

    round: whose story it is in; before, after: the value it changed, both empty where it changed none.
    """

    round: int
    seq: int
    utc_us: int
    actor: str
    text: str
    before: str = ""
    after: str = ""


def replay_of(told: ToldRound) -> Iterator[ReplayLine]:
    """Give a line for each event of a round and of the way to it, refused commands too, oldest first."""
    values = _Values()
    for record in (*told.before, *told.inside, *told.later):
        content = record.content
        for text, before, after in _said(record, values):
            yield ReplayLine(
                round=told.record.number,
                seq=record.seq,
                utc_us=content.stamp.utc_us,
                actor=content.actor,
                text=text,
                before=before,
                after=after,
            )


def as_replay(rounds: Iterable[ToldRound]) -> Iterator[str]:
    """Give the lines of rounds as JSON Lines, an object an event."""
    for told in rounds:
        yield from (json.dumps(asdict(line), ensure_ascii=False) for line in replay_of(told))


def read_replay(text: str) -> tuple[ReplayLine, ...]:
    """Read what `as_replay` wrote; raise ValueError for a line that is none."""
    try:
        return tuple(ReplayLine(**json.loads(line)) for line in text.splitlines() if line)
    except TypeError as fault:
        raise ValueError(f"replay line: {fault}") from fault


def _said(record: TableRecord, values: "_Values") -> Iterator[tuple[str, str, str]]:
    """Tell each event of one record, then each command that was refused."""
    for event in record.content.events:
        text = _sentence(event)
        before, after = values.change(event)
        if text:
            yield text, before, after
    for note in record.content.notes:
        if isinstance(note, CommandRefused):
            yield refusal_of(record, note), "", ""


def _sentence(event: Event) -> str:
    """Tell an event as the story does; a dealt card by its place."""
    if isinstance(event, CardDealt):
        return f"dealt: {place_name(event.target, event.position)}"
    return sentence_of(event)


class _Values:
    """Remember what events of one round said last, so that the next one has a before."""

    def __init__(self) -> None:
        self._last: dict[object, str] = {}

    def change(self, event: Event) -> tuple[str, str]:
        """Give what the event's value was and is; both empty for an event without one."""
        return _cards(event, self._last) or _recorded(event) or self._kept(event) or ("", "")

    def _kept(self, event: Event) -> tuple[str, str] | None:
        """Compare with what was said of the same wager, decision, bank or limit before."""
        match event:
            case WagerPlaced():
                return self._put(("wager", event.seat, event.bettor), stakes_text(event), NOTHING)
            case WagerRemoved():
                return self._put(("wager", event.seat, event.bettor), NOTHING, NOTHING)
            case DecisionMade():
                multiple = f" {event.multiple}x" if event.multiple else ""
                return self._put(("decision", event.seat), f"{event.act.value}{multiple}", "no decision")
            case DecisionUndone():
                return self._put(("decision", event.seat), "no decision", "")
            case DecisionCorrected():
                self._last["decision", event.seat] = decision_of(event.before)
                return self._put(("decision", event.seat), decision_of(event.after), "")
            case BankPosted():
                return self._put(("bank",), money(event.amount), NOTHING)
            case BankCorrected():
                self._last["bank",] = money(event.before)
                return self._put(("bank",), money(event.after), "")
            case LimitsChanged():
                limits = f"{money(event.minimum)} to {money(event.maximum)}"
                return self._put(("limits", event.wager), limits, "")
            case _:
                return None

    def _put(self, of: object, now: str, first: str) -> tuple[str, str]:
        before = self._last.get(of, first)
        self._last[of] = now
        return before, now


def _cards(event: Event, faces: dict[object, str]) -> tuple[str, str] | None:
    """Tell what lies at a place: `sealed` until it was turned up; faces: those that were, by seal."""
    match event:
        case CardDealt() | CardAstray():
            return "", SEALED
        case CardsExposed(cards=cards) | SeatTurnedUp(cards=cards) | FoldedHandOpened(cards=cards):
            faces.update({("card", one.ordinal): one.card.value for one in cards})
            return (SEALED, faces_of(cards)) if cards else None
        case CardCorrected(up=up):
            after = SEALED if up is None else up.card.value
            return faces.get(("card", event.before), SEALED), after
        case _:
            return None


def _recorded(event: Event) -> tuple[str, str] | None:
    """Give the values of an event that holds both itself."""
    match event:
        case StakesCorrected():
            return money(event.before.total), money(event.after.total)
        case MeterMoved():
            return money(event.before), money(event.after)
        case MeterSet():
            return NOTHING if event.before is None else money(event.before), money(event.after)
        case Ruled():
            return event.before, event.after
        case _:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayHeard:
    """Hold what a worker brought: the lines of a round, the name of the file it wrote, or why neither.

    round: which one was asked for; lines: None where only a file was written; fault: empty if it went well.
    """

    round: int
    lines: tuple[ReplayLine, ...] | None = None
    file: str = ""
    fault: str = ""
