"""The auto-dealer's thread, and the demo's bench in front of it (TOUCHSCREEN 14)."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from controller.cli.demo_windows import GROUPS, DemoBench
from controller.cli.hands import AutoHands, Pace
from controller.engine.prompt import Prompt, PromptActor, PromptCode
from controller.table.envelope import Credential
from hw_fixtures.bench import BENCH_VERBS
from tests.sim.stage import stage
from ui.texts import load_texts

WAIT_S = 10.0
PROMPT = Prompt(code=PromptCode.DEAL_STACK, actor=PromptActor.DEVICE)


@dataclass(slots=True)
class _Acts:
    """Note what the hands were asked to do."""

    seen: list[Prompt] = field(default_factory=list)
    came: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def __call__(self, prompt: Prompt) -> bool:
        self.seen.append(prompt)
        self.came.release()
        return True


@dataclass(slots=True)
class _Table:
    """Stand for the demo's table: its bench answers with the words it heard."""

    floor: Credential = field(default_factory=lambda: Credential(badge="FLOOR-1", pin="246810"))

    @property
    def bench(self) -> "_Table":
        return self

    def do(self, text: str) -> str:
        return f"did {text}"


@pytest.fixture
def acts() -> _Acts:
    """Give hands that only note."""
    return _Acts()


@pytest.fixture
def hands(acts: _Acts) -> Iterator[AutoHands]:
    """Give running hands, and let them rest at the end."""
    running = AutoHands(acts)
    running.start()
    yield running
    running.stop()


def test_hands_act_on_the_newest_prompt(acts: _Acts, hands: AutoHands) -> None:
    """They look at what the guide says and do it, again and again."""
    hands.look(PROMPT)
    assert acts.came.acquire(timeout=WAIT_S)
    assert acts.came.acquire(timeout=WAIT_S)
    assert {PROMPT.code} == {prompt.code for prompt in acts.seen}


def test_hands_that_are_off_do_nothing(acts: _Acts) -> None:
    """Whoever sits at the bench may want to do everything alone."""
    resting = AutoHands(acts, Pace.OFF)
    resting.start()
    resting.look(PROMPT)
    resting.stop()
    assert [] == acts.seen


def test_hands_never_started_stop_at_once(acts: _Acts) -> None:
    """A program that fails before its start ends in order."""
    AutoHands(acts).stop()
    assert [] == acts.seen


def _bench(acts: _Acts) -> tuple[DemoBench, AutoHands]:
    hands = AutoHands(acts, Pace.OFF)
    return DemoBench(_Table(), hands, load_texts("en")), hands  # type: ignore[arg-type]  # a stand-in


def test_the_bench_sets_the_pace_shows_the_badge_and_hands_on_the_rest(acts: _Acts) -> None:
    """One line in, one line out; the demo's PIN is shown, as TOUCHSCREEN 14 asks."""
    bench, hands = _bench(acts)
    assert "auto-dealer fast" == bench.do("auto fast")
    assert Pace.FAST is hands.pace
    assert "246810" in bench.do("badge floor")
    assert "did jam infeed" == bench.do("jam infeed")
    assert "badge WHO" in bench.do("help")


def test_the_bench_says_what_a_dealer_would_do_now(acts: _Acts) -> None:
    """Its first line is the next act of the hands, or the prompt (TOUCHSCREEN 14)."""
    bench, _ = _bench(acts)
    assert "" == bench.hint()
    table = stage()
    table.world.table.publish()
    newest = table.world.picture.newest
    assert newest is not None
    bench.look(newest.view)
    assert "Open the table" == bench.hint()


def test_every_key_of_the_bench_is_a_verb_it_knows() -> None:
    """A key that does nothing would be a lie."""
    known = {verb.name for verb in BENCH_VERBS} | {"auto", "badge"}
    keys = [key for group in GROUPS.values() for key in group]
    assert set() == {key.split()[0] for key in keys} - known
