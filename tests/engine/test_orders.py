"""Orders: intent first, one at a time, asked about and never blindly repeated (CDP1 4, 7; DURABILITY 6)."""

import pytest

from controller.engine.commands import CloseBetting, ConfirmFelt, OpenTable
from controller.engine.deadlines import allowed_us, next_deadline_us
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import (
    AskOperation,
    CloseShoe,
    Eject,
    ExpectDeck,
    OperationState,
    Result,
    SetLock,
    Slot,
    StartShuffle,
)
from controller.engine.effects import effects_of
from controller.engine.evolve.ordering import LAST_OP_ID, after
from controller.engine.fact_commands import PassTime, ReportOrderAnswered
from controller.engine.prompt import WaitKind
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.given import FLOOR, NAMES, SECOND_US, Felt
from tests.engine.piles import JAM_OUTPUT
from tests.engine.robot import play_until_round, repair
from tests.engine.stages import TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def issued(felt: Felt, kind: str) -> list[DeviceOrderIssued]:
    """Give every order of a kind."""
    found = [event for event in felt.events if event.kind == "device_order_issued"]
    return [event for event in found if event.order.kind == kind]


def shuffling() -> Felt:
    """Give a table whose order to shuffle deck A is written and not yet sent."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.table.load_infeed("A")
    felt.answers = False
    felt.deliver()
    while felt.orders and felt.orders[0].order.kind != "start_shuffle":
        felt.obey(felt.orders.pop(0))
    assert ["start_shuffle"] == [order.order.kind for order in felt.orders]
    return felt


def test_an_order_is_an_event_first_and_the_only_effect() -> None:
    """What a device is told stands in the record (ARCHITECTURE 3, step 8)."""
    felt = shuffling()
    order = issued(felt, "start_shuffle")[-1]
    assert (order,) == effects_of(order)
    assert () == effects_of(felt.events[0])


def test_only_operations_carry_a_number_and_it_counts_on() -> None:
    """From the random start, +1 each, never 0 (CDP1 4)."""
    felt = at(Phase.PREFLOP, DealingMode.STACKS)
    numbers = [e.op_id for e in felt.events if e.kind == "device_order_issued" and e.device == "shuffler"]
    counted = [number for number in numbers if number is not None]
    assert list(range(1000, 1000 + len(counted))) == counted
    assert {None} == {order.op_id for order in issued(felt, "arm_window")}
    assert (1, 6) == (after(LAST_OP_ID), after(5))


def test_one_order_at_a_time_for_each_device() -> None:
    """Until it is answered the next one waits (CDP1 4, stop and wait)."""
    felt = Felt(mode=DealingMode.STACKS, answers=False)
    felt.linked = {"shuffler": True, "shoe": True}
    for name in NAMES:
        felt.give(felt.device(name).hello())
    felt.ask(OpenTable(approval=FLOOR))
    assert {"shuffler": 1, "shoe": 1} == {
        name: sum(order.device == name for order in felt.orders) for name in NAMES
    }


def test_the_end_may_come_before_the_answer() -> None:
    """OP_DONE before RSP: done once, and the next order waits for the answer (CDP1 4)."""
    felt = shuffling()
    answer = felt.table.obey(felt.orders.pop(0))
    for _ in range(4):
        felt.deliver()
    assert DeckState.READY is felt.state.deck("A").state
    felt.give(answer)
    assert felt.state.shuffler.operation is None
    assert "expect_deck" == felt.orders[-1].order.kind


@pytest.mark.parametrize(
    "result", [Result.BUSY, Result.INTERLOCK, Result.FAULTED, Result.OP_CONFLICT, Result.REFUSED]
)
def test_a_refused_operation_leaves_no_record_and_is_not_repeated(result: Result) -> None:
    """Until something changes (CDP1 4)."""
    felt = shuffling()
    order = felt.orders.pop(0)
    felt.give(
        ReportOrderAnswered(
            device="shuffler",
            order="start_shuffle",
            op_id=order.op_id,
            result=result,
            state=None,
            next_index=None,
        )
    )
    assert (None, DeckState.LOADED) == (felt.state.shuffler.operation, felt.state.deck("A").state)
    assert [] == [order for order in felt.orders if order.device == "shuffler"]
    felt.answers = True
    felt.table.move_door(felt.table.shuffler, 0, is_open=True)
    felt.table.move_door(felt.table.shuffler, 0, is_open=False)
    felt.then()
    assert DeckState.READY is felt.state.deck("A").state


def test_an_order_the_device_never_heard_of_is_sent_again_under_its_number() -> None:
    """Unknown and still wanted: same number, same words (DURABILITY 6)."""
    felt = shuffling()
    first = issued(felt, "start_shuffle")[-1]
    felt.unplug("shuffler")
    felt.answers = True
    felt.plug("shuffler")
    asked = issued(felt, "ask_operation")
    assert [AskOperation(asked_op_id=first.op_id or 0)] == [event.order for event in asked]
    again = issued(felt, "start_shuffle")
    assert [first.op_id, first.op_id] == [event.op_id for event in again]
    assert DeckState.READY is felt.state.deck("A").state


def test_an_order_that_was_carried_out_is_not_sent_again() -> None:
    """Done: the outcome comes by replay (DURABILITY 6)."""
    felt = shuffling()
    felt.table.obey(felt.orders.pop(0))
    felt.unplug("shuffler")
    felt.answers = True
    felt.plug("shuffler")
    assert 1 == len(issued(felt, "start_shuffle"))
    assert DeckState.READY is felt.state.deck("A").state


def test_an_order_still_running_is_waited_for_with_its_deadline() -> None:
    """Running: wait, then fault (DURABILITY 6, CDP1 4)."""
    felt = shuffling()
    felt.table.shuffler.slow = True
    felt.table.obey(felt.orders.pop(0))
    felt.unplug("shuffler")
    assert next_deadline_us(felt.state) is None
    felt.answers = True
    felt.now_us = 7 * SECOND_US
    felt.plug("shuffler")
    assert 187 * SECOND_US == next_deadline_us(felt.state)
    felt.table.finish(felt.table.shuffler)
    felt.then()
    assert DeckState.READY is felt.state.deck("A").state


def test_an_order_unknown_and_no_longer_wanted_is_dropped() -> None:
    """After a void no stack is dispensed (DURABILITY 6, G9.2)."""
    felt = seated(DealingMode.STACKS)
    felt.answers = False
    felt.ask(CloseBetting())
    while felt.orders[0].order.kind != "dispense":
        felt.obey(felt.orders.pop(0))
    felt.unplug("shuffler")
    felt.void()
    felt.answers = True
    felt.plug("shuffler")
    felt.pump()
    assert 1 == len(issued(felt, "dispense"))
    assert [Eject(slot=Slot.CHAMBER)] == [event.order for event in issued(felt, "eject")]
    play_until_round(felt, 3)


def test_after_a_restart_each_open_intent_is_asked_about() -> None:
    """No port is open during recovery; then OP_STATUS for each (DURABILITY 5, 6)."""
    felt = seated(DealingMode.STACKS)
    felt.answers = False
    felt.ask(CloseBetting())
    while felt.orders[0].order.kind != "dispense":
        felt.obey(felt.orders.pop(0))
    number = issued(felt, "dispense")[-1].op_id
    felt.restart()
    assert [] == felt.orders
    felt.answers = True
    felt.link()
    assert [AskOperation(asked_op_id=number or 0)] == [e.order for e in issued(felt, "ask_operation")]
    assert 1 == len(issued(felt, "dispense"))
    felt.ask(ConfirmFelt())
    assert [number, number] == [event.op_id for event in issued(felt, "dispense")]
    assert 2 == len(felt.state.seat(TWO).cards)


def test_settings_are_sent_again_after_every_reconnect() -> None:
    """Locks and expectations are absolute (ARCHITECTURE 3, step 8)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    before = len(issued(felt, "set_lock")), len(issued(felt, "expect_deck"))
    for name in NAMES:
        felt.unplug(name)
        felt.plug(name)
    now = len(issued(felt, "set_lock")), len(issued(felt, "expect_deck"))
    assert (before[0] + 2, before[1] + 1) == now


