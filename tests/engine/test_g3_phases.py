"""Phases of a round: what each allows, how it ends, which step is implied (G3.1 to G3.6)."""

from dataclasses import replace

import pytest

from controller.engine.commands import (
    Act,
    Answer,
    AnswerOffer,
    Ask,
    CallFloor,
    CloseBetting,
    CloseStreet,
    CloseTable,
    ConfirmFelt,
    Decide,
    Expose,
    Exposure,
    Irregularity,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    RemoveWager,
    RepeatWagers,
    ReplaceDeck,
    ReportIrregularity,
    Resume,
    SeatPlayer,
    SettleSeat,
    TakeStack,
    UndoDecision,
    VacateSeat,
    VoidRound,
)
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import TurnOrder
from controller.engine.state import DealingMode, Phase
from controller.engine.transitions import COMMANDS, IN_HOLD, WHILE_RECOVERED
from tests.engine.given import CALIFORNIA, FLOOR
from tests.engine.piles import DEAL, EVERY_BIT
from tests.engine.stages import at, phases, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
TWO, THREE = SeatNo(2), SeatNo(3)
ALL: tuple[Ask, ...] = (
    OpenTable(approval=FLOOR),
    CloseTable(approval=FLOOR),
    SeatPlayer(seat=SeatNo(8)),
    VacateSeat(seat=TWO),
    AnswerOffer(seat=TWO, answer=Answer.DECLINED),
    PostBank(amount=5000),
    PlaceWager(seat=TWO, bettor=0, ante=1000, blind=1000, trips=0, bad_beat=0),
    RemoveWager(seat=TWO, bettor=0),
    RepeatWagers(seat=TWO),
    CloseBetting(),
    Decide(seat=TWO, act=Act.PLAY, multiple=4),
    UndoDecision(),
    CloseStreet(),
    TakeStack(),
    Expose(what=Exposure.FLOP),
    SettleSeat(seat=TWO),
    RecordCount(count=52),
    ReportIrregularity(reason=Irregularity.OTHER),
    CallFloor(),
    Resume(approval=FLOOR),
    VoidRound(reason="x", approval=FLOOR),
    ReplaceDeck(deck="A", approval=FLOOR),
    ConfirmFelt(),
)


@MODES
def test_a_round_walks_the_phases_in_order(mode: DealingMode) -> None:
    """OFFER to COLLECT in the order of G3.1."""
    felt = at(Phase.COLLECT, mode)
    felt.collect()
    assert [
        "offer",
        "wagers",
        "hole",
        "preflop",
        "community",
        "flop",
        "river",
        "reveal",
        "settle",
        "collect",
        "offer",
        "wagers",
    ] == phases(felt.events)


@MODES
@pytest.mark.parametrize("phase", list(Phase))
def test_a_command_not_listed_for_a_phase_is_refused_and_changes_nothing(
    phase: Phase, mode: DealingMode
) -> None:
    """A person's command outside the table of phases is refused (G3.1)."""
    felt = at(phase, mode)
    special = {"resume": RefusalCode.NOT_HELD, "confirm_felt": RefusalCode.NOT_RECOVERING}
    for command in ALL:
        if command.kind not in COMMANDS[phase]:
            code = special.get(command.kind, RefusalCode.WRONG_PHASE)
            assert code is felt.refused(command), command.kind


@MODES
def test_in_a_hold_only_rulings_are_legal(mode: DealingMode) -> None:
    """HOLD allows what ends it, and nothing of the phase it remembers (G3.1)."""
    felt = at(Phase.PREFLOP, mode)
    felt.ask(ReportIrregularity(reason=Irregularity.OTHER))
    for command in ALL:
        if command.kind not in IN_HOLD:
            assert RefusalCode.WRONG_PHASE is felt.refused(command), command.kind
    assert Phase.PREFLOP is felt.phase()


@MODES
def test_after_a_restart_only_the_felt_is_asked_about(mode: DealingMode) -> None:
    """Before the felt is confirmed nothing of the round is legal (DURABILITY 5)."""
    felt = at(Phase.PREFLOP, mode)
    felt.restart()
    for command in ALL:
        if command.kind not in WHILE_RECOVERED:
            code = RefusalCode.NOT_HELD if command.kind == "resume" else RefusalCode.WRONG_PHASE
            assert code is felt.refused(command), command.kind


@MODES
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CLOSED])
def test_the_floor_can_be_called_in_every_phase_but_closed(phase: Phase, mode: DealingMode) -> None:
    """CallFloor stands beside the table (G3.1); once is enough."""
    felt = at(phase, mode)
    felt.ask(CallFloor())
    assert felt.state.floor_called
    assert RefusalCode.FLOOR_CALLED is felt.refused(CallFloor())


def test_the_first_board_card_closes_preflop_in_shoe_mode() -> None:
    """Open seats check by the card, journaled as implied (G3.5)."""
    felt = at(Phase.PREFLOP)
    felt.play(2, 4)
    felt.draw()
    closed = [event for event in felt.events if event.kind == "street_closed"]
    assert [((THREE,), True)] == [(event.checked, event.implied) for event in closed]
    assert Phase.COMMUNITY is felt.phase()


