"""The bank offered before every hand, in virtual time, with restarts and a new boot (G8.1, G8.3)."""

from pathlib import Path

import pytest

import controller.rulesets
from controller.engine.events import OfferAnswered
from controller.engine.prompt import PromptCode
from controller.engine.rotation_events import ClockShifted, RoundStarted
from controller.history.offers import OfferWord
from hw_fixtures.dealer import SeededStrategy
from tests.sim.reading import events_of, money_of
from tests.sim.stage import Stage, stage

EXAMPLE = str(Path(controller.rulesets.__file__).parent / "examples" / "every-hand-2026.toml")
PLAYERS = 4
ROUNDS = 3
MINUTE_US = 60_000_000


def _table(dealing: str = "stacks") -> Stage:
    players = SeededStrategy(3, seats=range(1, PLAYERS + 1), sides=(0,))
    return stage(seed=3, dealing=dealing, rules=EXAMPLE, strategy=players)


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_every_seat_answers_before_every_round(dealing: str) -> None:
    """One event a seat, the next seat banks, and the screen's log agrees with the record (G8.1, G8.3)."""
    table = _table(dealing)
    table.dealer.play_rounds(ROUNDS)
    events = list(events_of(table))
    answered = [event for event in events if isinstance(event, OfferAnswered)]
    banked = [event.seat for event in events if isinstance(event, RoundStarted)]
    assert ROUNDS == len(money_of(table))
    assert [1, 2, 3] == banked[:ROUNDS]
    assert PLAYERS * len(banked) == len(answered)
    publication = table.world.picture.newest
    assert publication is not None
    words = [line.word for line in publication.offers]
    assert len(answered) == len(words)
    assert ROUNDS <= words.count(OfferWord.ACCEPTED)


def test_log_and_clock_survive_a_restart() -> None:
    """Both are rebuilt from the record (G8.1)."""
    table = _table()
    table.dealer.play_rounds(2)
    before = table.world.picture.newest
    left = table.world.state.rotation.minutes_left
    table.restart()
    table.world.run(1_000)
    after = table.world.picture.newest
    assert before is not None
    assert after is not None
    assert before.offers == after.offers
    assert left == table.world.state.rotation.minutes_left


def test_a_new_boot_goes_on_with_the_minutes_that_passed() -> None:
    """Boot time begins anew; the wall clock bridges the pause (G8.3, DURABILITY 11)."""
    table = _table()
    table.dealer.play_rounds(1)
    left = table.world.state.rotation.minutes_left
    assert left is not None
    table.clock.advance(10 * MINUTE_US)
    table.clock.reboot()
    table.restart()
    table.world.run(2_000)
    assert 1 == sum(isinstance(event, ClockShifted) for event in events_of(table))
    now = table.world.state.rotation.minutes_left
    assert now is not None
    assert now in range(left - 11, left - 8)


def test_a_table_left_alone_ends_its_game() -> None:
    """Nobody banks for forty minutes: no round starts any more (G8.3, V16)."""
    table = _table()
    table.dealer.play_rounds(1)
    table.world.run(41 * 60 * 1_000)
    assert PromptCode.GAME_OVER is table.world.prompt.code
