"""What the cards say about each wager of a seat: the truth table of G4.3, before any money moves."""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.engine.cards import Card
from controller.engine.copying import constructor, made_often
from controller.engine.faults import InvariantFault
from controller.engine.money import EVEN_MONEY, Odds
from controller.engine.ranking import HandValue, evaluate, hand_category
from controller.engine.ruleset import SETTLED_WAGERS, Category, OnFold, PayTable, RuleSet, Wager
from controller.engine.settlement_types import Compare, Outcome, Reason, SeatEntry, SeatHand


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSide:
    """Hold the hand that all seats play against, and the board alone, which folded Trips go by (G4.4)."""

    hand: HandValue
    qualifies: bool
    board: tuple[Card, ...]
    board_category: Category


@made_often
@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Hold the outcome of one wager, the rule that gave it, and the pay row of a winner.

    decided_by: the category that decided it, None where no single hand does.
    """

    outcome: Outcome
    reason: Reason
    decided_by: Category | None = None
    odds: Odds | None = None


Verdicts = Mapping[Wager, Verdict]

_FOLDED = Verdict(outcome=Outcome.LOSE, reason=Reason.FOLDED)
_RULED_DEAD = Verdict(outcome=Outcome.LOSE, reason=Reason.RULED_DEAD)
_NOT_QUALIFIED = Verdict(outcome=Outcome.NO_ACTION, reason=Reason.NOT_QUALIFIED)
_TIE = Verdict(outcome=Outcome.PUSH, reason=Reason.TIE)
_LOWER = Verdict(outcome=Outcome.LOSE, reason=Reason.LOWER_HAND)
_EVEN_MONEY = Verdict(outcome=Outcome.WIN, reason=Reason.HIGHER_HAND, odds=EVEN_MONEY)
_PUSHED = {
    category: Verdict(outcome=Outcome.PUSH, reason=Reason.NO_PAY_ROW, decided_by=category)
    for category in Category
}
_LOST = {
    (reason, category): Verdict(outcome=Outcome.LOSE, reason=reason, decided_by=category)
    for reason in (Reason.NO_PAY_ROW, Reason.BOARD_NO_PAY_ROW, Reason.BEATEN_TOO_LOW)
    for category in Category
}
_TIE_LOSES = Verdict(outcome=Outcome.LOSE, reason=Reason.TIE)
_make_verdict = constructor(Verdict)
_MAIN = {Compare.WIN: _EVEN_MONEY, Compare.TIE: _TIE, Compare.LOSE: _LOWER}
_make_hand = constructor(SeatHand)


def dealer_side(board: tuple[Card, ...], hole: tuple[Card, Card]) -> DealerSide:
    """Value the dealer side's hand; a pair or higher qualifies (G4.2)."""
    hand = evaluate((*board, *hole))
    return DealerSide(
        hand=hand,
        qualifies=hand.at_least(Category.PAIR),
        board=board,
        board_category=hand_category(board),
    )


def seat_hand(rules: RuleSet, dealer: DealerSide, seat: SeatEntry) -> SeatHand:
    """Value a seat's hand; a folded one is looked at only where the rules say so (G3.8, G4.4)."""
    if seat.folded:
        return _make_hand(
            position=seat.position,
            folded=True,
            hand=None,
            trips_hand=folded_category(rules.trips_on_fold, dealer, seat),
            compare=Compare.FOLD,
        )
    hand = evaluate((*dealer.board, *_hole(seat)))
    return _make_hand(
        position=seat.position,
        folded=False,
        hand=hand,
        trips_hand=hand.category,
        compare=_compare(hand, dealer.hand),
    )


def verdicts_lost() -> Verdicts:
    """Take every wager of a hand that was ruled dead with its stakes (G9.1, DEAD, lost)."""
    return dict.fromkeys(SETTLED_WAGERS, _RULED_DEAD)