def test_an_expectation_whose_answer_was_lost_is_given_again() -> None:
    """Nothing waits for an answer that cannot come (CDP1 4, lost)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.answers = False
    felt.ask(OpenTable(approval=FLOOR))
    lost = felt.orders.pop(0)
    assert isinstance(lost.order, SetLock)
    felt.obey(lost)
    expect = next(order for order in felt.orders if isinstance(order.order, ExpectDeck))
    felt.give(
        ReportOrderAnswered(
            device="shuffler",
            order="expect_deck",
            op_id=None,
            result=Result.LOST,
            state=None,
            next_index=None,
        )
    )
    felt.orders.remove(expect)
    assert [] == [order for order in felt.orders if order.device == "shuffler"]
    felt.answers = True
    felt.unplug("shuffler")
    felt.plug("shuffler")
    felt.load("A")
    assert DeckState.READY is felt.state.deck("A").state


def test_a_lost_answer_to_an_operation_keeps_it_open() -> None:
    """Nobody knows; it is asked about after the reconnect (CDP1 4)."""
    felt = shuffling()
    order = felt.orders.pop(0)
    felt.give(
        ReportOrderAnswered(
            device="shuffler",
            order="start_shuffle",
            op_id=order.op_id,
            result=Result.LOST,
            state=None,
            next_index=None,
        )
    )
    assert felt.state.shuffler.operation is not None
    assert "start_shuffle" == felt.state.shuffler.operation.order.kind


@pytest.mark.parametrize("kind", ["dispense", "eject"])
def test_a_refused_card_move_stops_the_deal_and_is_tried_again_after_it(kind: str) -> None:
    """The floor looks first (CDP1 4, I29)."""
    felt = seated(DealingMode.STACKS)
    if kind == "eject":
        felt.deal()
        felt.press_deal()
    felt.table.shuffler.faults.add(JAM_OUTPUT)
    if kind == "eject":
        felt.clear_tray()
    else:
        felt.ask(CloseBetting())
    assert HoldCode.DEVICE_FAULT is felt.held()
    felt.table.shuffler.faults.clear()
    felt.resume()
    assert kind in {order.kind for order in felt.ordered()[-6:]}
    assert felt.held() is None


def test_a_window_the_shoe_refuses_stops_the_deal() -> None:
    """A lid that opened unseen, say (CDP1 ARM)."""
    felt = seated()
    felt.table.shoe.faults.add(JAM_OUTPUT)
    felt.ask(CloseBetting())
    assert HoldCode.DEVICE_FAULT is felt.held()
    felt.table.shoe.faults.clear()
    felt.resume()
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


def test_a_shuffle_that_does_not_end_between_rounds_holds_and_is_asked_about() -> None:
    """Beats but no progress: jam (CDP1 6)."""
    felt = shuffling()
    felt.table.shuffler.slow = True
    felt.obey(felt.orders.pop(0))
    assert 180 * SECOND_US == allowed_us(StartShuffle(deck="A", slot=Slot.INFEED))
    felt.now_us = 181 * SECOND_US
    felt.give(PassTime(now_us=felt.now_us))
    assert HoldCode.DEVICE_FAULT is felt.held()
    assert "ask_operation" == felt.orders[-1].order.kind
    assert (30 * SECOND_US, 10 * SECOND_US) == (allowed_us(Eject(slot=Slot.CHAMBER)), allowed_us(CloseShoe()))


def test_a_stack_that_does_not_end_holds() -> None:
    """Beats but no progress: jam (CDP1 6)."""
    felt = seated(DealingMode.STACKS)
    felt.table.shuffler.slow = True
    felt.ask(CloseBetting())
    felt.now_us = 11 * SECOND_US
    felt.give(PassTime(now_us=felt.now_us))
    assert HoldCode.DEVICE_FAULT is felt.held()
    repair(felt)
    felt.resume()
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


def test_a_late_answer_about_another_operation_is_ignored() -> None:
    """Numbers must agree (CDP1 4, stale)."""
    felt = shuffling()
    before = felt.state.shuffler.operation
    felt.give(
        ReportOrderAnswered(
            device="shuffler",
            order="ask_operation",
            op_id=4711,
            result=Result.OK,
            state=OperationState.UNKNOWN,
            next_index=None,
        )
    )
    assert before == felt.state.shuffler.operation


def test_what_is_waited_for_is_said() -> None:
    """Cards, decks, links and trays, never a clock (ARCHITECTURE 11)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.seat_bank(100_000, 2)
    assert felt.prompt.waiting is not None
    assert WaitKind.DECK is felt.prompt.waiting.kind
    felt.wager(2, 1000)
    assert RefusalCode.DECK_NOT_READY is felt.refused(CloseBetting())
