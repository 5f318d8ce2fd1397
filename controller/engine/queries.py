"""Questions about a state that decide, guide and views share; all are pure and small."""

from functools import lru_cache
from typing import Final, assert_never

from controller.engine.cards import Card, Exposed
from controller.engine.commands import Act
from controller.engine.device_words import Dispense, Eject, Place, Target, WindowMode
from controller.engine.ids import DeckLetter, DeviceName, SeatNo, clockwise_from, other_deck
from controller.engine.money import Cents
from controller.engine.remembering import of_last_state
from controller.engine.ruleset import CommunityDeal, OnFold, Street
from controller.engine.state import (
    ACTING,
    DEALING,
    Cardholding,
    DealingMode,
    Deck,
    DeckPlace,
    DeckState,
    Device,
    Phase,
    Round,
    Seat,
    TableState,
    Window,
)

TRAY_SENSOR = 6
SEES_BACKS = 2
DEAL_BUTTON = 13
CARDS_IN_DECK = 52
BOARD_CARDS = 5
FLOP_CARDS = 3
HAND_CARDS = 2

# Asked at every step, so looked up once (see `state_names`).
_READ: Final = WindowMode.READ
_FOLD: Final = Act.FOLD


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
    return targets_of(current.entitled, current.player_dealer)


@lru_cache(maxsize=64)
def targets_of(entitled: tuple[SeatNo, ...], player_dealer: SeatNo | None) -> tuple[Target, ...]:
    """Give the hands of these seats in dealing order, the banker's last."""
    seats = tuple(Target(place=Place.SEAT, seat=number) for number in entitled)
    return (*seats, Target(place=Place.PLAYER_DEALER, seat=player_dealer))


def hole_cards(current: Round) -> int:
    """Give how many cards the hands take."""
    return HAND_CARDS * (len(current.entitled) + 1)


def placed_cards(state: TableState) -> tuple[tuple[str, Cardholding], ...]:
    """Give every card of the round that lies at a place, with that place's name (C3)."""
    if state.round is None:
        return ()
    named: list[tuple[str, Cardholding]] = []
    for seat in state.seats:
        named += [(f"seat {seat.number} card {n}", card) for n, card in enumerate(seat.cards, 1)]
    named += [(f"player-dealer card {n}", card) for n, card in enumerate(state.round.dealer_cards, 1)]
    named += [(f"board card {n}", card) for n, card in enumerate(state.round.board, 1)]
    named += [(f"burned card {n}", card) for n, card in enumerate(state.round.burned, 1)]
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
            return f"burned card {position + 1}"
        case Place.STUB:
            return f"stub card {position + 1}"
        case _ as unreachable:
            assert_never(unreachable)


