"""Advance: evolve the events of one command in turn; the only way state moves (ARCHITECTURE 3)."""

from collections.abc import Iterable

from controller.engine.events import Event
from controller.engine.evolve import evolve
from controller.engine.state import TableState


def advance(state: TableState, events: Iterable[Event]) -> TableState:
    """Give the state after these events, live and in replay alike."""
    for event in events:
        state = evolve(state, event)
    return state
