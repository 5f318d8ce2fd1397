"""The bank offered to all before every round, and the clock over who banks (G8.3)."""

from dataclasses import replace
from pathlib import Path

import pytest

import controller.rulesets
from controller.engine.commands import (
    Answer,
    AnswerOffer,
    CloseBetting,
    CloseTable,
    OpenTable,
    PostBank,
    SeatPlayer,
    VacateSeat,
)
from controller.engine.deadlines import next_deadline_us
from controller.engine.fact_commands import PassTime, ShiftClock
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.rotation import MINUTE_US, GameEnd
from controller.engine.rotation_commands import DeclineAll, EndGame, FlagThirdParty, ForceOffer
from controller.engine.ruleset import AllDeclined, RotationWindow, RuleSet
from controller.engine.state import DealingMode, Phase
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import FLOOR, Felt
from tests.engine.robot import step

EXAMPLE = Path(controller.rulesets.__file__).parent / "examples" / "every-hand-2026.toml"
RULES = load_ruleset(str(EXAMPLE))
ONE, FOUR, SIX = SeatNo(1), SeatNo(4), SeatNo(6)
START_US = 5 * MINUTE_US
BANK = 50_000


def ruled(**changes: object) -> RuleSet:
    """Give the example with another setting of its rotation."""
    return replace(RULES, rotation=replace(RULES.rotation, **changes))  # type: ignore[arg-type]


def table(*seats: int, rules: RuleSet = RULES, mode: DealingMode = DealingMode.STACKS) -> Felt:
    """Give a table that offers the bank to these seats at once; the day is five minutes old."""
    felt = Felt(rules=rules, mode=mode)
    felt.now_us = START_US
    for number in seats:
        felt.ask(SeatPlayer(seat=SeatNo(number)))
    felt.prepare()
    return felt


def accept(felt: Felt, seat: int) -> None:
    """Let a seat take the bank; the others decline by it."""
    felt.ask(AnswerOffer(seat=SeatNo(seat), answer=Answer.ACCEPTED, bank=BANK))


def start(felt: Felt, banker: int) -> None:
    """Let this seat bank and begin the deal now."""
    accept(felt, banker)
    bettor = next(n for n in (1, 4, 6) if n != banker and felt.state.seat(SeatNo(n)).is_taken)
    felt.wager(bettor, 1000)
    felt.ask(CloseBetting())


def finish(felt: Felt) -> None:
    """Play the round to its end, and stand before the next offer."""
    number = felt.state.rounds
    while felt.state.rounds == number:
        assert step(felt), felt.prompt


def play(felt: Felt, banker: int, minutes: int = 0) -> None:
    """Let minutes pass, then play a whole round with this banker."""
    wait(felt, minutes)
    start(felt, banker)
    finish(felt)


def wait(felt: Felt, minutes: int) -> None:
    """Let time pass as the table does: at each deadline of the state in turn."""
    until = felt.now_us + minutes * MINUTE_US
    while (due := next_deadline_us(felt.state)) is not None and due <= until:
        felt.now_us = max(due, felt.now_us)
        felt.give(PassTime(now_us=felt.now_us))
    felt.now_us = until


def left(felt: Felt) -> int | None:
    """Give the minutes that the screen shows."""
    return view(felt.state, felt.prompt).rotation.minutes_left


def asked(felt: Felt) -> PromptCode:
    """Give what the guide asks, anew each time."""
    return felt.prompt.code


def open_to(felt: Felt) -> tuple[SeatNo, ...]:
    """Give the seats that are asked, anew each time."""
    return felt.prompt.open_seats


def answers(felt: Felt) -> list[tuple[int, Answer]]:
    """Give every answer so far in order."""
    return [(event.seat, event.answer) for event in felt.events if event.kind == "offer_answered"]


def test_everybody_is_asked_at_once_and_one_tap_logs_all() -> None:
    """One event for each seat, in the order of the offer; the tap marks who accepts (G8.1, G8.3)."""
    felt = table(6, 1, 4)
    assert PromptCode.OFFER_TO_ALL is asked(felt)
    assert (ONE, FOUR, SIX) == open_to(felt)
    accept(felt, 4)
    assert [(1, Answer.DECLINED), (6, Answer.DECLINED), (4, Answer.ACCEPTED)] == answers(felt)
    assert (Phase.WAGERS, FOUR, BANK) == (felt.phase(), felt.current().player_dealer, felt.current().bank)


