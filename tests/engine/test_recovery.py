"""A program that dies anywhere comes back to the same round (DURABILITY 5; CDP1 6; issue 2)."""

from collections.abc import Callable

import pytest

from controller.engine.advance import advance
from controller.engine.commands import (
    CallFloor,
    CloseBetting,
    ConfirmFelt,
    Exposure,
    Irregularity,
    ReportIrregularity,
)
from controller.engine.events import Event
from controller.engine.fact_commands import PassTime, StartTable
from controller.engine.guide import guide
from controller.engine.invariants import check
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, HoldCode, Phase
from tests.engine.given import NAMES, SECOND_US, Felt
from tests.engine.robot import play_until_round
from tests.engine.stages import at, kinds, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def play(felt: Felt) -> None:
    """Play the round of a table in WAGERS to its end."""
    felt.deal()
    felt.play(2, 4)
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    felt.collect()


def steps(felt: Felt) -> list[Callable[[], None]]:
    """Give the same round as single acts."""
    stacks = felt.mode is DealingMode.STACKS
    cards = [felt.clear_tray] * 3 if stacks else [felt.draw] * 6
    board = [felt.press_deal, felt.clear_tray, lambda: felt.clear_tray(to_rack=True)]
    return [
        lambda: _ask_close(felt),
        *cards,
        lambda: felt.play(2, 4),
        *(board if stacks else [*[felt.draw] * 5, felt.unload]),
        lambda: felt.expose(Exposure.FLOP),
        lambda: felt.expose(Exposure.TURN_RIVER),
        lambda: felt.play(3, 1),
        lambda: felt.expose(Exposure.PLAYER_DEALER),
        felt.settle,
        felt.collect,
    ]


def _ask_close(felt: Felt) -> None:
    felt.ask(CloseBetting())


def money(events: list[Event]) -> list[tuple[int, int, int]]:
    """Give paid, collected and net of each settled round."""
    return [(e.paid, e.collected, e.net) for e in events if e.kind == "round_settled"]


@MODES
def test_a_restart_after_each_act_changes_neither_phase_nor_money(mode: DealingMode) -> None:
    """Same phase, same cards, same money, no card asked twice (issue 2, kill -9)."""
    whole = seated(mode)
    play(whole)
    felt = seated(mode)
    for act in steps(felt):
        phase = felt.phase()
        felt.restart()
        assert phase is felt.phase()
        felt.link()
        if felt.prompt.code is PromptCode.CONFIRM_FELT:
            felt.ask(ConfirmFelt())
        assert phase is felt.phase()
        act()
    assert money(whole.events) == money(felt.events)
    assert Phase.WAGERS is felt.phase()
    dealt = [event.index for event in felt.events if event.kind == "card_dealt"]
    assert list(range(11)) == dealt


@MODES
def test_a_link_cut_after_each_act_changes_neither_phase_nor_money(mode: DealingMode) -> None:
    """Both cables out and in again between any two acts (CDP1 6)."""
    whole = seated(mode)
    play(whole)
    felt = seated(mode)
    for act in steps(felt):
        for name in NAMES:
            felt.unplug(name)
        felt.link()
        if felt.held() is HoldCode.LINK_LOST:
            felt.resume()
        act()
    assert money(whole.events) == money(felt.events)


@MODES
@pytest.mark.parametrize("phase", list(Phase))
def test_after_a_start_the_felt_is_confirmed_where_cards_are_out(phase: Phase, mode: DealingMode) -> None:
    """Between rounds there is nothing to confirm (DURABILITY 5, step 13)."""
    felt = at(phase, mode)
    felt.restart()
    out = phase not in {Phase.CLOSED, Phase.OFFER, Phase.WAGERS, Phase.COLLECT}
    assert out == felt.state.recovered
    assert out == (felt.prompt.code is PromptCode.CONFIRM_FELT)
    felt.link()
    if out:
        felt.ask(ConfirmFelt())
    elif phase is Phase.WAGERS:
        assert RefusalCode.NOT_RECOVERING is felt.refused(ConfirmFelt())
    play_until_round(felt, 2 if phase is not Phase.CLOSED else 1)


