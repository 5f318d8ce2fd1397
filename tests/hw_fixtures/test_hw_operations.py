"""Operations: op table, order of checks, interlocks, resets, counts (CDP1 4, 5)."""

from dataclasses import replace

import pytest

from hw_fixtures.firmware.identity import Identity
from hw_fixtures.firmware.machine import plain_shoe, plain_shuffler
from hw_fixtures.peer.codes import (
    UNKNOWN_COUNT,
    BootReason,
    Capability,
    Fault,
    Message,
    OpState,
    ReadMode,
    ShuffleMode,
    Slot,
    State,
    Status,
)
from tests.hw_fixtures.minihost import u16, u32
from tests.hw_fixtures.staged import Table

EXPECT_A = bytes((1, 0, 0, 0, 1, 0, 2)) + bytes(7)
SHUFFLE = bytes((ShuffleMode.SHUFFLE, Slot.INFEED))
OPEN = bytes((1, 0, 0, 0, 1, 2, 0, 0))
ACCEPTED = bytes((Status.ACCEPTED, OpState.RUNNING, Status.OK))


@pytest.fixture
def table() -> Table:
    """Give a table with both sessions up."""
    return Table()


def op_id_bytes(op_id: int) -> bytes:
    """Lay out an op id."""
    return op_id.to_bytes(4, "little")


def test_known_operation_is_answered_and_not_done_again(table: Table) -> None:
    """Same id and bytes: present state, one action, also in another session (CDP1 4, directed test 11)."""
    table.shuffle("A")
    op_id, first = table.shuffler.op(Message.DISPENSE, b"\x02")
    assert ACCEPTED == first
    table.run(1000)
    table.shuffler.hello(70)
    table.shuffler.resume(table.world.shuffler.nv.epoch, max(table.shuffler.events))
    again = table.shuffler.command(Message.DISPENSE, op_id_bytes(op_id) + b"\x02")
    assert bytes((Status.ACCEPTED, OpState.DONE, Status.OK)) == again
    other = table.shuffler.command(Message.DISPENSE, op_id_bytes(op_id) + b"\x03")
    assert bytes((Status.OP_CONFLICT,)) == other
    assert bytes((Status.OP_CONFLICT,)) == table.shuffler.command(Message.EJECT, op_id_bytes(op_id) + b"\x01")
    table.run(1000)
    assert 2 == len(table.world.shuffler.hw.tray)


def test_refused_operation_leaves_no_record(table: Table) -> None:
    """OP_STATUS of a refused id is unknown, and the id may be used again (CDP1 4)."""
    op_id, refused = table.shuffler.op(Message.DISPENSE, b"\x02")
    assert bytes((Status.WRONG_STATE,)) == refused
    assert bytes(3) == table.shuffler.command(Message.OP_STATUS, op_id_bytes(op_id))


def test_zero_is_no_operation_id(table: Table) -> None:
    """An op id is never 0 (CDP1 4)."""
    assert bytes((Status.BAD_PARAM,)) == table.shuffler.command(Message.SELF_TEST, bytes(4))


def test_op_table_keeps_sixty_four_finished_records(table: Table) -> None:
    """The oldest finished record makes room (CDP1 4)."""
    first, _ = table.shoe.op(Message.MARK, bytes((1, 0, 0, 0, 5)))
    for _ in range(64):
        table.shoe.op(Message.MARK, bytes((1, 0, 0, 0, 5)))
    assert 64 == len(table.world.shoe.nv.ops)
    assert bytes(3) == table.shoe.command(Message.OP_STATUS, op_id_bytes(first))


def test_checks_come_in_the_papers_order(table: Table) -> None:
    """The first failing check answers: form, record, fault, busy, interlock, state (CDP1 4)."""
    ask = table.shuffler.op
    assert bytes((Status.BAD_LENGTH,)) == ask(Message.DISPENSE, b"\x09\x09")[1]
    assert bytes((Status.BAD_PARAM,)) == ask(Message.DISPENSE, b"\x09")[1]
    assert bytes((Status.WRONG_STATE,)) == ask(Message.DISPENSE, b"\x08")[1]
    table.shuffler.command(Message.LOCK_SHUFFLER, b"\x01")
    assert bytes((Status.INTERLOCK,)) == ask(Message.DISPENSE, b"\x08")[1]
    assert ACCEPTED == ask(Message.SELF_TEST)[1]
    assert bytes((Status.BUSY,)) == ask(Message.DISPENSE, b"\x08")[1]
    table.bench.do("jam infeed")
    assert bytes((Status.FAULTED,)) == ask(Message.DISPENSE, b"\x08")[1]
    assert bytes((Status.BAD_PARAM,)) == ask(Message.DISPENSE, b"\x00")[1]


