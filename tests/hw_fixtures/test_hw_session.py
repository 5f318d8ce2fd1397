"""The device's wire session: handshake, memory, config (CDP1 3 to 5)."""

from dataclasses import replace

import pytest

from hw_fixtures.firmware.machine import ShoeMachine, ShufflerMachine, plain_shoe, plain_shuffler
from hw_fixtures.peer.codec import encode
from hw_fixtures.peer.codes import (
    LAST_PLAIN_NUMBER,
    BootReason,
    Button,
    Capability,
    DeviceClass,
    Fault,
    Kind,
    Message,
    Status,
)
from hw_fixtures.peer.frames import Frame
from tests.hw_fixtures.minihost import MiniHost, u32

KEY = bytes(range(32))


def shoe() -> ShoeMachine:
    """Power up a plain shoe."""
    machine = ShoeMachine(plain_shoe(seed=1))
    machine.power_on(0)
    return machine


def shuffler() -> ShufflerMachine:
    """Power up a plain shuffler."""
    machine = ShufflerMachine(plain_shuffler(seed=1))
    machine.power_on(0)
    return machine


def locked_shoe() -> ShoeMachine:
    """Power up a shoe that insists on AUTH."""
    build = plain_shoe(seed=1)
    build.identity = replace(
        build.identity, key=KEY, capabilities=build.identity.capabilities | Capability.AUTH_REQUIRED
    )
    machine = ShoeMachine(build)
    machine.power_on(0)
    return machine


def press(machine: ShoeMachine | ShufflerMachine, host: MiniHost, times: int) -> None:
    """Make 2 * times events."""
    for _ in range(times):
        machine.press(Button.DEAL, host.now_ms)
    host.collect()


def test_golden_hello_response() -> None:
    """The HELLO response of CDP1 2 comes out byte for byte."""
    build = plain_shoe(seed=1)
    build.identity = replace(build.identity, capabilities=Capability(0x0706))
    machine = ShoeMachine(build)
    machine.power_on(0)
    assert machine.firmware is not None
    machine.firmware.boot_id = 0xA1B2C3D4
    machine.nv.epoch = 0x0E0C0001
    machine.nv.next_seq = 1027
    machine.nv.config[1] = b"table-7"
    machine.hw.crystal.base_ms = 123_000
    # READY without a class state of its own: the paper's shoe is open.
    machine.nv.is_open = True
    host = MiniHost(machine)
    machine.firmware.session.feed(
        encode(
            Frame(
                kind=Kind.CMD,
                session=0x1234,
                seq=1,
                message=Message.HELLO,
                payload=b"\x01\x00\x00table-7",
            )
        ),
        0,
    )
    wire = (
        "02 12 04 34 12 01 01 01 03 01 41 01 07 02 d4 c3 b2 a1 01 04 0c 0e 01 01 01 03 03 04 01 04 78 e0 01 "
        "1a 01 09 53 48 4f 45 2d 30 30 30 31 02 05 53 69 6d 43 6f 03 02 53 31 "
        "04 03 01 01 05 06 04 06 07 01 0c 07 01 04 09 04 95 49 27 7f d7 6a 00"
    )
    assert b"\0" + bytes.fromhex(wire) == host.device.take()


@pytest.mark.parametrize(
    ("session", "payload", "answer"),
    [
        (0, b"\x01\x00\x00", bytes((Status.BAD_PARAM,))),
        (7, b"\x01\x00", bytes((Status.BAD_LENGTH,))),
        (7, b"\x01\x00\x00" + bytes(33), bytes((Status.BAD_LENGTH,))),
        (7, b"\x02\x00\x00", bytes((Status.BAD_VERSION, 1, 0, 0))),
        (7, b"\x01\x01\x02", bytes((Status.BAD_VERSION, 1, 0, 0))),
        (7, b"\x01\x00\x00\xff", bytes((Status.BAD_PARAM,))),
    ],
)
def test_refused_hello_changes_nothing(session: int, payload: bytes, answer: bytes) -> None:
    """HELLO is checked in the paper's order and a running session goes on (CDP1 3)."""
    host = MiniHost(shoe())
    host.up()
    assert answer == host.hello(session, payload)
    host.session = 0x1234
    assert Status.OK == host.raw_command(9, Message.PING, b"x").payload[0]


