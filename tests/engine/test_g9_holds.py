"""Holds: what raises them, who ends them, and what a void leaves (G3.1, G9)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Role
from controller.engine.cards import Card
from controller.engine.commands import CallFloor, CloseBetting, Irregularity, Resume, VoidRound
from controller.engine.ids import DeviceName
from controller.engine.prompt import OfferCode, PromptActor, PromptCode, TaskKind
from controller.engine.queries import stakes_on_felt
from controller.engine.refusals import RefusalCode
from controller.engine.state import IN_ROUND, DealingMode, DeckState, HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import BOTH, FLOOR, Felt
from tests.engine.piles import JAM_OUTPUT
from tests.engine.robot import play_until_round
from tests.engine.stages import THREE, TWO, at, kinds, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
VOIDABLE = pytest.mark.parametrize("phase", sorted(IN_ROUND | {Phase.OFFER, Phase.WAGERS}))


@MODES
@VOIDABLE
def test_a_void_in_every_phase_leads_to_a_round_that_is_played(phase: Phase, mode: DealingMode) -> None:
    """All stakes go back, the decks alternate, and the next round is really dealt (G9.1)."""
    felt = at(phase, mode)
    felt.report()
    felt.void()
    assert (Phase.COLLECT, None) == (felt.phase(), felt.held())
    play_until_round(felt, 3)
    opened = [event.deck for event in felt.events if event.kind == "round_opened"]
    results = [event for event in felt.events if event.kind == "round_settled"]
    assert (["A", "B", "A"], 1) == (opened, len(results))


@MODES
@VOIDABLE
def test_after_resume_in_every_phase_the_round_ends(phase: Phase, mode: DealingMode) -> None:
    """Resume goes back to the phase that the hold remembered (G3.1)."""
    felt = at(phase, mode)
    felt.report()
    felt.resume()
    assert phase is felt.phase()
    play_until_round(felt, 2)
    assert ["round_settled"] == [kind for kind in kinds(felt.events) if kind == "round_settled"]


@MODES
def test_a_void_names_what_goes_back_to_whom(mode: DealingMode) -> None:
    """Every stake, Play included, to each bettor; what the prompt said before (G9.1)."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    felt.report()
    hold = view(felt.state, felt.prompt).hold
    assert hold is not None
    events = felt.void()
    voided = next(event for event in events if event.kind == "round_voided")
    assert ((TWO, 0, 6000), (THREE, 0, 2000)) == voided.returned
    assert (8000, 8000, "floor-1") == (voided.total, hold.void_total, voided.approved_by)


def test_a_void_in_the_offer_returns_nothing() -> None:
    """Repeated wagers are only proposed there (G3.5)."""
    felt = seated(DealingMode.SHOE, 4, 6)
    felt.deal()
    felt.report()
    felt.void()
    felt.state = replace(felt.state, phase=Phase.OFFER)
    assert 0 == sum(amount for _, _, amount in _returned(felt))


def _returned(felt: Felt) -> tuple[tuple[int, int, int], ...]:
    return stakes_on_felt(felt.state)


@MODES
def test_ending_a_hold_takes_the_floor(mode: DealingMode) -> None:
    """The house dealer cannot resume or void what needs a ruling (G9.1)."""
    felt = at(Phase.PREFLOP, mode)
    felt.report(Irregularity.CARD_OFF_TABLE)
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(Resume())
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(VoidRound(reason="x"))
    dealer = replace(FLOOR, role=Role.DEALER)
    assert RefusalCode.NEEDS_ROLE is felt.refused(VoidRound(reason="x", approval=dealer))
    felt.ask(VoidRound(reason="x", approval=BOTH))
    voided = next(event for event in felt.events if event.kind == "round_voided")
    assert "floor-1+shift-1" == voided.approved_by


@MODES
def test_a_report_calls_the_floor_at_once(mode: DealingMode) -> None:
    """A reason stops the table and calls the floor (TOUCHSCREEN 6, D9)."""
    felt = at(Phase.PREFLOP, mode)
    felt.report()
    prompt = felt.prompt
    assert (PromptCode.HOLD, PromptActor.FLOOR) == (prompt.code, prompt.actor)
    assert RefusalCode.FLOOR_CALLED is felt.refused(CallFloor())


