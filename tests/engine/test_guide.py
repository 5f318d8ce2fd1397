"""The guide: one prompt, at most one primary, a way out, tokens that name meanings (ARCHITECTURE 11)."""

import pytest

from controller.engine.commands import Act, CloseBetting, Decide, Exposure, OpenTable, SeatPlayer
from controller.engine.device_words import Place
from controller.engine.guide import find, guide
from controller.engine.ids import SEATS, SeatNo
from controller.engine.prompt import OfferCode, OpenField, PromptActor, PromptCode, TaskKind, WaitKind
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import DealingMode, Phase
from tests.engine.given import FLOOR, Felt
from tests.engine.piles import DEAL, EVERY_BIT, JAM_OUTPUT, TRAY
from tests.engine.robot import approved
from tests.engine.stages import THREE, TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))

EXPECTED = {
    Phase.CLOSED: (PromptCode.OPEN_TABLE, OfferCode.OPEN_TABLE),
    Phase.OFFER: (PromptCode.OFFER_BANK, OfferCode.ACCEPT_BANK),
    Phase.WAGERS: (PromptCode.TAKE_WAGERS, OfferCode.CLOSE_BETTING),
    Phase.HOLE: (PromptCode.DEAL_STACK, None),
    Phase.PREFLOP: (PromptCode.ASK_PREFLOP, None),
    Phase.FLOP: (PromptCode.EXPOSE_FLOP, OfferCode.EXPOSE),
    Phase.RIVER: (PromptCode.ASK_RIVER, None),
    Phase.REVEAL: (PromptCode.REVEAL_PLAYER_DEALER, OfferCode.EXPOSE),
    Phase.SETTLE: (PromptCode.SETTLE_SEAT, OfferCode.SETTLE_SEAT),
    Phase.COLLECT: (PromptCode.COLLECT_CARDS, None),
}


@MODES
@pytest.mark.parametrize("phase", list(EXPECTED))
def test_each_phase_has_its_prompt_and_its_primary(phase: Phase, mode: DealingMode) -> None:
    """What must be done now, and the one button for it (TOUCHSCREEN 6)."""
    prompt = at(phase, mode).prompt
    primary = None if prompt.primary is None else prompt.primary.code
    assert EXPECTED[phase] == (prompt.code, primary)


@MODES
@pytest.mark.parametrize("phase", list(Phase))
def test_offers_are_enabled_exactly_where_decide_does_not_refuse(phase: Phase, mode: DealingMode) -> None:
    """One rule, three uses (ARCHITECTURE 6, 11)."""
    felt = at(phase, mode)
    for offer in felt.offers:
        if offer.open_fields:
            continue
        decided = felt.decided(approved(felt, offer.command))
        assert offer.enabled == (not isinstance(decided, Refused)), offer
        assert offer.why_not is (decided.code if isinstance(decided, Refused) else None)


@MODES
def test_the_board_is_asked_for_until_it_lies_on_the_felt(mode: DealingMode) -> None:
    """Then the stub is (G3.1, COMMUNITY)."""
    felt = at(Phase.COMMUNITY, mode)
    if mode is DealingMode.STACKS:
        assert (PromptCode.DEAL_BOARD, TaskKind.TAKE_STACK) == (felt.prompt.code, felt.prompt.tasks[0].kind)
        felt.clear_tray()
    task = TaskKind.STUB_TO_RACK if mode is DealingMode.STACKS else TaskKind.UNLOAD_SHOE
    assert (PromptCode.STUB_TO_RACK, task) == (felt.prompt.code, felt.prompt.tasks[0].kind)
    assert OfferCode.EXPOSE is felt.offers[0].code
    assert 41 == felt.prompt.count


@MODES
def test_stacks_are_asked_for_clockwise_with_the_player_dealer_last(mode: DealingMode) -> None:
    """One highlighted seat at a time (G3.1, HOLE)."""
    felt = seated(mode, 6, 3)
    felt.ask(CloseBetting())
    seen = []
    while felt.phase() is Phase.HOLE:
        target = felt.prompt.target
        assert target is not None
        seen.append((target.place, target.seat))
        if mode is DealingMode.SHOE:
            felt.draw(2)
        else:
            felt.clear_tray()
    banker = [(Place.PLAYER_DEALER, SeatNo(1))]
    expected = [(Place.SEAT, THREE), (Place.SEAT, SeatNo(6)), *banker]
    assert expected[: len(seen)] == seen
    assert 2 <= len(seen)


