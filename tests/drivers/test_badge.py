"""The badge reader's port: exclusive, in its own thread, deaf to torn codes (TOUCHSCREEN 10)."""

import errno
import os
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from drivers.badge import KEYS, BadgePort, EventFile, KeyCodes, open_reader
from drivers.errors import LinkBusy, LinkLost, LinkMissing
from tests.drivers.lab import open_descriptors

EVENT = struct.Struct("llHHi")
CODE_OF = {key: code for code, key in KEYS.items() if code not in range(71, 83)}
SYN, KEY = 0, 1
ENTER, KEYPAD_ENTER, SHIFT = 28, 96, 42
SOON_S = 5.0


def event(kind: int, code: int, value: int) -> bytes:
    """Write one event as the kernel does."""
    return EVENT.pack(0, 0, kind, code, value)


def pressed(code: int) -> bytes:
    """Press and release a key, each with its report."""
    return event(KEY, code, 1) + event(SYN, 0, 0) + event(KEY, code, 0) + event(SYN, 0, 0)


def typed(text: str, enter: int = ENTER) -> bytes:
    """Type a code and Enter."""
    return b"".join(pressed(CODE_OF[key]) for key in text) + pressed(enter)


@pytest.mark.parametrize("enter", [ENTER, KEYPAD_ENTER])
@pytest.mark.parametrize("code", ["4471", "FLOOR-1", "0123456789ABCDEFGHIJKLMNOPQRSTUV"])
def test_a_code_ends_with_enter(code: str, enter: int) -> None:
    """Digits, letters and a hyphen, as readers type them."""
    assert [code] == [*KeyCodes().feed(typed(code, enter))]


@pytest.mark.parametrize("size", [1, 7, 24, 25])
def test_a_code_may_come_in_pieces_of_any_size(size: int) -> None:
    """A read may end in the middle of an event."""
    data, codes = typed("4471") + typed("4472"), KeyCodes()
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    assert ["4471", "4472"] == [code for piece in pieces for code in codes.feed(piece)]


def test_the_number_pad_types_digits_too() -> None:
    """Some readers use the pad's keys."""
    pad = {key: code for code, key in KEYS.items() if code in range(71, 83)}
    assert ["0123456789"] == [
        *KeyCodes().feed(b"".join(pressed(pad[key]) for key in sorted(pad)) + pressed(28))
    ]


@pytest.mark.parametrize(
    "data",
    [
        pressed(ENTER),
        typed("A" * 33),
        event(SYN, 3, 0) + typed("4471"),
        event(KEY, CODE_OF["1"], 2) + pressed(ENTER),
        pressed(SHIFT) + pressed(ENTER),
    ],
    ids=["empty", "too long", "events lost", "held key", "no key of a code"],
)
def test_what_is_no_whole_code_is_none(data: bytes) -> None:
    """Never half a code: the badge is shown again."""
    codes = KeyCodes()
    assert ([], ["4472"]) == ([*codes.feed(data)], [*codes.feed(typed("4472"))])


def slowly(text: str, gap_ms: int) -> bytes:
    """Type a code and Enter with a gap before each key."""
    keys = [*(CODE_OF[key] for key in text), ENTER]
    stamps = (divmod(at * gap_ms * 1_000, 1_000_000) for at in range(len(keys)))
    return b"".join(EVENT.pack(*stamp, KEY, code, 1) for stamp, code in zip(stamps, keys, strict=True))


@pytest.mark.parametrize(
    ("data", "codes", "dropped"),
    [
        (typed("B10042"), ["B10042"], 0),
        (typed("B10"), [], 1),
        (typed("B" * 40), [], 1),
        (typed("B10042")[: -len(pressed(ENTER))], [], 0),
        (slowly("B10042", 100), [], 6),
        (slowly("B10042", 20), ["B10042"], 0),
    ],
    ids=["whole", "three characters", "forty characters", "no Enter", "gaps of 100 ms", "a slow reader"],
)
def test_us13_only_a_whole_code_typed_in_one_go_counts(data: bytes, codes: list[str], dropped: int) -> None:
    """Strict grammar: the others are dropped and counted, and no text of them is kept (US13)."""
    reader = KeyCodes()
    got = [*reader.feed(data)]

    assert (codes, dropped) == (got, reader.dropped)