@MODES
def test_nothing_moves_before_the_felt_is_confirmed(mode: DealingMode) -> None:
    """No card order leaves; only questions do (DURABILITY 5, 6)."""
    felt = at(Phase.HOLE, mode)
    felt.restart()
    before = len(felt.ordered())
    felt.link()
    assert set() == {order.kind for order in felt.ordered()[before:]} - {"ask_operation"}
    felt.ask(ConfirmFelt())
    felt.hands()
    assert Phase.PREFLOP is felt.phase()


@MODES
def test_a_felt_that_is_not_as_shown_calls_the_floor(mode: DealingMode) -> None:
    """Not so: call floor (TOUCHSCREEN D13)."""
    felt = at(Phase.PREFLOP, mode)
    felt.restart()
    assert {OfferCode.CONFIRM_FELT, OfferCode.CALL_FLOOR} <= {offer.code for offer in felt.offers}
    felt.ask(CallFloor())
    felt.ask(ReportIrregularity(reason=Irregularity.OTHER))
    felt.void()
    assert not felt.state.recovered
    felt.link()
    play_until_round(felt, 3)


@MODES
def test_a_hold_is_still_a_hold_after_a_restart(mode: DealingMode) -> None:
    """A fault shown before a power cut is shown after it (ARCHITECTURE 3)."""
    felt = at(Phase.PREFLOP, mode)
    felt.report()
    felt.restart()
    assert (HoldCode.REPORTED, PromptCode.HOLD) == (felt.held(), felt.prompt.code)
    felt.link()
    felt.resume()
    assert PromptCode.CONFIRM_FELT is felt.prompt.code
    felt.ask(ConfirmFelt())
    felt.board()
    assert Phase.FLOP is felt.phase()


def test_cards_drawn_while_the_program_was_dead_come_by_replay() -> None:
    """Each once, at its place (CDP1 6)."""
    felt = at(Phase.HOLE)
    felt.restart()
    felt.table.draw()
    felt.link()
    assert 1 == len([event for event in felt.events if event.kind == "card_dealt"])
    felt.ask(ConfirmFelt())
    felt.hands()
    assert (Phase.PREFLOP, 6) == (felt.phase(), kinds(felt.events).count("card_dealt"))


def test_a_stack_sent_out_while_the_program_was_dead_comes_by_replay() -> None:
    """The dispense is settled by its status, the cards by their numbers (DURABILITY 6)."""
    felt = seated(DealingMode.STACKS)
    felt.answers = False
    _ask_close(felt)
    while felt.orders[0].order.kind != "dispense":
        felt.obey(felt.orders.pop(0))
    felt.table.obey(felt.orders.pop(0))
    felt.answers = True
    felt.restart()
    felt.link()
    felt.ask(ConfirmFelt())
    felt.hands()
    assert (Phase.PREFLOP, 3) == (
        felt.phase(),
        sum(order.kind == "dispense" for order in felt.ordered()),
    )


def test_the_first_numbers_stay_for_ever() -> None:
    """A later start draws others, which are not used (CDP1 4)."""
    felt = Felt()
    felt.give(StartTable(shuffler_op_id=5, shoe_op_id=6))
    assert (1000, 2000) == (felt.state.shuffler.next_op_id, felt.state.shoe.next_op_id)


def test_a_start_forgets_deadlines_and_links() -> None:
    """Only what the devices say again counts (DURABILITY 5)."""
    felt = at(Phase.HOLE, DealingMode.STACKS)
    felt.restart()
    felt.now_us = 1000 * SECOND_US
    assert () == felt.give(PassTime(now_us=felt.now_us))
    assert not felt.state.shoe.linked


@MODES
def test_a_replay_of_any_part_of_the_record_is_a_state_that_was(mode: DealingMode) -> None:
    """Advance is the only way state moves (ARCHITECTURE 3)."""
    felt = seated(mode)
    play(felt)
    state = felt.start
    for event in felt.events:
        state = advance(state, (event,))
    assert felt.state == state
    check(state)
    assert guide(felt.state) == guide(state)
