"""One whole physical round in each dealing mode, driven by a tiny host (CDP1 7)."""

import itertools

import pytest

from hw_fixtures.firmware.deck import codes_of
from hw_fixtures.peer.codes import (
    UNKNOWN_COUNT,
    Button,
    CardFlag,
    Message,
    ReadMode,
    RoundTag,
    ShuffleMode,
    Slot,
    Status,
)
from hw_fixtures.world import RACK, Impossible, TableWorld
from tests.hw_fixtures.minihost import MiniHost, VirtualClock, u16, u32

ROUND = 501
SEATS = 3
BACK_A, BACK_B = 2, 6


class Stage:
    """A table with two devices and one host for each."""

    def __init__(self, *, seed: int = 7, stub_through_reader: bool = False) -> None:
        self.world = TableWorld(seed=seed, stub_through_reader=stub_through_reader)
        self.world.power_on()
        clock = VirtualClock()
        self.shuffler = MiniHost(self.world.shuffler, session=11, clock=clock, world_tick=self.world.tick)
        self.shoe = MiniHost(self.world.shoe, session=12, clock=clock, world_tick=self.world.tick)
        # Whichever host waits, the other one must hear and beat too.
        self.shuffler.peers.append(self.shoe)
        self.shoe.peers.append(self.shuffler)
        self.shuffler.up()
        self.shoe.up()

    def shuffle(self, letter: str, back: int) -> bytes:
        """Make a deck ready and give OP_DONE."""
        self.world.load_infeed(letter)
        expect = self.world.deck(letter).deck_id.to_bytes(4, "little") + bytes((1, 0, back)) + bytes(7)
        assert b"\0" == self.shuffler.command(Message.EXPECT, expect)
        return self.shuffler.do(Message.START_SHUFFLE, bytes((ShuffleMode.SHUFFLE, Slot.INFEED)))

    def open_shoe(self, back: int) -> None:
        """Begin a passage and the round."""
        params = (9012).to_bytes(4, "little") + bytes((1, back, 0, 0))
        assert bytes((0, 0, 0, 0, 0, 0)) == self.shoe.do(Message.OPEN_SHOE, params)[:6]
        self.mark(RoundTag.OPENED)

    def mark(self, tag: RoundTag) -> None:
        """Write a round mark."""
        params = ROUND.to_bytes(4, "little") + bytes((tag,))
        assert bytes((1, 2, 0)) == self.shoe.op(Message.MARK, params)[1]

    def arm(self, first: int, count: int, mode: ReadMode = ReadMode.READ) -> bytes:
        """Arm a window."""
        params = ROUND.to_bytes(4, "little") + first.to_bytes(2, "little") + bytes((count, mode))
        return self.shoe.command(Message.ARM, params)

    def cards(self) -> list[tuple[int, int, int, int, int]]:
        """Give index, code, back, flags and time of every CARD."""
        self.shoe.run(20)
        return [(u16(p, 4), p[10], p[11], u16(p, 13), u32(p)) for p in self.shoe.payloads(Message.CARD)]


def test_round_in_stacks_mode() -> None:
    """Stacks pass the reader on their way to the tray; all 52 cards come back (CDP1 7, stacks mode)."""
    stage = Stage()
    world = stage.world
    world.stack_next_shuffle("Ah Kd 2c 3c Qd Qs 5h 6h 7h 8h 9h")
    done = stage.shuffle("B", BACK_B)
    assert (Status.OK, ShuffleMode.SHUFFLE, 52, 0, 52) == (done[0], done[1], *map_u16(done, 2))
    world.load_infeed("A")
    stage.open_shoe(BACK_B)
    assert b"\0" == stage.shuffler.command(Message.LOCK_SHUFFLER, b"\0")
    for k in range(SEATS):
        assert b"\0" + (2 * k).to_bytes(2, "little") == stage.arm(2 * k, 2)
        done = stage.shuffler.do(Message.DISPENSE, b"\x02")
        assert (0, 0, 0, 2, 50 - 2 * k) == (done[0], done[1], *map_u16(done, 2))
        world.take_tray(f"seat {k + 1}")
    world.shuffler.press(Button.DEAL, world.now_ms)
    stage.arm(2 * SEATS, 5)
    stage.shuffler.do(Message.DISPENSE, b"\x05")
    world.take_tray("board")
    done = stage.shuffler.do(Message.EJECT, bytes((Slot.CHAMBER,)))
    assert (0, 0, 0, 47 - 2 * SEATS, 0) == (done[0], done[1], *map_u16(done, 2))
    world.take_tray(RACK)
    cards = stage.cards()
    assert list(codes_of("Ah Kd 2c 3c Qd Qs 5h 6h 7h 8h 9h")) == [card[1] for card in cards]
    assert list(range(11)) == [card[0] for card in cards]
    assert {(BACK_B, 0)} == {card[2:4] for card in cards}
    assert all(later[4] - earlier[4] >= 60 for earlier, later in itertools.pairwise(cards))
    stage.mark(RoundTag.CLOSED)
    assert (0, 2 * SEATS + 5) == map_u16(stage.shoe.do(Message.CLOSE_SHOE), 2)[:2]
    world.collect()
    assert 52 == world.count(RACK)
    assert frozenset({RACK}) == world.whereabouts("B")
    assert [2, 0, 2, 0, 2, 0, 5, 0, 41, 0] == [p[4] for p in stage.shuffler.payloads(Message.TRAY)]


