"""Cursors and answers beside the state (ARCHITECTURE 3)."""

import pytest

from controller.engine.actors import Source
from controller.engine.fact_commands import PassTime, ReportLinked, ReportShoeEmpty
from controller.engine.ids import CommandId
from controller.table.bookkeeping import KEPT_ANSWERS, Answers, Cursors, Place
from controller.table.envelope import Outcome
from controller.table.faults import NumberGap


def _source(number: int, epoch: int = 5) -> Source:
    return Source(device="shoe", serial="SE-1", epoch=epoch, number=number)


def _event(number: int, epoch: int = 5) -> ReportShoeEmpty:
    return ReportShoeEmpty(source=_source(number, epoch), index=0)


def _linked(resumed_from: int, epoch: int = 5) -> ReportLinked:
    return ReportLinked(
        source=_source(0, epoch),
        boot_id=1,
        capabilities=0,
        model="m",
        firmware="1.0.0",
        state="idle",
        faults=(),
        resumed_from=resumed_from,
    )


def test_the_next_number_goes_on_and_an_old_one_is_a_repeat() -> None:
    """Number = cursor + 1 goes on, <= cursor is dropped (ARCHITECTURE 3, step 2)."""
    cursors = Cursors()
    cursors.note(_event(1))
    cursors.note(_event(2))
    assert [Place.REPEATED, Place.REPEATED, Place.NEXT] == [cursors.place(_source(n)) for n in (1, 2, 3)]


def test_a_gap_stops_the_table() -> None:
    """The wire session must hold gaps back, so one here is our fault (ARCHITECTURE 3, step 2)."""
    cursors = Cursors()
    cursors.note(_event(1))
    with pytest.raises(NumberGap, match="event 3 came, 2 is due") as caught:
        cursors.place(_source(3))
    assert (3, 2) == (caught.value.number, caught.value.expected)


def test_a_link_says_where_events_go_on() -> None:
    """At the first contact the host takes what the device still holds (CDP1 3)."""
    cursors = Cursors()
    cursors.note(_linked(40))
    assert Place.NEXT is cursors.place(_source(41))
    assert 40 == cursors.last("SE-1", 5)


def test_a_link_never_moves_a_cursor_back() -> None:
    """A reconnect resumes from what was durable then; what came since is not taken twice (CDP1 4)."""
    cursors = Cursors()
    cursors.note(_linked(40))
    cursors.note(_event(41))
    cursors.note(_linked(40))
    assert 41 == cursors.last("SE-1", 5)


def test_each_epoch_counts_by_itself() -> None:
    """Numbering restarts in a new epoch; a port resumes from the position in its own (CDP1 3)."""
    cursors = Cursors()
    cursors.note(_event(1))
    cursors.note(_linked(0, epoch=6))
    assert Place.NEXT is cursors.place(_source(1, epoch=6))
    assert {("SE-1", 5): 1, ("SE-1", 6): 0} == cursors.positions()


def test_facts_without_a_source_move_nothing() -> None:
    """Time passing is no event of a device."""
    cursors = Cursors()
    cursors.note(PassTime(now_us=5))
    assert {} == cursors.positions()


def test_the_last_256_answers_are_kept() -> None:
    """A repeated command id gets the first answer again, an old one is forgotten (G3.10)."""
    answers = Answers()
    for number in range(KEPT_ANSWERS + 1):
        answers.note(Outcome(command_id=CommandId(f"c{number}"), seq=number, refused=None))
    assert answers.find(CommandId("c0")) is None
    assert Outcome(command_id=CommandId("c1"), seq=1, refused=None) == answers.find(CommandId("c1"))
