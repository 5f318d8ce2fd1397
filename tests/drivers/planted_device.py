"""Planted bugs of the device, each with what must notice it (CDP1 13)."""

from functools import partial

from hw_fixtures.firmware import commands, core, delivery, event_log, shoe
from hw_fixtures.firmware import session as device_session
from tests.drivers import test_ends
from tests.drivers.planted import Plant, soak_catches
from tests.drivers.test_conformance import passes

DEVICE = (
    Plant(
        name="device forgets unacknowledged events at a power cut",
        owner=core.Firmware,
        function="boot",
        old="with self.nv.atomic():",
        new="for seq in [n for n in self.nv.log if n > self.nv.acked]:\n"
        "        self.nv.log.pop(seq); self.nv.next_seq -= 1\n"
        "    with self.nv.atomic():",
        caught_by=soak_catches("hell"),
    ),
    Plant(
        name="device never retransmits",
        owner=delivery.Delivery,
        function="_go_back",
        old="self._sent = self._nv.acked",
        new="pass",
        caught_by=soak_catches("noisy"),
    ),
    Plant(
        name="device drops what was not acknowledged",
        owner=event_log.EventLog,
        function="acknowledge",
        old="nv.first_seq <= seq and nv.log",
        new="nv.first_seq <= seq + 2 and nv.log",
        caught_by=soak_catches("hell", variant=True),
    ),
    Plant(
        name="response cache survives HELLO",
        owner=device_session.WireSession,
        function="_open",
        old="responses={frame.seq: (Message.HELLO, response)}",
        new='responses=self.__dict__.setdefault("kept", {})',
        caught_by=test_ends.test_session_comes_up_again_after_a_reconnect,
    ),
    Plant(
        name="device acts on an operation it knows",
        owner=commands,
        function="_known_op",
        old="if known is not None:",
        new="if False:",
        caught_by=test_ends.test_known_operation_acts_once,
    ),
    Plant(
        name="device knows an operation by its id alone",
        owner=commands,
        function="_known_op",
        old="same = known.message is command.message and known.params == payload[4:]",
        new="same = True",
        caught_by=test_ends.test_reused_id_with_other_bytes_is_a_conflict,
    ),
    Plant(
        name="device acts on an old command id",
        owner=device_session.WireSession,
        function="_command",
        old="if frame.seq <= live.highest_id:",
        new="if False:",
        caught_by=partial(passes, "an old command id is stale"),
    ),
    Plant(
        name="device forgets its last responses",
        owner=device_session.WireSession,
        function="_command",
        old="if kept is not None:",
        new="if False:",
        caught_by=partial(passes, "a known command id gives the stored response"),
    ),
    Plant(
        name="four equal EACKs go back twice",
        owner=delivery.Delivery,
        function="eack",
        old="if self._dup == 2:",
        new="if self._dup % 2 == 0:",
        caught_by=partial(passes, "four equal EACKs give one repeat"),
    ),
    Plant(
        name="device does not miss our echo",
        owner=device_session.WireSession,
        function="tick",
        old="now_ms - live.last_echo_ms >= NO_ECHO_MS",
        new="False",
        caught_by=partial(passes, "no echo ends the session"),
    ),
    Plant(
        name="device sends more than eight events ahead",
        owner=delivery.Delivery,
        function="pump",
        old="self._sent - self._nv.acked < WINDOW",
        new="self._sent - self._nv.acked < 2 * WINDOW",
        caught_by=partial(passes, "events come in order, eight at most"),
    ),
    Plant(
        name="a repeated ARM widens the window",
        owner=shoe.ShoeFirmware,
        function="arm",
        old="Window(first=first,",
        new="Window(first=self.nv.next_index,",
        caught_by=test_ends.test_window_repeated_widens_nothing,
    ),
)
