"""The host end of a wire session: bytes in, reports out, bytes to send (CDP1 3, 4).

Sans-IO: no thread, clock, file or socket; time comes in as `now`, seconds of a monotonic clock, and the
random source is passed in. One object serves one device for the life of the port: `open` begins a wire
session, `lost` ends it. A session that ends by itself goes to DOWN, and the port opens the next one.
"""

from collections import Counter
from dataclasses import replace
from typing import assert_never

from drivers import orders as od
from drivers.cdp.answers import answer_or_breach, lost_answer
from drivers.cdp.codec import Decoder
from drivers.cdp.commands import Command, encode_order
from drivers.cdp.device_events import read_event
from drivers.cdp.frames import Defect, Frame, FrameKind
from drivers.cdp.handshake import GiveUp, GoUp, Handshake, Send, Step, Stop
from drivers.cdp.health import LinkHealth
from drivers.cdp.heartbeat import Heartbeat, read_beat
from drivers.cdp.inflow import Inflow
from drivers.cdp.link_state import (
    BEFORE_RESUME,
    FLOOR_STOPS,
    STATE_OF_PURPOSE,
    LinkState,
    SecondHostWatch,
    SessionSettings,
)
from drivers.cdp.message_ids import Cmd
from drivers.cdp.outgoing import Outgoing
from drivers.cdp.pending import CommandLine, Purpose
from drivers.cdp.positions import Positions
from drivers.cdp.reports import Reports, link_up, stopped, tally
from drivers.cdp.session_numbers import RandomSource, SessionNumbers
from drivers.events import (
    DeviceEvent,
    DeviceReport,
    DownReason,
    LinkDown,
    LinkNoticed,
    LinkStatistics,
    OneWayLoss,
    OneWayLossEnded,
    Status,
    StopReason,
    UnknownEvent,
)
from drivers.orders import DeviceOrder, WireOrder
from drivers.trace import Trace

_ENDED_TEXTS = {
    DownReason.SILENT: "nothing heard from the device for 1.5 s",
    DownReason.NO_ECHO: "the device has not heard us for 3 s",
}


