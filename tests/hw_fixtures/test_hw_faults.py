"""Faults of lines, power, identity and mechanics, and their scripts (CDP1 12)."""

import pytest

from hw_fixtures.fault_script import (
    LEVELS,
    FaultScript,
    ScriptError,
    ScriptPlayer,
    random_script,
    replayable,
    set_level,
)
from hw_fixtures.peer.codes import CardFlag, Message, ShuffleMode, Slot, Status
from hw_fixtures.wires.lane import Mischief
from tests.hw_fixtures.minihost import u16
from tests.hw_fixtures.staged import Table


@pytest.fixture
def table() -> Table:
    """Give a table with both sessions up."""
    return Table()


@pytest.mark.parametrize(
    "mischief",
    [name.replace("_", "-").lower() for name in Mischief.__members__],
)
def test_spoilt_event_is_repaired_by_the_protocol(table: Table, mischief: str) -> None:
    """Whatever happens to one EVT, it arrives in the end, once (CDP1 4)."""
    table.bench.do(f"spoil shuffler out {mischief} evt")
    table.bench.do("deal")
    table.run(3000)
    buttons = [p[4:6] for p in table.shuffler.payloads(Message.BUTTON)]
    if mischief == "wrong-type":
        # The frame is well formed, so this host believes the false type; the journal would hold it raw.
        assert 1 == len(buttons)
    else:
        assert [b"\x01\x01", b"\x01\x00"] == buttons


def test_blocked_responses_leave_beats(table: Table) -> None:
    """A device that beats but never answers (CDP1 12, frames)."""
    table.bench.do("block shoe out rsp")
    with pytest.raises(StopIteration):
        table.shoe.command(Message.PING)
    beats = len(table.shoe.frames)
    table.run(1100)
    assert len(table.shoe.frames) > beats
    table.bench.do("block shoe out")
    assert b"\0" == table.shoe.command(Message.PING)


@pytest.mark.parametrize("line", ["overlong", "banner", "modem"])
def test_garbage_towards_the_device_changes_nothing(table: Table, line: str) -> None:
    """A boot banner, AT commands, 300 bytes without zero are counted, not acted on (CDP1 12, bytes)."""
    table.bench.do(f"{line} shoe in")
    table.run(60)
    table.shoe.device.feed(b"\0", table.clock.now_ms)
    assert b"\0" == table.shoe.command(Message.PING)
    firmware = table.world.shoe.firmware
    assert firmware is not None
    assert 1 == firmware.session.decoder.counts.total()


def test_paced_and_split_line_still_carries(table: Table) -> None:
    """Pacing and single bytes change nothing but time (CDP1 1)."""
    table.bench.do("pace shoe 115200")
    table.bench.do("bytewise shoe on")
    table.bench.do("noise shoe 10")
    table.world.shoe.set_door(0, is_open=True, now_ms=table.clock.now_ms)
    table.run(2000)
    assert 1 == len(table.shoe.payloads(Message.LID))


def test_power_cut_round_an_nv_write_is_all_or_nothing(table: Table) -> None:
    """Before the write the event never was, after it it is there (CDP1 4)."""
    for point, there in (("before", False), ("after", True)):
        machine = table.world.shuffler
        written = machine.nv.next_seq
        table.bench.do(f"cut shuffler {point}")
        table.bench.do("deal")
        assert not machine.is_on
        assert there == (machine.nv.next_seq > written)
        table.bench.do("on shuffler")


def test_power_cut_in_mid_shuffle_is_told_after_boot(table: Table) -> None:
    """BOOT, then OP_DONE INTERRUPTED with FFFF, then the state (CDP1 5.3)."""
    table.world.load_infeed("A")
    table.shuffler.command(Message.EXPECT, bytes((1, 0, 0, 0, 1, 0, 1)) + bytes(7))
    op_id, _ = table.shuffler.op(Message.START_SHUFFLE, bytes((ShuffleMode.SHUFFLE, Slot.INFEED)))
    table.run(2000)
    last = max(table.shuffler.events)
    table.bench.do("power shuffler")
    table.shuffler.hello(55)
    table.shuffler.resume(table.world.shuffler.nv.epoch, last)
    table.run(100)
    assert ["BOOT", "OP_DONE", "STATE"] == table.shuffler.names()[-3:]
    done = table.shuffler.payloads(Message.OP_DONE)[-1]
    assert (Status.INTERRUPTED, 0xFFFF, 0, 0xFFFF) == (done[8], *(u16(done, at) for at in (10, 12, 14)))
    assert b"\0\x03\x26" == table.shuffler.command(Message.OP_STATUS, op_id.to_bytes(4, "little"))