def test_drawing_counts_down() -> None:
    """K of n in the prompt, the rest in the task (TOUCHSCREEN D2)."""
    felt = at(Phase.HOLE)
    assert (0, 2, 6) == (felt.prompt.done, felt.prompt.count, _wait(felt))
    felt.draw()
    task = felt.prompt.tasks[0]
    assert (1, TaskKind.DRAW_CARDS, 1) == (felt.prompt.done, task.kind, task.count)


def _wait(felt: Felt) -> int:
    assert felt.prompt.waiting is not None
    return felt.prompt.waiting.count


def test_preflop_and_flop_highlight_no_seat_and_the_river_does() -> None:
    """A check is not tapped, so nobody knows who is thinking (TOUCHSCREEN 5)."""
    felt = at(Phase.PREFLOP)
    assert (None, (TWO, THREE), TWO) == (felt.prompt.seat, felt.prompt.open_seats, felt.prompt.next_seat)
    felt.board()
    felt.expose(Exposure.FLOP)
    assert (PromptCode.ASK_FLOP, None) == (felt.prompt.code, felt.prompt.seat)
    felt.expose(Exposure.TURN_RIVER)
    assert (PromptCode.ASK_RIVER, TWO) == (felt.prompt.code, felt.prompt.seat)
    felt.fold(2)
    assert (THREE, 1, 2) == (felt.prompt.seat, felt.prompt.done, felt.prompt.count)
    assert felt.prompt.waiting is not None
    assert WaitKind.DECISIONS is felt.prompt.waiting.kind


def test_the_settlement_names_this_seat_and_the_next() -> None:
    """Seat k done, turn up seat j next (TOUCHSCREEN D7)."""
    felt = at(Phase.SETTLE)
    assert (TWO, THREE, 0, 2) == (
        felt.prompt.seat,
        felt.prompt.next_seat,
        felt.prompt.done,
        felt.prompt.count,
    )


def test_only_multiples_of_the_street_are_offered_highest_first() -> None:
    """4x, 3x pre-flop; 2x; 1x or fold (G2.2)."""
    felt = at(Phase.PREFLOP)
    offers = [offer.command for offer in felt.offers if offer.seat == TWO]
    plays = [c.multiple for c in offers if isinstance(c, Decide) and c.act is Act.PLAY]
    assert [4, 3] == plays
    felt = at(Phase.RIVER)
    acts = {c.act for c in (o.command for o in felt.offers if o.seat == TWO) if isinstance(c, Decide)}
    assert {Act.PLAY, Act.FOLD} == acts


def test_two_seats_have_two_tokens_and_a_second_tap_is_stale() -> None:
    """A token changes only when its meaning does (ARCHITECTURE 11, ST36)."""
    felt = at(Phase.PREFLOP)
    two = felt.offer_of(Decide(seat=TWO, act=Act.PLAY, multiple=4)).token
    three = felt.offer_of(Decide(seat=THREE, act=Act.PLAY, multiple=4)).token
    felt.play(2, 4)
    assert felt.prompt.offer(two) is None
    assert felt.prompt.offer(three) is not None


def test_a_token_of_the_round_before_is_stale() -> None:
    """Round and phase are part of the meaning (G3.10)."""
    felt = at(Phase.WAGERS)
    token = felt.offers[0].token
    felt.deal()
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(2)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    felt.collect()
    assert (OfferCode.CLOSE_BETTING, None) == (felt.offers[0].code, felt.prompt.offer(token))


def test_open_fields_are_named_and_keep_the_offer_enabled() -> None:
    """A person fills them; the proposal may still be wrong (ARCHITECTURE 11)."""
    felt = seated()
    felt.ask(SeatPlayer(seat=SeatNo(8)))
    offer = find(felt.prompt, OfferCode.PLACE_WAGER, SeatNo(8))
    assert offer is not None
    assert (True, RefusalCode.SIDE_NEEDS_ANTE) == (offer.enabled, offer.why_not)
    assert {OpenField.BETTOR, OpenField.ANTE, OpenField.BLIND, OpenField.TRIPS, OpenField.BAD_BEAT} == set(
        offer.open_fields
    )