class HostSession:
    """Be the host end of CDP/1 for one device; owned by one thread, the port's."""

    def __init__(
        self,
        settings: SessionSettings,
        positions: Positions,
        random: RandomSource,
        trace: Trace | None = None,
    ) -> None:
        self.state = LinkState.DOWN
        self.link = 0
        self.down_reason: DownReason | None = None
        self._trace = trace
        self._settings = settings
        self._positions = positions
        self._numbers = SessionNumbers(random)
        self._handshake = Handshake(
            expected=settings.expected,
            host_name=settings.host_name,
            auth_key=settings.auth_key,
            positions=positions,
            random=random,
        )
        self._decoder = Decoder()
        self._outgoing = Outgoing(trace)
        self._health = LinkHealth(self._decoder)
        self._rivals = SecondHostWatch()
        self._counts: Counter[str] = Counter()
        self._reports = Reports(settings.device)
        self._commands = CommandLine(self._outgoing, self._counts)
        self._now = 0.0
        self._quiet_s = settings.quiet_s
        self._round_trip_ms: float | None = None
        self._stop: Stop | None = None
        self._begin_session(0)

    def _begin_session(self, session: int) -> None:
        """Forget all that belongs to one wire session."""
        self._session = session
        self._commands.begin(session)
        self._hello_at: float | None = None
        self._heartbeat: Heartbeat | None = None
        self._inflow: Inflow | None = None
        self._resume_due = False
        self._one_way_reported = False

    # ---- what the port calls --------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Tell whether the next order would be sent at once."""
        return self._commands.is_idle

    @property
    def is_live(self) -> bool:
        """Tell whether a wire session runs or is being set up."""
        return self._floor_stopped or self.state not in {LinkState.DOWN, LinkState.STOPPED}

    def open(self, now: float) -> None:
        """Begin a new wire session on an open link."""
        self._now = now
        self._decoder.restart()
        self._outgoing.restart()
        self._begin_session(self._numbers.draw())
        self._counts["sessions"] += 1
        self._hello_at = now + self._quiet_s
        self._quiet_s = 0.0
        self.state = LinkState.HELLO

    def lost(self, reason: DownReason, detail: str) -> list[DeviceReport]:
        """End the session because its link is gone."""
        self._rivals.forget()
        self._go_down(reason, detail)
        return self._reports.drain()

    def feed(self, data: bytes, now: float) -> list[DeviceReport]:
        """Take bytes as they come; give what the table must know, in order."""
        self._now = now
        event_seen = events_missing = False
        for frame in self._decoder.feed(data):
            if self._trace is not None:
                self._trace.frame_in(frame, now)
            event_seen |= frame.kind is FrameKind.EVT
            events_missing |= self._on_frame(frame)
        if events_missing and not event_seen and self._inflow is not None:
            self._inflow.answer()
        return self._reports.drain()

    def tick(self, now: float) -> list[DeviceReport]:
        """Do what is due by now: HELLO, retries, beats, the silence rules."""
        self._now = now
        if self._hello_at is not None and now >= self._hello_at:
            self._hello_at = None
            self._apply(self._handshake.begin(self._session))
        self._retry()
        if self._heartbeat is not None and self.is_live:
            self._beat(self._heartbeat)
        self._notice(self._health.tick(now))
        return self._reports.drain()

    def take(self) -> bytes:
        """Give the bytes to write; at most one EACK a turn, for the last durable event."""
        if self._inflow is not None and (number := self._inflow.take_eack()) is not None:
            self._outgoing.put(Frame(kind=FrameKind.EACK, session=self._session, seq=number))
        return self._outgoing.take(self._now)

    def submit(self, order: DeviceOrder, now: float) -> list[DeviceReport]:
        """Take an order; raises LocalProtocolError if CDP/1 does not allow it."""
        self._now = now
        if isinstance(order, od.Rebase):
            self._rebase(order.epoch)
        elif isinstance(order, od.Reconnect):
            self._reconnect()
        elif isinstance(order, od.Refuse):
            self._go_down(DownReason.ENDED, order.text)
            self._apply(Stop(reason=StopReason.REFUSED, text=order.text))
        else:
            self._order(order, encode_order(order, self._settings.expected.device_class))
        return self._reports.drain()

    def ack(self, ack: od.Ack) -> None:
        """Take the table's word that an event is durable; the EACK goes out with the next `take`."""
        self._positions.confirm(ack.serial, ack.epoch, ack.number)
        if self._inflow is not None:
            self._inflow.answer()

    def goodbye(self, now: float) -> list[DeviceReport]:
        """Say BYE, if there is anybody to say it to; DOWN follows."""
        self._now = now
        if self._heartbeat is None or not self.is_live:
            self._go_down(DownReason.ENDED, "stopped")
        else:
            self._lose_orders()
            self._commands.send(Purpose.BYE, Command(type=Cmd.BYE), now)
        return self._reports.drain()

    def undeliver(self, report: DeviceReport) -> None:
        """Take back an event that the inbox refused; the device sends it again."""
        self._positions.undo(report.serial, report.epoch, report.number)

    def statistics(self) -> LinkStatistics:
        """Give the counters since the port started."""
        counted = tally(self._counts, self._decoder, self._outgoing)
        return replace(
            counted, round_trip_ms=self._round_trip_ms, clock_offset_ms=self._health.clock_offset_ms
        )

    # ---- frames in ------------------------------------------------------------------------------

    def _on_frame(self, frame: Frame) -> bool:
        """Handle one frame; True if it is a beat that knows of events which never came."""
        if frame.session != self._session or not self.is_live:
            self._counts["stale_session"] += 1
            return False
        if frame.kind is FrameKind.BEAT:
            return self._on_beat(frame)
        if self._heartbeat is not None:
            self._heartbeat.alive(self._now)
        if frame.kind is FrameKind.RSP:
            self._on_rsp(frame)
        elif frame.kind is FrameKind.EVT:
            self._on_event(frame)
        return False

    def _on_rsp(self, frame: Frame) -> None:
        pending = self._commands.answered(frame)
        if pending is None:
            return
        self._heard()
        self._round_trip_ms = (self._now - pending.sent_at) * 1000
        if pending.purpose is Purpose.BYE:
            self._go_down(DownReason.ENDED, "stopped")
        elif frame.payload[:1] == bytes([Status.BAD_SESSION]):
            self._on_bad_session(pending.order)
        elif pending.order is not None:
            for event in answer_or_breach(pending.order, frame.payload, self._round_trip_ms):
                self._emit(event)
            self._pump()
        else:
            self._on_handshake(pending.purpose, frame.payload)

    def _on_handshake(self, purpose: Purpose, payload: bytes) -> None:
        step = self._handshake.answered(purpose, payload)
        identity = self._handshake.identity
        if purpose is Purpose.HELLO and identity is not None:
            self._heartbeat = Heartbeat(self._session, self._now)
            self._sample_clock(identity.uptime_ms)
        self._apply(step)

    def _on_bad_session(self, order: WireOrder | None) -> None:
        identity = self._handshake.identity
        boot_id = identity.boot_id if identity is not None else 0
        if order is not None:
            self._emit(lost_answer(order))
        self._go_down(DownReason.BAD_SESSION, "the device does not know this session")
        if self._rivals.bad_session(boot_id, self._now):
            self._apply(Stop(reason=StopReason.SECOND_HOST, text="another program talks to this device"))

    def _on_event(self, frame: Frame) -> None:
        if self._inflow is None or not self._inflow.take(frame.seq):
            return
        event = read_event(frame.type, frame.payload, self._settings.expected.device_class)
        self._counts["unknown_events"] += isinstance(event, UnknownEvent)
        self._emit(event, number=frame.seq)

    def _on_beat(self, frame: Frame) -> bool:
        beat = read_beat(frame.payload)
        heartbeat = self._heartbeat
        if beat is None or heartbeat is None:
            self._decoder.defects[Defect.LENGTH] += beat is None
            return False
        heartbeat.alive(self._now)
        if heartbeat.beat_came(frame.seq, beat.echo, self._now):
            self._heard()
        self._sample_clock(beat.uptime_ms)
        return self._inflow is not None and self._inflow.lacks(beat.last_seq)

    def _heard(self) -> None:
        if self._heartbeat is not None:
            self._heartbeat.heard(self._now)
        if self._one_way_reported:
            self._one_way_reported = False
            self._emit(OneWayLossEnded())

    def _sample_clock(self, uptime_ms: int) -> None:
        identity = self._handshake.identity
        assert identity is not None
        self._notice(self._health.uptime(identity, uptime_ms, self._now))

    # ---- steps and orders -----------------------------------------------------------------------

    def _apply(self, step: Step) -> None:
        """Take the next step of the handshake."""
        match step:
            case Send():
                self.state = STATE_OF_PURPOSE[step.purpose]
                self._commands.send(step.purpose, step.command, self._now)
            case Stop():
                self._halt(step)
            case GoUp():
                self._go_up(step)
            case GiveUp():
                self._go_down(step.reason, step.text)
            case _:
                assert_never(step)

    def _halt(self, stop: Stop) -> None:
        """Stop using the device; an unchanged reason is not told again after each reconnect."""
        self.state = LinkState.STOPPED
        if stop != self._stop:
            self._stop = stop
            self._emit(stopped(stop))
        self._pump()

    def _go_up(self, step: GoUp) -> None:
        identity = self._handshake.identity
        assert identity is not None
        self.state = LinkState.UP
        self._stop = None
        self._inflow = Inflow(step.position, self._counts)
        self.link += 1
        self._emit(link_up(identity, step, self.link))
        self._pump()

    def _go_down(self, reason: DownReason, detail: str) -> None:
        was_up = self.state is LinkState.UP
        self.state = LinkState.DOWN
        self.down_reason = reason
        self._inflow = None
        self._heartbeat = None
        self._hello_at = None
        if was_up:
            self._emit(LinkDown(reason=reason, detail=detail))
        self._lose_orders()

    def _lose_orders(self) -> None:
        for order in self._commands.drop_all():
            self._emit(lost_answer(order))

    @property
    def _floor_stopped(self) -> bool:
        stopped = self.state is LinkState.STOPPED
        return stopped and self._stop is not None and self._stop.reason in FLOOR_STOPS

    def _order(self, order: WireOrder, command: Command) -> None:
        early = self._floor_stopped and isinstance(order, BEFORE_RESUME)
        if self.state is LinkState.UP or early:
            self._commands.queue(order, command)
            self._pump()
        else:
            self._emit(lost_answer(order))

    def _rebase(self, epoch: int) -> None:
        if self.state is not LinkState.UP:
            self._handshake.grant(epoch)
            self._resume_due = self._floor_stopped
            self._pump()

    def _reconnect(self) -> None:
        if self.state is LinkState.STOPPED:
            self._stop = None
            self._go_down(DownReason.ENDED, "reconnect was ordered")

    def _pump(self) -> None:
        """Send what comes next, once no command is in flight."""
        if self._commands.pending is not None:
            return
        if self._resume_due and self._stop is not None:
            self._resume_due = False
            stop, self._stop = self._stop, None
            self._apply(self._handshake.rebase(stop))
        else:
            self._commands.send_next(self._now)

    # ---- time -----------------------------------------------------------------------------------

    def _retry(self) -> None:
        pending = self._commands.retry(self._now)
        if pending is not None:
            reason = DownReason.ENDED if pending.purpose is Purpose.BYE else DownReason.UNANSWERED
            self._go_down(reason, f"{pending.purpose} was not answered in {pending.tries} tries")

    def _beat(self, heartbeat: Heartbeat) -> None:
        if (reason := heartbeat.ended(self._now)) is not None:
            self._go_down(reason, _ENDED_TEXTS[reason])
            return
        if (frame := heartbeat.due(self._now)) is not None:
            self._outgoing.put(frame)
        if self.state is LinkState.UP and heartbeat.is_one_way(self._now) and not self._one_way_reported:
            self._one_way_reported = True
            self._emit(OneWayLoss(silent_ms=heartbeat.unheard_ms(self._now)))

    def _notice(self, notice: LinkNoticed | None) -> None:
        if notice is not None:
            self._emit(notice)

    def _emit(self, event: DeviceEvent, number: int = 0) -> None:
        self._reports.add(self._handshake.identity, event, number)
