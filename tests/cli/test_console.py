"""The console's loop between two streams and a table (issue 2)."""

import io
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from controller.cli import console_json
from controller.cli.console import Console, Mailbox, sentences
from controller.cli.main import main
from controller.engine.guide import guide
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.views import view
from controller.history.offers import OfferLine, OfferWord
from controller.history.record import RoundRecord
from controller.table.envelope import Envelope, Outcome, Publication
from controller.table.faults import TableStopped
from tests.sim.stage import stage

Written = dict[str, object]

ASK = '{"id":"a","command":"call_floor"}\n'
STATE = stage().world.state
PICTURE = view(STATE, guide(STATE))


class _Desk:
    """Answer every command at once, as the given function says."""

    def __init__(self, mailbox: Mailbox, answer: Callable[[Envelope], Outcome | None]) -> None:
        self.asked: list[Envelope] = []
        self._mailbox = mailbox
        self._answer = answer

    def submit(self, envelope: Envelope) -> bool:
        """Take a command; None as the answer means that the lane is full."""
        self.asked.append(envelope)
        outcome = self._answer(envelope)
        if outcome is None:
            return False
        self._mailbox.publish(_publication(outcome))
        return True


def _publication(*outcomes: Outcome) -> Publication:
    return Publication(
        view=PICTURE, table_name="T", dealer="d", seq=4, head="0" * 16, utc_us=0, outcomes=outcomes
    )


def _accept(envelope: Envelope) -> Outcome:
    return Outcome(command_id=envelope.command_id, seq=9, refused=None)


@contextmanager
def _mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    try:
        yield mailbox
    finally:
        mailbox.close()


def _run(text: str | bytes, answer: Callable[[Envelope], Outcome | None] = _accept) -> list[Written]:
    """Feed a text to a console and give what it wrote."""
    reading, writing = os.pipe()
    data = text.encode() if isinstance(text, str) else text
    feeder = threading.Thread(target=_feed, args=(writing, data))
    feeder.start()
    sink = io.StringIO()
    with _mailbox() as mailbox, os.fdopen(reading, "rb") as source:
        Console(
            desk=_Desk(mailbox, answer),
            mailbox=mailbox,
            source=source,
            sink=sink,
            actor="dealer:1",
        ).run()
    feeder.join()
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def _feed(writing: int, data: bytes) -> None:
    with os.fdopen(writing, "wb") as stream:
        stream.write(data)


def _answers(written: list[Written]) -> list[Written]:
    return [line for line in written if "view" not in line and "device" not in line]


def test_a_command_is_accepted_with_the_number_of_its_record() -> None:
    """`{"accepted":id,"seq":n}` answers a command that went through (issue 2)."""
    assert [{"accepted": "a", "seq": 9}] == _answers(_run(ASK))


def test_a_refusal_is_told_with_code_and_sentence() -> None:
    """`{"refused":id,"code","message"}` answers one that did not (issue 2)."""

    def refuse(envelope: Envelope) -> Outcome:
        return Outcome(command_id=envelope.command_id, seq=9, refused=Refused(code=RefusalCode.WRONG_PHASE))

    [written] = _answers(_run(ASK, refuse))
    assert ("a", "wrong_phase") == (written["refused"], written["code"])


def test_a_full_queue_is_told_as_a_refusal() -> None:
    """A command that found no slot did nothing (ARCHITECTURE 4)."""
    [written] = _answers(_run(ASK, lambda _: None))
    assert "queue_full" == written["code"]


def test_lines_that_are_no_json_do_not_stop_the_table() -> None:
    """They are refused with their number, blank lines counted, and the next line goes on (issue 2)."""
    written = _answers(_run("\nrubbish\n" + ASK))
    assert [2, None] == [line.get("line") for line in written]
    assert {"accepted": "a", "seq": 9} == written[-1]


def test_bytes_that_are_no_text_and_endless_lines_are_refused() -> None:
    """Nothing that comes in can fill the memory or end the program."""
    written = _answers(_run(b"\xff\xfe\n" + b"x" * 70_000 + b"\n" + ASK.encode()))
    assert ["not_json", "too_long", None] == [line.get("code") for line in written]


