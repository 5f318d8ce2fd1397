"""The floor's ruling on a device that lost events (CDP1 3, 6, C13; G10.3)."""

from dataclasses import replace

import pytest

from controller.engine.commands import AcceptNumbering, CallFloor, Resume, VoidRound
from controller.engine.device_events import NumberingAccepted
from controller.engine.device_words import Rebase
from controller.engine.fact_commands import ReportEventsLost, ReportRefused
from controller.engine.ids import DeviceName
from controller.engine.prompt import OfferCode, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.state import DEALING, DealingMode, DeckState, HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import FLOOR, Felt
from tests.engine.stages import at

EPOCH = 0x0E0C_0002
DEVICES: tuple[DeviceName, DeviceName] = ("shuffler", "shoe")
BOTH = pytest.mark.parametrize("device", DEVICES)
MODES = pytest.mark.parametrize("mode", list(DealingMode))
PHASES = pytest.mark.parametrize("phase", list(Phase))


def _lose(felt: Felt, device: DeviceName, code: str = "epoch", epoch: int = EPOCH) -> None:
    """Let a device lose its log: its link is gone and the port tells why."""
    felt.linked[device] = False
    felt.orders = [order for order in felt.orders if order.device != device]
    felt.give(ReportEventsLost(device=device, code=code, epoch=epoch))


def _accept(felt: Felt, device: DeviceName) -> None:
    felt.ask(AcceptNumbering(device=device, approval=FLOOR))


@PHASES
@MODES
@BOTH
def test_a_lost_log_stops_the_table_in_every_phase(
    phase: Phase, mode: DealingMode, device: DeviceName
) -> None:
    """It is a decision of the floor, never skipped silently (CDP1 3)."""
    felt = at(phase, mode)
    _lose(felt, device)
    assert felt.state.hold is not None
    assert (HoldCode.EVENTS_LOST, device) == (felt.state.hold.code, felt.state.hold.device)
    assert TaskKind.REPLUG_DEVICE not in {task.kind for task in felt.prompt.tasks}
    assert RefusalCode.NUMBERING_OPEN is felt.refused(Resume(approval=FLOOR))
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(AcceptNumbering(device=device))


@PHASES
@MODES
@BOTH
def test_the_ruling_voids_only_a_round_that_was_touched(
    phase: Phase, mode: DealingMode, device: DeviceName
) -> None:
    """Cards of the deal may lie in the gap; before it and after its last card nothing in play does (C13)."""
    felt = at(phase, mode)
    _lose(felt, device)
    touched = phase in DEALING and (device == "shoe" or mode is DealingMode.STACKS)
    hold = view(felt.state, felt.prompt).hold
    assert hold is not None
    assert touched is hold.touched
    felt.ask(CallFloor())
    primary = felt.prompt.primary
    assert primary is not None
    assert OfferCode.ACCEPT_NUMBERING is primary.code
    _accept(felt, device)
    assert (Phase.COLLECT if touched else phase, None) == (felt.phase(), felt.held())
    assert Rebase(epoch=EPOCH) in felt.ordered()
    assert felt.state == felt.replayed()


@MODES
def test_a_void_before_the_ruling_leaves_the_ruling_due(mode: DealingMode) -> None:
    """The round may be void first; the device still waits for its own ruling (CDP1 3)."""
    felt = at(Phase.HOLE, mode)
    _lose(felt, "shoe", code="gap")
    felt.ask(VoidRound(reason="events_lost", approval=FLOOR))
    assert felt.offer_code(OfferCode.ACCEPT_NUMBERING).enabled
    _accept(felt, "shoe")
    assert [("shoe", "gap")] == [(e.device, e.code) for e in felt.events if isinstance(e, NumberingAccepted)]


