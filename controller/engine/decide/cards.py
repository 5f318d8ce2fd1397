"""Judge every card that leaves the shoe: no device is trusted (G3.3, CDP1 8, C1 to C8)."""

from itertools import pairwise
from typing import Final

from controller.engine.cards import Back, Card
from controller.engine.commands import Exposure
from controller.engine.copying import constructor, replace
from controller.engine.decide.acting import close_street
from controller.engine.decide.dealing import turned_up
from controller.engine.decide.holding import hold
from controller.engine.device_events import CardReturned, DeviceNoted
from controller.engine.device_words import CardFlag, Eject, Place, Reading, WindowMode
from controller.engine.events import CardAstray, CardDealt, CardsExposed, Event
from controller.engine.evolve.machines import IDENTITY_TOLD
from controller.engine.fact_commands import (
    ReportCardRead,
    ReportCardReturned,
    ReportCutCard,
    ReportShoeEmpty,
)
from controller.engine.queries import (
    FLOP_CARDS,
    SEES_BACKS,
    face,
    place_in,
    placed_cards,
    places_before,
)
from controller.engine.seen import was_read
from controller.engine.state import (
    DEALING,
    DealingMode,
    HoldCode,
    Phase,
    Round,
    TableState,
    Window,
)
from controller.engine.streets import as_exposed, closes_by_card

LEAST_CONFIDENCE = 90
LEAST_GAP_MS = 60
UPTIME_WRAP_MS = 2**32
FIRST_READS = 5
# Asked at every step, so looked up once (see `state_names`).
_COLLECT: Final = Phase.COLLECT
_READ: Final = WindowMode.READ
_STUB: Final = WindowMode.STUB
_FACE: Final = Reading.FACE
_JOKER: Final = Reading.JOKER
_BEYOND: Final = CardFlag.BEYOND_COMPOSITION
_OUTSIDE: Final = CardFlag.OUTSIDE_WINDOW
_make_dealt = constructor(CardDealt)
_BOXED = frozenset({CardFlag.REVERSED, CardFlag.FACE_UP})
_COMMUNITY = frozenset({Place.BOARD, Place.BURN})
_BAD_READ = frozenset({CardFlag.DOUBLE_FEED, CardFlag.UNREADABLE})
_CODE_RANKS = "A23456789TJQK"
_CODE_SUITS = "cdhs"


def card_read(state: TableState, command: ReportCardRead) -> tuple[Event, ...]:
    """Place a card where it was expected, or stop the table with all suspects named (G3.3, G9)."""
    current = state.round
    if current is None or _leaves_unseen(state):
        return (_astray(command), *_astray_fault(state))
    window = current.window
    wrong = _window_fault(state, current, command)
    if wrong is not None or window is None:
        return _out_of_turn(state, window, command, wrong or HoldCode.DRAWN_EARLY)
    found = _card_fault(state, window, command)
    if found is not None:
        code, places = found
        return (_astray(command), *hold(code, device="shoe", places=places))
    dealt = _dealt(state, window, command)
    told = _identity_told(window, command)
    before = _closes_street(state, window)
    suspicious = _in_sequence(current, dealt)
    return (*before, dealt, *told, *_turned_up(state, dealt), *suspicious)


def _identity_told(window: Window, command: ReportCardRead) -> tuple[Event, ...]:
    """Note a reader that names a card which it was told only to count; the next deal is blocked (C12)."""
    if window.mode is _READ or command.reading is Reading.WITHHELD:
        return ()
    return (DeviceNoted(device="shoe", name=IDENTITY_TOLD, text=f"index {command.index}"),)


def _leaves_unseen(state: TableState) -> bool:
    """Tell whether the rest of a round's deck is on its way out with no window to count it in."""
    if state.phase is not _COLLECT:
        return False
    operation = state.shuffler.operation
    ejects = operation is not None and isinstance(operation.order, Eject)
    window = state.round.window if state.round is not None else None
    counted = window is not None and window.mode is WindowMode.STUB and not window.is_full
    return ejects and not counted


