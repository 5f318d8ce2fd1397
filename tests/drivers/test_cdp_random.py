"""A session under any device: whatever it says and whenever, the rules that keep cards hold (CDP1 3, 4)."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from drivers import orders as od
from drivers.cdp.link_state import LinkState
from drivers.events import DownReason
from drivers.orders import Ack
from hw_fixtures.peer.codes import Kind
from hw_fixtures.peer.frames import Frame
from tests.drivers.script import EPOCH, SERIAL, Script, hello_ok, u32

STATUSES = st.sampled_from([0x00, 0x01, 0x10, 0x11, 0x14, 0x21, 0x30, 0x31, 0x40, 0xEE])
ORDERS = st.sampled_from(
    [
        od.GetStatus(),
        od.Ping(data=b"x"),
        od.Arm(round_no=1, first=0, count=2),
        od.Lock(on=True),
        od.OpStatus(op_id=5),
    ]
)
TYPES = st.sampled_from([0xC0, 0x80, 0xEE])
RULINGS = st.sampled_from([od.Rebase(epoch=EPOCH), od.Rebase(epoch=9), od.Reconnect(), od.Refuse(text="no")])
ANSWERS = ("op_answer", "order_answer", "arm_answer", "status_answer", "ping_answer", "op_status_answer")


class AnyDevice(RuleBasedStateMachine):
    """Draw what the device, the cable and the table do."""

    def __init__(self) -> None:
        super().__init__()
        self.script = Script()
        self.sent: list[Frame] = []
        self.ordered = 0

    def _say(self, *frames: Frame) -> None:
        self._note(self.script.say(*frames))

    def _note(self, frames: list[Frame]) -> None:
        for frame in frames:
            if frame.kind is Kind.EACK:
                position = self.script.positions.find(SERIAL, EPOCH)
                assert position is not None
                assert frame.seq <= position.durable
            if frame.kind is Kind.CMD:
                self.sent.append(frame)

    def _received(self) -> int:
        position = self.script.positions.find(SERIAL, EPOCH)
        return position.received if position is not None else 0

    # ---- the cable ------------------------------------------------------------------------------

    @rule()
    def link_opens(self) -> None:
        """Open the link, as the port does when the session is down."""
        if self.script.session.state is LinkState.DOWN:
            self.script.session.open(self.script.now)
            self._note(self.script.turn())

    @rule(more=st.integers(0, 6))
    def link_comes_up(self, more: int) -> None:
        """Walk through the handshake at once, with a device that keeps all its events."""
        self.link_opens()
        for _ in range(2):
            self.device_answers_well(1, more + self._received())

    @rule()
    def link_breaks(self) -> None:
        """Lose the link."""
        self.script.reports += self.script.session.lost(DownReason.LOST, "drawn")

    @rule(seconds=st.sampled_from([0.01, 0.1, 0.4, 1.6, 3.5]))
    def time_passes(self, seconds: float) -> None:
        """Let time pass."""
        self._note(self.script.wait(seconds, step=0.1))

    @rule(noise=st.binary(max_size=60))
    def noise_comes(self, noise: bytes) -> None:
        """Feed raw bytes."""
        self.script.reports += self.script.session.feed(noise, self.script.now)

    # ---- the device -----------------------------------------------------------------------------

    @rule(first=st.integers(1, 4), length=st.integers(0, 30))
    def device_answers_well(self, first: int, length: int) -> None:
        """Answer the last command as a device would: HELLO and RESUME OK, orders with a plain OK."""
        if not self.sent:
            return
        asked = self.sent[-1]
        if asked.message == 1:
            payload = hello_ok(first=first, following=first + length, uptime_ms=round(self.script.now * 1000))
        elif asked.message == 2:
            payload = b"\x00" + u32(first) + u32(first + length)
        else:
            payload = b"\x00\x01\x00"
        self._say(self.script.rsp(asked, payload))

    @precondition(lambda self: self.sent)
    @rule(at=st.integers(0, 5), status=STATUSES, rest=st.binary(max_size=20))
    def device_answers_anything(self, at: int, status: int, rest: bytes) -> None:
        """Answer one of the last commands with any status and bytes."""
        asked = self.sent[-1 - at % len(self.sent)]
        self._say(self.script.rsp(asked, bytes([status]) + rest))

    @precondition(lambda self: self.sent)
    @rule(
        numbers=st.lists(st.integers(1, 12), min_size=1, max_size=5), kind=st.sampled_from([0xC0, 0x80, 0xEE])
    )
    def device_tells_events(self, numbers: list[int], kind: int) -> None:
        """Send events of any numbers in the newest session."""
        session = self.sent[-1].session
        self._say(*(self.script.evt(session, number, kind) for number in numbers))

    @precondition(lambda self: self.sent)
    @rule(last=st.integers(0, 20), echo=st.integers(0, 9), uptime=st.integers(0, 0xFFFFFFFF))
    def device_beats(self, last: int, echo: int, uptime: int) -> None:
        """Send a beat that says anything."""
        self._say(self.script.beat(self.sent[-1].session, last=last, echo=echo, uptime_ms=uptime))

    # ---- the table ------------------------------------------------------------------------------

    @rule(order=ORDERS)
    def table_orders(self, order: od.WireOrder) -> None:
        """Order something."""
        self.ordered += 1
        self.script.reports += self.script.session.submit(order, self.script.now)
        self._note(self.script.turn())

    @rule(step=st.integers(-2, 2))
    def table_acknowledges(self, step: int) -> None:
        """Acknowledge what came, and also what never did."""
        number = max(0, self._received() + step)
        self.script.session.ack(Ack(serial=SERIAL, epoch=EPOCH, number=number))
        self._note(self.script.turn())

    @rule(
        order=st.sampled_from(
            [od.Rebase(epoch=EPOCH), od.Rebase(epoch=9), od.Reconnect(), od.Refuse(text="no")]
        )
    )
    def floor_rules(self, order: od.PortOrder) -> None:
        """Let the floor decide something."""
        self.script.reports += self.script.session.submit(order, self.script.now)
        self._note(self.script.turn())

    # ---- what always holds ----------------------------------------------------------------------

    @invariant()
    def no_order_is_answered_twice(self) -> None:
        """At most one answer an order; once the session is down, exactly one."""
        answered = sum(report.event.kind in ANSWERS for report in self.script.reports)
        assert answered <= self.ordered
        if self.script.session.state is LinkState.DOWN:
            assert answered == self.ordered

    @invariant()
    def events_are_handed_over_without_a_hole(self) -> None:
        """From each LinkUp on numbers rise by one; only a new beginning may step back."""
        expected: int | None = None
        for report in self.script.reports:
            if report.event.kind == "link_up" and report.event.first_contact:
                expected = report.event.resumed_after + 1
            elif report.event.kind == "stopped":
                expected = None
            elif report.number:
                assert expected is None or report.number == expected
                expected = report.number + 1

    @invariant()
    def nothing_piles_up(self) -> None:
        """At most 213 bytes are held."""
        assert self.script.session._decoder.held <= 213


TestAnyDevice = AnyDevice.TestCase
TestAnyDevice.__doc__ = (
    "Whatever a device says, no exception leaves the session and no rule is broken (CDP1 4)."
)
