"""No more bets: refused by the first check that fails (G3.4, G2, G10.5)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.engine.commands import (
    CloseBetting,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    RemoveWager,
    RepeatWagers,
)
from controller.engine.deck_order import COUNTS_INSIDE
from controller.engine.fact_commands import ReportCopyFailed
from controller.engine.ids import SeatNo
from controller.engine.money import Odds, Rounding
from controller.engine.offers import offers_for
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import BadBeatRequires, RuleSet, SideMax
from controller.engine.state import DealingMode, Phase
from tests.engine.given import CALIFORNIA, FLOOR, Felt
from tests.engine.piles import EVERY_BIT, JAM_OUTPUT
from tests.engine.stages import THREE, TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def place(
    seat: int = 2,
    ante: int = 1000,
    trips: int = 0,
    bad_beat: int = 0,
    bettor: int = 0,
    blind: int | None = None,
) -> PlaceWager:
    """Give a wager whose Blind equals the Ante unless said otherwise."""
    return PlaceWager(
        seat=SeatNo(seat),
        bettor=bettor,
        ante=ante,
        blind=ante if blind is None else blind,
        trips=trips,
        bad_beat=bad_beat,
    )


@MODES
def test_with_all_checks_passed_the_deal_begins(mode: DealingMode) -> None:
    """CloseBetting accepted leads to HOLE and fixes seats, stakes and deck (G3.1, G10.1)."""
    felt = at(Phase.WAGERS, mode)
    felt.ask(CloseBetting())
    closed = next(event for event in felt.events if event.kind == "betting_closed")
    assert ((TWO, THREE), 100_000) == (closed.entitled, closed.bank)
    assert [(TWO, 1000), (THREE, 1000)] == [(one.seat, one.ante) for one in closed.stakes]


def test_twice_no_more_bets_deals_once() -> None:
    """The second press is refused in HOLE and changes nothing (ST13)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    felt.ask(CloseBetting())
    assert RefusalCode.WRONG_PHASE is felt.refused(CloseBetting())
    assert 1 == sum(event.kind == "betting_closed" for event in felt.events)


def test_an_entitled_seat_is_needed() -> None:
    """The player-dealer alone is no round (PB20, G2.8)."""
    felt = Felt()
    felt.prepare()
    felt.seat_bank(100_000, 2)
    assert RefusalCode.NO_ENTITLED_SEAT is felt.refused(CloseBetting())
    felt.wager(2, 1000)
    felt.ask(RemoveWager(seat=TWO, bettor=0))
    assert RefusalCode.NO_ENTITLED_SEAT is felt.refused(CloseBetting())


def test_full_cover_can_be_required() -> None:
    """require_full_cover refuses while the bank is below the table's worst case (G6.7)."""
    felt = seated(rules=replace(CALIFORNIA, require_full_cover=True), bank=100_000)
    assert RefusalCode.COVER_TOO_SMALL is felt.refused(CloseBetting())
    felt.ask(PostBank(amount=2 * 505 * 1000))
    felt.ask(CloseBetting())


@MODES
def test_the_due_deck_must_be_ready_and_whole(mode: DealingMode) -> None:
    """Unloaded, in shuffle or quarantined: no round (G3.4, G10.5)."""
    felt = Felt(mode=mode)
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.seat_bank(100_000, 2)
    felt.wager(2, 1000)
    assert RefusalCode.DECK_NOT_READY is felt.refused(CloseBetting())
    felt.load("A", keep_back=1)
    assert RefusalCode.DECK_QUARANTINED is felt.refused(CloseBetting())


def test_in_shoe_mode_the_deck_must_lie_in_the_shoe() -> None:
    """Ready in the chamber is not yet ready to be dealt (CDP1 7)."""
    felt = Felt()
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    felt.seat_bank(100_000, 2)
    felt.wager(2, 1000)
    felt.load("A")
    assert RefusalCode.DECK_NOT_READY is felt.refused(CloseBetting())
    felt.to_shoe()
    felt.ask(CloseBetting())


def _unplug_shuffler(felt: Felt) -> None:
    felt.unplug("shuffler")


def _fault(felt: Felt) -> None:
    felt.table.raise_fault(felt.table.shoe, JAM_OUTPUT)
    felt.then()


def _lid(felt: Felt) -> None:
    felt.table.lid(is_open=True)
    felt.then()


def _copy(felt: Felt) -> None:
    felt.give(ReportCopyFailed(copy="mirror"))


