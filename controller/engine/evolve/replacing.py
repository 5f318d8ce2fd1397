"""Replace one part of a frozen state."""

from collections.abc import Callable

from controller.engine.copying import changer, replace
from controller.engine.ids import DeckLetter, DeviceName, SeatNo
from controller.engine.state import Deck, Device, Round, Seat, TableState

# What every card, order and decision changes.
put_round = changer(TableState, "round")
put_seats = changer(TableState, "seats")
with_seats_and_round = changer(TableState, "seats", "round")
_with_shoe = changer(TableState, "shoe", "round")


def with_seat(state: TableState, number: SeatNo, change: Callable[[Seat], Seat]) -> TableState:
    """Give the state with one seat changed."""
    return put_seats(state, seats=seats_with(state, change(state.seat(number))))


def seats_with(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """Give the seats with this one in its place; for who changes more of the state with the same copy."""
    number = seat.number
    return (*state.seats[: number - 1], seat, *state.seats[number:])


def with_seats(state: TableState, change: Callable[[Seat], Seat]) -> TableState:
    """Give the state with every seat changed."""
    return replace(state, seats=tuple(change(seat) for seat in state.seats))


def with_deck(state: TableState, letter: DeckLetter, change: Callable[[Deck], Deck]) -> TableState:
    """Give the state with one deck changed."""
    first, second = state.decks
    return replace(
        state, decks=(change(first), second) if letter == first.letter else (first, change(second))
    )


def with_device(state: TableState, name: DeviceName, change: Callable[[Device], Device]) -> TableState:
    """Give the state with one device changed."""
    return put_device(state, change(state.device(name)))


def put_device(state: TableState, device: Device, current: Round | None = None) -> TableState:
    """Give the state with this device in its place, and with another round where that changes too."""
    kept = state.round if current is None else current
    if device.name == "shuffler":
        return replace(state, shuffler=device, round=kept)
    return _with_shoe(state, shoe=device, round=kept)


def with_round(state: TableState, change: Callable[[Round], Round]) -> TableState:
    """Give the state with the round changed; nothing where there is none."""
    return state if state.round is None else put_round(state, round=change(state.round))
