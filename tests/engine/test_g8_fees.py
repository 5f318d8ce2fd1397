"""Fees by the posted schedule: due, recorded, waived, dropped (G8.6, G3.4, G11.2)."""

from dataclasses import replace

import pytest

from controller.engine.advance import advance
from controller.engine.commands import CloseBetting, Exposure, RemoveWager
from controller.engine.faults import InvariantFault
from controller.engine.fees import fees_due, fees_to_take, taken_late
from controller.engine.ids import SeatNo
from controller.engine.invariants import check
from controller.engine.ledger_commands import RecordFee, WaiveFee
from controller.engine.ledger_events import FeesDropped, FeesRecorded
from controller.engine.ledgers import FeeLine
from controller.engine.preview import effect_of
from controller.engine.prompt import OfferCode, OpenField
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import FeeBasis, FeePayer, FeeRow, RuleSet, Wager
from controller.engine.ruleset_policy import FeesOnVoid, Ruling
from controller.engine.state import Phase
from controller.engine.views import view
from tests.engine.given import CALIFORNIA, FLOOR, Felt, mixed
from tests.engine.ruling_kit import give_ruling, rule

ONE, TWO, THREE = SeatNo(1), SeatNo(2), SeatNo(3)


def row(
    payer: FeePayer,
    amount: int,
    basis: FeeBasis = FeeBasis.FLAT,
    from_cents: int = 0,
    to_cents: int | None = None,
) -> FeeRow:
    """Make one row of a schedule."""
    return FeeRow(payer=payer, basis=basis, from_cents=from_cents, to_cents=to_cents, amount=amount)


SCHEDULE = (row(FeePayer.PLAYER_DEALER, 300), row(FeePayer.BETTOR, 100))


def charging(*rows: FeeRow, rules: RuleSet = CALIFORNIA, **changes: object) -> RuleSet:
    """Give the rules with this schedule."""
    return replace(rules, fees=rows, **changes)  # type: ignore[arg-type]  # fields of RuleSet


def at_wagers(*rows: FeeRow, rules: RuleSet = CALIFORNIA, **changes: object) -> Felt:
    """Give a table in WAGERS: seat 1 banks, seats 2 and 3 bet, one stands behind seat 3."""
    felt = Felt(rules=charging(*(rows or SCHEDULE), rules=rules, **changes), cards=mixed("Ah Kd"))
    felt.prepare()
    felt.seat_bank(500_000, 2, 3)
    felt.wager(2, 1_000, trips=500)
    felt.wager(3, 2_000)
    felt.wager(3, 1_000, bettor=1, bad_beat=500)
    return felt


def due(felt: Felt) -> list[tuple[str, int, int, str, int]]:
    """Give the fees due as payer, seat, bettor, wager and cents."""
    return [
        (line.payer.value, line.seat, line.bettor, line.wager.value if line.wager else "", line.amount)
        for line in fees_due(felt.state)
    ]


def fee(payer: FeePayer, seat: int, amount: int, bettor: int = 0, wager: Wager | None = None) -> FeeLine:
    """Make one fee."""
    return FeeLine(payer=payer, seat=SeatNo(seat), bettor=bettor, wager=wager, amount=amount)


def waive(payer: FeePayer, seat: int, amount: int, reason: str = "comp", bettor: int = 0) -> WaiveFee:
    """Let a fee off with the floor's consent."""
    return WaiveFee(
        payer=payer,
        seat=SeatNo(seat),
        bettor=bettor,
        wager=None,
        amount=amount,
        reason=reason,
        approval=FLOOR,
    )


