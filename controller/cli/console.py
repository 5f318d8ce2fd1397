"""`dealer-assist console`: the table's commands as JSON lines on standard input, results and views on output.

One thread reads and writes: the main one. A line is taken only after the line before it was answered, so a
script needs no pauses; `await` lets it wait for a prompt. The table thread never waits for this output.
"""

import argparse
import os
import select
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TextIO

from controller.cli.console_json import (
    LONGEST_LINE,
    AskLine,
    AwaitLine,
    HistoryLine,
    LineRefused,
    OffersLine,
    accepted_line,
    bad_line,
    device_line,
    effect_line,
    fault_line,
    history_line,
    offers_line,
    passed_line,
    read_line,
    refused_line,
    view_line,
)
from controller.cli.interrupts import broken_off_once
from controller.cli.run import add_anchors
from controller.engine.actors import Role
from controller.engine.ids import CommandId
from controller.engine.preview_types import Effect
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.view_types import DeviceView, TableView
from controller.history.offers import OfferLine
from controller.history.record import RoundRecord
from controller.table.clock import Clock, SystemClock
from controller.table.envelope import Envelope, Outcome, Publication
from controller.table.faults import TableStopped

SWITCH_INTERVAL_S: Final = 0.0005
"""So that a busy front end does not delay an append (DURABILITY 4.2)."""

_CHUNK: Final = 65_536
_LONGEST_SLEEP_S: Final = 1.0
_SECOND_US: Final = 1_000_000
_MILLISECOND_US: Final = 1_000

Say = Callable[[Refused], str]
"""Give the sentence of a refusal."""

SayDevice = Callable[[DeviceView], str]
"""Give the words for what is wrong with a device, empty while nothing is."""


def problem_code(device: DeviceView) -> str:
    """Give the code of a problem where no words are at hand."""
    return device.problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Hold how a console says things."""

    refusal: Say = str
    device: SayDevice = problem_code


class Desk(Protocol):
    """Be the table as a console sees it."""

    def submit(self, envelope: Envelope) -> bool:
        """Hand over a command without waiting."""


class Mailbox:
    """Carry publications and the fault from the table thread to the console's loop; wakes it by a pipe."""

    def __init__(self) -> None:
        self._items: deque[Publication | str] = deque()
        self._reading_end, self._writing_end = os.pipe()
        os.set_blocking(self._writing_end, False)

    def fileno(self) -> int:
        """Give the descriptor that is readable while something waits."""
        return self._reading_end

    def publish(self, publication: Publication) -> None:
        """Leave a publication; never waits."""
        self._leave(publication)

    def fault(self, reason: str) -> None:
        """Leave the table's last words; never waits."""
        self._leave(reason)

    def take(self) -> list[Publication | str]:
        """Give everything that was left, oldest first."""
        os.read(self._reading_end, _CHUNK)
        taken = []
        while self._items:
            taken.append(self._items.popleft())
        return taken

    def close(self) -> None:
        """Give the pipe back; only after the table thread ended."""
        os.close(self._reading_end)
        os.close(self._writing_end)

    def _leave(self, item: Publication | str) -> None:
        self._items.append(item)
        try:
            os.write(self._writing_end, b"!")
        except BlockingIOError:
            return  # the pipe is full of wake-up calls already


