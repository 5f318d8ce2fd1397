"""A whole table in virtual time: rounds, restarts, cut links, secrecy (ARCHITECTURE 9; issue 2)."""

import dataclasses
from collections.abc import Iterator

import pytest

from controller.engine.cards import Hidden, HiddenBytes
from controller.engine.ids import DeviceName
from controller.engine.prompt import PromptCode
from controller.engine.start import initial_state
from controller.engine.state import Deck, Phase
from controller.rulesets.load import load_ruleset
from controller.table.recovery import replay
from tests.sim.reading import indexes_of, money_of, records_of
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")
ROUNDS = 2
CARDS_OF_EIGHT = 21
ONE_SECOND_MS = 1_000


def _played(seed: int, dealing: str, rounds: int = ROUNDS) -> Stage:
    table = stage(seed=seed, dealing=dealing)
    table.dealer.play_rounds(rounds)
    return table


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_robot_that_obeys_ends_every_round(seed: int, dealing: str) -> None:
    """Both modes play whole rounds, nothing is refused, no card is lost or doubled (ARCHITECTURE 11)."""
    table = _played(seed, dealing)
    assert [] == [one.refused for one in table.world.picture.outcomes if one.refused is not None]
    assert list(range(CARDS_OF_EIGHT)) * ROUNDS == indexes_of(table)
    assert ROUNDS == len(money_of(table))


@pytest.mark.parametrize("dealing", MODES)
def test_equal_seeds_go_the_same_way_to_the_last_byte(dealing: str) -> None:
    """Two worlds of one seed leave equal records (ARCHITECTURE 9)."""
    first, second = (_played(5, dealing) for _ in range(2))
    assert [one.h for one in first.medium.records] == [one.h for one in second.medium.records]


@pytest.mark.parametrize("dealing", MODES)
def test_replay_gives_the_live_state(dealing: str) -> None:
    """V12: the state of the record equals the state of the table, at rest between two rounds."""
    table = _played(4, dealing)
    live = table.world.state
    start = initial_state(
        ruleset=load_ruleset("california-bad-beat"),
        mode=live.mode,
        stub_through_reader=False,
        decks=(_fresh(live.decks[0]), _fresh(live.decks[1])),
    )
    assert live == replay(start, records_of(table)).state


def _fresh(deck: Deck) -> Deck:
    """Give a deck as it was before the first record."""
    return Deck(letter=deck.letter, deck_id=deck.deck_id, back=deck.back)


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("every", [97, 160])
def test_restarts_anywhere_leave_the_money_as_it_was(dealing: str, every: int) -> None:
    """The program dies again and again; the rounds end with the same money (issue 2, kill -9)."""
    whole = _played(3, dealing)
    table = stage(seed=3, dealing=dealing)
    steps = 0
    while len(money_of_state(table)) < 1 or table.world.state.rounds <= ROUNDS:
        table.dealer.step()
        steps += 1
        if steps % every == 0:
            before = table.world.state
            table.restart()
            _check_restored(before, table)
        assert table.world.now_ms < 200_000
    assert money_of(whole) == money_of(table)[:ROUNDS]
    assert indexes_of(whole) == indexes_of(table)[: CARDS_OF_EIGHT * ROUNDS]


def money_of_state(table: Stage) -> tuple[object, ...]:
    """Give the last result, if there is one."""
    result = table.world.state.last_result
    return () if result is None else (result,)


def _check_restored(before: object, table: Stage) -> None:
    """Compare what a person can see before and after a restart."""
    after = table.world.state
    for name in ("phase", "seats", "banking", "rounds", "last_result"):
        assert getattr(before, name) == getattr(after, name), name


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_a_cut_in_the_middle_of_a_stack_holds_within_a_second(dealing: str, device: DeviceName) -> None:
    """Play stands still within 1 s, goes on after the replug, and no card is lost or doubled (issue 2)."""
    table = stage(seed=6, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: world.prompt.code is PromptCode.DEAL_STACK, "the deal")
    table.dealer.play_until(lambda: len(indexes_of(table)) % 2 == 1, "half a stack")
    table.simulation.unplug(device)
    stops = device == "shoe" or dealing == "stacks"
    held_ms = world.run_until(
        lambda: world.prompt.code in {PromptCode.HOLD, PromptCode.WAIT_FOR_DEVICE} or not stops,
        "the hold",
        ONE_SECOND_MS,
    )
    assert held_ms <= ONE_SECOND_MS
    world.run(5_000)
    assert not world.state.device(device).linked
    table.simulation.plug(device)
    table.dealer.play_rounds(1)
    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)
    assert money_of(_played(6, dealing, 1)) == money_of(table)


@pytest.mark.parametrize("dealing", MODES)
def test_no_picture_holds_a_hidden_card(dealing: str) -> None:
    """No field of a view can hold one, at any moment of a round (V9)."""
    table = stage(seed=8, dealing=dealing)
    seen = set()
    while table.world.state.rounds < ROUNDS:
        table.dealer.step()
        newest = table.world.picture.newest
        assert newest is not None
        assert not any(isinstance(value, Hidden | HiddenBytes) for value in _walk(newest))
        seen.add(newest.view.phase)
    assert set(Phase) - {Phase.CLOSED, Phase.COLLECT} <= seen | {Phase.FLOP}


def _walk(value: object) -> Iterator[object]:
    """Give a value and everything inside it."""
    yield value
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _walk(getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _walk(item)
