"""What lies in the infeed and may not stay: replaced, off the table, or in the way (G10.4, CDP1 7)."""

from controller.engine.commands import ReplaceDeck
from controller.engine.prompt import PromptCode, TaskKind, Waiting, WaitKind
from controller.engine.ruling_commands import QuarantineDeck
from controller.engine.state import DealingMode, DeckPlace, DeckState, Phase
from tests.engine.given import FLOOR, Felt
from tests.engine.robot import play_until_round
from tests.engine.stages import at
from tests.engine.test_g10_decks import MODES, opened


def in_the_infeed(mode: DealingMode) -> Felt:
    """Give a table whose due deck waits in the infeed behind a shuffle that the machine could not begin."""
    felt = opened(mode)
    felt.table.jam_after = 0
    felt.load("A")
    assert (DeckState.LOADED, DeckPlace.INFEED) == (felt.state.deck("A").state, felt.state.deck("A").place)
    return felt


def infeed_tasks(felt: Felt) -> list[tuple[TaskKind, str | None, str | None]]:
    """Give what the hands have to do at the infeed."""
    kinds = {TaskKind.LOAD_INFEED, TaskKind.CLEAR_INFEED}
    return [(task.kind, task.deck, task.next_deck) for task in felt.prompt.tasks if task.kind in kinds]


@MODES
def test_a_deck_replaced_in_the_infeed_comes_out_of_it_first(mode: DealingMode) -> None:
    """The old cards lie there, not in the rack: the machine must be empty before the new deck (G10.4)."""
    felt = in_the_infeed(mode)
    felt.ask(QuarantineDeck(deck="A", reason="worn", approval=FLOOR))
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    assert (DeckState.NEW, DeckPlace.INFEED) == (felt.state.deck("A").state, felt.state.deck("A").place)
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    assert [(TaskKind.CLEAR_INFEED, "A", "A")] == infeed_tasks(felt)
    felt.table.clear_infeed()
    felt.then()
    assert (DeckState.NEW, DeckPlace.RACK) == (felt.state.deck("A").state, felt.state.deck("A").place)
    assert [(TaskKind.LOAD_INFEED, "A", None)] == infeed_tasks(felt)
    felt.load("A")
    assert DeckState.READY is felt.state.deck("A").state
    assert felt.replayed() == felt.state


@MODES
def test_no_more_cards_on_top_bring_a_quarantined_deck_back(mode: DealingMode) -> None:
    """Only the floor releases a deck, and the machine must be empty: cards on top are none (G10.4)."""
    felt = in_the_infeed(mode)
    felt.ask(QuarantineDeck(deck="A", reason="worn", approval=FLOOR))
    felt.load("A")
    assert (DeckState.QUARANTINED, DeckPlace.INFEED) == (
        felt.state.deck("A").state,
        felt.state.deck("A").place,
    )
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    assert (TaskKind.CLEAR_INFEED, "A") == infeed_tasks(felt)[0][:2]
    felt.table.clear_infeed()
    felt.then()
    assert (DeckState.QUARANTINED, DeckPlace.RACK) == (
        felt.state.deck("A").state,
        felt.state.deck("A").place,
    )


@MODES
def test_the_deck_that_lies_in_the_way_of_the_due_one_is_named_with_it(mode: DealingMode) -> None:
    """Deck B in the infeed while A comes first: out with the one, in with the other (CDP1 7)."""
    felt = opened(mode)
    felt.load("A")
    felt.table.jam_after = 0
    felt.load("B")
    assert DeckPlace.INFEED is felt.state.deck("B").place
    felt.ask(QuarantineDeck(deck="A", reason="worn", approval=FLOOR))
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    felt.clear_tray(to_rack=True)
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    felt.then()
    assert [(TaskKind.CLEAR_INFEED, "B", "A")] == infeed_tasks(felt)
    felt.table.clear_infeed()
    felt.then()
    assert [(TaskKind.LOAD_INFEED, "A", None)] == infeed_tasks(felt)


@MODES
def test_a_due_deck_off_the_table_is_waited_for_by_the_floors_name(mode: DealingMode) -> None:
    """Nobody's hands bring it back, so the prompt says who must act; a new deck then goes on (G10.4, P1)."""
    felt = at(Phase.COLLECT, mode)
    felt.ask(QuarantineDeck(deck="B", reason="worn", approval=FLOOR))
    felt.then()
    felt.clear_tray(to_rack=True)
    felt.load("A")
    felt.clear_tray(to_rack=True)
    assert (PromptCode.COLLECT_CARDS, ()) == (felt.prompt.code, felt.prompt.tasks)
    assert Waiting(kind=WaitKind.FLOOR, deck="B") == felt.prompt.waiting
    felt.ask(ReplaceDeck(deck="B", approval=FLOOR))
    assert Waiting(kind=WaitKind.DECK, deck="B") == felt.prompt.waiting
    play_until_round(felt, 2)