PD, BETTOR, SPOT, SIDE = FeePayer
LIMITS, ACTION = FeeBasis.LIMIT_BAND, FeeBasis.TOTAL_ACTION_BAND


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((row(PD, 300),), [("player_dealer", 1, 0, "", 300)]),
        (
            (row(BETTOR, 100),),
            [("bettor", 2, 0, "", 100), ("bettor", 3, 0, "", 100), ("bettor", 3, 1, "", 100)],
        ),
        ((row(SPOT, 50),), [("per_spot", 2, 0, "", 50), ("per_spot", 3, 0, "", 50)]),
        (
            (row(SIDE, 25),),
            [("per_side_wager", 2, 0, "trips", 25), ("per_side_wager", 3, 1, "bad_beat", 25)],
        ),
        # The table's limit is its highest Ante, 1,000,000 cents.
        (
            (row(PD, 300, LIMITS, 0, 999_999), row(PD, 500, LIMITS, 1_000_000)),
            [("player_dealer", 1, 0, "", 500)],
        ),
        # 2,500 at seat 2, 4,000 and 2,500 at seat 3: 9,000 in all; both ends of a band belong to it.
        (
            (row(PD, 100, ACTION, 0, 8_999), row(PD, 200, ACTION, 9_000, 9_000)),
            [("player_dealer", 1, 0, "", 200)],
        ),
        ((row(PD, 100, ACTION, 9_001),), []),
        (
            (row(BETTOR, 100, ACTION, 0, 2_500), row(BETTOR, 200, ACTION, 2_501)),
            [("bettor", 2, 0, "", 100), ("bettor", 3, 0, "", 200), ("bettor", 3, 1, "", 100)],
        ),
        ((row(SPOT, 75, ACTION, 6_500),), [("per_spot", 3, 0, "", 75)]),
        ((row(SIDE, 30, ACTION, 501),), []),
        # Two rates that ask the same payer for the same thing make one fee.
        ((row(PD, 300), row(PD, 100, ACTION, 1)), [("player_dealer", 1, 0, "", 400)]),
        ((row(PD, 0),), []),
    ],
)
def test_each_row_of_a_schedule_asks_its_payer_by_its_basis(
    rows: tuple[FeeRow, ...], expected: list[tuple[str, int, int, str, int]]
) -> None:
    """Payer and basis of every row; amounts, never a share of wagers (G8.6)."""
    assert expected == due(at_wagers(*rows))


def test_a_schedule_that_is_empty_asks_nobody() -> None:
    """Then nothing stands between the wagers and the deal (G8.6)."""
    felt = at_wagers(row(PD, 0))
    assert () == fees_due(felt.state)
    assert Phase.HOLE is _closed(felt)


def _closed(felt: Felt) -> Phase:
    felt.ask(CloseBetting())
    return felt.phase()


def test_no_card_before_the_fees_are_taken_or_waived() -> None:
    """CloseBetting names the fees; one tap records them all, and they go to the drop (G3.4, G8.6)."""
    felt = at_wagers()
    assert RefusalCode.FEES_DUE is felt.refused(CloseBetting())
    primary = felt.prompt.primary
    assert primary is not None
    assert (OfferCode.RECORD_FEE, RecordFee()) == (primary.code, primary.command)
    (recorded,) = felt.ask(RecordFee())
    lines = (fee(PD, 1, 300), fee(BETTOR, 2, 100), fee(BETTOR, 3, 100), fee(BETTOR, 3, 100, bettor=1))
    assert FeesRecorded(lines=lines, total=600) == recorded
    assert 0 == felt.state.ledgers.drop
    events = felt.ask(CloseBetting())
    assert FeesDropped(lines=lines, total=600, late=False, drop=600) in events
    books = felt.state.ledgers
    assert (600, -300, -300, 0) == (books.drop, books.bettors, books.player_dealers, books.house_tray)


def test_fees_are_recorded_once() -> None:
    """A second tap takes nothing a second time (G8.6, V13)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    assert RefusalCode.NO_FEE_DUE is felt.refused(RecordFee())
    assert not any(offer.code is OfferCode.RECORD_FEE for offer in felt.offers)


def test_a_wager_that_changes_after_the_fees_asks_for_them_again() -> None:
    """Fees are those of the wagers at "no more bets" (G8.6)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.ask(RemoveWager(seat=THREE, bettor=1))
    assert RefusalCode.FEES_DUE is felt.refused(CloseBetting())
    (recorded,) = felt.ask(RecordFee())
    assert isinstance(recorded, FeesRecorded)
    assert 500 == recorded.total
    felt.ask(CloseBetting())
    assert 500 == felt.state.ledgers.drop


def test_the_first_failed_check_before_the_fees_stays_on_the_button() -> None:
    """Fees stand after the wagers in the order of G3.4; without wagers there is none to take."""
    felt = Felt(rules=charging(*SCHEDULE))
    felt.prepare()
    felt.seat_bank(500_000, 2)
    assert RefusalCode.NO_ENTITLED_SEAT is felt.refused(CloseBetting())
    primary = felt.prompt.primary
    assert primary is not None
    assert OfferCode.CLOSE_BETTING is primary.code


