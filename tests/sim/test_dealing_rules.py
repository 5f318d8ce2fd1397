"""Burns and community timing on simulated devices, over the real protocol (G3.2, G7.1; CDP1 7)."""

from pathlib import Path

import pytest

import controller.rulesets
from controller.cli.world_rules import BURNS
from controller.engine.events import CardDealt
from controller.engine.ruleset_names import Burn
from hw_fixtures.dealer import SeededStrategy
from tests.sim.reading import events_of, indexes_of, money_of
from tests.sim.stage import stage

EXAMPLES = Path(controller.rulesets.__file__).parent / "examples"
MODES = ("stacks", "shoe")
ROUNDS = 2
DEALT = {"board-first": 17, "burned-pile": 17, "burned-face-up": 19}
"""Hands and board of six players; the house's hand takes no seat."""


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("name", list(DEALT))
def test_a_robot_deals_every_timing_and_burn_to_the_end(name: str, dealing: str) -> None:
    """Windows, dispenses and reads agree from the first card to the swap of decks (G10.3)."""
    players = SeededStrategy(3, seats=range(1, 7), sides=(0,))
    table = stage(seed=3, dealing=dealing, rules=str(EXAMPLES / f"{name}.toml"), strategy=players)
    table.dealer.play_rounds(ROUNDS)
    assert [] == [one.refused for one in table.world.picture.outcomes if one.refused is not None]
    burned = BURNS[table.world.state.ruleset.burn]
    assert Burn.NONE is not table.world.state.ruleset.burn
    assert list(range(DEALT[name] + burned)) * ROUNDS == indexes_of(table)
    assert ROUNDS == len(money_of(table))


@pytest.mark.parametrize("dealing", MODES)
def test_a_burned_card_stays_sealed_in_the_record(dealing: str) -> None:
    """No record names the face of a card that was put away (G3.3, G7.1, burn)."""
    table = stage(seed=4, dealing=dealing, rules=str(EXAMPLES / "board-first.toml"))
    table.dealer.play_rounds(1)
    events = list(events_of(table))
    burned = [event for event in events if isinstance(event, CardDealt) and event.target.place == "burn"]
    shown = {card.ordinal for event in events for card in getattr(event, "cards", ())}
    assert 2 == len(burned)
    assert [] == [event.card.ordinal for event in burned if event.card.ordinal in shown]
