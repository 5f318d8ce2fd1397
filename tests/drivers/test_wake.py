"""A read that waits for bytes ends at once when something is to go out (CDP1 9, 10; issue 4, latency)."""

import os
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from drivers.address import SerialAddress
from drivers.errors import LinkError
from drivers.link import Wakeable
from drivers.orders import GetStatus
from drivers.serial_link import SerialLink, SerialPort
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from tests.drivers.lab import Lab, PipeLink, open_descriptors

PATIENT_S = 60.0
SOON_S = 10.0
CYCLES = 40


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Offer a pseudo-terminal whose far end says nothing."""
    far, near = os.openpty()
    tty.setraw(near)
    made = tmp_path / "by-id"
    made.symlink_to(os.ttyname(near))
    yield made
    os.close(near)
    os.close(far)


def patient(path: str, baud: int) -> SerialPort:
    """Open a port that would wait for a minute."""
    port: SerialPort = serial.Serial(path, baud, timeout=PATIENT_S, exclusive=True)
    return port


def test_a_waiting_read_is_ended_from_another_thread(path: Path) -> None:
    """It gives nothing, loses nothing, and the link goes on (CDP1 10, cancel_read)."""
    link = SerialLink(SerialAddress(path=str(path)), opener=patient)
    link.open()
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(link.read()), daemon=True)
    reader.start()
    while reader.is_alive() and not read:
        link.wake()
        reader.join(0.01)
    link.write(b"x")
    link.close()

    assert [b""] == read
    assert isinstance(link, Wakeable)


class Counting:
    """A port that counts how often its reads were cancelled, and minds it once it is closed."""

    def __init__(self) -> None:
        self.cancelled = 0
        self.closed = False
        self.in_waiting = 0

    def read(self, _size: int, /) -> bytes:
        """Give nothing."""
        return b""

    def write(self, data: bytes, /) -> int:
        """Swallow."""
        return len(data)

    def cancel_read(self) -> None:
        """Count."""
        assert not self.closed
        self.cancelled += 1

    def close(self) -> None:
        """Close."""
        self.closed = True


def test_one_wake_is_enough_until_the_read_has_ended() -> None:
    """A port thread that is busy elsewhere does not fill pyserial's pipe, which would block the table."""
    port = Counting()
    link = SerialLink(SerialAddress(path="/dev/x"), opener=lambda _path, _baud: port)
    link.open()
    for _ in range(100):
        link.wake()
    before = port.cancelled
    link.read()
    link.wake()

    assert (1, 2) == (before, port.cancelled)


def test_a_closed_port_is_never_woken() -> None:
    """The number of its pipe may be another file's by then, the record's for one."""
    port = Counting()
    link = SerialLink(SerialAddress(path="/dev/x"), opener=lambda _path, _baud: port)
    link.wake()
    link.open()
    link.close()
    link.wake()

    assert 0 == port.cancelled


def test_a_url_without_a_way_to_wake_waits_its_time() -> None:
    """`socket://` has no cancel_read; nothing depends on a wake."""
    link = SerialLink(SerialAddress(path="loop://"))
    link.open()
    link.wake()
    link.write(b"round")
    got = link.read() or link.read()
    link.close()

    assert b"round" == got


def test_wakes_while_the_port_opens_and_closes_are_clean(path: Path) -> None:
    """Forty lives of a port under a thread that wakes without rest: no exception, no descriptor (CDP1 10)."""
    before = open_descriptors()
    link = SerialLink(SerialAddress(path=str(path)))
    over = threading.Event()
    wrong: list[BaseException] = []

    def wake() -> None:
        try:
            while not over.is_set():
                link.wake()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test tells it
            wrong.append(error)

    waker = threading.Thread(target=wake, daemon=True)
    waker.start()
    try:
        for _ in range(CYCLES):
            link.open()
            assert b"" == link.read()
            link.close()
    except LinkError as error:
        wrong.append(error)
    finally:
        over.set()
        waker.join(SOON_S)

    assert [] == wrong
    assert before == open_descriptors()


class Busy(PipeLink):
    """A link in whose read an order comes in, as from the table's thread."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab.cable)
        self._lab = lab
        self.asked = False
        self.sent_after: bool | None = None

    def read(self) -> bytes:
        """Let the table order something while the port waits."""
        if self._lab.port.state.value == "up" and not self.asked:
            self.asked = self._lab.port.submit(GetStatus())
        elif self.asked and self.sent_after is None:
            self.sent_after = False
        return super().read()

    def write(self, data: bytes) -> None:
        """Note what goes out before the next read."""
        if self.asked and self.sent_after is None:
            self.sent_after = True
        super().write(data)


def test_an_order_that_comes_in_a_read_goes_out_in_the_same_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for the end of the next read (CDP1 9, the turn of the loop)."""
    lab = Lab(ShoeMachine(plain_shoe(seed=1)))
    link = Busy(lab)
    monkeypatch.setattr(lab.port, "_make_link", lambda: link)
    lab.run(0.5)

    assert link.sent_after is True
    assert 1 == len(lab.sink.of("status_answer"))
