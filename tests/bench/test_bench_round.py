"""A whole round in memory beside a hand of another engine, in the same run; on request (`.ci/run bench`)."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import thread_time

import pytest
from pokerkit import Automation, NoLimitTexasHoldem

from controller.engine.advance import advance
from controller.engine.commands import CloseBetting, Command, Exposure
from controller.engine.decide import decide
from controller.engine.refusals import Refused
from controller.engine.state import Context, Phase, TableState
from tests.engine.given import Felt, mixed

TURNS = 15
SEATS = (2, 3, 4, 5, 6, 7, 8)
LEAST_RATIO = 10
BLINDS, STACK, PLAYERS = (50, 100), 10_000, 8


@dataclass
class Heard(Felt):
    """Keep every command and fact with its context, so that a round can be judged again in memory alone."""

    heard: list[tuple[Command, Context]] = field(default_factory=list)

    def decided(self, command: Command) -> Refused | tuple[object, ...]:  # type: ignore[override]  # kept apart
        """Note what is judged."""
        self.heard.append((command, Context(actor="dealer:1", role=None, now_us=self.now_us)))
        return super().decided(command)


def round_of_eight() -> tuple[TableState, list[tuple[Command, Context]]]:
    """Give a table before "no more bets", and all that is judged until its last seat is settled."""
    felt = Heard(cards=mixed("Ah Kd"))
    felt.prepare()
    felt.seat_bank(5_000_000, *SEATS)
    for seat in SEATS:
        felt.wager(seat, 1_000, trips=500, bad_beat=500)
    start, before = felt.state, len(felt.heard)
    felt.ask(CloseBetting())
    felt.hands()
    for seat in SEATS[:4]:
        felt.play(seat, 4)
    felt.board()
    felt.expose(Exposure.FLOP)
    for seat in SEATS[4:]:
        felt.play(seat, 2)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert Phase.COLLECT is felt.phase()
    return start, felt.heard[before:]


def judged(start: TableState, heard: list[tuple[Command, Context]]) -> TableState:
    """Decide and evolve a whole round again."""
    state = start
    for command, context in heard:
        decision = decide(state, command, context)
        assert not isinstance(decision, Refused)
        state = advance(state, decision)
    return state


def others_hand() -> int:
    """Play a no-limit hold'em hand with eight seats, all calling to the showdown; give its steps."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,  # noqa: FBT003 - the library's own signature
        0,
        BLINDS,
        BLINDS[1],
        STACK,
        PLAYERS,
    )
    while state.status:
        state.check_or_call()
    return len(state.operations)


def timed(play: Callable[[], object], times: int) -> float:
    """Give the processor's seconds that one of so many plays takes."""
    start = thread_time()
    for _ in range(times):
        play()
    return (thread_time() - start) / times


def side_by_side(ours: Callable[[], object], others: Callable[[], object]) -> tuple[float, float]:
    """Give the medians of both in turns of about the same length, so that a busy machine slows both alike."""
    turns = [(timed(ours, LEAST_RATIO), timed(others, 1)) for _ in range(TURNS)]
    return median(one for one, _ in turns), median(other for _, other in turns)


@pytest.mark.bench
def test_a_round_takes_a_tenth_of_another_engines_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Eight seats in both, no disk and no screen in either, side by side in one run (issue 3, benchmarks)."""
    start, heard = round_of_eight()
    assert Phase.COLLECT is judged(start, heard).phase
    assert others_hand() > PLAYERS
    ours, others = side_by_side(lambda: judged(start, heard), others_hand)
    with capsys.disabled():
        sys.stdout.write(
            f"\nwhole round: {1 / ours:.1f} a second ({len(heard)} commands and facts), pokerkit hand: "
            f"{1 / others:.1f} a second, ratio {others / ours:.2f}, wanted {LEAST_RATIO}\n"
        )
    assert others > ours
