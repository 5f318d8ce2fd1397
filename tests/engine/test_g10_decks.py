"""Two decks: alternation, readiness, quarantine, replacement, counts (G10, CDP1 7, C7 to C10)."""

from dataclasses import dataclass

import pytest

from controller.engine.commands import CloseBetting, OpenTable, ReplaceDeck
from controller.engine.device_words import Eject, Result, ShuffleMode, Slot, StartShuffle
from controller.engine.fact_commands import (
    ReportCardsLoaded,
    ReportDeckComposition,
    ReportDeckReady,
    ReportDeckRejected,
    ReportOperationDone,
)
from controller.engine.prompt import TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, DeckPlace, DeckState, HoldCode, Phase
from tests.engine.given import FLOOR, Felt
from tests.engine.piles import EVERY_BIT, JAM_OUTPUT
from tests.engine.robot import play_until_round, step
from tests.engine.stages import at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def opened(mode: DealingMode = DealingMode.STACKS, **changes: object) -> Felt:
    """Give an open table whose decks lie in the rack."""
    felt = Felt(mode=mode, **changes)  # type: ignore[arg-type]
    felt.link()
    felt.ask(OpenTable(approval=FLOOR))
    return felt


def shuffling(mode: DealingMode = DealingMode.STACKS) -> tuple[Felt, int]:
    """Give a table whose shuffler is at deck A, and the operation's number."""
    felt = opened(mode)
    felt.table.shuffler.slow = True
    felt.load("A")
    assert felt.state.shuffler.operation is not None
    return felt, felt.state.shuffler.operation.op_id


@dataclass(frozen=True)
class Said:
    """Hold what the machine says of deck A: whole and ready, but for what a test changes."""

    deck_id: int = 1
    count: int = 52
    differing: int = 0
    unreadable: int = 0
    wrong_back: int = 0
    saw_faces: bool = True
    ready_id: int = 1
    ready_count: int = 52
    mode: ShuffleMode = ShuffleMode.SHUFFLE
    done_mode: ShuffleMode = ShuffleMode.SHUFFLE
    counts: tuple[int | None, int | None, int | None] = (52, 0, 52)


def report(felt: Felt, op_id: int, said: Said) -> None:
    """Report a composition, a deck that is ready, and the end of the shuffle."""
    shuffler = felt.table.shuffler
    shuffler.record(
        lambda src: ReportDeckComposition(
            source=src,
            op_id=op_id,
            deck_id=said.deck_id,
            count=said.count,
            saw_faces=said.saw_faces,
            saw_backs=True,
            unreadable=said.unreadable,
            wrong_back=said.wrong_back,
            differing=said.differing,
        )
    )
    shuffler.record(
        lambda src: ReportDeckReady(
            source=src,
            op_id=op_id,
            slot=Slot.CHAMBER,
            deck_id=said.ready_id,
            count=said.ready_count,
            mode=said.mode,
        )
    )
    felt.table.chamber, felt.table.infeed = felt.table.infeed, []
    shuffler.slow = False
    felt.table.done(shuffler, op_id, Result.OK, said.done_mode, said.counts)
    felt.then()


@MODES
def test_decks_alternate_every_round(mode: DealingMode) -> None:
    """A, B, A, B whatever happens (G10.1, V15)."""
    felt = Felt(mode=mode)
    felt.link()
    play_until_round(felt, 5)
    assert ["A", "B", "A", "B", "A"] == [e.deck for e in felt.events if e.kind == "round_opened"]