def _out_of_turn(
    state: TableState, window: Window | None, command: ReportCardRead, code: HoldCode
) -> tuple[Event, ...]:
    """Stop for a card that no place waits for; one that was read before is a duplicate above all (I9, C3)."""
    astray, suspects = _doubted(state, command), _suspects(state, window)
    if was_read(state, astray.card):
        code, suspects = HoldCode.DUPLICATE, (*_twins(state, command), *suspects)
    return (astray, *hold(code, device="shoe", places=suspects))


def _doubted(state: TableState, command: ReportCardRead) -> CardAstray:
    """Close a card out of its turn that was read badly as well: no ruling may lay it anywhere by itself."""
    faulty = _back_fault(state, command) or _reading_fault(command)
    return _astray(replace(command, card=command.card.closed()) if faulty else command)


def _astray_fault(state: TableState) -> tuple[Event, ...]:
    return hold(HoldCode.DRAWN_EARLY, device="shoe") if state.round is None else ()


def _astray(command: ReportCardRead) -> CardAstray:
    return CardAstray(
        index=command.index, card=command.card, reading=command.reading.value, back=command.back.value
    )


def _suspects(state: TableState, window: Window | None) -> tuple[str, ...]:
    """Name the place that waits for a card, or the whole hand that has one too many."""
    if window is None:
        return ()
    if window.is_full:
        return tuple(place_in(state, window, position) for position in range(window.count))
    return (place_in(state, window, window.read),)


def _window_fault(state: TableState, current: Round, command: ReportCardRead) -> HoldCode | None:
    """Check index, passage and window (C1, C2)."""
    window = current.window
    counts_stub = window is not None and window.mode is _STUB and state.phase is _COLLECT
    if window is None or not (state.phase in DEALING or counts_stub):
        return HoldCode.DRAWN_EARLY
    if window.is_full:
        return _one_too_many(state, window)
    expected = window.first + window.read
    outside = _OUTSIDE in command.flags
    if outside or command.index != expected or command.shoe_id != current.shoe_id:
        return HoldCode.DRAWN_EARLY
    return None


def _one_too_many(state: TableState, window: Window) -> HoldCode:
    """Name a card after a window's last: the board's sixth, a stack's third, a second burn (I1, I2, I28)."""
    if window.target.place in {Place.SEAT, Place.PLAYER_DEALER}:
        stacks = state.mode is DealingMode.STACKS
        return HoldCode.NOT_TWO_CARDS if stacks else HoldCode.DRAWN_EARLY
    return HoldCode.EXTRA_CARD


def _card_fault(
    state: TableState, window: Window, command: ReportCardRead
) -> tuple[HoldCode, tuple[str, ...]] | None:
    """Check back, reading, gap and identity; name all suspects by place (C3, C4, C5)."""
    code = _back_fault(state, command)
    if code is None and window.mode is _READ:
        code = _reading_fault(command) or _gap_fault(state, command) or _repeated(state, command)
    if code is None:
        return None  # as nearly always: no place has to be named
    here = place_in(state, window, window.read)
    twins = _twins(state, command) if code is HoldCode.DUPLICATE else ()
    return code, (*twins, here)


def _repeated(state: TableState, command: ReportCardRead) -> HoldCode | None:
    return HoldCode.DUPLICATE if was_read(state, command.card) else None


def _twins(state: TableState, command: ReportCardRead) -> tuple[str, ...]:
    """Name the places where the same identity was read before; either read may be the wrong one (C3)."""
    card = command.card.card
    if card is None:
        return ()
    return tuple(name for name, held in placed_cards(state) if face(held) is card)


def _back_fault(state: TableState, command: ReportCardRead) -> HoldCode | None:
    if command.reading is Reading.FOREIGN:
        return HoldCode.WRONG_BACK
    assert state.round is not None
    if command.back is state.deck(state.round.deck).back:
        return None
    unseen = command.back is Back.UNKNOWN and not state.shoe.can(SEES_BACKS)
    return None if unseen else HoldCode.WRONG_BACK


