"""A draft of wagers: what the chip keypad changes before it becomes one command (TOUCHSCREEN 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from controller.engine.commands import AnswerOffer, Ask, PlaceWager, PostBank, RemoveWager
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.prompt import Offer, OfferCode, Prompt
from controller.engine.view_types import BettorView, SeatState, SeatView, TableView
from ui.viewmodels.share import SHARE_KEYS, Share, sharing

MAX_BETTORS = 4
DRAFT_KEYS = frozenset({"chip", "field", "clear", "restore", "progressive"}) | SHARE_KEYS
"""Keys of the keypad that change the draft alone."""
FELT_FIRST = frozenset({OfferCode.CLOSE_BETTING, OfferCode.RECORD_FEE, OfferCode.SEAT_PLAYER})
"""Acts that end an open keypad: what was typed must stand on the felt before them."""


class Field(StrEnum):
    """Name the field that a chip is added to."""

    ANTE = "ante"
    TRIPS = "trips"
    BAD_BEAT = "bad_beat"
    BANK = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """Hold the amounts of a draft in cents; the Blind always equals the Ante."""

    ante: Cents = 0
    trips: Cents = 0
    bad_beat: Cents = 0
    bank: Cents = 0
    progressive: Cents = 0

    def of(self, field: Field) -> Cents:
        """Give one amount."""
        amounts = {
            Field.ANTE: self.ante,
            Field.TRIPS: self.trips,
            Field.BAD_BEAT: self.bad_beat,
            Field.BANK: self.bank,
        }
        return amounts[field]

    def with_(self, field: Field, cents: Cents) -> "Amounts":
        """Give the same amounts with one of them changed."""
        match field:
            case Field.ANTE:
                return replace(self, ante=cents)
            case Field.TRIPS:
                return replace(self, trips=cents)
            case Field.BAD_BEAT:
                return replace(self, bad_beat=cents)
            case Field.BANK:
                return replace(self, bank=cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Hold an open keypad: whose, which field, the amounts on the felt and those typed so far.

    bettor: 0 is seated, 1 to 3 stand behind; is_in: the bettor's wagers are on the felt;
    refused: the sentence of the last refusal, shown until something is typed;
    share: who holds the bank, None where it may not be shared now.
    """

    seat: SeatNo
    bettor: int
    field: Field
    base: Amounts
    now: Amounts
    is_in: bool
    refused: str = ""
    share: Share | None = None

    @property
    def is_dirty(self) -> bool:
        """Tell whether something was typed that the felt does not know yet."""
        return self.now != self.base or (self.share is not None and self.share.is_dirty)

    def key(self, intent: str, arg: str, chips: Sequence[Cents]) -> "Draft":
        """Change the draft by one key of the keypad."""
        match intent:
            case "chip":
                return self.add(chips[int(arg)])
            case "field":
                return self.choose(Field(arg))
            case "clear":
                return self.clear()
            case "progressive":
                return self.turn_progressive(int(arg))
            case "restore":
                return self.restore()
            case _:
                return self if self.share is None else self._shared(self.share.key(intent, arg))

    def add(self, cents: Cents) -> "Draft":
        """Add a chip to the chosen field, or to the chosen part of the bank."""
        if self.share is not None:
            return self._shared(self.share.add(cents))
        return self._typed(self.now.with_(self.field, self.now.of(self.field) + cents))

    def turn_progressive(self, stake: Cents) -> "Draft":
        """Place the one fixed progressive stake, or take it back; it needs an Ante (G2.1)."""
        placed = 0 if self.now.progressive or not self.now.ante else stake
        return self._typed(replace(self.now, progressive=placed))

    def clear(self) -> "Draft":
        """Empty the chosen field; side wagers go with the Ante, which they need (G2.1)."""
        if self.field is Field.ANTE:
            return self._typed(replace(self.now, ante=0, trips=0, bad_beat=0, progressive=0))
        if self.share is not None:
            return self._shared(self.share.clear())
        return self._typed(self.now.with_(self.field, 0))

    def restore(self) -> "Draft":
        """Go back to the amounts that stand."""
        share = self.share.restore() if self.share is not None else None
        return replace(self._typed(self.base), share=share)

    def choose(self, field: Field) -> "Draft":
        """Choose the field that chips are added to."""
        return replace(self, field=field)

    def _shared(self, share: Share) -> "Draft":
        """Take another sharing of the bank; the whole is what all put in (G8.8)."""
        return replace(self._typed(replace(self.now, bank=share.total)), share=share)

    def _typed(self, amounts: Amounts) -> "Draft":
        return replace(self, now=amounts, refused="")


