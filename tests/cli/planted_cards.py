"""Single-rule mistakes about who wins and what it pays (G4, G5.1)."""

from collections.abc import Callable
from dataclasses import replace

from controller.engine import settlement, settlement_outcome
from controller.engine.cards import Card
from controller.engine.money import EVEN_MONEY
from controller.engine.ranking import HandValue
from controller.engine.ruleset import Category, OnFold, PayTable, RuleSet, Wager
from controller.engine.settlement_outcome import DealerSide, Verdict, Verdicts
from controller.engine.settlement_types import Compare, Outcome, Reason, SeatHand
from tests.cli.planting import Mistake, Plant, instead, table, with_rules

PUSH = Verdict(outcome=Outcome.PUSH, reason=Reason.TIE)
LOSE = Verdict(outcome=Outcome.LOSE, reason=Reason.LOWER_HAND)
EVEN = Verdict(outcome=Outcome.WIN, reason=Reason.HIGHER_HAND, odds=EVEN_MONEY)
RETURNED = Verdict(outcome=Outcome.NO_ACTION, reason=Reason.NOT_QUALIFIED)
WIN_, TIE_, LOSE_ = Compare.WIN, Compare.TIE, Compare.LOSE
PAIRLESS = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
WHEEL = set("A2345")
FIRST_PAIR, PAIRS_OF_A_RANK = 3326, 220
"""The best class rank of a pair, and how many kickers each pair has."""

Judge = Callable[[DealerSide, SeatHand, Verdicts], Verdict | None]
MakeSide = Callable[[tuple[Card, ...], tuple[Card, Card]], DealerSide]
Evaluate = Callable[[tuple[Card, ...]], HandValue]


def _verdict(wager: Wager, judge: Judge) -> Plant:
    """Judge one wager of a hand that is in by another rule; None leaves the right verdict."""

    def wrong(right: Callable[[RuleSet, DealerSide, SeatHand], Verdicts]) -> Callable[..., Verdicts]:
        def verdicts_in(rules: RuleSet, dealer: DealerSide, hand: SeatHand) -> Verdicts:
            verdicts = right(rules, dealer, hand)
            return {**verdicts, wager: judge(dealer, hand, verdicts) or verdicts[wager]}

        return verdicts_in

    return instead(settlement, "verdicts_in", wrong)


def _folded(wager: Wager, verdict: Verdict) -> Plant:
    """Judge one wager of a folded hand by another rule."""
    return instead(
        settlement,
        "verdicts_folded",
        lambda right: lambda rules, category: {**right(rules, category), wager: verdict},
    )


def _qualifies(judge: Callable[[DealerSide, tuple[Card, Card]], bool]) -> Plant:
    """Let the dealer side qualify by another rule."""

    def wrong(right: MakeSide) -> MakeSide:
        def side(board: tuple[Card, ...], hole: tuple[Card, Card]) -> DealerSide:
            dealer = right(board, hole)
            return replace(dealer, qualifies=judge(dealer, hole))

        return side

    return instead(settlement, "dealer_side", wrong)


def _values(change: Callable[[tuple[Card, ...], HandValue], HandValue]) -> Plant:
    """Value hands by another rule."""

    def wrong(right: Evaluate) -> Evaluate:
        return lambda cards: change(cards, right(cards))

    return instead(settlement_outcome, "evaluate", wrong)


def _at(compare: Compare, wrong: Verdict, *, unqualified: bool = False) -> Judge:
    """Give another verdict to hands that stand so, or only where the dealer side does not qualify."""
    return lambda dealer, hand, _: (
        wrong if hand.compare is compare and not (unqualified and dealer.qualifies) else None
    )


# ---- wrong rules ------------------------------------------------------------------------------------


def _not_on_a_paired_board(dealer: DealerSide, hole: tuple[Card, Card]) -> bool:
    """Ask for a card of the dealer side's own in the pair."""
    if dealer.hand.category is not Category.PAIR:
        return dealer.qualifies
    pair = [card.value[0] for card in dealer.hand.five[:2]]
    return any(card.value[0] in pair for card in hole)


