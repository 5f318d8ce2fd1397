"""The table: one request at a time, from its stamp to the picture it leads to (ARCHITECTURE 3).

`Table.handle` is that section's nine steps. No thread lives here; `runner` gives it one, tests and the
deterministic world call it directly.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, cast

from controller.engine.actors import Role, Source
from controller.engine.advance import advance
from controller.engine.commands import Command
from controller.engine.copying import replace
from controller.engine.deadlines import next_deadline_us
from controller.engine.decide import decide
from controller.engine.effects import effects_of
from controller.engine.events import Event, RoundOpened, RoundSettled, RoundVoided
from controller.engine.fact_commands import Fact, PassTime, ReportCopyFailed
from controller.engine.guide import guide
from controller.engine.ids import CommandId, DeviceName, Token
from controller.engine.invariants import check
from controller.engine.preview import effect_of
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer, Prompt
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Context, TableState
from controller.engine.views import view
from controller.history.rounds import History
from controller.journal.notes import Note, TapsCounted
from controller.journal.record import Stamp, plain
from controller.table.admission import admitted
from controller.table.approving import NO_TOKEN, acting, cleared, offer_for
from controller.table.authority import Authority
from controller.table.bookkeeping import Answers, Cursors, Place
from controller.table.clock import Clock
from controller.table.envelope import Admission, Envelope, Outcome, Publication
from controller.table.flood import FloodWatch
from controller.table.gates import DeviceGate, barred
from controller.table.intake import Intake
from controller.table.recording import Record
from controller.table.snapshots import Failures, is_over, note_of, snapshot_of
from drivers.events import DeviceReport, LinkUp

HEAD_DIGITS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """Hold what a table works with; all of it is used on the table's thread only.

    publish: takes each picture, and must not wait; table_id: as the record names the table; name, dealer: as
    the screen shows them.
    """

    record: Record
    gate: DeviceGate
    clock: Clock
    intake: Intake
    authority: Authority
    publish: Callable[[Publication], None]
    table_id: str
    name: str
    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Say who caused a record and from where; cmd: id of a person's command."""

    actor: str
    src: str
    cmd: str | None = None


