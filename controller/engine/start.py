"""The state before the first record of a table."""

from controller.engine.house import DENOMINATIONS, Tray
from controller.engine.ids import SEATS
from controller.engine.money import Cents
from controller.engine.ruleset import RuleSet
from controller.engine.state import DealingMode, Deck, Device, Seat, TableState


def initial_state(
    *,
    ruleset: RuleSet,
    mode: DealingMode,
    stub_through_reader: bool,
    decks: tuple[Deck, Deck],
    denominations: tuple[Cents, ...] = DENOMINATIONS,
) -> TableState:
    """Give a closed, empty table with two new decks in the rack; replay starts from here."""
    return TableState(
        ruleset=ruleset,
        mode=mode,
        stub_through_reader=stub_through_reader,
        seats=tuple(Seat(number=number) for number in SEATS),
        decks=decks,
        shuffler=Device(name="shuffler"),
        shoe=Device(name="shoe"),
        tray=Tray(denominations=denominations),
    )