def test_a_deck_is_ready_only_by_report_announcement_and_end_of_one_shuffle() -> None:
    """The same operation and deck, 52 each time, mode shuffle (C9)."""
    felt, op_id = shuffling()
    report(felt, op_id, Said())
    assert (DeckState.READY, DeckPlace.CHAMBER) == (felt.state.deck("A").state, felt.state.deck("A").place)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (Said(counts=(51, 0, 52)), "51, 52, 52 cards in, inside, reported"),
        (Said(counts=(52, 0, 53)), "52, 53, 52 cards in, inside, reported"),
        (Said(counts=(None, 0, None)), "?, ?, 52 cards in, inside, reported"),
        (Said(count=51, differing=1), "composition is not one whole deck"),
        (Said(differing=2), "composition is not one whole deck"),
        (Said(unreadable=1), "composition is not one whole deck"),
        (Said(wrong_back=1), "composition is not one whole deck"),
        (Said(deck_id=2), "composition is not one whole deck"),
        (Said(ready_id=2), "never called ready"),
        (Said(ready_count=51), "51 cards"),
        (Said(mode=ShuffleMode.SORT), "mode sort"),
        (Said(done_mode=ShuffleMode.COUNT_ONLY), "mode count_only"),
    ],
)
def test_a_deck_that_fails_one_check_is_quarantined(said: Said, problem: str) -> None:
    """No single report makes a deck ready, any one can take it off the table (C8, C9, SH01, SH03)."""
    felt, op_id = shuffling()
    report(felt, op_id, said)
    deck = felt.state.deck("A")
    assert (DeckState.QUARANTINED, problem) == (deck.state, deck.problem)


def test_a_machine_that_sees_no_faces_says_count_only() -> None:
    """The deck may be used, and the screen says so (G10.2)."""
    felt, op_id = shuffling()
    report(felt, op_id, Said(saw_faces=False))
    assert (DeckState.READY, True) == (felt.state.deck("A").state, felt.state.deck("A").count_only)


def test_reports_of_another_operation_are_only_noted() -> None:
    """They make nothing ready and spoil nothing (C9)."""
    felt, op_id = shuffling()
    source = felt.device("shuffler").record
    before = felt.state.decks
    source(
        lambda src: ReportDeckRejected(
            source=src, op_id=op_id + 9, slot=Slot.CHAMBER, deck_id=1, fault=0x0203
        )
    )
    source(
        lambda src: ReportDeckReady(
            source=src, op_id=op_id + 9, slot=Slot.CHAMBER, deck_id=1, count=52, mode=ShuffleMode.SHUFFLE
        )
    )
    felt.then()
    assert before == felt.state.decks


def test_a_second_end_of_an_operation_is_ignored() -> None:
    """It is journaled as stray (CDP1 12)."""
    felt, op_id = shuffling()
    report(felt, op_id, Said())
    before = felt.state
    felt.table.shuffler.record(
        lambda src: ReportOperationDone(
            source=src,
            op_id=op_id,
            result=Result.OK,
            mode=ShuffleMode.SORT,
            cards_in=1,
            cards_out=1,
            cards_inside=1,
        )
    )
    felt.then()
    assert before == felt.state
    assert "stray_operation" == felt.events[-1].kind


@MODES
def test_a_replacement_for_a_rejected_deck_passes_the_same_check(
    mode: DealingMode,
) -> None:
    """Quarantined, ejected, replaced by the floor, shuffled and checked (G10.4, SH08)."""
    felt = opened(mode)
    felt.load("A", keep_back=1)
    assert DeckState.QUARANTINED is felt.state.deck("A").state
    assert Eject(slot=Slot.CHAMBER) in felt.ordered()
    felt.clear_tray(to_rack=True)
    assert DeckPlace.RACK is felt.state.deck("A").place
    assert RefusalCode.NEEDS_APPROVAL is felt.refused(ReplaceDeck(deck="A"))
    assert RefusalCode.DECK_IN_USE is felt.refused(ReplaceDeck(deck="B", approval=FLOOR))
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    felt.load("A")
    assert DeckState.READY is felt.state.deck("A").state


def test_a_machine_that_cannot_eject_is_emptied_by_hand() -> None:
    """The task says so (CDP1 bit 4)."""
    felt = opened(DealingMode.SHOE, capabilities=EVERY_BIT & ~(1 << 4))
    felt.load("A", keep_back=1)
    assert TaskKind.TAKE_FROM_CHAMBER is felt.prompt.tasks[0].kind
    felt.table.take_from_chamber()
    felt.then()
    assert (DeckState.QUARANTINED, DeckPlace.RACK) == (
        felt.state.deck("A").state,
        felt.state.deck("A").place,
    )


