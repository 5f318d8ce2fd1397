"""Both ends together, written apart from one text: operations, windows and replay (CDP1 4, 13)."""

from dataclasses import replace

import pytest

from drivers.cdp.link_state import LinkState
from drivers.events import ArmAnswer, DeviceClass, OpAnswer, OpStarted, Status, Stopped, StopReason
from drivers.orders import Abort, Arm, Eject, OpenShoe, OpStatus, Rebase, Reset, ResetKind, SelfTest
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine, ShufflerMachine, plain_shoe, plain_shuffler
from hw_fixtures.peer.codes import Back
from tests.drivers.lab import Lab, settings_for

KEY = bytes(range(32))


def _shoe_lab() -> tuple[Lab, ShoeMachine]:
    machine = ShoeMachine(plain_shoe(seed=1))
    lab = Lab(machine)
    lab.acks = True
    lab.run(0.5)
    return lab, machine


def _replug(lab: Lab) -> None:
    lab.cable.pull()
    lab.run(0.2)
    lab.cable.plugged = True
    lab.run(1.5)


def _answers(lab: Lab) -> list[OpAnswer]:
    return [report.event for report in lab.sink.of("op_answer") if isinstance(report.event, OpAnswer)]


def test_session_comes_up_again_after_a_reconnect() -> None:
    """A new session answers its own commands: nothing of the old one is left (CDP1 3)."""
    lab, _ = _shoe_lab()
    lab.port.submit(SelfTest(op_id=5))
    lab.run(3.0)
    _replug(lab)
    lab.port.submit(SelfTest(op_id=6))
    lab.run(3.0)

    assert LinkState.UP is lab.port.state
    assert [5, 6] == [answer.op_id for answer in _answers(lab)]
    assert 2 == len(lab.sink.of("op_done"))


def test_known_operation_acts_once() -> None:
    """The same op_id and bytes in two sessions: one action, the present state as answer (CDP1 4, 13.11)."""
    lab, _ = _shoe_lab()
    lab.port.submit(SelfTest(op_id=5))
    lab.run(3.0)
    _replug(lab)
    lab.port.submit(SelfTest(op_id=5))
    lab.run(3.0)
    started = [report.event for report in lab.sink.of("op_started") if isinstance(report.event, OpStarted)]

    assert [5] == [event.op_id for event in started]
    assert [False, True] == [answer.reused for answer in _answers(lab)]


def test_reused_id_with_other_bytes_is_a_conflict() -> None:
    """The same op_id with other bytes: OP_CONFLICT, nothing happens (CDP1 4, 13.11)."""
    lab, _ = _shoe_lab()
    lab.port.submit(OpenShoe(op_id=5, shoe_id=1, back=2))
    lab.run(0.5)
    lab.port.submit(OpenShoe(op_id=5, shoe_id=2, back=2))
    lab.run(0.5)

    assert [Status.ACCEPTED, Status.OP_CONFLICT] == [answer.status for answer in _answers(lab)]


def test_window_repeated_widens_nothing() -> None:
    """ARM again after one card of two: the window stays the same two cards (CDP1 4, 13.10)."""
    lab, machine = _shoe_lab()
    lab.port.submit(OpenShoe(op_id=5, shoe_id=1, back=2))
    lab.run(0.5)
    for _ in range(2):
        lab.port.submit(Arm(round_no=1, first=0, count=2))
        lab.run(0.1)
        machine.pass_card(PhysicalCard(3, Back.BLUE), round(lab.clock.now * 1000))
        lab.run(0.1)
    machine.pass_card(PhysicalCard(4, Back.BLUE), round(lab.clock.now * 1000))
    lab.run(0.1)
    flags = [
        report.event.flags & 32 for report in lab.sink.of("card_read") if report.event.kind == "card_read"
    ]
    nexts = [a.event.next_index for a in lab.sink.of("arm_answer") if isinstance(a.event, ArmAnswer)]

    assert [0, 1] == nexts
    assert [0, 0, 32] == flags