def test_the_deal_key_closes_preflop_in_stacks_mode() -> None:
    """The shuffler's key does what the card does in shoe mode (G3.5)."""
    felt = at(Phase.PREFLOP, DealingMode.STACKS)
    felt.press_deal()
    closed = [event for event in felt.events if event.kind == "street_closed"]
    assert [((TWO, THREE), True)] == [(event.checked, event.implied) for event in closed]


def test_the_deal_key_does_nothing_before_every_stack_is_on_the_felt() -> None:
    """A pressed key is a fact, what it asks for may be refused (ARCHITECTURE 3)."""
    felt = seated(DealingMode.STACKS)
    felt.ask(CloseBetting())
    felt.clear_tray()
    felt.clear_tray()
    assert Phase.PREFLOP is felt.phase()
    felt.press_deal()
    assert Phase.PREFLOP is felt.phase()


def test_without_a_deal_key_a_tap_deals_the_board_and_is_not_implied() -> None:
    """CloseStreet stands in for a missing key (G3.5, CDP1 bit 13)."""
    felt = seated(DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << DEAL))
    felt.deal()
    felt.ask(CloseStreet())
    closed = [event for event in felt.events if event.kind == "street_closed"]
    assert [False] == [event.implied for event in closed]
    assert Phase.COMMUNITY is felt.phase()


@MODES
def test_with_a_key_or_a_shoe_the_tap_is_refused(mode: DealingMode) -> None:
    """Nothing else closes PREFLOP (G3.5)."""
    assert RefusalCode.WRONG_PHASE is at(Phase.PREFLOP, mode).refused(CloseStreet())


@MODES
def test_decisions_that_bind_every_seat_end_the_flop_and_the_river(mode: DealingMode) -> None:
    """FLOP ends when every open seat decided, and so does RIVER (G3.1)."""
    felt = at(Phase.FLOP, mode)
    felt.expose(Exposure.FLOP)
    felt.play(2, 2)
    assert Phase.FLOP is felt.phase()
    felt.play(3, 2)
    assert Phase.REVEAL is felt.phase()
    felt.expose(Exposure.PLAYER_DEALER)
    assert felt.current().turn_river_up


@MODES
def test_seats_that_check_the_flop_wait_for_the_river(mode: DealingMode) -> None:
    """Checks end FLOP too; nobody decides before turn and river are up (G3.1)."""
    felt = at(Phase.FLOP, mode)
    felt.expose(Exposure.FLOP)
    felt.ask(Decide(seat=TWO, act=Act.CHECK, multiple=0))
    felt.ask(Decide(seat=THREE, act=Act.CHECK, multiple=0))
    assert Phase.RIVER is felt.phase()
    assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=TWO, act=Act.FOLD, multiple=0))
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(2)
    felt.fold(3)
    assert Phase.REVEAL is felt.phase()


def test_any_open_seat_may_decide_and_out_of_turn_is_flagged() -> None:
    """turn_order = flag takes any open seat and records it (G3.6)."""
    felt = at(Phase.PREFLOP)
    felt.play(3, 4)
    felt.play(2, 3)
    made = [event for event in felt.events if event.kind == "decision_made"]
    assert [(THREE, True), (TWO, False)] == [(event.seat, event.out_of_turn) for event in made]


def test_strict_order_refuses_a_seat_out_of_turn() -> None:
    """turn_order = strict names the seat whose turn it is (G3.6)."""
    felt = seated(rules=replace(CALIFORNIA, turn_order=TurnOrder.STRICT))
    felt.deal()
    decided = felt.give(Decide(seat=THREE, act=Act.PLAY, multiple=4))
    assert isinstance(decided, Refused)
    assert (RefusalCode.OUT_OF_TURN, TWO) == (decided.code, decided.seat)


@pytest.mark.parametrize(("bind", "exposures"), [("preflop", 1), ("flop", 2), ("river", 3)])
def test_taps_of_a_round_are_two_for_each_seat_and_two_to_four_more(bind: str, exposures: int) -> None:
    """Wagers repeated: one no-more-bets, N decisions, one to three exposures, N settled seats (G3.5)."""
    felt = at(Phase.COLLECT)
    felt.collect()
    assert Phase.WAGERS is felt.phase()
    taps = 0

    def tap(command: Ask) -> None:
        nonlocal taps
        taps += 1
        felt.ask(command)

    tap(CloseBetting())
    felt.hands()
    if bind == "preflop":
        for seat in (TWO, THREE):
            tap(Decide(seat=seat, act=Act.PLAY, multiple=4))
    felt.board()
    while felt.phase() is not Phase.SETTLE:
        if felt.phase() is Phase.RIVER or (
            bind == "flop" and felt.prompt.open_seats and felt.current().flop_up
        ):
            for seat in felt.prompt.open_seats:
                act, multiple = (Act.FOLD, 0) if felt.phase() is Phase.RIVER else (Act.PLAY, 2)
                tap(Decide(seat=seat, act=act, multiple=multiple))
        primary = felt.prompt.primary
        assert primary is not None
        tap(primary.command)
    while felt.phase() is Phase.SETTLE:
        assert felt.prompt.seat is not None
        tap(SettleSeat(seat=felt.prompt.seat))
    assert 2 * 2 + 1 + exposures == taps