def _reading_fault(command: ReportCardRead) -> HoldCode | None:
    if not _BOXED.isdisjoint(command.flags):
        return HoldCode.BOXED
    if command.reading is _JOKER or _BEYOND in command.flags:
        return HoldCode.DUPLICATE
    if command.reading is not _FACE or command.card.card is None:
        return HoldCode.UNREAD
    if command.confidence < LEAST_CONFIDENCE or not _BAD_READ.isdisjoint(command.flags):
        return HoldCode.UNREAD
    return None


def _gap_fault(state: TableState, command: ReportCardRead) -> HoldCode | None:
    """Suspect a double feed where two cards of one boot came too fast (C5)."""
    assert state.round is not None
    last = state.round.last_card
    if last is None or last[1] != state.shoe.boot_id:
        return None
    gap_ms = (command.t_ms - last[0]) % UPTIME_WRAP_MS
    return HoldCode.UNREAD if gap_ms < LEAST_GAP_MS else None


def _dealt(state: TableState, window: Window, command: ReportCardRead) -> CardDealt:
    assert command.index is not None
    return _make_dealt(
        target=window.target,
        position=window.read + places_before(state, window),
        index=command.index,
        card=command.card,
        t_ms=command.t_ms,
        boot_id=state.shoe.boot_id,
    )


def _closes_street(state: TableState, window: Window) -> tuple[Event, ...]:
    """Close a street by the first card after it, of the board or burned, in shoe mode (G3.5)."""
    is_board = window.target.place in _COMMUNITY
    return close_street(state, implied=True) if is_board and closes_by_card(state) else ()


def _turned_up(state: TableState, dealt: CardDealt) -> tuple[Event, ...]:
    """Turn a community card up at once, where it is dealt that way (G3.2)."""
    if not as_exposed(state) or dealt.target.place is not Place.BOARD:
        return ()
    what = Exposure.FLOP if dealt.position < FLOP_CARDS else Exposure.TURN_RIVER
    return (CardsExposed(what=what, cards=turned_up((dealt.card,))),)


def _in_sequence(current: Round, dealt: CardDealt) -> tuple[Event, ...]:
    """Stop where the first five reads are one run, as a sorted deck gives them (C8)."""
    if len(current.reads) + 1 != FIRST_READS:
        return ()
    cards = [hidden.card for hidden in (*current.reads, dealt.card)]
    codes = [_code(card) for card in cards if card is not None]
    steps = {after - before for before, after in pairwise(codes)}
    return hold(HoldCode.NOT_SHUFFLED, device="shuffler") if steps in ({1}, {-1}) else ()


def _code(card: Card) -> int:
    """Give a card's place in a new deck, the order that a sorting machine would leave (CDP1 5.1)."""
    return _CODE_SUITS.index(card.suit) * 13 + _CODE_RANKS.index(card.value[0])


def card_returned(state: TableState, command: ReportCardReturned) -> tuple[Event, ...]:
    """Stop for a card that was pushed back: it cannot be the card it was (CDP1 12, I8)."""
    returned = CardReturned(index=command.index)
    if state.round is None or state.phase not in DEALING:
        return (returned,)
    return (returned, *hold(HoldCode.PUSHED_BACK, device="shoe"))


def shoe_empty(state: TableState, command: ReportShoeEmpty | ReportCutCard) -> tuple[Event, ...]:
    """Note an empty shoe or the cut card; in mid-window cards are missing (CDP1 12)."""
    is_empty = isinstance(command, ReportShoeEmpty)
    name = "shoe_empty" if is_empty else "cut_card"
    noted = DeviceNoted(device="shoe", name=name, text=f"index {command.index}")
    window = state.round.window if state.round is not None else None
    if window is None or window.is_full or window.mode is not WindowMode.READ or state.phase not in DEALING:
        return (noted,)
    code = HoldCode.COUNT_WRONG if is_empty else HoldCode.UNREAD
    return (noted, *hold(code, device="shoe", places=_suspects(state, window)))
