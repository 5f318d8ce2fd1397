"""Join NV, event log, wire session, faults and operations into one device's firmware (CDP1 3 to 5)."""

import random
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hw_fixtures.firmware.event_log import CAPACITY, EventLog
from hw_fixtures.firmware.fault_board import FaultBoard
from hw_fixtures.firmware.hardware import Hardware
from hw_fixtures.firmware.identity import Identity, Timing
from hw_fixtures.firmware.jobs import Job
from hw_fixtures.firmware.nv import Nv, OpRecord
from hw_fixtures.firmware.session import WireSession
from hw_fixtures.peer.codes import (
    LAST_PLAIN_NUMBER,
    UNKNOWN_COUNT,
    BootReason,
    Button,
    Capability,
    ClearedBy,
    Fault,
    Message,
    OpState,
    State,
    Status,
)

OP_RECORDS: Final = 64
_END_STATES: Final = {Status.OK: OpState.DONE, Status.INTERRUPTED: OpState.INTERRUPTED}
Sensor = tuple[int, int]


@dataclass(slots=True, kw_only=True)
class Options:
    """Say how a device deviates from the plain one; each is allowed by the paper.

    log_capacity: events kept; drops_acked: free acknowledged events at once; sends_lnak: diagnostics on.
    """

    log_capacity: int = CAPACITY
    drops_acked: bool = False
    sends_lnak: bool = True


@dataclass(slots=True, kw_only=True)
class Setup:
    """Hold what one power-up is made from.

    rng: ids and nonces; card_rng: shuffles; now_ms: time of the power-up.
    """

    identity: Identity
    timing: Timing
    options: Options
    rng: random.Random
    card_rng: random.Random
    now_ms: int


def u16(value: int) -> bytes:
    """Lay out two bytes, low first."""
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    """Lay out four bytes, low first."""
    return value.to_bytes(4, "little")