@MODES
def test_the_due_deck_is_shuffled_before_any_other(mode: DealingMode) -> None:
    """Else the machine would hold the wrong deck for ever (G10.1, V15)."""
    felt = opened(mode)
    felt.load("A", keep_back=1)
    felt.clear_tray(to_rack=True)
    assert [] == [task for task in felt.prompt.tasks if task.kind is TaskKind.LOAD_INFEED]
    felt.ask(ReplaceDeck(deck="A", approval=FLOOR))
    assert ["A"] == [task.deck for task in felt.prompt.tasks if task.kind is TaskKind.LOAD_INFEED]


@MODES
def test_a_jam_in_a_shuffle_empties_both_slots_and_starts_again(mode: DealingMode) -> None:
    """Fed cards lie in the chamber, the rest in the infeed: out with them, then load anew (CDP1 5.3)."""
    felt = opened(mode)
    felt.table.jam_after = 20
    felt.load("A")
    assert (DeckState.NEW, DeckPlace.CHAMBER) == (felt.state.deck("A").state, felt.state.deck("A").place)
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    felt.clear_tray(to_rack=True)
    felt.load("A")
    assert DeckState.READY is felt.state.deck("A").state


def test_a_shuffle_that_fed_nothing_is_started_again() -> None:
    """The deck still lies in the infeed (CDP1 5.3)."""
    felt = opened()
    felt.table.jam_after = 0
    felt.load("A")
    assert (DeckState.LOADED, DeckPlace.INFEED) == (felt.state.deck("A").state, felt.state.deck("A").place)
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    assert DeckState.READY is felt.state.deck("A").state


def test_a_deck_ready_inside_is_shuffled_again_after_a_power_cut() -> None:
    """The machine may have lost what it knew (CDP1 6)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    felt.table.power_cut(felt.table.shuffler)
    felt.unplug("shuffler")
    felt.plug("shuffler")
    assert StartShuffle(deck="A", slot=Slot.CHAMBER) in felt.ordered()
    felt.ask(CloseBetting())


def test_a_ready_deck_taken_out_in_stacks_mode_starts_anew() -> None:
    """Nobody knows what happened to it outside (CDP1 7)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    felt.table.take_from_chamber()
    felt.table.rack += felt.table.hand
    felt.table.hand = []
    felt.then()
    assert DeckState.NEW is felt.state.deck("A").state
    assert RefusalCode.DECK_NOT_READY is felt.refused(CloseBetting())


def test_the_deck_in_play_taken_out_of_the_machine_ends_in_a_void() -> None:
    """Its order is worth nothing any more (C7)."""
    felt = at(Phase.PREFLOP, DealingMode.STACKS)
    felt.table.take_from_chamber()
    felt.then()
    assert HoldCode.COUNT_WRONG is felt.held()
    felt.void()
    assert DeckState.QUARANTINED is felt.state.deck("A").state


def test_cards_nobody_expects_and_empty_slots_change_nothing() -> None:
    """A deck in the chamber by hand, or a count of none, is only noted (CDP1 7)."""
    felt = opened()
    before = felt.state.decks
    for slot, count in ((Slot.CHAMBER, 52), (Slot.INFEED, 0)):
        felt.table.shuffler.record(
            lambda src, slot=slot, count=count: ReportCardsLoaded(source=src, slot=slot, count=count)  # type: ignore[misc]
        )
    felt.then()
    assert before == felt.state.decks
    felt.load("A")
    felt.table.clear_infeed()
    felt.then()
    assert DeckState.READY is felt.state.deck("A").state


def test_a_deck_taken_back_from_the_infeed_is_in_the_rack_again() -> None:
    """Then the machine asks for it again (CDP1 7)."""
    felt = at(Phase.WAGERS, DealingMode.STACKS)
    assert DeckPlace.INFEED is felt.state.deck("B").place
    felt.table.clear_infeed()
    felt.then()
    assert (DeckState.NEW, DeckPlace.RACK) == (felt.state.deck("B").state, felt.state.deck("B").place)
    assert TaskKind.LOAD_INFEED is felt.prompt.tasks[-1].kind


@MODES
def test_51_cards_back_stop_the_next_round(mode: DealingMode) -> None:
    """Cards in = 52 after every round (G10.3, C7, SH06)."""
    felt = at(Phase.COLLECT, mode)
    if mode is DealingMode.SHOE:
        felt.to_shoe()
    felt.load("A", keep_back=1)
    assert Phase.WAGERS is felt.phase()
    while DeckState.QUARANTINED is not felt.state.deck("A").state:
        assert step(felt)
    play_until_round(felt, 3)
    kept = [event.kind for event in felt.events if event.kind in {"deck_quarantined", "deck_replaced"}]
    assert ["deck_quarantined", "deck_replaced"] == kept