@BOTH
def test_a_device_that_lost_nothing_is_not_ruled_on(device: DeviceName) -> None:
    """The ruling needs its cause, and is given once."""
    felt = at(Phase.WAGERS)
    assert RefusalCode.NOTHING_LOST is felt.refused(AcceptNumbering(device=device, approval=FLOOR))
    _lose(felt, device)
    _accept(felt, device)
    assert RefusalCode.NOTHING_LOST is felt.refused(AcceptNumbering(device=device, approval=FLOOR))


def test_a_second_loss_takes_a_second_ruling() -> None:
    """A ruling names one numbering and is used once (CDP1 3)."""
    felt = at(Phase.WAGERS)
    _lose(felt, "shoe")
    _accept(felt, "shoe")
    for epoch in (EPOCH, EPOCH + 1):
        _lose(felt, "shoe", epoch=epoch)
        assert HoldCode.EVENTS_LOST is felt.held()
        _accept(felt, "shoe")
    assert 3 == len([order for order in felt.ordered() if isinstance(order, Rebase)])


def test_after_a_restart_a_ruling_waits_until_the_device_tells_again() -> None:
    """No order leaves before the ports are open; then the ruling goes out without a second hold (CDP1 3)."""
    felt = at(Phase.WAGERS)
    _lose(felt, "shoe")
    _accept(felt, "shoe")
    felt.restart()
    assert 1 == len([order for order in felt.ordered() if isinstance(order, Rebase)])
    _lose(felt, "shoe")
    assert felt.held() is None
    assert 2 == len([order for order in felt.ordered() if isinstance(order, Rebase)])


def test_a_ruling_given_before_the_device_tells_again_waits_for_it() -> None:
    """The hold outlives the program; who rules before the link is back rules once (CDP1 3)."""
    felt = at(Phase.WAGERS)
    _lose(felt, "shoe")
    felt.restart()
    assert HoldCode.EVENTS_LOST is felt.held()
    _accept(felt, "shoe")
    assert 0 == len([order for order in felt.ordered() if isinstance(order, Rebase)])
    _lose(felt, "shoe")
    assert 1 == len([order for order in felt.ordered() if isinstance(order, Rebase)])


def test_a_worse_hold_stays_after_the_ruling() -> None:
    """What else is wrong with the cards is not ruled away with the log."""
    felt = at(Phase.SETTLE)
    felt.state = replace(felt.state, hold=None)
    felt.report()
    felt.state = replace(
        felt.state, hold=replace(felt.state.hold, code=HoldCode.COUNT_WRONG) if felt.state.hold else None
    )
    _lose(felt, "shoe")
    _accept(felt, "shoe")
    assert HoldCode.COUNT_WRONG is felt.held()


def test_a_lost_tail_takes_the_device_out_of_use_and_voids_the_deal() -> None:
    """What is recorded here and gone there cannot be ruled on: service gives it a new log (CDP1 3)."""
    felt = at(Phase.HOLE, DealingMode.STACKS)
    felt.linked["shoe"] = False
    felt.give(ReportRefused(device="shoe", code="tail_lost", text="service must clear its log"))
    assert HoldCode.EVENTS_LOST is felt.held()
    assert OfferCode.ACCEPT_NUMBERING not in {offer.code for offer in felt.offers}
    assert RefusalCode.MUST_BE_VOIDED is felt.refused(Resume(approval=FLOOR))


def test_a_deck_that_was_ready_in_a_machine_that_forgot_is_shuffled_again() -> None:
    """Only the lost events called it ready (G10.3)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    assert DeckState.READY is felt.state.deck("A").state
    _lose(felt, "shuffler")
    _accept(felt, "shuffler")
    assert DeckState.LOADED is felt.state.deck("A").state


def test_a_deck_that_lay_in_a_shoe_that_forgot_comes_out() -> None:
    """Cards may have left it unseen: it is taken out, shuffled and counted (G10.3)."""
    felt = at(Phase.WAGERS, DealingMode.SHOE)
    _lose(felt, "shoe")
    _accept(felt, "shoe")
    assert DeckState.NEW is felt.state.deck("A").state
    assert TaskKind.UNLOAD_SHOE in {task.kind for task in felt.prompt.tasks}
