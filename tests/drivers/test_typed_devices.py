"""Shuffler and shoe on top of a session: what may follow what, and what is overdue (CDP1 4, 5, 9)."""

import pytest

from drivers import events as ev
from drivers import orders as od
from drivers.errors import RemoteProtocolError
from drivers.events import DeviceEvent, DeviceState, OpState, Status
from drivers.op_table import TRANSITIONS as OP_TRANSITIONS
from drivers.op_table import OpFact, OpPhase, OpTable
from drivers.shoe import TRANSITIONS as SHOE_TRANSITIONS
from drivers.shoe import Shoe, ShoeFact, ShoePhase
from drivers.shuffler import TRANSITIONS as DECK_TRANSITIONS
from drivers.shuffler import DeckFact, DeckPhase, Shuffler
from drivers.typed_device import STATE_MOVES, TypedDevice

OP = 70_001


def _done(op_id: int = OP, result: int = Status.OK) -> ev.OpDone:
    return ev.OpDone(t_ms=0, op_id=op_id, result=result, mode=0, n_in=0, n_out=0, n_inside=0)


def _started(op_id: int = OP) -> ev.OpStarted:
    return ev.OpStarted(t_ms=0, op_id=op_id)


def _answer(
    status: int = Status.ACCEPTED, *, state: int = OpState.RUNNING, lost: bool = False
) -> ev.OpAnswer:
    return ev.OpAnswer(op_id=OP, order="eject", status=status, op_state=state, lost=lost)


def _status(state: int, *, lost: bool = False) -> ev.OpStatusAnswer:
    return ev.OpStatusAnswer(op_id=OP, status=Status.OK, op_state=state, lost=lost)


def _saw(device: TypedDevice, *events: DeviceEvent) -> list[str]:
    return [broken.text for event in events for broken in device.saw(event)]


# ---- operations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "phase"),
    [
        ((_answer(), _started(), _done()), OpPhase.ENDED),
        ((_started(), _answer(), _done()), OpPhase.ENDED),
        ((_started(), _done(), _answer()), OpPhase.ENDED),
        ((_done(), _answer(state=OpState.DONE)), OpPhase.ENDED),
        ((_answer(state=OpState.DONE),), OpPhase.TOLD),
        ((_answer(Status.BUSY),), OpPhase.REFUSED),
        ((_answer(lost=True), _status(OpState.UNKNOWN)), OpPhase.UNSURE),
        ((_answer(lost=True), _status(OpState.RUNNING, lost=True)), OpPhase.UNSURE),
        ((_answer(lost=True), _status(OpState.RUNNING)), OpPhase.ACCEPTED),
        ((_answer(lost=True), _status(OpState.DONE)), OpPhase.TOLD),
        ((_answer(lost=True), _status(OpState.DONE), _started(), _done()), OpPhase.ENDED),
        ((_answer(lost=True), _started(), _done()), OpPhase.ENDED),
        ((_started(), _answer(lost=True), _status(OpState.RUNNING)), OpPhase.STARTED),
    ],
)
def test_every_course_of_an_operation(events: tuple[DeviceEvent, ...], phase: OpPhase) -> None:
    """Responses and events come in any order a lossy link can give them (CDP1 4)."""
    device = Shuffler()
    device.ordered(od.Eject(op_id=OP, slot=1))

    assert [] == _saw(device, *events)
    assert phase == device.ops.phase(OP)


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((_started(), _answer(Status.BUSY)), "refuse"),
        ((_answer(), _answer(Status.BUSY)), "refuse"),
        ((_done(), _started()), "start"),
        ((_answer(Status.BUSY), _started()), "start"),
        ((_answer(), _started(), _started()), "start"),
    ],
)
def test_what_cannot_follow_is_a_breach(events: tuple[DeviceEvent, ...], word: str) -> None:
    """An operation refused after it started, or started after its end, breaks the protocol (CDP1 9)."""
    device = Shuffler()
    device.ordered(od.Eject(op_id=OP, slot=1))
    (text,) = _saw(device, *events)

    assert word in text
    assert str(OP) in text


