"""Name the numbers of CDP/1: frame kinds, messages, statuses, states, faults, capabilities (CDP1 2, 3, 5)."""

from enum import IntEnum, IntFlag
from typing import Final

PORT_VENDOR: Final = 0x1209
PORT_PRODUCT: Final = 0xCD01
UNKNOWN_COUNT: Final = 0xFFFF
NO_INDEX: Final = 0xFFFF
LAST_PLAIN_NUMBER: Final = 0xFFFFFF00
LAST_NUMBER: Final = 0xFFFFFFFE

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "cdhs"
JOKER_1: Final = 52
JOKER_2: Final = 53
CUT_CARD: Final = 54
FOREIGN: Final = 0xFD
UNREADABLE: Final = 0xFE
NOT_REPORTED: Final = 0xFF


class Kind(IntEnum):
    """Name a frame kind, the low nibble of its first byte (CDP1 2)."""

    CMD = 1
    RSP = 2
    EVT = 3
    EACK = 4
    BEAT = 5
    LNAK = 6


class Message(IntEnum):
    """Name a command or event by its type byte (CDP1 5.2, 5.3)."""

    HELLO = 0x01
    RESUME = 0x02
    PING = 0x03
    GET_STATUS = 0x04
    GET_COUNTERS = 0x05
    OP_STATUS = 0x06
    CLEAR_FAULT = 0x07
    SET_CONFIG = 0x08
    GET_CONFIG = 0x09
    SELF_TEST = 0x0A
    RESET = 0x0B
    GET_LOG = 0x0C
    LOCATE = 0x0D
    AUTH = 0x0E
    BYE = 0x0F
    EXPECT = 0x20
    START_SHUFFLE = 0x21
    ABORT = 0x22
    EJECT = 0x23
    DISPENSE = 0x24
    LOCK_SHUFFLER = 0x25
    OPEN_SHOE = 0x40
    CLOSE_SHOE = 0x41
    ARM = 0x42
    DISARM = 0x43
    LOCK_SHOE = 0x44
    MARK = 0x45
    BOOT = 0x80
    STATE = 0x81
    FAULT_RAISED = 0x82
    FAULT_CLEARED = 0x83
    DOOR = 0x84
    OP_STARTED = 0x85
    OP_DONE = 0x87
    LOG_OVERRUN = 0x88
    CONFIG_CHANGED = 0x89
    TAMPER = 0x8A
    BUTTON = 0x8B
    CARDS_LOADED = 0xA0
    DECK_REPORT = 0xA1
    DECK_READY = 0xA2
    DECK_REMOVED = 0xA3
    DECK_REJECTED = 0xA4
    TRAY = 0xA5
    CARD = 0xC0
    CUT_CARD = 0xC1
    SHOE_EMPTY = 0xC2
    CARD_RETURNED = 0xC3
    LID = 0xC4
    ROUND_MARK = 0xC5


class Status(IntEnum):
    """Name a status or result byte (CDP1 5.1)."""

    OK = 0x00
    ACCEPTED = 0x01
    BAD_VERSION = 0x10
    BAD_SESSION = 0x11
    BAD_LENGTH = 0x12
    UNKNOWN_TYPE = 0x13
    BAD_PARAM = 0x14
    NOT_SUPPORTED = 0x15
    STALE_ID = 0x16
    BUSY = 0x20
    WRONG_STATE = 0x21
    INTERLOCK = 0x22
    FAULTED = 0x23
    OP_CONFLICT = 0x24
    OP_UNKNOWN = 0x25
    INTERRUPTED = 0x26
    ABORTED = 0x27
    GAP = 0x30
    EPOCH = 0x31
    AUTH_REQUIRED = 0x40
    AUTH_FAILED = 0x41
    INTERNAL = 0x50
    NV_ERROR = 0x51


class State(IntEnum):
    """Name a device state; HOLD is an inner condition and never sent (CDP1 3, 5.1)."""

    BOOT = 0
    IDLE = 1
    LOADING = 2
    BUSY = 3
    READY = 4
    DEALING = 5
    FAULT = 6
    SERVICE = 8


class OpState(IntEnum):
    """Name the state of an operation's record (CDP1 5.2)."""

    UNKNOWN = 0
    RUNNING = 1
    DONE = 2
    INTERRUPTED = 3
    FAILED = 4


class ShuffleMode(IntEnum):
    """Name what a shuffler does with a deck (CDP1 5.1)."""

    NONE = 0
    SHUFFLE = 1
    COUNT_ONLY = 2
    SORT = 3


class ReadMode(IntEnum):
    """Name what a shoe reports of the cards in a window (CDP1 5.2)."""

    READ = 1
    COUNT_STUB = 2
    COUNT_BURN = 3


class DeviceClass(IntEnum):
    """Name a device class of the HELLO response (CDP1 3)."""

    SHUFFLER = 1
    SHOE = 2


class Slot(IntEnum):
    """Name a place for cards inside the shuffler (CDP1 5.1)."""

    INFEED = 0
    CHAMBER = 1


