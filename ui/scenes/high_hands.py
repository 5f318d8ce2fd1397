"""High hands for scenes whose amounts only a high hand can win."""

from controller.engine.cards import Card, parse_cards
from controller.engine.copying import replace
from controller.engine.money import Odds
from controller.engine.ranking import evaluate
from controller.engine.ruleset import Wager
from controller.engine.settlement_types import Outcome, Reason, WagerLine
from controller.engine.view_types import HandView, TableView
from ui.scenes import samples as s

ROYAL = ("Qh Jh Th 7s 3d", "Ah Kh", "Js 4c")
FULL = ("Kc 9d 9s 7s 3d", "Ks 9h", "Kd 4c")
"""The board, seat 6's hand and the banker's, which is lower."""


def in_hands(view: TableView, dealt: tuple[str, str, str]) -> TableView:
    """Give a settlement scene other cards: those of seat 6, of the banker, and the board."""
    board, hole, banked = (parse_cards(text) for text in dealt)
    best = _hand(board, hole)
    banks = _hand(board, banked)
    rows = []
    for row in view.seats:
        if row.number == 6:
            rows.append(replace(row, cards=s.faces(hole, best.five), hand=best))
        elif row.number == 5:
            rows.append(replace(row, hand=_hand(board, s.HOLES[5])))
        else:
            rows.append(row)
    bank = replace(view.bank, cards=s.faces(banked, banks.five), hand=banks)
    return replace(view, seats=tuple(rows), board=s.faces(board, best.five), bank=bank)


def _hand(board: tuple[Card, ...], hole: tuple[Card, ...]) -> HandView:
    value = evaluate((*board, *hole))
    return HandView(category=value.category, five=value.five)


def high_lines(blind: int, trips: int) -> tuple[WagerLine, ...]:
    """Settle seat 6: 3x on an Ante of 20.00 wins with a hand that Blind and Trips pay at these odds."""
    return (
        s.line(6, Wager.ANTE, 2_000, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=s.EVEN, paid=2_000),
        s.line(
            6,
            Wager.BLIND,
            2_000,
            Outcome.WIN,
            reason=Reason.PAY_ROW,
            odds=Odds(numerator=blind),
            paid=2_000 * blind,
        ),
        s.line(6, Wager.PLAY, 6_000, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=s.EVEN, paid=6_000),
        s.line(
            6,
            Wager.TRIPS,
            500,
            Outcome.WIN,
            reason=Reason.PAY_ROW,
            odds=Odds(numerator=trips),
            paid=500 * trips,
        ),
    )
