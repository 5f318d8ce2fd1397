"""Rulings while no round is open: refused with a reason, never offered, never a fault (G9.2)."""

from dataclasses import replace

import pytest

from controller.engine.decide.rule import OF_A_ROUND
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import RuleSet
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import Phase
from tests.engine.given import CALIFORNIA, Felt
from tests.engine.ruling_kit import by, refused_ruling, rule
from tests.engine.stages import TWO, at

CODES = [Irregular.I10, Irregular.I12, Irregular.I21, Irregular.I26, Irregular.I27, Irregular.I33]
"""Rows that some ruling treats in a way of its own, one for each."""


def lenient() -> RuleSet:
    """Give a card room's policy that allows every ruling on every row in every phase."""
    policy = CALIFORNIA.policy
    every = tuple(phase.value for phase in Phase)
    rows = tuple(replace(row, phases=every, allowed=tuple(Ruling)) for row in policy.rows)
    return replace(CALIFORNIA, policy=replace(policy, rows=rows))


@pytest.mark.parametrize("ruling", list(Ruling))
def test_any_ruling_is_judged_while_no_round_is_open(ruling: Ruling) -> None:
    """Whatever a card room's policy allows: accepted, or refused and nothing changed (G9.2, V13)."""
    felt = Felt(rules=lenient())
    felt.link()
    before = felt.state
    decided = [
        felt.decided(by(felt, rule(code, ruling, seat=TWO, amount=500, place="seat 2 card 1")))
        for code in CODES
    ]
    assert before == felt.state
    if ruling in OF_A_ROUND:
        assert [RefusalCode.RULING_NOT_NOW] * len(CODES) == [getattr(one, "code", None) for one in decided]
    assert len(CODES) == sum(isinstance(one, Refused) or bool(one) for one in decided)


def test_cards_cannot_be_read_again_where_no_round_is_open() -> None:
    """A lost link at a closed table is resumed by number; there is no card to read (I30)."""
    felt = at(Phase.CLOSED)
    offered = {one.command.ruling for one in felt.offers if isinstance(one.command, Rule)}
    assert set() == OF_A_ROUND & offered
    assert Ruling.RESUME_BY_NUMBER in offered
    assert RefusalCode.RULING_NOT_NOW is refused_ruling(felt, rule("I30", Ruling.READ_AGAIN))
