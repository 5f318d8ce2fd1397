"""Orders of a round: marks, passages, locks, stacks (CDP1 5.2, 7)."""

import pytest

from controller.engine.commands import CloseBetting, OpenTable
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
    Dispense,
    Result,
)
from controller.engine.state import DealingMode, Phase
from tests.engine.given import FLOOR, Felt
from tests.engine.piles import EVERY_BIT
from tests.engine.stages import at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def issued(felt: Felt, kind: str) -> list[DeviceOrderIssued]:
    """Give every order of a kind."""
    found = [event for event in felt.events if event.kind == "device_order_issued"]
    return [event for event in found if event.order.kind == kind]


def test_a_shoe_that_is_open_from_before_is_closed_first() -> None:
    """OPEN_SHOE refused for its state, then CLOSE_SHOE, then OPEN_SHOE (CDP1 5.2)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.table.index = 3
    felt.prepare()
    kinds = [order.kind for order in felt.ordered() if order.kind.endswith("shoe")]
    assert ["open_shoe", "close_shoe", "open_shoe"] == kinds


def test_a_shoe_that_is_closed_already_counts_as_closed() -> None:
    """CLOSE_SHOE refused for its state (CDP1 5.2)."""
    felt = at(Phase.SETTLE, DealingMode.STACKS)
    felt.table.index = None
    felt.settle()
    felt.collect()
    assert Phase.WAGERS is felt.phase()


@MODES
def test_without_a_lock_cards_move_all_the_same(mode: DealingMode) -> None:
    """LOCK is bit 5 and not required (CDP1 3)."""
    felt = seated(mode, capabilities=EVERY_BIT & ~(1 << 5))
    felt.deal()
    assert [] == issued(felt, "set_lock")
    assert Phase.PREFLOP is felt.phase()


def test_the_mouths_are_shut_but_for_the_deal() -> None:
    """Locked in OFFER and WAGERS, open from no more bets until the last card (CDP1 7)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    assert (True, True) == (felt.table.shuffler.locked, felt.table.shoe.locked)
    felt.ask(CloseBetting())
    assert (False, False) == (felt.table.shuffler.locked, felt.table.shoe.locked)
    felt.hands()
    felt.board()
    assert (True, True) == (felt.table.shuffler.locked, felt.table.shoe.locked)


def test_a_stack_taken_before_its_end_was_told_counts_as_taken() -> None:
    """TRAY n, TRAY 0, OP_DONE in this order (CDP1 7)."""
    felt = seated(DealingMode.STACKS)
    felt.table.shuffler.slow = True
    felt.ask(CloseBetting())
    shuffler = felt.table.shuffler
    assert shuffler.running is not None
    op_id, order = shuffler.running
    assert isinstance(order, Dispense)
    felt.table._send(2, reads=True)
    felt.clear_tray()
    shuffler.slow = False
    felt.table.done(shuffler, op_id, Result.OK, counts=(0, 2, 50))
    felt.then()
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


def test_a_mark_is_done_by_its_answer() -> None:
    """MARK has no OP_DONE; after a reconnect its status says so (CDP1 5.2)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.load("A")
    felt.restart()
    felt.link()
    assert felt.current().marked_open
    assert Result.OK is next(e.result for e in felt.events if e.kind == "operation_done" and e.op_id == 2001)


def test_a_mark_whose_answer_was_lost_is_settled_by_its_status() -> None:
    """Done says OP_STATUS (DURABILITY 6)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.table.load_infeed("A")
    felt.answers = False
    while not any(order.order.kind == "mark_round" for order in felt.orders):
        if felt.orders:
            felt.obey(felt.orders.pop(0))
        felt.deliver()
    mark = next(order for order in felt.orders if order.order.kind == "mark_round")
    felt.orders.remove(mark)
    felt.table.obey(mark)
    felt.unplug("shoe")
    felt.answers = True
    felt.plug("shoe")
    assert felt.current().marked_open
    assert 1 == len(issued(felt, "mark_round"))
