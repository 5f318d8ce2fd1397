"""How long a card takes from the wire to the table, beside its time on a serial line (`.ci/run bench`)."""

import time
from pathlib import Path
from statistics import quantiles

import pytest

from tests.hil.rig import WIRES, Rig

CARDS = 300
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