def test_second_op_done_is_counted_not_judged() -> None:
    """A second OP_DONE is ignored and counted (CDP1 12, mechanics)."""
    device = Shuffler()
    device.ordered(od.Eject(op_id=OP, slot=1))

    assert [] == _saw(device, _answer(), _started(), _done(), _done())
    assert 1 == device.ops.done_repeated


def test_operations_of_an_earlier_run_pass() -> None:
    """After a restart the port knows none of the old operations; the table does (CDP1 4)."""
    assert [] == _saw(Shuffler(), _started(), _done(), _answer())
    assert [] == _saw(Shoe(), _started(), _done(), _status(OpState.DONE))


def test_refused_or_unsure_operation_may_be_ordered_again() -> None:
    """The same id goes out again after a refusal or a loss; else it stays where it is (CDP1 4)."""
    device = Shuffler()
    order = od.Eject(op_id=OP, slot=1)
    for answer in (_answer(Status.BUSY), _answer(lost=True), _answer()):
        device.ordered(order)
        assert OpPhase.ORDERED == device.ops.phase(OP)
        device.saw(answer)
    device.ordered(order)

    assert OpPhase.ACCEPTED == device.ops.phase(OP)


@pytest.mark.parametrize(
    ("order", "deadline_s"),
    [
        (od.StartShuffle(op_id=OP), 180),
        (od.SelfTest(op_id=OP), 120),
        (od.Reset(op_id=OP, what=1), 60),
        (od.Eject(op_id=OP, slot=1), 30),
        (od.Dispense(op_id=OP, count=2), 10),
    ],
)
def test_deadlines(order: od.OpOrder, deadline_s: int) -> None:
    """Each kind of operation has its deadline, counted while up, told once (CDP1 4)."""
    device = Shuffler()
    device.ordered(order)
    device.saw(_answer())
    device.tick(0.0, is_up=True)
    early = device.tick(deadline_s - 0.1, is_up=True)
    paused = device.tick(deadline_s + 500.0, is_up=False)
    (late,) = device.tick(deadline_s + 500.2, is_up=True)

    assert [] == early + paused
    assert ev.OpOverdue(op_id=OP, order=order.kind, deadline_ms=deadline_s * 1000) == late
    assert [] == device.tick(deadline_s + 900.0, is_up=True)


def test_operation_that_waits_for_its_answer_is_not_timed() -> None:
    """Before the answer the retries of the session keep time (CDP1 4)."""
    device = Shuffler()
    device.ordered(od.Dispense(op_id=OP, count=2))
    device.tick(0.0, is_up=True)

    assert [] == device.tick(100.0, is_up=True)


def test_ended_operations_are_forgotten_in_time() -> None:
    """The table is bounded: 64 ended operations are kept (CDP1 4)."""
    table = OpTable()
    for op_id in range(1, 201):
        table.ordered(od.Eject(op_id=op_id, slot=1))
        table.saw(_done(op_id))

    assert table.phase(100) is None
    assert OpPhase.ENDED == table.phase(200)


def test_tables_name_known_phases_and_facts_only() -> None:
    """The literal tables are closed: every phase is reached, every fact is used."""
    assert set(OpPhase) - {OpPhase.ORDERED} == set(OP_TRANSITIONS.values())
    assert set(OpFact) == {fact for _, fact in OP_TRANSITIONS}
    assert set(DeckFact) == {fact for _, fact in DECK_TRANSITIONS}
    assert set(DeckPhase) == {phase for phase, _ in DECK_TRANSITIONS}
    assert set(ShoeFact) == {fact for _, fact in SHOE_TRANSITIONS}
    assert set(ShoePhase) == set(SHOE_TRANSITIONS.values())


# ---- shown state ------------------------------------------------------------------------------------


def _state(old: int, new: int) -> ev.StateChanged:
    return ev.StateChanged(t_ms=0, old=old, new=new)


