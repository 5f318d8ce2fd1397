"""Evolve: one short function per event makes the next state; it never refuses (ARCHITECTURE 2)."""

from collections.abc import Callable
from typing import Any, Final, assert_never

from controller.engine.device_events import DeckEvent, MachineEvent, OrderEvent
from controller.engine.events import (
    ActEvent,
    BankEvent,
    DealEvent,
    Event,
    HoldEvent,
    SettleEvent,
    TableEvent,
    WagerEvent,
)
from controller.engine.evolve.acting import evolve_act
from controller.engine.evolve.banking import evolve_bank
from controller.engine.evolve.betting import evolve_wager
from controller.engine.evolve.dealing import evolve_deal
from controller.engine.evolve.decks import evolve_deck
from controller.engine.evolve.holds import evolve_hold
from controller.engine.evolve.ledgers import evolve_ledger
from controller.engine.evolve.life import evolve_life
from controller.engine.evolve.machines import evolve_machine
from controller.engine.evolve.ordering import evolve_order
from controller.engine.evolve.people import evolve_people
from controller.engine.evolve.rotation import evolve_rotation
from controller.engine.evolve.rule import evolve_ruling
from controller.engine.evolve.settling import evolve_settle
from controller.engine.evolve.table import evolve_table
from controller.engine.ledger_events import LedgerEvent
from controller.engine.life_events import LifeEvent
from controller.engine.people_events import PeopleEvent
from controller.engine.remembering import of_last_pairs
from controller.engine.rotation_events import RotationEvent
from controller.engine.ruling_events import RulingEvent
from controller.engine.state import TableState

Evolve = Callable[[TableState, Any], TableState]

MOST_KEPT: Final = 64
"""Steps of which the result is kept: more than a command causes, few enough for the processor's cache."""

_areas: Final[dict[type, Evolve]] = {}
"""The area of each kind of event met so far; asking the unions every time costs more than most events do."""


@of_last_pairs(MOST_KEPT)
def evolve(state: TableState, event: Event) -> TableState:
    """Give the state after one event.

    It is remembered: a decision evolves its own events to see what follows from them, and who adopts it
    evolves the same ones again, one by one.
    """
    area = _areas.get(type(event))
    if area is None:
        area = _areas[type(event)] = _area(event)
    return area(state, event)


def _area(event: Event) -> Evolve:
    """Give the function of the area that an event belongs to."""
    if isinstance(event, TableEvent):
        return evolve_table
    if isinstance(event, BankEvent):
        return evolve_bank
    if isinstance(event, RotationEvent):
        return evolve_rotation
    if isinstance(event, WagerEvent):
        return evolve_wager
    if isinstance(event, DealEvent):
        return evolve_deal
    if isinstance(event, ActEvent):
        return evolve_act
    if isinstance(event, SettleEvent):
        return evolve_settle
    if isinstance(event, HoldEvent):
        return evolve_hold
    if isinstance(event, LedgerEvent):
        return evolve_ledger
    if isinstance(event, RulingEvent):
        return evolve_ruling
    if isinstance(event, DeckEvent):
        return evolve_deck
    if isinstance(event, MachineEvent):
        return evolve_machine
    if isinstance(event, OrderEvent):
        return evolve_order
    if isinstance(event, PeopleEvent):
        return evolve_people
    if isinstance(event, LifeEvent):
        return evolve_life
    assert_never(event)