def test_identity_can_change_between_boots(table: Table) -> None:
    """Another serial, class, digest or version after a restart (CDP1 12, identity)."""
    table.bench.do("identity shoe serial SHOE-0666")
    assert b"SHOE-0666" in table.shoe.hello(66)
    table.bench.do("identity shoe version 2.0.1")
    assert bytes((Status.BAD_VERSION, 2, 0, 1)) == table.shoe.hello(67)


def test_clock_faults_show_in_the_uptime(table: Table) -> None:
    """Skew, jumps and the wrap of 32 bits (CDP1 4, time)."""
    table.bench.do("clock shoe base 0xFFFFFF00")
    firmware = table.world.shoe.firmware
    assert firmware is not None
    assert firmware.uptime_ms() >= 0xFFFFFF00
    table.run(1000)
    assert firmware.uptime_ms() < 1000


def test_lying_events_can_be_said(table: Table) -> None:
    """An OP_DONE twice, an event of no type, a flood (CDP1 12, malice)."""
    table.shuffle("A")
    table.bench.do("again shuffler op-done")
    table.run(100)
    first, second = table.shuffler.payloads(Message.OP_DONE)
    assert first[4:] == second[4:]
    table.bench.do("flood shoe 30")
    table.run(1000)
    assert 30 == len(table.shoe.payloads(Message.BUTTON))


def test_stuck_sensor_shows_one_value(table: Table) -> None:
    """A lid that always looks shut (CDP1 12, mechanics)."""
    table.bench.do("stick shoe lid 0")
    table.bench.do("open lid")
    table.run(50)
    assert [] == table.shoe.payloads(Message.LID)
    table.bench.do("stick shoe lid free")
    table.run(50)
    assert [b"\x01"] == [payload[4:] for payload in table.shoe.payloads(Message.LID)]


def test_joker_and_cut_card_are_told_as_the_paper_has_it(table: Table) -> None:
    """A joker is code 52 beyond composition; a cut card is CUT_CARD instead of CARD (CDP1 5.3)."""
    table.open_shoe()
    table.bench.do("slip joker")
    table.bench.do("draw")
    table.run(200)
    table.bench.do("slip cut")
    table.bench.do("draw")
    assert [(52, 6, CardFlag.BEYOND_COMPOSITION)] == table.cards()
    assert [1] == [u16(payload, 4) for payload in table.shoe.payloads(Message.CUT_CARD)]


def test_script_replays_exactly() -> None:
    """The same seed and script give the same events at the same times (CDP1 12)."""
    script = FaultScript.parse("at 0.5s deal\nat 1.25s jam infeed  # by hand\n\nat 2s clear")
    logs = []
    for _ in range(2):
        table = Table()
        player = ScriptPlayer(table.simulation, script)
        table.run(3000)
        logs.append((player.said, dict(table.world.shuffler.nv.log)))
    assert logs[0] == logs[1]
    assert [500, 1250, 2000] == [at_ms for at_ms, _ in logs[0][0]]
    assert FaultScript.parse(str(script)) == script


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("at 1s deal\nsoon deal", "line 2: 'soon deal', allowed is"),
        ("at 1s dance", "line 1: verb 'dance': allowed is"),
    ],
)
def test_wrong_script_names_its_line(text: str, message: str) -> None:
    """A script is checked before it runs."""
    with pytest.raises(ScriptError, match=message):
        FaultScript.parse(text)


def test_failing_run_names_seed_and_script() -> None:
    """A failure can be replayed from what it prints (CDP1 12)."""
    script = FaultScript.parse("at 1s unplug shoe")
    with pytest.raises(ZeroDivisionError) as caught, replayable(17, script):
        raise ZeroDivisionError
    assert ["seed 17; fault script:\nat 1s unplug shoe"] == caught.value.__notes__


def test_random_script_comes_from_its_seed() -> None:
    """The soak's unplugs and power cuts can be drawn again (CDP1 13)."""
    hell = LEVELS["hell"]
    assert random_script(3, hell, 60_000) == random_script(3, hell, 60_000)
    assert random_script(3, hell, 60_000) != random_script(4, hell, 60_000)
    assert () == random_script(3, LEVELS["noisy"], 60_000).acts


@pytest.mark.parametrize("level", LEVELS)
def test_events_survive_every_level(level: str) -> None:
    """On the worst line every event arrives once and in order, when the line is clean again (CDP1 13)."""
    table = Table(seed=8)
    set_level(table.simulation, LEVELS[level])
    for _ in range(10):
        table.bench.do("deal")
        table.run(200)
    set_level(table.simulation, LEVELS["clean"])
    firmware = table.world.shuffler.firmware
    assert firmware is not None
    table.run(5000)
    if not firmware.session.is_resumed:
        table.shuffler.hello(101)
        table.shuffler.resume(table.world.shuffler.nv.epoch, 0)
        table.run(5000)
    assert set(range(1, table.world.shuffler.nv.next_seq)) <= table.shuffler.events.keys()