BOOT = ev.Booted(t_ms=0, boot_id=1, reason=0)


def test_states_form_a_chain() -> None:
    """Each STATE event leaves the state the last one entered; BOOT starts a new chain (CDP1 5.3)."""
    device = Shoe()

    assert [] == _saw(device, BOOT, _state(0, 1), _state(1, 3), BOOT, _state(0, 6), _state(6, 1))


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((BOOT, _state(0, 1), _state(3, 4)), "1 was the last"),
        ((_state(1, 0),), "cannot follow"),
        ((_state(1, 7),), "cannot follow"),
        ((_state(1, 1),), "cannot follow"),
        ((_state(99, 1),), "cannot follow"),
        ((_state(1, 99),), "cannot follow"),
    ],
)
def test_broken_chain_is_a_breach(events: tuple[DeviceEvent, ...], word: str) -> None:
    """A state that was never left, BOOT or HOLD entered, an unknown state: told (CDP1 5.1)."""
    (text,) = _saw(Shoe(), *events)

    assert word in text


@pytest.mark.parametrize(
    "loss",
    [
        ev.LogOverrun(t_ms=0, first=1, last=2),
        ev.Stopped(reason=ev.StopReason.GAP, text=""),
    ],
)
def test_chain_breaks_off_where_the_log_does(loss: DeviceEvent) -> None:
    """After lost events the next STATE starts a new chain (CDP1 4)."""
    assert [] == _saw(Shuffler(), _state(1, 2), loss, _state(4, 5))
    assert [] == _saw(Shoe(), _state(1, 2), loss, _state(4, 5))


def test_hold_and_boot_are_never_entered() -> None:
    """HOLD is inner, BOOT is only left (CDP1 3, 5.1)."""
    entered = {state for moves in STATE_MOVES.values() for state in moves}

    assert set(DeviceState) - entered == {DeviceState.HOLD, DeviceState.BOOT}


# ---- the shuffler's deck ----------------------------------------------------------------------------

REPORT = ev.DeckReported(
    t_ms=0, op_id=OP, deck_id=1, count=52, seen=7, unreadable=0, wrong_back=0, differing=()
)
READY = ev.DeckReady(t_ms=0, op_id=OP, slot=1, deck_id=1, count=52, mode=1)
REJECTED = ev.DeckRejected(t_ms=0, op_id=OP, slot=1, deck_id=1, fault=0x0201)


@pytest.mark.parametrize(
    "events",
    [
        (_started(), REPORT, READY, _done()),
        (_started(), READY, REPORT, _done()),
        (_started(), REPORT, REJECTED, _done(result=Status.FAULTED)),
        (_started(), REJECTED, REPORT, _done(result=Status.FAULTED)),
        (_started(), _done(result=Status.ABORTED)),
        (_done(result=Status.INTERRUPTED),),
        (_started(), REPORT, _done(result=Status.INTERRUPTED)),
    ],
)
def test_every_passage_of_a_deck(events: tuple[DeviceEvent, ...]) -> None:
    """Report, ready or rejected, done: in the orders a shuffle allows (CDP1 5.3, 7)."""
    device = Shuffler()
    device.ordered(od.StartShuffle(op_id=OP))

    assert [] == _saw(device, *events)


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((READY,), "deck_ready"),
        ((_started(), READY, REJECTED), "deck_rejected"),
        ((_started(), REJECTED, READY), "deck_ready"),
        ((_started(), REPORT, REPORT), "deck_reported"),
    ],
)
def test_impossible_passage_is_a_breach(events: tuple[DeviceEvent, ...], word: str) -> None:
    """A deck ready before its shuffle began, or both ready and rejected, is told (CDP1 12)."""
    device = Shuffler()
    device.ordered(od.StartShuffle(op_id=OP))
    texts = _saw(device, *events)

    assert any(word in text for text in texts)


def test_deck_of_an_earlier_run_passes() -> None:
    """Shuffles ordered before a restart are not judged here."""
    assert [] == _saw(Shuffler(), REPORT, READY)