def folded_category(on_fold: OnFold, dealer: DealerSide, seat: SeatEntry) -> Category:
    """Give the category that a folded Trips goes by: the board's, or that of all seven cards (G4.4)."""
    if on_fold is OnFold.SEVEN_CARDS and not seat.is_lost:
        return evaluate((*dealer.board, *_hole(seat))).category
    return dealer.board_category


def verdicts_in(rules: RuleSet, dealer: DealerSide, seat: SeatHand) -> Verdicts:
    """Judge the wagers of a bettor who is still in (G4.3)."""
    hand = seat.hand
    if hand is None:
        raise InvariantFault("G4.3", f"seat {seat.position} is judged as in, but has no open hand")
    main = _MAIN[seat.compare]
    ante = main if dealer.qualifies else _NOT_QUALIFIED
    blind = _blind(rules.blind_table, seat.compare, hand)
    trips = _trips(rules.trips_table, hand.category)
    bad_beat = _bad_beat(rules.bad_beat_table, seat.compare, hand, dealer)
    return dict(zip(SETTLED_WAGERS, (ante, blind, main, trips, bad_beat), strict=True))


def verdicts_folded(rules: RuleSet, category: Category) -> Verdicts:
    """Judge the wagers of a bettor who folded; only Trips may still win, by `category` (G4.3, G4.4)."""
    trips = _FOLDED
    if rules.trips_on_fold is OnFold.BOARD_ONLY:
        trips = _trips(rules.trips_table, category, Reason.BOARD_PAY_ROW, Reason.BOARD_NO_PAY_ROW)
    elif rules.trips_on_fold is OnFold.SEVEN_CARDS:
        trips = _trips(rules.trips_table, category)
    return {
        Wager.ANTE: _FOLDED,
        Wager.BLIND: _FOLDED,
        Wager.PLAY: _FOLDED,
        Wager.TRIPS: trips,
        Wager.BAD_BEAT: _FOLDED,
    }


def _hole(seat: SeatEntry) -> tuple[Card, Card]:
    if seat.hole is None:
        raise InvariantFault("G4.1", f"seat {seat.position} is valued, but its cards are closed")
    return seat.hole


def _compare(hand: HandValue, dealer: HandValue) -> Compare:
    if hand.beats(dealer):
        return Compare.WIN
    return Compare.TIE if hand.ties(dealer) else Compare.LOSE


def _blind(table: PayTable, compare: Compare, hand: HandValue) -> Verdict:
    """Push a winning Blind whose hand has no pay row: only a straight or higher is paid (G4.7)."""
    if compare is not Compare.WIN:
        return _MAIN[compare]
    odds = table.odds(hand.category)
    if odds is None:
        return _PUSHED[hand.category]
    return _make_verdict(outcome=Outcome.WIN, reason=Reason.PAY_ROW, decided_by=hand.category, odds=odds)


def _trips(
    table: PayTable | None,
    category: Category,
    paid: Reason = Reason.PAY_ROW,
    unpaid: Reason = Reason.NO_PAY_ROW,
) -> Verdict:
    """Pay three of a kind or higher whatever the result, and never push (G4.4)."""
    odds = table.odds(category) if table is not None else None
    if odds is None:
        return _LOST[unpaid, category]
    return _make_verdict(outcome=Outcome.WIN, reason=paid, decided_by=category, odds=odds)


def _bad_beat(table: PayTable | None, compare: Compare, hand: HandValue, dealer: DealerSide) -> Verdict:
    """Pay by the hand that was beaten, on either side; a tie beats nobody (G4.5)."""
    if compare is Compare.TIE:
        return _TIE_LOSES
    beaten = dealer.hand if compare is Compare.WIN else hand
    odds = table.odds(beaten.category) if table is not None else None
    if odds is None or not dealer.qualifies:
        return _LOST[Reason.BEATEN_TOO_LOW, beaten.category]
    reason = Reason.DEALER_BEATEN if compare is Compare.WIN else Reason.PLAYER_BEATEN
    return _make_verdict(outcome=Outcome.WIN, reason=reason, decided_by=beaten.category, odds=odds)