def test_before_every_round_the_offer_is_due_again() -> None:
    """Clockwise from the player-dealer, who is asked last (G8.1, G8.3)."""
    felt = table(1, 4, 6)
    for banker, order in ((1, (FOUR, SIX, ONE)), (4, (SIX, ONE, FOUR))):
        play(felt, banker)
        assert (PromptCode.OFFER_TO_ALL, order) == (felt.prompt.code, felt.prompt.open_seats)
        assert RefusalCode.WRONG_PHASE is felt.refused(CloseBetting())


def test_a_seat_is_noted_as_absent_and_the_rest_still_answers() -> None:
    """Absences have an event of their own (G8.1)."""
    felt = table(1, 4, 6)
    felt.ask(AnswerOffer(seat=SIX, answer=Answer.ABSENT))
    assert (ONE, FOUR) == open_to(felt)
    assert RefusalCode.NOT_ASKED is felt.refused(AnswerOffer(seat=SIX, answer=Answer.DECLINED))
    accept(felt, 1)
    assert [(6, Answer.ABSENT), (4, Answer.DECLINED), (1, Answer.ACCEPTED)] == answers(felt)


def test_a_newcomer_is_asked_with_the_others() -> None:
    """Every seated player is offered it (G8.3)."""
    felt = table(1, 4)
    felt.ask(SeatPlayer(seat=SIX))
    assert (ONE, FOUR, SIX) == open_to(felt)
    felt.ask(VacateSeat(seat=FOUR))
    assert (ONE, SIX) == open_to(felt)


@pytest.mark.parametrize("keeps", [True, False])
def test_when_all_decline_the_rule_set_says_what_follows(keeps: bool) -> None:  # noqa: FBT001
    """keep: the same player-dealer goes on; no_round: nobody banks until a seat takes it (G8.2)."""
    felt = table(1, 4, rules=ruled(all_declined=AllDeclined.KEEP if keeps else AllDeclined.NO_ROUND))
    play(felt, 1)
    felt.ask(DeclineAll())
    assert [(4, Answer.DECLINED), (1, Answer.DECLINED)] == answers(felt)[-2:]
    if keeps:
        assert (Phase.WAGERS, ONE) == (felt.phase(), felt.current().player_dealer)
        return
    assert PromptCode.NOBODY_BANKS is asked(felt)
    assert {ONE, FOUR} == {offer.seat for offer in felt.offers if offer.code is OfferCode.ACCEPT_BANK}
    accept(felt, 4)
    assert FOUR == felt.current().player_dealer


def test_decline_all_without_an_offer_is_refused() -> None:
    """Nobody is asked (G8.1)."""
    felt = table(1, 4)
    accept(felt, 1)
    assert RefusalCode.WRONG_PHASE is felt.refused(DeclineAll())


# ---- the third-party provider ---------------------------------------------------------------------


def flag(felt: Felt, seat: int, *, on: bool = True) -> None:
    """Name the third-party provider, or take the name back."""
    felt.ask(FlagThirdParty(seat=SeatNo(seat), is_third_party=on, approval=FLOOR))


def test_there_is_one_third_party_provider_and_the_flag_goes_with_the_person() -> None:
    """One per table, by the floor (G8.3)."""
    felt = table(1, 4)
    flag(felt, 4)
    again = FlagThirdParty(seat=ONE, is_third_party=True, approval=FLOOR)
    assert RefusalCode.THIRD_PARTY_TAKEN is felt.refused(again)
    assert FOUR == view(felt.state, felt.prompt).rotation.third_party
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(FlagThirdParty(seat=FOUR, is_third_party=False))
    felt.ask(VacateSeat(seat=FOUR))
    assert None is felt.state.rotation.third_party
    empty = FlagThirdParty(seat=FOUR, is_third_party=True, approval=FLOOR)
    assert RefusalCode.SEAT_EMPTY is felt.refused(empty)
    flag(felt, 1)
    flag(felt, 1, on=False)
    assert None is felt.state.rotation.third_party


