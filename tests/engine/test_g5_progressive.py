"""The progressive in the round: its stake, its hands, its meter (G2.1, G3.8, G5.7, G11.2)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Card, Hidden
from controller.engine.commands import CloseBetting, Exposure, OpenTable, PlaceWager, SeatPlayer
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.invariants import check
from controller.engine.ledger_commands import SetMeter
from controller.engine.ledger_events import MeterMoved, MeterSet, ProgressiveTurnedUp
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import OnFold, ProgressiveHand, RuleSet
from controller.engine.state import Phase
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import BOTH, CALIFORNIA, FLOOR, Felt, mixed

PROGRESSIVE = load_ruleset("house-progressive")
LIMITS = load_ruleset("house-limits")
ONE, TWO, THREE = SeatNo(1), SeatNo(2), SeatNo(3)
SEED, STAKE, SHARE = 1_000_000, 100, 30

# Seats 2 and 3, then the house; then five to the board.
ROYAL_FLOP = mixed("Ah Kh", "2c 2d", "3c 4d", "Qh Jh Th 5s 9c")
ROYAL_LATE = mixed("Ah 8c", "2c 2d", "3c 4d", "Kh Qh 5s Jh Th")
FULL_HOUSE = mixed("Ah Ad", "2c 2d", "3c 4d", "Ac 9h 9d 5s 7c")
NOTHING = mixed("Ah 8c", "2c 3d", "4c 6d", "Kh Qs 9d 7h 5s")


def table(
    cards: list[Card] = NOTHING, rules: RuleSet = PROGRESSIVE, stakes: tuple[int, int] = (STAKE, 0)
) -> Felt:
    """Give a table in WAGERS whose seats 2 and 3 bet; stakes: the progressive wager of each."""
    felt = Felt(rules=rules, cards=list(cards))
    felt.prepare()
    for seat, stake in zip((TWO, THREE), stakes, strict=True):
        felt.ask(SeatPlayer(seat=seat))
        felt.ask(place(stake, seat))
    return felt


def shown(felt: Felt, *folding: int) -> Felt:
    """Deal, let those seats fold and the others bet 4x, and turn everything up."""
    felt.deal()
    for seat in (TWO, THREE):
        if seat not in folding:
            felt.play(seat, 4)
    felt.draw(5)
    for seat in felt.prompt.open_seats:
        felt.fold(seat)
    felt.expose(Exposure.PLAYER_DEALER)
    return felt


def moved(felt: Felt) -> MeterMoved:
    """Settle to the end and give what became of the meter."""
    felt.settle()
    return next(event for event in felt.events if isinstance(event, MeterMoved))


def place(stake: int, seat: SeatNo = TWO) -> PlaceWager:
    """Ask for a progressive wager of this many cents."""
    return PlaceWager(seat=seat, bettor=0, ante=1_000, blind=1_000, trips=0, bad_beat=0, progressive=stake)


@pytest.mark.parametrize(
    ("rules", "stake", "code"),
    [
        (PROGRESSIVE, 99, RefusalCode.PROGRESSIVE_STAKE),
        (PROGRESSIVE, 200, RefusalCode.PROGRESSIVE_STAKE),
        (PROGRESSIVE, -100, RefusalCode.BAD_AMOUNT),
        (LIMITS, 100, RefusalCode.PROGRESSIVE_NOT_OFFERED),
    ],
)
def test_only_the_one_fixed_stake_is_taken_and_only_where_there_is_a_meter(
    rules: RuleSet, stake: int, code: RefusalCode
) -> None:
    """One fixed stake (G2.1)."""
    assert code is table(rules=rules, stakes=(0, 0)).refused(place(stake))


def test_the_stake_is_locked_at_no_more_bets() -> None:
    """Placed before the deal (G2.1, G2.4)."""
    felt = table()
    felt.ask(CloseBetting())
    assert RefusalCode.WRONG_PHASE is felt.refused(place(0))
    assert STAKE == felt.state.seat(TWO).bettors[0].stakes.progressive


def test_a_meter_without_a_value_opens_at_the_seed() -> None:
    """And keeps its value when the table opens again (G5.7)."""
    felt = Felt(rules=PROGRESSIVE)
    felt.link()
    events = felt.ask(OpenTable(approval=FLOOR))
    assert MeterSet(before=None, after=SEED, reason="seed", approved_by="floor-1") in events
    assert (SEED, 0) == (felt.state.ledgers.meter, felt.state.ledgers.balance)
    assert None is Felt(rules=CALIFORNIA).state.ledgers.meter


def test_every_stake_feeds_the_meter_with_its_share_and_the_house_with_the_rest() -> None:
    """A loss: the meter grows by 30 % of each stake (G5.7)."""
    felt = shown(table(stakes=(STAKE, STAKE)))
    assert MeterMoved(
        before=SEED, fed=2 * SHARE, paid=0, seeded=0, after=SEED + 2 * SHARE, house_net=140
    ) == moved(felt)
    assert SEED + 2 * SHARE == felt.state.ledgers.meter
    assert 0 == felt.state.ledgers.balance


def test_a_royal_with_both_own_cards_and_the_flop_takes_the_whole_meter_which_starts_at_the_seed() -> None:
    """100 % (G5.7); the seed is the house's."""
    felt = shown(table(ROYAL_FLOP, stakes=(STAKE, STAKE)))
    paid = SEED + 2 * SHARE
    assert MeterMoved(
        before=SEED, fed=2 * SHARE, paid=paid, seeded=SEED, after=SEED, house_net=140 - SEED
    ) == moved(felt)
    (line,) = next(event for event in felt.events if isinstance(event, ProgressiveTurnedUp)).lines
    assert (ProgressiveHand.ROYAL_HOLE_AND_FLOP, paid, 0) == (line.hand, line.from_meter, line.from_house)


