"""Watch a table's record and its way out: nothing is lost, doubled, or told before it is durable.

INV1, INV2, INV3 and INV7 of DURABILITY 2. The watch stands between the table and both of them, outlives a
crash of the table, and raises `Violation` at the first breach.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from controller.engine.actors import Source
from controller.engine.commands import Command
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_words import Order
from controller.engine.events import Event
from controller.engine.fact_commands import ReportLinked
from controller.engine.ids import DeviceName
from controller.journal.memory import MemoryMedium
from controller.journal.notes import Note
from controller.journal.pair import Degraded
from controller.journal.record import Head, Stamp, link
from controller.journal.space import Medium
from controller.table.gates import DeviceGate
from controller.table.recording import Record

Hear = Callable[[tuple[Event, ...], bytes], None]
"""Takes the events of a record that is durable now, with its bytes."""

Numbering = tuple[str, int]
"""Serial number and epoch: what a device's event numbers belong to."""


class Violation(Exception):
    """Say which rule a run broke, and how; never names a card."""

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.text = text
        super().__init__(f"{rule}: {text}")


@dataclass(slots=True, kw_only=True)
class Journaled:
    """Hold what the record says of one numbering: where it began, and the last number."""

    first: int
    last: int


class LogEnd(Protocol):
    """What the watch asks of a device's own log; 0 stands for no number."""

    @property
    def serial(self) -> str:
        """Give the serial number."""

    @property
    def epoch(self) -> int:
        """Give the epoch of the numbers."""

    @property
    def acked(self) -> int:
        """Give the highest acknowledged number."""

    @property
    def newest(self) -> int:
        """Give the highest number written."""


class Watch:
    """Hold what must stay true over the whole life of a record, crashes of the table included.

    numbers: what is journaled of each device's events; events: how many; issued: orders by operation number.
    """

    def __init__(self, medium: MemoryMedium, hear: Hear) -> None:
        self._medium = medium
        self._hear = hear
        self._head: Head = medium.header.start
        self.numbers: dict[Numbering, Journaled] = {}
        self.issued: dict[tuple[DeviceName, int], Order] = {}
        self._waiting: Counter[tuple[DeviceName, int | None, Order]] = Counter()
        self.events = 0

    def record(self, record: Record) -> Record:
        """Stand before a record."""
        return _WatchedRecord(record, self)

    def gate(self, gate: DeviceGate) -> DeviceGate:
        """Stand before the ports."""
        self._waiting.clear()
        return _WatchedGate(gate, self)

    # -- the record ---------------------------------------------------------------------------

    def appended(self, cause: Command | None, events: tuple[Event, ...]) -> None:
        """Check that the record grew by whole records in one chain, and take in the last one."""
        body = self._follow()
        source = getattr(cause, "source", None)
        if isinstance(source, Source) and source.number:
            self._number(source)
        if isinstance(cause, ReportLinked) and events:
            self._resumed(cause)
        for event in events:
            if isinstance(event, DeviceOrderIssued):
                self._order(event)
        self._hear(events, body)

    def _follow(self) -> bytes:
        """Walk the chain over what is new (INV2, INV3), and give its bytes."""
        new = self._medium.records[self._head.seq - self._medium.header.start.seq :]
        if not new:
            raise Violation("INV1", f"record {self._head.seq + 1} is called durable and is not there")
        for record in new:
            if record.seq != self._head.seq + 1:
                raise Violation("INV2", f"record {record.seq} follows record {self._head.seq}")
            if record.h != link(self._head.h, record.seq, record.body):
                raise Violation("INV3", f"the chain breaks at record {record.seq}")
            self._head = Head(seq=record.seq, h=record.h)
        return b"\n".join(record.body for record in new)

    def _number(self, source: Source) -> None:
        """Check that each numbered event is journaled exactly once, in order (CDP1 13)."""
        key = (source.serial, source.epoch)
        known = self.numbers.get(key)
        last = 0 if known is None else known.last
        if source.number != last + 1:
            raise Violation("INV1", f"{source.device} event {source.number} is journaled after event {last}")
        self.events += 1
        if known is None:
            self.numbers[key] = Journaled(first=source.number, last=source.number)
        else:
            known.last = source.number

    def _resumed(self, fact: ReportLinked) -> None:
        key = (fact.source.serial, fact.source.epoch)
        if fact.resumed_from and key not in self.numbers:
            self.numbers[key] = Journaled(first=fact.resumed_from + 1, last=fact.resumed_from)

    def _order(self, issued: DeviceOrderIssued) -> None:
        self._waiting[issued.device, issued.op_id, issued.order] += 1
        if issued.op_id is None:
            return
        key = (issued.device, issued.op_id)
        before = self.issued.setdefault(key, issued.order)
        if before != issued.order:
            raise Violation("CDP1 4", f"operation {issued.op_id} of the {issued.device} names two orders")

    # -- the way out --------------------------------------------------------------------------

    def acked(self, serial: str, epoch: int, number: int) -> None:
        """Check that only what is journaled is acknowledged (INV1, INV7)."""
        known = self.numbers.get((serial, epoch))
        last = 0 if known is None else known.last
        if number > last:
            raise Violation("INV1", f"event {number} of {serial} is acknowledged, {last} is journaled")

    def submitted(self, device: DeviceName, op_id: int | None, order: Order) -> None:
        """Check that an order was in the record first, and leaves once (INV7)."""
        key = (device, op_id, order)
        if not self._waiting[key]:
            raise Violation("INV7", f"{order.kind} leaves for the {device} without a record")
        self._waiting[key] -= 1

    def shown(self, seq: int) -> None:
        """Check that a picture shows nothing newer than the record (INV7)."""
        if seq > self._head.seq:
            raise Violation("INV7", f"a picture shows record {seq}, the last one is {self._head.seq}")

    def heard(self, log: LogEnd) -> None:
        """Compare with a device's own log: it may not think more journaled than is (INV1)."""
        self.acked(log.serial, log.epoch, log.acked)

    def complete(self, log: LogEnd) -> None:
        """Check at rest that every event of a device is journaled (CDP1 13: journal = events 1..N)."""
        known = self.numbers.get((log.serial, log.epoch))
        last = 0 if known is None else known.last
        if last != log.newest:
            raise Violation("INV1", f"{log.serial} wrote event {log.newest}, {last} is journaled")

    def began(self, device: DeviceName, op_id: int, times: int) -> None:
        """Check that what a device began was ordered, and happened once (CDP1 4)."""
        if (device, op_id) not in self.issued:
            raise Violation("INV7", f"the {device} began operation {op_id} that no record orders")
        if times > 1:
            raise Violation("CDP1 4", f"the {device} began operation {op_id} {times} times")


