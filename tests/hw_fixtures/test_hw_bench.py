"""The verbs of the demo bench (TOUCHSCREEN 14)."""

from pathlib import Path

import pytest

from hw_fixtures.bench import BENCH_VERBS, Bench
from hw_fixtures.fault_verbs import FAULT_VERBS
from hw_fixtures.peer.codes import CardFlag, Fault, Message, ShuffleMode, Slot, Status
from hw_fixtures.simulation import Simulation
from hw_fixtures.world import RACK
from tests.hw_fixtures.minihost import u16
from tests.hw_fixtures.staged import Table


@pytest.fixture
def table() -> Table:
    """Give a table with both sessions up."""
    return Table()


def test_help_lists_every_verb(table: Table) -> None:
    """A newcomer finds each verb of the demo (TOUCHSCREEN 14)."""
    listed = table.bench.do("help").splitlines()
    assert len(FAULT_VERBS) == len(listed)
    assert {"draw", "stack", "deal", "jam", "unplug", "swap"} <= {line.split()[0] for line in listed}


def test_no_two_verbs_share_a_name() -> None:
    """A line means one thing."""
    names = [verb.name for verb in FAULT_VERBS]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "not possible: verb 'dance': allowed is draw"),
        ("unplug table", "not possible: device 'table': allowed is shuffler or shoe"),
        ("jam mouth", "not possible: jam 'mouth': allowed is infeed, transport, output"),
        ("draw", "not possible: the shoe is empty"),
        ("take", "not possible: the tray is empty"),
        ("load C", "not possible: deck 'C': allowed is A or B"),
        ("pushback", "not possible: no card was drawn"),
        ("noise shoe many", "not possible: 'many': allowed is a number"),
        ("bytewise shoe", "not possible: on or off is missing"),
        ("spoil shoe in tickle", "not possible: mischief 'tickle': allowed is drop"),
        ("usb shoe stalls", "not possible: usb fault 'stalls' of the shoe"),
        ("swap", "not possible: no cards on the felt"),
    ],
)
def test_wrong_line_says_what_is_allowed(table: Table, line: str, answer: str) -> None:
    """A wrong verb never raises, it explains (TOUCHSCREEN 14)."""
    assert table.bench.do(line).startswith(answer)


def test_drawn_stack_is_read_without_complaint(table: Table) -> None:
    """`stack` draws at a pace no reader mistakes for a double feed (CDP1 8, C5)."""
    table.open_shoe()
    table.bench.do("stack seat 1")
    table.run(500)
    assert [(6, 0), (6, 0)] == [card[1:] for card in table.cards()]
    assert 2 == table.world.count("seat 1")


def test_misread_makes_a_duplicate_come_later(table: Table) -> None:
    """The false identity is that of a card still to come (CDP1 12, cards)."""
    table.open_shoe(3)
    table.bench.do("misread")
    table.bench.draw_stack("seat 1", 3)
    table.run(600)
    first, _, third = table.cards()
    assert first[0] == third[0]
    assert CardFlag.BEYOND_COMPOSITION == third[2]


def test_unread_and_double_fed_cards_carry_their_flags(table: Table) -> None:
    """No read is FE with flag 4; two cards as one have flag 1 and only one CARD (CDP1 5.3)."""
    table.open_shoe(3)
    table.bench.do("noread")
    table.bench.do("draw seat 1")
    table.run(200)
    table.bench.do("double")
    table.bench.do("draw seat 1")
    unread, doubled = table.cards()
    assert (0xFE, CardFlag.UNREADABLE) == (unread[0], unread[2])
    assert CardFlag.DOUBLE_FEED == doubled[2]
    assert 3 == table.world.count("seat 1")


def test_other_decks_card_shows_its_back(table: Table) -> None:
    """A card of the red deck among the blue ones (CDP1 8, C4)."""
    table.open_shoe()
    table.bench.do("other")
    table.bench.do("draw")
    assert [2] == [card[1] for card in table.cards()]


def test_pushed_back_card_can_be_drawn_again(table: Table) -> None:
    """The verb gives CARD_RETURNED and the next draw flag 64 (CDP1 5.3)."""
    table.open_shoe()
    table.bench.do("draw")
    table.run(200)
    table.bench.do("pushback")
    table.run(200)
    table.bench.do("draw")
    assert [0, CardFlag.PUSHED_BACK] == [card[2] for card in table.cards()]


def test_swap_brings_the_used_deck_to_the_infeed_and_the_other_to_the_shoe(table: Table) -> None:
    """Decks alternate (CDP1 7, shoe mode)."""
    table.open_shoe()
    table.shuffle("A")
    table.bench.do("draw")
    said = table.bench.do("swap")
    assert "1 cards collected" in said
    assert frozenset({"infeed"}) == table.world.whereabouts("B")
    assert frozenset({"shoe"}) == table.world.whereabouts("A")
    assert "deck A: shoe; deck B: infeed" == table.bench.do("where")


def test_short_deck_is_rejected(table: Table) -> None:
    """51 cards are COUNT_LOW and the deck is not READY (CDP1 5.3, DECK_REJECTED)."""
    table.bench.do("load A")
    table.bench.do("short")
    done = table.shuffle("A")
    assert (Status.FAULTED, 51) == (done[0], u16(done, 2))
    rejected = table.shuffler.payloads(Message.DECK_REJECTED)
    assert [Fault.COUNT_LOW] == [u16(payload, 13) for payload in rejected]
    assert [] == table.shuffler.payloads(Message.DECK_READY)
    assert bytes((Status.WRONG_STATE,)) == table.shuffler.op(Message.DISPENSE, b"\x02")[1]


