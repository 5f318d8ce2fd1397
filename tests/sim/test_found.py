"""What days of the soak once broke, each as one small case that stays whole."""

import pytest

from controller.engine.actors import Role
from controller.engine.commands import Irregularity, ReportIrregularity
from controller.engine.ids import CommandId
from controller.engine.prompt import TaskKind
from controller.engine.state import DeckPlace, DeckState, Phase
from controller.table.envelope import Envelope
from tests.sim.custody import act, dealing_table, ended, may_close_betting
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")


def _with_a_deck_in_hand() -> Stage:
    """Give a table in shoe mode whose first deck was just taken out of the shuffler."""
    table = stage(seed=3, dealing="shoe")
    table.dealer.play_until(lambda: bool(table.simulation.world.count("hand")), "the deck in the hand")
    table.world.run_until(lambda: table.world.state.deck("A").place is DeckPlace.HAND, "the report of it")
    return table


def _move_the_lid(table: Stage) -> None:
    with table.simulation.runtime.moment() as now_ms:
        for is_open in (True, False):
            table.simulation.world.shoe.set_door(0, is_open=is_open, now_ms=now_ms)


def test_a_lid_that_moved_over_an_empty_shoe_starts_no_round() -> None:
    """The shoe's own count says that no deck lies in it: it is asked for again, then dealt (C7)."""
    table = _with_a_deck_in_hand()
    _move_the_lid(table)
    table.world.run(2_000)

    assert not may_close_betting(table.world.prompt)
    assert TaskKind.LOAD_SHOE in {task.kind for task in table.world.prompt.tasks}
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result")


def test_a_card_lost_on_the_way_to_the_shoe_starts_no_round() -> None:
    """Fifty-one cards in the shoe take the deck off the table before the deal (I31)."""
    table = _with_a_deck_in_hand()
    with table.simulation.runtime.moment():
        table.simulation.world.places["hand"].pop()
    table.dealer.play_until(
        lambda: table.world.state.deck("A").state is DeckState.QUARANTINED, "the quarantine"
    )

    assert not may_close_betting(table.world.prompt)
    assert "51 cards in the shoe before the deal" == table.world.state.deck("A").problem
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result with a new deck")


def test_a_lid_that_nobody_noticed_is_moved_again() -> None:
    """A deck that was loaded before the shoe was met waits in it until the lid is seen to move (CDP1 3)."""
    table = _with_a_deck_in_hand()
    act(table, "off shoe")
    with table.simulation.runtime.moment():
        table.simulation.world.load_shoe()
    act(table, "on shoe")
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result")

    assert DeckPlace.SHOE is not table.world.state.deck("A").place


def test_a_deck_that_the_machine_sends_out_is_no_stack() -> None:
    """In shoe mode what lies in the tray goes to the rack, and no seat gets a card of it (CDP1 7)."""
    table = dealing_table("shoe", seed=3)
    act(table, "twin B")
    seen = set()
    while ended(table) == (0, 0):
        table.dealer.step()
        seen |= {task.kind for task in table.world.prompt.tasks}

    assert TaskKind.TAKE_STACK not in seen


@pytest.mark.parametrize("dealing", MODES)
def test_a_void_waits_for_no_window(dealing: str) -> None:
    """A round that is voided while the shoe is asked for a window goes on to the next one (G9.2)."""
    table = stage(seed=3, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: world.state.phase is Phase.HOLE, "the deal")
    table.dealer.play_until(lambda: world.state.shoe.waiting == "arm_window", "a window on its way")
    report = ReportIrregularity(reason=Irregularity.OTHER)
    offer = next(one for one in world.prompt.offers if one.command == report)
    world.ask(
        Envelope(
            command_id=CommandId("test-1"),
            token=offer.token,
            command=report,
            actor="dealer:test",
            role=Role.DEALER,
            source="test",
        )
    )
    while not ended(table)[1]:
        table.dealer.step()
    assert (0, 1) == ended(table)
    table.dealer.play_until(lambda: ended(table) == (1, 1), "the result of the next round")


def test_the_same_deck_never_comes_twice_in_a_row_over_a_void() -> None:
    """After a void the other deck is next, in the box or not (G9.1)."""
    table = dealing_table("stacks")
    first = table.world.state.round
    act(table, "noread")
    table.dealer.play_until(lambda: ended(table)[1] == 1, "the void")
    table.dealer.play_until(lambda: table.world.state.phase is Phase.WAGERS, "the next round")
    second = table.world.state.round

    assert first is not None
    assert second is not None
    assert first.deck != second.deck


def test_a_strange_card_on_the_next_deck_does_not_send_it_to_the_rack() -> None:
    """Hostile seed 36: hands took a whole deck for what a void round had left, by its first card (I10)."""
    table = stage(seed=3, dealing="shoe")
    shoe = table.simulation.world.shoe.hw
    table.dealer.play_until(lambda: ended(table)[0] == 1 and len(shoe.inside) == 52, "the next deck")
    act(table, "other")
    table.dealer.play_until(lambda: sum(ended(table)) >= 2, "the end of the round with it")

    assert sum(ended(table)) == 2


def test_a_deck_that_was_laid_into_the_rack_by_mistake_is_replaced() -> None:
    """Hostile seed 36: no machine sees a deck in a hand; the floor brings another (G10.4)."""
    table = _with_a_deck_in_hand()
    places = table.simulation.world.places
    with table.simulation.runtime.moment():
        places.setdefault("rack", []).extend(places.pop("hand"))
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result with a new deck")

    assert ended(table) == (1, 0)
