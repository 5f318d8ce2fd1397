"""A robot table bears the floor's interruptions: a dispute, a device out of service, other limits (G11)."""

from pathlib import Path

import pytest

from controller.engine.commands import RetestDevice
from controller.engine.ids import DeviceName
from controller.engine.life_commands import ChangeLimits
from controller.engine.posted import MINUTE_US
from controller.engine.prompt import PromptCode
from controller.engine.ruleset import Wager
from controller.engine.ruling_commands import OpenDispute, SuspendDevice
from controller.engine.state import HoldCode, Phase
from tests.sim.reading import events_of
from tests.sim.stage import Stage, stage
from tests.verify.kit import places
from tests.verify.test_verify_rulings import at_phase, floor_asks, verified

DEALING = pytest.mark.parametrize("dealing", ["shoe", "stacks"])


@DEALING
@pytest.mark.parametrize("phase", [Phase.PREFLOP, Phase.SETTLE])
def test_a_dispute_ends_by_a_ruling_and_the_round_is_played_out(dealing: str, phase: Phase) -> None:
    """Nothing is void, and the round settles (G11.7, I35)."""
    table = stage(seed=7, dealing=dealing)
    at_phase(table, phase)
    assert floor_asks(table, OpenDispute(reason="other")) is None
    assert table.world.state.hold is not None
    assert HoldCode.DISPUTE is table.world.state.hold.code
    table.dealer.play_until(lambda: table.world.state.rounds == 2, "round 2")
    kinds = [event.kind for event in events_of(table)]
    assert (1, 0, 1) == tuple(kinds.count(kind) for kind in ("round_settled", "round_voided", "ruled"))


@DEALING
def test_a_device_out_of_service_blocks_until_the_floor_puts_it_back(dealing: str) -> None:
    """The round in play ends, no other one is dealt; then it goes on (G11.6)."""
    table = stage(seed=8, dealing=dealing)
    at_phase(table, Phase.PREFLOP)
    assert floor_asks(table, SuspendDevice(device="shuffler", reason="device")) is None
    table.dealer.play_until(lambda: table.world.state.rounds == 3, "round 3")
    kinds = [event.kind for event in events_of(table)]
    assert kinds.index("device_restored") > kinds.index("device_suspended") > 0


def test_limits_that_were_posted_are_in_the_record_and_there_after_a_restart(tmp_path: Path) -> None:
    """Planned in the first round's offer, they hold in it; a restart and the verifier agree (G11.4, V12)."""
    table = stage(seed=9, dealing="shoe")
    at_phase(table, Phase.OFFER)
    posted = ChangeLimits(wager=Wager.TRIPS, minimum=100, maximum=2_000, minutes=30)
    assert floor_asks(table, posted) is None
    table.clock.advance(30 * MINUTE_US)
    table.world.run(1_000)
    table.dealer.play_until(lambda: table.world.state.rounds == 2, "round 2")
    limits = table.world.state.ruleset.limits
    assert limits.trips is not None
    assert (100, 2_000) == (limits.trips.minimum, limits.trips.maximum)
    table.restart()
    assert limits == table.world.state.ruleset.limits
    assert [] == places(verified(table, tmp_path))


@DEALING
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_a_self_test_runs_at_the_device_and_the_deal_goes_on(
    dealing: str, device: DeviceName, tmp_path: Path
) -> None:
    """Asked at the table, done by the simulated device, told in the view, and verified (S5)."""
    table = stage(seed=10, dealing=dealing)
    table.dealer.play_until(lambda: _may_test(table, device), "a device at rest")
    assert floor_asks(table, RetestDevice(device=device)) is None
    table.dealer.play_until(lambda: table.world.state.device(device).tested != "", "the test's end")
    assert "ok" == table.world.state.device(device).tested
    table.dealer.play_until(lambda: table.world.state.rounds == 2, "round 2")
    assert [] == places(verified(table, tmp_path))


def _may_test(table: Stage, device: DeviceName) -> bool:
    """Tell whether a device rests, the shoe with its deck in it: a lid opened would fail its test."""
    prompt, wanted = table.world.prompt, RetestDevice(device=device)
    closes = prompt.code is PromptCode.TAKE_WAGERS and prompt.primary is not None and prompt.primary.enabled
    offered = any(one.enabled and one.command == wanted for one in prompt.offers)
    return offered and (device == "shuffler" or closes)