@pytest.mark.parametrize(
    ("lacking", "message", "params"),
    [
        (Capability.DISPENSE, Message.DISPENSE, b"\x09"),
        (Capability.EJECT, Message.EJECT, b"\x07"),
        (Capability.SELF_TEST, Message.SELF_TEST, b""),
    ],
)
def test_missing_capability_is_not_supported(lacking: Capability, message: Message, params: bytes) -> None:
    """NOT_SUPPORTED comes before BAD_PARAM (CDP1 4)."""
    build = plain_shuffler(seed=4)
    build.identity = without(build.identity, lacking)
    table = Table(shuffler=build)
    assert bytes((Status.NOT_SUPPORTED,)) == table.shuffler.op(message, params)[1]


def without(identity: Identity, lacking: Capability) -> Identity:
    """Take a capability away."""
    return replace(identity, capabilities=identity.capabilities & ~lacking)


def test_shoe_without_capabilities_refuses_what_needs_them() -> None:
    """A cut needs bit 9, count-only windows bit 10, faces bit 1, the lock bit 5 (CDP1 3, 5.2)."""
    build = plain_shoe(seed=4)
    build.identity = replace(build.identity, capabilities=Capability(0))
    table = Table(shoe=build)
    refused = bytes((Status.NOT_SUPPORTED,))
    assert refused == table.shoe.op(Message.OPEN_SHOE, bytes((1, 0, 0, 0, 1, 2, 9, 0)))[1]
    assert UNKNOWN_COUNT == u16(table.shoe.do(Message.OPEN_SHOE, OPEN), 6)
    for mode in ReadMode:
        assert refused == table.shoe.command(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 2, mode)))
    assert refused == table.shoe.command(Message.LOCK_SHOE, b"\x01")
    assert refused == table.shoe.command(Message.LOCATE, b"\x01")


def test_tray_must_be_taken_before_the_next_stack(table: Table) -> None:
    """With a tray sensor DISPENSE waits for the dealer's hand; EJECT does not (CDP1 4)."""
    table.shuffle("A")
    table.shuffler.do(Message.DISPENSE, b"\x02")
    assert bytes((Status.INTERLOCK,)) == table.shuffler.op(Message.DISPENSE, b"\x02")[1]
    assert (0, 50, 0) == counts(table.shuffler.do(Message.EJECT, bytes((Slot.CHAMBER,))))
    assert [2, 52] == [payload[4] for payload in table.shuffler.payloads(Message.TRAY)]


def counts(done: bytes) -> tuple[int, int, int]:
    """Give n_in, n_out, n_inside of an OP_DONE."""
    return u16(done, 2), u16(done, 4), u16(done, 6)


def test_lock_survives_a_power_cut(table: Table) -> None:
    """LOCK is kept in NV (CDP1 5.2)."""
    table.shuffler.command(Message.LOCK_SHUFFLER, b"\x01")
    table.shoe.command(Message.LOCK_SHOE, b"\x01")
    table.bench.do("power shuffler")
    table.bench.do("power shoe")
    assert (True, True) == (table.world.shuffler.nv.locked, table.world.shoe.nv.locked)
    assert bytes((Status.BAD_SESSION,)) == table.shuffler.command(Message.LOCK_SHUFFLER, b"\x02")


def test_abort_ends_a_shuffle_and_leaves_the_fed_cards_in_slot_1(table: Table) -> None:
    """OK, then OP_DONE ABORTED; another id is OP_UNKNOWN (CDP1 5.2, 5.3 counts)."""
    table.world.load_infeed("A")
    table.shuffler.command(Message.EXPECT, EXPECT_A)
    op_id, _ = table.shuffler.op(Message.START_SHUFFLE, SHUFFLE)
    table.run(3000)
    assert bytes((Status.OP_UNKNOWN,)) == table.shuffler.command(Message.ABORT, op_id_bytes(op_id + 1))
    assert bytes((Status.OK,)) == table.shuffler.command(Message.ABORT, op_id_bytes(op_id))
    table.run(50)
    done = table.shuffler.payloads(Message.OP_DONE)[0][8:]
    n_in, n_out, n_inside = counts(done)
    assert (Status.ABORTED, ShuffleMode.SHUFFLE, 0) == (done[0], done[1], n_out)
    assert 0 < n_in == n_inside < 52
    assert 52 - n_in == len(table.world.shuffler.hw.slots[Slot.INFEED])


