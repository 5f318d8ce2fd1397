"""Questions about a state that decide, guide and views share; all are pure and small."""

from controller.engine.cards import Card, Exposed
from controller.engine.commands import Act
from controller.engine.device_words import Dispense, Eject, Place, Target
from controller.engine.ids import DeckLetter, SeatNo, clockwise_from, other_deck
from controller.engine.ruleset import Street
from controller.engine.state import (
    ACTING,
    Cardholding,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Phase,
    Round,
    Seat,
    TableState,
)

TRAY_SENSOR = 6
SEES_BACKS = 2
DEAL_BUTTON = 13
CARDS_IN_DECK = 52
BOARD_CARDS = 5
FLOP_CARDS = 3
HAND_CARDS = 2


def round_of(state: TableState) -> Round:
    """Give the round in progress; raises AssertionError where a phase promises one and there is none."""
    assert state.round is not None
    return state.round


def occupied(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats where somebody sits, in their numbers' order."""
    return tuple(seat.number for seat in state.seats if seat.is_taken)


def dealing_order(state: TableState, player_dealer: SeatNo | None) -> tuple[SeatNo, ...]:
    """Give the entitled seats clockwise from the player-dealer, or from seat 1 (G1, G7.3)."""
    start = player_dealer if player_dealer is not None else SeatNo(8)
    order = clockwise_from(start) if player_dealer is not None else (*clockwise_from(start), start)
    return tuple(number for number in order if is_entitled(state.seat(number)))


def is_entitled(seat: Seat) -> bool:
    """Tell whether a seat gets cards: a bettor there has both Ante and Blind on the felt (G1)."""
    return any(bettor.is_in and bettor.stakes.ante and bettor.stakes.blind for bettor in seat.bettors)


def targets(current: Round) -> tuple[Target, ...]:
    """Give the hands in dealing order, the banker's last (G3.1, HOLE)."""
    seats = tuple(Target(place=Place.SEAT, seat=number) for number in current.entitled)
    return (*seats, Target(place=Place.PLAYER_DEALER, seat=current.player_dealer))


def hole_cards(current: Round) -> int:
    """Give how many cards the hands take."""
    return HAND_CARDS * (len(current.entitled) + 1)


def dealt_cards(current: Round) -> int:
    """Give how many cards leave the deck before the stub."""
    return hole_cards(current) + BOARD_CARDS


def holding(state: TableState, target: Target) -> tuple[Cardholding, ...]:
    """Give the cards read for a target so far."""
    current = round_of(state)
    match target.place:
        case Place.SEAT:
            assert target.seat is not None
            return state.seat(target.seat).cards
        case Place.PLAYER_DEALER:
            return current.dealer_cards
        case Place.BOARD:
            return current.board
        case Place.BURN | Place.STUB:
            return ()


def placed_cards(state: TableState) -> tuple[tuple[str, Cardholding], ...]:
    """Give every card of the round that lies at a place, with that place's name (C3)."""
    if state.round is None:
        return ()
    named: list[tuple[str, Cardholding]] = []
    for seat in state.seats:
        named += [(f"seat {seat.number} card {n}", card) for n, card in enumerate(seat.cards, 1)]
    named += [(f"player-dealer card {n}", card) for n, card in enumerate(state.round.dealer_cards, 1)]
    named += [(f"board card {n}", card) for n, card in enumerate(state.round.board, 1)]
    return tuple(named)


def place_name(target: Target, position: int) -> str:
    """Name a card by its place, position counted from 0."""
    match target.place:
        case Place.SEAT:
            return f"seat {target.seat} card {position + 1}"
        case Place.PLAYER_DEALER:
            return f"player-dealer card {position + 1}"
        case Place.BOARD:
            return f"board card {position + 1}"
        case Place.BURN:
            return "burned card"
        case Place.STUB:
            return f"stub card {position + 1}"


def undecided(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that no Play and no fold binds yet, clockwise."""
    if state.round is None:
        return ()
    return tuple(number for number in state.round.entitled if state.seat(number).decision is None)


def street_of(state: TableState) -> Street | None:
    """Give the street on which seats may decide now, None where none may."""
    if state.phase is Phase.FLOP and not round_of(state).flop_up:
        return None
    return ACTING.get(state.phase)


def open_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that have not decided on the present street, clockwise."""
    street = street_of(state)
    if street is None:
        return ()
    return tuple(number for number in undecided(state) if state.seat(number).checked is not street)


def has_folded(seat: Seat) -> bool:
    """Tell whether a seat folded."""
    return seat.decision is not None and seat.decision.act is Act.FOLD


def face(card: Cardholding) -> Card | None:
    """Give the identity the program holds, open or not; None once closed. For settlement and checks only."""
    return card.card


def faces(cards: tuple[Cardholding, ...]) -> tuple[Card, ...]:
    """Give the identities of face-up cards only."""
    return tuple(card.card for card in cards if isinstance(card, Exposed))


def due_deck(state: TableState) -> Deck | None:
    """Give the deck of the round in progress, None between a closed table's rounds."""
    return None if state.round is None else state.deck(state.round.deck)


def next_letter(state: TableState) -> DeckLetter:
    """Give the deck that is due after this round (G10.1)."""
    return "A" if state.round is None else other_deck(state.round.deck)


def tray_is_clear(state: TableState) -> bool:
    """Tell whether the tray is known to be empty; a shuffler without the sensor never blocks here."""
    return not state.shuffler.can(TRAY_SENSOR) or state.shuffler.tray == 0


def stack_is_done(state: TableState) -> bool:
    """Tell whether the open window's cards are read and, in stacks mode, the stack is on the felt."""
    window = round_of(state).window
    if window is None:
        return True
    if not window.is_full:
        return False
    if state.mode is DealingMode.SHOE:
        return True
    return window.taken and state.shuffler.operation is None


def moves_cards_now(state: TableState) -> bool:
    """Tell whether cards in play are on their way: a window open or an operation on them (CDP1 6)."""
    current = state.round
    if current is None:
        return False
    if current.window is not None and not current.window.is_full:
        return True
    operation = state.shuffler.operation
    return operation is not None and isinstance(operation.order, Dispense | Eject)


def chamber_is_empty(state: TableState) -> bool:
    """Tell whether no deck lies in the shuffler's chamber."""
    return all(deck.place is not DeckPlace.CHAMBER for deck in state.decks)


def doors_are_shut(state: TableState) -> bool:
    """Tell whether every door and the shoe's lid are shut."""
    return not state.shuffler.doors and not state.shoe.doors


def is_clean(state: TableState) -> bool:
    """Tell whether both devices answer, without blocking fault and with doors shut."""
    return (
        state.shuffler.linked
        and state.shoe.linked
        and not state.shuffler.faults
        and not state.shoe.faults
        and doors_are_shut(state)
    )


def deck_is_usable(deck: Deck) -> bool:
    """Tell whether a deck may be used at all."""
    return deck.state is not DeckState.QUARANTINED