@pytest.mark.parametrize(("missing", "reason"), [(1, "36 cards"), (-1, "38 cards")])
def test_a_stub_that_does_not_make_52_quarantines_the_deck(missing: int, reason: str) -> None:
    """Dealt and stub together are one deck (C7, I32)."""
    felt = seated(DealingMode.STACKS, 2, 3, 4, 5)
    felt.deal()
    felt.press_deal()
    if missing > 0:
        felt.table.chamber = felt.table.chamber[missing:]
    else:
        felt.table.chamber += felt.table.chamber[:1]
    felt.clear_tray()
    assert HoldCode.COUNT_WRONG is felt.held()
    assert felt.state.deck("A").problem.startswith(reason)


def test_cards_that_passed_the_shoe_unreported_quarantine_the_deck() -> None:
    """CLOSE_SHOE counts what passed (C7)."""
    felt = at(Phase.SETTLE, DealingMode.STACKS)
    felt.table.passed += 1
    felt.settle()
    assert "12 cards passed the shoe where 11 were read" == felt.state.deck("A").problem


def test_a_card_too_few_in_the_shoe_holds_the_round() -> None:
    """In shoe mode the shoe counts what is left (C7, I32)."""
    felt = at(Phase.PREFLOP)
    felt.table.in_shoe = felt.table.in_shoe[:-1]
    felt.draw(5)
    assert HoldCode.COUNT_WRONG is felt.held()


def test_a_shuffler_that_counts_nothing_can_be_used() -> None:
    """Then what went in must be 52, and the stub is counted by hand (G10.3, CDP1 bit 8)."""
    felt = Felt(mode=DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << 8))
    felt.link()
    play_until_round(felt, 3)
    assert felt.held() is None


def test_a_refused_shuffle_is_not_repeated_until_something_changes() -> None:
    """A machine that says no is not asked in a loop (CDP1 4)."""
    felt = opened()
    felt.table.raise_fault(felt.table.shuffler, JAM_OUTPUT, severity=3)
    felt.answers = False
    felt.table.shuffler.log.clear()
    felt.answers = True
    felt.load("A")
    assert (DeckState.LOADED, "start_shuffle") == (felt.state.deck("A").state, felt.state.shuffler.balked)
    felt.table.clear_faults(felt.table.shuffler)
    felt.then()
    assert DeckState.READY is felt.state.deck("A").state


def test_slots_that_hold_something_unknown_are_emptied_first() -> None:
    """A shuffle refused for its slots leads to an ejection, then the deck is asked for again (CDP1 5.2)."""
    felt = opened()
    felt.table.chamber = [("B", felt.table.cards[0])]
    felt.load("A")
    assert [Eject(slot=Slot.CHAMBER)] == [order for order in felt.ordered() if order.kind == "eject"]
    felt.clear_tray(to_rack=True)
    assert TaskKind.LOAD_INFEED is felt.prompt.tasks[0].kind


def test_what_a_replaced_deck_left_in_the_shoe_comes_out_first() -> None:
    """A deck that the shoe counts short is replaced; its rest would else spoil the next one (G10.4, SH08)."""
    felt = at(Phase.COLLECT, DealingMode.SHOE)
    felt.to_shoe()
    felt.table.felt += felt.table.in_shoe[:15]
    felt.table.in_shoe = felt.table.in_shoe[15:]
    felt.load("A")
    assert (DeckState.QUARANTINED, DeckPlace.SHOE) == (felt.state.deck("B").state, felt.state.deck("B").place)
    felt.ask(ReplaceDeck(deck="B", approval=FLOOR))
    felt.clear_tray(to_rack=True)
    assert (TaskKind.UNLOAD_SHOE, "B") == (felt.prompt.tasks[0].kind, felt.prompt.tasks[0].deck)
    felt.unload()
    play_until_round(felt, 3)
    assert ["A", "B", "A"] == [event.deck for event in felt.events if event.kind == "round_opened"]