def test_the_floor_waives_a_fee_in_whole_or_in_part() -> None:
    """The rest stays due; what is let off is never taken (G8.6)."""
    felt = at_wagers()
    felt.ask(waive(PD, 1, 100))
    felt.ask(waive(BETTOR, 2, 100))
    felt.ask(RecordFee())
    felt.ask(CloseBetting())
    assert 200 + 100 + 100 == felt.state.ledgers.drop


def test_with_every_fee_waived_nothing_is_recorded() -> None:
    """Recorded or waived (G3.4)."""
    felt = at_wagers(row(PD, 300))
    felt.ask(waive(PD, 1, 300))
    events = felt.ask(CloseBetting())
    assert not any(isinstance(event, FeesDropped) for event in events)
    assert 0 == felt.state.ledgers.drop


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (waive(BETTOR, 4, 100), RefusalCode.NO_FEE_DUE),
        (waive(PD, 1, 301), RefusalCode.ABOVE_MAXIMUM),
        (waive(PD, 1, 0), RefusalCode.BAD_AMOUNT),
        (waive(PD, 1, -5), RefusalCode.BAD_AMOUNT),
        (waive(PD, 1, 300, reason="  "), RefusalCode.REASON_MISSING),
        (replace(waive(PD, 1, 300), approval=None), RefusalCode.NEEDS_APPROVAL),
    ],
)
def test_a_waiver_needs_the_floor_a_reason_and_a_fee_that_is_due(
    command: WaiveFee, code: RefusalCode
) -> None:
    """Waived only by the floor, with a reason, at most what is due (G8.6, G11.6)."""
    assert code is at_wagers().refused(command)


def test_the_effect_of_a_waiver_is_told_before_it_is_approved() -> None:
    """In money, judged on a copy (G11.6)."""
    effect = effect_of(at_wagers().state, replace(waive(PD, 1, 100), approval=None))
    assert (600, 500) == (effect.fees_before, effect.fees_after)


def test_each_fee_is_offered_to_be_waived_with_amount_and_reason_open() -> None:
    """What may be asked is offered (ARCHITECTURE 11)."""
    felt = at_wagers()
    offers = [offer for offer in felt.offers if offer.code is OfferCode.WAIVE_FEE]
    assert [1, 2, 3, 3] == [offer.seat for offer in offers]
    assert {(OpenField.AMOUNT, OpenField.REASON)} == {offer.open_fields for offer in offers}
    assert all(offer.needs is not None and offer.enabled for offer in offers)


def test_fees_are_kept_when_a_wager_gets_no_action() -> None:
    """No refund, whatever the cards do (G8.6)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.deal()
    _to_the_end(felt)
    assert 600 == felt.state.ledgers.drop
    assert 0 == felt.state.ledgers.balance


def _to_the_end(felt: Felt) -> None:
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    for seat in felt.prompt.open_seats:
        felt.fold(seat)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()


def test_a_round_posts_every_side_of_its_money_and_the_books_agree() -> None:
    """Bettors, bank and fees cancel; a book that lost a cent stops the table (V1, field case ST05)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.deal()
    _to_the_end(felt)
    books = felt.state.ledgers
    # Folded: 1,000 + 1,000 at seat 2, 2,000 twice and 1,000 twice and 500 at seat 3; Trips by the board.
    assert 0 == books.balance
    assert books.player_dealers == -books.bettors - books.drop
    with pytest.raises(InvariantFault, match="V1"):
        check(replace(felt.state, ledgers=replace(books, drop=books.drop + 1)))


@pytest.mark.parametrize(("policy", "drop"), [(FeesOnVoid.KEPT, 600), (FeesOnVoid.RETURNED, 0)], ids=str)
def test_a_void_does_with_the_fees_what_the_policy_says(policy: FeesOnVoid, drop: int) -> None:
    """Default kept (G8.6, G9.1)."""
    felt = at_wagers(fees_on_void=policy)
    felt.ask(RecordFee())
    felt.deal()
    assert 600 == felt.state.ledgers.drop
    felt.report()
    felt.void()
    books = felt.state.ledgers
    assert (drop, 0) == (books.drop, books.balance)
    assert felt.replayed() == felt.state