def test_us13_a_code_without_enter_is_not_joined_to_the_next_one() -> None:
    """Neither code is guessed: the first is dropped, the second stands by itself (US13)."""
    reader = KeyCodes()
    torn = typed("B10042")[: -len(pressed(ENTER))]
    later = b"".join(EVENT.pack(9, 0, KEY, code, 1) for code in [*(CODE_OF[k] for k in "4471"), ENTER])

    assert (["4471"], 1) == ([*reader.feed(torn + later)], reader.dropped)


@dataclass(slots=True)
class Fake:
    """A reader that says what it is told to, then is gone."""

    says: list[bytes] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    closed: int = 0

    def read(self) -> bytes:
        """Give the next piece; raise once there is none."""
        self.threads.add(threading.current_thread().name)
        if not self.says:
            raise LinkLost("fake", "unplugged")
        return self.says.pop(0)

    def close(self) -> None:
        """Count."""
        self.threads.add(threading.current_thread().name)
        self.closed += 1


def test_a_reader_that_is_plugged_in_again_is_opened_again() -> None:
    """Half a code of before is not joined to the next one; one thread owns the file, and it ends."""
    first, second = Fake([typed("44")[:-96]]), Fake([typed("7112")])
    fakes = [first, second]
    got, came = list[str](), threading.Event()

    def opener(path: str) -> Fake:
        if not fakes:
            raise LinkMissing(path, "gone")
        return fakes.pop(0)

    def shown(code: str) -> None:
        got.append(code)
        came.set()

    port = BadgePort("/dev/input/by-id/reader", shown, opener=opener)
    port.start()
    assert came.wait(SOON_S)
    port.stop()
    assert ["7112"] == got
    assert not port.is_read
    assert ({"port-badge"}, 1, 1) == (first.threads | second.threads, first.closed, second.closed)
    assert [] == [thread.name for thread in threading.enumerate() if thread.name == "port-badge"]


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """Offer a file that takes and gives bytes, in the place of a device's."""
    path = tmp_path / "usb-reader-event-kbd"
    os.mkfifo(path)
    yield path
    path.unlink()


def test_the_file_is_grabbed_before_anything_is_read(pipe: Path) -> None:
    """What it types reaches no window (EVIOCGRAB); the end of the file is the end of the device."""
    grabbed: list[int] = []
    reader = EventFile(str(pipe), grabbed.append)
    far = os.open(pipe, os.O_WRONLY)
    os.write(far, typed("4471"))
    assert ["4471"] == [*KeyCodes().feed(reader.read())]
    assert 1 == len(grabbed)
    os.close(far)
    with pytest.raises(LinkLost):
        reader.read()
    reader.close()


def refuse(number: int) -> Callable[[int], None]:
    """Be a kernel that refuses the grab."""

    def grab(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    return grab


def test_a_reader_that_another_program_holds_is_closed_again(pipe: Path) -> None:
    """Nothing is read from a reader that is not ours alone."""
    before = open_descriptors()
    with pytest.raises(OSError, match=os.strerror(errno.EBUSY)):
        EventFile(str(pipe), refuse(errno.EBUSY))
    assert before == open_descriptors()


def test_what_is_wrong_at_opening_has_a_name(tmp_path: Path, pipe: Path) -> None:
    """Missing, or not a device that can be taken (CDP1 10's families)."""
    with pytest.raises(LinkMissing):
        open_reader(str(tmp_path / "nothing"))
    with pytest.raises(LinkLost, match="open"):
        open_reader(str(pipe))


def test_a_code_stands_in_no_trouble_text(pipe: Path) -> None:
    """Codes are handed on and kept nowhere (TOUCHSCREEN 10)."""
    fake = Fake([typed("4471")])
    came = threading.Event()

    def opener(path: str) -> Fake:
        if fake.closed:
            raise LinkBusy(path, "held")
        return fake

    port = BadgePort(str(pipe), lambda _code: came.set(), opener=opener)
    port.start()
    assert came.wait(SOON_S)
    port.stop()
    assert "4471" not in repr(vars(port))
    assert 0 == port.dropped