def test_round_in_shoe_mode() -> None:
    """The dealer draws from the shoe; the stub is unloaded to the rack (CDP1 7, shoe mode)."""
    stage = Stage()
    world = stage.world
    stage.shuffle("B", BACK_B)
    assert 52 == world.chamber_to_shoe()
    world.load_infeed("A")
    stage.open_shoe(BACK_B)
    for k in range(SEATS):
        stage.arm(2 * k, 2)
        draw(stage, f"seat {k + 1}", 2)
    stage.arm(2 * SEATS, 5)
    draw(stage, "board", 5)
    stage.shoe.command(Message.LOCK_SHOE, b"\x01")
    with pytest.raises(Impossible, match="locked"):
        world.draw("board")
    done = stage.shoe.do(Message.CLOSE_SHOE)
    assert (0, 2 * SEATS + 5, 47 - 2 * SEATS) == map_u16(done, 2)
    assert 47 - 2 * SEATS == world.unload_shoe()
    stage.mark(RoundTag.CLOSED)
    world.collect()
    assert 52 == world.count(RACK)
    assert [0] * 11 == [card[3] for card in stage.cards()]
    assert UNKNOWN_COUNT == u16(stage.shoe.payloads(Message.ROUND_MARK)[-1], 13)


def test_stub_passes_the_reader_without_identity_where_the_site_says_so() -> None:
    """In a mode 2 window a CARD carries no face (CDP1 5.2, 7)."""
    stage = Stage(stub_through_reader=True)
    stage.shuffle("B", BACK_B)
    stage.open_shoe(BACK_B)
    stage.arm(0, 52, ReadMode.COUNT_STUB)
    stage.shuffler.do(Message.EJECT, bytes((Slot.CHAMBER,)))
    assert [0xFF] * 52 == [card[1] for card in stage.cards()]


def test_card_outside_a_window_is_flagged_and_counted() -> None:
    """Shoe open, no window: identity read, flag 32, index counts; after the round no face (CDP1 5.3)."""
    stage = Stage()
    stage.shuffle("B", BACK_B)
    stage.world.chamber_to_shoe()
    draw(stage, "seat 1", 1)
    stage.open_shoe(BACK_B)
    draw(stage, "seat 1", 1)
    stage.mark(RoundTag.CLOSED)
    draw(stage, "seat 1", 1)
    seen = stage.cards()
    assert [0xFFFF, 0, 1] == [card[0] for card in seen]
    assert [CardFlag.OUTSIDE_WINDOW] * 3 == [card[3] for card in seen]
    assert [True, False, True] == [card[1] == 0xFF for card in seen]


def test_card_pushed_back_gets_a_new_index_and_its_flag() -> None:
    """CARD_RETURNED, then the same card under the next index with flag 64, not 8 (CDP1 5.3)."""
    stage = Stage()
    stage.shuffle("B", BACK_B)
    stage.world.chamber_to_shoe()
    stage.open_shoe(BACK_B)
    stage.arm(0, 2)
    card = stage.world.draw("seat 1")
    stage.shoe.run(200)
    stage.world.places["seat 1"].remove(card)
    stage.world.shoe.push_back(card, stage.world.now_ms)
    draw(stage, "seat 1", 1)
    first, second = stage.cards()
    assert (0, 1, first[1], CardFlag.PUSHED_BACK) == (first[0], second[0], second[1], second[3])
    assert [0] == [u16(p, 4) for p in stage.shoe.payloads(Message.CARD_RETURNED)]


def test_arm_repeated_after_one_card_of_two_widens_nothing() -> None:
    """The window is absolute (CDP1 4; directed test 10)."""
    stage = Stage()
    stage.shuffle("B", BACK_B)
    stage.world.chamber_to_shoe()
    stage.open_shoe(BACK_B)
    stage.arm(0, 2)
    draw(stage, "seat 1", 1)
    assert b"\0\x01\0" == stage.arm(0, 2)
    draw(stage, "seat 1", 2)
    assert [0, 0, CardFlag.OUTSIDE_WINDOW] == [card[3] for card in stage.cards()]
    assert bytes((Status.BAD_PARAM,)) == stage.arm(0, 2)


def test_same_seed_deals_the_same_cards() -> None:
    """All randomness comes from one seed (CDP1 12)."""
    deals = []
    for seed in (5, 5, 6):
        stage = Stage(seed=seed)
        stage.shuffle("A", BACK_A)
        deals.append(stage.world.undealt_codes())
    assert deals[0] == deals[1]
    assert deals[0] != deals[2]
    assert list(range(52)) == sorted(deals[0])


def draw(stage: Stage, place: str, count: int) -> None:
    """Draw at a dealer's pace."""
    for _ in range(count):
        stage.shoe.run(100)
        stage.world.draw(place)
    stage.shoe.run(100)


def map_u16(done: bytes, at: int) -> tuple[int, int, int]:
    """Give n_in, n_out and n_inside of an OP_DONE."""
    return u16(done, at), u16(done, at + 2), u16(done, at + 4)
