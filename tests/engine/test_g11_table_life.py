"""The table's life beside the round: dealers, counts, slips, seats (G11)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Approval, Role
from controller.engine.commands import Ask, CloseTable, OpenTable, SeatPlayer
from controller.engine.decide.offering import may_bank
from controller.engine.house import Moment
from controller.engine.ids import SeatNo
from controller.engine.life_commands import (
    BuyIn,
    CountDrop,
    CountTray,
    CreditTray,
    FillTray,
    MarkAway,
    MoveSeat,
    SignOnDealer,
    VoidSlip,
)
from controller.engine.life_events import SlipVoided, SlipWritten, TrayCounted
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import Phase
from tests.engine.approving import DEALER, SIGNED
from tests.engine.given import FLOOR, Felt
from tests.engine.stages import THREE, TWO, at, seated

ONE = SeatNo(1)


def _players() -> Felt:
    """Give a closed table with players on seats 1 to 3."""
    felt = at(Phase.CLOSED)
    for seat in (ONE, TWO, THREE):
        if not felt.state.seat(seat).is_taken:
            felt.ask(SeatPlayer(seat=seat))
    return felt


def _counted(felt: Felt, moment: Moment, **chips: int) -> TrayCounted:
    felt.ask(CountTray(moment=moment, approval=SIGNED, **chips))  # type: ignore[arg-type]  # numbers only
    return next(event for event in reversed(felt.events) if isinstance(event, TrayCounted))


def _filled(felt: Felt, number: int = 10) -> SlipWritten:
    felt.ask(FillTray(chips_1=number, requester="floor", approval=FLOOR))
    return next(event for event in reversed(felt.events) if isinstance(event, SlipWritten))


def test_a_dealer_signs_on_by_badge_and_is_relieved_between_rounds() -> None:
    """Whoever's badge approves deals from then on; the record has whom that relieves (G11.5)."""
    felt = at(Phase.OFFER)
    felt.ask(SignOnDealer(approval=DEALER))
    felt.ask(SignOnDealer(approval=replace(DEALER, person="dealer-8")))
    signed = [event for event in felt.events if event.kind == "dealer_signed_on"]
    assert [("dealer-7", "1"), ("dealer-8", "dealer-7")] == [(one.dealer, one.relieved) for one in signed]
    assert RefusalCode.DEALS_ALREADY is felt.refused(
        SignOnDealer(approval=replace(DEALER, person="dealer-8"))
    )
    assert RefusalCode.NEEDS_ROLE is felt.refused(SignOnDealer(approval=FLOOR))
    assert "dealer-8" == felt.replayed().staff.dealer


@pytest.mark.parametrize(
    "phase", [Phase.HOLE, Phase.PREFLOP, Phase.COMMUNITY, Phase.FLOP, Phase.RIVER, Phase.REVEAL, Phase.SETTLE]
)
def test_relief_is_refused_in_a_round_but_for_an_emergency(phase: Phase) -> None:
    """I34: from the first card to the end of COLLECT only dealer and floor together change it (G9, G11.5)."""
    felt = at(phase)
    assert RefusalCode.RELIEF_IN_ROUND is felt.refused(SignOnDealer(approval=DEALER))
    alone = SignOnDealer(emergency=True, reason="ill", approval=DEALER)
    assert RefusalCode.NEEDS_SECOND is felt.refused(alone)
    offered = felt.offer_code(OfferCode.SIGN_ON_DEALER)
    assert (True, True) == (offered.enabled, offered.needs is not None and offered.needs.dual)
    felt.ask(replace(alone, approval=SIGNED))
    assert "dealer-7" == felt.state.staff.dealer
    assert phase is felt.phase()


def test_relief_is_refused_while_wagers_lie_on_the_felt() -> None:
    """Only before the first wager of a round (G11.5)."""
    felt = seated()
    assert Phase.WAGERS is felt.phase()
    assert RefusalCode.RELIEF_IN_ROUND is felt.refused(SignOnDealer(approval=DEALER))


def test_an_emergency_is_none_where_no_round_is_open() -> None:
    """The dealer signs on alone there."""
    felt = at(Phase.OFFER)
    assert RefusalCode.NO_EMERGENCY is felt.refused(SignOnDealer(emergency=True, approval=SIGNED))


