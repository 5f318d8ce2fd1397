"""Leaks that are planted on purpose, each of a kind somebody could write by mistake (issue 7)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import structlog

from controller.engine.cards import Card, Hidden
from controller.engine.commands import Command
from controller.engine.events import Event
from controller.engine.fact_commands import ReportCardRead
from controller.engine.ids import SeatNo
from controller.engine.prompt import Prompt
from controller.engine.state import Seat, TableState
from controller.engine.view_types import TableView
from controller.engine.views import view
from controller.journal.notes import Note
from controller.journal.record import Stamp
from controller.table.intake import Intake
from controller.table.table import Origin, Table
from drivers.events import CardRead

log = structlog.stdlib.get_logger("controller.table.intake")

Tell = Callable[[ReportCardRead, Card], ReportCardRead]
"""Takes a fact and the card in it, tells it somewhere, and gives the fact that goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """Hold one leak: its name, where it shows, and how it is put into the program."""

    name: str
    where: str
    put: Callable[[pytest.MonkeyPatch], None]


def caught_by_the_hunt() -> tuple[Plant, ...]:
    """Give the leaks that the canary hunt must find."""
    return (
        Plant(name="word in a log line", where="log", put=_at_intake(_log_word)),
        Plant(name="salt in a log line", where="log", put=_at_intake(_log_salt)),
        Plant(name="message of an error", where="log", put=_at_intake(_log_error)),
        Plant(name="repr in an error", where="log", put=_log_repr),
        Plant(name="text on the screen", where="console", put=shown_text),
        Plant(name="word in the record", where="record", put=_in_records(_word)),
        Plant(name="salt in the record", where="mirror", put=_in_records(_salt)),
    )


def caught_by_two_runs() -> tuple[Plant, ...]:
    """Give the leaks that are no word; only another run with other cards shows them."""
    return (
        Plant(name="index in a log line", where="log", put=_at_intake(_log_index)),
        Plant(name="byte in the record", where="bodies", put=_at_intake(_record_index)),
        Plant(name="length of a record", where="sizes", put=_in_records(_length)),
        Plant(name="text on the screen", where="console", put=shown_text),
        Plant(name="word in a log line", where="log", put=_at_intake(_log_word)),
        Plant(name="message of an error", where="log", put=_at_intake(_log_error)),
        Plant(name="repr in an error", where="log", put=_log_repr),
    )


def _at_intake(tell: Tell) -> Callable[[pytest.MonkeyPatch], None]:
    """Put a leak where a face is first known."""

    def put(patch: pytest.MonkeyPatch) -> None:
        real = Intake._card

        def card(self: Intake, source: object, event: CardRead, state: TableState) -> ReportCardRead:
            fact = real(self, source, event, state)  # type: ignore[arg-type]  # passed on as it came
            return fact if fact.card.card is None else tell(fact, fact.card.card)

        patch.setattr(Intake, "_card", card)

    return put


def _log_word(fact: ReportCardRead, card: Card) -> ReportCardRead:
    log.info("card_read", reason=f"the shoe read {card}")
    return fact


def _log_salt(fact: ReportCardRead, _card: Card) -> ReportCardRead:
    assert fact.card.salt is not None
    log.info("card_read", key=fact.card.salt.hex())
    return fact


def _log_index(fact: ReportCardRead, card: Card) -> ReportCardRead:
    log.info("card_read", number=tuple(Card).index(card))
    return fact


def _log_error(fact: ReportCardRead, card: Card) -> ReportCardRead:
    try:
        (Path("/nonexistent") / card).read_bytes()
    except OSError:
        log.info("card_read", exc_info=True)
    return fact


def _log_repr(patch: pytest.MonkeyPatch) -> None:
    """Show everything in the repr of a hidden card, and log one."""

    def shown(self: Hidden) -> str:
        return f"Hidden(card={self.card!r})"

    def tell(fact: ReportCardRead, _card: Card) -> ReportCardRead:
        log.info("card_read", reason=str(OSError(f"cannot place {fact.card!r}")))
        return fact

    patch.setattr(Hidden, "__repr__", shown)
    _at_intake(tell)(patch)


def _record_index(fact: ReportCardRead, card: Card) -> ReportCardRead:
    return replace(fact, confidence=tuple(Card).index(card) + 10)


def _in_records(tell: Callable[[Hidden], str]) -> Callable[[pytest.MonkeyPatch], None]:
    """Put a leak into the name of whoever caused a record, a text that no catalogue checks."""

    def put(patch: pytest.MonkeyPatch) -> None:
        real = Table._write

        def write(
            self: Table,
            command: Command,
            events: tuple[Event, ...],
            notes: tuple[Note, ...],
            stamp: Stamp,
            origin: Origin,
            round_no: int | None,
        ) -> int:
            if isinstance(command, ReportCardRead) and command.card.card is not None:
                origin = replace(origin, actor=f"{origin.actor} {tell(command.card)}")
            return real(self, command, events, notes, stamp, origin, round_no)

        patch.setattr(Table, "_write", write)

    return put


def _word(hidden: Hidden) -> str:
    assert hidden.card is not None
    return hidden.card.value


def _salt(hidden: Hidden) -> str:
    assert hidden.salt is not None
    return hidden.salt.hex()


def _length(hidden: Hidden) -> str:
    assert hidden.card is not None
    return "x" * hidden.card.rank


def shown_text(patch: pytest.MonkeyPatch) -> None:
    """Write the cards of a seat into a text of the picture, as a tooltip would have them."""
    real = view

    def leaky(state: TableState, prompt: Prompt) -> TableView:
        return replace(real(state, prompt), failed_copy=" ".join(_faces(state.seat(SeatNo(2)))))

    def _faces(seat: Seat) -> list[str]:
        return [card.card for card in seat.cards if isinstance(card, Hidden) and card.card is not None]

    patch.setattr("controller.table.table.view", leaky)
