"""What an act will do, in words and amounts, before anyone shows a badge (TOUCHSCREEN 6, S0)."""

from collections.abc import Iterator

from controller.engine.commands import Ask
from controller.engine.house import chips_total
from controller.engine.life_commands import (
    ChangeLimits,
    CountTray,
    CreditTray,
    FillTray,
    LifeAsk,
    SignOnDealer,
    chips_of,
)
from controller.engine.money import Cents
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer, OfferCode
from controller.engine.state import DeckState
from controller.engine.view_types import SeatState, TableView
from ui.formatting import seat_list
from ui.options import Wording
from ui.refusals import reason_text
from ui.waits import device_text

MOST_CHANGES = 4
"""So many seats are named; where more change, the total says the rest."""


def effect_text(offer: Offer, command: Ask, view: TableView, words: Wording, effect: Effect | None) -> str:
    """Say what a command is for, then what it moves as the table judged it on a copy; in both sheets alike.

    effect: None until the table has told it; no amount or deck of a ruling is named before.
    """
    if effect is not None and effect.refused is not None:
        return reason_text(effect.refused, words.say, words.money)
    if isinstance(command, ChangeLimits):
        return _limits(command, view, words)
    purpose = _purpose(offer, command, view, words)
    if effect is None:
        return purpose or words.say("effect.asked")
    told = () if isinstance(command, LifeAsk) else tuple(_sentences(effect, words))
    said = (*((purpose,) if purpose else ()), *told)
    return words.say("list.space").join(said) or words.say("effect.nothing")


def _purpose(offer: Offer, command: Ask, view: TableView, words: Wording) -> str:
    """Say what an act is for, in its own words; empty for one that only its effect tells."""
    hold = view.hold
    voids = offer.code is OfferCode.ACCEPT_NUMBERING and hold is not None and hold.touched
    key = f"approve.effect_{offer.code}_void" if voids else f"approve.effect_{offer.code}"
    if isinstance(command, SignOnDealer) and command.emergency:
        key = "approve.effect_relieve_dealer"
    if key not in words.say:
        return ""
    return words.say(
        key,
        round=view.round or "",
        seat=offer.seat or "",
        device=device_text(getattr(command, "device", None), words.say),
        deck=getattr(command, "deck", view.deck) or "",
        amount=_amount(command, getattr(command, "amount", 0) or 0, words),
        slip=getattr(command, "slip", ""),
    )


def _limits(command: ChangeLimits, view: TableView, words: Wording) -> str:
    """Say which limits will hold for which wager, and from when on (G11.4)."""
    told = words.say(
        "approve.effect_limits_later" if command.minutes else "approve.effect_change_limits",
        wager=words.say(f"seat.{command.wager.value}"),
        minimum=words.money.exact(command.minimum),
        maximum=words.money.exact(command.maximum),
        minutes=command.minutes,
    )
    if command.keeps == "none":
        return told
    seated = tuple(seat.number for seat in view.seats if seat.state is not SeatState.EMPTY)
    keeps = seat_list(seated, words.say) if command.keeps == "seated" else command.keeps
    return f"{told} {words.say('approve.effect_limits_kept', seats=keeps)}"


def _amount(command: Ask, other: Cents, words: Wording) -> str:
    """Give the chips that a command counts or moves, in money; else the amount it is about."""
    if isinstance(command, CountTray | FillTray | CreditTray):
        return words.money.exact(chips_total(chips_of(words.chips, command), command.other))
    return words.money.exact(other)


def _sentences(effect: Effect, words: Wording) -> Iterator[str]:
    say, money = words.say, words.money.exact
    if effect.returned:
        seats = sorted({one.seat for one in effect.chips if one.after < one.before})
        key = "effect.returned_one" if len(seats) == 1 else "effect.returned"
        yield say(key, amount=money(effect.returned), count=len(seats), seat=seats[0])
    if not effect.voids:
        yield from _changes(effect, words)
        if effect.bank_before != effect.bank_after:
            yield say("effect.bank", before=money(effect.bank_before), after=money(effect.bank_after))
    if effect.fees_before != effect.fees_after and not effect.voids:
        yield say("effect.fees", before=money(effect.fees_before), after=money(effect.fees_after))
    if effect.meter_before != effect.meter_after:
        yield say("effect.meter", before=money(effect.meter_before), after=money(effect.meter_after))
    for deck in effect.decks:
        gone = deck.state is DeckState.QUARANTINED
        if gone or deck.is_recounted:
            yield say("effect.deck_gone" if gone else "effect.deck_counted", deck=deck.deck)
    if effect.voids:
        yield say("effect.voids")
    if effect.at_reveal:
        yield say("effect.at_reveal")
    if not effect.goes_on:
        yield say("effect.stands")


def _changes(effect: Effect, words: Wording) -> Iterator[str]:
    """Name each seat's chips or net before and after, the first ones."""
    say, money = words.say, words.money.exact
    chips = [("effect.chips", one.seat, one.before, one.after) for one in effect.chips]
    nets = [("effect.net", one.seat, one.before, one.after) for one in effect.nets]
    for key, seat, before, after in (*chips, *nets)[:MOST_CHANGES]:
        yield say(key, seat=seat, before=money(before), after=money(after))
