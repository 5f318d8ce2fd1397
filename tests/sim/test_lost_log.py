"""A device that lost its log stops the table; the floor rules, and the table deals again (CDP1 3, 6, C13)."""

from collections.abc import Callable

import pytest

from controller.engine.actors import Role
from controller.engine.decide.people import would_decide
from controller.engine.device_events import DeviceOrderIssued, NumberingAccepted
from controller.engine.device_words import Rebase
from controller.engine.events import RoundSettled, RoundVoided
from controller.engine.ids import DeviceName
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.state import DEALING, Context, DealingMode, DeckState, HoldCode, Phase
from hw_fixtures.faults import Faults
from tests.sim.reading import events_of
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")
DEVICES: tuple[DeviceName, DeviceName] = ("shuffler", "shoe")
PHASES = tuple(phase for phase in Phase if phase is not Phase.CLOSED)
FULL_LOG = 1_200
"""More events than a device keeps (CDP1 4)."""


def _forget(table: Stage, device: DeviceName) -> None:
    """Clear all that a device remembers, as a dead battery does."""
    Faults(table.simulation).lose_nv(device)


def _overflow(table: Stage, device: DeviceName) -> None:
    """Let a device record more than it keeps while nobody hears it (CDP1 4, LOG_OVERRUN)."""
    table.simulation.unplug(device)
    table.world.run(500)
    Faults(table.simulation).flood(device, FULL_LOG)
    table.simulation.plug(device)


Lose = Callable[[Stage, DeviceName], None]
LOSSES: dict[str, Lose] = {"epoch": _forget, "gap": _overflow}
EVERY_PUSH = {
    *(("epoch", phase, device, mode) for phase in ("wagers", "hole") for device in DEVICES for mode in MODES),
    *(("epoch", "collect", device, "shoe") for device in DEVICES),
    *(("gap", "hole", "shoe", mode) for mode in MODES),
    ("gap", "wagers", "shuffler", "stacks"),
}
"""Cases of every push; all others run on request."""


def _cases() -> list[object]:
    """Give every loss of every device in every phase and mode."""
    return [
        pytest.param(phase, device, mode, loss, marks=() if key in EVERY_PUSH else pytest.mark.full)
        for loss in LOSSES
        for phase in PHASES
        for device in DEVICES
        for mode in MODES
        for key in [(loss, phase.value, device, mode)]
    ]


def _stopped(table: Stage, device: DeviceName, lose: Lose) -> None:
    """Lose the log and wait until the table knows."""
    lose(table, device)
    world = table.world
    world.run_until(lambda: world.state.device(device).lost_log is not None, "the loss", 10_000)


def _is_at(table: Stage, phase: Phase) -> bool:
    """Tell whether a round has come to a phase, with both devices met; the first offer is before that."""
    state = table.world.state
    return state.phase is phase and state.shuffler.linked and state.shoe.linked


def _is_touched(phase: Phase, device: DeviceName, dealing: str) -> bool:
    return phase in DEALING and (device == "shoe" or dealing == "stacks")


@pytest.mark.parametrize(("phase", "device", "dealing", "loss"), _cases())
def test_a_log_lost_in_any_phase_is_ruled_on_and_play_goes_on(
    phase: Phase, device: DeviceName, dealing: str, loss: str
) -> None:
    """HOLD in words, the floor's ruling, the order, and a whole round after it; a touched one is void."""
    table = stage(seed=11, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: _is_at(table, phase), f"phase {phase.value}")
    _stopped(table, device, LOSSES[loss])
    hold = world.state.hold
    assert hold is not None
    assert (PromptCode.HOLD, HoldCode.EVENTS_LOST, device) == (world.prompt.code, hold.code, hold.device)
    rounds = world.state.rounds
    table.dealer.play_until(lambda: world.state.device(device).linked, "the link")
    table.dealer.play_until(lambda: world.state.rounds >= rounds + 2, "rounds more", 600_000)
    events = list(events_of(table))
    voids = [event for event in events if isinstance(event, RoundVoided)]
    ruled = [event for event in events if isinstance(event, NumberingAccepted)]
    assert [(device, "F1")] == [(event.device, event.approved_by) for event in ruled]
    assert [HoldCode.EVENTS_LOST.value] * _is_touched(phase, device, dealing) == [v.reason for v in voids]
    assert len([event for event in events if isinstance(event, RoundSettled)]) >= 1


