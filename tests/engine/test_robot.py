"""A robot that obeys the prompt ends every round (ARCHITECTURE 11)."""

import pytest

from controller.engine.state import DealingMode
from controller.rulesets.load import load_ruleset
from tests.engine.given import Felt
from tests.engine.piles import DEAL, EVERY_BIT, TRAY
from tests.engine.robot import play_until_round

MODES = pytest.mark.parametrize("mode", list(DealingMode))
ROUNDS = 6
RULE_SETS = ["gega-004210", "house-limits", "dealing-procedure", "house-progressive"]


@MODES
@pytest.mark.parametrize("without", [(), (TRAY,), (DEAL,), (TRAY, DEAL), (5,), (2,)])
def test_a_robot_that_obeys_plays_rounds(mode: DealingMode, without: tuple[int, ...]) -> None:
    """Each prompt leads on, also without tray sensor, deal key, lock or back sensor (CDP1 3, 7)."""
    capabilities = EVERY_BIT & ~sum(1 << bit for bit in without)
    felt = Felt(mode=mode, capabilities=capabilities)
    felt.link()
    play_until_round(felt, ROUNDS)
    assert ["A", "B"] * 3 == [event.deck for event in felt.events if event.kind == "round_opened"][:ROUNDS]
    assert felt.replayed() == felt.state


def test_a_robot_plays_with_the_stub_through_the_reader() -> None:
    """The rest of the deck passes the reader uncovered by any identity (CDP1 7, step 9)."""
    felt = Felt(mode=DealingMode.STACKS, stub_through_reader=True)
    felt.link()
    play_until_round(felt, ROUNDS)
    assert felt.state.hold is None


@MODES
@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("without", [(), (TRAY, DEAL)])
def test_a_robot_plays_every_rule_set(name: str, mode: DealingMode, without: tuple[int, ...]) -> None:
    """Board after the hands or face up, the house's bank, a refund pass (G3.2, G7.1)."""
    capabilities = EVERY_BIT & ~sum(1 << bit for bit in without)
    felt = Felt(rules=load_ruleset(name), mode=mode, capabilities=capabilities)
    felt.link()
    play_until_round(felt, ROUNDS)
    results = [event for event in felt.events if event.kind == "round_settled"]
    assert (ROUNDS - 1, None) == (len(results), felt.state.hold)
    assert felt.replayed() == felt.state
