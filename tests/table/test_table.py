"""The nine steps of one request (ARCHITECTURE 3)."""

from dataclasses import dataclass, field, replace

import pytest

from controller.engine import device_words as words
from controller.engine.actors import Role
from controller.engine.cards import Back
from controller.engine.commands import Ask, CallFloor, OpenTable, SeatPlayer, VacateSeat
from controller.engine.faults import TableFault
from controller.engine.guide import guide
from controller.engine.ids import CommandId, DeviceName, SeatNo, Token
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.start import initial_state
from controller.engine.state import DealingMode, Deck
from controller.engine.view_types import TableView
from controller.journal.codec import TableRecord
from controller.journal.journal import Journal
from controller.journal.memory import MemoryMedium
from controller.journal.notes import AuthFailed, AuthOk, CommandRefused
from controller.journal.record import genesis
from controller.journal.store import FileHeader
from controller.rulesets.load import load_ruleset
from controller.table.authority import BadgeAuthority
from controller.table.clock import ManualClock
from controller.table.credentials import Cost, People, badge_keys, enrol
from controller.table.envelope import Credential, Envelope, Outcome, Publication
from controller.table.faults import NumberGap
from controller.table.intake import Intake
from controller.table.recovery import replay
from controller.table.table import Surroundings, Table
from drivers import events as reports

KEYS = badge_keys(bytes(32))
FLOOR = Credential(badge="FLOOR-1", pin="246810")
SERIAL, EPOCH = "SHOE-0001", 9
STATE = initial_state(
    ruleset=load_ruleset("california-bad-beat"),
    mode=DealingMode.STACKS,
    stub_through_reader=False,
    decks=(Deck(letter="A", deck_id=1, back=Back.RED), Deck(letter="B", deck_id=2, back=Back.BLUE)),
)
LINK_UP = reports.LinkUp(
    serial=SERIAL,
    device_class=2,
    maker="m",
    model="S1",
    firmware=(1, 0, 0),
    digest=None,
    capabilities=0x3FFF,
    state=1,
    faults=(),
    config_hash=0,
    minor=0,
    boot_id=7,
    epoch=EPOCH,
    first_seq=1,
    next_seq=1,
    uptime_ms=5,
    resumed_after=0,
    first_contact=True,
)


class DiskGone(OSError):
    """Stand for a medium that fails."""


@dataclass(slots=True)
class Bench:
    """Hold a table over a record in memory, and what left it, in order."""

    medium: MemoryMedium
    clock: ManualClock
    left: list[tuple[str, int]] = field(default_factory=list)
    views: list[Publication] = field(default_factory=list)
    fails: bool = False
    asked: int = 0
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.start()

    def start(self) -> Table:
        """Start a table over what the record holds."""
        journal, records, _ = Journal.in_memory(self.medium, self.clock.now, entropy=bytes)
        restored = replay(STATE, records)
        return Table(
            restored.state, self._around(journal), cursors=restored.cursors, answers=restored.answers
        )

    def ask(
        self, command: Ask, *, token: Token | None = None, credential: Credential | None = None
    ) -> Outcome:
        """Ask a new command and give its answer."""
        self.asked += 1
        return self.send(f"c{self.asked}", command, token=token, credential=credential)

    def send(
        self, name: str, command: Ask, *, token: Token | None = None, credential: Credential | None = None
    ) -> Outcome:
        """Ask a command under a name of its own and give the answer."""
        envelope = Envelope(
            command_id=CommandId(name),
            token=token,
            command=command,
            actor="dealer:1",
            role=Role.DEALER,
            source="test",
            credential=credential,
        )
        self.table.handle(envelope)
        return self.views[-1].outcomes[-1]

    def hear(self, event: reports.DeviceEvent, number: int) -> None:
        """Let the shoe report something."""
        self.table.handle(
            reports.DeviceReport(device="shoe", serial=SERIAL, epoch=EPOCH, number=number, event=event)
        )

    def records(self) -> tuple[TableRecord, ...]:
        """Read the record."""
        _, records, _ = Journal.in_memory(self.medium, self.clock.now)
        return tuple(records)

    def ack(self, device: DeviceName, serial: str, epoch: int, number: int) -> None:
        """Be the gate: note an acknowledgement with the length of the record at that moment."""
        assert (SERIAL, EPOCH) == (serial, epoch)
        self.left.append((f"ack {device} {number}", len(self.medium.records)))

    def submit(self, device: DeviceName, op_id: int | None, order: words.Order) -> None:
        """Be the gate: note an order."""
        del op_id
        self.left.append((f"{order.kind} {device}", len(self.medium.records)))

    def linked(self, device: DeviceName, link: int) -> None:
        """Be the gate: hear of a link, which sends nothing."""

    def refuse(self, device: DeviceName, text: str) -> None:
        """Be the gate: note a refusal."""
        self.left.append((f"refuse {device}: {text}", len(self.medium.records)))

    def _publish(self, publication: Publication) -> None:
        self.left.append(("view", len(self.medium.records)))
        self.views.append(publication)

    def _around(self, journal: Journal) -> Surroundings:
        person = enrol(
            keys=KEYS,
            person_id="F1",
            name="Floor",
            role=Role.FLOOR,
            badge=FLOOR.badge,
            pin=FLOOR.pin,
            random_bytes=bytes,
            cost=Cost(passes=1, memory_kib=64, lanes=1),
        )
        return Surroundings(
            record=_Failing(self, journal),  # type: ignore[arg-type]  # a journal whose append may fail
            gate=self,
            clock=self.clock,
            intake=Intake(bytes),
            authority=BadgeAuthority(People((person,), KEYS)),
            publish=self._publish,
            table_id="T",
            name="Table 1",
            dealer="R. Diaz",
        )


