"""Planted bugs: one line of the host made wrong, each with what must notice it (CDP1 13).

`planted_device` has those of the device.

A bug is planted by taking a function's source, replacing one text in it, and putting the new function in
the old one's place. If the text is no longer there the plant fails: a bug that cannot be planted proves
nothing.
"""

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import FunctionType, ModuleType

import pytest

from drivers import trace, usb_link
from drivers.cdp import codec, handshake, heartbeat, inflow, pending, positions, session
from drivers.port_core import PortCore
from drivers.serial_link import SerialLink
from tests.drivers import (
    test_cdp_beats,
    test_cdp_codec,
    test_cdp_commands,
    test_cdp_handshake,
    test_cdp_session,
    test_port,
    test_serial_link,
    test_trace_and_clock,
    test_usb_link,
)
from tests.drivers.soak import Soak

Owner = type | ModuleType
Catcher = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """Describe one bug: where, what text becomes what, and who must notice."""

    name: str
    owner: Owner
    function: str
    old: str
    new: str
    caught_by: Catcher

    def put(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Plant it until the test ends."""
        original = inspect.getattr_static(self.owner, self.function)
        assert isinstance(original, FunctionType)
        source = textwrap.dedent(inspect.getsource(original))
        assert 1 == source.count(self.old), f"{self.name}: {self.old!r} is not there once"
        space: dict[str, object] = {}
        exec(  # noqa: S102 - our own source with one line changed
            compile(source.replace(self.old, self.new), f"<{self.name}>", "exec"), original.__globals__, space
        )
        monkeypatch.setattr(self.owner, self.function, space[self.function])


def short_soak(level: str, *, variant: bool = False, seeds: int = 8) -> None:
    """Run short soaks; raises AssertionError at the first seed that goes wrong."""
    for seed in range(seeds):
        journal_s = 1.0 if variant else 0.05
        soak = Soak(
            seed,
            level,
            cards=120,
            journal_s=journal_s,
            drops_acked=variant,
            hell_ends_s=60.0,
            most_s=200.0,
        )
        failure = soak.run()
        assert "" == failure, failure


def soak_catches(level: str, *, variant: bool = False) -> Catcher:
    """Give the short soak of a level as what must notice a bug."""
    return partial(short_soak, level, variant=variant)


def _short_packets() -> None:
    """Let the packet test notice, on a bus of its own."""
    with test_usb_link.make_bus() as bus, pytest.MonkeyPatch.context() as patch:
        test_usb_link.test_every_write_ends_in_a_short_packet(bus, patch, 64)


_TAKE = "if number == position.received + 1:"

HOST = (
    Plant(
        name="host takes an event ahead",
        owner=inflow.Inflow,
        function="take",
        old=_TAKE,
        new="if number > position.received:",
        caught_by=soak_catches("noisy"),
    ),
    Plant(
        name="host delivers duplicates",
        owner=inflow.Inflow,
        function="take",
        old=_TAKE,
        new="if number <= position.received + 1:",
        caught_by=soak_catches("noisy"),
    ),
    Plant(
        name="no CRC check",
        owner=codec,
        function="unpack",
        old="if crc16(body[:-2]) != _CRC.unpack(body[-2:])[0]:",
        new="if False:",
        caught_by=soak_catches("noisy"),
    ),
    Plant(
        name="RESUME starts at live",
        owner=handshake.Handshake,
        function="_start_resume",
        old="last=position.durable",
        new="last=identity.next_seq - 1",
        caught_by=soak_catches("hell"),
    ),
    Plant(
        name="a retry gets a new command id",
        owner=pending.CommandLine,
        function="retry",
        old="pending.tries += 1",
        new="pending.tries += 1; pending.command_id += 1",
        caught_by=test_cdp_commands.test_retry_keeps_id_type_and_bytes,
    ),
    Plant(
        name="EACK before durable",
        owner=inflow.Inflow,
        function="take_eack",
        old="return self._position.durable",
        new="return self._position.received",
        caught_by=soak_catches("hell", variant=True),
    ),
    Plant(
        name="`received` is reset at a reconnect",
        owner=handshake.Handshake,
        function="_go_up",
        old="if position.received >= next_seq:",
        new="position.received = position.durable\n    if position.received >= next_seq:",
        caught_by=test_cdp_session.test_received_survives_a_reconnect,
    ),
    Plant(
        name="host ignores the session id",
        owner=session.HostSession,
        function="_on_frame",
        old="frame.session != self._session or not",
        new="not",
        caught_by=test_cdp_session.test_frames_of_an_old_session_are_ignored,
    ),
    Plant(
        name="BAD_SESSION on RESUME is fatal",
        owner=session.HostSession,
        function="_on_bad_session",
        old="if self._rivals.bad_session(boot_id, self._now):",
        new="if True:",
        caught_by=test_cdp_session.test_old_hello_that_overtakes_costs_one_session,
    ),
    Plant(
        name="no resynchronisation after an overlong run",
        owner=codec.Decoder,
        function="_collect",
        old="self._skipping = True",
        new="self._skipping = False",
        caught_by=test_cdp_codec.test_overlong_runs_end_at_the_next_zero,
    ),
    Plant(
        name="a beat with a higher last number is ignored",
        owner=session.HostSession,
        function="feed",
        old="if events_missing and not event_seen",
        new="if False and not event_seen",
        caught_by=test_cdp_session.test_beat_that_knows_more_is_answered,
    ),
    Plant(
        name="EACK in the turn that received the event",
        owner=inflow.Inflow,
        function="take",
        old="position.received = number",
        new="position.received = number; self._answer_due = True",
        caught_by=test_cdp_session.test_eack_waits_for_the_table,
    ),
    Plant(
        name="EACK for an event handed over and not durable",
        owner=inflow.Inflow,
        function="take",
        old="self._answer_due |= number <= position.durable",
        new="self._answer_due = True",
        caught_by=test_cdp_session.test_repeat_of_an_event_not_yet_durable_is_not_answered,
    ),
    Plant(
        name="an unknown event stops the stream",
        owner=session.HostSession,
        function="_on_event",
        old='self._counts["unknown_events"] += isinstance(event, UnknownEvent)',
        new="assert not isinstance(event, UnknownEvent)",
        caught_by=test_cdp_session.test_unknown_event_does_not_stop_the_stream,
    ),
    Plant(
        name="one-way loss ends nothing",
        owner=heartbeat.Heartbeat,
        function="ended",
        old="if now - self._heard_at >= ONE_WAY_END_S:",
        new="if False:",
        caught_by=test_cdp_beats.test_one_way_loss_is_told_and_ends_the_session,
    ),
    Plant(
        name="silence ends nothing",
        owner=heartbeat.Heartbeat,
        function="ended",
        old="if now - self._alive_at >= SILENCE_S:",
        new="if False:",
        caught_by=test_cdp_beats.test_silence_ends_the_session,
    ),
    Plant(
        name="an echo of a beat never sent counts",
        owner=heartbeat.Heartbeat,
        function="beat_came",
        old="if not self._echo < echo <= self._number:",
        new="if not self._echo < echo:",
        caught_by=test_cdp_beats.test_an_echo_ends_one_way_loss,
    ),
    Plant(
        name="a response is matched without its type",
        owner=pending.Pending,
        function="is_answered_by",
        old="== (self.session, self.command_id, self.command.type)",
        new="== (self.session, self.command_id, frame.type)",
        caught_by=lambda: test_cdp_commands.test_foreign_response_is_ignored({"message": 3}),
    ),
    Plant(
        name="orders in flight at a link loss vanish without an answer",
        owner=session.HostSession,
        function="_lose_orders",
        old="self._emit(lost_answer(order))",
        new="pass",
        caught_by=test_cdp_commands.test_orders_are_lost_with_the_link,
    ),
    Plant(
        name="a new epoch is skipped silently",
        owner=handshake.Handshake,
        function="_start_resume",
        old="if known is not None:",
        new="if False:",
        caught_by=test_cdp_handshake.test_unknown_epoch_of_a_known_serial_asks_for_the_old_one,
    ),
    Plant(
        name="an event refused by the inbox is forgotten",
        owner=PortCore,
        function="_inbox_refused",
        old="self._session.undeliver(report)",
        new="pass",
        caught_by=test_port.test_full_inbox_drops_the_link_and_loses_nothing,
    ),
    Plant(
        name="an order that meets a handshake is sent late",
        owner=PortCore,
        function="_take_outbox",
        old="while self._session.ready or self._session.state in _HANDSHAKE:",
        new="while self._session.ready:",
        caught_by=test_port.test_an_order_that_meets_a_handshake_is_lost_and_never_sent_late,
    ),
    Plant(
        name="an Ack for a number never handed over counts",
        owner=positions.Positions,
        function="confirm",
        old="position.durable < number <= position.received",
        new="position.durable < number",
        caught_by=test_cdp_session.test_ack_of_another_numbering_changes_nothing,
    ),
    Plant(
        name="the second command does not wait for the first",
        owner=session.HostSession,
        function="_pump",
        old="if self._commands.pending is not None:",
        new="if False:",
        caught_by=test_cdp_commands.test_commands_stop_and_wait,
    ),
    Plant(
        name="the trace shows payloads",
        owner=trace.FrameTrace,
        function="_line",
        old="{len(frame.payload)}",
        new="{frame.payload.hex()}",
        caught_by=test_trace_and_clock.test_trace_never_tells_a_card,
    ),
    Plant(
        name="a second contact takes an unknown device for a known one",
        owner=positions.Positions,
        function="find",
        old="return self._of.get((serial, epoch))",
        new="return next(iter(self._of.values()), None)",
        caught_by=test_cdp_handshake.test_known_device_resumes_after_the_last_durable_event,
    ),
    Plant(
        name="TypeError of a closed port escapes",
        owner=SerialLink,
        function="close",
        old="with contextlib.suppress(*_GONE):",
        new="with contextlib.suppress(OSError):",
        caught_by=lambda: test_serial_link.test_close_of_a_vanished_port_is_silent(TypeError("gone")),
    ),
    Plant(
        name="a transfer may end in a full packet",
        owner=usb_link.UsbLink,
        function="write",
        old='chunk if len(chunk) % _PACKET else chunk + b"\\x00"',
        new="chunk",
        caught_by=_short_packets,
    ),
)