class Back(IntEnum):
    """Name the colour of a card's back (CDP1 5.1)."""

    UNKNOWN = 0
    RED = 1
    BLUE = 2
    GREEN = 3
    BLACK = 4
    PURPLE = 5
    ORANGE = 6
    BROWN = 7
    YELLOW = 8


class Capability(IntFlag):
    """Name a capability bit of the HELLO response (CDP1 3)."""

    AUTH_REQUIRED = 1 << 0
    READS_FACES = 1 << 1
    READS_BACKS = 1 << 2
    DISPENSE = 1 << 3
    EJECT = 1 << 4
    LOCK = 1 << 5
    TRAY_SENSOR = 1 << 6
    LOCATE = 1 << 7
    COUNTS_INSIDE = 1 << 8
    CUT_CARD = 1 << 9
    COUNT_WINDOWS = 1 << 10
    SELF_TEST = 1 << 11
    CANNOT_SORT = 1 << 12
    DEAL_BUTTON = 1 << 13


class CardFlag(IntFlag):
    """Name a flag of a CARD event (CDP1 5.3)."""

    DOUBLE_FEED = 1
    REVERSED = 2
    UNREADABLE = 4
    BEYOND_COMPOSITION = 8
    BURN = 16
    OUTSIDE_WINDOW = 32
    PUSHED_BACK = 64
    FACE_UP = 128


class FrameFlag(IntFlag):
    """Name a frame flag; flags serve counters only (CDP1 2)."""

    RETX = 1
    REPLAY = 2


class Fault(IntEnum):
    """Name a fault code (CDP1 5.1)."""

    JAM_INFEED = 0x0101
    JAM_TRANSPORT = 0x0102
    JAM_OUTPUT = 0x0103
    DOUBLE_FEED = 0x0104
    DOOR_OPEN = 0x0105
    SENSOR = 0x0106
    MOTOR = 0x0107
    OVERTEMP = 0x0108
    BROWNOUT = 0x0109
    COUNT_LOW = 0x0201
    COUNT_HIGH = 0x0202
    CARD_MISSING = 0x0203
    CARD_DUPLICATE = 0x0204
    WRONG_BACK = 0x0205
    UNREADABLE = 0x0206
    FOREIGN_CARD = 0x0207
    CARDS_LEFT_INSIDE = 0x0208
    LOG_FULL = 0x0301
    NV = 0x0302
    OPTICS_DIRTY = 0x0303
    FW_INTEGRITY = 0x0304
    CLOCK = 0x0305


class Where(IntEnum):
    """Name the part of a device a fault sits in (CDP1 5.1)."""

    UNKNOWN = 0
    INFEED = 1
    CHAMBER = 2
    TRANSPORT = 3
    OUTPUT = 4
    MOUTH = 5
    ELECTRONICS = 6


class ClearedBy(IntEnum):
    """Name what cleared a fault (CDP1 5.3)."""

    ITSELF = 0
    COMMAND = 1
    BUTTON = 2
    POWER = 3


class BootReason(IntEnum):
    """Name why a device booted (CDP1 5.3)."""

    POWER = 0
    WATCHDOG = 1
    BROWNOUT = 2
    COMMAND = 3
    UPDATE = 4


class Button(IntEnum):
    """Name a key on a device (CDP1 5.3)."""

    DEAL = 1
    STOP = 2
    CLEAR = 3


class RoundTag(IntEnum):
    """Name what a MARK says about a round (CDP1 5.2)."""

    OPENED = 1
    CLOSED = 2
    VOID = 3
    DECK_CHANGE = 4
    AUDIT = 5


_SEVERITIES: Final = {
    Fault.MOTOR: 4,
    Fault.OVERTEMP: 2,
    Fault.BROWNOUT: 2,
    Fault.NV: 4,
    Fault.OPTICS_DIRTY: 2,
    Fault.FW_INTEGRITY: 4,
    Fault.CLOCK: 1,
}


def severity_of(fault: Fault) -> int:
    """Give a fault's severity: 1 info, 2 warning, 3 blocks operations, 4 service (CDP1 5.1)."""
    return _SEVERITIES.get(fault, 3)


def card_code(text: str) -> int:
    """Turn card text such as `Qd` into its code 0..51; raise ValueError for anything else (CDP1 5.1)."""
    if len(text) != 2 or text[0] not in RANK_LETTERS or text[1] not in SUIT_LETTERS:
        raise ValueError(f"card {text!r}: allowed is one of {RANK_LETTERS} and one of {SUIT_LETTERS}")
    return SUIT_LETTERS.index(text[1]) * 13 + RANK_LETTERS.index(text[0])


def card_text(code: int) -> str:
    """Turn a card code 0..51 into text such as `Qd`; raise ValueError outside (CDP1 5.1)."""
    if not 0 <= code < JOKER_1:
        raise ValueError(f"card code {code}: allowed is 0..51")
    return RANK_LETTERS[code % 13] + SUIT_LETTERS[code // 13]
