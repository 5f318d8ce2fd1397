"""Message ids of commands and events, under the paper's names (CDP1 5)."""

from enum import IntEnum


class Cmd(IntEnum):
    """Name the commands (CDP1 5.2)."""

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
    SHUFFLER_LOCK = 0x25
    OPEN_SHOE = 0x40
    CLOSE_SHOE = 0x41
    ARM = 0x42
    DISARM = 0x43
    SHOE_LOCK = 0x44
    MARK = 0x45


class Evt(IntEnum):
    """Name the events (CDP1 5.3)."""

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