def test_whoever_deals_approves_nothing_and_closing_signs_off() -> None:
    """A floor supervisor never approves a table they deal (DURABILITY 9)."""
    felt = at(Phase.OFFER)
    felt.ask(SignOnDealer(approval=replace(DEALER, person="floor-1")))
    assert RefusalCode.DEALS_HERE is felt.refused(CloseTable(approval=FLOOR))
    felt.ask(CloseTable(approval=replace(FLOOR, person="floor-2")))
    assert not felt.state.staff.dealer


def test_the_opener_equals_the_closer_of_before_or_the_difference_is_told() -> None:
    """Counted by denomination, signed by both; expected is what the count before left (G11.1)."""
    felt = at(Phase.CLOSED)
    first = _counted(felt, Moment.CLOSER, chips_1=100, chips_3=4, other=55)
    assert (((100, 100), (2500, 4)), 20_055, None, 0) == (
        first.chips,
        first.total,
        first.expected,
        first.difference,
    )
    second = _counted(felt, Moment.OPENER, chips_1=99, chips_3=4, other=55)
    assert (20_055, -100, "dealer-7+floor-1") == (second.expected, second.difference, second.signed_by)


@pytest.mark.parametrize(
    ("approval", "code"),
    [
        (FLOOR, RefusalCode.NEEDS_SECOND),
        (DEALER, RefusalCode.NEEDS_SECOND),
        (replace(FLOOR, second_person="shift-1", second_role=Role.SHIFT), RefusalCode.NEEDS_ROLE),
    ],
)
def test_a_count_takes_the_dealer_and_the_floor(approval: Approval, code: RefusalCode) -> None:
    """Both sign: neither alone, nor two of the floor (G11.1)."""
    felt = at(Phase.CLOSED)
    assert code is felt.refused(CountTray(moment=Moment.OPENER, chips_1=1, approval=approval))


def test_slips_run_without_a_gap_and_a_wrong_one_is_voided_not_altered() -> None:
    """Fill, credit and void: three numbers, nothing edited, and the tray follows (G11.3)."""
    felt = at(Phase.OFFER)
    _counted(felt, Moment.OPENER, chips_1=100)
    assert 1 == _filled(felt).number
    felt.ask(CreditTray(chips_1=4, other=7, requester="dealer", approval=FLOOR))
    felt.ask(VoidSlip(slip=1, reason="wrong amount", approval=FLOOR))
    assert 3 == _filled(felt, 20).number
    slips = [event for event in felt.events if isinstance(event, SlipWritten | SlipVoided)]
    assert [(1, 1000), (2, 407), (1, 1000), (3, 2000)] == [(one.number, one.total) for one in slips]
    closer = _counted(felt, Moment.CLOSER, chips_1=115, other=93)
    assert (10_000 - 407 + 2000, 0) == (closer.expected, closer.difference)
    assert RefusalCode.NO_SUCH_SLIP is felt.refused(VoidSlip(slip=3, reason="late", approval=FLOOR))


def test_a_slip_is_voided_once() -> None:
    """What is void stays void (G11.3)."""
    felt = at(Phase.OFFER)
    _filled(felt)
    felt.ask(VoidSlip(slip=1, reason="x", approval=FLOOR))
    assert RefusalCode.NO_SUCH_SLIP is felt.refused(VoidSlip(slip=1, reason="x", approval=FLOOR))


