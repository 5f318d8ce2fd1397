"""What keeps the next deal from beginning until the floor has looked (C2, C11, C12; CDP1 3, 6)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Source
from controller.engine.commands import CloseBetting, OpenTable, ReleaseDevice, ReplaceDeck, Resume
from controller.engine.device_events import DeviceOrderIssued, DeviceReleased
from controller.engine.device_state import OpenOperation
from controller.engine.fact_commands import PassTime, ReportOperationStarted
from controller.engine.ids import DeviceName
from controller.engine.prompt import OfferCode, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, DeckPlace, DeckState, HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import FLOOR, SECOND_US, Felt
from tests.engine.piles import JAM_OUTPUT
from tests.engine.robot import act, play_until_round
from tests.engine.stages import at

BOTH = pytest.mark.parametrize("device", ["shuffler", "shoe"])
MODES = pytest.mark.parametrize("mode", list(DealingMode))


def _jam(felt: Felt, device: DeviceName) -> None:
    """Let a device jam, and somebody clear it by its key."""
    felt.table.raise_fault(felt.device(device), JAM_OUTPUT)
    felt.pump()
    felt.table.clear_faults(felt.device(device))
    felt.pump()


@MODES
@BOTH
def test_c11_a_lamp_that_went_out_is_not_enough(device: DeviceName, mode: DealingMode) -> None:
    """A fault outside a deal blocks "no more bets" until it is cleared and the floor has looked (C11)."""
    felt = at(Phase.WAGERS, mode)
    _jam(felt, device)
    assert (("fault_0103",), "blocked") == (
        felt.state.device(device).blocks,
        next(one.problem for one in view(felt.state, felt.prompt).devices if one.name == device),
    )
    assert RefusalCode.DEVICE_BLOCKED is felt.refused(CloseBetting())
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(ReleaseDevice(device=device))
    felt.ask(ReleaseDevice(device=device, approval=FLOOR))
    assert [(device, ("fault_0103",))] == [
        (event.device, event.blocks) for event in felt.events if isinstance(event, DeviceReleased)
    ]
    felt.ask(CloseBetting())
    assert felt.state == felt.replayed()


@BOTH
def test_c11_nobody_releases_a_device_whose_fault_is_there(device: DeviceName) -> None:
    """FAULT_CLEARED and the floor, both (C11)."""
    felt = at(Phase.WAGERS)
    felt.table.raise_fault(felt.device(device), JAM_OUTPUT)
    felt.pump()
    assert RefusalCode.CAUSE_REMAINS is felt.refused(ReleaseDevice(device=device, approval=FLOOR))
    assert not felt.offer_code(OfferCode.RELEASE_DEVICE).enabled


def test_c11_the_ruling_on_a_hold_is_the_look_of_the_floor() -> None:
    """A jam in the deal holds; who resumes it has looked (C11, G9)."""
    felt = at(Phase.HOLE, DealingMode.STACKS)
    _jam(felt, "shuffler")
    assert HoldCode.DEVICE_FAULT is felt.held()
    felt.resume()
    assert () == felt.state.shuffler.blocks


def test_c11_a_void_over_a_fault_that_stays_leaves_the_block() -> None:
    """The floor voided the round; the jam is still to be looked at (C11)."""
    felt = at(Phase.HOLE, DealingMode.STACKS)
    felt.table.raise_fault(felt.device("shuffler"), JAM_OUTPUT)
    felt.pump()
    felt.void()
    assert ("fault_0103",) == felt.state.shuffler.blocks


def test_c2_an_operation_that_nobody_ordered_blocks_a_closed_table() -> None:
    """Outside a round there is nothing to hold; the next deal waits for the floor (C2)."""
    felt = at(Phase.CLOSED)
    source = Source(device="shuffler", serial="S", epoch=1, number=99)
    felt.give(ReportOperationStarted(source=source, op_id=5))
    assert ("unordered_operation",) == felt.state.shuffler.blocks


def test_an_endless_shuffle_in_a_deal_blocks_only_the_next_one() -> None:
    """Cards lie on the felt; the other deck's shuffle is another matter (CDP1 6)."""
    felt = at(Phase.SETTLE, DealingMode.STACKS)
    felt.state = replace(felt.state, shuffler=replace(felt.state.shuffler, operation=_endless(felt)))
    felt.now_us = 400 * SECOND_US
    felt.give_raw(PassTime(now_us=felt.now_us))
    assert (None, True) == (felt.held(), felt.state.shuffler.late)
    assert TaskKind.RESTART_DEVICE in {task.kind for task in felt.prompt.tasks}


def _endless(felt: Felt) -> OpenOperation:
    issued = next(e for e in felt.events if isinstance(e, DeviceOrderIssued) and e.op_id is not None)
    assert issued.op_id is not None
    return OpenOperation(op_id=issued.op_id, order=issued.order, accepted=True, due_us=1)


def test_an_endless_shuffle_between_rounds_holds_until_the_machine_is_switched() -> None:
    """HOLD "jam"; the way out is its switch, then the floor (CDP1 6)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.table.shuffler.slow = True
    felt.load("A")
    felt.now_us = 181 * SECOND_US
    felt.give(PassTime(now_us=felt.now_us))
    assert (HoldCode.DEVICE_FAULT, TaskKind.RESTART_DEVICE) == (felt.held(), felt.prompt.tasks[0].kind)
    assert RefusalCode.CAUSE_REMAINS is felt.refused(Resume(approval=FLOOR))
    act(felt, felt.prompt.tasks[0])
    felt.resume()
    play_until_round(felt, 2)
    assert not felt.state.shuffler.late


def test_cards_that_lay_in_the_infeed_before_the_first_contact_are_put_in_again() -> None:
    """Their report is history and counts for nothing: the hands move them once more (CDP1 3)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.table.load_infeed("A")
    felt.table.shuffler.log.clear()
    felt.plug("shoe")
    felt.linked["shuffler"] = True
    felt.give(replace(felt.table.shuffler.hello(), state="loading"))
    felt.ask(OpenTable(approval=FLOOR))
    (task,) = felt.prompt.tasks
    assert (TaskKind.RESEAT_INFEED, "A") == (task.kind, task.deck)
    act(felt, task)
    felt.pump()
    assert (False, DeckState.READY) == (felt.state.shuffler.unannounced, felt.state.deck("A").state)


def test_a_deck_that_was_dropped_on_its_way_to_the_shoe_is_replaced() -> None:
    """No machine sees what hands carry: the floor brings a new deck, which is checked too (G10.4)."""
    felt = Felt(mode=DealingMode.SHOE)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.load("A")
    felt.table.take_from_chamber()
    felt.pump()
    assert DeckPlace.HAND is felt.state.deck("A").place
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    assert (DeckState.NEW, DeckPlace.RACK) == (felt.state.deck("A").state, felt.state.deck("A").place)
