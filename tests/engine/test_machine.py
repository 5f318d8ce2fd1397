"""Anything pressed, drawn, pulled or broken in any order: what must hold, holds (ARCHITECTURE 9, G12).

After each step: invariants, one prompt, unique tokens, offers that say the truth, no hidden face anywhere.
At the end: faults stop, a robot that obeys ends the round, and the replay equals the live state.
"""

import random
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import controller.rulesets
from controller.engine.cards import Card, Hidden, HiddenBytes
from controller.engine.commands import (
    Ask,
    CloseBetting,
    PlaceWager,
    PostBank,
    RecordCount,
    SettleSeat,
)
from controller.engine.device_words import CardFlag, Reading
from controller.engine.fact_commands import PassTime, ReportUnknown
from controller.engine.ids import DeckLetter, DeviceName, SeatNo
from controller.engine.queries import placed_cards
from controller.engine.refusals import Refused
from controller.engine.ruleset import RuleSet
from controller.engine.state import DealingMode, Phase
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, NAMES, SECOND_US, Felt
from tests.engine.piles import EVERY_BIT, JAM_OUTPUT
from tests.engine.robot import approved, play_until_round, repair, step

MODES = st.sampled_from(list(DealingMode))
DEVICES = st.sampled_from(NAMES)
SEATS = st.integers(min_value=0, max_value=9)
CENTS = st.sampled_from([-100, 0, 50, 100, 1000, 2500, 1_000_000, 9_000_000])
WITHOUT = st.sampled_from([(), (), (), (6,), (13,), (6, 13), (5,), (8,)])
TROUBLES = st.sampled_from([(CardFlag.DOUBLE_FEED,), (CardFlag.REVERSED,), (CardFlag.BEYOND_COMPOSITION,)])


@dataclass(frozen=True)
class Start:
    """Hold what a table is made of."""

    rules: RuleSet
    mode: DealingMode
    without: tuple[int, ...]
    stub: bool
    seed: int


GEGA, HOUSE = load_ruleset("gega-004210"), load_ruleset("house-limits")
EXAMPLES = Path(controller.rulesets.__file__).parent / "examples"
VARIED = tuple(
    load_ruleset(str(EXAMPLES / f"{name}.toml"))
    for name in ("board-first", "burned-pile", "burned-face-up", "every-hand-2026")
)
"""Board before hands, burns, and the bank offered before every hand (G3.2, G8.3)."""
STARTS = st.builds(
    Start,
    rules=st.sampled_from(
        [CALIFORNIA, CALIFORNIA, load_ruleset("gega-004210"), load_ruleset("house-limits"), *VARIED]
    ),
    mode=MODES,
    without=WITHOUT,
    stub=st.booleans(),
    seed=st.integers(0, 2**16),
)