class Console:
    """Run the protocol between two streams and a table. Main thread only.

    on_view: called with each new picture, for simulated hands; actor: who asks, as in `dealer:4471`.
    """

    def __init__(
        self,
        *,
        desk: Desk,
        mailbox: Mailbox,
        source: BinaryIO,
        sink: TextIO,
        actor: str,
        say: Sentences = Sentences(),
        clock: Clock | None = None,
        on_view: Callable[[TableView], None] = lambda _: None,
    ) -> None:
        self._desk = desk
        self._mailbox = mailbox
        self._source = source.fileno()
        self._sink = sink
        self._actor = actor
        self._say = say
        self._clock = clock or SystemClock()
        self._on_view = on_view
        self._rest = b""
        self._is_over = False
        self._lines: deque[bytes] = deque()
        self._number = 0
        self._pending: AskLine | AwaitLine | None = None
        self._until_us = 0
        self._view: TableView | None = None
        self._offers: tuple[OfferLine, ...] = ()
        self._rounds: tuple[RoundRecord, ...] = ()
        self._devices: dict[str, DeviceView] = {}

    def run(self) -> None:
        """Serve until the input ends and its last line is answered; raise TableStopped with last words."""
        while True:
            while self._pending is None and self._lines:
                self._begin(self._lines.popleft())
            if self._pending is None and self._is_over:
                return
            self._wait()

    def _wait(self) -> None:
        """Wait for input, for the table, or for the end of an `await`."""
        wanted = [self._mailbox.fileno()]
        if self._pending is None and not self._is_over:
            wanted.append(self._source)
        ready, _, _ = select.select(wanted, [], [], self._sleep_s())
        if self._mailbox.fileno() in ready:
            for item in self._mailbox.take():
                self._hear(item)
        if self._source in ready:
            self._take_input()
        self._look_at_the_clock()

    def _take_input(self) -> None:
        """Cut what came into lines; the end of the input ends the last one."""
        data = os.read(self._source, _CHUNK)
        self._is_over = not data
        *whole, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(whole)
        self._rest = self._rest[: LONGEST_LINE + 1]  # an endless line is too long already
        if self._is_over and self._rest:
            self._lines.append(self._rest)
            self._rest = b""

    def _begin(self, raw: bytes) -> None:
        """Take up one line; a blank one is only counted."""
        self._number += 1
        if not raw.strip():
            return
        try:
            line = read_line(_text(raw, self._number), self._number)
        except LineRefused as refused:
            self._write(bad_line(refused))
            return
        if isinstance(line, OffersLine):
            self._write(offers_line(line, self._offers))
            return
        if isinstance(line, HistoryLine):
            self._write(history_line(line, self._rounds))
            return
        self._pending = line
        if isinstance(line, AwaitLine):
            self._until_us = self._clock.now().boot_us + line.timeout_ms * _MILLISECOND_US
            self._check_await()
        else:
            self._submit(line)

    def _submit(self, line: AskLine) -> None:
        """Hand a command to the table."""
        envelope = Envelope(
            command_id=line.id,
            token=line.token,
            command=line.command,
            actor=self._actor,
            role=Role.DEALER,
            source="console",
            credential=line.credential,
            second=line.second,
            is_preview=line.is_preview,
        )
        if not self._desk.submit(envelope):
            full = Refused(code=RefusalCode.QUEUE_FULL)
            self._answer(Outcome(command_id=line.id, seq=0, refused=full))

    def _hear(self, item: Publication | str) -> None:
        """Write what the table published: answers first, then what changed in the picture."""
        if isinstance(item, str):
            self._write(fault_line(item))
            raise TableStopped(item)
        self._offers, self._rounds = item.offers, item.history
        for outcome in item.outcomes:
            self._answer(outcome)
        for command_id, effect in item.effects:
            self._tell(command_id, effect)
        if item.view != self._view:
            self._view = item.view
            self._show(item)
            self._on_view(item.view)
        self._check_await()

    def _show(self, publication: Publication) -> None:
        """Write the devices that look different, then the picture."""
        for device in publication.view.devices:
            if self._devices.get(device.name) != device:
                self._devices[device.name] = device
                self._write(device_line(device, self._say.device(device)))
        self._write(view_line(publication.view, seq=publication.seq, head=publication.head))

    def _answer(self, outcome: Outcome) -> None:
        """Write the answer to a command, and let the next line come."""
        if outcome.refused is None:
            self._write(accepted_line(outcome))
        else:
            self._write(refused_line(outcome.command_id, outcome.refused, self._say.refusal(outcome.refused)))
        if self._pending is not None and self._pending.id == outcome.command_id:
            self._pending = None

    def _tell(self, command_id: CommandId, effect: Effect) -> None:
        """Write what a command would do, and let the next line come."""
        self._write(effect_line(command_id, effect))
        if self._pending is not None and self._pending.id == command_id:
            self._pending = None

    def _check_await(self) -> None:
        """End an `await` whose prompt is there."""
        line = self._pending
        if not isinstance(line, AwaitLine) or self._view is None:
            return
        if line.is_shown(self._view.prompt):
            self._write(passed_line(line))
            self._pending = None

    def _look_at_the_clock(self) -> None:
        """Refuse an `await` whose time is over."""
        line = self._pending
        if isinstance(line, AwaitLine) and self._clock.now().boot_us >= self._until_us:
            message = f"prompt {line.prompt.value} did not come within {line.timeout_ms} ms"
            self._write(
                bad_line(LineRefused(line_id=line.id, line=self._number, code="not_shown", message=message))
            )
            self._pending = None

    def _sleep_s(self) -> float:
        """Give how long nothing needs to be looked at."""
        if not isinstance(self._pending, AwaitLine):
            return _LONGEST_SLEEP_S
        left_us = self._until_us - self._clock.now().boot_us
        return min(_LONGEST_SLEEP_S, max(0, left_us) / _SECOND_US)

    def _write(self, line: str) -> None:
        self._sink.write(line + "\n")
        self._sink.flush()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--config", type=Path, help="table file; without it the devices are simulated")
    add_anchors(parser)
    parser.add_argument("--seed", type=int, default=1, help="seed of the simulated devices (default 1)")
    parser.add_argument("--journal", type=Path, help="file of the record, without --config")
    parser.add_argument(
        "--floor-pin", help="PIN of the simulated floor supervisor, 6 or 8 digits (default: 8 new ones)"
    )
    parser.add_argument(
        "--dealing",
        choices=("stacks", "shoe"),
        default="stacks",
        help="way of dealing, without --config",
    )
    parser.add_argument(
        "--rules",
        default="california-bad-beat",
        metavar="RULESET",
        help="name or file of the rule set, without --config",
    )