def test_twin_card_is_found_though_the_count_is_right(table: Table) -> None:
    """52 cards with one twice: the report names both codes (CDP1 5.3, DECK_REPORT)."""
    table.bench.do("twin A")
    assert Status.FAULTED == table.shuffle("A")[0]
    report = table.shuffler.payloads(Message.DECK_REPORT)[0]
    assert (52, bytes((0, 0, 1, 2))) == (u16(report, 12), report[18:22])


def test_sort_mode_is_told_or_hidden(table: Table) -> None:
    """A machine left in sort mode says so in OP_DONE, unless it lies (CDP1 12, mechanics)."""
    table.bench.do("sort")
    assert ShuffleMode.SORT == table.shuffle("A")[1]
    assert list(range(52)) == list(table.world.undealt_codes())
    other = Table()
    other.bench.do("sort")
    other.bench.do("lie shuffle on")
    assert ShuffleMode.SHUFFLE == other.shuffle("A")[1]


def test_sixteen_cards_left_inside_are_counted_low(table: Table) -> None:
    """The machine fed 52 and holds 36 (CDP1 12, cards)."""
    table.bench.do("retain 16")
    done = table.shuffle("A")
    assert (Status.FAULTED, 52, 36) == (done[0], u16(done, 2), u16(done, 6))
    assert "caught inside" in table.world.whereabouts("A")


@pytest.mark.parametrize(
    ("where", "fault"),
    [("infeed", Fault.JAM_INFEED), ("transport", Fault.JAM_TRANSPORT), ("output", Fault.JAM_OUTPUT)],
)
def test_jam_ends_the_operation_and_needs_a_person(table: Table, where: str, fault: Fault) -> None:
    """OP_DONE FAULTED, CLEAR_FAULT fails while the cause stays, `clear` removes it (CDP1 5.1)."""
    table.world.load_infeed("A")
    table.shuffler.command(Message.EXPECT, bytes((1, 0, 0, 0, 1, 0, 1)) + bytes(7))
    table.shuffler.op(Message.START_SHUFFLE, bytes((ShuffleMode.SHUFFLE, Slot.INFEED)))
    table.run(1000)
    table.bench.do(f"jam {where}")
    table.run(100)
    assert Status.FAULTED == table.shuffler.payloads(Message.OP_DONE)[0][8]
    assert Status.FAULTED == table.shuffler.do(Message.CLEAR_FAULT, fault.to_bytes(2, "little"))[0]
    table.bench.do("clear")
    table.run(100)
    assert [fault] == [u16(p, 4) for p in table.shuffler.payloads(Message.FAULT_CLEARED)]
    assert "idle" not in table.bench.do("status").split(";")[0]


def test_door_opened_in_a_shuffle_faults_it(table: Table) -> None:
    """0105 only when an operation runs; the cards stay where they are (CDP1 5.1)."""
    table.bench.do("open door")
    table.run(100)
    assert [] == table.shuffler.payloads(Message.FAULT_RAISED)
    table.bench.do("close door")
    table.world.load_infeed("A")
    table.shuffler.command(Message.EXPECT, bytes((1, 0, 0, 0, 1, 0, 1)) + bytes(7))
    table.shuffler.op(Message.START_SHUFFLE, bytes((ShuffleMode.SHUFFLE, Slot.INFEED)))
    table.run(1000)
    table.bench.do("open door")
    table.run(100)
    assert [Fault.DOOR_OPEN] == [u16(p, 4) for p in table.shuffler.payloads(Message.FAULT_RAISED)]
    assert frozenset({"infeed", "chamber"}) == table.world.whereabouts("A")
    assert "lid" not in table.bench.do("open lid") or table.bench.do("close lid")


def test_unplugged_shoe_keeps_what_it_sees(table: Table) -> None:
    """Cards drawn without a cable are in the log and come after the replug (CDP1 6)."""
    table.open_shoe()
    table.bench.do("unplug shoe")
    table.bench.do("stack seat 1")
    table.run(500)
    assert [] == table.cards()
    table.bench.do("plug shoe")
    table.shoe.hello(99)
    table.shoe.resume(table.world.shoe.nv.epoch, max(table.shoe.events))
    table.run(100)
    assert [0, 0] == [card[2] for card in table.cards()]


def test_mute_passes_nothing_for_its_time(table: Table) -> None:
    """The line is dead, then alive again, and the session is gone by then (CDP1 3)."""
    table.bench.do("mute shoe 2")
    before = len(table.shoe.frames)
    table.run(1900)
    assert before == len(table.shoe.frames)
    table.run(200)
    assert bytes((Status.BAD_SESSION,)) == table.shoe.command(Message.PING)


def test_simulation_serves_both_wires(tmp_path: Path) -> None:
    """Either device on either wire, with the address a table file takes (CDP1 1)."""
    with Simulation(seed=2) as simulation:
        assert f"serial:{tmp_path}/s" == simulation.serve_pty("shuffler", tmp_path / "s")
        assert "usb:1209:cd01:SHOE-0001" == simulation.serve_usb("shoe")
        assert (tmp_path / "s").is_symlink()
    assert not (tmp_path / "s").is_symlink()


def test_bench_never_tells_a_face(table: Table) -> None:
    """No verb's answer holds the order of undealt cards (CDP1 5.3)."""
    table.world.stack_next_shuffle("Ah Kh Qh Jh Th")
    table.open_shoe()
    said = [table.bench.do(line) for line in ("where", "status", "draw", "swap", "misread", "noread")]
    assert not [line for line in said if any(face in line for face in ("Ah", "Kh", "24", "39"))]
    assert RACK in table.world.places
    assert len(BENCH_VERBS) < len(FAULT_VERBS)
    assert isinstance(table.bench, Bench)