def test_after_a_third_party_round_somebody_else_must_bank() -> None:
    """He is named as ineligible, cannot accept, and is asked again one round later (G8.1, G8.3)."""
    felt = table(1, 4, rules=ruled(all_declined=AllDeclined.KEEP))
    flag(felt, 1)
    play(felt, 1)
    assert (FOUR,) == open_to(felt)
    passed = [(event.seat, event.why.value) for event in felt.events if event.kind == "seat_passed_over"]
    assert [(1, "third_party")] == passed
    assert RefusalCode.NOT_ASKED is felt.refused(AnswerOffer(seat=ONE, answer=Answer.ACCEPTED, bank=BANK))
    felt.ask(DeclineAll())
    assert PromptCode.NOBODY_BANKS is asked(felt)
    play(felt, 4)
    assert (ONE, FOUR) == open_to(felt)


def test_a_void_third_party_round_does_not_count() -> None:
    """The same player-dealer may go on (G8.1, G9.1)."""
    felt = table(1, 4)
    flag(felt, 1)
    start(felt, 1)
    felt.report()
    felt.void()
    while felt.state.rounds == 1:
        assert step(felt), felt.prompt
    assert (FOUR, ONE) == open_to(felt)


# ---- the clock ------------------------------------------------------------------------------------


def test_the_clock_runs_from_the_first_dealt_round() -> None:
    """No round, no clock; then forty minutes (G8.3)."""
    felt = table(1, 4)
    wait(felt, 60)
    assert None is left(felt)
    start(felt, 1)
    assert 40 == left(felt)


def test_it_counts_down_and_warns_at_thirty_and_thirty_five() -> None:
    """Each minute is told once, in the record (G8.3)."""
    felt = table(1, 4)
    play(felt, 1)
    seen = []
    for minutes in (1, 28, 1, 4, 1, 4):
        wait(felt, minutes)
        seen.append((left(felt), view(felt.state, felt.prompt).rotation.warned))
    assert [(39, 0), (11, 0), (10, 1), (6, 1), (5, 2), (1, 2)] == seen
    told = [event.minutes_left for event in felt.events if event.kind == "rotation_clock_told"]
    assert list(range(39, 0, -1)) == told


def test_a_second_player_dealer_in_time_keeps_the_game_alive() -> None:
    """The window then runs from the older of the two latest starts (G8.3, rolling)."""
    felt = table(1, 4)
    play(felt, 1)
    play(felt, 4, minutes=30)
    assert (10, 2) == (left(felt), view(felt.state, felt.prompt).rotation.bankers)
    play(felt, 1, minutes=1)
    assert 39 == left(felt)


def test_when_the_window_is_missed_the_round_in_play_is_finished_and_the_game_ends() -> None:
    """No card of another round can be dealt; the floor closes the table (G8.3, V16)."""
    felt = table(1, 4, rules=ruled(all_declined=AllDeclined.KEEP))
    play(felt, 1)
    wait(felt, 39)
    start(felt, 1)
    wait(felt, 2)
    assert (Phase.HOLE, 0) == (felt.phase(), left(felt))
    while felt.state.rounds == 2:
        assert step(felt), felt.prompt
    assert (Phase.OFFER, PromptCode.GAME_OVER) == (felt.phase(), felt.prompt.code)
    assert OfferCode.END_GAME is felt.offers[0].code
    assert [] == [offer for offer in felt.offers if offer.code is OfferCode.ACCEPT_BANK and offer.enabled]
    assert RefusalCode.GAME_OVER is felt.refused(AnswerOffer(seat=FOUR, answer=Answer.ACCEPTED, bank=BANK))
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(EndGame(reason="rotation_clock"))
    felt.ask(EndGame(reason="rotation_clock", approval=FLOOR))
    assert (Phase.CLOSED, GameEnd.WINDOW) == (felt.phase(), view(felt.state, felt.prompt).rotation.ended)
    felt.ask(OpenTable(approval=FLOOR))
    assert (None, PromptCode.OFFER_TO_ALL) == (left(felt), felt.prompt.code)


def test_wagers_without_cards_are_no_round_in_play() -> None:
    """Missed before "no more bets": nothing is dealt any more (G8.3, V16)."""
    felt = table(1, 4)
    play(felt, 1)
    wait(felt, 39)
    accept(felt, 1)
    felt.wager(4, 1000)
    wait(felt, 1)
    assert (Phase.WAGERS, PromptCode.GAME_OVER) == (felt.phase(), felt.prompt.code)
    assert RefusalCode.GAME_OVER is felt.refused(CloseBetting())
    assert RefusalCode.GAME_OVER is felt.refused(PostBank(amount=BANK))
    felt.ask(EndGame(reason="rotation_clock", approval=FLOOR))
    assert Phase.CLOSED is felt.phase()


