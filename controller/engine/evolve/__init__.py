"""Evolve: one short function per event makes the next state; it never refuses (ARCHITECTURE 2)."""

from typing import assert_never

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
from controller.engine.rotation_events import RotationEvent
from controller.engine.ruling_events import RulingEvent
from controller.engine.state import TableState


def evolve(state: TableState, event: Event) -> TableState:
    """Give the state after one event."""
    if isinstance(event, TableEvent):
        return evolve_table(state, event)
    if isinstance(event, BankEvent):
        return evolve_bank(state, event)
    if isinstance(event, RotationEvent):
        return evolve_rotation(state, event)
    if isinstance(event, WagerEvent):
        return evolve_wager(state, event)
    if isinstance(event, DealEvent):
        return evolve_deal(state, event)
    if isinstance(event, ActEvent):
        return evolve_act(state, event)
    if isinstance(event, SettleEvent):
        return evolve_settle(state, event)
    if isinstance(event, HoldEvent):
        return evolve_hold(state, event)
    if isinstance(event, LedgerEvent):
        return evolve_ledger(state, event)
    if isinstance(event, RulingEvent):
        return evolve_ruling(state, event)
    if isinstance(event, DeckEvent):
        return evolve_deck(state, event)
    if isinstance(event, MachineEvent):
        return evolve_machine(state, event)
    if isinstance(event, OrderEvent):
        return evolve_order(state, event)
    if isinstance(event, PeopleEvent):
        return evolve_people(state, event)
    if isinstance(event, LifeEvent):
        return evolve_life(state, event)
    assert_never(event)