def test_another_royal_takes_five_per_cent_and_the_meter_goes_on() -> None:
    """5 %, cut to whole cents; the house puts a seed in only after a full win (G5.7)."""
    event = moved(shown(table(ROYAL_LATE)))
    paid = (SEED + SHARE) * 5 // 100
    assert (paid, 0, SEED + SHARE - paid) == (event.paid, event.seeded, event.after)


def test_a_fixed_row_is_paid_by_the_house_and_leaves_the_meter() -> None:
    """10 for 1: the stake is used up (G2.6, G5.7)."""
    felt = shown(table(FULL_HOUSE))
    assert MeterMoved(before=SEED, fed=SHARE, paid=0, seeded=0, after=SEED + SHARE, house_net=70 - 1_000) == (
        moved(felt)
    )
    books = felt.state.ledgers
    # The tray also banked the five wagers, which the last result tells.
    assert felt.state.last_result is not None
    assert felt.state.last_result.net - 930 == books.house_tray


def test_the_lines_are_published_at_the_step_that_turns_the_hand_up() -> None:
    """Nothing before it (G3.9)."""
    felt = shown(table(FULL_HOUSE, stakes=(STAKE, STAKE)))
    shots = view(felt.state, felt.prompt).seats
    assert [1, 0] == [len(shots[seat - 1].progressive) for seat in (TWO, THREE)]
    felt.settle()
    shots = view(felt.state, felt.prompt).seats
    assert [1, 1] == [len(shots[seat - 1].progressive) for seat in (TWO, THREE)]


def test_a_folded_hand_with_a_progressive_wager_is_turned_up_at_its_step_only() -> None:
    """`progressive_on_fold = seven_cards` (G3.8); a folded hand without that wager stays closed."""
    felt = shown(table(FULL_HOUSE, stakes=(STAKE, 0)), 2, 3)
    assert felt.state.seat(TWO).is_up
    lines = view(felt.state, felt.prompt).seats[TWO - 1].progressive
    assert (ProgressiveHand.FULL_HOUSE, 1_000) == (lines[0].hand, lines[0].from_house)
    primary = felt.prompt.primary
    assert primary is not None
    felt.ask(primary.command)
    third = felt.state.seat(THREE)
    assert not third.is_up
    assert all(isinstance(card, Hidden) for card in third.cards)
    assert felt.replayed() == felt.state


