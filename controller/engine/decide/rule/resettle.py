"""Entries that put money right after a settlement: reverse whole, settle again, linked (I27, V14)."""

from typing import Final

from controller.engine.advance import advance
from controller.engine.decide.rule.authority import next_card_is_out
from controller.engine.decide.rule.outcome import Outcome, not_now
from controller.engine.decide.settling import open_step
from controller.engine.events import Event
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Irregular
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import (
    DecksAfter,
    SettlementRepeated,
    SettlementReversed,
    WagersAfter,
    WalkRestarted,
)
from controller.engine.settlement_types import Settlement, SettlementStep
from controller.engine.showdown import settled_before, walk_of
from controller.engine.state import Phase, TableState
from controller.engine.transitions import may_void

Walk = tuple[SettlementStep, ...]
_WALKED: Final = frozenset({Phase.REVEAL, Phase.SETTLE, Phase.COLLECT})


def compensation(state: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Give what follows for steps that are closed, or open, once these events changed the settlement.

    A closed step whose lines changed is reversed whole and settled again. Where the stops themselves changed,
    all that is closed is reversed, and the walk begins anew, or is repeated at once after its end. A
    round that was undone whole stays so, whatever is found about it afterwards (I10).
    """
    current = state.round
    if current is None or state.phase not in _WALKED or _is_undone(state, current.number):
        return ()
    new = advance(state, events)
    before, after = walk_of(state), walk_of(new)
    if before == after:
        return ()
    number, done = current.number, current.step
    if _stops(before[:done]) == _stops(after[:done]):
        changed = (i for i in range(done) if before[i].lines != after[i].lines)
        entries = tuple(
            entry
            for i in changed
            for entry in (reversed_step(number, i, before), repeated_step(number, i, after))
        )
        return (*entries, *_open_again(new, before, after, done))
    undone = tuple(reversed_step(number, i, before) for i in range(done))
    if state.phase is Phase.COLLECT:
        return (*undone, *(repeated_step(number, i, after) for i in range(len(after))))
    restarted = WalkRestarted()
    return (*undone, restarted, *open_step(advance(new, (restarted,)), 0))


def _is_undone(state: TableState, number: RoundNo) -> bool:
    """Tell whether a round was undone whole: nothing of it stands that could be reversed once more (I10)."""
    previous = state.previous
    return previous is not None and previous.number == number and bool(previous.undone)


def _stops(steps: tuple[SettlementStep, ...]) -> list[tuple[str, int, SeatNo]]:
    return [(step.kind.value, step.pass_no, step.position) for step in steps]


def _open_again(new: TableState, before: Walk, after: Walk, step: int) -> tuple[Event, ...]:
    """Show the open step once more where its seat or its lines changed."""
    was, now = before[step : step + 1], after[step : step + 1]
    same = _stops(was) == _stops(now) and [one.lines for one in was] == [one.lines for one in now]
    if new.phase is Phase.COLLECT or same:
        return ()
    return open_step(new, step)


def reversed_step(number: RoundNo, step: int, walk: Walk) -> SettlementReversed:
    """Give the entry that takes back a step as it was closed."""
    stop = walk[step]
    return SettlementReversed(
        round=number,
        seat=stop.position,
        step=step,
        lines=stop.lines,
        paid=sum(line.paid for line in stop.lines),
        collected=sum(line.collected for line in stop.lines),
    )


def repeated_step(number: RoundNo, step: int, walk: Walk) -> SettlementRepeated:
    """Give the entry that settles a step again."""
    stop = walk[step]
    return SettlementRepeated(
        round=number,
        seat=stop.position,
        step=step,
        lines=stop.lines,
        paid=sum(line.paid for line in stop.lines),
        collected=sum(line.collected for line in stop.lines),
    )


def reopen(state: TableState, command: Rule) -> Outcome | Refused:
    """Reverse a seat's closed steps and settle them again, of this round or of the one before (I27).

    A deck that was wrong undoes a settled round whole, and nothing is settled again (I10).
    """
    found = _settled(state)
    if found is None or not found[2]:
        return not_now("no settlement to open again")
    number, settlement, done = found
    if command.code is Irregular.I10:
        return _undo_round(state, number, settlement, done)
    walk = settlement.steps
    steps = [i for i in done if walk[i].position == command.seat]
    if not steps:
        return Refused(code=RefusalCode.BAD_PLACE, field="seat", value=str(command.seat), seat=command.seat)
    again = tuple(
        entry for i in steps for entry in (reversed_step(number, i, walk), repeated_step(number, i, walk))
    )
    net = sum(line.net for i in steps for line in walk[i].lines)
    return Outcome(
        events=again,
        wagers=WagersAfter.SETTLED_AGAIN,
        place=f"round {number}",
        before=str(net),
        after=str(net),
    )


def _undo_round(
    state: TableState, number: RoundNo, settlement: Settlement, done: tuple[int, ...]
) -> Outcome | Refused:
    if may_void(state) and state.phase is Phase.SETTLE:
        return not_now("the round is not settled")
    if next_card_is_out(state):
        return not_now("a card of the next round is out")
    net = settlement.dealer_net
    return Outcome(
        events=tuple(reversed_step(number, i, settlement.steps) for i in done),
        wagers=WagersAfter.RETURNED,
        decks=DecksAfter.BOTH_RECOUNTED,
        place=f"round {number}",
        before=str(net),
        after="0",
    )


def _settled(state: TableState) -> tuple[RoundNo, Settlement, tuple[int, ...]] | None:
    """Give the settlement that may be opened, this round's or the last one's, and its steps that stand."""
    current, previous = state.round, state.previous
    if current is not None and current.settlement is not None and not current.is_void:
        undone = (
            previous.undone if previous is not None and previous.number == current.number else frozenset()
        )
        standing = tuple(i for i in range(current.step) if i not in undone)
        return current.number, current.settlement, standing
    settlement = settled_before(state)
    if previous is None or settlement is None:
        return None
    steps = range(len(settlement.steps))
    return previous.number, settlement, tuple(i for i in steps if i not in previous.undone)
