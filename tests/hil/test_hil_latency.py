"""How long a card takes from the wire to the table, beside its time on a serial line (`.ci/run bench`)."""

import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

import pytest

from controller.engine.view_types import TableView
from tests.cli.live import LiveTable, live_table
from tests.hil.rig import WIRES, Rig

CARDS = 300
ROUNDS = 4
CARD_FRAME_BYTES = 33
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
def test_card_frame_is_journaled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Frame off the wire to its EACK, which waits for both copies of the record: p50, p99 (issue 4)."""
    table = live_table(tmp_path, dealing="shoe")
    table.demo.start()
    try:
        for _ in range(ROUNDS):
            table.deal_until(_next_round(table))
    finally:
        table.demo.stop()
    waits = _journaling(table.lines)
    cuts = quantiles(waits, n=100)
    with capsys.disabled():
        print(  # noqa: T201 - the figures are the point
            f"\ncard to record p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms over {len(waits)} cards; "
            f"{CARD_FRAME_BYTES} bytes at 115200 baud take {WIRE_TIME_MS:.2f} ms"
        )

    assert len(waits) >= 9 * ROUNDS
    assert cuts[49] < 250.0


def _next_round(table: LiveTable) -> Callable[[TableView], bool]:
    """Wait for a result that is newer than the last one."""
    before = table.view.last_result if table.view is not None else None
    return lambda view: view.last_result is not None and view.last_result != before


def _journaling(lines: list[str]) -> list[float]:
    """Give for each CARD of the trace the milliseconds until it was acknowledged."""
    waiting: dict[int, float] = {}
    waits: list[float] = []
    for line in lines:
        at, device, way, kind, number, *rest = line.split()
        if (device, way, kind, *rest[:1]) == ("shoe", "<", "EVT", "CARD"):
            waiting.setdefault(int(number), float(at))
        elif (device, way, kind) == ("shoe", ">", "EACK"):
            durable = [event for event in waiting if event <= int(number)]
            waits += [(float(at) - waiting.pop(event)) * 1000 for event in durable]
    return waits