def test_where_a_fold_loses_the_progressive_the_folded_hand_stays_closed() -> None:
    """`progressive_on_fold = loses` (G5.7, G3.8)."""
    assert PROGRESSIVE.progressive is not None
    rules = replace(PROGRESSIVE, progressive=replace(PROGRESSIVE.progressive, on_fold=OnFold.LOSES))
    felt = shown(table(FULL_HOUSE, rules=rules), 2)
    assert not felt.state.seat(TWO).is_up
    assert 70 == moved(felt).house_net


def test_a_void_gives_the_stake_back_and_leaves_the_meter() -> None:
    """All stakes returned (G9.1)."""
    felt = table()
    felt.deal()
    felt.report()
    events = felt.void()
    assert 2_000 + STAKE + 2_000 == next(event.total for event in events if event.kind == "round_voided")
    assert (SEED, 0) == (felt.state.ledgers.meter, felt.state.ledgers.balance)


def test_the_meter_survives_a_restart_and_the_next_opening() -> None:
    """It is rebuilt by replay (V12, G5.7)."""
    felt = shown(table())
    felt.settle()
    felt.restart()
    assert SEED + SHARE == felt.state.ledgers.meter


def test_the_progressive_changes_no_other_line() -> None:
    """Main results are the same with any side wager (V11, G5.7: outside every cap)."""
    plain = shown(table(FULL_HOUSE, stakes=(0, 0))).current().settlement
    assert plain == shown(table(FULL_HOUSE)).current().settlement


def test_the_floor_sets_the_meter_to_what_the_sign_shows() -> None:
    """A value from outside the table; tray and drop stay as they are (G11.2)."""
    felt = table()
    command = SetMeter(amount=2_500_000, reason="moved from table 3", approval=BOTH)
    who = "floor-1+shift-1"
    expected = MeterSet(before=SEED, after=2_500_000, reason="moved from table 3", approved_by=who)
    assert expected in felt.ask(command)
    books = felt.state.ledgers
    assert (2_500_000, 0, 0) == (books.meter, books.house_tray, books.balance)
    assert OfferCode.SET_METER in {offer.code for offer in felt.offers}


@pytest.mark.parametrize(
    ("command", "rules", "code"),
    [
        (SetMeter(amount=1, reason="x"), PROGRESSIVE, RefusalCode.NEEDS_APPROVAL),
        (SetMeter(amount=1, reason="x", approval=FLOOR), PROGRESSIVE, RefusalCode.NEEDS_SECOND),
        (SetMeter(amount=-1, reason="x", approval=BOTH), PROGRESSIVE, RefusalCode.BAD_AMOUNT),
        (SetMeter(amount=1, reason=" ", approval=BOTH), PROGRESSIVE, RefusalCode.REASON_MISSING),
        (SetMeter(amount=1, reason="x", approval=BOTH), LIMITS, RefusalCode.PROGRESSIVE_NOT_OFFERED),
    ],
)
def test_a_meter_is_not_set_otherwise(command: SetMeter, rules: RuleSet, code: RefusalCode) -> None:
    """Amount, reason and consent (G11.6)."""
    assert code is table(rules=rules, stakes=(0, 0)).refused(command)


def test_no_meter_is_set_while_stakes_ride_on_it() -> None:
    """Only before "no more bets" (G2.4)."""
    felt = table()
    felt.ask(CloseBetting())
    assert RefusalCode.WRONG_PHASE is felt.refused(SetMeter(amount=1, reason="x", approval=BOTH))
    assert Phase.HOLE is felt.phase()


def test_a_meter_that_moved_by_another_amount_stops_the_table() -> None:
    """Zero sum over bettors, house tray and meter (V1)."""
    felt = shown(table(FULL_HOUSE))
    felt.settle()
    books = felt.state.ledgers
    assert books.meter is not None
    with pytest.raises(InvariantFault, match="V1"):
        check(replace(felt.state, ledgers=replace(books, meter=books.meter + 1)))