class _WatchedRecord:
    """Be the record, and let the watch look at every append."""

    def __init__(self, inner: Record, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    @property
    def head(self) -> Head:
        """Give the last record's number and hash."""
        return self._inner.head

    @property
    def degraded(self) -> Degraded | None:
        """Tell which copy is out of use."""
        return self._inner.degraded

    @property
    def refusal(self) -> str | None:
        """Tell why no cards of a new round may be dealt."""
        return self._inner.refusal

    @property
    def media(self) -> tuple[Medium, ...]:
        """Give the room on each medium in use."""
        return self._inner.media

    def append(
        self,
        *,
        cause: Command | None,
        events: tuple[Event, ...],
        notes: tuple[Note, ...] = (),
        stamp: Stamp,
        round_no: int | None,
        actor: str,
        src: str,
        cmd: str | None = None,
    ) -> int:
        """Append one record, then check it."""
        seq = self._inner.append(
            cause=cause,
            events=events,
            notes=notes,
            stamp=stamp,
            round_no=round_no,
            actor=actor,
            src=src,
            cmd=cmd,
        )
        self._watch.appended(cause, events)
        return seq

    def sign_if_due(self, stamp: Stamp) -> None:
        """Sign what has stood unsigned for too long."""
        self._inner.sign_if_due(stamp)

    def open_round(self, round_no: int, stamp: Stamp) -> int:
        """Make the key of a new round."""
        return self._inner.open_round(round_no, stamp)

    def close(self) -> None:
        """Release the record."""
        self._inner.close()


class _WatchedGate:
    """Be the gate, and let the watch look at all that leaves."""

    def __init__(self, inner: DeviceGate, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch

    def ack(self, device: DeviceName, serial: str, epoch: int, number: int) -> None:
        """Check, then queue an acknowledgement."""
        self._watch.acked(serial, epoch, number)
        self._inner.ack(device, serial, epoch, number)

    def submit(self, device: DeviceName, op_id: int | None, order: Order) -> None:
        """Check, then queue an order."""
        self._watch.submitted(device, op_id, order)
        self._inner.submit(device, op_id, order)

    def linked(self, device: DeviceName, link: int) -> None:
        """Hand on which link orders are made for."""
        self._inner.linked(device, link)

    def refuse(self, device: DeviceName, text: str) -> None:
        """Queue a refusal."""
        self._inner.refuse(device, text)