def test_the_last_line_needs_no_end() -> None:
    """End of input ends the last line, and then the program (issue 2)."""
    assert [{"accepted": "a", "seq": 9}] == _answers(_run(ASK.strip()))


def test_a_picture_is_written_once_and_each_device_once() -> None:
    """An unchanged picture is not repeated at every heartbeat."""
    written = _run(ASK + ASK.replace('"a"', '"b"'))
    assert (1, 2) == (
        len([line for line in written if "view" in line]),
        len([line for line in written if "device" in line]),
    )


def test_an_await_is_passed_when_its_prompt_is_there() -> None:
    """A script goes on at the moment it waits for."""
    wait = '{"id":"w","command":"await","prompt":"open_table"}\n'
    assert [{"accepted": "a", "seq": 9}, {"accepted": "w", "seq": 0}] == _answers(_run(ASK + wait))


def test_an_await_that_never_comes_is_refused_and_the_script_goes_on() -> None:
    """No script hangs for ever."""
    wait = '{"id":"w","command":"await","prompt":"ask_flop","timeout_ms":1}\n'
    written = _answers(_run(wait + ASK))
    assert ["not_shown", None] == [line.get("code") for line in written]


def test_the_table_s_last_words_end_the_console() -> None:
    """The reason is written, and the program ends with it (ARCHITECTURE 4)."""
    reading, writing = os.pipe()
    sink = io.StringIO()
    with _mailbox() as mailbox, os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb"):
        mailbox.fault("WriteFailed: the disk is gone")
        console = Console(
            desk=_Desk(mailbox, _accept),
            mailbox=mailbox,
            source=source,
            sink=sink,
            actor="d",
        )
        with pytest.raises(TableStopped, match="the disk is gone"):
            console.run()
    assert {"fault": "WriteFailed: the disk is gone"} == json.loads(sink.getvalue())


@pytest.mark.parametrize("code", list(RefusalCode))
def test_every_refusal_has_a_sentence(code: RefusalCode) -> None:
    """The console says the same as the touchscreen (ARCHITECTURE 5)."""
    assert sentences()(Refused(code=code))


def test_a_pin_that_is_none_is_a_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the option and what is allowed, and does not repeat the PIN (issue 2)."""
    assert 2 == main(["console", "--floor-pin", "4711"])
    said = capsys.readouterr().err
    assert "--floor-pin" in said
    assert "6 digits" in said
    assert "4711" not in said


def test_the_last_rounds_are_read_without_a_record() -> None:
    """`history` gives the rounds that are over, the oldest first, as D11 shows them (TOUCHSCREEN 6)."""
    line = console_json.read_line('{"id":"h","command":"history"}', 1)
    assert isinstance(line, console_json.HistoryLine)
    rounds = (
        RoundRecord(number=RoundNo(8), deck="B"),
        RoundRecord(number=RoundNo(7), deck="A", paid=500, void_reason="I8"),
    )
    said = json.loads(console_json.history_line(line, rounds))
    assert "h" == said["history"]
    assert [(7, 500, "I8"), (8, 0, "")] == [
        (one["number"], one["paid"], one["void_reason"]) for one in said["rounds"]
    ]
    assert [{"history": "h", "rounds": []}] == _answers(_run('{"id":"h","command":"history"}\n'))


def test_the_log_of_offers_is_read_without_a_record() -> None:
    """`offers` gives every entry with its round, seat, word, operator and time (G8.1, issue 6)."""
    entry = OfferLine(
        round=RoundNo(7), seat=SeatNo(2), word=OfferWord.DECLINED, utc_us=5, operator="dealer:1"
    )
    line = console_json.read_line('{"id":"o","command":"offers"}', 1)
    assert isinstance(line, console_json.OffersLine)
    assert {
        "offers": "o",
        "log": [
            {
                "round": 7,
                "seat": 2,
                "word": "declined",
                "utc_us": 5,
                "operator": "dealer:1",
                "reason": "",
                "third_party": False,
            }
        ],
    } == json.loads(console_json.offers_line(line, (entry,)))
    assert [{"offers": "o", "log": []}] == _answers(_run('{"id":"o","command":"offers"}\n'))
