"""What one ruling comes to, before it is recorded (G9.1)."""

from dataclasses import dataclass

from controller.engine.events import Event
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import DecksAfter, WagersAfter
from controller.engine.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Hold what a ruling does.

    events: its entries; seat: the one concerned where the command names none; before, after: the element in
    words; ends_hold: the table goes on;
    is_void: the round is over with it.
    """

    events: tuple[Event, ...] = ()
    wagers: WagersAfter = WagersAfter.STAND
    decks: DecksAfter = DecksAfter.ALTERNATE
    before: str = ""
    after: str = ""
    place: str = ""
    seat: SeatNo | None = None
    ends_hold: bool = True
    is_void: bool = False


def not_now(why: str) -> Refused:
    """Refuse a ruling that the state gives no ground for; why: in words."""
    return Refused(code=RefusalCode.RULING_NOT_NOW, field="ruling", allowed=why)


def ruled_seat(state: TableState, command: Rule) -> SeatNo | Refused:
    """Give the seat that a ruling is about, one with a living hand in this round."""
    seat = command.seat
    current = state.round
    if seat is None or current is None or seat not in current.entitled or state.seat(seat).is_dead:
        return Refused(
            code=RefusalCode.NOT_ENTITLED, field="seat", value=str(seat), allowed="a seat in the round"
        )
    return seat