def open_draft(view: TableView, seat: SeatNo, bettor: int = 0) -> Draft | None:
    """Open the keypad for a bettor of a seat, or for the bank; None where nothing may be entered.

    Without a bet on the felt it opens empty: what is only remembered is no wager until it is put down again.
    """
    shown = view.seats[seat - 1]
    if shown.state is SeatState.BANK:
        if code_offer(view.prompt, OfferCode.POST_BANK) is None:
            return None
        amounts, share = Amounts(bank=view.bank.amount), share_of(view.prompt)
        return Draft(
            seat=seat, bettor=0, field=Field.BANK, base=amounts, now=amounts, is_in=True, share=share
        )
    if seat_offer(view.prompt, OfferCode.PLACE_WAGER, seat) is None:
        return None
    standing = next((one for one in shown.bettors if one.number == bettor), None)
    is_in = standing is not None and standing.is_in
    amounts = _amounts(standing if is_in else None)
    return Draft(seat=seat, bettor=bettor, field=Field.ANTE, base=amounts, now=amounts, is_in=is_in)


def share_of(prompt: Prompt) -> Share | None:
    """Give how the bank is held now, None where it may not be shared."""
    offer = code_offer(prompt, OfferCode.SHARE_BANK)
    return sharing(offer) if offer is not None and offer.enabled else None


def open_offer_draft(view: TableView, bank: Cents) -> Draft | None:
    """Open the keypad for the bank that the seat asked would post (G8.1)."""
    seat = view.prompt.seat
    asked = any(code_offer(view.prompt, code) for code in (OfferCode.ACCEPT_BANK, OfferCode.POST_BANK))
    if seat is None or not asked:
        return None
    amounts = Amounts(bank=bank)
    return Draft(seat=seat, bettor=0, field=Field.BANK, base=amounts, now=amounts, is_in=True)


def fresh_draft(view: TableView, draft: Draft) -> Draft | None:
    """Follow the felt while nothing was typed; what was typed stays."""
    if draft.is_dirty or draft.field is Field.BANK:
        return draft
    again = open_draft(view, draft.seat, draft.bettor)
    return replace(again, field=draft.field) if again is not None else None


def may_draft(view: TableView, draft: Draft) -> bool:
    """Tell whether the table still takes what a draft is about."""
    if draft.field is not Field.BANK:
        return seat_offer(view.prompt, OfferCode.PLACE_WAGER, draft.seat) is not None
    if seat_offer(view.prompt, OfferCode.POST_BANK, draft.seat) is not None:
        return True
    return seat_offer(view.prompt, OfferCode.ACCEPT_BANK, draft.seat) is not None


def entered(view: TableView, draft: Draft | None) -> TableView:
    """Give the view as "no more bets" would make it: what was typed stands as if it were entered.

    Tiles, sums and keys are all drawn from this one, so that they never differ (TOUCHSCREEN 8).
    """
    if draft is None or not draft.is_dirty or draft.field is Field.BANK:
        return view
    seats = tuple(_entered(seat, draft) if seat.number == draft.seat else seat for seat in view.seats)
    return replace(view, seats=seats)