def test_newest_hello_wins_and_the_old_session_is_refused() -> None:
    """A HELLO with another session ends the old one; its commands get BAD_SESSION (CDP1 3)."""
    host = MiniHost(shoe())
    host.up()
    host.hello(0x2222)
    host.session = 0x1234
    assert bytes((Status.BAD_SESSION,)) == host.raw_command(5, Message.PING, b"").payload
    assert (0x1234, Message.PING) == (host.frames[-1].session, host.frames[-1].message)


def test_hello_of_the_running_session_is_answered_afresh() -> None:
    """A repeated HELLO changes nothing but is answered with present values (CDP1 3)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    first = u32(host.raw_command(1, Message.HELLO, b"\x01\x00\x00t").payload, 15)
    press(machine, host, 1)
    second = host.raw_command(1, Message.HELLO, b"\x01\x00\x00t").payload
    assert first + 2 == u32(second, 15)
    assert Status.OK == host.command(Message.DISARM)[0]


def test_resume_is_judged_in_order() -> None:
    """EPOCH, BAD_PARAM, GAP, OK, and WRONG_STATE once resumed; the numbers come with each (CDP1 3)."""
    machine = shoe()
    host = MiniHost(machine)
    epoch = u32(host.hello(), 7)
    kept = machine.nv.first_seq.to_bytes(4, "little") + machine.nv.next_seq.to_bytes(4, "little")
    assert bytes((Status.BAD_LENGTH,)) == host.command(Message.RESUME, b"1234567")
    assert bytes((Status.EPOCH,)) + kept == host.resume(epoch ^ 1, 0)
    assert bytes((Status.BAD_PARAM,)) + kept == host.resume(epoch, machine.nv.next_seq)
    assert bytes((Status.OK,)) + kept == host.resume(epoch, 0)
    again = host.resume(epoch, 0)
    assert (Status.WRONG_STATE, 9) == (again[0], len(again))


def test_resume_below_the_first_kept_event_is_a_gap() -> None:
    """A lost range is the floor's decision (CDP1 3, GAP)."""
    build = plain_shoe(seed=1)
    build.options.log_capacity = 70
    machine = ShoeMachine(build)
    machine.power_on(0)
    host = MiniHost(machine)
    press(machine, host, 50)
    host.hello()
    assert Status.GAP == host.resume(machine.nv.epoch, 0)[0]
    assert Status.OK == host.resume(machine.nv.epoch, machine.nv.first_seq - 1)[0]


def test_lost_range_is_told_once_there_is_room() -> None:
    """LOG_OVERRUN names the lost numbers after a RESUME that is OK and displaces nothing unread (CDP1 4)."""
    build = plain_shoe(seed=1)
    build.options.log_capacity = 70
    machine = ShoeMachine(build)
    machine.power_on(0)
    host = MiniHost(machine)
    press(machine, host, 50)
    first = machine.nv.first_seq
    host.hello()
    host.resume(machine.nv.epoch, first - 1)
    host.run(3000)
    overrun = host.payloads(Message.LOG_OVERRUN)
    assert [(1, first - 1)] == [(u32(payload, 4), u32(payload, 8)) for payload in overrun]


def test_log_full_blocks_operations_and_clears_itself() -> None:
    """From capacity minus 64 unacknowledged on, LOG_FULL stands until half is free (CDP1 4)."""
    build = plain_shoe(seed=1)
    build.options.log_capacity = 128
    machine = ShoeMachine(build)
    machine.power_on(0)
    host = MiniHost(machine)
    host.acks = False
    host.up()
    press(machine, host, 32)
    assert bytes((Status.FAULTED,)) == host.op(Message.OPEN_SHOE, bytes((1, 0, 0, 0, 1, 2, 0, 0)))[1]
    host.acks = True
    host.run(2000)
    assert Fault.LOG_FULL not in machine.nv.faults
    assert [Fault.LOG_FULL] == [u32(p[4:6] + b"\0\0") for p in host.payloads(Message.FAULT_CLEARED)]


