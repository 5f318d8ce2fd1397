"""The port's loop: what it survives, and what the table hears of it (CDP1 9, 11; ARCHITECTURE 4)."""

import pytest

from drivers.cdp.link_state import LinkState
from drivers.errors import (
    DriverConfigError,
)
from drivers.events import (
    DeviceReport,
    DownReason,
    LinkDown,
    LinkUp,
    OpAnswer,
    OpOverdue,
    ProtocolBroken,
    Status,
    StatusAnswer,
    Stopped,
    StopReason,
)
from drivers.link import Link
from drivers.orders import Ack, Arm, CloseShoe, Dispense, GetStatus, OpenShoe, Reconnect, Refuse
from drivers.port_core import OUTBOX_SLOTS, PortSettings
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.machine import ShoeMachine, plain_shoe
from hw_fixtures.peer.codes import Back
from tests.drivers.lab import Lab, PipeLink, Sink, settings_for


def _lab() -> Lab:
    return Lab(ShoeMachine(plain_shoe(seed=1)))


def _draw(lab: Lab, count: int) -> None:
    for _ in range(count):
        assert isinstance(lab.machine, ShoeMachine)
        lab.machine.pass_card(PhysicalCard(5, Back.BLUE), round(lab.clock.now * 1000))
        lab.run(0.1)


def _ack_all(lab: Lab) -> None:
    for report in lab.sink.reports:
        if report.number:
            lab.port.submit(Ack(serial=report.serial, epoch=report.epoch, number=report.number))


def test_device_comes_up_and_reports_in_order() -> None:
    """LinkUp is the first report, then the events by number (CDP1 4, 9)."""
    lab = _lab()
    lab.run(0.5)

    assert ["link_up", "booted", "state_changed"] == [report.event.kind for report in lab.sink.reports]
    assert [0, 1, 2] == [report.number for report in lab.sink.reports]


def test_unplug_is_reported_and_play_resumes() -> None:
    """Cards drawn while unplugged come after the replug, none lost, none doubled (CDP1 6)."""
    lab = _lab()
    lab.run(0.5)
    _draw(lab, 2)
    lab.cable.pull()
    lab.run(0.1)
    _draw(lab, 3)
    lab.cable.plugged = True
    lab.run(1.5)
    (down,) = [report.event for report in lab.sink.of("link_down")]

    assert isinstance(down, LinkDown)
    assert DownReason.LOST == down.reason
    assert 2 == len(lab.sink.of("link_up"))
    assert list(range(1, 8)) == [number for number, _ in lab.sink.numbered()]


def test_table_holds_within_two_seconds_of_a_cut_direction() -> None:
    """One direction cut for 4 s: the table hears of it within 2 s, both ends drop it (CDP1 13.12)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.mute_to_device = True
    lab.run(2.0)
    told = lab.sink.of("one_way_loss")
    lab.run(2.0)
    assert isinstance(lab.machine, ShoeMachine)
    firmware = lab.machine.firmware
    assert firmware is not None

    assert 1 <= len(told) + len(lab.sink.of("link_down"))
    assert not firmware.session.is_resumed
    assert not _is_up(lab)
    lab.cable.mute_to_device = False
    lab.run(4.0)
    assert _is_up(lab)


def test_silent_device_is_dropped_and_met_again() -> None:
    """Nothing heard for 1.5 s ends the session; the port comes back by itself (CDP1 3)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.mute_to_host = True
    lab.run(2.0)
    assert DownReason.SILENT == _reasons(lab)[0]
    lab.cable.mute_to_host = False
    lab.run(4.0)

    assert LinkState.UP is lab.port.state


def _is_up(lab: Lab) -> bool:
    return lab.port.state is LinkState.UP


def _reasons(lab: Lab) -> list[DownReason]:
    return [report.event.reason for report in lab.sink.of("link_down") if isinstance(report.event, LinkDown)]


