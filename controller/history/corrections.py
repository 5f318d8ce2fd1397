"""What rulings changed in a round, also once it is over; the originals stay beside it (I26, I27, V14)."""

from controller.engine.copying import replace
from controller.engine.events import Event
from controller.engine.ledger_events import FeesDropped
from controller.engine.ruling_events import (
    BankCorrected,
    CardCorrected,
    FoldedHandOpened,
    SettlementRepeated,
    SettlementReversed,
    WalkRestarted,
)
from controller.history.record import OpenedRecord, RoundRecord, SeatRecord
from controller.history.turned_up import face_corrected, named, with_step


def corrected(before: RoundRecord, event: Event) -> RoundRecord:
    """Give a round after one event of a ruling; any other changes nothing."""
    match event:
        case SettlementReversed() if event.round == before.number:
            return _reversed(before, event)
        case SettlementRepeated() if event.round == before.number:
            return _repeated(before, event)
        case WalkRestarted():
            return replace(before, seats=())
        case CardCorrected():
            return face_corrected(before, event)
        case FoldedHandOpened():
            hand = OpenedRecord(
                seat=event.seat,
                cards=tuple(card.card for card in event.cards),
                approved_by=event.approved_by,
            )
            return replace(before, opened=(*before.opened, hand))
        case BankCorrected(after=after):
            return replace(before, bank=after)
        case _:
            return before


def amended(rounds: tuple[RoundRecord, ...], event: Event, *, is_playing: bool) -> tuple[RoundRecord, ...]:
    """Give the rounds that are over, newest first, after an event that may be about one of them."""
    if isinstance(event, SettlementReversed | SettlementRepeated):
        return tuple(_moved(corrected(one, event), one) for one in rounds)
    if is_playing or not rounds:
        return rounds
    newest, *others = rounds
    match event:
        case CardCorrected():
            return (corrected(newest, event), *others)
        case FeesDropped(total=total):
            return (replace(newest, fees=newest.fees + total), *others)
        case _:
            return rounds


def _moved(after: RoundRecord, before: RoundRecord) -> RoundRecord:
    """Let the money of a round that is over follow its steps."""
    if after is before:
        return before
    paid = before.paid + sum(one.paid for one in after.seats) - sum(one.paid for one in before.seats)
    had = sum(one.collected for one in before.seats)
    collected = before.collected + sum(one.collected for one in after.seats) - had
    return replace(after, paid=paid, collected=collected)


def _reversed(before: RoundRecord, event: SettlementReversed) -> RoundRecord:
    """Take a closed step out of what counts, and keep it as it was."""
    gone = tuple(replace(one, hand=one.first_hand) for one in before.seats if one.step == event.step)
    left = tuple(one for one in before.seats if one.step != event.step)
    return replace(before, seats=left, undone=(*before.undone, *gone))


def _repeated(before: RoundRecord, event: SettlementRepeated) -> RoundRecord:
    """Put a reversed step back with the lines that count now, and the hand that was turned up for it."""
    shown = next((one for one in reversed(before.undone) if one.step == event.step), None)
    cards = () if shown is None else shown.cards
    again = SeatRecord(
        seat=event.seat,
        step=event.step,
        lines=event.lines,
        cards=cards,
        paid=event.paid,
        collected=event.collected,
        progressive=() if shown is None else shown.progressive,
    )
    after = named(with_step(before, again))
    seats = tuple(replace(one, first_hand=one.hand) if one.step == event.step else one for one in after.seats)
    return replace(after, seats=seats)