def test_shuffle_needs_expect_cards_and_an_empty_chamber(table: Table) -> None:
    """Each unmet need is WRONG_STATE, and an accepted shuffle uses EXPECT up (CDP1 5.2)."""
    wrong = bytes((Status.WRONG_STATE,))
    table.world.load_infeed("A")
    assert wrong == table.shuffler.op(Message.START_SHUFFLE, SHUFFLE)[1]
    table.shuffler.command(Message.EXPECT, EXPECT_A)
    assert Status.OK == table.shuffler.do(Message.START_SHUFFLE, SHUFFLE)[0]
    table.world.load_infeed("B")
    table.shuffler.command(Message.EXPECT, EXPECT_A)
    assert wrong == table.shuffler.op(Message.START_SHUFFLE, SHUFFLE)[1]
    from_chamber = bytes((ShuffleMode.SHUFFLE, Slot.CHAMBER))
    done = table.shuffler.do(Message.START_SHUFFLE, from_chamber)
    assert (Status.OK, (52, 0, 52)) == (done[0], counts(done))
    assert table.world.shuffler.nv.expect is None


def test_count_only_keeps_the_order(table: Table) -> None:
    """Mode 2 counts and reports without shuffling (CDP1 5.1)."""
    done = table.shuffle("A", ShuffleMode.COUNT_ONLY)
    assert ShuffleMode.COUNT_ONLY == done[1]
    assert list(range(52)) == list(table.world.undealt_codes())


def test_arm_checks_its_window_last(table: Table) -> None:
    """Mode and count first, the open shoe and the next index last (CDP1 5.2, ARM)."""
    arm = table.shoe.command
    assert bytes((Status.BAD_PARAM,)) == arm(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 2, 4)))
    assert bytes((Status.BAD_PARAM,)) == arm(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 0, 1)))
    assert bytes((Status.WRONG_STATE,)) == arm(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 2, 1)))
    assert b"\0\xff\xff" == arm(Message.DISARM)
    table.shoe.do(Message.OPEN_SHOE, OPEN)
    assert bytes((Status.BAD_PARAM,)) == arm(Message.ARM, bytes((1, 0, 0, 0, 1, 0, 2, 1)))
    table.bench.do("open lid")
    assert bytes((Status.INTERLOCK,)) == arm(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 2, 1)))
    table.bench.do("close lid")
    assert b"\0\0\0" == arm(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 2, 1)))
    assert b"\0\0\0" == arm(Message.DISARM)


def test_power_cut_closes_the_window_and_keeps_shoe_and_index(table: Table) -> None:
    """Id and next index are in NV, the window is not (CDP1 5.2)."""
    table.open_shoe()
    table.bench.do("draw")
    table.bench.do("power shoe")
    firmware = table.world.shoe.firmware
    assert firmware is not None
    assert (None, True, 1) == (firmware.window, firmware.nv.is_open, firmware.nv.next_index)


def test_cut_index_and_empty_shoe_are_told(table: Table) -> None:
    """CUT_CARD at cut_at, SHOE_EMPTY after the last card (CDP1 5.3)."""
    table.shuffle("B")
    table.bench.do("toshoe")
    table.shoe.do(Message.OPEN_SHOE, bytes((1, 0, 0, 0, 1, 2, 2, 0)))
    table.shoe.command(Message.ARM, bytes((1, 0, 0, 0, 0, 0, 52, ReadMode.READ)))
    table.bench.draw_stack("felt", 52)
    table.run(52 * 120 + 500)
    assert [2] == [u16(payload, 4) for payload in table.shoe.payloads(Message.CUT_CARD)]
    assert [52] == [u16(payload, 4) for payload in table.shoe.payloads(Message.SHOE_EMPTY)]
    assert 52 == u16(table.shoe.do(Message.CLOSE_SHOE), 4)


def test_card_lost_to_a_power_cut_leaves_the_passage_uncounted(table: Table) -> None:
    """CLOSE_SHOE after a cut in mid-card reports FFFF (CDP1 5.3, counts)."""
    table.open_shoe()
    table.bench.do("midcard")
    table.bench.do("on shoe")
    table.shoe.hello(71)
    table.shoe.resume(table.world.shoe.nv.epoch, max(table.shoe.events))
    assert UNKNOWN_COUNT == u16(table.shoe.do(Message.CLOSE_SHOE), 4)


def test_reset_of_the_mechanics_aborts_what_runs(table: Table) -> None:
    """Kind 1 ends the running operation ABORTED, then itself OK (CDP1 4)."""
    table.shuffler.op(Message.SELF_TEST)
    assert Status.OK == table.shuffler.do(Message.RESET, b"\x01")[0]
    results = [payload[8] for payload in table.shuffler.payloads(Message.OP_DONE)]
    assert [Status.ABORTED, Status.OK] == results