class _Failing:
    """Be a journal that fails when the bench says so."""

    def __init__(self, bench: Bench, journal: Journal) -> None:
        self._bench = bench
        self._journal = journal

    def __getattr__(self, name: str) -> object:
        if name in {"append", "open_round"} and self._bench.fails:
            raise DiskGone("the disk is gone")
        return getattr(self._journal, name)


@pytest.fixture
def bench() -> Bench:
    """Give a closed table nobody has met a device of."""
    header = FileHeader(
        table_id="T",
        file_id=bytes(16),
        gaming_day="2026-12-01",
        first_seq=1,
        prev_h=genesis("T", bytes(16)),
        chain_nonce=bytes(16),
    )
    return Bench(MemoryMedium(header=header), ManualClock())


def _open(bench: Bench) -> None:
    """Open the table with two players, in round 1."""
    for seat in (1, 2):
        bench.ask(SeatPlayer(seat=SeatNo(seat)))
    assert bench.ask(OpenTable(), credential=FLOOR).refused is None


def test_a_command_becomes_one_record_and_its_number_the_answer(bench: Bench) -> None:
    """Events of one command are durable together (ARCHITECTURE 3, step 6)."""
    outcome = bench.ask(SeatPlayer(seat=SeatNo(3)))
    record = bench.records()[-1]
    assert (record.seq, None) == (outcome.seq, outcome.refused)
    assert (SeatPlayer(seat=SeatNo(3)), "c1", "dealer:1", "test") == (
        record.content.cause,
        record.content.cmd,
        record.content.actor,
        record.content.src,
    )
    assert ["seat_taken"] == [event.kind for event in record.content.events]
    assert bench.table.state.seat(SeatNo(3)).is_taken


def test_a_refusal_is_recorded_and_changes_nothing(bench: Bench) -> None:
    """The record shows what was asked and why it was refused (ARCHITECTURE 3, step 6; V13)."""
    before = bench.table.state
    outcome = bench.ask(VacateSeat(seat=SeatNo(3)))
    assert outcome.refused is not None
    assert before is bench.table.state
    record = bench.records()[-1]
    assert () == record.content.events
    [note] = record.content.notes
    assert isinstance(note, CommandRefused)
    assert (outcome.refused.code, outcome.seq) == (note.code, record.seq)


