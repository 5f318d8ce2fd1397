"""Links and answers in the engine's words (CDP1 3, 4)."""

from dataclasses import replace

import pytest

from controller.engine import fact_commands as facts
from controller.engine.actors import Source
from controller.engine.device_words import (
    OperationState,
    Result,
    WindowMode,
)
from controller.engine.state import Window
from controller.table.faults import OperationReused
from controller.table.intake import Intake
from drivers import events as reports
from tests.table.intake_kit import SOURCE, card_read, read_one, report_of, state_of_table, window_of

LINK_UP = reports.LinkUp(
    serial="SE-1",
    device_class=2,
    maker="m",
    model="Reader",
    firmware=(1, 2, 3),
    digest=None,
    capabilities=6,
    state=4,
    faults=(0x104,),
    config_hash=0,
    minor=0,
    boot_id=77,
    epoch=4,
    first_seq=1,
    next_seq=10,
    uptime_ms=5,
    resumed_after=0,
    first_contact=True,
)
LINKED = facts.ReportLinked(
    source=Source(device="shoe", serial="SE-1", epoch=4, number=0),
    boot_id=77,
    capabilities=6,
    model="Reader",
    firmware="1.2.3",
    state="ready",
    faults=(0x104,),
    resumed_from=0,
    history_below=10,
)


def test_a_link_says_who_answers() -> None:
    """Identity and the place where events go on reach the record (CDP1 3)."""
    assert LINKED == read_one(LINK_UP, number=0)


def test_an_unknown_state_of_a_device_is_told_by_its_number() -> None:
    """A newer device may have states that this program does not know."""
    fact = read_one(replace(LINK_UP, state=42), number=0)
    assert isinstance(fact, facts.ReportLinked)
    assert "state_42" == fact.state


def test_what_a_new_device_did_before_we_met_it_is_history() -> None:
    """Such events are journaled and acknowledged, not given to the round (CDP1 3)."""
    intake = Intake(bytes)
    intake.read(report_of(LINK_UP, 0), state_of_table())
    old = intake.read(report_of(card_read(24), 9), state_of_table())
    assert facts.ReportNote(source=replace(SOURCE, number=9), name="history", text="card_read") == old
    assert isinstance(intake.read(report_of(card_read(24), 10), state_of_table()), facts.ReportCardRead)


def test_history_stays_history_over_a_restart() -> None:
    """What the record says of a link is taken up again (CDP1 3)."""
    intake = Intake(bytes)
    intake.remember(LINKED)
    old = intake.read(report_of(card_read(24), 9), state_of_table())
    assert isinstance(old, facts.ReportNote)


def test_a_device_that_hears_us_again_is_linked_again() -> None:
    """One-way loss counts as lost, and its end as the link's return (CDP1 4)."""
    intake = Intake(bytes)
    intake.read(report_of(LINK_UP, 0), state_of_table())
    lost = intake.read(report_of(reports.OneWayLoss(silent_ms=1500), 0), state_of_table())
    assert facts.ReportLost(device="shoe", reason="one_way_loss") == lost
    assert LINKED == intake.read(report_of(reports.OneWayLossEnded(), 0), state_of_table())


LINK_FACTS = [
    (
        reports.LinkDown(reason=reports.DownReason.SILENT, detail=""),
        facts.ReportLost(device="shoe", reason="silent"),
    ),
    (
        reports.Stopped(reason=reports.StopReason.SERIAL, text="other device"),
        facts.ReportRefused(device="shoe", code="serial", text="other device"),
    ),
    (
        reports.ProtocolBroken(text="op twice"),
        facts.ReportRefused(device="shoe", code="protocol", text="op twice"),
    ),
    (
        reports.OpOverdue(op_id=8, order="eject", deadline_ms=30_000),
        facts.ReportNote(source=replace(SOURCE, number=0), name="op_overdue", text="eject 8"),
    ),
    (
        reports.LinkNoticed(notice=reports.NoticeCode.BAD_FRAMES, text="2 %"),
        facts.ReportNote(source=replace(SOURCE, number=0), name="bad_frames", text="2 %"),
    ),
    (reports.LinkStatistics(), None),
    (reports.PingAnswer(status=0), None),
]


