"""Identifiers with a meaning of their own; all are plain values."""

from typing import Literal, NewType

SeatNo = NewType("SeatNo", int)
"""Seat 1..8; seat 1 is at the house dealer's left hand, numbers run clockwise (G1)."""

RoundNo = NewType("RoundNo", int)
"""Number of a round over the life of a table, from 1."""

CommandId = NewType("CommandId", str)
"""Names one command of a person; a repeated id gets the first answer again (G3.10)."""

Token = NewType("Token", str)
"""Names what an offer means; it changes only when that meaning changes (ARCHITECTURE 11)."""

DeckLetter = Literal["A", "B"]
"""Names one of the two decks of a table."""

DeviceName = Literal["shuffler", "shoe"]
"""Names a device by what it is at the table."""

SEATS: tuple[SeatNo, ...] = tuple(SeatNo(n) for n in range(1, 9))


def clockwise_from(seat: SeatNo) -> tuple[SeatNo, ...]:
    """Give the seven other seats clockwise, starting at the left of `seat` (G1)."""
    return SEATS[seat:] + SEATS[: seat - 1]


def other_deck(letter: DeckLetter) -> DeckLetter:
    """Give the letter of the deck that is due after this one (G10.1)."""
    return "B" if letter == "A" else "A"
