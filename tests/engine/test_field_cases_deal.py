"""Field complaints about advice, multiples and burns (groups 2 and 3)."""

from dataclasses import replace

from controller.engine.cards import Hidden
from controller.engine.commands import Act, Decide
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Burn
from controller.engine.state import HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import CALIFORNIA, Felt
from tests.engine.stages import TWO, seated


def dealt(**changes: object) -> Felt:
    """Give a table with every hand on the felt."""
    felt = seated(**changes)  # type: ignore[arg-type]
    felt.deal()
    return felt


def test_st25_one_times_before_the_flop_is_refused_and_no_hand_is_shown() -> None:
    """ST25: pre-flop only 3x and 4x; the picture holds no face a dealer could advise by (G2.2, V9)."""
    felt = dealt()
    assert RefusalCode.MULTIPLE_NOT_ALLOWED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=1))
    shown = view(felt.state, felt.prompt)
    assert [None] * 6 == [card.card for seat in shown.seats for card in seat.cards] + [
        card.card for card in shown.bank.cards
    ]


def test_st43_of_two_burned_cards_the_second_is_the_board_s_by_the_order_of_the_shoe() -> None:
    """ST43: the shoe's order is the truth; burns are counted, and each read has its place (G3.3, I28)."""
    felt = dealt(rules=replace(CALIFORNIA, burn=Burn.BEFORE_FLOP))
    felt.draw(2)
    current = felt.current()
    assert (1, 1) == (len(current.burned), len(current.board))
    assert [Hidden, Hidden] == [type(card) for card in (*current.burned, *current.board)]
    places = [(e.target.place.value, e.index) for e in felt.events if e.kind == "card_dealt"]
    assert [("burn", 6), ("board", 7)] == places[-2:]
    felt.report()
    assert (HoldCode.REPORTED, Phase.COMMUNITY) == (felt.held(), felt.phase())
