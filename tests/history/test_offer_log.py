"""The log of offers: seat, answer or reason, time, operator, in order (G8.1)."""

from controller.engine.commands import Answer
from controller.engine.events import OfferAnswered, PlayerDealerSeated, RoundOpened
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.rotation import GameEnd, PassedOver
from controller.engine.rotation_events import GameEnded, OfferForced, SeatPassedOver, ThirdPartyFlagged
from controller.history.offers import KEPT, OfferLog, OfferWord

ONE, TWO, FOUR = SeatNo(1), SeatNo(2), SeatNo(4)
DEALER = "dealer:4471"


def opened(number: int = 7) -> RoundOpened:
    """Begin a round."""
    return RoundOpened(round=RoundNo(number), deck="A", ruleset="california-bad-beat", digest="00")


def test_each_seat_has_a_line_with_time_and_operator() -> None:
    """Newest first, as the screen shows it (G8.1)."""
    log = OfferLog().after((opened(), OfferAnswered(seat=TWO, answer=Answer.DECLINED)), 1_000, DEALER)
    log = log.after((OfferAnswered(seat=FOUR, answer=Answer.ACCEPTED),), 2_000, DEALER)
    assert [
        (7, FOUR, OfferWord.ACCEPTED, 2_000, DEALER),
        (7, TWO, OfferWord.DECLINED, 1_000, DEALER),
    ] == [(line.round, line.seat, line.word, line.utc_us, line.operator) for line in log.lines]


def test_skips_and_forced_offers_keep_the_floor_s_words() -> None:
    """Ineligible and skipped seats have their reason (G8.1)."""
    skipped = SeatPassedOver(seat=TWO, why=PassedOver.SKIPPED, reason="seat_away")
    last = SeatPassedOver(seat=ONE, why=PassedOver.BANKED_LAST, reason="")
    forced = OfferForced(seat=FOUR, reason="player_asks", approved_by="F1")
    log = OfferLog().after((opened(), skipped, last, forced), 5, DEALER)
    assert [
        (FOUR, OfferWord.FORCED, "player_asks"),
        (ONE, OfferWord.BANKED_LAST, ""),
        (TWO, OfferWord.SKIPPED, "seat_away"),
    ] == [(line.seat, line.word, line.reason) for line in log.lines]


def test_a_player_dealer_who_goes_on_is_told_only_after_an_offer() -> None:
    """A round without a due offer has no line (G8.2)."""
    goes_on = PlayerDealerSeated(seat=ONE, kept=True)
    assert () == OfferLog().after((opened(), goes_on), 1, DEALER).lines
    declined = OfferAnswered(seat=TWO, answer=Answer.DECLINED)
    log = OfferLog().after((opened(), declined, goes_on), 1, DEALER)
    assert [OfferWord.KEPT, OfferWord.DECLINED] == [line.word for line in log.lines]


def test_the_third_party_and_the_end_of_a_game_are_marked() -> None:
    """Who he is stands beside his seat; a game's end has no seat (G8.3)."""
    flagged = ThirdPartyFlagged(seat=TWO, is_third_party=True, approved_by="F1")
    absent = OfferAnswered(seat=TWO, answer=Answer.ABSENT)
    ended = GameEnded(why=GameEnd.WINDOW, reason="rotation_clock", approved_by="F1")
    log = OfferLog().after((opened(), flagged, absent, ended), 1, DEALER)
    assert [(None, False), (TWO, True)] == [(line.seat, line.third_party) for line in log.lines]
    assert "rotation_clock" == log.lines[0].reason


def test_the_log_is_bounded() -> None:
    """The record has all of it; the screen the last part."""
    answers = (OfferAnswered(seat=TWO, answer=Answer.DECLINED),) * (KEPT + 5)
    assert KEPT == len(OfferLog().after((opened(), *answers), 1, DEALER).lines)