def run(args: argparse.Namespace) -> int:
    """Run a table until the input ends, or until somebody ends the program in order; give 0."""
    from controller.cli.console_table import compose_table  # noqa: PLC0415 - the record and drivers load only here

    sys.setswitchinterval(SWITCH_INTERVAL_S)
    mailbox = Mailbox()
    try:
        with (
            broken_off_once(),
            compose_table(args, publish=mailbox.publish, on_fault=mailbox.fault) as table,
        ):
            Console(
                desk=table.running,
                mailbox=mailbox,
                source=sys.stdin.buffer,
                sink=sys.stdout,
                actor=f"dealer:{table.config.table.house_dealer}",
                say=Sentences(refusal=sentences(), device=device_words()),
                on_view=table.on_view,
            ).run()
    finally:
        mailbox.close()
    return 0


def sentences() -> Say:
    """Give the sentences of refusals, the same ones as on the touchscreen."""
    from ui.refusals import refusal_key  # noqa: PLC0415 - contract 5
    from ui.texts import load_texts  # noqa: PLC0415 - contract 5

    texts = load_texts("en")

    def say(refused: Refused) -> str:
        return texts(refusal_key(refused), seat=refused.seat, allowed=refused.allowed, value=refused.value)

    return say


def device_words() -> SayDevice:
    """Give what the touchscreen says about a device, in English."""
    from ui.details import problem_text  # noqa: PLC0415 - contract 5
    from ui.texts import load_texts  # noqa: PLC0415 - contract 5

    texts = load_texts("en")
    return lambda device: problem_text(device, texts)


def _text(raw: bytes, number: int) -> str:
    """Decode a line; raise LineRefused for one that is too long or no UTF-8."""
    if len(raw) > LONGEST_LINE:
        message = f"line {number} has {len(raw)} bytes, allowed are {LONGEST_LINE}"
        raise LineRefused(line_id=None, line=number, code="too_long", message=message)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        message = f"line {number} is no UTF-8"
        raise LineRefused(line_id=None, line=number, code="not_json", message=message) from None