def test_full_inbox_drops_the_link_and_loses_nothing() -> None:
    """A table that takes no reports costs the link, never an event (CDP1 4; ARCHITECTURE 4)."""
    lab = _lab()
    lab.run(0.5)
    lab.sink.full = True
    _draw(lab, 4)
    assert LinkState.UP is not lab.port.state
    lab.sink.full = False
    lab.run(1.0)

    assert list(range(1, 7)) == [number for number, _ in lab.sink.numbered()]
    assert [DownReason.INBOX_FULL] == _reasons(lab)
    assert ["link_down", "link_up"] == [
        report.event.kind for report in lab.sink.reports if report.event.kind.startswith("link")
    ][1:]


def test_full_outbox_drops_the_link() -> None:
    """The 33rd waiting order is not taken, the link is dropped, every order answered (ARCHITECTURE 4)."""
    lab = _lab()
    lab.run(0.5)
    taken = [lab.port.submit(CloseShoe(op_id=number)) for number in range(1, OUTBOX_SLOTS + 2)]
    lab.run(0.2)
    lost = [report.event.lost for report in lab.sink.of("op_answer") if isinstance(report.event, OpAnswer)]

    assert [True] * OUTBOX_SLOTS + [False] == taken
    assert DownReason.OUTBOX_FULL in _reasons(lab)
    assert [True] * OUTBOX_SLOTS == lost


def test_acks_pass_waiting_orders() -> None:
    """An Ack never waits behind an order that waits for its answer (CDP1 4)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.mute_to_host = True
    lab.port.submit(GetStatus())
    lab.port.submit(GetStatus())
    _ack_all(lab)
    lab.run(0.05)

    assert 2 == lab.machine.nv.acked  # type: ignore[attr-defined]


def test_order_out_of_range_is_answered_bad_param() -> None:
    """Our own breach is reported and answered, and never reaches the wire (ARCHITECTURE 5)."""
    lab = _lab()
    lab.run(0.5)
    lab.port.submit(Dispense(op_id=4, count=2))
    lab.run(0.1)
    events = [report.event for report in lab.sink.reports[-2:]]

    assert isinstance(events[0], ProtocolBroken)
    assert OpAnswer(op_id=4, order="dispense", status=Status.BAD_PARAM) == events[1]


def test_stopped_device_keeps_the_link_and_sends_nothing() -> None:
    """A wrong device is not asked again while it stays plugged; the right one heals it (CDP1 3)."""
    lab = _lab()
    lab.settings = settings_for(lab.machine, serial="SHOE-0002")
    lab.port = lab.make_port({})
    lab.run(10.0)
    (stop,) = [report.event for report in lab.sink.of("stopped")]

    assert isinstance(stop, Stopped)
    assert StopReason.SERIAL == stop.reason
    assert 1 == lab.port.statistics().sessions
    lab.port.submit(Reconnect())
    lab.run(1.0)
    assert 2 == lab.port.statistics().sessions


def test_reconnect_leaves_a_running_link_alone() -> None:
    """Reconnect ends a stop; a link that is up stays up (CDP1 3)."""
    lab = _lab()
    lab.run(0.5)
    lab.port.submit(Reconnect())
    lab.run(1.0)

    assert _is_up(lab)
    assert 1 == lab.port.statistics().sessions


def test_refused_device_is_left_alone_until_reconnect() -> None:
    """The table's Refuse ends the session and sends nothing more; Reconnect begins again (CDP1 8)."""
    lab = _lab()
    lab.run(0.5)
    lab.port.submit(Refuse(text="more events than cards"))
    lab.run(5.0)
    (stop,) = [report.event for report in lab.sink.of("stopped")]

    assert isinstance(stop, Stopped)
    assert (StopReason.REFUSED, "more events than cards") == (stop.reason, stop.text)
    assert [DownReason.ENDED] == _reasons(lab)
    assert 1 == lab.port.statistics().sessions
    lab.port.submit(Reconnect())
    lab.run(1.0)
    assert _is_up(lab)


def test_refuse_does_not_wait_for_a_device_that_does_not_answer() -> None:
    """A device that is not trusted is left at once; orders behind it are lost (CDP1 8)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.mute_to_host = True
    lab.port.submit(GetStatus())
    lab.run(0.1)
    lab.port.submit(Refuse(text="flood"))
    lab.run(0.05)
    (answer,) = [report.event for report in lab.sink.of("status_answer")]

    assert 1 == len(lab.sink.of("stopped"))
    assert isinstance(answer, StatusAnswer)
    assert answer.lost


def test_device_refused_while_unplugged_stays_so() -> None:
    """Refuse counts without a link too (CDP1 8)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.pull()
    lab.run(0.1)
    lab.port.submit(Refuse(text="the floor does not want it"))
    lab.run(0.1)
    lab.cable.plugged = True
    lab.run(3.0)
    assert not _is_up(lab)
    lab.port.submit(Reconnect())
    lab.run(1.0)

    assert _is_up(lab)


