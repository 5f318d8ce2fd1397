"""What the tests of the intake share: a table in round 7, and reports of its shoe."""

from dataclasses import replace

from controller.engine.actors import Source
from controller.engine.cards import Back
from controller.engine.device_words import (
    Place,
    Target,
    WindowMode,
)
from controller.engine.ids import RoundNo
from controller.engine.start import initial_state
from controller.engine.state import DealingMode, Deck, Round, TableState, Window
from controller.rulesets.load import load_ruleset
from controller.table.intake import Intake
from drivers import events as reports

SOURCE = Source(device="shoe", serial="SE-1", epoch=4, number=12)
SALT = bytes(16)


def state_of_table(window: Window | None = None, *, has_round: bool = True) -> TableState:
    """Give a closed table in round 7, or without a round."""
    state = initial_state(
        ruleset=load_ruleset("california-bad-beat"),
        mode=DealingMode.STACKS,
        stub_through_reader=False,
        decks=(Deck(letter="A", deck_id=1, back=Back.RED), Deck(letter="B", deck_id=2, back=Back.BLUE)),
    )
    current = Round(number=RoundNo(7), deck="A", window=window, next_ordinal=3) if has_round else None
    return replace(state, round=current)


def window_of(mode: WindowMode) -> Window:
    """Give a window of five cards from index 10 on."""
    return Window(target=Target(place=Place.STUB, seat=None), first=10, count=5, mode=mode)


def report_of(event: reports.DeviceEvent, number: int = 12, device: str = "shoe") -> reports.DeviceReport:
    """Give a report of the shoe."""
    return reports.DeviceReport(device=device, serial="SE-1", epoch=4, number=number, event=event)


def card_read(code: int, *, index: int | None = 12, flags: int = 0, back: int = 1) -> reports.CardRead:
    """Give one read card."""
    return reports.CardRead(
        t_ms=500, index=index, shoe_id=9, card=code, back=back, confidence=99, flags=flags, raw=0
    )


def read_one(event: reports.DeviceEvent, state: TableState | None = None, number: int = 12) -> object:
    """Give the fact of one event in round 7."""
    return Intake(bytes).read(report_of(event, number), state or state_of_table())
