"""The soak of CDP/1 section 13: cards and operations over a cable that loses, doubles and mangles frames.

The table journals each event after a random delay and only then acknowledges. Plug, power and the host
itself fail. At the end the journal must be the device's events 1..N in order, each operation must have
acted exactly once, and the link must be up.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from drivers.cdp.device_events import read_event
from drivers.cdp.link_state import LinkState
from drivers.events import (
    DeviceClass,
    DeviceReport,
    LinkUp,
    NumberedEvent,
    OpAnswer,
    OpDone,
    OpState,
    OpStatusAnswer,
    Stopped,
)
from drivers.orders import Ack, OpStatus, SelfTest
from hw_fixtures.firmware.core import Options
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.identity import Timing
from hw_fixtures.firmware.machine import Build, ShoeMachine, plain_shoe
from hw_fixtures.firmware.nv import LogEntry
from hw_fixtures.peer.codes import Back, Message
from tests.drivers.lab import CLEAN, Lab, Level, settings_for

LEVELS = {
    "clean": CLEAN,
    "noisy": Level(drop=0.05, double=0.05, reorder=0.10, truncate=0.03, flip=0.05, noise=0.05, delay=0.05),
    "rough": Level(
        drop=0.10,
        double=0.05,
        reorder=0.10,
        truncate=0.03,
        flip=0.05,
        noise=0.05,
        delay=0.05,
        unplug=0.0005,
        power=0.0003,
        crash=0.0003,
    ),
    "hell": Level(
        drop=0.25,
        double=0.15,
        reorder=0.30,
        truncate=0.10,
        flip=0.15,
        noise=0.15,
        delay=0.15,
        unplug=0.002,
        power=0.001,
        crash=0.001,
    ),
}
HELL_ENDS_S = 250.0
MOST_S = 700.0
FIRST_OP = 70_001


@dataclass(slots=True)
class Tally:
    """Count what a run went through."""

    events: int = 0
    unplugs: int = 0
    power_cuts: int = 0
    crashes: int = 0


@dataclass(slots=True)
class Host:
    """Be the table: a journal that survives crashes, and a desk that does not."""

    journal: list[tuple[int, int, object]] = field(default_factory=list)
    last: dict[tuple[str, int], int] = field(default_factory=dict)
    to_write: list[tuple[float, DeviceReport]] = field(default_factory=list)
    intents: dict[int, str] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    stops: list[Stopped] = field(default_factory=list)


class Soak:
    """Run one seed at one level; `failure` says what is wrong, "" if all is right."""

    def __init__(
        self,
        seed: int,
        level: str,
        *,
        cards: int = 400,
        ops: int = 6,
        journal_s: float = 0.05,
        drops_acked: bool = False,
        hell_ends_s: float = HELL_ENDS_S,
        most_s: float = MOST_S,
    ) -> None:
        self.tally = Tally()
        self._hell_ends_s = hell_ends_s
        self._most_s = most_s
        self._level = LEVELS[level]
        self._cards_left = cards
        self._ops = [FIRST_OP + number for number in range(ops)]
        self._journal_s = journal_s
        self._truth: dict[int, LogEntry] = {}
        self._host = Host()
        self._rng = random.Random(f"soak {seed} {level}")
        machine = ShoeMachine(_build(seed, drops_acked=drops_acked))
        settings = settings_for(machine, quiet_s=1.6)
        self._lab = Lab(machine, seed=seed, level=self._level, settings=settings)
        self._machine = machine
        self._start = self._lab.clock.now
        self._next_card = self._start
        self._next_op = self._start
        self._replug_at: float | None = None
        self._power_at: float | None = None

    def run(self) -> str:
        """Run to the end; give what is wrong."""
        while not self._is_finished():
            if self._lab.clock.now - self._start > self._most_s:
                return f"not finished after {self._most_s} s: {self._lab.port.state}, {self._describe()}"
            self._fail_things()
            self._work()
            self._lab.step()
            self._record_truth()
            self._serve()
        self.tally.events = len(self._host.journal)
        return self._judge()

    # ---- faults ---------------------------------------------------------------------------------

    def _fail_things(self) -> None:
        now, rng, level = self._lab.clock.now, self._rng, self._level
        if now - self._start > self._hell_ends_s:
            level = self._lab.cable.level = self._level = CLEAN
        if self._replug_at is None and rng.random() < level.unplug:
            self.tally.unplugs += 1
            self._lab.cable.pull()
            self._replug_at = now + rng.uniform(0.05, 2.0)
        elif self._replug_at is not None and now >= self._replug_at:
            self._replug_at = None
            self._lab.cable.plugged = True
        if self._power_at is None and rng.random() < level.power:
            self.tally.power_cuts += 1
            self._machine.power_off()
            self._power_at = now + rng.uniform(0.05, 2.0)
        elif self._power_at is not None and now >= self._power_at:
            self._power_at = None
            self._machine.power_on(round(now * 1000))
        if rng.random() < level.crash:
            self._crash()

    def _crash(self) -> None:
        self.tally.crashes += 1
        self._lab.sink.reports.clear()
        self._host.to_write.clear()
        self._host.asked.clear()
        self._lab.port = self._lab.make_port(self._host.last)

    # ---- the shoe's cards and the table's orders ------------------------------------------------

    def _work(self) -> None:
        now = self._lab.clock.now
        if self._cards_left and now >= self._next_card and self._machine.is_on:
            card = PhysicalCard(self._rng.randrange(52), Back.BLUE)
            self._machine.pass_card(card, round(now * 1000))
            self._cards_left -= 1
            self._next_card = now + self._rng.uniform(0.02, 0.3)
        if self._ops and not self._host.intents and now >= self._next_op:
            op_id = self._ops.pop(0)
            self._host.intents[op_id] = "journaled"
            self._next_op = now + self._rng.uniform(1.0, 15.0)
            self._order(op_id)

    def _order(self, op_id: int) -> None:
        self._host.asked.add(op_id)
        self._lab.port.submit(SelfTest(op_id=op_id))

    def _serve(self) -> None:
        """Be the table for one turn."""
        now = self._lab.clock.now
        reports, self._lab.sink.reports = self._lab.sink.reports, []
        for report in reports:
            if report.number:
                delay = self._rng.uniform(0.0, self._journal_s)
                due = max([now + delay, *(at for at, _ in self._host.to_write[-1:])])
                self._host.to_write.append((due, report))
            else:
                self._hear(report)
        while self._host.to_write and self._host.to_write[0][0] <= now:
            self._write(self._host.to_write.pop(0)[1])

    def _hear(self, report: DeviceReport) -> None:
        match report.event:
            case LinkUp():
                self._host.last.setdefault((report.serial, report.epoch), report.event.resumed_after)
                self._ask_again()
            case Stopped():
                self._host.stops.append(report.event)
            case OpAnswer(op_id=op_id, lost=True) | OpStatusAnswer(op_id=op_id, lost=True):
                self._host.asked.discard(op_id)
                if self._lab.port.state is LinkState.UP:
                    self._ask_again()
            case OpStatusAnswer(op_id=op_id, op_state=OpState.UNKNOWN):
                self._order(op_id)
            case _:
                pass

    def _ask_again(self) -> None:
        for op_id in self._host.intents:
            if op_id not in self._host.asked:
                self._host.asked.add(op_id)
                self._lab.port.submit(OpStatus(op_id=op_id))

    def _write(self, report: DeviceReport) -> None:
        self._host.journal.append((report.epoch, report.number, report.event))
        self._host.last[report.serial, report.epoch] = report.number
        if isinstance(report.event, OpDone):
            self._host.intents.pop(report.event.op_id, None)
            self._host.asked.discard(report.event.op_id)
        self._lab.port.submit(Ack(serial=report.serial, epoch=report.epoch, number=report.number))

    # ---- the verdict ----------------------------------------------------------------------------

    def _record_truth(self) -> None:
        nv = self._machine.nv
        for number in range(len(self._truth) + 1, nv.next_seq):
            self._truth[number] = nv.log[number]

    def _is_finished(self) -> bool:
        return (
            not self._cards_left
            and not self._ops
            and not self._host.intents
            and self._replug_at is None
            and self._power_at is None
            and len(self._host.journal) >= len(self._truth)
            and self._lab.port.state is LinkState.UP
        )

    def _judge(self) -> str:
        numbers = [number for _, number, _ in self._host.journal]
        if numbers != list(range(1, len(self._truth) + 1)):
            return f"journal is not 1..{len(self._truth)} in order: {self._describe()}"
        wrong = [number for _, number, event in self._host.journal if event != self._true_event(number)]
        if wrong:
            return f"events {wrong} differ from what the device logged"
        started = Counter(
            entry.payload[4:8] for entry in self._truth.values() if entry.message == Message.OP_STARTED
        )
        if any(count != 1 for count in started.values()):
            return f"an operation acted {max(started.values())} times"
        if self._host.stops:
            return f"stopped: {self._host.stops[0].reason}"
        return ""

    def _true_event(self, number: int) -> NumberedEvent:
        entry = self._truth[number]
        return read_event(entry.message, entry.payload, DeviceClass.SHOE)

    def _describe(self) -> str:
        return (
            f"{len(self._host.journal)} journaled of {len(self._truth)}, "
            f"intents {sorted(self._host.intents)}, {self.tally}"
        )


def _build(seed: int, *, drops_acked: bool) -> Build:
    plain = plain_shoe(seed=seed)
    plain.timing = Timing(self_test_ms=700)
    plain.options = Options(drops_acked=drops_acked)
    return plain
