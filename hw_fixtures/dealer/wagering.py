"""Put the players' wagers down, and remember whose Play will be missing (G2, G8.7)."""

from dataclasses import dataclass, field, replace

from controller.engine.bank_commands import ShareBank
from controller.engine.commands import PlaceWager
from controller.engine.ids import SeatNo
from controller.engine.prompt import Offer, OfferCode, Prompt
from hw_fixtures.dealer.strategy import SharesBank, Strategy, Wagers
from hw_fixtures.dealer.taking import Take, all_of, find, primary


@dataclass(slots=True, kw_only=True)
class Wagering:
    """Follow one round's wagers.

    asked: seats asked already; late: bettors whose Play is never on the felt; waiting: stakes that are still
    to be placed, by seat and bettor; shared: the player-dealer was asked for partners.
    """

    asked: set[SeatNo] = field(default_factory=set)
    late: set[tuple[SeatNo, int]] = field(default_factory=set)
    waiting: list[tuple[SeatNo, int, Wagers]] = field(default_factory=list)
    shared: bool = False

    def begin(self) -> None:
        """Ask everybody anew; wagers stay as they lie, and with them whose Play is always late."""
        self.asked.clear()
        self.waiting.clear()
        self.shared = False

    def place(self, prompt: Prompt, strategy: Strategy) -> Take | None:
        """Place the next bettor's stakes, or close the betting once all stand."""
        if self.waiting:
            seat, number, stakes = self.waiting.pop(0)
            offer = find(prompt, OfferCode.PLACE_WAGER, seat)
            return self._placed(offer, stakes, number) if offer is not None else None
        placed = {offer.seat for offer in all_of(prompt) if offer.code is OfferCode.REMOVE_WAGER}
        for seat in strategy.seats:
            offer = find(prompt, OfferCode.PLACE_WAGER, seat)
            if offer is None or seat in placed or seat in self.asked:
                continue
            self.asked.add(seat)
            wagers = strategy.wagers(seat)
            if wagers is not None:
                self.waiting = [(seat, number, one) for number, one in enumerate(wagers.behind, start=1)]
                return self._placed(offer, wagers, 0)
        return self._shared(prompt, strategy) or primary(prompt)

    def _shared(self, prompt: Prompt, strategy: Strategy) -> Take | None:
        """Let partners into the bank, once a round (G8.8)."""
        offer = find(prompt, OfferCode.SHARE_BANK)
        if self.shared or offer is None or not isinstance(offer.command, ShareBank):
            return None
        self.shared = True
        command = strategy.shared(offer.command) if isinstance(strategy, SharesBank) else None
        return Take(offer=offer, command=command) if command is not None else None

    def _placed(self, offer: Offer, wagers: Wagers, number: int) -> Take | None:
        if not isinstance(offer.command, PlaceWager):
            return None
        if wagers.late:
            self.late.add((offer.command.seat, number))
        command = replace(
            offer.command,
            bettor=number,
            ante=wagers.ante,
            blind=wagers.ante,
            trips=wagers.trips,
            bad_beat=wagers.bad_beat,
        )
        return Take(offer=offer, command=command)

    def late_play(self, prompt: Prompt) -> Take | None:
        """Say which Play behind a seat is not there, as soon as its seat has decided (G8.7)."""
        for offer in all_of(prompt):
            is_late = (offer.seat, offer.bettor) in self.late
            if offer.code is OfferCode.NO_PLAY and offer.enabled and is_late:
                return Take(offer=offer, command=offer.command)
        return None