def _blind_without_a_row(_: DealerSide, hand: SeatHand, verdicts: Verdicts) -> Verdict | None:
    return EVEN if hand.compare is WIN_ and verdicts[Wager.BLIND].odds is None else None


def _trips_with_the_main_hand(_: DealerSide, hand: SeatHand, _verdicts: Verdicts) -> Verdict | None:
    return None if hand.compare is WIN_ else LOSE


def _trips_need_a_qualifier(dealer: DealerSide, _: SeatHand, _verdicts: Verdicts) -> Verdict | None:
    return None if dealer.qualifies else LOSE


def _bad_beat_by_the_winner(dealer: DealerSide, hand: SeatHand, _: Verdicts) -> Verdict | None:
    if hand.compare is TIE_ or not dealer.qualifies or hand.hand is None:
        return None
    winner = hand.hand if hand.compare is WIN_ else dealer.hand
    return EVEN if winner.at_least(Category.THREE_OF_A_KIND) else LOSE


def _ace_never_low(_: tuple[Card, ...], value: HandValue) -> HandValue:
    runs = {Category.STRAIGHT, Category.STRAIGHT_FLUSH}
    if value.category not in runs or {card.value[0] for card in value.five} != WHEEL:
        return value
    return replace(value, rank=7462, category=Category.HIGH_CARD)


def _no_kickers_beside_a_pair(_: tuple[Card, ...], value: HandValue) -> HandValue:
    if value.category is not Category.PAIR:
        return value
    return replace(value, rank=value.rank - (value.rank - FIRST_PAIR) % PAIRS_OF_A_RANK)


def _suits_break_ties(cards: tuple[Card, ...], value: HandValue) -> HandValue:
    return replace(value, rank=4 * value.rank + "shdc".index(cards[-1].value[1]))


def _trips_on_fold(on_fold: OnFold) -> Plant:
    return with_rules(lambda rules: replace(rules, trips_on_fold=on_fold))


CARD_MISTAKES = table(
    {
        "a_high_card_qualifies": ("G4.2", _qualifies(lambda _dealer, _hole: True)),
        "only_two_pair_qualifies": (
            "G4.2",
            _qualifies(lambda dealer, _: dealer.hand.at_least(Category.TWO_PAIR)),
        ),
        "a_straight_or_flush_does_not_qualify": (
            "G4.2",
            _qualifies(lambda dealer, _: dealer.qualifies and dealer.hand.category not in PAIRLESS),
        ),
        "a_paired_board_does_not_qualify": ("G4.2", _qualifies(_not_on_a_paired_board)),
        "the_ante_is_paid_though_nobody_qualifies": (
            "G4.3",
            _verdict(Wager.ANTE, _at(WIN_, EVEN, unqualified=True)),
        ),
        "the_ante_is_lost_though_nobody_qualifies": (
            "G4.3",
            _verdict(Wager.ANTE, _at(LOSE_, LOSE, unqualified=True)),
        ),
        "a_lost_play_pushes_where_nobody_qualifies": (
            "G4.3",
            _verdict(Wager.PLAY, _at(LOSE_, PUSH, unqualified=True)),
        ),
        "a_won_play_pushes_where_nobody_qualifies": (
            "G4.3",
            _verdict(Wager.PLAY, _at(WIN_, PUSH, unqualified=True)),
        ),
        "a_lost_blind_pushes_where_nobody_qualifies": (
            "G4.3",
            _verdict(Wager.BLIND, _at(LOSE_, PUSH, unqualified=True)),
        ),
        "a_tied_ante_loses": ("G4.3", _verdict(Wager.ANTE, _at(TIE_, LOSE))),
        "a_tied_blind_loses": ("G4.7", _verdict(Wager.BLIND, _at(TIE_, LOSE))),
        "a_tied_play_is_paid": ("G4.3", _verdict(Wager.PLAY, _at(TIE_, EVEN))),
        "any_winning_blind_is_paid": ("G4.7", _verdict(Wager.BLIND, _blind_without_a_row)),
        "trips_lose_with_the_main_hand": ("G4.4", _verdict(Wager.TRIPS, _trips_with_the_main_hand)),
        "trips_need_a_dealer_side_that_qualifies": (
            "G4.4",
            _verdict(Wager.TRIPS, _trips_need_a_qualifier),
        ),
        "the_bad_beat_pays_a_beaten_dealer_side_only": ("G4.5", _verdict(Wager.BAD_BEAT, _at(LOSE_, LOSE))),
        "the_bad_beat_pays_a_beaten_player_only": ("G4.5", _verdict(Wager.BAD_BEAT, _at(WIN_, LOSE))),
        "the_bad_beat_goes_by_the_winning_hand": ("G4.5", _verdict(Wager.BAD_BEAT, _bad_beat_by_the_winner)),
        "a_tied_bad_beat_pushes": ("G4.3", _verdict(Wager.BAD_BEAT, _at(TIE_, PUSH))),
        "a_folded_ante_is_returned": ("G4.6", _folded(Wager.ANTE, RETURNED)),
        "a_folded_blind_pushes": ("G4.3", _folded(Wager.BLIND, PUSH)),
        "a_folded_bad_beat_pushes": ("G4.3", _folded(Wager.BAD_BEAT, PUSH)),
        "folded_trips_always_lose": ("G4.4", _trips_on_fold(OnFold.LOSES)),
        "folded_trips_go_by_all_seven_cards": ("G4.4", _trips_on_fold(OnFold.SEVEN_CARDS)),
        "the_ace_is_never_low": ("G4.1", _values(_ace_never_low)),
        "kickers_of_a_pair_do_not_count": ("G4.1", _values(_no_kickers_beside_a_pair)),
        "suits_break_ties": ("G4.1", _values(_suits_break_ties)),
    }
)

