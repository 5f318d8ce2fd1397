"""Who banks a round beside the player-dealer: the seats named in a shared bank (G2.8, G8.8).

A contributor is named `seat-4`, or by any other name for a person who sits at no seat of the table.
"""

from collections.abc import Iterable

from controller.engine.coverage import BankLayer
from controller.engine.ids import SEATS, SeatNo
from controller.engine.state import TableState

_WORD = "seat"


def own_part(seat: SeatNo) -> str:
    """Name a seat among the contributors, as settlement does."""
    return f"seat-{seat}"


def seat_meant(contributor: str) -> int | None:
    """Give the number of the seat that a name means, in whatever spelling; None for any other name."""
    name = contributor.strip().lower()
    number = name.removeprefix(_WORD).lstrip(" _-")
    return int(number) if name.startswith(_WORD) and number.isascii() and number.isdigit() else None


def seats_in(layers: Iterable[BankLayer]) -> frozenset[int]:
    """Give the seats that hold a part of these layers."""
    named = (seat_meant(one.contributor) for layer in layers for one in layer.contributors)
    return frozenset(seat for seat in named if seat is not None)


def co_bankers(state: TableState) -> frozenset[int]:
    """Give the seats that hold a part of this round's bank beside the player-dealer."""
    current = state.round
    return frozenset() if current is None else seats_in(current.layers) - {current.player_dealer}


def may_hold_on(state: TableState, layers: Iterable[BankLayer]) -> bool:
    """Tell whether a bank shared last round may stand again: all its seats are there and none wagers."""
    held = seats_in(layers) - {state.banking.player_dealer}
    return held <= frozenset(SEATS) and all(
        state.seat(seat).is_taken and not wagers_there(state, seat) for seat in map(SeatNo, held)
    )


def wagers_there(state: TableState, seat: SeatNo) -> bool:
    """Tell whether anybody at a seat has wagers on the felt."""
    return any(bettor.is_in for bettor in state.seat(seat).bettors)
