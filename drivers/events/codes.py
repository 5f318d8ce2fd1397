"""The code numbers of CDP/1, under the paper's names; each member equals the int on the wire."""

from enum import IntEnum, IntFlag, StrEnum


class DeviceClass(IntEnum):
    """Name the two kinds of device (CDP1 3)."""

    SHUFFLER = 1
    SHOE = 2


class DeviceState(IntEnum):
    """Name the states a device shows (CDP1 5.1); HOLD is never sent."""

    BOOT = 0
    IDLE = 1
    LOADING = 2
    BUSY = 3
    READY = 4
    DEALING = 5
    FAULT = 6
    HOLD = 7
    SERVICE = 8


class Status(IntEnum):
    """Name the status and result codes (CDP1 5.1)."""

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


class OpState(IntEnum):
    """Name how far an operation has come (CDP1 5.2, OP_STATUS)."""

    UNKNOWN = 0
    RUNNING = 1
    DONE = 2
    INTERRUPTED = 3
    FAILED = 4


class FaultCode(IntEnum):
    """Name the faults a device may raise (CDP1 5.1); an unknown one counts by its severity."""

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


class Severity(IntEnum):
    """Name the severities of a fault (CDP1 5.1); 3 and 4 block operations."""

    INFO = 1
    WARNING = 2
    BLOCKS = 3
    SERVICE = 4


class Capability(IntFlag):
    """Name the capability bits of HELLO (CDP1 3)."""

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
    COUNT_ONLY_WINDOWS = 1 << 10
    SELF_TEST = 1 << 11
    CANNOT_SORT = 1 << 12
    DEAL_BUTTON = 1 << 13


class CardFlag(IntFlag):
    """Name the flags of a read card (CDP1 5.3)."""

    DOUBLE_FEED = 1
    REVERSED = 2
    UNREADABLE = 4
    BEYOND_COMPOSITION = 8
    BURN = 16
    OUTSIDE_WINDOW = 32
    PUSHED_BACK = 64
    FACE_UP = 128


class CardCode(IntEnum):
    """Name the card codes that are no faces (CDP1 5.1); faces are `suit * 13 + rank`, 0..51."""

    JOKER_1 = 52
    JOKER_2 = 53
    CUT_CARD = 54
    BLANK_OR_FOREIGN = 0xFD
    UNREADABLE = 0xFE
    NOT_REPORTED = 0xFF


class DownReason(StrEnum):
    """Name why a link that was up went down (CDP1 3)."""

    LOST = "lost"
    WRITE_TIMEOUT = "write_timeout"
    SILENT = "silent"
    NO_ECHO = "no_echo"
    UNANSWERED = "unanswered"
    BAD_SESSION = "bad_session"
    INBOX_FULL = "inbox_full"
    OUTBOX_FULL = "outbox_full"
    PROTOCOL = "protocol"
    ENDED = "ended"


class StopReason(StrEnum):
    """Name why a device is not used until somebody acts (CDP1 3, 6, 11)."""

    VERSION = "version"
    HELLO_MALFORMED = "hello_malformed"
    SERIAL = "serial"
    DEVICE_CLASS = "device_class"
    MODEL = "model"
    FIRMWARE = "firmware"
    CAPABILITY = "capability"
    AUTH_FAILED = "auth_failed"
    AUTH_UNSUPPORTED = "auth_unsupported"
    EPOCH = "epoch"
    GAP = "gap"
    TAIL_LOST = "tail_lost"
    SECOND_HOST = "second_host"
    DUPLICATE_SERIAL = "duplicate_serial"
    BUSY = "busy"
    DENIED = "denied"
    LIBRARY_MISSING = "library_missing"
    REFUSED = "refused"


class NoticeCode(StrEnum):
    """Name what the table should show while play goes on (CDP1 3, 4, 6)."""

    BAD_FRAMES = "bad_frames"
    CLOCK_DRIFT = "clock_drift"
    CLOCK_JUMP = "clock_jump"
    RECONNECT_FAILING = "reconnect_failing"
