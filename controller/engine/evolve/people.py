"""Evolve what the table knows of its people (DURABILITY 9)."""

from controller.engine.copying import replace
from controller.engine.people_events import PeopleEvent
from controller.engine.state import TableState


def evolve_people(state: TableState, event: PeopleEvent) -> TableState:
    """Give the state after an event about people: an approval is never used twice."""
    return replace(state, staff=replace(state.staff, approvals=max(state.staff.approvals, event.number)))
