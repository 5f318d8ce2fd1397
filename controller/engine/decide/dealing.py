"""Judge what the house dealer does with cards on the felt: stacks taken, exposures, counts (G3.5, G10.3)."""

from typing import assert_never

from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import Expose, Exposure, RecordCount
from controller.engine.decide.settling import first_step
from controller.engine.deck_order import counts_by_machine
from controller.engine.device_events import DeckQuarantined
from controller.engine.device_words import WindowMode
from controller.engine.events import (
    CardsExposed,
    DeckCounted,
    Event,
    PhaseEntered,
    StackTaken,
    StreetClosed,
    StubDiscarded,
)
from controller.engine.faults import InvariantFault
from controller.engine.queries import (
    BOARD_CARDS,
    CARDS_IN_DECK,
    FLOP_CARDS,
    TRAY_SENSOR,
    open_seats,
    round_of,
    undecided,
)
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import Street
from controller.engine.showdown import folds_wait, open_stop
from controller.engine.state import Cardholding, DealingMode, Phase, TableState, Window
from controller.engine.streets import as_exposed, board_first


def stack_to_take(state: TableState) -> Window | None:
    """Give the stack that a tap takes from a tray without sensor, None where there is none (CDP1 7)."""
    window = round_of(state).window
    unseen = state.mode is DealingMode.STACKS and not state.shuffler.can(TRAY_SENSOR)
    if not unseen or window is None or window.taken or window.mode is not WindowMode.READ:
        return None
    return window


def decide_take_stack(state: TableState) -> Refused | tuple[Event, ...]:
    """Note that the stack left the tray, where no sensor sees it (CDP1 7)."""
    window = stack_to_take(state)
    if window is None:
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="take_stack")
    if not window.is_full or window.dispensed < window.count:
        return Refused(
            code=RefusalCode.CARDS_MISSING, field="stack", value=str(window.read), allowed=str(window.count)
        )
    return (StackTaken(),)


def decide_count(state: TableState, command: RecordCount) -> Refused | tuple[Event, ...]:
    """Record a hand count, where the shuffler does not count; a wrong one takes the deck off (G10.3, I32)."""
    if counts_by_machine(state):
        return Refused(code=RefusalCode.MACHINE_COUNTS, field="count", value=str(command.count))
    if not 0 <= command.count <= 2 * CARDS_IN_DECK:
        return Refused(
            code=RefusalCode.BAD_COUNT, field="count", value=str(command.count), allowed="0 to 104"
        )
    deck = round_of(state).deck
    counted = DeckCounted(deck=deck, count=command.count, by_hand=True)
    if command.count == CARDS_IN_DECK:
        return (counted,)
    return (counted, DeckQuarantined(deck=deck, reason=f"{command.count} cards counted by hand"))


def decide_expose(state: TableState, command: Expose) -> Refused | tuple[Event, ...]:
    """Turn cards up; with no seat left to decide one exposure turns all that is left (G3.5)."""
    current = round_of(state)
    if len(current.board) < BOARD_CARDS:
        return Refused(
            code=RefusalCode.CARDS_MISSING, field="board", value=str(len(current.board)), allowed="5"
        )
    if not undecided(state):
        return _folds_first(state) if folds_wait(state) else _all_that_is_left(state)
    due = next_exposure(state)
    if (command.what, True) in {
        (Exposure.FLOP, current.flop_up),
        (Exposure.TURN_RIVER, current.turn_river_up),
    }:
        return Refused(code=RefusalCode.ALREADY_EXPOSED, field="what", value=command.what.value)
    if command.what is not due:
        code = RefusalCode.SEATS_OPEN if command.what is Exposure.PLAYER_DEALER else RefusalCode.WRONG_STEP
        return Refused(code=code, field="what", value=command.what.value, allowed=due.value)
    match due:
        case Exposure.FLOP if state.phase is Phase.COMMUNITY and board_first(state):
            return Refused(
                code=RefusalCode.SEATS_OPEN, field="what", value=due.value, seat=undecided(state)[0]
            )
        case Exposure.FLOP:
            closed = _closed_by(state, Phase.PREFLOP, Street.PREFLOP)
            return (*closed, *_stub(state), *exposure(state, due), *_enter(state, Phase.FLOP))
        case Exposure.TURN_RIVER:
            closed = _closed_by(state, Phase.FLOP, Street.FLOP)
            return (*closed, *exposure(state, due), *_enter(state, Phase.RIVER))
        case Exposure.PLAYER_DEALER:
            return Refused(
                code=RefusalCode.SEATS_OPEN, field="what", value=due.value, seat=undecided(state)[0]
            )
        case _ as unreachable:
            assert_never(unreachable)


def next_exposure(state: TableState) -> Exposure:
    """Give what is turned up next, before the settlement opens (G3.5)."""
    current = round_of(state)
    if not current.flop_up:
        return Exposure.FLOP
    return Exposure.PLAYER_DEALER if current.turn_river_up else Exposure.TURN_RIVER


def _closed_by(state: TableState, phase: Phase, street: Street) -> tuple[Event, ...]:
    """Close the street before an exposure, unless a card, a key or decisions closed it already (G3.5)."""
    if state.phase is not phase:
        return ()
    return (StreetClosed(street=street, checked=open_seats(state), implied=False),)


def _enter(state: TableState, phase: Phase) -> tuple[Event, ...]:
    return () if state.phase is phase else (PhaseEntered(phase=phase),)


def _stub(state: TableState) -> tuple[Event, ...]:
    """Imply that the stub is in the rack once the flop is up (G3.1, COMMUNITY)."""
    if round_of(state).stub_gone or as_exposed(state):
        return ()
    return (StubDiscarded(count=None, implied=True),)


def _folds_first(state: TableState) -> Refused | tuple[Event, ...]:
    """Turn no more than the flop while folded wagers are to be taken before the banker's hand (G6.6)."""
    stop = open_stop(state)
    if stop is not None:
        return Refused(code=RefusalCode.FOLDS_FIRST, field="what", value="player_dealer", seat=stop.position)
    return (*_stub(state), *exposure(state, Exposure.FLOP), *_enter(state, Phase.FLOP))


def _all_that_is_left(state: TableState) -> tuple[Event, ...]:
    current = round_of(state)
    events: list[Event] = [*_stub(state)]
    if not current.flop_up:
        events += exposure(state, Exposure.FLOP)
    if not current.turn_river_up:
        events += exposure(state, Exposure.TURN_RIVER)
    events += exposure(state, Exposure.PLAYER_DEALER)
    events.append(PhaseEntered(phase=Phase.SETTLE))
    return (*events, *first_step(state, tuple(events)))


def exposure(state: TableState, what: Exposure) -> tuple[Event, ...]:
    """Give the event that turns these cards up, with what proves them (DURABILITY 7.4)."""
    current = round_of(state)
    if what is Exposure.PLAYER_DEALER:
        cards = current.dealer_cards
    else:
        flop, rest = current.board[:FLOP_CARDS], current.board[FLOP_CARDS:]
        cards = flop if what is Exposure.FLOP else rest
    return (CardsExposed(what=what, cards=turned_up(cards)),)


def turned_up(cards: tuple[Cardholding, ...]) -> tuple[Exposed, ...]:
    """Open cards that lie face down; raises InvariantFault for one whose identity is gone."""
    up = []
    for card in cards:
        if not isinstance(card, Hidden):
            continue
        if card.card is None or card.salt is None:
            raise InvariantFault("V12", f"card {card.ordinal} is closed and cannot be turned up")
        up.append(Exposed(ordinal=card.ordinal, card=card.card, salt=card.salt))
    return tuple(up)
