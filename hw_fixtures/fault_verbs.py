"""Type the faults of CDP1 12: one verb each, beside the verbs of the bench."""

from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

from hw_fixtures.bench import BENCH_VERBS, number_word, which_word
from hw_fixtures.faults import BANNER, MODEM, OVERLONG, Faults
from hw_fixtures.firmware.hardware import ReadFault
from hw_fixtures.firmware.nv import CutPoint
from hw_fixtures.peer.codes import BootReason, Fault, Kind, Message
from hw_fixtures.simulation import Which
from hw_fixtures.verbs import Verb, VerbList, run_line
from hw_fixtures.wires.lane import Mischief
from hw_fixtures.world import Impossible

E = TypeVar("E", bound=Enum)


class FaultConsole(Faults):
    """Take bench verbs and faults as lines of text."""

    def do(self, text: str) -> str:
        """Carry out one line and say what happened; never raises for a wrong line."""
        return run_line(FAULT_VERBS, self, text)


def named(kind: type[E], words: list[str], at: int = 0) -> E:
    """Read a name such as `wrong-crc`; raise Impossible naming what is allowed."""
    names = {member.name.lower().replace("_", "-"): member for member in kind}
    word = words[at].lower() if len(words) > at else ""
    if word not in names:
        raise Impossible(f"{kind.__name__.lower()} {word!r}: allowed is {', '.join(names)}")
    return names[word]


def word_at(words: list[str], at: int, what: str) -> str:
    """Give a word of the line; raise Impossible saying what is missing."""
    if len(words) <= at:
        raise Impossible(f"{what} is missing")
    return words[at]


def is_on(words: list[str], at: int) -> bool:
    """Read `on` or `off`."""
    word = word_at(words, at, "on or off")
    if word not in {"on", "off"}:
        raise Impossible(f"{word!r}: allowed is on, off")
    return word == "on"


def whole(words: list[str], at: int, default: int) -> int:
    """Read a whole number, also in hex behind 0x."""
    if len(words) > at and words[at].startswith("0x"):
        return int(words[at], 16)
    return int(number_word(words, at, default))


def _on_line(act: Callable[[Faults, Which, str, list[str]], str]) -> Callable[[Faults, list[str]], str]:
    def run(faults: Faults, words: list[str]) -> str:
        return act(faults, which_word(words), word_at(words, 1, "in or out"), words[2:])

    return run


def _spoil(faults: Faults, which: Which, direction: str, words: list[str]) -> str:
    mischief = named(Mischief, words)
    kind = named(Kind, words, 1) if len(words) > 1 and not words[1].isdigit() else None
    return faults.spoil(which, direction, mischief, kind, whole(words, 2 if kind else 1, 1))


def _block(faults: Faults, which: Which, direction: str, words: list[str]) -> str:
    return faults.block(which, direction, frozenset(named(Kind, words, at) for at in range(len(words))))


def _stick(faults: Faults, words: list[str]) -> str:
    free = word_at(words, 2, "a value or free") == "free"
    return faults.stick_sensor(which_word(words), named(Message, words, 1), None if free else int(words[2]))


def _say(faults: Faults, words: list[str]) -> str:
    body = bytes.fromhex("".join(words[2:]))
    return faults.say(which_word(words), named(Message, words, 1), body)


def _read(faults: Faults, words: list[str]) -> str:
    return faults.spoil_reading(named(ReadFault, words), whole(words, 1, 0))


def _identity(faults: Faults, words: list[str]) -> str:
    return faults.identity(which_word(words), word_at(words, 1, "a field"), word_at(words, 2, "a value"))


def _cut(faults: Faults, words: list[str]) -> str:
    return faults.cut_at_write(which_word(words), whole(words, 2, 1), named(CutPoint, words, 1))


def _usb(faults: Faults, words: list[str]) -> str:
    return faults.usb(which_word(words), word_at(words, 1, "a fault"), whole(words, 2, 1))


def _clock(faults: Faults, words: list[str]) -> str:
    return faults.clock(which_word(words), word_at(words, 1, "skew, jump or base"), whole(words, 2, 0))


