"""Every reason the engine can give is given for some command (ARCHITECTURE 5)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.engine.actors import Role
from controller.engine.bank_commands import BankPart, MarkNoPlay, ShareBank
from controller.engine.commands import (
    AcceptNumbering,
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
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    ReleaseDevice,
    RepeatWagers,
    ReplaceDeck,
    Resume,
    RetestDevice,
    SeatPlayer,
    SettleSeat,
    UndoDecision,
    VacateSeat,
    VoidRound,
)
from controller.engine.deck_order import COUNTS_INSIDE
from controller.engine.fact_commands import ReportCopyFailed, ReportEventsLost
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import BadBeatRequires, RuleSet, SideMax, TurnOrder
from controller.engine.state import DealingMode, Phase
from tests.engine.given import CALIFORNIA, FLOOR, Felt, mixed
from tests.engine.piles import DEAL, EVERY_BIT, JAM_OUTPUT
from tests.engine.refusal_groups import ELSEWHERE, OF_APPROVALS, OF_BOOKS, OF_LIFE, OF_RULINGS
from tests.engine.stages import THREE, TWO, at, seated
from tests.engine.test_g8_back_line import behind
from tests.engine.walks import folded_first


def wager(
    seat: int = 2,
    ante: int = 1000,
    *,
    blind: int | None = None,
    trips: int = 0,
    bad: int = 0,
    bettor: int = 0,
) -> Ask:
    """Give a wager, the Blind equal to the Ante unless said otherwise."""
    blind = ante if blind is None else blind
    return PlaceWager(seat=SeatNo(seat), bettor=bettor, ante=ante, blind=blind, trips=trips, bad_beat=bad)


def under(**changes: object) -> Callable[[], Felt]:
    """Give a table in WAGERS under changed rules."""
    return lambda: seated(rules=replace(CALIFORNIA, **changes))  # type: ignore[arg-type]


def on(phase: Phase) -> Callable[[], Felt]:
    """Give a table at rest in a phase."""
    return lambda: at(phase)


def uncounting() -> Felt:
    """Give a table at the end of a round, beside a shuffler that does not count."""
    return at(Phase.COLLECT, capabilities=EVERY_BIT & ~(1 << COUNTS_INSIDE))


def held() -> Felt:
    """Give a table that holds for what a person saw."""
    felt = at(Phase.PREFLOP)
    felt.report()
    return felt


def spoiled() -> Felt:
    """Give a hold that must be voided."""
    felt = at(Phase.HOLE)
    felt.table.index = 5
    felt.draw()
    return felt


def jammed() -> Felt:
    """Give a hold whose cause is still there."""
    felt = at(Phase.HOLE)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()
    return felt


def faulty() -> Felt:
    """Give a table in WAGERS with a red light."""
    felt = at(Phase.WAGERS)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()
    return felt


def open_lid() -> Felt:
    """Give a table in WAGERS with the lid open."""
    felt = at(Phase.WAGERS)
    felt.table.lid(is_open=True)
    felt.then()
    return felt


def unplugged() -> Felt:
    """Give a table in WAGERS without its shoe."""
    felt = at(Phase.WAGERS)
    felt.unplug("shoe")
    return felt


def degraded() -> Felt:
    """Give a table in WAGERS with one copy of its record."""
    felt = at(Phase.WAGERS)
    felt.give(ReportCopyFailed(copy="mirror"))
    return felt


def not_ready() -> Felt:
    """Give a table in WAGERS whose deck is not there yet."""
    felt = Felt()
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.seat_bank(100_000, 2)
    felt.wager(2, 1000)
    return felt


def quarantined() -> Felt:
    """Give a table in WAGERS whose deck is off the table."""
    felt = not_ready()
    felt.load("A", keep_back=1)
    return felt


def nobody() -> Felt:
    """Give a table in WAGERS without any wager."""
    felt = Felt()
    felt.prepare()
    felt.seat_bank(100_000, 2)
    return felt


def unposted() -> Felt:
    """Give a table whose bank is not posted, forced into WAGERS."""
    felt = at(Phase.WAGERS)
    assert felt.state.round is not None
    felt.state = replace(felt.state, round=replace(felt.state.round, bank=0))
    return felt


def five_down() -> Felt:
    """Give a table with four board cards."""
    felt = at(Phase.PREFLOP)
    felt.draw(4)
    return felt


def decided() -> Felt:
    """Give a table on which seat 2 decided."""
    felt = at(Phase.PREFLOP)
    felt.play(2, 4)
    return felt


def flop_up() -> Felt:
    """Give a table with the flop up."""
    felt = at(Phase.FLOP)
    felt.expose(Exposure.FLOP)
    return felt


def unreleased() -> Felt:
    """Give a table whose shoe had a jam that is gone, and that nobody looked at."""
    felt = at(Phase.WAGERS)
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.table.clear_faults(felt.table.shoe)
    felt.pump()
    return felt


def in_test() -> Felt:
    """Give a table whose shoe tests itself."""
    felt = at(Phase.WAGERS)
    felt.table.shoe.slow = True
    felt.ask(RetestDevice(device="shoe"))
    return felt


def without_log() -> Felt:
    """Give a table that stands still because its shoe lost its log."""
    felt = at(Phase.WAGERS)
    felt.give(ReportEventsLost(device="shoe", code="epoch", epoch=7))
    return felt


def called() -> Felt:
    """Give a table whose floor is called."""
    felt = at(Phase.WAGERS)
    felt.ask(CallFloor())
    return felt


STRICT = {"bad_beat_requires": BadBeatRequires.ANTE_BLIND_TRIPS, "side_max": SideMax.OWN}
SMALL_PLAY = replace(CALIFORNIA.limits, play=replace(CALIFORNIA.limits.play, maximum=3000))
BIG_PLAY = replace(CALIFORNIA.limits, play=replace(CALIFORNIA.limits.play, minimum=3500))
DEALER = replace(FLOOR, role=Role.DEALER)
ACCEPT = AnswerOffer(seat=TWO, answer=Answer.ACCEPTED, bank=5000)

OF_ROTATION = {
    RefusalCode.GAME_OVER,
    RefusalCode.NOT_FORCED,
    RefusalCode.INELIGIBLE,
    RefusalCode.ALREADY_ASKED,
    RefusalCode.THIRD_PARTY_TAKEN,
    RefusalCode.NO_THIRD_PARTY,
    RefusalCode.BAD_REASON,
}
"""Tested in test_g8_every_hand and test_g8_forced."""


def shared_with(name: str) -> Ask:
    """Share the bank of seat 1 with somebody."""
    own, other = (BankPart(layer=1, contributor=who, cents=50_000) for who in ("seat-1", name))
    return ShareBank(parts=(own, other))


CASES: list[tuple[RefusalCode, Callable[[], Felt], Ask]] = [
    (RefusalCode.WRONG_PHASE, on(Phase.HOLE), CloseBetting()),
    (RefusalCode.NEEDS_APPROVAL, held, VoidRound(reason="x")),
    (RefusalCode.NEEDS_ROLE, held, VoidRound(reason="x", approval=DEALER)),
    (RefusalCode.BAD_SEAT, on(Phase.WAGERS), SeatPlayer(seat=SeatNo(9))),
    (RefusalCode.SEAT_EMPTY, on(Phase.WAGERS), VacateSeat(seat=SeatNo(8))),
    (RefusalCode.SEAT_TAKEN, on(Phase.WAGERS), SeatPlayer(seat=TWO)),
    (RefusalCode.SEAT_HAS_WAGERS, on(Phase.WAGERS), VacateSeat(seat=TWO)),
    (RefusalCode.TABLE_FULL, under(max_occupied=3), SeatPlayer(seat=SeatNo(8))),
    (RefusalCode.NOT_ASKED, on(Phase.OFFER), ACCEPT),
    (RefusalCode.NO_BANK, on(Phase.OFFER), PostBank(amount=5000)),
    (RefusalCode.NO_BANK, unposted, CloseBetting()),
    (RefusalCode.BANK_TOO_SMALL, on(Phase.WAGERS), PostBank(amount=1)),
    (RefusalCode.BANK_TOO_LARGE, under(bank_max=200_000), PostBank(amount=200_001)),
    (RefusalCode.OWN_SEAT, on(Phase.WAGERS), wager(1)),
    (RefusalCode.CO_BANKER, on(Phase.WAGERS), shared_with("seat-2")),
    (RefusalCode.BAD_BETTOR, on(Phase.WAGERS), wager(bettor=4)),
    (RefusalCode.NO_BACK_LINE, under(back_line=False), wager(bettor=1)),
    (RefusalCode.BAD_AMOUNT, on(Phase.WAGERS), wager(ante=-1)),
    (RefusalCode.ANTE_BLIND, on(Phase.WAGERS), wager(blind=900)),
    (RefusalCode.OFF_STEP, on(Phase.WAGERS), wager(ante=1050)),
    (RefusalCode.BELOW_MINIMUM, on(Phase.WAGERS), wager(trips=50)),
    (RefusalCode.ABOVE_MAXIMUM, on(Phase.WAGERS), wager(ante=1_000_100)),
    (RefusalCode.SIDE_OVER_ANTE, on(Phase.WAGERS), wager(trips=1100)),
    (RefusalCode.SIDE_NEEDS_ANTE, on(Phase.WAGERS), wager(ante=0)),
    (RefusalCode.BAD_BEAT_NOT_OFFERED, under(bad_beat_table=None), wager(bad=100)),
    (RefusalCode.TRIPS_NOT_OFFERED, under(trips_table=None), wager(trips=100)),
    (RefusalCode.BAD_BEAT_NEEDS_TRIPS, under(**STRICT), wager(bad=100)),
    (RefusalCode.FRACTION, under(ante_step=1), wager(ante=1001)),
    (RefusalCode.NOTHING_TO_REPEAT, on(Phase.WAGERS), RepeatWagers(seat=TWO)),
    (RefusalCode.NO_ENTITLED_SEAT, nobody, CloseBetting()),
    (RefusalCode.COVER_TOO_SMALL, under(require_full_cover=True), CloseBetting()),
    (RefusalCode.DECK_NOT_READY, not_ready, CloseBetting()),
    (RefusalCode.DECK_QUARANTINED, quarantined, CloseBetting()),
    (RefusalCode.DEVICE_NOT_READY, unplugged, CloseBetting()),
    (RefusalCode.DEVICE_FAULT, faulty, CloseBetting()),
    (RefusalCode.DOOR_OPEN, open_lid, CloseBetting()),
    (RefusalCode.RECORD_DEGRADED, degraded, CloseBetting()),
    (RefusalCode.ALREADY_DECIDED, decided, Decide(seat=TWO, act=Act.PLAY, multiple=3)),
    (RefusalCode.NOT_ENTITLED, decided, Decide(seat=SeatNo(1), act=Act.PLAY, multiple=3)),
    (RefusalCode.MULTIPLE_NOT_ALLOWED, on(Phase.PREFLOP), Decide(seat=TWO, act=Act.PLAY, multiple=2)),
    (RefusalCode.MULTIPLE_NOT_ALLOWED, on(Phase.PREFLOP), Decide(seat=TWO, act=Act.CHECK, multiple=2)),
    (RefusalCode.CHECK_NOT_ALLOWED, on(Phase.RIVER), Decide(seat=TWO, act=Act.CHECK, multiple=0)),
    (RefusalCode.FOLD_NOT_ALLOWED, on(Phase.PREFLOP), Decide(seat=TWO, act=Act.FOLD, multiple=0)),
    (RefusalCode.BAD_SEAT, on(Phase.PREFLOP), Decide(seat=SeatNo(0), act=Act.CHECK, multiple=0)),
    (RefusalCode.NOTHING_TO_UNDO, on(Phase.PREFLOP), UndoDecision()),
    (RefusalCode.SEATS_OPEN, flop_up, Expose(what=Exposure.PLAYER_DEALER)),
    (RefusalCode.CARDS_MISSING, five_down, Expose(what=Exposure.FLOP)),
    (RefusalCode.ALREADY_EXPOSED, flop_up, Expose(what=Exposure.FLOP)),
    (RefusalCode.WRONG_STEP, on(Phase.SETTLE), SettleSeat(seat=THREE)),
    (RefusalCode.BAD_SEAT, on(Phase.SETTLE), SettleSeat(seat=SeatNo(9))),
    (RefusalCode.BAD_COUNT, uncounting, RecordCount(count=-1)),
    (RefusalCode.MACHINE_COUNTS, on(Phase.COLLECT), RecordCount(count=52)),
    (RefusalCode.NOT_HELD, on(Phase.PREFLOP), Resume(approval=FLOOR)),
    (RefusalCode.CAUSE_REMAINS, jammed, Resume(approval=FLOOR)),
    (RefusalCode.MUST_BE_VOIDED, spoiled, Resume(approval=FLOOR)),
    (RefusalCode.NOT_RECOVERING, on(Phase.PREFLOP), ConfirmFelt()),
    (RefusalCode.BAD_BANK_PARTS, on(Phase.WAGERS), ShareBank(parts=())),
    (RefusalCode.NO_PLAY_TO_MISS, behind, MarkNoPlay(seat=TWO, bettor=1)),
    (RefusalCode.FOLDS_FIRST, folded_first, Expose(what=Exposure.PLAYER_DEALER)),
    (RefusalCode.FLOOR_CALLED, called, CallFloor()),
    (RefusalCode.DECK_IN_USE, on(Phase.WAGERS), ReplaceDeck(deck="A", approval=FLOOR)),
    (RefusalCode.NOTHING_LOST, on(Phase.WAGERS), AcceptNumbering(device="shoe", approval=FLOOR)),
    (RefusalCode.NUMBERING_OPEN, without_log, Resume(approval=FLOOR)),
    (RefusalCode.DEVICE_BUSY, in_test, RetestDevice(device="shoe")),
    (RefusalCode.NOTHING_BLOCKED, on(Phase.WAGERS), ReleaseDevice(device="shoe", approval=FLOOR)),
    (RefusalCode.DEVICE_BLOCKED, unreleased, CloseBetting()),
]


@pytest.mark.parametrize(("code", "given", "command"), CASES)
def test_a_command_is_refused_with_its_reason_and_changes_nothing(
    code: RefusalCode, given: Callable[[], Felt], command: Ask
) -> None:
    """A refused command changes no state (V13)."""
    assert code is given().refused(command)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (replace(CALIFORNIA, limits=SMALL_PLAY), RefusalCode.ABOVE_MAXIMUM),
        (replace(CALIFORNIA, limits=BIG_PLAY), RefusalCode.BELOW_MINIMUM),
        (replace(CALIFORNIA, turn_order=TurnOrder.STRICT), RefusalCode.OUT_OF_TURN),
    ],
)
def test_a_play_is_refused_for_its_limits_and_its_turn(rules: RuleSet, code: RefusalCode) -> None:
    """Limits of the Play, and strict order (G2.5, G3.6)."""
    felt = seated(rules=rules)
    felt.deal()
    seat, multiple = (THREE, 3) if code is RefusalCode.OUT_OF_TURN else (TWO, 4)
    multiple = 3 if code is RefusalCode.BELOW_MINIMUM else multiple
    decided_now = felt.give(Decide(seat=seat, act=Act.PLAY, multiple=multiple))
    assert isinstance(decided_now, Refused)
    assert code is decided_now.code


def test_cards_that_were_loose_keep_the_table_from_closing() -> None:
    """They belong to a round that must be voided first (G11.1)."""
    felt = at(Phase.WAGERS)
    felt.table.shoe.locked = False
    felt.draw()
    felt.state = replace(felt.state, hold=None)
    assert RefusalCode.MUST_BE_VOIDED is felt.refused(CloseTable(approval=FLOOR))


def test_a_tap_for_the_board_waits_for_the_last_stack() -> None:
    """Every hand must lie on the felt (G3.5)."""
    felt = seated(DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << DEAL), cards=mixed("Ah Kd"))
    felt.ask(CloseBetting())
    felt.clear_tray()
    felt.clear_tray()
    assert RefusalCode.CARDS_MISSING is felt.refused(CloseStreet())


def test_every_reason_of_the_engine_has_a_case() -> None:
    """No code without a test, no test without a code (ARCHITECTURE 5)."""
    tested = {code for code, _, _ in CASES} | {RefusalCode.OUT_OF_TURN, RefusalCode.RULES_NOT_PLAYED}
    elsewhere = ELSEWHERE | OF_APPROVALS | OF_RULINGS | OF_BOOKS | OF_ROTATION | OF_LIFE
    assert set(RefusalCode) - elsewhere == tested