def test_before_resume_only_the_listed_commands_are_allowed() -> None:
    """Unknown types and operations before RESUME get WRONG_STATE, queries are served (CDP1 3)."""
    host = MiniHost(shoe())
    host.hello()
    assert Status.OK == host.command(Message.PING, b"ab")[0]
    assert Status.OK == host.command(Message.GET_STATUS)[0]
    assert bytes((Status.WRONG_STATE,)) == host.command(Message.SET_CONFIG, b"\x02\x10")
    assert bytes((Status.WRONG_STATE,)) == host.command(0x77)


def test_unknown_type_includes_the_other_class() -> None:
    """A shoe does not know DISPENSE (CDP1 4)."""
    host = MiniHost(shoe())
    host.up()
    assert bytes((Status.UNKNOWN_TYPE,)) == host.command(0x77)
    assert bytes((Status.UNKNOWN_TYPE,)) == host.command(Message.DISPENSE, b"\x01\0\0\0\x02")


def test_auth_vector_of_the_paper() -> None:
    """Both proofs equal the paper's values for its key, nonces, serial, boot and session (CDP1 3)."""
    machine = locked_shoe()
    assert machine.firmware is not None
    machine.firmware.boot_id = 0xA1B2C3D4
    machine.firmware.new_nonce = lambda: bytes(range(0x80, 0x90))  # type: ignore[method-assign]
    host = MiniHost(machine)
    host.hello()
    response = host.command(Message.AUTH, b"\x01" + bytes(range(0x40, 0x50)))
    assert bytes.fromhex("f0a189153a256050f3013e3b934b3598") == response[17:]
    proof = bytes.fromhex("55647bab468026a1be9c696a47851fea")
    assert bytes((Status.OK,)) == host.command(Message.AUTH, b"\x02" + proof)
    assert Status.OK == host.command(Message.GET_STATUS)[0]


def test_auth_is_needed_where_the_device_says_so() -> None:
    """Before AUTH only HELLO, AUTH, PING, BYE; a wrong proof fails and uses up the nonce (CDP1 3)."""
    host = MiniHost(locked_shoe())
    host.hello()
    assert bytes((Status.AUTH_REQUIRED,)) == host.command(Message.GET_STATUS)
    assert bytes((Status.WRONG_STATE,)) == host.command(Message.AUTH, b"\x02" + bytes(16))
    assert bytes((Status.BAD_PARAM,)) == host.command(Message.AUTH, b"\x03" + bytes(16))
    assert Status.OK == host.command(Message.AUTH, b"\x01" + bytes(16))[0]
    assert bytes((Status.AUTH_FAILED,)) == host.command(Message.AUTH, b"\x02" + bytes(16))
    assert bytes((Status.WRONG_STATE,)) == host.command(Message.AUTH, b"\x02" + bytes(16))


def test_auth_without_a_key_is_not_supported() -> None:
    """A device without key cannot prove itself (CDP1 3)."""
    host = MiniHost(shoe())
    host.hello()
    assert bytes((Status.NOT_SUPPORTED,)) == host.command(Message.AUTH, b"\x01" + bytes(16))


def test_event_number_ffffff00_is_the_nv_fault() -> None:
    """Numbers used up: the NV fault takes its own number, operations get NV_ERROR (CDP1 4)."""
    machine = ShoeMachine(plain_shoe(seed=1))
    machine.jump_to_number(LAST_PLAIN_NUMBER - 2)
    machine.power_on(0)
    host = MiniHost(machine)
    host.up(last=LAST_PLAIN_NUMBER - 3)
    press(machine, host, 1)
    assert Message.FAULT_RAISED == machine.nv.log[LAST_PLAIN_NUMBER].message
    assert bytes((Status.NV_ERROR,)) == host.op(Message.OPEN_SHOE, bytes((1, 0, 0, 0, 1, 2, 0, 0)))[1]
    assert bytes((Status.ACCEPTED, 1, 0)) == host.op(Message.RESET, b"\x01")[1]