def _entered(seat: SeatView, draft: Draft) -> SeatView:
    """Put the typed amounts before their bettor; without an Ante the bettor is out (G2.1)."""
    standing = next((one for one in seat.bettors if one.number == draft.bettor), None)
    others = [one for one in seat.bettors if one.number != draft.bettor]
    now = draft.now
    if now.ante:
        typed = BettorView(
            number=draft.bettor,
            ante=now.ante,
            blind=now.ante,
            trips=now.trips,
            bad_beat=now.bad_beat,
            play=0,
            is_in=True,
            progressive=now.progressive,
        )
        others.append(typed)
    elif standing is not None:
        others.append(replace(standing, is_in=False))
    bettors = tuple(sorted(others, key=lambda one: one.number))
    state = SeatState.IN if any(one.is_in for one in bettors) else SeatState.OUT
    return replace(seat, bettors=bettors, state=state)


def removal(draft: Draft, prompt: Prompt) -> Offer | None:
    """Find the offer that takes this bettor out of the round (TOUCHSCREEN 8, "No bet")."""
    wanted = RemoveWager(seat=draft.seat, bettor=draft.bettor)
    return next((offer for offer in prompt.offers if offer.command == wanted and offer.enabled), None)


def _amounts(bettor: BettorView | None) -> Amounts:
    if bettor is None:
        return Amounts()
    return Amounts(
        ante=bettor.ante,
        trips=bettor.trips,
        bad_beat=bettor.bad_beat,
        progressive=bettor.progressive,
    )


def seat_offer(prompt: Prompt, code: OfferCode, seat: int) -> Offer | None:
    """Find a seat's offer of one kind, the primary included."""
    offers = prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)
    return next((offer for offer in offers if offer.code is code and offer.seat == seat), None)


def code_offer(prompt: Prompt, code: OfferCode) -> Offer | None:
    """Find the offer of one kind, whichever seat it is for, the primary included."""
    offers = prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)
    return next((offer for offer in offers if offer.code is code), None)


def proposed_bank(prompt: Prompt, offer: Offer | None = None) -> Cents:
    """Give the bank that the guide proposes with an offer, with that of the prompt where none is named."""
    accept = offer or code_offer(prompt, OfferCode.ACCEPT_BANK)
    if accept is not None and isinstance(accept.command, AnswerOffer) and accept.command.bank is not None:
        return accept.command.bank
    post = code_offer(prompt, OfferCode.POST_BANK)
    if post is not None and isinstance(post.command, PostBank):
        return post.command.amount
    return prompt.amount or 0


def draft_command(draft: Draft, prompt: Prompt) -> tuple[Offer, Ask] | None:
    """Turn a draft into the one command it stands for, with the offer that allows it (TOUCHSCREEN 8)."""
    if draft.field is Field.BANK:
        shared = code_offer(prompt, OfferCode.SHARE_BANK)
        if draft.share is not None and shared is not None and len(draft.share.parts) > 1:
            return shared, draft.share.command
        offer = code_offer(prompt, OfferCode.POST_BANK)
        return (offer, PostBank(amount=draft.now.bank)) if offer else None
    if not (draft.now.ante or draft.now.trips or draft.now.bad_beat):
        return _leaving(draft, prompt)
    offer = seat_offer(prompt, OfferCode.PLACE_WAGER, draft.seat)
    return (offer, _wager(draft)) if offer else None


def _leaving(draft: Draft, prompt: Prompt) -> tuple[Offer, Ask] | None:
    """Take the bettor out of the round: without an Ante there is no wager (G2.1)."""
    remove = removal(draft, prompt)
    return (remove, remove.command) if remove is not None else None


def _wager(draft: Draft) -> PlaceWager:
    return PlaceWager(
        seat=draft.seat,
        bettor=draft.bettor,
        ante=draft.now.ante,
        blind=draft.now.ante,
        trips=draft.now.trips,
        bad_beat=draft.now.bad_beat,
        progressive=draft.now.progressive,
    )