@MODES
@pytest.mark.parametrize(
    ("break_it", "code"),
    [
        (_unplug_shuffler, RefusalCode.DEVICE_NOT_READY),
        (_fault, RefusalCode.DEVICE_FAULT),
        (_lid, RefusalCode.DOOR_OPEN),
        (_copy, RefusalCode.RECORD_DEGRADED),
    ],
)
def test_a_machine_in_trouble_blocks_the_next_round(
    mode: DealingMode, break_it: Callable[[Felt], None], code: RefusalCode
) -> None:
    """Red light, open lid, lost link or a failed copy of the record: no round (G3.4, G10.5)."""
    felt = at(Phase.WAGERS, mode)
    break_it(felt)
    assert code is felt.refused(CloseBetting())


def test_a_light_fault_blocks_nothing() -> None:
    """Severity below 3 is a notice (CDP1 5.1)."""
    felt = at(Phase.WAGERS)
    felt.table.raise_fault(felt.table.shoe, 0x0303, severity=2)
    felt.then()
    felt.ask(CloseBetting())
    assert Phase.HOLE is felt.phase()


def test_the_shoe_must_be_opened_for_the_round() -> None:
    """Before OPEN_SHOE and its mark are through there is no deal (CDP1 7, step 3)."""
    felt = Felt(mode=DealingMode.STACKS)
    felt.table.shoe.slow = True
    felt.prepare()
    felt.seat_bank(100_000, 2)
    felt.wager(2, 1000)
    assert RefusalCode.DEVICE_NOT_READY is felt.refused(CloseBetting())
    felt.table.finish(felt.table.shoe)
    felt.then()
    felt.ask(CloseBetting())


STRICT = replace(CALIFORNIA, bad_beat_requires=BadBeatRequires.ANTE_BLIND_TRIPS, side_max=SideMax.OWN)
ODD = replace(CALIFORNIA, ante_step=1, rounding=Rounding.EXACT)


@pytest.mark.parametrize(
    ("rules", "command", "code"),
    [
        (CALIFORNIA, place(ante=-100), RefusalCode.BAD_AMOUNT),
        (CALIFORNIA, place(ante=True), RefusalCode.BAD_AMOUNT),
        (CALIFORNIA, place(blind=900), RefusalCode.ANTE_BLIND),
        (CALIFORNIA, place(ante=0, trips=500), RefusalCode.SIDE_NEEDS_ANTE),
        (CALIFORNIA, place(ante=1050), RefusalCode.OFF_STEP),
        (CALIFORNIA, place(trips=1100), RefusalCode.SIDE_OVER_ANTE),
        (CALIFORNIA, place(bad_beat=1100), RefusalCode.SIDE_OVER_ANTE),
        (CALIFORNIA, place(trips=50), RefusalCode.BELOW_MINIMUM),
        (CALIFORNIA, place(ante=1_000_100), RefusalCode.ABOVE_MAXIMUM),
        (STRICT, place(bad_beat=500), RefusalCode.BAD_BEAT_NEEDS_TRIPS),
        (replace(CALIFORNIA, trips_table=None), place(trips=500), RefusalCode.TRIPS_NOT_OFFERED),
        (replace(CALIFORNIA, bad_beat_table=None), place(bad_beat=500), RefusalCode.BAD_BEAT_NOT_OFFERED),
        (ODD, place(ante=1001), RefusalCode.FRACTION),
        (CALIFORNIA, place(bettor=4), RefusalCode.BAD_BETTOR),
        (replace(CALIFORNIA, back_line=False), place(bettor=1), RefusalCode.NO_BACK_LINE),
        (CALIFORNIA, place(seat=9), RefusalCode.BAD_SEAT),
        (CALIFORNIA, place(seat=1), RefusalCode.OWN_SEAT),
        (CALIFORNIA, place(seat=8, bettor=1), RefusalCode.SEAT_EMPTY),
        (replace(CALIFORNIA, max_occupied=3), place(seat=8), RefusalCode.TABLE_FULL),
    ],
)
def test_a_wager_that_may_not_stand_is_refused(
    rules: RuleSet, command: PlaceWager, code: RefusalCode
) -> None:
    """Amounts, prerequisites, limits and seats are checked before anything is recorded (G2)."""
    felt = seated(rules=rules)
    assert code is felt.refused(command)


def test_a_refusal_names_field_value_and_what_is_allowed() -> None:
    """So that one sentence can say it (ARCHITECTURE 5; ST08)."""
    felt = seated()
    decided = felt.give(place(trips=1100))
    assert isinstance(decided, Refused)
    assert ("trips", "1100", "up to 1000", TWO) == (
        decided.field,
        decided.value,
        decided.allowed,
        decided.seat,
    )