@pytest.mark.parametrize("device", DEVICES)
def test_nobody_goes_on_without_the_ruling(device: DeviceName) -> None:
    """The hold offers no way on but the ruling, or a void before it (CDP1 3)."""
    table = stage(seed=12)
    world = table.world
    table.dealer.play_until(lambda: _is_at(table, Phase.WAGERS), "the wagers")
    _stopped(table, device, _forget)
    world.run(10_000)
    prompt = world.prompt
    enabled = {one.code for one in (prompt.primary, *prompt.offers) if one is not None and one.enabled}
    beside = {OfferCode.RULE, OfferCode.SIGN_ON_DEALER}
    assert {OfferCode.CALL_FLOOR, OfferCode.ACCEPT_NUMBERING, OfferCode.VOID_ROUND} == enabled - beside
    asked = Context(actor="test", role=Role.DEALER, now_us=0)
    rulings = [one.command for one in prompt.offers if one.code is OfferCode.RULE and one.enabled]
    outcomes = [would_decide(world.state, command, asked) for command in rulings]
    kinds = {event.kind for outcome in outcomes if isinstance(outcome, tuple) for event in outcome}
    assert "hold_cleared" not in kinds
    assert not world.state.device(device).linked


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "phase", [Phase.WAGERS, Phase.HOLE, pytest.param(Phase.SETTLE, marks=pytest.mark.full)]
)
def test_a_restart_before_the_ruling_and_one_after_it(phase: Phase, device: DeviceName, dealing: str) -> None:
    """The hold outlives the program; a ruling that did not arrive is sent again and not asked for again."""
    table = stage(seed=13, dealing=dealing)
    table.dealer.play_until(lambda: _is_at(table, phase), f"phase {phase.value}")
    _stopped(table, device, _forget)
    table.restart()
    assert table.world.state.hold is not None
    assert HoldCode.EVENTS_LOST is table.world.state.hold.code
    log = table.world.state.device(device).lost_log
    assert log is not None
    table.dealer.play_until(lambda: _is_sent(table, device), "the ruling")
    table.restart()
    rounds = table.world.state.rounds
    table.dealer.play_until(lambda: table.world.state.rounds >= rounds + 2, "a round more", 600_000)
    events = list(events_of(table))
    assert [log.epoch] == [e.epoch for e in events if isinstance(e, NumberingAccepted)]
    orders = [event for event in events if isinstance(event, DeviceOrderIssued)]
    rebases = [event.order for event in orders if isinstance(event.order, Rebase)]
    assert [Rebase(epoch=log.epoch)] * 2 == rebases


def _is_sent(table: Stage, device: DeviceName) -> bool:
    log = table.world.state.device(device).lost_log
    return log is not None and log.sent


def _is_accepted(table: Stage, device: DeviceName) -> bool:
    log = table.world.state.device(device).lost_log
    return log is not None and log.accepted


@pytest.mark.parametrize("dealing", MODES)
def test_both_logs_lost_take_two_rulings(dealing: str) -> None:
    """Each device is ruled on by itself; between the rulings the table stays held (CDP1 3)."""
    table = stage(seed=14, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: world.state.phase is Phase.HOLE, "the deal")
    for device in DEVICES:
        _forget(table, device)
    world.run_until(
        lambda: all(world.state.device(d).lost_log is not None for d in DEVICES), "both losses", 10_000
    )
    table.dealer.play_until(lambda: _one_is_accepted(table), "the first ruling")
    assert world.state.hold is not None
    rounds = world.state.rounds
    table.dealer.play_until(lambda: world.state.rounds >= rounds + 2, "a round more", 600_000)
    ruled = [event.device for event in events_of(table) if isinstance(event, NumberingAccepted)]
    assert sorted(DEVICES) == sorted(ruled)


def _one_is_accepted(table: Stage) -> bool:
    return any(_is_accepted(table, device) for device in DEVICES)


@pytest.mark.parametrize("dealing", MODES)
def test_the_deck_in_a_machine_that_forgot_is_checked_again(dealing: str) -> None:
    """A deck that only the lost events called ready is shuffled and counted before it is dealt (G10.3)."""
    table = stage(seed=15, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: world.state.phase is Phase.SETTLE, "the settlement")
    table.dealer.play_until(lambda: world.state.deck("B").state is DeckState.READY, "the other deck")
    first = world.state.deck("B").shuffle_op
    _stopped(table, "shuffler", _forget)
    table.dealer.play_until(lambda: world.state.device("shuffler").linked, "the link")
    assert world.state.mode is DealingMode(dealing)
    assert DeckState.READY is not world.state.deck("B").state
    table.dealer.play_until(lambda: world.state.deck("B").state is DeckState.READY, "the check")
    assert first != world.state.deck("B").shuffle_op