@of_last_state
def undecided(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that no Play and no fold binds yet, clockwise."""
    if state.round is None:
        return ()
    seats = [state.seats[number - 1] for number in state.round.entitled]
    return tuple([seat.number for seat in seats if seat.decision is None and not seat.is_dead])


def street_of(state: TableState) -> Street | None:
    """Give the street on which seats may decide now, None where none may, as before its cards are up."""
    if state.phase is Phase.FLOP and not round_of(state).flop_up:
        return None
    if state.phase is Phase.RIVER and not round_of(state).turn_river_up:
        return None
    return ACTING.get(state.phase)


@of_last_state
def open_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats that have not decided on the present street, clockwise."""
    street = street_of(state)
    if street is None:
        return ()
    seats = [state.seats[number - 1] for number in undecided(state)]
    return tuple([seat.number for seat in seats if seat.checked is not street])


def has_folded(seat: Seat) -> bool:
    """Tell whether a seat folded."""
    return seat.decision is not None and seat.decision.act is _FOLD


def may_miss_play(state: TableState, number: SeatNo) -> bool:
    """Tell whether a seat's Play is still so fresh that one behind it may be marked as missing (G8.7).

    Like an undo it ends with the next card or exposure; later it is the floor's correction.
    """
    fresh = any(one.seat == number and one.bettor is None for one in round_of(state).undo)
    decision = state.seat(number).decision
    return fresh and decision is not None and decision.act is Act.PLAY


def folded_hand_opens(state: TableState, seat: Seat) -> bool:
    """Tell whether a folded hand is turned up at its step, because a wager there is valued by it (G3.8)."""
    rules = state.ruleset
    if rules.trips_on_fold is OnFold.SEVEN_CARDS:
        return True
    by_progressive = rules.progressive is not None and rules.progressive.on_fold is OnFold.SEVEN_CARDS
    return by_progressive and any(bettor.is_in and bettor.stakes.progressive for bettor in seat.bettors)


def stays_down(state: TableState, seat: Seat) -> bool:
    """Tell whether a seat's hand is never turned up: dead, or folded and valued by nothing (G3.8, G9.1)."""
    return seat.is_dead or (has_folded(seat) and not folded_hand_opens(state, seat))


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
    return state.shuffler.tray == 0 or not state.shuffler.can(TRAY_SENSOR)


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


def cards_out_so_far(state: TableState) -> int:
    """Give how many cards the shuffler has sent out in this round, by its own counts."""
    current = round_of(state)
    window = current.window
    if window is None:
        return 0
    return cards_read(state) - window.read + window.dispensed + current.ruled.dead


def board_is_down(state: TableState) -> bool:
    """Tell whether the five board cards are read and, in stacks mode, off the tray."""
    current = round_of(state)
    return len(current.board) == BOARD_CARDS and current.window is not None and stack_is_done(state)


@of_last_state
def hands_read(state: TableState) -> int:
    """Give how many cards of the hands were read."""
    current, seats = round_of(state), state.seats
    read = len(current.dealer_cards)
    for number in current.entitled:
        read += len(seats[number - 1].cards)
    return read


def awaits_card(state: TableState) -> bool:
    """Tell whether a window waits for a card of a place: it has as many as the place lacks (G9, CDP1 ARM)."""
    window = round_of(state).window
    return window is not None and window.read < window.count and window.mode is _READ


def cards_read(state: TableState) -> int:
    """Give how many cards of the hands, the board and the burns were read."""
    current = round_of(state)
    return hands_read(state) + len(current.board) + len(current.burned)


def hands_are_dealt(state: TableState) -> bool:
    """Tell whether every hand has its two cards (G3.1, HOLE)."""
    return hands_read(state) >= hole_cards(round_of(state))


def waits_for_ruling(device: Device) -> bool:
    """Tell whether a device lost events and the floor has not ruled on it yet (CDP1 3)."""
    return device.lost_log is not None and not device.lost_log.accepted


def touches_round(state: TableState, name: DeviceName) -> bool:
    """Tell whether events that a device lost may concern cards of this round (CDP1 6, C13).

    In shoe mode the shuffler only prepares the other deck, which is checked anew in any case.
    """
    in_deal = state.round is not None and state.phase in DEALING
    return in_deal and (name == "shoe" or state.mode is DealingMode.STACKS)


def window_places(state: TableState) -> tuple[str, ...]:
    """Name the places of the open window that no card was read for yet, never a face."""
    window = None if state.round is None else state.round.window
    if window is None:
        return ()
    return tuple(place_in(state, window, position) for position in range(window.read, window.count))


def place_in(state: TableState, window: Window, position: int) -> str:
    """Name the place of a window's card; a board may come in more than one window (G3.2)."""
    return place_name(window.target, position + places_before(state, window))


def places_before(state: TableState, window: Window) -> int:
    """Give how many cards lay at a window's target before it was opened; board and burns come in parts."""
    if window.mode is not _READ:
        return 0
    return len(cards_at(state, window.target)) - window.read


def cards_at(state: TableState, target: Target) -> tuple[Cardholding, ...]:
    """Give the cards that lie at a place; those of the stub are only counted."""
    match target.place:
        case Place.SEAT:
            assert target.seat is not None
            return state.seat(target.seat).cards
        case Place.PLAYER_DEALER:
            return round_of(state).dealer_cards
        case Place.BOARD:
            return round_of(state).board
        case Place.BURN:
            return round_of(state).burned
        case Place.STUB:
            return ()
        case _ as unreachable:
            assert_never(unreachable)


def stub_window_is_out(window: Window | None) -> bool:
    """Tell whether the count-only window for the stub was sent to the shoe."""
    return window is not None and window.mode is WindowMode.STUB and window.sent


def still_deals(state: TableState, name: DeviceName) -> bool:
    """Tell whether cards of this round must still leave or pass a device (C11, C13).

    In shoe mode the shuffler only prepares decks, and the shoe has done its part with the last card that
    is dealt: the fifth of the board, or with `before_hands` the banker's second.
    """
    current = state.round
    if current is None or state.phase not in DEALING:
        return False
    to_come = len(current.board) < BOARD_CARDS or not hands_are_dealt(state)
    if state.mode is DealingMode.SHOE:
        return name == "shoe" and to_come
    stub_stays = state.ruleset.community_deal is CommunityDeal.AS_EXPOSED
    return to_come or (not stub_stays and state.deck(current.deck).place is DeckPlace.CHAMBER)


def cards_move(state: TableState, name: DeviceName) -> bool:
    """Tell whether cards in play are on their way through a device: a window or an operation (CDP1 6)."""
    current = state.round
    if current is None or not still_deals(state, name):
        return False
    if current.window is not None and not current.window.is_full:
        return True
    operation = state.shuffler.operation
    return operation is not None and isinstance(operation.order, Dispense | Eject)


def cards_between(state: TableState) -> bool:
    """Tell whether a stack is half out, so that a new start leaves its cards in doubt (C13)."""
    current = state.round
    if current is None or current.window is None:
        return False
    operation = state.shuffler.operation
    if operation is not None and isinstance(operation.order, Dispense | Eject):
        return True
    return 0 < current.window.read < current.window.count


def is_clean(device: Device) -> bool:
    """Tell whether a device answers, without blocking fault and with doors and lid shut."""
    return device.linked and not device.faults and not device.doors


def may_replace(deck: Deck) -> bool:
    """Tell whether the floor may bring a new deck: it is off the table, or nobody finds it any more (G10.4).

    A deck that is carried by hand is seen by no machine: it may have been dropped, or laid into the rack.
    """
    return deck.state is DeckState.QUARANTINED or deck.place is DeckPlace.HAND


def deck_is_usable(deck: Deck) -> bool:
    """Tell whether a deck may be used at all."""
    return deck.state is not DeckState.QUARANTINED


def proposed_bank(state: TableState, seat: SeatNo | None) -> Cents:
    """Give the wager to propose to a seat: its own last one, else what the best Blind row takes (G3.5).

    A proposal, never a limit: `bank_min` may be so small that it would cover almost nothing. What another
    player had in the bank is no proposal: one tap would post it for somebody who never named it.
    """
    rules = state.ruleset
    paid = [row.odds for row in rules.blind_table.rows if row.odds is not None]
    best = max((odds.numerator // odds.denominator for odds in paid), default=1)
    first = max(best * rules.limits.ante.minimum, rules.bank_min)
    own = state.banking.bank if seat in {None, state.banking.player_dealer} else 0
    return own or (first if rules.bank_max is None else min(first, rules.bank_max))


def stakes_on_felt(state: TableState) -> tuple[tuple[SeatNo, int, Cents], ...]:
    """Give what lies before each bettor in this round, Play included, in cents; offers come before wagers."""
    if state.phase is Phase.OFFER:
        return ()
    return tuple(
        (seat.number, bettor.number, bettor.stakes.total + bettor.play)
        for seat in state.seats
        for bettor in seat.bettors
        if bettor.is_in
    )


def is_between_rounds(state: TableState) -> bool:
    """Tell whether dealers and seats may change: no round, or no wager of it on the felt yet (G11.5)."""
    if state.hold is not None or state.recovered:
        return False
    if state.phase is Phase.WAGERS:
        return not any(bettor.is_in for seat in state.seats for bettor in seat.bettors)
    return state.phase in {Phase.CLOSED, Phase.OFFER}