def test_offers_that_take_the_floor_say_so() -> None:
    """Rights are checked by the engine, not by hiding buttons (TOUCHSCREEN 6)."""
    felt = at(Phase.WAGERS)
    closes = find(felt.prompt, OfferCode.CLOSE_TABLE)
    assert closes is not None
    assert closes.needs is not None
    assert "floor" == closes.needs.role.value


def test_an_offer_for_every_seat_to_sit_or_leave() -> None:
    """Between rounds (G11.5)."""
    felt = at(Phase.WAGERS)
    for number in SEATS:
        code = OfferCode.VACATE_SEAT if felt.state.seat(number).is_taken else OfferCode.SEAT_PLAYER
        assert find(felt.prompt, code, number) is not None


@MODES
def test_without_sensors_taps_stand_in(mode: DealingMode) -> None:
    """Stack is out, deal the board (CDP1 bits 6, 13)."""
    felt = seated(mode, capabilities=EVERY_BIT & ~(1 << TRAY | 1 << DEAL))
    felt.ask(CloseBetting())
    if mode is DealingMode.SHOE:
        assert find(felt.prompt, OfferCode.TAKE_STACK) is None
        return
    for _ in range(3):
        assert OfferCode.TAKE_STACK is felt.offers[0].code
        felt.ask(felt.offers[0].command)
    assert OfferCode.CLOSE_STREET is felt.offers[0].code
    felt.ask(felt.offers[0].command)
    assert (PromptCode.DEAL_BOARD, OfferCode.TAKE_STACK) == (felt.prompt.code, felt.offers[0].code)
    felt.ask(felt.offers[0].command)
    assert Phase.FLOP is felt.phase()


def test_a_stack_that_is_not_out_cannot_be_taken() -> None:
    """The tap waits for the machine (CDP1 7)."""
    felt = seated(DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << TRAY))
    felt.table.shuffler.slow = True
    felt.ask(CloseBetting())
    offer = find(felt.prompt, OfferCode.TAKE_STACK)
    assert offer is not None
    assert (False, RefusalCode.CARDS_MISSING) == (offer.enabled, offer.why_not)


@MODES
def test_repairs_come_first(mode: DealingMode) -> None:
    """A fault, a door, a cable: before anything else the hands may do (ARCHITECTURE 11)."""
    felt = at(Phase.HOLE, mode)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.table.move_door(felt.table.shuffler, 2, is_open=True)
    felt.then()
    felt.unplug("shuffler")
    found = {(task.kind, task.device) for task in felt.prompt.tasks}
    assert {
        (TaskKind.REPLUG_DEVICE, "shuffler"),
        (TaskKind.SHUT_DOOR, "shuffler"),
        (TaskKind.CLEAR_DEVICE, "shoe"),
    } == found


def test_the_lid_may_stand_open_while_a_deck_is_carried() -> None:
    """No alarm for what is being done (CDP1 7, shoe mode)."""
    felt = Felt()
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.load("A")
    felt.table.take_from_chamber()
    felt.table.lid(is_open=True)
    felt.then()
    assert [TaskKind.LOAD_SHOE] == [t.kind for t in felt.prompt.tasks if t.device == "shoe"]


def test_the_same_state_has_the_same_prompt_after_a_replay() -> None:
    """Made from state alone (ARCHITECTURE 11)."""
    felt = at(Phase.FLOP)
    assert felt.prompt == guide(felt.replayed())


def test_a_device_that_is_waited_for_is_named() -> None:
    """Its next step needs it (CDP1, WAIT)."""
    felt = at(Phase.COMMUNITY, DealingMode.STACKS)
    felt.unplug("shuffler")
    prompt = felt.prompt
    assert (PromptCode.WAIT_FOR_DEVICE, PromptActor.DEVICE, "shuffler") == (
        prompt.code,
        prompt.actor,
        prompt.device,
    )
