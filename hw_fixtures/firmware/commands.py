"""Carry out the commands both classes know, with the paper's order of checks (CDP1 4, 5.2)."""

from collections.abc import Mapping
from typing import ClassVar, Final, Generic, TypeVar

from hw_fixtures.firmware.core import Firmware, u16, u32
from hw_fixtures.firmware.jobs import BesideJob, Job, TimedJob
from hw_fixtures.firmware.nv import OpRecord
from hw_fixtures.peer.codes import (
    BootReason,
    Capability,
    ClearedBy,
    Message,
    OpState,
    State,
    Status,
)
from hw_fixtures.peer.frames import MAX_PAYLOAD

F_contra = TypeVar("F_contra", bound=Firmware, contravariant=True)
OK: Final = bytes((Status.OK,))


class Command(Generic[F_contra]):
    """Hold one command: its form, its needs, its deed; the defaults suit a plain query (CDP1 5.2).

    sizes: allowed payload lengths; capability: bits it needs; is_op: begins with an op id.
    guarded: FAULTED, BUSY and INTERLOCK apply.
    """

    message: ClassVar[Message]
    sizes: ClassVar[range] = range(1)
    capability: ClassVar[Capability] = Capability(0)
    is_op: ClassVar[bool] = False
    guarded: ClassVar[bool] = False

    def right_length(self, _firmware: F_contra, payload: bytes) -> bool:
        """Tell whether the payload has a length this command can have."""
        return len(payload) in self.sizes

    def supported(self, firmware: F_contra, _payload: bytes) -> bool:
        """Tell whether the device is able to do this."""
        return firmware.identity.can(self.capability)

    def valid(self, _firmware: F_contra, _payload: bytes) -> bool:
        """Tell whether the values make sense by themselves."""
        return True

    def interlocked(self, _firmware: F_contra, _payload: bytes) -> bool:
        """Tell whether a lid, door, tray or lock stands in the way."""
        return False

    def moment(self, _firmware: F_contra, _payload: bytes) -> Status:
        """Give OK, or why this cannot be done now."""
        return Status.OK

    def run(self, firmware: F_contra, payload: bytes) -> bytes:
        """Do it and give the response."""
        raise AssertionError(
            f"{self.message.name} has no deed for {firmware.identity.serial}: {len(payload)}"
        )


class Op(Command[F_contra]):
    """Hold an operation: op id first, known ids answered from the table (CDP1 4, operations)."""

    is_op: ClassVar[bool] = True

    def run(self, firmware: F_contra, payload: bytes) -> bytes:
        """Start the job."""
        return firmware.start(self.job(firmware, op_id_of(payload), payload[4:]), payload[4:])

    def job(self, firmware: F_contra, op_id: int, params: bytes) -> Job:
        """Make the running operation."""
        raise AssertionError(
            f"{self.message.name} {op_id} has no job: {firmware.identity.serial}, {len(params)}"
        )


def op_id_of(payload: bytes) -> int:
    """Read the op id an operation begins with."""
    return int.from_bytes(payload[:4], "little")


def answer(firmware: F_contra, table: Mapping[int, Command[F_contra]], message: int, payload: bytes) -> bytes:
    """Answer one command; the first failing check wins (CDP1 4, checks by the device)."""
    command = table.get(message)
    if command is None:
        return bytes((Status.UNKNOWN_TYPE,))
    refused = _form(firmware, command, payload)
    if refused is not Status.OK:
        return bytes((refused,))
    if command.is_op:
        known = _known_op(firmware, command, payload)
        if known is not None:
            return known
    refused = _moment(firmware, command, payload)
    return bytes((refused,)) if refused is not Status.OK else command.run(firmware, payload)


def _form(firmware: F_contra, command: Command[F_contra], payload: bytes) -> Status:
    if not command.right_length(firmware, payload):
        return Status.BAD_LENGTH
    if not command.supported(firmware, payload):
        return Status.NOT_SUPPORTED
    if command.is_op and op_id_of(payload) == 0:
        return Status.BAD_PARAM
    return Status.OK if command.valid(firmware, payload) else Status.BAD_PARAM


def _known_op(firmware: Firmware, command: Command[F_contra], payload: bytes) -> bytes | None:
    known = firmware.nv.ops.get(op_id_of(payload))
    if known is not None:
        same = known.message is command.message and known.params == payload[4:]
        return op_answer(known) if same else bytes((Status.OP_CONFLICT,))
    if firmware.numbers_used_up and command.message is not Message.RESET:
        return bytes((Status.NV_ERROR,))
    return None