# ---- the shoe's passage -----------------------------------------------------------------------------


def _card(index: int | None) -> ev.CardRead:
    return ev.CardRead(t_ms=0, index=index, shoe_id=1, card=5, back=2, confidence=99, flags=0, raw=0)


def _armed(order: str = "arm", status: int = Status.OK) -> ev.ArmAnswer:
    return ev.ArmAnswer(order="arm" if order == "arm" else "disarm", status=status, next_index=0)


def _shoe() -> Shoe:
    device = Shoe()
    device.ordered(od.OpenShoe(op_id=1, shoe_id=9, back=2))
    device.ordered(od.CloseShoe(op_id=2))
    return device


def test_plain_passage_of_a_shoe() -> None:
    """Open, arm, draw, disarm, close, and open again (CDP1 7)."""
    device = _shoe()
    events = (_done(1), _armed(), _card(0), BOOT, _armed(), _armed("disarm"), _card(1), _done(2), _card(None))

    assert [] == _saw(device, *events)
    device.ordered(od.OpenShoe(op_id=3, shoe_id=10, back=1))
    assert [] == _saw(device, _armed("disarm"), BOOT, _done(3))


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ((_done(1), _done(2), _armed()), "cannot be armed"),
        ((_done(1), _done(2), _card(4)), "cannot be card"),
    ],
)
def test_closed_shoe_neither_arms_nor_counts(events: tuple[DeviceEvent, ...], word: str) -> None:
    """A window or a counted card with no shoe open is told; then nothing is known (CDP1 5.2, 5.3)."""
    device = _shoe()
    (text,) = _saw(device, *events)

    assert word in text
    assert [] == _saw(device, _card(5))


def test_shoe_that_opens_twice_is_told() -> None:
    """OPEN_SHOE needs no shoe open (CDP1 5.2)."""
    device = _shoe()
    device.ordered(od.OpenShoe(op_id=3, shoe_id=10, back=2))

    assert 1 == len(_saw(device, _done(1), _done(3)))


def test_refused_orders_leave_nothing_behind() -> None:
    """A refused opening or shuffle is forgotten: a later window is judged again (CDP1 4)."""
    shoe = _shoe()
    assert [] == _saw(shoe, _done(1), _done(2))
    shoe.ordered(od.OpenShoe(op_id=OP, shoe_id=10, back=2))
    shuffler = Shuffler()
    shuffler.ordered(od.StartShuffle(op_id=OP))

    assert [] == _saw(shuffler, _answer(Status.FAULTED), READY)
    assert 1 == len(_saw(shoe, _answer(Status.INTERLOCK), _armed()))


def test_window_that_overtakes_the_opening_is_not_judged() -> None:
    """A response may arrive before the OP_DONE of the opening, which is sent again (CDP1 4)."""
    device = _shoe()
    assert [] == _saw(device, _done(1), _done(2))
    device.ordered(od.OpenShoe(op_id=3, shoe_id=10, back=2))

    assert [] == _saw(device, _armed(), _done(3), _armed())


def test_failed_operations_open_nothing() -> None:
    """Only OP_DONE OK opens or closes; refused windows arm nothing (CDP1 5.2)."""
    device = _shoe()

    assert [] == _saw(device, _done(1, Status.ABORTED), _armed(status=Status.WRONG_STATE), _done(2))


def test_card_of_a_restarted_host_passes() -> None:
    """Until the shoe has said how it stands, nothing is judged."""
    assert [] == _saw(Shoe(), _card(12), _armed(), _card(13), BOOT, _armed("disarm"))


def test_breach_is_an_error_of_the_device() -> None:
    """The error family says whose fault it is (ARCHITECTURE 5)."""
    table = OpTable()
    table.ordered(od.Eject(op_id=OP, slot=1))
    table.saw(_done())

    with pytest.raises(RemoteProtocolError, match="while it is ended"):
        table.saw(_started())
