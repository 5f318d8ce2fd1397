"""Bettors behind a seat: bound by its decision, and folded alone without a Play (G8.7)."""

import pytest

from controller.engine.bank_commands import MarkNoPlay
from controller.engine.bank_events import PlayMissed, PlayMissUndone
from controller.engine.commands import Exposure, UndoDecision
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Wager
from controller.engine.settlement_types import Reason
from controller.engine.state import Phase
from tests.engine.given import Felt
from tests.engine.stages import THREE, TWO, seated
from tests.engine.walks import turn_board


def behind(*numbers: int) -> Felt:
    """Give a table at PREFLOP whose seat 2 has these bettors behind it, 20.00 Antes each."""
    felt = seated()
    for number in numbers or (1, 2):
        felt.wager(2, 2000, bettor=number)
    felt.deal()
    return felt


def test_each_one_behind_plays_the_multiple_of_the_own_ante() -> None:
    """The seated player's decision binds them; Play is the multiple of their own Ante (G8.7)."""
    felt = behind()
    felt.play(2, 3)
    assert [3000, 6000, 6000] == [bettor.play for bettor in felt.state.seat(TWO).bettors]


def test_one_without_a_play_is_settled_as_folded_alone() -> None:
    """The seat and the other one behind it play on; all of it is in the record (G8.7)."""
    felt = behind()
    felt.play(2, 3)
    assert (PlayMissed(seat=TWO, bettor=2, amount=6000),) == felt.ask(MarkNoPlay(seat=TWO, bettor=2))
    felt.board()
    turn_board(felt)
    felt.play(3, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    settlement = felt.current().settlement
    assert settlement is not None
    folded = [line for line in settlement.lines if line.bettor == "seat-2-back-2"]
    assert [Wager.ANTE, Wager.BLIND] == [line.wager for line in folded]
    assert {Reason.FOLDED} == {line.reason for line in folded}
    others = {line.reason for line in settlement.lines if line.bettor in {"seat-2", "seat-2-back-1"}}
    assert Reason.FOLDED not in others
    felt.settle()
    assert Phase.COLLECT is felt.phase()
    assert felt.replayed() == felt.state


def test_the_mark_is_offered_for_each_one_behind_who_still_plays() -> None:
    """One offer a bettor, gone once taken (TOUCHSCREEN 8)."""
    felt = behind()
    assert [] == [offer for offer in felt.offers if offer.code is OfferCode.NO_PLAY]
    felt.play(2, 4)
    assert [1, 2] == [offer.bettor for offer in felt.offers if offer.code is OfferCode.NO_PLAY]
    felt.ask(MarkNoPlay(seat=TWO, bettor=1))
    assert [2] == [offer.bettor for offer in felt.offers if offer.code is OfferCode.NO_PLAY]


def test_the_mark_is_taken_back_before_the_decision_is() -> None:
    """Undo goes newest first, and says whom it is about (G3.7)."""
    felt = behind()
    felt.play(2, 3)
    felt.ask(MarkNoPlay(seat=TWO, bettor=1))
    felt.ask(MarkNoPlay(seat=TWO, bettor=2))
    assert 2 == felt.offer_code(OfferCode.UNDO).bettor
    assert (PlayMissUndone(seat=TWO, bettor=2, amount=6000),) == felt.ask(UndoDecision())
    felt.ask(UndoDecision())
    assert [3000, 6000, 6000] == [bettor.play for bettor in felt.state.seat(TWO).bettors]
    assert felt.offer_code(OfferCode.UNDO).bettor is None
    felt.ask(UndoDecision())
    assert felt.state.seat(TWO).decision is None


def test_a_mark_goes_with_a_later_decision_in_between() -> None:
    """The undo of seat 3's decision leaves the mark behind seat 2 as it is (G3.7)."""
    felt = behind()
    felt.play(2, 3)
    felt.ask(MarkNoPlay(seat=TWO, bettor=1))
    felt.play(3, 3)
    felt.ask(UndoDecision())
    assert felt.state.seat(THREE).decision is None
    assert [3000, 0, 6000] == [bettor.play for bettor in felt.state.seat(TWO).bettors]


def test_after_the_next_card_only_the_floor_corrects_it() -> None:
    """A mark ends where an undo ends: with a card or a face (G3.7, G8.7)."""
    felt = behind()
    felt.play(2, 3)
    felt.draw()
    assert RefusalCode.WRONG_PHASE is felt.refused(MarkNoPlay(seat=TWO, bettor=1))
    felt.draw(4)
    felt.unload()
    felt.expose(Exposure.FLOP)
    assert RefusalCode.NO_PLAY_TO_MISS is felt.refused(MarkNoPlay(seat=TWO, bettor=1))


@pytest.mark.parametrize(
    ("seat", "bettor", "code"),
    [
        (9, 1, RefusalCode.BAD_SEAT),
        (2, 0, RefusalCode.BAD_BETTOR),
        (2, 3, RefusalCode.BAD_BETTOR),
        (3, 1, RefusalCode.BAD_BETTOR),
        (2, 1, RefusalCode.NO_PLAY_TO_MISS),
    ],
)
def test_only_a_play_behind_a_playing_seat_can_be_missing(seat: int, bettor: int, code: RefusalCode) -> None:
    """Nobody decided yet, or nobody stands there (G8.7)."""
    assert code is behind().refused(MarkNoPlay(seat=seat, bettor=bettor))  # type: ignore[arg-type]  # seats are checked


def test_it_may_still_be_said_before_the_player_dealer_is_turned_up() -> None:
    """Decisions alone lead to REVEAL; no card came since (G3.7)."""
    felt = behind(1)
    felt.board()
    turn_board(felt)
    felt.fold(3)
    felt.play(2, 1)
    assert Phase.REVEAL is felt.phase()
    felt.ask(MarkNoPlay(seat=TWO, bettor=1))
    felt.ask(UndoDecision())
    assert Phase.REVEAL is felt.phase()
    assert [1000, 2000] == [bettor.play for bettor in felt.state.seat(TWO).bettors]