@pytest.mark.parametrize(("policy", "drop"), [(FeesOnVoid.KEPT, 600), (FeesOnVoid.RETURNED, 0)], ids=str)
def test_a_void_before_the_first_card_follows_the_same_policy(policy: FeesOnVoid, drop: int) -> None:
    """Fees that lie on the felt go to the drop or back (G8.6)."""
    felt = at_wagers(fees_on_void=policy)
    felt.ask(RecordFee())
    felt.report()
    felt.void()
    assert (drop, 0) == (felt.state.ledgers.drop, felt.state.ledgers.balance)
    assert not felt.current().fees.recorded or policy is FeesOnVoid.KEPT


def test_a_missed_fee_is_taken_at_the_end_of_the_round() -> None:
    """The ruling of I21 has its event; an amount of nothing is no fee (G9, I21)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.deal()
    _to_the_end(felt)
    late = taken_late(felt.state, (fee(BETTOR, 2, 50),))
    assert FeesDropped(lines=(fee(BETTOR, 2, 50),), total=50, late=True, drop=650) == late
    after = advance(felt.state, (late,))
    check(after)
    assert 650 == after.ledgers.drop
    with pytest.raises(InvariantFault):
        taken_late(felt.state, ())
    with pytest.raises(InvariantFault):
        taken_late(felt.state, (fee(BETTOR, 2, 0),))


def with_a_missed_fee() -> Felt:
    """Give a round whose fees of 625 are in the drop, and where Trips that nobody recorded owe 25 more."""
    felt = at_wagers(*SCHEDULE, row(SIDE, 25))
    felt.ask(RecordFee())
    felt.deal()
    give_ruling(felt, rule("I36", Ruling.RECORD_CORRECTED, seat=THREE, wager=Wager.TRIPS, amount=500))
    return felt


MISSED = fee(SIDE, 3, 25, wager=Wager.TRIPS)


def test_i21_the_missed_fee_is_in_the_drop_once_the_round_is_settled() -> None:
    """Ruled before the end, taken with the last stop, every side posted, and rebuilt by replay (I21, V1)."""
    felt = with_a_missed_fee()
    taken = felt.state.ledgers.drop
    give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
    shown = view(felt.state, felt.prompt).fees
    assert (taken, True, 25) == (felt.state.ledgers.drop, shown.at_end, shown.missed)
    _to_the_end(felt)
    late = [event for event in felt.events if isinstance(event, FeesDropped) and event.late]
    assert [FeesDropped(lines=(MISSED,), total=25, late=True, drop=taken + 25)] == late
    assert (taken + 25, 0) == (felt.state.ledgers.drop, felt.state.ledgers.balance)
    check(felt.state)
    assert felt.replayed() == felt.state


def test_i21_ruled_while_the_cards_are_collected_the_fee_is_taken_at_once() -> None:
    """That is the end of the round; a second ruling takes nothing twice (I21, V13)."""
    felt = with_a_missed_fee()
    _to_the_end(felt)
    taken = felt.state.ledgers.drop
    assert Phase.COLLECT is felt.phase()
    for _ in range(2):
        give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
        assert (taken + 25, 0) == (felt.state.ledgers.drop, felt.state.ledgers.balance)


def test_i21_a_fee_that_the_record_has_is_not_posted_twice() -> None:
    """Its chips follow what the record says already; without the ruling nothing is taken late (I21)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.deal()
    give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
    _to_the_end(felt)
    assert 600 == felt.state.ledgers.drop
    unruled = with_a_missed_fee()
    taken = unruled.state.ledgers.drop
    _to_the_end(unruled)
    assert taken == unruled.state.ledgers.drop


def test_i21_a_round_that_is_void_pays_no_missed_fee() -> None:
    """Its wagers went back: what was taken follows the policy, what was missed is let be (G8.6, G9.1)."""
    felt = with_a_missed_fee()
    give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
    taken = felt.state.ledgers.drop
    felt.report()
    felt.void()
    give_ruling(felt, rule("I21", Ruling.FEE_AT_END))
    assert (taken, 0) == (felt.state.ledgers.drop, felt.state.ledgers.balance)


def test_fees_start_anew_with_each_round() -> None:
    """Recorded fees are those of one round (G8.6)."""
    felt = at_wagers()
    felt.ask(RecordFee())
    felt.deal()
    _to_the_end(felt)
    felt.collect()
    while felt.phase() is Phase.OFFER:
        primary = felt.prompt.primary
        assert primary is not None
        felt.ask(primary.command)
    assert 600 == sum(line.amount for line in fees_to_take(felt.state))
    assert RefusalCode.FEES_DUE is felt.refused(CloseBetting())
    assert felt.replayed() == felt.state