def test_operation_cut_by_power_is_interrupted() -> None:
    """After a power cut the operation is INTERRUPTED, and OP_STATUS says so (CDP1 4, 6)."""
    lab, machine = _shoe_lab()
    lab.port.submit(SelfTest(op_id=5))
    lab.run(0.2)
    machine.power_off()
    lab.run(0.1)
    machine.power_on(round(lab.clock.now * 1000))
    lab.run(5.0)
    lab.port.submit(OpStatus(op_id=5))
    lab.run(0.2)
    (done,) = [report.event for report in lab.sink.of("op_done") if report.event.kind == "op_done"]
    (status,) = [report.event for report in lab.sink.of("op_status_answer")]

    assert Status.INTERRUPTED == done.result
    assert status.kind == "op_status_answer"
    assert (3, Status.INTERRUPTED) == (status.op_state, status.result)


def test_abort_of_nothing_is_op_unknown() -> None:
    """ABORT of an operation that does not run (CDP1 5.2)."""
    lab = Lab(ShufflerMachine(plain_shuffler(seed=1)))
    lab.run(0.5)
    lab.port.submit(Abort(op_id=77))
    lab.port.submit(Eject(op_id=5, slot=1))
    lab.run(0.3)
    (answer,) = [report.event for report in lab.sink.of("order_answer")]

    assert answer.kind == "order_answer"
    assert Status.OP_UNKNOWN == answer.status


def test_lost_memory_waits_for_the_floor_and_goes_on() -> None:
    """A device that lost its memory comes with a new epoch: a ruling, then event 1 of it (CDP1 3, 6)."""
    lab, machine = _shoe_lab()
    machine.lose_nv(round(lab.clock.now * 1000))
    lab.run(6.0)
    (stop,) = [report.event for report in lab.sink.of("stopped")]
    assert isinstance(stop, Stopped)
    assert StopReason.EPOCH == stop.reason
    assert stop.epoch is not None
    before = len(lab.sink.numbered())
    lab.port.submit(Rebase(epoch=stop.epoch))
    lab.run(1.0)

    assert LinkState.UP is lab.port.state
    assert 1 == lab.sink.numbered()[before][0]
    assert stop.epoch == lab.sink.reports[-1].epoch


def test_cleared_log_comes_back_under_a_new_epoch() -> None:
    """RESET kind 3 in the service state: reboot, new epoch, ruling, BOOT is event 1 (CDP1 4)."""
    lab, machine = _shoe_lab()
    machine.turn_service_key(is_on=True, now_ms=round(lab.clock.now * 1000))
    lab.run(0.2)
    lab.port.submit(Reset(op_id=9, what=ResetKind.CLEAR_LOG))
    lab.run(8.0)
    (stop,) = [report.event for report in lab.sink.of("stopped")]
    assert isinstance(stop, Stopped)
    assert stop.epoch is not None
    lab.port.submit(Rebase(epoch=stop.epoch))
    lab.run(1.0)
    fresh = [report for report in lab.sink.reports if report.number and report.epoch == stop.epoch]

    assert (1, "booted") == (fresh[0].number, fresh[0].event.kind)
    assert [] == lab.sink.of("protocol_broken")


@pytest.mark.parametrize("which", [DeviceClass.SHUFFLER, DeviceClass.SHOE])
def test_both_ends_authenticate(which: DeviceClass) -> None:
    """With the right key both ends come up, with a wrong one the port stops (CDP1 3, AUTH)."""
    shoe = which is DeviceClass.SHOE
    build = plain_shoe(seed=1) if shoe else plain_shuffler(seed=1)
    build.identity = replace(build.identity, key=KEY)
    machine = ShoeMachine(build) if shoe else ShufflerMachine(build)
    good = Lab(machine, settings=settings_for(machine, auth_key=KEY))
    good.run(1.0)
    bad = Lab(machine, settings=settings_for(machine, auth_key=bytes(32)))
    bad.run(1.0)
    (stop,) = [report.event for report in bad.sink.of("stopped")]

    assert LinkState.UP is good.port.state
    assert isinstance(stop, Stopped)
    assert StopReason.AUTH_FAILED == stop.reason
