"""Cards that should not be: the table holds, the card is recorded, nothing is guessed (issue 2)."""

from collections.abc import Callable

import pytest

from controller.engine.events import CardAstray, CardDealt, HoldRaised, RoundVoided
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.state import HoldCode
from hw_fixtures.bench import Bench
from tests.sim.reading import events_of
from tests.sim.stage import Stage, stage

Spoil = Callable[[Bench], str]

SPOILED = [
    ("stacks", Bench.no_read, HoldCode.UNREAD),
    ("stacks", Bench.other_decks_card, HoldCode.WRONG_BACK),
    ("shoe", Bench.no_read, HoldCode.UNREAD),
    ("shoe", Bench.other_decks_card, HoldCode.WRONG_BACK),
    ("shoe", Bench.double_feed, HoldCode.UNREAD),
]


def _in_the_deal(dealing: str) -> Stage:
    """Give a table in the middle of dealing stacks."""
    table = stage(seed=13, dealing=dealing)
    table.dealer.play_until(lambda: table.world.prompt.code is PromptCode.DEAL_STACK, "the deal")
    return table


def _held(table: Stage) -> HoldRaised:
    """Deal on until the table holds, and give why."""
    table.dealer.play_until(lambda: table.world.prompt.code is PromptCode.HOLD, "the hold")
    return next(event for event in events_of(table) if isinstance(event, HoldRaised))


@pytest.mark.parametrize(("dealing", "spoil", "code"), SPOILED)
def test_a_bad_card_holds_the_table(dealing: str, spoil: Spoil, code: HoldCode) -> None:
    """The prompt names the kind of trouble and the place; play cannot go on as if nothing happened."""
    table = _in_the_deal(dealing)
    spoil(Bench(table.simulation))
    held = _held(table)
    assert code is held.code
    resume = [one for one in table.world.prompt.offers if one.code is OfferCode.RESUME]
    assert [] == [one for one in resume if one.enabled]
    dealt = sum(isinstance(event, CardDealt) for event in events_of(table))
    table.world.run(3_000)
    assert dealt == sum(isinstance(event, CardDealt) for event in events_of(table))


def test_a_card_of_the_other_deck_is_recorded_without_its_face() -> None:
    """It belongs to nothing; its identity stays sealed (G9)."""
    table = _in_the_deal("shoe")
    Bench(table.simulation).other_decks_card()
    _held(table)
    astray = [event for event in events_of(table) if isinstance(event, CardAstray)]
    assert [table.world.state.decks[1].back.value] == [event.back for event in astray]
    assert all(event.card.card is None or "card" not in repr(event.card) for event in astray)


def test_a_duplicate_names_both_places() -> None:
    """Either of the two may be the misread one (C3)."""
    table = _in_the_deal("stacks")
    with table.simulation.runtime.moment():
        Bench(table.simulation).misread()
    held = _held(table)
    assert HoldCode.DUPLICATE is held.code
    assert len(held.places) == 2


def test_a_card_that_nobody_asked_for_holds_the_table() -> None:
    """A card beyond the dealt ones is one too many, and the last ones are suspect (C1)."""
    table = stage(seed=13)
    table.dealer.play_until(lambda: table.world.prompt.code is PromptCode.ASK_FLOP, "the flop")
    world = table.simulation.world
    with table.simulation.runtime.moment() as now_ms:
        world.shoe.nv.locked = False
        world.shoe.pass_card(world.decks[0].cards[0], now_ms)
    table.world.run_until(lambda: table.world.state.hold is not None, "the hold", 1_000)
    assert table.world.state.hold is not None
    assert HoldCode.EXTRA_CARD is table.world.state.hold.code


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_a_held_round_can_be_voided_and_the_next_one_played(dealing: str) -> None:
    """Every stake goes back, and the table plays on with a whole deck (issue 2)."""
    table = _in_the_deal(dealing)
    Bench(table.simulation).no_read()
    _held(table)
    table.dealer.play_rounds(2)
    voided = [event for event in events_of(table) if isinstance(event, RoundVoided)]
    assert 1 == len(voided)
    assert voided[0].total == sum(amount for _, _, amount in voided[0].returned)
    result = table.world.state.last_result
    assert result is not None
    assert not result.is_void