def test_no_round_begins_in_the_moment_the_window_ends() -> None:
    """The command itself is held to the clock, before anybody told the minutes (G8.3, V16)."""
    felt = table(1, 4)
    play(felt, 1)
    accept(felt, 4)
    felt.wager(1, 1000)
    deadline_us = START_US + 40 * MINUTE_US
    felt.now_us = deadline_us
    assert RefusalCode.GAME_OVER is felt.refused(CloseBetting())
    felt.now_us = deadline_us - 1
    felt.ask(CloseBetting())
    assert 1 == left(felt)


def test_third_party_rounds_do_not_count_for_the_window() -> None:
    """Two different player-dealers other than he (G8.3)."""
    felt = table(1, 4, 6)
    flag(felt, 1)
    play(felt, 1)
    play(felt, 4, minutes=10)
    assert (30, 1) == (left(felt), view(felt.state, felt.prompt).rotation.bankers)
    play(felt, 6, minutes=10)
    assert (30, 2) == (left(felt), view(felt.state, felt.prompt).rotation.bankers)


def test_two_people_who_follow_each_other_on_a_seat_are_two() -> None:
    """A player-dealer is a person, not a chair (G8.3)."""
    felt = table(1, 4)
    play(felt, 1)
    felt.ask(VacateSeat(seat=ONE))
    felt.ask(SeatPlayer(seat=ONE))
    play(felt, 1, minutes=5)
    assert (35, 2) == (left(felt), view(felt.state, felt.prompt).rotation.bankers)


def test_fixed_windows_stand_side_by_side() -> None:
    """The other reading: blocks of forty minutes from the first round (G8.3, window)."""
    felt = table(1, 4, rules=ruled(window=RotationWindow.FIXED))
    play(felt, 1)
    play(felt, 4, minutes=35)
    assert 45 == left(felt)
    play(felt, 1, minutes=6)
    assert (39, 1) == (left(felt), view(felt.state, felt.prompt).rotation.bankers)
    wait(felt, 39)
    assert PromptCode.GAME_OVER is asked(felt)


def test_a_closed_table_has_no_clock() -> None:
    """A new game begins a new one (G8.3)."""
    felt = table(1, 4)
    play(felt, 1)
    felt.ask(CloseTable(approval=FLOOR))
    assert (None, None) == (left(felt), next_deadline_us(felt.state))


def test_a_restart_keeps_the_clock_and_a_new_boot_moves_it() -> None:
    """Counter and clock survive restarts; the pause counts (G8.1, G8.3)."""
    felt = table(1, 4)
    play(felt, 1)
    wait(felt, 10)
    felt.restart()
    felt.link()
    assert 30 == left(felt)
    pause_us, boot_us = 3 * MINUTE_US, 20_000_000
    felt.give(ShiftClock(by_us=boot_us - felt.now_us - pause_us))
    felt.now_us = boot_us
    felt.give(PassTime(now_us=felt.now_us))
    assert 27 == left(felt)
    assert felt.replayed() == felt.state


def test_the_floor_ends_a_game_with_a_reason() -> None:
    """EndGame closes the table between rounds, never in one (G3.1, G11.6)."""
    felt = table(1, 4)
    assert RefusalCode.BAD_REASON is felt.refused(EndGame(reason=" ", approval=FLOOR))
    start(felt, 1)
    assert RefusalCode.WRONG_PHASE is felt.refused(EndGame(reason="closing_time", approval=FLOOR))
    finish(felt)
    felt.ask(EndGame(reason="closing_time", approval=FLOOR))
    assert (Phase.CLOSED, GameEnd.FLOOR) == (felt.phase(), felt.state.rotation.ended)


def test_seats_are_not_forced_where_all_are_asked() -> None:
    """ForceOffer is for the walk from seat to seat (G8.1)."""
    felt = table(1, 4)
    forced = ForceOffer(seat=FOUR, reason="house_order", approval=FLOOR)
    assert RefusalCode.NOT_FORCED is felt.refused(forced)


def test_the_notice_of_the_rule_set_is_in_every_picture() -> None:
    """Posted at the table (G8.3)."""
    felt = table(1, 4)
    assert RULES.rotation.notice == view(felt.state, felt.prompt).rotation.notice != ""