def test_a_repeated_id_gets_the_first_answer_again(bench: Bench) -> None:
    """It acts once, and writes nothing (G3.10)."""
    first = bench.send("once", SeatPlayer(seat=SeatNo(3)))
    length = len(bench.medium.records)
    assert first == bench.send("once", SeatPlayer(seat=SeatNo(4)))
    assert length == len(bench.medium.records)
    assert not bench.table.state.seat(SeatNo(4)).is_taken


def test_a_repeated_id_is_known_after_a_restart(bench: Bench) -> None:
    """The last answers are rebuilt from the record (ARCHITECTURE 3)."""
    first = bench.send("once", SeatPlayer(seat=SeatNo(3)))
    refused = bench.send("not", VacateSeat(seat=SeatNo(5)))
    bench.table = bench.start()
    assert first == bench.send("once", SeatPlayer(seat=SeatNo(4)))
    assert refused == bench.send("not", VacateSeat(seat=SeatNo(5)))


def test_a_token_that_means_something_else_by_now_is_stale(bench: Bench) -> None:
    """A tap on an older picture changes nothing and is not recorded (ARCHITECTURE 3, step 3)."""
    offer = next(
        one for one in bench.table.prompt.offers if one.code is OfferCode.SEAT_PLAYER and one.seat == 3
    )
    assert bench.ask(offer.command, token=offer.token).refused is None
    length = len(bench.medium.records)
    stale = bench.ask(offer.command, token=offer.token)
    assert stale.refused is not None
    assert (RefusalCode.STALE, 0) == (stale.refused.code, stale.seq)
    assert length == len(bench.medium.records)


def test_a_token_does_not_carry_another_command(bench: Bench) -> None:
    """A token names one offer; what it asks must be that offer (ARCHITECTURE 11)."""
    offer = next(one for one in bench.table.prompt.offers if one.code is OfferCode.SEAT_PLAYER)
    for other in (CallFloor(), SeatPlayer(seat=SeatNo(8))):
        refused = bench.ask(other, token=offer.token).refused
        assert refused is not None
        assert RefusalCode.STALE is refused.code


def test_nothing_leaves_before_it_is_in_the_record(bench: Bench) -> None:
    """Acknowledgement, order and picture come after the append, in this order (INV7)."""
    _open(bench)
    bench.left.clear()
    bench.hear(LINK_UP, 0)
    length = len(bench.medium.records)
    assert [("set_lock shoe", length), ("view", length)] == bench.left
    bench.left.clear()
    bench.hear(reports.LidMoved(t_ms=5, is_open=True), 1)
    assert [("ack shoe 1", length + 1), ("view", length + 1)] == bench.left


def test_a_repeated_event_is_acknowledged_again_and_dropped(bench: Bench) -> None:
    """Every numbered event is journaled exactly once (ARCHITECTURE 3, step 2)."""
    bench.hear(LINK_UP, 0)
    bench.hear(reports.LidMoved(t_ms=5, is_open=True), 1)
    length = len(bench.medium.records)
    bench.left.clear()
    bench.hear(reports.LidMoved(t_ms=5, is_open=True), 1)
    assert length == len(bench.medium.records)
    assert [("ack shoe 1", length), ("view", length)] == bench.left


def test_a_gap_in_the_numbers_stops_the_table(bench: Bench) -> None:
    """The wire session must hold gaps back (ARCHITECTURE 3, step 2)."""
    bench.hear(LINK_UP, 0)
    with pytest.raises(NumberGap):
        bench.hear(reports.LidMoved(t_ms=5, is_open=True), 2)


def test_a_restart_goes_on_at_the_number_after_the_last(bench: Bench) -> None:
    """Cursors are rebuilt from the causes in the record (ARCHITECTURE 3)."""
    bench.hear(LINK_UP, 0)
    bench.hear(reports.LidMoved(t_ms=5, is_open=True), 1)
    bench.table = bench.start()
    assert {(SERIAL, EPOCH): 1} == bench.table.positions
    bench.hear(replace(LINK_UP, resumed_after=1, first_contact=False), 0)
    bench.hear(reports.LidMoved(t_ms=9, is_open=False), 2)
    assert {(SERIAL, EPOCH): 2} == bench.table.positions