class Table:
    """Hold the state of one table and move it; the only writer of state and record."""

    def __init__(
        self,
        state: TableState,
        around: Surroundings,
        *,
        cursors: Cursors,
        answers: Answers,
        failures: Failures | None = None,
        history: History | None = None,
    ) -> None:
        self._state = state
        self._history = history or History()
        self._prompt = guide(state)
        self._around = around
        self._cursors = cursors
        self._answers = answers
        self._failures = failures or Failures()
        self._floods = FloodWatch()
        self._outcomes: list[Outcome] = []
        self._effects: list[tuple[CommandId, Effect]] = []
        self._is_over = False
        self._stale = 0
        self._repeated = 0
        self._passed_us = -1

    @property
    def state(self) -> TableState:
        """Give the present state."""
        return self._state

    @property
    def prompt(self) -> Prompt:
        """Give what the guide says about it."""
        return self._prompt

    @property
    def positions(self) -> dict[tuple[str, int], int]:
        """Give the last journaled event of each (serial, epoch)."""
        return self._cursors.positions()

    def handle(self, item: Envelope | Admission | DeviceReport) -> None:
        """Carry one request through to the end; raise a TableFault where the table must stop."""
        stamp = self._around.clock.now()
        item = plain(item)
        if isinstance(item, Envelope) and item.is_preview:
            sealed = self._around.intake.seal(item.command, self._state)
            self._effects.append((item.command_id, effect_of(self._state, sealed)))
        elif isinstance(item, Envelope):
            self._outcomes.append(self._ask(item, stamp))
        elif isinstance(item, Admission):
            self._outcomes.append(self._admit(item, stamp))
        else:
            self._hear(item, stamp)
        self._finish()

    def tell(self, fact: Fact, src: str) -> None:
        """Carry a fact of the program itself through: its start, time that passed, a copy that failed."""
        self._decide(fact, self._around.clock.now(), Origin(actor="table", src=src), role=None)
        self._finish()

    def pass_time(self) -> None:
        """Tell the state that a deadline is due."""
        now_us = self._around.clock.now().boot_us
        self._passed_us = now_us
        self.tell(PassTime(now_us=now_us), "clock")

    def next_deadline_us(self) -> int | None:
        """Give the boot time of the next deadline that the state has not heard of yet, in microseconds."""
        deadline_us = next_deadline_us(self._state)
        return deadline_us if deadline_us is not None and deadline_us > self._passed_us else None

    def publish(self) -> None:
        """Publish the present picture with the answers since the one before; sign the record where due."""
        self._around.record.sign_if_due(self._around.clock.now())
        self._publish("")

    def last_words(self, reason: str) -> None:
        """Publish the last picture and why it is the last."""
        self._publish(reason)

    def close(self) -> None:
        """Close the record in order."""
        self._around.record.close()

    def _ask(self, envelope: Envelope, stamp: Stamp) -> Outcome:
        """Answer one person's command; a repeated or stale one changes nothing (step 3)."""
        first = self._answers.find(envelope.command_id)
        if first is not None:
            self._repeated += 1
            return first
        envelope = replace(envelope, command=self._around.intake.seal(envelope.command, self._state))
        offer = offer_for(self._prompt, envelope)
        if envelope.token is not None and offer is None:
            self._stale += 1
            outcome = _outcome(envelope, Refused(code=RefusalCode.STALE), seq=0)
        else:
            outcome = self._judge(envelope, offer, stamp)
        self._answers.note(outcome)
        return outcome

    def _judge(self, envelope: Envelope, offer: Offer | None, stamp: Stamp) -> Outcome:
        """Have the person approved where one gave a credential, then decide."""
        origin = Origin(actor=acting(envelope, self._state), src=envelope.source, cmd=envelope.command_id)
        token = offer.token if offer is not None else NO_TOKEN
        around = self._around
        command, notes = cleared(
            envelope, token, self._state, around.authority, around.table_id, stamp.boot_us
        )
        if isinstance(command, Refused):
            seq = self._refuse(envelope.command, command, notes, stamp, origin)
            return _outcome(envelope, command, seq)
        refused, seq = self._decide(command, stamp, origin, role=envelope.role, notes=notes, token=token)
        return _outcome(envelope, refused, seq)

    def _admit(self, admission: Admission, stamp: Stamp) -> Outcome:
        """Judge who wants to read, and record who it was; nothing of the state changes (S6)."""
        refused, notes = admitted(admission, self._around.authority, stamp.boot_us)
        self._failures.note(notes)
        seq = self._note(notes, stamp, admission.source)
        return Outcome(command_id=admission.command_id, seq=seq, refused=refused)

    def _hear(self, report: DeviceReport, stamp: Stamp) -> None:
        """Take in one report of a device: every numbered event is journaled exactly once (step 2)."""
        device = cast("DeviceName", report.device)
        source = Source(device=device, serial=report.serial, epoch=report.epoch, number=report.number)
        if isinstance(report.event, LinkUp):
            self._around.gate.linked(device, report.event.link)
        is_numbered = report.number > 0
        if not is_numbered or self._cursors.place(source) is Place.NEXT:
            fact = self._around.intake.read(report, self._state)
            if fact is not None:
                actor = f"device:{report.serial or report.device}"
                self._decide(fact, stamp, Origin(actor=actor, src=f"port:{device}"), role=None)
        if is_numbered:
            last = self._cursors.last(report.serial, report.epoch) or 0
            self._around.gate.ack(device, report.serial, report.epoch, last)
        if flood := self._floods.look(report, stamp.boot_us, _round_no(self._state)):
            self._around.gate.refuse(device, flood)

    def _decide(
        self,
        command: Command,
        stamp: Stamp,
        origin: Origin,
        *,
        role: Role | None,
        notes: tuple[Note, ...] = (),
        token: Token = NO_TOKEN,
    ) -> tuple[Refused | None, int]:
        """Decide, try, record, adopt, release (steps 4 to 8); give the refusal and the record's number."""
        context = Context(
            actor=origin.actor, role=role, now_us=stamp.boot_us, table=self._around.table_id, token=token
        )
        verdict = barred(command, self._around.record) or decide(self._state, command, context)
        if isinstance(verdict, Refused):
            return verdict, self._refuse(command, verdict, notes, stamp, origin)
        if not verdict:
            return None, self._around.record.head.seq
        new = tried(self._state, verdict)
        seq = self._write(command, verdict, notes, stamp, origin, _round_no(new) or _round_no(self._state))
        self._is_over = self._is_over or is_over(self._state, new)
        self._state, self._prompt = new, guide(new)
        self._cursors.note(command)
        for event in verdict:
            for order in effects_of(event):
                self._around.gate.submit(order.device, order.op_id, order.order)
        self._report_failed_copy()
        return None, seq

    def _refuse(
        self, command: Command, refused: Refused, notes: tuple[Note, ...], stamp: Stamp, origin: Origin
    ) -> int:
        """Record that a command was refused, and give the record's number."""
        note = note_of(refused)
        return self._write(command, (), (*notes, note), stamp, origin, _round_no(self._state))

    def _write(
        self,
        command: Command,
        events: tuple[Event, ...],
        notes: tuple[Note, ...],
        stamp: Stamp,
        origin: Origin,
        round_no: int | None,
    ) -> int:
        """Append one record of everything that one command caused (step 6)."""
        record = self._around.record
        for event in events:
            if isinstance(event, RoundOpened):
                record.open_round(event.round, stamp)
        if any(isinstance(event, RoundSettled | RoundVoided) for event in events):
            notes = (*notes, *self._counted())
        self._failures.note(notes)
        self._history = self._history.after(events, stamp.utc_us, origin.actor)
        return record.append(
            cause=command,
            events=events,
            notes=notes,
            stamp=stamp,
            round_no=round_no,
            actor=origin.actor,
            src=origin.src,
            cmd=origin.cmd,
        )

    def _finish(self) -> None:
        """Publish; after a round record where the table stands, so that a restart begins there."""
        if self._is_over:
            self._is_over = False
            self._note_standing()
        self.publish()

    def _note_standing(self) -> None:
        """Record the snapshot, which by now has the answer to the command that ended the round."""
        standing = snapshot_of(self._state, self._cursors, self._answers, self._failures)
        self._note((standing,), self._around.clock.now(), "journal")

    def _note(self, notes: tuple[Note, ...], stamp: Stamp, src: str) -> int:
        """Append a record without a cause, and give its number."""
        return self._around.record.append(
            cause=None, events=(), notes=notes, stamp=stamp, round_no=None, actor="table", src=src
        )

    def _counted(self) -> tuple[Note, ...]:
        """Give the count of commands that changed nothing, and start counting anew."""
        stale, repeated = self._stale, self._repeated
        self._stale = self._repeated = 0
        return (TapsCounted(stale=stale, repeated=repeated),) if stale or repeated else ()

    def _report_failed_copy(self) -> None:
        """Let the state know once that a copy of the record is out of use (DURABILITY 4.3)."""
        degraded = self._around.record.degraded
        if degraded is not None and not self._state.failed_copy:
            fact = ReportCopyFailed(copy=degraded.copy)
            self._decide(fact, self._around.clock.now(), Origin(actor="table", src="journal"), role=None)

    def _dealer_name(self) -> str:
        """Name the dealer who signed on; until somebody has, whom the table file names (G11.5)."""
        dealer = self._state.staff.dealer
        return self._around.authority.name_of(dealer) if dealer else self._around.dealer

    def _publish(self, fault: str) -> None:
        """Hand out the present picture (step 9)."""
        head, now = self._around.record.head, self._around.clock.now()
        outcomes, self._outcomes = tuple(self._outcomes), []
        effects, self._effects = tuple(self._effects), []
        self._around.publish(
            Publication(
                view=view(self._state, self._prompt),
                table_name=self._around.name,
                dealer=self._dealer_name(),
                seq=head.seq,
                head=head.h.hex()[:HEAD_DIGITS],
                utc_us=now.utc_us,
                boot_us=now.boot_us,
                history=self._history.rounds,
                offers=self._history.offers.lines,
                faults=self._history.faults,
                media=self._around.record.media,
                outcomes=outcomes,
                fault=fault,
                effects=effects,
            )
        )


def tried(state: TableState, events: Iterable[Event]) -> TableState:
    """Give the state after these events, each one checked; raise InvariantFault (step 5)."""
    for event in events:
        state = advance(state, (event,))
        check(state)
    return state


def _outcome(envelope: Envelope, refused: Refused | None, seq: int) -> Outcome:
    """Give the answer to a command."""
    return Outcome(command_id=envelope.command_id, seq=seq, refused=refused)


def _round_no(state: TableState) -> int | None:
    """Give the number of the round, None without one."""
    return state.round.number if state.round is not None else None