@pytest.mark.parametrize(("event", "expected"), LINK_FACTS)
def test_the_life_of_a_link_is_told(event: reports.DeviceEvent, expected: facts.Fact | None) -> None:
    """What holds or stops the table reaches it; figures of the link do not (CDP1 6)."""
    assert expected == read_one(event, number=0)


def _answered(order: str, result: Result, **fields: object) -> facts.ReportOrderAnswered:
    parts: dict[str, object] = {"op_id": None, "state": None, "next_index": None} | fields
    return facts.ReportOrderAnswered(device="shoe", order=order, result=result, **parts)  # type: ignore[arg-type]


ARM = reports.ArmAnswer(order="arm", status=0, next_index=10, round_no=7, first=10)
ANSWERS = [
    (
        reports.OpAnswer(op_id=8, order="mark", status=1, op_state=2),
        _answered("mark_round", Result.ACCEPTED, op_id=8, state=OperationState.DONE),
    ),
    (
        reports.OpAnswer(op_id=8, order="open_shoe", status=0x22),
        _answered("open_shoe", Result.INTERLOCK, op_id=8),
    ),
    (
        reports.OpAnswer(op_id=8, order="dispense", status=0, lost=True),
        _answered("dispense", Result.LOST, op_id=8),
    ),
    (reports.OrderAnswer(order="lock", status=0), _answered("set_lock", Result.OK)),
    (reports.OrderAnswer(order="expect", status=0x14), _answered("expect_deck", Result.REFUSED)),
    (ARM, _answered("arm_window", Result.OK, next_index=10)),
    (
        reports.ArmAnswer(order="disarm", status=0, next_index=None),
        _answered("disarm", Result.OK),
    ),
    (
        reports.OpStatusAnswer(op_id=8, status=0, op_state=4, result=0x27),
        _answered("ask_operation", Result.ABORTED, op_id=8, state=OperationState.FAILED),
    ),
    (
        reports.OpStatusAnswer(op_id=8, status=0, lost=True),
        _answered("ask_operation", Result.LOST, op_id=8),
    ),
]


@pytest.mark.parametrize(("event", "expected"), ANSWERS)
def test_every_answer_has_its_fact(event: reports.DeviceEvent, expected: facts.Fact) -> None:
    """Answers come under the engine's name of the order (CDP1 4)."""
    assert expected == read_one(event, state_of_table(window_of(WindowMode.READ)), number=0)


GONE = [
    (replace(ARM, first=8), window_of(WindowMode.READ)),
    (replace(ARM, round_no=6), window_of(WindowMode.READ)),
    (ARM, None),
]


@pytest.mark.parametrize(("late", "window"), GONE)
def test_an_answer_for_a_window_that_is_gone_tells_nothing(
    late: reports.ArmAnswer, window: Window | None
) -> None:
    """A late answer must not be taken for another window's (CDP1 5.2, ARM)."""
    assert read_one(late, state_of_table(window), number=0) is None


def test_a_second_answer_to_a_question_asked_twice_tells_nothing() -> None:
    """It is older than the order that the first answer led to, and would send that once more (CDP1 4)."""
    state = state_of_table()
    sent = replace(state, shoe=replace(state.shoe, waiting="open_shoe"))
    answer = reports.OpStatusAnswer(op_id=8, status=0, op_state=0, result=0)

    assert read_one(answer, sent, number=0) is None


def test_an_answer_to_arm_without_a_round_tells_nothing() -> None:
    """There is no window it could be for."""
    assert read_one(ARM, state_of_table(has_round=False), number=0) is None


def test_a_reused_operation_number_is_our_fault() -> None:
    """A device that takes a new operation for a known one stops the table (CDP1 4)."""
    with pytest.raises(OperationReused, match="operation 8"):
        read_one(reports.OpAnswer(op_id=8, order="dispense", status=1, op_state=2), number=0)