def op_answer(record: OpRecord) -> bytes:
    """Give the response to an operation the table knows."""
    return bytes((Status.ACCEPTED, record.state, record.result))


def _moment(firmware: F_contra, command: Command[F_contra], payload: bytes) -> Status:
    if command.guarded:
        if firmware.faults.blocks:
            return Status.FAULTED
        if firmware.jobs:
            return Status.BUSY
        if command.interlocked(firmware, payload):
            return Status.INTERLOCK
    return command.moment(firmware, payload)


class Ping(Command[Firmware]):
    """Give the bytes back."""

    message = Message.PING
    sizes = range(65)

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Echo."""
        del firmware
        return OK + payload


class GetStatus(Command[Firmware]):
    """Report state, mode, counts, doors and faults."""

    message = Message.GET_STATUS

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Report."""
        del payload
        doors = sum(1 << door for door in firmware.hw.open_doors)
        faults = firmware.faults.active
        head = OK + bytes((firmware.state, firmware.shown_mode())) + u16(firmware.cards_inside())
        tail = bytes((doors,)) + u32(firmware.nv.next_seq - 1) + bytes((len(faults),))
        return head + tail + b"".join(map(u16, faults))


class GetCounters(Command[Firmware]):
    """Report the lifetime counters by rising id."""

    message = Message.GET_COUNTERS

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Report."""
        del payload
        values = dict.fromkeys(range(1, 13), 0) | dict(firmware.nv.tally)
        values[5], values[6], values[7] = firmware.session.line_counts()
        values[9] = firmware.uptime_ms() // 1000
        return OK + b"".join(bytes((key,)) + u32(values[key] & 0xFFFFFFFF) for key in sorted(values))


class OpStatus(Command[Firmware]):
    """Report one operation's state and result."""

    message = Message.OP_STATUS
    sizes = range(4, 5)

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Report; an unknown id gives state 0."""
        known = firmware.nv.ops.get(op_id_of(payload))
        return OK + (bytes((known.state, known.result)) if known else bytes((OpState.UNKNOWN, Status.OK)))


class ClearFault(Op[Firmware]):
    """Clear one fault if its cause is gone; may run beside another operation."""

    message = Message.CLEAR_FAULT
    sizes = range(6, 7)

    def job(self, firmware: Firmware, op_id: int, params: bytes) -> Job:
        """Clear after a moment."""
        code = int.from_bytes(params, "little")

        def clear(_job: TimedJob) -> Status:
            return Status.OK if firmware.faults.clear(code, ClearedBy.COMMAND) else Status.FAULTED

        due_ms = firmware.now_ms + firmware.timing.quick_ms
        return BesideJob(op_id=op_id, message=self.message, due_ms=due_ms, end=clear)


class SelfTest(Op[Firmware]):
    """Test the mechanics."""

    message = Message.SELF_TEST
    sizes = range(4, 5)
    capability = Capability.SELF_TEST
    guarded = True

    def interlocked(self, firmware: Firmware, _payload: bytes) -> bool:
        """Need the doors shut."""
        return bool(firmware.hw.open_doors)

    def job(self, firmware: Firmware, op_id: int, params: bytes) -> Job:
        """Take the time a test takes."""
        del params

        def judge(_job: TimedJob) -> Status:
            return Status.FAULTED if firmware.faults.blocks else Status.OK

        due_ms = firmware.now_ms + firmware.timing.self_test_ms
        return TimedJob(op_id=op_id, message=self.message, due_ms=due_ms, end=judge)


class Reset(Op[Firmware]):
    """Reset the mechanics, restart, or clear log and op records for a new epoch."""

    message = Message.RESET
    sizes = range(5, 6)

    def valid(self, _firmware: Firmware, payload: bytes) -> bool:
        """Allow kinds 1, 2 and 3."""
        return payload[4] in {1, 2, 3}

    def moment(self, firmware: Firmware, payload: bytes) -> Status:
        """Allow kind 3 in service only."""
        in_service = firmware.state is State.SERVICE
        return Status.WRONG_STATE if payload[4] == 3 and not in_service else Status.OK

    def job(self, firmware: Firmware, op_id: int, params: bytes) -> Job:
        """End what runs (kind 1), or ask for the restart that follows the response (kinds 2, 3)."""
        if params[0] == 1:
            firmware.stop_moving(Status.ABORTED)
            due_ms = firmware.now_ms + firmware.timing.reset_ms
        else:
            due_ms = firmware.now_ms + 10 * firmware.timing.reboot_ms
            firmware.reboot = (firmware.now_ms + firmware.timing.reboot_ms, BootReason.COMMAND)
        return TimedJob(op_id=op_id, message=self.message, due_ms=due_ms, end=lambda _job: Status.OK)


class SetConfig(Command[Firmware]):
    """Set one config key; the same value changes nothing (CDP1 5.4)."""

    message = Message.SET_CONFIG
    sizes = range(1, MAX_PAYLOAD + 1)
    _lengths: ClassVar[Mapping[int, range]] = {
        1: range(33),
        2: range(1, 2),
        3: range(2, 3),
        4: range(1, 2),
        5: range(1, 2),
    }

    def right_length(self, firmware: Firmware, payload: bytes) -> bool:
        """Judge the length of known keys only; an unknown key is BAD_PARAM whatever its length."""
        if not payload:
            return False
        known = payload[0] in firmware.config_keys()
        return not known or len(payload) - 1 in self._lengths[payload[0]]

    def valid(self, firmware: Firmware, payload: bytes) -> bool:
        """Allow writable keys with values in range."""
        key, value = payload[0], payload[1:]
        if key not in firmware.config_keys() or key == 5:
            return False
        if key == 1:
            try:
                value.decode()
            except UnicodeDecodeError:
                return False
        return key not in {2, 4} or value[0] <= 100

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Keep the value and tell the new hash."""
        key, value = payload[0], payload[1:]
        if firmware.nv.config[key] != value:
            with firmware.nv.atomic():
                firmware.nv.config[key] = value
                firmware.record(Message.CONFIG_CHANGED, bytes((key,)) + u32(firmware.config_hash()))
        return OK


