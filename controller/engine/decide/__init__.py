"""Decide: one short function per command judges it; what follows by itself is added here (ARCHITECTURE 3)."""

from typing import Final, cast, get_args

from controller.engine.advance import advance
from controller.engine.commands import Ask, Command
from controller.engine.decide.automatic import automatic, moved_on
from controller.engine.decide.facts import decide_fact
from controller.engine.decide.orders import may_owe
from controller.engine.decide.people import decide_ask
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.events import Event
from controller.engine.fact_commands import Fact
from controller.engine.faults import TableFault
from controller.engine.refusals import Refused
from controller.engine.state import Context, TableState

_FACTS: Final = frozenset(get_args(Fact))
"""The kinds of facts, to be looked up: a person's command would else be held against each of them in turn."""

MOST_STEPS = 64
"""Bound on what may follow one command by itself; more would be a loop in the rules."""


def decide(state: TableState, command: Command, context: Context) -> Refused | tuple[Event, ...]:
    """Judge one command and give its events, or the refusal of a person's command (G3.1).

    Device orders stand in the tuple as `DeviceOrderIssued`. Only `PassTime` may give no event, when
    nothing was due. Raises TableFault if the rules would never come to rest.
    """
    if type(command) in _FACTS:
        return settle_down(state, decide_fact(state, cast("Fact", command), context), context)
    decided = decide_ask(state, cast("Ask", command), context)
    return decided if isinstance(decided, Refused) else settle_down(state, decided, context)


def settle_down(state: TableState, events: tuple[Event, ...], context: Context) -> tuple[Event, ...]:
    """Add everything that follows from the events without anybody's word, until nothing more does."""
    if not events:
        return events
    after = advance(state, events)
    for _ in range(MOST_STEPS):
        more = automatic(after, context) if may_owe(after, events) else moved_on(after, context)
        if not more:
            return events
        events = (*events, *more)
        if isinstance(more[-1], DeviceOrderIssued):
            return events  # whatever follows by itself did before, and no order is a reason for another
        after = advance(after, more)
    last = events[-1].kind
    raise TableFault(f"the rules did not come to rest after {MOST_STEPS} steps; last event: {last}")
