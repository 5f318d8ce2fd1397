"""Commands stop and wait; the farewell (CDP1 3, 4)."""

import pytest

from drivers import orders as od
from drivers.cdp.link_state import LinkState
from drivers.errors import LocalProtocolError
from drivers.events import (
    ArmAnswer,
    DownReason,
    OpAnswer,
    PingAnswer,
    Status,
)
from hw_fixtures.peer.codes import FrameFlag, Kind, Message
from tests.drivers.script import OK, Script, down, order, u16

# ---- commands ---------------------------------------------------------------------------------------


def test_commands_stop_and_wait() -> None:
    """One command at a time, ids rising by one (CDP1 4)."""
    script = Script()
    script.up()
    script.reports += script.session.submit(od.GetStatus(), script.now)
    script.reports += script.session.submit(od.Arm(round_no=1, first=0, count=2), script.now)
    (first,) = script.turn()
    (second,) = script.say(script.rsp(first, bytes((Status.FAULTED,))))
    script.say(script.rsp(second, bytes((OK,)) + u16(0)))
    (answer,) = script.of("arm_answer")

    assert (3, 4) == (first.seq, second.seq)
    assert ArmAnswer(order="arm", status=OK, next_index=0, round_no=1, first=0) == answer


def test_retry_keeps_id_type_and_bytes() -> None:
    """Retries 300, 600 and 900 ms apart differ in the RETX flag only (CDP1 4)."""
    script = Script()
    session = script.up()
    first = order(script, od.CloseShoe(op_id=7))
    again = []
    for _ in range(8):
        again += [frame for frame in script.wait(0.25) if frame.kind is Kind.CMD]
        script.say(script.beat(session, echo=99))

    assert [FrameFlag.RETX] * 3 == [frame.flags for frame in again]
    assert {(first.seq, first.message, first.payload)} == {(f.seq, f.message, f.payload) for f in again}


def test_unanswered_command_is_lost_and_ends_the_session() -> None:
    """1200 ms after the fourth try the order is answered `lost`, and nothing is sent again (CDP1 4)."""
    script = Script()
    session = script.up()
    order(script, od.CloseShoe(op_id=7))
    for _ in range(14):
        script.wait(0.25)
        script.say(script.beat(session, echo=script.beat_no // 2))
    (answer,) = script.of("op_answer")

    assert OpAnswer(op_id=7, order="close_shoe", status=OK, lost=True) == answer
    assert DownReason.UNANSWERED == down(script).reason
    assert [] == [frame for frame in script.wait(3.0) if frame.kind is Kind.CMD]


@pytest.mark.parametrize("wrong", [{"seq": 99}, {"message": int(Message.PING)}, {"session": 1}])
def test_foreign_response_is_ignored(wrong: dict[str, int]) -> None:
    """A response must match session, id and type (CDP1 4)."""
    script = Script()
    script.up()
    asked = order(script, od.GetStatus())
    script.say(script.rsp(asked, bytes((Status.FAULTED,)), **wrong))

    assert [] == script.of("status_answer")
    script.say(script.rsp(asked, bytes((Status.FAULTED,))))
    assert 1 == len(script.of("status_answer"))


def test_response_that_comes_twice_counts_once() -> None:
    """The second copy is stale (CDP1 4)."""
    script = Script()
    script.up()
    answer = script.rsp(order(script, od.GetStatus()), bytes((Status.FAULTED,)))
    script.say(answer, answer)

    assert 1 == len(script.of("status_answer"))
    assert 1 == script.session.statistics().stale_rsp


def test_orders_are_lost_with_the_link() -> None:
    """In flight or waiting, every order is answered `lost`, after LinkDown, and none twice (CDP1 4)."""
    script = Script()
    script.up()
    for op_id in (1, 2, 3):
        script.reports += script.session.submit(od.CloseShoe(op_id=op_id), script.now)
    script.reports += script.session.lost(DownReason.LOST, "unplugged")
    kinds = [report.event.kind for report in script.reports][-4:]

    assert ["link_down", "op_answer", "op_answer", "op_answer"] == kinds


def test_order_without_a_link_is_lost_at_once() -> None:
    """Nothing is kept for later: a late order acts on a table that has moved on (CDP1 4)."""
    script = Script()
    script.reports += script.session.submit(od.CloseShoe(op_id=1), script.now)

    assert [True] == [answer.lost for answer in script.of("op_answer") if isinstance(answer, OpAnswer)]


def test_order_of_the_other_class_is_our_fault() -> None:
    """A shoe is never asked to dispense (CDP1 4, UNKNOWN_TYPE)."""
    script = Script()
    script.up()

    with pytest.raises(LocalProtocolError, match="dispense"):
        script.session.submit(od.Dispense(op_id=1, count=2), script.now)


def test_bad_session_answers_the_order_lost() -> None:
    """An order that meets a forgotten session is lost, the session ends (CDP1 3)."""
    script = Script()
    script.up()
    asked = order(script, od.CloseShoe(op_id=1))
    script.say(script.rsp(asked, bytes((Status.BAD_SESSION,))))

    assert DownReason.BAD_SESSION == down(script).reason
    assert [True] == [answer.lost for answer in script.of("op_answer") if isinstance(answer, OpAnswer)]


def test_short_response_is_told() -> None:
    """A response that cannot be read is answered `lost` beside a report of the breach."""
    script = Script()
    script.up()
    script.say(script.rsp(order(script, od.CloseShoe(op_id=1)), bytes((Status.ACCEPTED,))))

    assert ["protocol_broken", "op_answer"] == [report.event.kind for report in script.reports[-2:]]


def test_ping_measures_the_round_trip() -> None:
    """PING comes back with its bytes and the time it took (CDP1 5.2)."""
    script = Script()
    script.up()
    asked = order(script, od.Ping(data=b"x"))
    script.wait(0.1)
    script.say(script.rsp(asked, bytes((OK,)) + b"x"))
    (answer,) = script.of("ping_answer")

    assert isinstance(answer, PingAnswer)
    assert answer.round_trip_ms == pytest.approx(100)


# ---- the end ----------------------------------------------------------------------------------------


def test_bye_ends_the_session() -> None:
    """BYE is said once the port stops, and its answer ends the session (CDP1 3)."""
    script = Script()
    script.up()
    script.reports += script.session.submit(od.CloseShoe(op_id=1), script.now)
    script.reports += script.session.goodbye(script.now)
    bye = script.turn()[-1]
    script.say(script.rsp(bye, bytes((OK,))))

    assert Message.BYE == bye.message
    assert DownReason.ENDED == down(script).reason
    assert 1 == len(script.of("op_answer"))


def test_bad_session_to_a_retried_bye_means_done() -> None:
    """The first BYE was heard, only its answer was lost (CDP1 3)."""
    script = Script()
    script.up()
    script.reports += script.session.goodbye(script.now)
    bye = script.turn()[-1]
    script.say(script.rsp(bye, bytes((Status.BAD_SESSION,))))

    assert DownReason.ENDED == down(script).reason


def test_unanswered_bye_is_given_up() -> None:
    """Nobody there to say goodbye to: the session ends all the same."""
    script = Script()
    session = script.up()
    script.reports += script.session.goodbye(script.now)
    for _ in range(14):
        script.wait(0.25)
        script.say(script.beat(session, echo=script.beat_no // 2))

    assert DownReason.ENDED == down(script).reason


def test_goodbye_without_a_session_is_done_at_once() -> None:
    """There is nobody to say BYE to."""
    script = Script()
    script.reports += script.session.goodbye(script.now)

    assert [] == script.turn()
    assert LinkState.DOWN is script.session.state