class GetConfig(Command[Firmware]):
    """Read one config key."""

    message = Message.GET_CONFIG
    sizes = range(1, 2)

    def valid(self, firmware: Firmware, payload: bytes) -> bool:
        """Allow the keys of the device's class."""
        return payload[0] in firmware.config_keys()

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Give the value; key 5 is the fixed number of slots."""
        return OK + (bytes((2,)) if payload[0] == 5 else firmware.nv.config[payload[0]])


class GetLog(Command[Firmware]):
    """Read logged events for an audit; the host seals them like live ones."""

    message = Message.GET_LOG
    sizes = range(5, 6)

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Give as many as fit, beginning at the first kept one."""
        start, wanted = int.from_bytes(payload[:4], "little"), payload[4]
        if wanted == 0:
            return OK + u32(start)
        seq = max(start, firmware.nv.first_seq)
        entries = bytearray()
        for _ in range(wanted):
            entry = firmware.log.entry(seq)
            if entry is None or 5 + len(entries) + 6 + len(entry.payload) > MAX_PAYLOAD:
                break
            entries += u32(seq) + bytes((entry.message, len(entry.payload))) + entry.payload
            seq += 1
        return OK + u32(seq) + bytes(entries)


class Locate(Command[Firmware]):
    """Blink so that a person finds the device."""

    message = Message.LOCATE
    sizes = range(1, 2)
    capability = Capability.LOCATE

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Blink for so many seconds."""
        firmware.blinks_until_ms = firmware.now_ms + 1000 * payload[0]
        return OK


class Lock(Command[Firmware]):
    """Lock or free the way out; kept in NV."""

    sizes = range(1, 2)
    capability = Capability.LOCK

    def valid(self, _firmware: Firmware, payload: bytes) -> bool:
        """Allow 0 and 1."""
        return payload[0] in {0, 1}

    def run(self, firmware: Firmware, payload: bytes) -> bytes:
        """Turn the lock."""
        with firmware.nv.atomic():
            firmware.nv.locked = bool(payload[0])
        return OK


COMMON: Final[tuple[Command[Firmware], ...]] = (
    Ping(),
    GetStatus(),
    GetCounters(),
    OpStatus(),
    ClearFault(),
    SelfTest(),
    Reset(),
    SetConfig(),
    GetConfig(),
    GetLog(),
    Locate(),
)
