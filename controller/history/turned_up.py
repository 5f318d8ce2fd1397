"""What lies face up, and the hands that are named by it: of seats, board and bank."""

from controller.engine.cards import Card
from controller.engine.commands import Exposure
from controller.engine.copying import replace
from controller.engine.device_words import Place
from controller.engine.events import CardsExposed, SeatTurnedUp
from controller.engine.ranking import HandValue, evaluate
from controller.engine.ruling_events import CardCorrected
from controller.history.record import RoundRecord, SeatRecord

BOARD_CARDS = 5
HOLE_CARDS = 2


def exposed(before: RoundRecord, event: CardsExposed) -> RoundRecord:
    """Give the round with cards of the board, or the bank's two, face up."""
    cards = tuple(card.card for card in event.cards)
    if event.what is Exposure.PLAYER_DEALER:
        return named(replace(before, bank_cards=cards))
    return replace(before, board=(*before.board, *cards))


def turned_up(before: RoundRecord, event: SeatTurnedUp) -> SeatRecord:
    """Give a seat's step as it opens."""
    cards = tuple(card.card for card in event.cards)
    hand = _hand(before, cards)
    return SeatRecord(
        seat=event.seat, step=event.step, lines=event.lines, hand=hand, cards=cards, first_hand=hand
    )


def with_step(before: RoundRecord, seat: SeatRecord) -> RoundRecord:
    """Give the round with a step in its place; one that is shown once more takes that of the first."""
    others = (one for one in before.seats if one.step != seat.step)
    return replace(before, seats=tuple(sorted((*others, seat), key=lambda one: one.step)))


def face_corrected(before: RoundRecord, event: CardCorrected) -> RoundRecord:
    """Give the round with the card that truly lies at a place which is face up (I26)."""
    if event.up is None:
        return before
    card, at = event.up.card, event.position
    match event.target.place:
        case Place.BOARD:
            before = replace(before, board=_put(before.board, at, card))
        case Place.PLAYER_DEALER:
            before = replace(before, bank_cards=_put(before.bank_cards, at, card))
        case Place.SEAT:
            seats = tuple(
                replace(one, cards=_put(one.cards, at, card)) if one.seat == event.target.seat else one
                for one in before.seats
            )
            before = replace(before, seats=seats)
        case _:
            return before
    return named(before)


def named(before: RoundRecord) -> RoundRecord:
    """Name every hand anew by the cards that lie face up now."""
    seats = tuple(replace(one, hand=_hand(before, one.cards)) for one in before.seats)
    return replace(before, seats=seats, bank_hand=_hand(before, before.bank_cards))


def _put(cards: tuple[Card, ...], at: int, card: Card) -> tuple[Card, ...]:
    return tuple(card if place == at else one for place, one in enumerate(cards))


def _hand(before: RoundRecord, cards: tuple[Card, ...]) -> HandValue | None:
    """Name the hand of two cards that lie face up, None where they or the board do not."""
    if len(cards) != HOLE_CARDS or len(before.board) != BOARD_CARDS:
        return None
    return evaluate((*before.board, *cards))
