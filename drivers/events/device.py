"""The numbered events of a device, one frozen class each (CDP1 5.3).

`t_ms` is the uptime, in milliseconds, of the boot that the last `Booted` names. Codes are plain ints as the
device sent them. A field that may tell a face-down card is left out of every repr.
"""

from dataclasses import dataclass, field
from typing import Literal

# ---- events of both classes, 80..8B -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Booted:
    """80: the device has powered up; first event of each boot."""

    t_ms: int
    boot_id: int
    reason: int
    kind: Literal["booted"] = "booted"


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged:
    """81: the state the device shows has changed (`DeviceState`)."""

    t_ms: int
    old: int
    new: int
    kind: Literal["state_changed"] = "state_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRaised:
    """82: a fault is active from now on (`FaultCode`, `Severity`)."""

    t_ms: int
    fault: int
    severity: int
    where: int
    detail: int
    kind: Literal["fault_raised"] = "fault_raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCleared:
    """83: a fault is over; `by` is 0 itself, 1 CLEAR_FAULT, 2 button, 3 power."""

    t_ms: int
    fault: int
    by: int
    kind: Literal["fault_cleared"] = "fault_cleared"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorMoved:
    """84: door `door` (0..7) was opened or shut."""

    t_ms: int
    door: int
    is_open: bool
    kind: Literal["door_moved"] = "door_moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpStarted:
    """85: the device began to act on an operation."""

    t_ms: int
    op_id: int
    kind: Literal["op_started"] = "op_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpDone:
    """87: an operation has ended (`Status` in `result`); counts are None where the device does not know."""

    t_ms: int
    op_id: int
    result: int
    mode: int
    n_in: int | None
    n_out: int | None
    n_inside: int | None
    kind: Literal["op_done"] = "op_done"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOverrun:
    """88: the device lost the unacknowledged events `first`..`last`."""

    t_ms: int
    first: int
    last: int
    kind: Literal["log_overrun"] = "log_overrun"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigChanged:
    """89: a config key has a new value; `hash` is that of all keys (CDP1 5.4)."""

    t_ms: int
    key: int
    hash: int
    kind: Literal["config_changed"] = "config_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tampered:
    """8A: somebody opened the device: 1 case, 2 seal, 3 service port, 4 optics."""

    t_ms: int
    what: int
    kind: Literal["tampered"] = "tampered"


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonMoved:
    """8B: button 1 deal, 2 stop or 3 clear was pressed or let go."""

    t_ms: int
    button: int
    is_down: bool
    kind: Literal["button_moved"] = "button_moved"


# ---- events of the shuffler, A0..A5 -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLoaded:
    """A0: cards lie in a slot; `count` is None if the device did not count them."""

    t_ms: int
    slot: int
    count: int | None
    kind: Literal["cards_loaded"] = "cards_loaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckReported:
    """A1: what the shuffler saw of a deck; `differing` is (card, times found) where EXPECT differs."""

    t_ms: int
    op_id: int
    deck_id: int
    count: int
    seen: int
    unreadable: int
    wrong_back: int
    differing: tuple[tuple[int, int], ...] = field(repr=False)
    kind: Literal["deck_reported"] = "deck_reported"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckReady:
    """A2: a deck lies ready in a slot; `mode` is the shuffle mode that ran."""

    t_ms: int
    op_id: int
    slot: int
    deck_id: int
    count: int
    mode: int
    kind: Literal["deck_ready"] = "deck_ready"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRemoved:
    """A3: a deck was taken out of a slot by hand."""

    t_ms: int
    slot: int
    kind: Literal["deck_removed"] = "deck_removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRejected:
    """A4: the shuffler refuses a deck, for this fault."""

    t_ms: int
    op_id: int
    slot: int
    deck_id: int
    fault: int
    kind: Literal["deck_rejected"] = "deck_rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayChanged:
    """A5: cards in the output tray: 0 taken away, None some."""

    t_ms: int
    count: int | None
    kind: Literal["tray_changed"] = "tray_changed"


# ---- events of the shoe, C0..C5 -----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead:
    """C0: a card has wholly left the shoe; index is None with no shoe open, `flags` are `CardFlag`."""

    t_ms: int
    index: int | None
    shoe_id: int
    card: int = field(repr=False)
    back: int
    confidence: int
    flags: int
    raw: int = field(repr=False)
    kind: Literal["card_read"] = "card_read"


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardSeen:
    """C1: the cut card came, or its place is reached; index of the next card."""

    t_ms: int
    index: int
    kind: Literal["cut_card_seen"] = "cut_card_seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeEmptied:
    """C2: no card is left in the shoe."""

    t_ms: int
    index: int
    kind: Literal["shoe_emptied"] = "shoe_emptied"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReturned:
    """C3: a drawn card was pushed back into the mouth."""

    t_ms: int
    index: int
    kind: Literal["card_returned"] = "card_returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class LidMoved:
    """C4: the shoe's lid was opened or shut."""

    t_ms: int
    is_open: bool
    kind: Literal["lid_moved"] = "lid_moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundMarked:
    """C5: the mark that MARK ordered; next_index is None with no shoe open."""

    t_ms: int
    op_id: int
    round_no: int
    tag: int
    next_index: int | None
    kind: Literal["round_marked"] = "round_marked"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent:
    """Carry an event this version cannot read, as it came: journal it sealed and hold (CDP1 4)."""

    event_type: int
    payload: bytes = field(repr=False)
    kind: Literal["unknown_event"] = "unknown_event"
