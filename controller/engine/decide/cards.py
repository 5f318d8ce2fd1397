"""Judge every card that leaves the shoe: no device is trusted (G3.3, CDP1 8, C1 to C8)."""

from itertools import pairwise

from controller.engine.cards import Back, Card, Hidden
from controller.engine.decide.acting import close_preflop
from controller.engine.decide.holding import hold
from controller.engine.device_events import CardReturned, DeviceNoted
from controller.engine.device_words import CardFlag, Place, Reading, Target, WindowMode
from controller.engine.events import CardAstray, CardDealt, Event
from controller.engine.fact_commands import (
    ReportCardRead,
    ReportCardReturned,
    ReportCutCard,
    ReportShoeEmpty,
)
from controller.engine.queries import SEES_BACKS, face, place_name, placed_cards
from controller.engine.state import (
    DEALING,
    DealingMode,
    HoldCode,
    Phase,
    Round,
    TableState,
    Window,
)

LEAST_CONFIDENCE = 90
LEAST_GAP_MS = 60
FIRST_READS = 5
_BOXED = frozenset({CardFlag.REVERSED, CardFlag.FACE_UP})
_BAD_READ = frozenset({CardFlag.DOUBLE_FEED, CardFlag.UNREADABLE})
_CODE_RANKS = "A23456789TJQK"
_CODE_SUITS = "cdhs"


def card_read(state: TableState, command: ReportCardRead) -> tuple[Event, ...]:
    """Place a card where it was expected, or stop the table with all suspects named (G3.3, G9)."""
    current = state.round
    if current is None:
        return (_astray(command), *hold(HoldCode.DRAWN_EARLY, device="shoe"))
    window = current.window
    wrong = _window_fault(state, current, command)
    if wrong is not None or window is None:
        code = wrong if wrong is not None else HoldCode.DRAWN_EARLY
        return (_astray(command), *hold(code, device="shoe", places=_next_places(window)))
    found = _card_fault(state, window, command)
    if found is not None:
        code, places = found
        return (_astray(command), *hold(code, device="shoe", places=places))
    dealt = _dealt(window, command, state.shoe.boot_id)
    before = _closes_preflop(state, window)
    suspicious = _in_sequence(current, dealt)
    return (*before, dealt, *suspicious)


def _astray(command: ReportCardRead) -> CardAstray:
    return CardAstray(
        index=command.index, card=command.card, reading=command.reading.value, back=command.back.value
    )


def _next_places(window: Window | None) -> tuple[str, ...]:
    if window is None or window.is_full:
        return ()
    return (place_name(window.target, window.read),)


def _window_fault(state: TableState, current: Round, command: ReportCardRead) -> HoldCode | None:
    """Check index, passage and window (C1, C2)."""
    window = current.window
    outside = CardFlag.OUTSIDE_WINDOW in command.flags
    if window is None or state.phase not in DEALING:
        return HoldCode.DRAWN_EARLY
    if window.is_full:
        dispensed = state.mode is DealingMode.STACKS
        return HoldCode.EXTRA_CARD if dispensed else HoldCode.DRAWN_EARLY
    expected = window.first + window.read
    if outside or command.index != expected or command.shoe_id != current.shoe_id:
        return HoldCode.DRAWN_EARLY
    return None


def _card_fault(
    state: TableState, window: Window, command: ReportCardRead
) -> tuple[HoldCode, tuple[str, ...]] | None:
    """Check back, reading, gap and identity; name all suspects by place (C3, C4, C5)."""
    here = (place_name(window.target, window.read),)
    code = _back_fault(state, command)
    if code is None and window.mode is WindowMode.READ:
        code = _reading_fault(command) or _gap_fault(state, command)
    if code is not None:
        return code, here
    if window.mode is not WindowMode.READ or command.card.card is None:
        return None
    twins = tuple(name for name, card in placed_cards(state) if face(card) is command.card.card)
    return (HoldCode.DUPLICATE, (*twins, *here)) if twins else None