@pytest.mark.parametrize("phase", [Phase.OFFER, Phase.PREFLOP, Phase.SETTLE, Phase.COLLECT])
def test_fills_come_in_every_phase_of_an_open_table(phase: Phase) -> None:
    """Legal beside the table, a round may be open; not at a closed one (G3.1)."""
    felt = at(phase)
    assert 1000 == _filled(felt).total
    closed = at(Phase.CLOSED)
    slip = FillTray(chips_1=1, requester="floor", approval=FLOOR)
    assert RefusalCode.WRONG_PHASE is closed.refused(slip)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (FillTray(requester="floor", approval=FLOOR), RefusalCode.BAD_AMOUNT),
        (FillTray(chips_1=-1, requester="floor", approval=FLOOR), RefusalCode.BAD_COUNT),
        (FillTray(chips_2=100_001, requester="floor", approval=FLOOR), RefusalCode.BAD_COUNT),
        (FillTray(chips_1=1, requester=" ", approval=FLOOR), RefusalCode.NEEDS_TEXT),
        (CreditTray(chips_1=1, other=-5, requester="floor", approval=FLOOR), RefusalCode.BAD_AMOUNT),
        (CountDrop(amount=-1, approval=FLOOR), RefusalCode.BAD_AMOUNT),
        (FillTray(chips_1=1, requester="floor"), RefusalCode.NEEDS_APPROVAL),
        (BuyIn(seat=ONE, amount=0), RefusalCode.BAD_AMOUNT),
        (BuyIn(seat=SeatNo(9), amount=1), RefusalCode.BAD_SEAT),
        (BuyIn(seat=SeatNo(8), amount=1), RefusalCode.SEAT_EMPTY),
        (MoveSeat(seat=SeatNo(8), to=ONE), RefusalCode.SEAT_EMPTY),
        (MarkAway(seat=ONE, is_away=False), RefusalCode.MARKED_ALREADY),
    ],
)
def test_what_is_wrong_with_a_count_a_slip_or_a_seat_is_named(command: Ask, code: RefusalCode) -> None:
    """Nothing changes, and the reason is its own (issue 6, bad input)."""
    felt = _players()
    felt.ask(OpenTable(approval=FLOOR))
    assert code is felt.refused(command)


def test_a_drop_count_tells_its_difference_to_the_fees() -> None:
    """The drop is a book of its own; counted once, it begins anew (G11.2)."""
    felt = at(Phase.OFFER)
    felt.state = replace(felt.state, ledgers=replace(felt.state.ledgers, drop=700, bettors=-700))
    for amount, expected in ((650, 700), (0, 0)):
        felt.ask(CountDrop(amount=amount, approval=FLOOR))
        counted = next(event for event in reversed(felt.events) if event.kind == "drop_counted")
        assert (expected, amount - expected) == (counted.expected, counted.difference)


def test_buy_ins_of_a_seat_add_up_and_leave_with_the_player() -> None:
    """They are the player-dealer's own, never in the house's tray (G11.2, G11.5)."""
    felt = _players()
    for amount in (50_000, 25_000):
        felt.ask(BuyIn(seat=THREE, amount=amount))
    assert ((THREE, 75_000),) == felt.state.tray.buy_ins
    assert 0 == felt.state.tray.moved
    felt.ask(MoveSeat(seat=THREE, to=SeatNo(7)))
    assert ((SeatNo(7), 75_000),) == felt.state.tray.buy_ins


def test_a_player_moves_to_a_free_seat_with_the_stakes_of_before() -> None:
    """Between rounds; whoever banks keeps the seat (G11.5)."""
    felt = seated()
    assert RefusalCode.IN_ROUND is felt.refused(MoveSeat(seat=TWO, to=SeatNo(7)))
    felt = _players()
    felt.ask(OpenTable(approval=FLOOR))
    assert ONE == felt.state.banking.asking
    assert RefusalCode.BANKS_NOW is felt.refused(MoveSeat(seat=ONE, to=SeatNo(7)))
    assert RefusalCode.SEAT_TAKEN is felt.refused(MoveSeat(seat=TWO, to=ONE))
    bettors = felt.state.seat(TWO).bettors
    felt.ask(MoveSeat(seat=TWO, to=SeatNo(7)))
    assert (False, True) == (felt.state.seat(TWO).is_taken, felt.state.seat(SeatNo(7)).is_taken)
    assert bettors == felt.state.seat(SeatNo(7)).bettors


def test_an_absent_player_keeps_the_seat_and_may_not_take_the_bank() -> None:
    """The seat stays taken until the player is back (G11.5, G8.1)."""
    felt = _players()
    felt.ask(MarkAway(seat=TWO, is_away=True))
    assert (True, True) == (felt.state.seat(TWO).is_taken, felt.state.seat(TWO).is_away)
    assert (True, False) == (may_bank(felt.state, ONE), may_bank(felt.state, TWO))
    assert felt.state == felt.replayed()
    felt.ask(MarkAway(seat=TWO, is_away=False))
    assert may_bank(felt.state, TWO)
