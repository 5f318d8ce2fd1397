"""Each device unplugged in every phase, in both modes: WAIT or HOLD, resumed, the same money (CDP1 6)."""

import pytest

from controller.engine.device_words import Dispense, Eject
from controller.engine.ids import DeviceName
from controller.engine.prompt import PromptCode
from controller.engine.state import DEALING, HoldCode, Phase, TableState
from tests.sim.reading import indexes_of, money_of
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")
DEVICES: tuple[DeviceName, DeviceName] = ("shuffler", "shoe")
PHASES = tuple(phase for phase in Phase if phase is not Phase.CLOSED)
ONE_SECOND_MS = 1_000
OUT_MS = 3_000
CARDS_OF_EIGHT = 21
SEED = 6
MONEY: dict[str, list[tuple[int, int, int]]] = {}


def _money(dealing: str) -> list[tuple[int, int, int]]:
    """Give the result of the round that nobody disturbs."""
    if dealing not in MONEY:
        table = stage(seed=SEED, dealing=dealing)
        table.dealer.play_rounds(1)
        MONEY[dealing] = money_of(table)
    return MONEY[dealing]


def _cards_are_on_their_way(state: TableState, device: DeviceName) -> bool:
    """Tell whether a window is open, or an operation runs on the deck in play (CDP1 6)."""
    window = state.round.window if state.round is not None else None
    is_open = window is not None and window.armed and not window.is_full and state.phase in DEALING
    operation = state.shuffler.operation
    runs = operation is not None and isinstance(operation.order, Dispense | Eject)
    if device == "shoe":
        return is_open
    return state.mode == "stacks" and state.phase in DEALING and (runs or is_open)


def _unplug_in(table: Stage, device: DeviceName, phase: Phase) -> None:
    """Play up to a phase, pull the cable, check what the table makes of it, and put the cable back."""
    world = table.world
    # The deal itself has no human pace: leave a moment for the first window to open.
    table.dealer.play_until(lambda: world.state.phase is phase, f"phase {phase.value}")
    moving = _cards_are_on_their_way(world.state, device)
    table.simulation.unplug(device)
    heard_ms = world.run_until(lambda: not world.state.device(device).linked, "the loss", ONE_SECOND_MS)
    assert heard_ms <= ONE_SECOND_MS
    _check_standing(table, moving=moving)
    world.run(OUT_MS)
    table.simulation.plug(device)


def _check_standing(table: Stage, *, moving: bool) -> None:
    hold = table.world.state.hold
    if moving:
        assert hold is not None
        assert HoldCode.LINK_LOST is hold.code
    if hold is not None:
        assert HoldCode.LINK_LOST is hold.code
        assert PromptCode.HOLD is table.world.prompt.code


def _check_end(table: Stage, dealing: str) -> None:
    table.dealer.play_rounds(1)
    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)[:CARDS_OF_EIGHT]
    assert _money(dealing) == money_of(table)[:1]


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("device", DEVICES)
def test_unplugged_in_every_phase_of_one_round(dealing: str, device: DeviceName) -> None:
    """Ten cables pulled in one round leave its cards and its money as they were (issue 4)."""
    table = stage(seed=SEED, dealing=dealing)
    for phase in PHASES:
        _unplug_in(table, device, phase)
    assert _money(dealing) == money_of(table)[:1]
    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)[:CARDS_OF_EIGHT]


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize(
    ("device", "phase"), [("shoe", Phase.HOLE), ("shoe", None), ("shuffler", Phase.HOLE)]
)
def test_a_window_that_is_open_holds(dealing: str, device: DeviceName, phase: Phase | None) -> None:
    """Cards on their way make it a HOLD; a shuffler that only prepares decks makes none (CDP1 6)."""
    table = stage(seed=SEED, dealing=dealing)
    world = table.world
    if dealing == "shoe" and device == "shuffler":
        table.dealer.play_until(lambda: world.state.phase is phase, "the deal")
    else:
        board = {Phase.PREFLOP, Phase.COMMUNITY} if phase is None else {phase}
        table.dealer.play_until(
            lambda: world.state.phase in board and _cards_are_on_their_way(world.state, device), "a window"
        )
    _unplug_in(table, device, world.state.phase)
    _check_end(table, dealing)


@pytest.mark.full
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("device", DEVICES)
def test_unplugged_in_one_phase_alone(dealing: str, device: DeviceName, phase: Phase) -> None:
    """Each phase by itself, so that no other pulled cable helps or hides it (issue 4)."""
    table = stage(seed=SEED, dealing=dealing)
    _unplug_in(table, device, phase)
    _check_end(table, dealing)


@pytest.mark.full
@pytest.mark.parametrize("code", [code for code in PromptCode if code is not PromptCode.HOLD])
@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("device", DEVICES)
def test_unplugged_under_every_prompt(dealing: str, device: DeviceName, code: PromptCode) -> None:
    """The same under each prompt that a round shows; prompts that it never shows are left out."""
    table = stage(seed=SEED, dealing=dealing)
    seen = False
    while table.world.state.rounds < 2 and not seen:
        table.dealer.step()
        seen = table.world.prompt.code is code
    if seen:
        table.simulation.unplug(device)
        table.world.run(OUT_MS)
        table.simulation.plug(device)
    _check_end(table, dealing)


@pytest.mark.parametrize("dealing", MODES)
def test_both_unplugged_at_once_are_one_hold(dealing: str) -> None:
    """A hub that goes takes both devices: one HOLD, one reconcile (CDP1 11)."""
    table = stage(seed=SEED, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: len(indexes_of(table)) == 3, "half a stack")
    for device in DEVICES:
        table.simulation.unplug(device)
    world.run(ONE_SECOND_MS)
    assert PromptCode.HOLD is world.prompt.code
    for device in DEVICES:
        table.simulation.plug(device)
    _check_end(table, dealing)