class Firmware(ABC):
    """Run one device from power-up to power-down; everything not in `nv` or `hw` dies with it (CDP1 4).

    now_ms: the time of the current call; boot_id: new at each power-up; jobs: running operations.
    reboot: when and why the device restarts itself, or None.
    """

    nv: Nv
    hw: Hardware

    def __init__(self, setup: Setup, nv: Nv, hw: Hardware) -> None:
        self.identity = setup.identity
        self.timing = setup.timing
        self.rng = setup.rng
        self.card_rng = setup.card_rng
        self.nv = nv
        self.hw = hw
        self.now_ms = setup.now_ms
        self.boot_id = setup.rng.getrandbits(32)
        self.log = EventLog(nv, capacity=setup.options.log_capacity, drops_acked=setup.options.drops_acked)
        self.faults = FaultBoard(self)
        self.session = WireSession(self, sends_lnak=setup.options.sends_lnak)
        self.jobs: list[Job] = []
        self.reboot: tuple[int, BootReason] | None = None
        self.blinks_until_ms = 0
        self._booted_ms = setup.now_ms
        self._state = State.BOOT
        self._overrun_due = False

    # -- what the two classes add -------------------------------------------------------------

    @abstractmethod
    def answer(self, message: int, payload: bytes) -> bytes:
        """Carry out a command past the session's own checks (CDP1 4)."""

    @abstractmethod
    def sensors(self) -> Iterator[tuple[Sensor, int]]:
        """Give what each sensor shows now."""

    @abstractmethod
    def sensor_event(self, sensor: Sensor, value: int) -> tuple[Message, bytes]:
        """Give the event for a changed sensor."""

    @abstractmethod
    def class_state(self) -> State:
        """Compute the state apart from BOOT, SERVICE, FAULT and BUSY (CDP1 5.1)."""

    @abstractmethod
    def config_keys(self) -> frozenset[int]:
        """Give the config keys this class knows (CDP1 5.4)."""

    @abstractmethod
    def cards_inside(self) -> int:
        """Count the cards in all slots as far as the device knows."""

    @abstractmethod
    def inside_after_op(self) -> int:
        """Count the cards in slot 1 or in the shoe, for OP_DONE."""

    @abstractmethod
    def shown_mode(self) -> int:
        """Give the mode byte of GET_STATUS."""

    @abstractmethod
    def forget_interrupted(self, record: OpRecord) -> tuple[int, int, int, int]:
        """Give mode, n_in, n_out, n_inside of an operation a power cut ended, and mark what is uncounted."""

    # -- calls from outside -------------------------------------------------------------------

    def boot(self, reason: BootReason) -> None:
        """Log what a power-up owes, in the paper's order (CDP1 5.3, BOOT)."""
        with self.nv.atomic():
            self.nv.tally[8] += 1
            self.record(Message.BOOT, u32(self.boot_id) + bytes((reason,)))
        for op_id, record in list(self.nv.ops.items()):
            if record.state is OpState.RUNNING:
                self._end_after_boot(op_id, record)
        self.faults.repeat_after_boot()
        self.sense()
        self.settle()

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes of the host."""
        self.now_ms = max(self.now_ms, now_ms)
        self.session.feed(data, self.now_ms)
        self.settle()

    def tick(self, now_ms: int) -> None:
        """Let time pass: operations go on at their own moments, then timers run."""
        while job := self._due_job(now_ms):
            self.now_ms = max(self.now_ms, job.due_ms)
            result = job.step()
            if result is not None:
                self.finish(job, result)
        self.now_ms = max(self.now_ms, now_ms)
        self.session.tick(self.now_ms)
        self.settle()

    def take(self) -> bytes:
        """Give the bytes that wait for the wire."""
        return self.session.take(self.now_ms)

    def press(self, button: Button, *, down: bool) -> None:
        """Log a key; the clear key also clears every fault whose cause is gone."""
        self.record(Message.BUTTON, bytes((button, down)))
        if button is Button.CLEAR and down:
            self.faults.clear_all(ClearedBy.BUTTON)

    # -- events and faults --------------------------------------------------------------------

    def uptime_ms(self) -> int:
        """Give the u32 uptime of this boot."""
        return self.hw.crystal.uptime_ms(self.now_ms - self._booted_ms)

    def record(self, message: Message | int, body: bytes = b"") -> None:
        """Log one event with its uptime; the number FFFFFF00 is kept for the NV fault (CDP1 4)."""
        with self.nv.atomic():
            if self.nv.next_seq == LAST_PLAIN_NUMBER and message != Message.FAULT_RAISED:
                self.faults.raise_fault(Fault.NV)
            self.log.append(message, u32(self.uptime_ms()) + body)

    def raise_fault(self, fault: Fault, *, detail: int = 0) -> None:
        """Raise a fault; a mechanical one ends what moves (CDP1 5.1)."""
        if self.faults.raise_fault(fault, detail=detail) and fault in {
            Fault.JAM_INFEED,
            Fault.JAM_TRANSPORT,
            Fault.JAM_OUTPUT,
        }:
            self.nv.tally[3] += 1
        if fault >> 8 == 1 and fault not in {Fault.OVERTEMP, Fault.BROWNOUT}:
            self.stop_moving(Status.FAULTED)

    # -- operations ---------------------------------------------------------------------------

    @property
    def numbers_used_up(self) -> bool:
        """Tell whether operations must be refused for want of event numbers (CDP1 4)."""
        return self.nv.next_seq > LAST_PLAIN_NUMBER

    def start(self, job: Job, params: bytes) -> bytes:
        """Accept an operation: record, OP_STARTED, response (CDP1 4)."""
        with self.nv.atomic():
            self._keep(job.op_id, OpRecord(message=job.message, params=params, state=OpState.RUNNING))
            self.record(Message.OP_STARTED, u32(job.op_id))
        self.jobs.append(job)
        return bytes((Status.ACCEPTED, OpState.RUNNING, Status.OK))

    def keep_done(self, op_id: int, message: Message, params: bytes) -> bytes:
        """Record an operation that is done at once, as MARK is."""
        with self.nv.atomic():
            self._keep(op_id, OpRecord(message=message, params=params, state=OpState.DONE))
        return bytes((Status.ACCEPTED, OpState.DONE, Status.OK))

    def finish(self, job: Job, result: Status) -> None:
        """End an operation: its record and OP_DONE are one NV write (CDP1 4)."""
        self.jobs.remove(job)
        with self.nv.atomic():
            job.closing(result)
            self._end_record(job.op_id, result)
            self._op_done(job.op_id, result, (job.mode, job.n_in, job.n_out, self.inside_after_op()))

    def stop_moving(self, result: Status) -> None:
        """End every operation that moves something."""
        for job in [job for job in self.jobs if job.moves]:
            self.finish(job, result)

    def running(self, op_id: int) -> Job | None:
        """Find a running operation by its id."""
        return next((job for job in self.jobs if job.op_id == op_id), None)

    def _keep(self, op_id: int, record: OpRecord) -> None:
        self.nv.ops[op_id] = record
        finished = [known for known, kept in self.nv.ops.items() if kept.state is not OpState.RUNNING]
        if len(self.nv.ops) > OP_RECORDS and finished:
            del self.nv.ops[finished[0]]

    def _end_record(self, op_id: int, result: Status) -> None:
        state = _END_STATES.get(result, OpState.FAILED)
        self.nv.ops[op_id] = replace(self.nv.ops[op_id], state=state, result=result)

    def _op_done(self, op_id: int, result: Status, counts: tuple[int, int, int, int]) -> None:
        mode, n_in, n_out, n_inside = counts
        body = u32(op_id) + bytes((result, mode)) + u16(n_in) + u16(n_out) + u16(n_inside)
        self.record(Message.OP_DONE, body)

    def _end_after_boot(self, op_id: int, record: OpRecord) -> None:
        reset = record.message is Message.RESET and record.params[0] in {2, 3}
        result = Status.OK if reset else Status.INTERRUPTED
        with self.nv.atomic():
            counts = self.forget_interrupted(record)
            self._end_record(op_id, result)
            self._op_done(op_id, result, counts)

    def _due_job(self, now_ms: int) -> Job | None:
        due = [job for job in self.jobs if job.due_ms <= now_ms]
        return min(due, key=lambda job: job.due_ms, default=None)

    # -- state and sensors --------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Compute the state byte; of several that hold, the paper's order decides (CDP1 5.1)."""
        if self.hw.service_key:
            return State.SERVICE
        if self.faults.blocks:
            return State.FAULT
        return State.BUSY if self.jobs else self.class_state()

    def sense(self) -> None:
        """Log one event for each sensor that differs from its last logged value (CDP1 5.3)."""
        for sensor, real in list(self.sensors()):
            value = self.hw.stuck.get(sensor, real)
            if self.nv.sensors.get(sensor, 0) != value:
                with self.nv.atomic():
                    self.nv.sensors[sensor] = value
                    self.record(*self.sensor_event(sensor, value))
                self.sensed(sensor, value)

    def sensed(self, sensor: Sensor, value: int) -> None:
        """React to a changed sensor: a door that opens ends what moves (CDP1 5.1, 0105)."""
        if sensor[0] in {Message.DOOR, Message.LID} and value and any(job.moves for job in self.jobs):
            self.raise_fault(Fault.DOOR_OPEN)

    def settle(self) -> None:
        """Bring faults, log and state up to date after anything happened, and send what that gave."""
        self.sense()
        for cause in sorted(self.hw.causes - self.nv.faults.keys()):
            self.raise_fault(cause)
        if self.log.nearly_full:
            self.faults.raise_fault(Fault.LOG_FULL)
        elif self.log.half_free:
            self.faults.clear(Fault.LOG_FULL, ClearedBy.ITSELF)
        self._write_overrun()
        state = self.state
        if state is not self._state:
            old, self._state = self._state, state
            self.record(Message.STATE, bytes((old, state)))
        self.session.pump(self.now_ms)

    def _write_overrun(self) -> None:
        lost = self.nv.lost
        if lost and self._overrun_due and self.log.has_room:
            with self.nv.atomic():
                self.nv.lost = None
                self.record(Message.LOG_OVERRUN, u32(lost[0]) + u32(lost[1]))
            self._overrun_due = False

    # -- what the session reports of us -------------------------------------------------------

    def resumed(self) -> None:
        """Note that a lost range may now be told (CDP1 4, LOG_OVERRUN)."""
        self._overrun_due = self.nv.lost is not None

    def new_nonce(self) -> bytes:
        """Give 16 fresh bytes for AUTH."""
        return self.rng.randbytes(16)

    def config_hash(self) -> int:
        """Compute the hash over key, length and value in key order (CDP1 5.4)."""
        config = self.nv.config
        return zlib.crc32(b"".join(bytes((key, len(config[key]))) + config[key] for key in sorted(config)))

    def hello_facts(self) -> bytes:
        """Give uptime and TLVs of the HELLO response, tags rising (CDP1 3)."""
        who = self.identity
        faults = self.faults.active[:8]
        fields = [
            (1, who.serial.encode("ascii")),
            (2, who.maker.encode()),
            (3, who.model.encode()),
            (4, bytes(who.firmware)),
            (5, who.digest or b""),
            (6, u32(who.capabilities)),
            (7, bytes((self.state,))),
            (8, b"".join(map(u16, faults))),
            (9, u32(self.config_hash())),
        ]
        present = [(tag, value) for tag, value in fields if value or tag in {2, 3}]
        return u32(self.uptime_ms()) + b"".join(bytes((tag, len(value))) + value for tag, value in present)

    def beat_facts(self) -> bytes:
        """Give the device's part of a BEAT before the echo (CDP1 4)."""
        worst = self.faults.active[0] if self.faults.active else 0
        head = u32(self.nv.next_seq - 1) + u32(self.uptime_ms())
        return head + bytes((self.state,)) + u16(worst) + u32(self.nv.acked)

    def counted(self, n: int) -> int:
        """Give `n` if the device counts cards, else FFFF (CDP1 3, bit 8)."""
        return n if self.identity.can(Capability.COUNTS_INSIDE) else UNKNOWN_COUNT