_LINE_VERBS: Final[VerbList[Faults]] = (
    Verb("spoil DEVICE in|out MISCHIEF [KIND] [N]", "spoil the next frames", _on_line(_spoil)),
    Verb("block DEVICE in|out [KIND..]", "lose all frames of some kinds", _on_line(_block)),
    Verb(
        "old DEVICE in|out [N]",
        "send old frames again",
        _on_line(lambda faults, which, way, w: faults.repeat_old(which, way, whole(w, 0, 4))),
    ),
    Verb(
        "overlong DEVICE in|out",
        "300 bytes without zero",
        _on_line(lambda faults, which, way, _: faults.raw(which, way, OVERLONG)),
    ),
    Verb(
        "banner DEVICE in|out",
        "a boot banner",
        _on_line(lambda faults, which, way, _: faults.raw(which, way, BANNER)),
    ),
    Verb(
        "modem DEVICE in|out",
        "AT commands",
        _on_line(lambda faults, which, way, _: faults.raw(which, way, MODEM)),
    ),
    Verb("pace DEVICE [BAUD]", "pace a line", lambda f, w: f.pace(which_word(w), whole(w, 1, 0) or None)),
    Verb(
        "bytewise DEVICE on|off", "one byte at a time", lambda f, w: f.bytewise(which_word(w), on=is_on(w, 1))
    ),
    Verb("usb DEVICE FAULT [N]", "arm a fault of the USB side", _usb),
)
_POWER_VERBS: Final[VerbList[Faults]] = (
    Verb("off DEVICE", "switch a device off", lambda f, w: f.power(which_word(w), on=False)),
    Verb("on DEVICE", "switch a device on", lambda f, w: f.power(which_word(w), on=True)),
    Verb(
        "restart DEVICE REASON [N]",
        "restart, N times in a row",
        lambda f, w: f.restart(which_word(w), named(BootReason, w, 1), whole(w, 2, 1)),
    ),
    Verb("cut DEVICE before|after [N]", "power fails at the N-th NV write", _cut),
    Verb("midcard", "power fails while a card leaves the shoe", lambda f, _: f.cut_in_mid_card()),
    Verb("forget DEVICE", "lose NV, new epoch", lambda f, w: f.lose_nv(which_word(w))),
    Verb("clock DEVICE skew|jump|base N", "make a clock run wrong", _clock),
    Verb("identity DEVICE FIELD VALUE", "be another device", _identity),
)
_CARD_VERBS: Final[VerbList[Faults]] = (
    Verb("read FAULT [VALUE]", "spoil the next reading", _read),
    Verb(
        "slip joker|cut|blank|extra",
        "a strange card comes next",
        lambda f, w: f.slip_in(word_at(w, 0, "a card")),
    ),
    Verb(
        "twin A|B", "52 cards, one of them twice", lambda f, w: f.wrong_composition(word_at(w, 0, "a deck"))
    ),
    Verb("retain N", "the next shuffle keeps cards inside", lambda f, w: f.retain(whole(w, 0, 16))),
)
_PART_VERBS: Final[VerbList[Faults]] = (
    Verb("break DEVICE FAULT", "raise a fault", lambda f, w: f.break_part(which_word(w), named(Fault, w, 1))),
    Verb("mend DEVICE FAULT", "let it clear itself", lambda f, w: f.mend(which_word(w), named(Fault, w, 1))),
    Verb(
        "jamafter FAULT N",
        "jam in the middle of a shuffle",
        lambda f, w: f.jam_after(named(Fault, w), whole(w, 1, 20)),
    ),
    Verb("bounce DEVICE [N]", "a door bounces", lambda f, w: f.bounce(which_word(w), whole(w, 1, 3))),
    Verb("stick DEVICE SENSOR VALUE|free", "a sensor sticks", _stick),
    Verb(
        "lie shuffle|perfect|stall|sorts on|off",
        "the shuffler lies or stalls",
        lambda f, w: f.lie(word_at(w, 0, "a lie"), on=is_on(w, 1)),
    ),
    Verb("say DEVICE EVENT HEX..", "log an untrue event", _say),
    Verb(
        "again DEVICE EVENT",
        "log the last event of a type again",
        lambda f, w: f.say_again(which_word(w), named(Message, w, 1)),
    ),
    Verb("flood DEVICE [N]", "log many events", lambda f, w: f.flood(which_word(w), whole(w, 1, 200))),
)
FAULT_VERBS: Final[VerbList[Faults]] = (
    *BENCH_VERBS,
    *_LINE_VERBS,
    *_POWER_VERBS,
    *_CARD_VERBS,
    *_PART_VERBS,
)