def test_wagers_stand_again_and_no_bet_keeps_the_amounts() -> None:
    """Sticky wagers; RemoveWager sits out, RepeatWagers comes back (G3.5, TOUCHSCREEN 8)."""
    felt = at(Phase.COLLECT)
    felt.collect()
    assert 1000 == felt.state.seat(TWO).bettors[0].stakes.ante
    felt.ask(RemoveWager(seat=TWO, bettor=0))
    assert RefusalCode.BAD_BETTOR is felt.refused(RemoveWager(seat=TWO, bettor=0))
    felt.ask(RepeatWagers(seat=TWO))
    assert RefusalCode.NOTHING_TO_REPEAT is felt.refused(RepeatWagers(seat=TWO))
    felt.ask(RemoveWager(seat=TWO, bettor=0))
    felt.ask(CloseBetting())
    assert (THREE,) == felt.current().entitled


def test_same_again_is_the_last_round_of_the_seat_and_nothing_else() -> None:
    """What was typed since, or removed before it, does not come back with it (G3.5, TOUCHSCREEN 8)."""
    felt = at(Phase.COLLECT)
    felt.collect()
    last = felt.state.seat(TWO).bettors[0].stakes
    back = PlaceWager(seat=TWO, bettor=1, ante=1000, blind=1000, trips=0, bad_beat=0)
    felt.ask(back)
    felt.ask(RemoveWager(seat=TWO, bettor=1))
    assert RefusalCode.NOTHING_TO_REPEAT is felt.refused(RepeatWagers(seat=TWO))
    felt.ask(RemoveWager(seat=TWO, bettor=0))
    felt.ask(RepeatWagers(seat=TWO))
    assert [(0, last)] == [(one.number, one.stakes) for one in felt.state.seat(TWO).bettors if one.is_in]


def test_a_wager_on_an_empty_seat_seats_the_player() -> None:
    """One act for two facts (TOUCHSCREEN 8)."""
    felt = seated()
    felt.wager(7, 1000)
    assert felt.state.seat(SeatNo(7)).is_taken


def test_standing_wagers_are_checked_again_by_no_more_bets() -> None:
    """What was accepted under other limits is refused by seat (G3.4)."""
    felt = seated()
    felt.state = replace(felt.state, ruleset=replace(CALIFORNIA, ante_step=300))
    decided = felt.decided(CloseBetting())
    assert isinstance(decided, Refused)
    assert (RefusalCode.OFF_STEP, TWO) == (decided.code, decided.seat)


def test_back_line_bettors_have_wagers_of_their_own() -> None:
    """Checked like a seat's; the seat's decision binds them (G8.7)."""
    felt = seated()
    felt.wager(2, 500, bettor=2)
    felt.deal()
    felt.play(2, 4)
    assert [(0, 4000), (2, 2000)] == [(one.number, one.play) for one in felt.state.seat(TWO).bettors]


def test_the_odds_that_make_a_fraction_are_named() -> None:
    """3:2 on an odd Blind cannot be paid exactly (G2.7)."""
    decided = seated(rules=ODD).give(place(ante=1001))
    assert isinstance(decided, Refused)
    assert str(Odds(numerator=3, denominator=2)) in decided.allowed


def test_a_hand_count_is_asked_for_only_where_the_shuffler_does_not_count() -> None:
    """A shuffler that counts gets 52 back and says so; another one leaves it to the hands (G10.3)."""
    for capabilities, asked in ((EVERY_BIT, False), (EVERY_BIT & ~(1 << COUNTS_INSIDE), True)):
        state = at(Phase.COLLECT).state
        shuffler = replace(state.shuffler, capabilities=capabilities)
        _, offered = offers_for(replace(state, shuffler=shuffler), PromptCode.COLLECT_CARDS)
        assert asked is any(offer.code is OfferCode.RECORD_COUNT for offer in offered)


def test_a_wrong_hand_count_quarantines_the_deck() -> None:
    """A count of 51 takes it off the table (G10.3, SH20)."""
    felt = at(Phase.COLLECT, capabilities=EVERY_BIT & ~(1 << COUNTS_INSIDE))
    felt.ask(RecordCount(count=51))
    assert "51 cards counted by hand" == felt.state.deck("A").problem
    assert RefusalCode.BAD_COUNT is felt.refused(RecordCount(count=105))