def _back_fault(state: TableState, command: ReportCardRead) -> HoldCode | None:
    if command.reading is Reading.FOREIGN:
        return HoldCode.WRONG_BACK
    assert state.round is not None
    expected = state.deck(state.round.deck).back
    unseen = command.back is Back.UNKNOWN and not state.shoe.can(SEES_BACKS)
    return None if unseen or command.back is expected else HoldCode.WRONG_BACK


def _reading_fault(command: ReportCardRead) -> HoldCode | None:
    if _BOXED & set(command.flags):
        return HoldCode.BOXED
    if command.reading is Reading.JOKER or CardFlag.BEYOND_COMPOSITION in command.flags:
        return HoldCode.DUPLICATE
    if command.reading is not Reading.FACE or command.card.card is None:
        return HoldCode.UNREAD
    if command.confidence < LEAST_CONFIDENCE or _BAD_READ & set(command.flags):
        return HoldCode.UNREAD
    return None


def _gap_fault(state: TableState, command: ReportCardRead) -> HoldCode | None:
    """Suspect a double feed where two cards of one boot came too fast (C5)."""
    assert state.round is not None
    last = state.round.last_card
    if last is None or last[1] != state.shoe.boot_id:
        return None
    return HoldCode.UNREAD if command.t_ms - last[0] < LEAST_GAP_MS else None


def _dealt(window: Window, command: ReportCardRead, boot_id: int) -> CardDealt:
    assert command.index is not None
    return CardDealt(
        target=window.target,
        position=window.read,
        index=command.index,
        card=command.card,
        t_ms=command.t_ms,
        boot_id=boot_id,
    )


def _closes_preflop(state: TableState, window: Window) -> tuple[Event, ...]:
    """Close PREFLOP by the first board card, in shoe mode (G3.5)."""
    is_board = window.target == Target(place=Place.BOARD, seat=None)
    if state.phase is Phase.PREFLOP and is_board:
        return close_preflop(state, implied=True)
    return ()


def _in_sequence(current: Round, dealt: CardDealt) -> tuple[Event, ...]:
    """Stop where the first five reads are one run, as a sorted deck gives them (C8)."""
    reads = (*current.reads, dealt.card)
    if len(reads) != FIRST_READS:
        return ()
    codes = [_code(hidden) for hidden in reads]
    steps = {after - before for before, after in pairwise(codes)}
    return hold(HoldCode.NOT_SHUFFLED, device="shuffler") if steps in ({1}, {-1}) else ()


def _code(hidden: Hidden) -> int:
    """Give a card's place in a new deck, the order that a sorting machine would leave (CDP1 5.1)."""
    card: Card | None = hidden.card
    if card is None:
        return 0
    return _CODE_SUITS.index(card.suit) * 13 + _CODE_RANKS.index(card.value[0])


def card_returned(state: TableState, command: ReportCardReturned) -> tuple[Event, ...]:
    """Stop for a card that was pushed back: it cannot be the card it was (CDP1 12, I8)."""
    returned = CardReturned(index=command.index)
    if state.round is None or state.phase not in DEALING:
        return (returned,)
    return (returned, *hold(HoldCode.PUSHED_BACK, device="shoe"))


def shoe_empty(state: TableState, command: ReportShoeEmpty | ReportCutCard) -> tuple[Event, ...]:
    """Note an empty shoe or the cut card; in mid-window cards are missing (CDP1 12)."""
    name = "shoe_empty" if isinstance(command, ReportShoeEmpty) else "cut_card"
    noted = DeviceNoted(device="shoe", name=name, text=f"index {command.index}")
    current = state.round
    open_window = (
        current is not None
        and current.window is not None
        and not current.window.is_full
        and state.phase in DEALING
    )
    if not open_window or current is None or current.window is None:
        return (noted,)
    if current.window.mode is WindowMode.STUB:
        return (noted,)
    code = HoldCode.COUNT_WRONG if name == "shoe_empty" else HoldCode.UNREAD
    return (noted, *hold(code, device="shoe", places=_next_places(current.window)))
