"""Decide for the players: seats, bank, wagers, acts; seeded or scripted (ARCHITECTURE 11, robot)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.prompt import Offer, OfferCode
from controller.engine.ruleset import Street

LATE = 0.2
"""Part of the bettors behind a seat whose Play is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wagers:
    """Hold one bettor's stakes in cents; the Blind equals the Ante (G2.1).

    behind: bettors behind the seat; late: this one's Play is never on the felt (G8.7).
    """

    ante: Cents
    trips: Cents = 0
    bad_beat: Cents = 0
    behind: tuple["Wagers", ...] = ()
    late: bool = False


class Strategy(Protocol):
    """What the robot asks the players."""

    @property
    def seats(self) -> Sequence[SeatNo]:
        """Name the seats where players sit."""
        ...

    def bank(self, seat: SeatNo, least: Cents) -> Cents | None:
        """Give the bank a seat posts, at least `least`; None declines the offer."""
        ...

    def wagers(self, seat: SeatNo) -> Wagers | None:
        """Give a seat's stakes for this round; None sits out."""
        ...

    def choose(self, seat: SeatNo, street: Street, offers: Sequence[Offer]) -> Offer:
        """Choose one of a seat's enabled offers."""
        ...


@runtime_checkable
class SharesBank(Protocol):
    """What the robot asks a player-dealer who may share the bank (G8.8)."""

    def shared(self, standing: ShareBank) -> ShareBank | None:
        """Give how the bank is held from now on; None leaves it as it stands."""
        ...


class SeededStrategy:
    """Draw everything from one seed; two strategies of one seed play alike.

    seats: where players sit; antes, sides: amounts in cents to choose from; bank: amount posted;
    behind: up to so many bettors stand behind a seat, some of them without a Play (G8.7);
    partners: up to so many hold the bank with the player-dealer, in one or two layers (G8.8);
    bad_beat, needs_trips: the rules offer a Bad Beat, and only beside a Trips (G2.1).
    """

    def __init__(  # noqa: PLR0913 - players have as many independent habits
        self,
        seed: int,
        *,
        seats: Sequence[int] = (1, 2, 3, 4, 5, 6, 7, 8),
        antes: Sequence[Cents] = (1_000, 1_500, 2_500),
        sides: Sequence[Cents] = (0, 500, 1_000),
        bank: Cents = 500_000,
        behind: int = 0,
        partners: int = 0,
        bad_beat: bool = True,
        needs_trips: bool = False,
    ) -> None:
        self.seats = tuple(SeatNo(number) for number in seats)
        self._antes = tuple(antes)
        self._sides = tuple(sides)
        self._bank = bank
        self._behind = behind
        self._partners = partners
        self._bad_beat = bad_beat
        self._needs_trips = needs_trips
        self._rng = random.Random(f"{seed}/players")

    def bank(self, seat: SeatNo, least: Cents) -> Cents | None:
        """Accept with the usual bank, or the least one where that is more."""
        del seat
        return max(self._bank, least)

    def wagers(self, seat: SeatNo) -> Wagers | None:
        """Draw stakes."""
        del seat
        behind = self._rng.randint(0, self._behind) if self._behind else 0
        return replace(self._draw(), behind=tuple(self._draw_behind() for _ in range(behind)))

    def _draw(self) -> Wagers:
        ante = self._rng.choice(self._antes)
        trips, bad_beat = (min(ante, self._rng.choice(self._sides)) for _ in range(2))
        if not self._bad_beat or (self._needs_trips and not trips):
            bad_beat = 0
        return Wagers(ante=ante, trips=trips, bad_beat=bad_beat)

    def _draw_behind(self) -> Wagers:
        return replace(self._draw(), late=self._rng.random() < LATE)

    def shared(self, standing: ShareBank) -> ShareBank | None:
        """Draw partners for a bank that one person holds."""
        if not self._partners or len(standing.parts) > 1:
            return None
        own = standing.parts[0]
        layer = 1
        parts = [own]
        for number in range(1, self._rng.randint(0, self._partners) + 1):
            layer = min(2, layer + self._rng.randint(0, 1))
            parts.append(
                BankPart(layer=layer, contributor=f"partner-{number}", cents=self._rng.randint(1, 30_000))
            )
        return ShareBank(parts=tuple(parts)) if len(parts) > 1 else None

    def choose(self, seat: SeatNo, street: Street, offers: Sequence[Offer]) -> Offer:
        """Draw one of the offers, in the order they are offered."""
        del seat, street
        return self._rng.choice(offers)


@dataclass(slots=True, kw_only=True)
class ScriptedStrategy:
    """Play one written round again and again, as a vector has it.

    player_dealer: the only seat that takes the bank; bank: its amount in cents; stakes: by seat.
    acts: by seat and street, a multiple for a Play, 0 for a check or a fold; what is missing is 0.
    """

    player_dealer: SeatNo
    bank_amount: Cents
    stakes: Mapping[SeatNo, Wagers]
    acts: Mapping[tuple[SeatNo, Street], int] = field(default_factory=dict)

    @property
    def seats(self) -> Sequence[SeatNo]:
        """Seat the player-dealer and everyone with stakes."""
        return tuple(sorted({self.player_dealer, *self.stakes}))

    def bank(self, seat: SeatNo, least: Cents) -> Cents | None:
        """Let the one player-dealer accept."""
        return max(self.bank_amount, least) if seat == self.player_dealer else None

    def wagers(self, seat: SeatNo) -> Wagers | None:
        """Give the written stakes."""
        return self.stakes.get(seat)

    def choose(self, seat: SeatNo, street: Street, offers: Sequence[Offer]) -> Offer:
        """Give the offer with the written multiple; raise ValueError if there is none."""
        multiple = self.acts.get((seat, street), 0)
        for offer in offers:
            if multiple == multiple_of(offer):
                return offer
        open_multiples = sorted(multiple_of(offer) for offer in offers)
        raise ValueError(f"seat {seat} {street}: multiple {multiple}, allowed is one of {open_multiples}")


def multiple_of(offer: Offer) -> int:
    """Give an act's multiple of the Ante; 0 for a check or a fold."""
    if offer.code is not OfferCode.PLAY or offer.command.kind != "decide":
        return 0
    return offer.command.multiple