def test_a_record_that_cannot_be_written_stops_everything(bench: Bench) -> None:
    """Journal errors are fail-stop: no state, no acknowledgement, no order, no picture (ARCHITECTURE 3)."""
    bench.hear(LINK_UP, 0)
    before, pictures = bench.table.state, len(bench.views)
    bench.left.clear()
    bench.fails = True
    with pytest.raises(DiskGone):
        bench.hear(reports.LidMoved(t_ms=5, is_open=True), 1)
    assert before is bench.table.state
    assert ([], pictures) == (bench.left, len(bench.views))


def test_a_wrong_event_never_reaches_the_record(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial comes before the append, or every restart would stop (ARCHITECTURE 3, step 5)."""

    def broken(_state: object) -> None:
        raise TableFault("an invariant does not hold")

    length = len(bench.medium.records)
    monkeypatch.setattr("controller.table.table.check", broken)
    with pytest.raises(TableFault):
        bench.ask(SeatPlayer(seat=SeatNo(3)))
    assert length == len(bench.medium.records)


def test_badge_and_pin_become_an_approval_of_this_command(bench: Bench) -> None:
    """The record says who approved; badge and PIN are not in it (DURABILITY 9)."""
    _open(bench)
    record = bench.records()[-1]
    cause = record.content.cause
    assert isinstance(cause, OpenTable)
    assert cause.approval is not None
    assert "F1" == cause.approval.person
    assert any(isinstance(note, AuthOk) for note in record.content.notes)
    assert all(FLOOR.pin.encode() not in one.body for one in bench.medium.records)
    assert all(FLOOR.badge.encode() not in one.body for one in bench.medium.records)


def test_a_wrong_pin_is_refused_and_recorded(bench: Bench) -> None:
    """A failed proof is in the record, so that a power cut does not reset the throttle (DURABILITY 9)."""
    bench.ask(SeatPlayer(seat=SeatNo(1)))
    outcome = bench.ask(OpenTable(), credential=Credential(badge=FLOOR.badge, pin="000000"))
    assert outcome.refused is not None
    assert RefusalCode.WRONG_CREDENTIAL is outcome.refused.code
    assert any(isinstance(note, AuthFailed) for note in bench.records()[-1].content.notes)


def test_without_an_approval_the_command_is_refused(bench: Bench) -> None:
    """Opening the table needs the floor (G11.1)."""
    bench.ask(SeatPlayer(seat=SeatNo(1)))
    outcome = bench.ask(OpenTable())
    assert outcome.refused is not None
    assert RefusalCode.NEEDS_APPROVAL is outcome.refused.code


def test_the_picture_carries_the_answer_and_the_head_of_the_record(bench: Bench) -> None:
    """The answer travels in the view; record number and hash are for the cameras (ARCHITECTURE 3, step 9)."""
    outcome = bench.ask(SeatPlayer(seat=SeatNo(3)))
    newest = bench.views[-1]
    last = bench.medium.records[-1]
    assert ((outcome,), last.seq, last.h.hex()[:16]) == (newest.outcomes, newest.seq, newest.head)
    assert ("Table 1", "R. Diaz", "") == (newest.table_name, newest.dealer, newest.fault)
    assert isinstance(newest.view, TableView)
    assert guide(bench.table.state) == newest.view.prompt


def test_answers_are_published_once(bench: Bench) -> None:
    """The next picture does not repeat them."""
    bench.ask(SeatPlayer(seat=SeatNo(3)))
    bench.table.publish()
    assert () == bench.views[-1].outcomes


def test_last_words_are_in_the_last_picture(bench: Bench) -> None:
    """A screen shows why the table stopped (ARCHITECTURE 4)."""
    bench.table.last_words("the disk is gone")
    assert "the disk is gone" == bench.views[-1].fault


def test_time_that_brings_nothing_due_writes_nothing(bench: Bench) -> None:
    """An idle table writes nothing (ARCHITECTURE 4)."""
    length = len(bench.medium.records)
    bench.table.pass_time()
    assert length == len(bench.medium.records)
    assert bench.table.next_deadline_us() is None