def test_reset_with_restart_is_done_after_boot(table: Table) -> None:
    """Kind 2 answers ACCEPTED, restarts, and OP_DONE OK follows BOOT (CDP1 4)."""
    op_id, response = table.shuffler.op(Message.RESET, b"\x02")
    assert ACCEPTED == response
    last = max(table.shuffler.events)
    table.run(500)
    table.shuffler.hello(72)
    table.shuffler.resume(table.world.shuffler.nv.epoch, last)
    table.run(100)
    boot = table.shuffler.payloads(Message.BOOT)[-1]
    done = table.shuffler.payloads(Message.OP_DONE)[-1]
    assert (BootReason.COMMAND, op_id, Status.OK) == (boot[8], u32(done, 4), done[8])


def test_reset_of_the_log_needs_service_and_begins_an_epoch(table: Table) -> None:
    """Kind 3 is WRONG_STATE outside SERVICE; then BOOT is event 1 and settings stay (CDP1 4)."""
    assert bytes((Status.WRONG_STATE,)) == table.shuffler.op(Message.RESET, b"\x03")[1]
    assert bytes((Status.BAD_PARAM,)) == table.shuffler.op(Message.RESET, b"\x04")[1]
    machine = table.world.shuffler
    epoch = machine.nv.epoch
    table.shuffler.command(Message.LOCK_SHUFFLER, b"\x01")
    machine.turn_service_key(is_on=True, now_ms=table.clock.now_ms)
    op_id, response = table.shuffler.op(Message.RESET, b"\x03")
    assert ACCEPTED == response
    table.run(500)
    assert epoch != machine.nv.epoch
    assert (Message.BOOT, Message.OP_DONE) == (machine.nv.log[1].message, machine.nv.log[2].message)
    assert {op_id: OpState.DONE} == {known: record.state for known, record in machine.nv.ops.items()}
    assert machine.nv.locked
    assert machine.firmware is not None
    assert machine.firmware.state is State.SERVICE


def test_fault_that_is_gone_at_boot_is_cleared_by_power(table: Table) -> None:
    """After BOOT: FAULT_CLEARED by 3 for those gone, FAULT_RAISED again for those that stay (CDP1 5.3)."""
    table.bench.do("break shuffler motor")
    table.bench.do("break shuffler sensor")
    table.world.shuffler.power_off()
    table.world.shuffler.hw.causes.discard(Fault.SENSOR)
    table.bench.do("on shuffler")
    log = table.world.shuffler.nv.log
    boot = max(seq for seq in log if log[seq].message == Message.BOOT)
    after = [(log[seq].message, log[seq].payload[4:7]) for seq in (boot + 1, boot + 2)]
    assert (Message.FAULT_RAISED, Fault.MOTOR.to_bytes(2, "little") + b"\x04") == after[0]
    assert (Message.FAULT_CLEARED, Fault.SENSOR.to_bytes(2, "little") + b"\x03") == after[1]


def test_what_hands_did_without_power_is_told_after_boot(table: Table) -> None:
    """One event for each sensor that differs from its last logged value (CDP1 5.3)."""
    table.world.shuffler.power_off()
    table.world.load_infeed("A")
    table.world.shuffler.set_door(2, is_open=True, now_ms=table.clock.now_ms)
    table.bench.do("on shuffler")
    log = table.world.shuffler.nv.log
    boot = max(seq for seq in log if log[seq].message == Message.BOOT)
    names = [Message(log[seq].message).name for seq in range(boot, max(log) + 1)]
    assert ["BOOT", "DOOR", "CARDS_LOADED", "STATE"] == names


def test_status_reports_counts_doors_and_faults(table: Table) -> None:
    """GET_STATUS gives the whole picture in one answer (CDP1 5.2)."""
    table.shuffle("A")
    table.world.load_infeed("B")
    table.world.shuffler.set_door(1, is_open=True, now_ms=table.clock.now_ms)
    table.bench.do("jam output")
    status = table.shuffler.command(Message.GET_STATUS)
    assert (State.FAULT, ShuffleMode.SHUFFLE, 104, 2) == (status[1], status[2], u16(status, 3), status[5])
    assert (1, Fault.JAM_OUTPUT) == (status[10], u16(status, 11))


def test_stalled_operation_never_ends(table: Table) -> None:
    """The device beats on while nothing moves (CDP1 6, beats but no progress)."""
    table.shuffle("A")
    table.bench.do("lie stall on")
    table.shuffler.op(Message.DISPENSE, b"\x02")
    table.run(15_000)
    assert 1 == len(table.shuffler.payloads(Message.OP_DONE))
    firmware = table.world.shuffler.firmware
    assert firmware is not None
    assert State.BUSY is firmware.state