class Table(RuleBasedStateMachine):
    """Walk a table anywhere."""

    @initialize(start=STARTS, steps=st.integers(0, 70))
    def begin(self, start: Start, steps: int) -> None:
        """Start a table of any rules and mode, with or without some sensors, in its first two rounds."""
        cards = list(Card)
        random.Random(start.seed).shuffle(cards)
        self.felt = Felt(
            rules=start.rules,
            mode=start.mode,
            cards=cards,
            capabilities=EVERY_BIT & ~sum(1 << bit for bit in start.without),
            stub_through_reader=start.stub and start.mode is DealingMode.STACKS,
        )
        self.felt.link()
        for _ in range(steps):
            step(self.felt)

    # ---- going on ---------------------------------------------------------------------------------

    @rule(times=st.integers(1, 12))
    def obey(self, times: int) -> None:
        """Do what the prompt says for a while."""
        for _ in range(times):
            step(self.felt)

    @rule(data=st.data())
    def press(self, data: st.DataObject) -> None:
        """Press any offer that is enabled."""
        offers = [offer for offer in self.felt.offers if offer.enabled and not offer.open_fields]
        if offers:
            offer = data.draw(st.sampled_from(offers))
            self.felt.ask(approved(self.felt, offer.command))

    @rule(seat=SEATS, bettor=st.integers(-1, 4), ante=CENTS, trips=CENTS, bad_beat=CENTS)
    def wager(self, seat: int, bettor: int, ante: int, trips: int, bad_beat: int) -> None:
        """Try to place a wager of any size anywhere."""
        self._try(
            PlaceWager(
                seat=SeatNo(seat), bettor=bettor, ante=ante, blind=ante, trips=trips, bad_beat=bad_beat
            )
        )

    @rule(amount=CENTS, seat=SEATS)
    def bank(self, amount: int, seat: int) -> None:
        """Try to post a bank, to settle a seat, to count, to close the betting."""
        self._try(PostBank(amount=amount))
        self._try(SettleSeat(seat=SeatNo(seat)))
        self._try(CloseBetting())

    @rule(count=st.sampled_from([-1, 51, 52, 53]))
    def count(self, count: int) -> None:
        """Try to count the deck by hand."""
        self._try(RecordCount(count=count))

    def _try(self, command: Ask) -> None:
        before = self.felt.state
        if isinstance(self.felt.give(command), Refused):
            assert before == self.felt.state

    # ---- devices ----------------------------------------------------------------------------------

    @rule(answers=st.booleans())
    def dawdle(self, answers: bool) -> None:  # noqa: FBT001
        """Let orders and reports wait, or flow again."""
        self.felt.answers = answers

    @precondition(lambda self: self.felt.orders)
    @rule(data=st.data(), heard=st.booleans())
    def obey_one_order(self, data: st.DataObject, heard: bool) -> None:  # noqa: FBT001
        """Carry out one order that waits; its answer may be lost with the link."""
        order = data.draw(st.sampled_from(self.felt.orders))
        self.felt.orders.remove(order)
        if heard:
            self.felt.obey(order)
        elif self.felt.linked[order.device]:
            self.felt.table.obey(order)
            self.felt.unplug(order.device)

    @rule()
    def hear(self) -> None:
        """Hear the next report of each device."""
        self.felt.deliver()

    @rule(name=DEVICES)
    def unplug(self, name: DeviceName) -> None:
        """Pull a cable."""
        if self.felt.linked[name]:
            self.felt.unplug(name)

    @rule(name=DEVICES)
    def plug(self, name: DeviceName) -> None:
        """Put a cable back."""
        if not self.felt.linked[name]:
            self.felt.plug(name)

    @rule(name=DEVICES)
    def power_cut(self, name: DeviceName) -> None:
        """Switch a device off and on again."""
        self.felt.table.power_cut(self.felt.device(name))
        if self.felt.linked[name]:
            self.felt.unplug(name)
        self.felt.plug(name)

    @rule(name=DEVICES, slow=st.booleans())
    def slow(self, name: DeviceName, slow: bool) -> None:  # noqa: FBT001
        """Let a device hold its operations open, or end the one it holds."""
        device = self.felt.device(name)
        device.slow = slow
        if device.running is not None and not slow:
            self.felt.table.finish(device)
            self.felt.then()

    @rule(name=DEVICES, is_open=st.booleans())
    def door(self, name: DeviceName, is_open: bool) -> None:  # noqa: FBT001
        """Open or shut a door or the lid."""
        self.felt.table.move_door(self.felt.device(name), 0, is_open=is_open)
        self.felt.then()

    @rule(after=st.integers(0, 3))
    def jam(self, after: int) -> None:
        """Let the shuffler jam at one of the next cards."""
        self.felt.table.jam_after = after

    @rule(name=DEVICES, severity=st.integers(1, 4))
    def fault(self, name: DeviceName, severity: int) -> None:
        """Raise a fault anywhere."""
        self.felt.table.raise_fault(self.felt.device(name), JAM_OUTPUT, severity)
        self.felt.then()

    @rule(name=DEVICES)
    def clear(self, name: DeviceName) -> None:
        """Clear the faults of a device."""
        self.felt.table.clear_faults(self.felt.device(name))
        self.felt.then()

    @rule(name=DEVICES)
    def unknown(self, name: DeviceName) -> None:
        """Report an event that nobody knows."""
        device = self.felt.device(name)
        payload = HiddenBytes(ordinal=0, data=b"\x01")
        device.record(lambda source: ReportUnknown(source=source, type_code=0x99, payload=payload))
        self.felt.then()

    # ---- cards and people -------------------------------------------------------------------------

    @rule(flags=TROUBLES)
    def bad_card(self, flags: tuple[CardFlag, ...]) -> None:
        """Let the next card be read badly."""
        self.felt.table.flags = flags

    @rule()
    def unread_card(self) -> None:
        """Let the next card pass unread."""
        self.felt.table.reading = Reading.UNREADABLE

    @rule(times=st.integers(1, 3))
    def draw(self, times: int) -> None:
        """Draw cards that nobody asked for."""
        self.felt.draw(times)

    @rule(to_rack=st.booleans())
    def clear_tray(self, to_rack: bool) -> None:  # noqa: FBT001
        """Take what lies in the tray."""
        self.felt.clear_tray(to_rack=to_rack)

    @rule(letter=st.sampled_from(["A", "B"]), keep_back=st.integers(0, 1))
    def load(self, letter: DeckLetter, keep_back: int) -> None:
        """Put cards into the infeed that nobody asked for."""
        if not self.felt.table.infeed:
            self.felt.load(letter, keep_back=keep_back)

    @rule()
    def press_deal(self) -> None:
        """Press the deal key whenever."""
        self.felt.press_deal()

    @rule(seconds=st.integers(1, 200))
    def wait(self, seconds: int) -> None:
        """Let time pass."""
        self.felt.now_us += seconds * SECOND_US
        self.felt.give(PassTime(now_us=self.felt.now_us))

    @rule()
    def restart(self) -> None:
        """Kill the program and start it over its record."""
        self.felt.restart()

    # ---- what must hold ---------------------------------------------------------------------------

    @invariant()
    def offers_tell_the_truth(self) -> None:
        """An enabled offer is accepted, a disabled one refused with its reason (ARCHITECTURE 11)."""
        for offer in self.felt.offers:
            if offer.open_fields:
                continue
            decided = self.felt.decided(approved(self.felt, offer.command))
            if offer.enabled:
                assert not isinstance(decided, Refused), (offer, decided)
                assert decided
            else:
                assert isinstance(decided, Refused), offer
                assert offer.why_not is decided.code

    @invariant()
    def no_hidden_face_is_shown(self) -> None:
        """Neither view nor prompt nor any repr holds the face of a card that lies face down (V9)."""
        state = self.felt.state
        hidden = {
            card.card.value
            for _, card in placed_cards(state)
            if isinstance(card, Hidden) and card.card is not None
        }
        prompt = self.felt.prompt
        shown = f"{view(state, prompt)!r} {prompt!r}"
        assert [] == [face for face in hidden if f"'{face}'" in shown]

    @invariant()
    def replay_equals_live(self) -> None:
        """A replay of all events reaches the same state (V12)."""
        assert self.felt.replayed() == self.felt.state

    def teardown(self) -> None:
        """When troubles stop, a robot that obeys ends the round and the next one."""
        felt = self.felt
        repair(felt)
        play_until_round(felt, felt.state.rounds + 2)
        assert Phase.CLOSED is not felt.state.phase
        assert felt.replayed() == felt.state


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