def test_a_hold_that_a_device_raised_asks_to_call_the_floor_first() -> None:
    """Its primary is the call, then what the floor may do (TOUCHSCREEN D10)."""
    felt = at(Phase.HOLE)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()
    assert (HoldCode.DEVICE_FAULT, OfferCode.CALL_FLOOR) == (felt.held(), felt.offers[0].code)
    felt.ask(CallFloor())
    assert OfferCode.RESUME is felt.offers[0].code


def test_the_floor_called_before_stays_called_in_the_hold() -> None:
    """One call is enough (G3.1)."""
    felt = at(Phase.HOLE)
    felt.ask(CallFloor())
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()
    assert felt.state.hold is not None
    assert felt.state.hold.floor_called


@MODES
@pytest.mark.parametrize("name", ["shuffler", "shoe"])
def test_a_link_lost_in_the_deal_holds_and_the_dealer_goes_on(mode: DealingMode, name: DeviceName) -> None:
    """With a window open only a device that deals holds the table; the dealer resumes it (CDP1 6, I30)."""
    felt = seated(mode)
    felt.table.shuffler.slow = mode is DealingMode.STACKS
    felt.ask(CloseBetting())
    felt.unplug(name)
    deals = name == "shoe" or mode is DealingMode.STACKS
    assert (HoldCode.LINK_LOST if deals else None) is felt.held()
    if deals:
        assert RefusalCode.CAUSE_REMAINS is felt.refused(Resume())
        assert TaskKind.REPLUG_DEVICE is felt.prompt.tasks[0].kind
    felt.plug(name)
    if deals:
        felt.ask(Resume())
    if felt.table.shuffler.slow:
        felt.table.shuffler.slow = False
        felt.table.finish(felt.table.shuffler)
        felt.then()
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


@MODES
def test_a_link_lost_at_rest_only_waits(mode: DealingMode) -> None:
    """With nothing in motion the prompt waits and goes on by itself (CDP1, WAIT)."""
    felt = at(Phase.REVEAL, mode)
    felt.unplug("shoe")
    assert felt.held() is None
    felt.plug("shoe")
    assert PromptCode.REVEAL_PLAYER_DEALER is felt.prompt.code


@MODES
def test_in_collect_a_lost_device_is_waited_for(mode: DealingMode) -> None:
    """Both are needed to put the decks away (CDP1 6)."""
    felt = at(Phase.COLLECT, mode)
    felt.unplug("shuffler")
    assert PromptCode.WAIT_FOR_DEVICE is felt.prompt.code
    felt.plug("shuffler")
    felt.collect()
    assert Phase.WAGERS is felt.phase()


def test_a_jam_in_a_stack_goes_on_with_the_rest_of_it() -> None:
    """The floor resumes once it is cleared; the remainder is dispensed, no card twice (I29, C6)."""
    felt = seated(DealingMode.STACKS)
    felt.table.jam_after = 1
    felt.ask(CloseBetting())
    assert (HoldCode.DEVICE_FAULT, 1) == (felt.held(), len(felt.state.seat(TWO).cards))
    assert RefusalCode.CAUSE_REMAINS is felt.refused(Resume(approval=FLOOR))
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    felt.resume()
    felt.clear_tray()
    assert 2 == len(felt.state.seat(TWO).cards)
    felt.hands()
    assert [2, 1, 2, 2] == [order.count for order in felt.ordered() if order.kind == "dispense"]
    assert Phase.PREFLOP is felt.phase()


@MODES
def test_a_door_opened_in_the_deal_holds_until_it_is_shut_and_the_floor_agrees(mode: DealingMode) -> None:
    """Open door with cards to come: go on only unseen, else void (C11, I29)."""
    felt = at(Phase.HOLE, mode)
    device = felt.table.shuffler if mode is DealingMode.STACKS else felt.table.shoe
    felt.table.move_door(device, 0, is_open=True)
    felt.then()
    assert HoldCode.DEVICE_FAULT is felt.held()
    assert RefusalCode.CAUSE_REMAINS is felt.refused(Resume(approval=FLOOR))
    felt.table.move_door(device, 0, is_open=False)
    felt.then()
    felt.resume()
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