def test_power_cycle_keeps_the_log_and_renews_the_boot_id() -> None:
    """Events, epoch and config survive; BOOT opens the new boot (CDP1 4, 5.3)."""
    machine = shoe()
    host = MiniHost(machine)
    before = host.hello()
    host.resume(u32(before, 7))
    host.command(Message.SET_CONFIG, b"\x02\x10")
    kept = dict(machine.nv.log)
    machine.power_cycle(host.now_ms, BootReason.WATCHDOG)
    after = host.hello(0x7777)
    assert (u32(before, 7), b"\x10") == (u32(after, 7), machine.nv.config[2])
    assert u32(before, 3) != u32(after, 3)
    assert kept.items() <= machine.nv.log.items()
    host.resume(u32(after, 7))
    host.run(100)
    boots = host.payloads(Message.BOOT)
    assert [BootReason.POWER, BootReason.WATCHDOG] == [payload[8] for payload in boots]
    assert u32(after, 3) == u32(boots[-1], 4)


def test_lost_nv_restarts_numbers_under_a_new_epoch() -> None:
    """A device that forgot its log says so by its epoch (CDP1 6)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    epoch = machine.nv.epoch
    machine.lose_nv(host.now_ms)
    host.hello(0x7777)
    assert Status.EPOCH == host.resume(epoch, 0)[0]


def test_get_log_pages_through_the_kept_events() -> None:
    """GET_LOG begins at the first kept event and tells where to ask on (CDP1 5.2)."""
    machine = shoe()
    host = MiniHost(machine)
    host.up()
    press(machine, host, 20)
    numbers: list[int] = []
    at = 0
    while True:
        response = host.command(Message.GET_LOG, at.to_bytes(4, "little") + b"\xff")
        at, body = u32(response, 1), response[5:]
        if not body:
            break
        while body:
            numbers.append(u32(body))
            body = body[6 + body[5] :]
    assert list(range(1, machine.nv.next_seq)) == numbers
    assert b"\0" + (5).to_bytes(4, "little") == host.command(Message.GET_LOG, b"\x05\0\0\0\0")


def test_get_counters_rise_by_id() -> None:
    """Twelve counters, by rising id (CDP1 5.2)."""
    host = MiniHost(shoe())
    host.up()
    response = host.command(Message.GET_COUNTERS)
    assert list(range(1, 13)) == list(response[1::5])


@pytest.mark.parametrize(
    ("payload", "status"),
    [
        (b"", Status.BAD_LENGTH),
        (b"\x02\x10\x10", Status.BAD_LENGTH),
        (b"\x02\xff", Status.BAD_PARAM),
        (b"\x09anything", Status.BAD_PARAM),
        (b"\x05\x02", Status.BAD_PARAM),
        (b"\x01\xff\xfe", Status.BAD_PARAM),
        (b"\x01" + b"x" * 33, Status.BAD_LENGTH),
        (b"\x01table-7", Status.OK),
    ],
)
def test_set_config_checks(payload: bytes, status: Status) -> None:
    """Lengths of known keys, ranges, unknown and read-only keys (CDP1 4, 5.4)."""
    host = MiniHost(shuffler())
    host.up()
    assert bytes((status,)) == host.command(Message.SET_CONFIG, payload)


def test_same_config_value_emits_nothing() -> None:
    """CONFIG_CHANGED comes only for a change (CDP1 5.4)."""
    host = MiniHost(shuffler())
    host.up()
    host.command(Message.SET_CONFIG, b"\x01table-7")
    host.command(Message.SET_CONFIG, b"\x01table-7")
    changes = host.payloads(Message.CONFIG_CHANGED)
    assert [0x7F274995] == [u32(payload, 5) for payload in changes]
    assert bytes((Status.OK, 2)) == host.command(Message.GET_CONFIG, b"\x05")


def test_ping_above_sixty_four_bytes_is_too_long() -> None:
    """PING carries 0..64 bytes (CDP1 4)."""
    host = MiniHost(shoe())
    host.up()
    assert bytes((Status.OK,)) + bytes(64) == host.command(Message.PING, bytes(64))
    assert bytes((Status.BAD_LENGTH,)) == host.command(Message.PING, bytes(65))


def test_hello_of_a_shuffler_names_its_class() -> None:
    """Both classes share one VID:PID; HELLO tells which it is (CDP1 1)."""
    assert DeviceClass.SHUFFLER == MiniHost(shuffler()).hello()[2]
