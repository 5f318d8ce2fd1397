"""A silent device may be reset over its bus only while no card is out (CDP1 11)."""

from pathlib import Path

import pytest

from controller.engine.state import Phase
from tests.cli.live import live_table


@pytest.mark.logs("table_priority_refused")
def test_a_bus_reset_is_allowed_until_the_first_card_and_not_after_it(tmp_path: Path) -> None:
    """Before a start nothing is known and nothing allowed; then up to the wagers; never in a deal."""
    table = live_table(tmp_path, dealing="stacks")
    running = table.demo.running
    unknown = running.no_card_is_out()
    table.demo.start()
    try:
        table.watch_until(lambda view: view.phase is Phase.CLOSED)
        closed = running.no_card_is_out()
        table.deal_until(lambda view: view.phase is Phase.WAGERS)
        wagers = running.no_card_is_out()
        table.deal_until(lambda view: any(seat.cards for seat in view.seats))
        dealt = running.no_card_is_out()
    finally:
        table.demo.stop()

    assert (False, True, True, False) == (unknown, closed, wagers, dealt)