def test_a_fault_of_the_other_machine_lets_the_round_end() -> None:
    """In shoe mode the shuffler only prepares decks: BLOCK, not HOLD (C11)."""
    felt = at(Phase.HOLE)
    felt.table.raise_fault(felt.table.shuffler, JAM_OUTPUT)
    felt.then()
    assert felt.held() is None
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


@MODES
def test_power_lost_at_rest_may_be_resumed_by_the_floor(mode: DealingMode) -> None:
    """No card was in motion: the floor looks and the deal goes on (C13, CDP1 6)."""
    felt = at(Phase.PREFLOP, mode)
    felt.table.power_cut(felt.table.shoe)
    felt.unplug("shoe")
    felt.plug("shoe")
    assert HoldCode.DEVICE_BOOTED is felt.held()
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(Resume())
    felt.resume()
    felt.board()
    assert Phase.FLOP is felt.phase()


@MODES
def test_power_lost_with_a_card_in_motion_ends_in_a_void(mode: DealingMode) -> None:
    """Nobody knows where the card is; the places are named (C13)."""
    felt = seated(mode)
    if mode is DealingMode.SHOE:
        felt.ask(CloseBetting())
        felt.draw()
        device = felt.table.shoe
    else:
        felt.table.shuffler.slow = True
        felt.ask(CloseBetting())
        device = felt.table.shuffler
    felt.table.power_cut(device)
    felt.unplug(device.name)
    felt.plug(device.name)
    assert felt.held() in {HoldCode.DEVICE_BOOTED, HoldCode.OPERATION_FAILED}
    assert RefusalCode.MUST_BE_VOIDED is felt.refused(Resume(approval=FLOOR))
    device.slow = False
    felt.void()
    play_until_round(felt, 3)
    assert felt.held() is None


def test_a_worse_cause_replaces_a_milder_one_and_never_the_other_way() -> None:
    """What must be voided cannot become resumable (G9)."""
    felt = at(Phase.HOLE)
    felt.draw()
    felt.unplug("shoe")
    assert HoldCode.LINK_LOST is felt.held()
    felt.table.power_cut(felt.table.shoe)
    felt.plug("shoe")
    assert HoldCode.DEVICE_BOOTED is felt.held()
    felt.unplug("shoe")
    assert HoldCode.DEVICE_BOOTED is felt.held()


@MODES
def test_after_the_settlement_every_hold_may_be_resumed(mode: DealingMode) -> None:
    """There is nothing left to void (G3.1)."""
    felt = at(Phase.COLLECT, mode)
    felt.table.in_shoe = [("A", Card("2c"))]
    felt.table.shoe.locked = False
    felt.draw()
    assert HoldCode.DRAWN_EARLY is felt.held()
    assert RefusalCode.WRONG_PHASE is felt.refused(VoidRound(reason="x", approval=FLOOR))
    felt.resume()
    assert Phase.COLLECT is felt.phase()


@MODES
def test_no_card_and_no_decision_after_a_void(mode: DealingMode) -> None:
    """Until the next OFFER a card is an intruder (G9.2, SH13)."""
    felt = at(Phase.PREFLOP, mode)
    felt.report()
    felt.void()
    felt.table.in_shoe = [("A", Card("2c"))]
    felt.table.shoe.locked = False
    felt.draw()
    assert HoldCode.DRAWN_EARLY is felt.held()
    assert "card_astray" in kinds(felt.events)


def test_a_void_round_with_the_stub_through_the_reader_counts_it_out() -> None:
    """The rest passes a count-only window, so no identity is read (C12, CDP1 7)."""
    felt = seated(DealingMode.STACKS, stub_through_reader=True)
    felt.deal()
    felt.report()
    felt.void()
    felt.clear_tray(to_rack=True)
    windows = [
        e.order for e in felt.events if e.kind == "device_order_issued" and e.order.kind == "arm_window"
    ]
    assert (6, 46) == (windows[-1].first, windows[-1].count)
    assert felt.held() is None
    play_until_round(felt, 3)
    assert DeckState.QUARANTINED not in {deck.state for deck in felt.state.decks}