# ---- pay rows ---------------------------------------------------------------------------------------

TABLES = {
    "blind": (Category.STRAIGHT, Category.ROYAL_FLUSH),
    "trips": (Category.THREE_OF_A_KIND, Category.ROYAL_FLUSH),
    "bad_beat": (Category.THREE_OF_A_KIND, Category.STRAIGHT_FLUSH),
}
"""Each table's lowest and highest row (G5.1)."""
WITHOUT = {("house_", "bad_beat", category) for category in Category} | {
    ("house_", "blind", Category.FOUR_OF_A_KIND),
    ("house_", "trips", Category.FOUR_OF_A_KIND),
}
"""No house configuration has a Bad Beat, and no public row of one holds four of a kind that wins.

Those two rows are seen under `ca_`, which has the same tables;
`test_the_pay_tables_are_those_of_g5_1` reads them.
"""


def _more(pays: PayTable | None, category: Category) -> PayTable | None:
    """Pay one row one to one too much."""
    if pays is None:
        return None
    rows = tuple(
        replace(row, odds=replace(row.odds, numerator=row.odds.numerator + row.odds.denominator))
        if row.category is category and row.odds is not None
        else row
        for row in pays.rows
    )
    return replace(pays, rows=rows)


def _with_more(rules: RuleSet, wager: str, category: Category) -> RuleSet:
    match wager:
        case "blind":
            return replace(rules, blind_table=_more(rules.blind_table, category) or rules.blind_table)
        case "trips":
            return replace(rules, trips_table=_more(rules.trips_table, category))
        case _:
            return replace(rules, bad_beat_table=_more(rules.bad_beat_table, category))


def _pay_row(config: str, wager: str, category: Category) -> Mistake:
    """Pay one row too much under the configurations whose name starts so."""
    return Mistake(
        name=f"{config}{wager}_pays_one_too_much_for_a_{category}",
        clause="G5.1",
        plant=with_rules(
            lambda rules: _with_more(rules, wager, category) if rules.name.startswith(config) else rules
        ),
    )


PAY_ROWS = tuple(
    _pay_row(config, wager, category)
    for config in ("ca_", "gega_", "house_")
    for wager, (least, most) in TABLES.items()
    for category in Category
    if least.level <= category.level <= most.level and (config, wager, category) not in WITHOUT
)
"""Each printed row of each table under each kind of configuration (G5.1)."""
