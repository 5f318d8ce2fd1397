"""How long a card takes from the wire to the table, beside its time on a serial line (`.ci/run bench`)."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

import pytest

from controller.engine.ids import DeviceName
from controller.engine.view_types import TableView
from controller.table.gates import PortGate
from tests.cli.live import LiveTable, live_table
from tests.hil.rig import WIRES, Rig

CARDS = 300
ROUNDS = 4
CARD_FRAME_BYTES = 33
Moment = tuple[float, int]
"""Seconds of the monotonic clock, and the highest event number that it is about."""
WIRE_TIME_MS = CARD_FRAME_BYTES * 10 / 115_200 * 1000


@pytest.mark.bench
@pytest.mark.parametrize("wire", WIRES)
def test_card_reaches_the_table(wire: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Event logged in the device to report in the inbox: p50 and p99 over 300 cards (issue 4)."""
    with Rig("shoe", wire, tmp_path) as rig:
        assert rig.table.wait_for("link_up", 1)
        assert rig.is_complete()
        waits = []
        for _ in range(CARDS):
            start = time.perf_counter()
            rig.act()
            assert rig.is_complete()
            waits.append((time.perf_counter() - start) * 1000)
    cuts = quantiles(waits, n=100)
    with capsys.disabled():
        print(  # noqa: T201 - the figures are the point
            f"\n{wire}: card to table p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms; "
            f"{CARD_FRAME_BYTES} bytes at 115200 baud take {WIRE_TIME_MS:.2f} ms"
        )

    assert cuts[49] < 20.0


@pytest.mark.bench
@pytest.mark.logs("table_priority_refused")
def test_card_frame_is_journaled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frame off the wire to both copies of the record, and to its EACK on the wire: p50, p99 (issue 4)."""
    durable = _noting_acks(monkeypatch)
    table = live_table(tmp_path, dealing="shoe")
    table.demo.start()
    try:
        for _ in range(ROUNDS):
            table.deal_until(_next_round(table))
    finally:
        table.demo.stop()
    journaled = _waits(_cards(table.lines), durable)
    acknowledged = _waits(_cards(table.lines), _eacks(table.lines))
    with capsys.disabled():
        for what, waits in (("card to record", journaled), ("card to EACK", acknowledged)):
            cuts = quantiles(waits, n=100)
            print(  # noqa: T201 - the figures are the point
                f"\n{what} p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms over {len(waits)} cards; "
                f"{CARD_FRAME_BYTES} bytes at 115200 baud take {WIRE_TIME_MS:.2f} ms"
            )

    assert len(journaled) >= 9 * ROUNDS
    assert quantiles(journaled, n=100)[49] < 250.0


def _next_round(table: LiveTable) -> Callable[[TableView], bool]:
    """Wait for a result that is newer than the last one."""
    before = table.view.last_result if table.view is not None else None
    return lambda view: view.last_result is not None and view.last_result != before


def _noting_acks(monkeypatch: pytest.MonkeyPatch) -> list[Moment]:
    """Note when the table says that an event of the shoe is durable: right after the append."""
    moments: list[Moment] = []
    ack = PortGate.ack

    def noting(gate: PortGate, device: DeviceName, serial: str, epoch: int, number: int) -> None:
        if device == "shoe":
            moments.append((time.monotonic(), number))
        ack(gate, device, serial, epoch, number)

    monkeypatch.setattr(PortGate, "ack", noting)
    return moments


def _cards(lines: list[str]) -> dict[int, float]:
    """Give when each CARD of the shoe first came off the wire, by its number."""
    came: dict[int, float] = {}
    for line in lines:
        at, device, way, kind, number, *rest = line.split()
        if (device, way, kind, *rest[:1]) == ("shoe", "<", "EVT", "CARD"):
            came.setdefault(int(number), float(at))
    return came


def _eacks(lines: list[str]) -> list[Moment]:
    """Give when each EACK to the shoe went out, and up to which event."""
    split = [line.split() for line in lines]
    return [(float(at), int(number)) for at, *which, number, _, _ in split if which == ["shoe", ">", "EACK"]]


def _waits(came: dict[int, float], moments: list[Moment]) -> list[float]:
    """Give the milliseconds from each card to the first moment that covers it."""
    firsts = {
        number: [at for at, upto in moments if upto >= number and at >= came[number]] for number in came
    }
    return [(min(later) - came[number]) * 1000 for number, later in firsts.items() if later]