def test_operation_without_an_end_is_overdue() -> None:
    """An operation that does not end in its time is told once, and only time with a link counts (CDP1 4)."""
    lab = _lab()
    lab.machine.build.timing.open_ms = 60_000
    lab.run(0.5)
    lab.port.submit(OpenShoe(op_id=9, shoe_id=1, back=2))
    lab.run(5.0)
    lab.cable.pull()
    lab.run(20.0)
    assert [] == lab.sink.of("op_overdue")
    lab.cable.plugged = True
    lab.run(8.0)

    assert [OpOverdue(op_id=9, order="open_shoe", deadline_ms=10_000)] == [
        report.event for report in lab.sink.of("op_overdue")
    ]


def test_window_and_cards_pass_the_typed_shoe() -> None:
    """A plain passage - open, arm, cards, close - breaks no rule of the typed device (CDP1 7)."""
    lab = _lab()
    lab.acks = True
    lab.run(0.5)
    lab.port.submit(OpenShoe(op_id=9, shoe_id=1, back=2))
    lab.run(0.5)
    lab.port.submit(Arm(round_no=1, first=0, count=2))
    lab.run(0.1)
    _draw(lab, 2)
    lab.port.submit(CloseShoe(op_id=10))
    lab.run(0.5)

    assert [] == lab.sink.of("protocol_broken")
    assert 2 == len(lab.sink.of("card_read"))


def test_unknown_class_is_a_setting_error() -> None:
    """The class of a device is shuffler or shoe (CDP1 1)."""
    with pytest.raises(DriverConfigError, match="shoe or shuffler"):
        PortSettings(device="x", device_class="badge", serial="X").for_session()


def test_sink_and_link_fit_their_protocols() -> None:
    """The fakes of these tests are what the port asks for."""
    stopped = Stopped(reason=StopReason.BUSY, text="")
    link: Link = PipeLink(_lab().cable)
    link.open()

    assert Sink().put(DeviceReport(device="x", serial="", epoch=0, number=0, event=stopped), 0.0)
    assert b"" == link.read()


def test_an_order_that_meets_a_handshake_is_lost_and_never_sent_late() -> None:
    """Nothing is sent by itself after a link loss: the port answers `lost` (CDP1 4)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.pull()
    lab.run(0.1)
    lab.cable.plugged = True
    while lab.port.state is not LinkState.HELLO:
        lab.step()
    lab.port.submit(OpenShoe(op_id=7, shoe_id=1, back=2))
    lab.run(2.0)
    (answer,) = [report.event for report in lab.sink.of("op_answer")]

    assert isinstance(answer, OpAnswer)
    assert answer.lost
    assert isinstance(lab.machine, ShoeMachine)
    assert {} == lab.machine.nv.ops
    assert _is_up(lab)


def test_an_order_made_for_an_earlier_link_never_reaches_a_later_one() -> None:
    """A table that has not heard of the relink orders for the link before: lost, not sent late (CDP1 4)."""
    lab = _lab()
    lab.run(0.5)
    lab.cable.pull()
    lab.run(0.1)
    lab.cable.plugged = True
    lab.run(1.0)
    links = [r.event.link for r in lab.sink.reports if isinstance(r.event, LinkUp)]
    lab.port.submit(OpenShoe(op_id=5, shoe_id=9, back=2), links[0])
    lab.port.submit(OpenShoe(op_id=6, shoe_id=9, back=2), links[-1])
    lab.run(0.3)

    answers = [r.event for r in lab.sink.reports if isinstance(r.event, OpAnswer)]
    assert [1, 2] == links
    assert [(5, True), (6, False)] == [(answer.op_id, answer.lost) for answer in answers]
    assert isinstance(lab.machine, ShoeMachine)
    assert 9 == lab.machine.nv.shoe_id
