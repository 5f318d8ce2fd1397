"""The console's lines: strict in, plain out, documented to the field (issue 2)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli import console_json
from controller.cli.console_json import AskLine, AwaitLine, LineRefused, bad_line, read_line
from controller.engine.commands import Act, Decide, PlaceWager
from controller.engine.ids import SeatNo, Token
from controller.engine.prompt import Offer, OfferCode, Prompt, PromptActor, PromptCode, Task, TaskKind
from controller.engine.refusals import RefusalCode, Refused
from controller.table.envelope import Credential

DOCUMENT = Path(console_json.__file__).with_name("CONSOLE.md")


def test_a_command_is_read_with_every_field() -> None:
    """A line holds its id, its command and that command's fields (issue 2)."""
    line = read_line(
        '{"id":"a","command":"place_wager","seat":3,"bettor":0,"ante":5,"blind":5,"trips":0,"bad_beat":0}', 1
    )
    assert isinstance(line, AskLine)
    wager = PlaceWager(seat=SeatNo(3), bettor=0, ante=5, blind=5, trips=0, bad_beat=0)
    assert (wager, None, None) == (line.command, line.token, line.credential)


def test_token_and_credential_may_be_given() -> None:
    """A token names the offer, badge and PIN prove the person."""
    line = read_line(
        '{"id":"a","command":"decide","seat":2,"act":"play","multiple":4,"token":"t","badge":"B","pin":"9"}',
        1,
    )
    assert isinstance(line, AskLine)
    assert isinstance(line.command, Decide)
    assert ("t", Credential(badge="B", pin="9")) == (line.token, line.credential)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("not json", "not_json"),
        ("[1]", "not_json"),
        ('{"id":"a","id":"b","command":"call_floor"}', "not_json"),
        ("[" * 5_000, "not_json"),
        (r'{"id":"a","command":"call_floor","\udfff":1}', "bad_line"),
        (r'{"id":"a","command":"call_floor","\udfff":99999999999999999999}', "bad_line"),
        ('{"command":"call_floor"}', "bad_line"),
        ('{"id":"","command":"call_floor"}', "bad_line"),
        ('{"id":7,"command":"call_floor"}', "bad_line"),
        ('{"id":"a b","command":"call_floor"}', "bad_line"),
        ('{"id":"\\ud800","command":"call_floor"}', "bad_line"),
        ('{"id":"a","command":"settle_seat","seat":9007199254740992}', "bad_line"),
        ('{"id":"a","command":"void_round","reason":"' + "x" * 501 + '"}', "bad_line"),
        ('{"id":"a"}', "bad_line"),
        ('{"id":"a","command":"fly"}', "bad_line"),
        ('{"id":"a","command":"call_floor","x":1}', "bad_line"),
        ('{"id":"a","command":"settle_seat","seat":"2"}', "bad_line"),
        ('{"id":"a","command":"settle_seat","seat":2.0}', "bad_line"),
        ('{"id":"a","command":"settle_seat"}', "bad_line"),
        ('{"id":"a","command":"call_floor","kind":"resume"}', "bad_line"),
        ('{"id":"a","command":"open_table","approval":{"role":"floor"}}', "bad_line"),
        ('{"id":"a","command":"await","prompt":"lunch"}', "bad_line"),
        ('{"id":"a","command":"await","prompt":"hold","timeout_ms":0}', "bad_line"),
    ],
)
def test_what_is_not_exactly_a_command_is_refused_with_its_line(text: str, code: str) -> None:
    """Nothing is guessed, and the line's number is told (issue 2, bad input)."""
    with pytest.raises(LineRefused) as caught:
        read_line(text, 12)
    written = json.loads(bad_line(caught.value).encode())
    assert (code, 12) == (written["code"], written["line"])
    assert "12" in written["message"]


def test_a_pin_is_never_repeated() -> None:
    """A wrong line with a PIN in it is refused without showing it (DURABILITY 9)."""
    with pytest.raises(LineRefused) as caught:
        read_line('{"id":"a","command":"open_table","badge":"B","pin":135791}', 1)
    assert "135791" not in bad_line(caught.value)


def test_an_await_may_ask_for_a_seat_a_live_offer_and_idle_hands() -> None:
    """A script waits for exactly the moment it needs."""
    line = read_line('{"id":"a","command":"await","prompt":"settle_seat","seat":3,"idle":true}', 1)
    assert isinstance(line, AwaitLine)
    prompt = Prompt(code=PromptCode.SETTLE_SEAT, actor=PromptActor.DEALER, seat=SeatNo(3))
    busy = Prompt(
        code=PromptCode.SETTLE_SEAT,
        actor=PromptActor.DEALER,
        seat=SeatNo(3),
        tasks=(Task(kind=TaskKind.LOAD_INFEED),),
    )
    other = Prompt(code=PromptCode.SETTLE_SEAT, actor=PromptActor.DEALER, seat=SeatNo(4))
    assert [True, False, False] == [line.is_shown(one) for one in (prompt, busy, other)]
    ready = read_line('{"id":"a","command":"await","prompt":"settle_seat","ready":true}', 1)
    assert isinstance(ready, AwaitLine)
    assert not ready.is_shown(prompt)


def test_a_refusal_names_what_is_wrong_and_what_is_allowed() -> None:
    """Code and sentence are always there, the rest where it says something."""
    refused = Refused(code=RefusalCode.BELOW_MINIMUM, field="ante", value="50", allowed="100", seat=SeatNo(2))
    written = json.loads(console_json.refused_line("c1", refused, "below the table's minimum"))
    assert {
        "refused": "c1",
        "code": "below_minimum",
        "message": "below the table's minimum",
        "field": "ante",
        "value": "50",
        "allowed": "100",
        "seat": 2,
    } == written


VOID = "void_roun is no command; did you mean void_round?"
LONG = "x" * 400


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id":"a","command":"plce_wager"}', "plce_wager is no command; did you mean place_wager?"),
        ('{"id":"a","command":"histroy"}', "histroy is no command; did you mean history?"),
        (
            '{"id":"a","command":"preview","of":"void_roun"}',
            "void_roun is no command; did you mean void_round?",
        ),
        ('{"id":"a","command":"fly"}', "fly is no command; CONSOLE.md lists them"),
        (
            '{"id":"a","command":"settle_seat","seta":3}',
            "settle_seat.seta is no field; did you mean seat?",
        ),
        ('{"id":"a","command":"call_floor","why":3}', "call_floor.why is no field"),
    ],
)
def test_a_misspelt_word_finds_its_own(text: str, said: str) -> None:
    """Forty names in a row would help nobody."""
    with pytest.raises(LineRefused) as caught:
        read_line(text, 3)
    assert f"line 3: {said}" == caught.value.message


def test_a_long_word_is_not_repeated_whole() -> None:
    """Neither a command nor a field."""
    for text in (f'{{"id":"a","command":"{LONG}"}}', f'{{"id":"a","command":"resume","{LONG}":1}}'):
        with pytest.raises(LineRefused) as caught:
            read_line(text, 3)
        assert len(caught.value.message) < 150


def test_a_long_value_is_cut_in_a_refusal() -> None:
    """A name of 500 characters would hide what is allowed."""
    refused = Refused(code=RefusalCode.BAD_BANK_PARTS, field="parts", value="x" * 500, allowed="a name")
    written = json.loads(console_json.refused_line("c1", refused, "no"))
    assert (80, "a name") == (len(written["value"]), written["allowed"])


@pytest.mark.parametrize("code", [PromptCode.ASK_PREFLOP, PromptCode.ASK_RIVER])
def test_an_await_for_a_decision_is_ready_once_it_can_be_entered(code: PromptCode) -> None:
    """A choice has no first offer; a seat among others that are asked is one that may be waited for."""
    line = read_line(f'{{"id":"a","command":"await","prompt":"{code.value}","seat":4,"ready":true}}', 1)
    assert isinstance(line, AwaitLine)
    command = Decide(seat=SeatNo(4), act=Act.PLAY, multiple=1)
    prompt = Prompt(code=code, actor=PromptActor.PLAYER, open_seats=(SeatNo(2), SeatNo(4)))
    offer = Offer(code=OfferCode.PLAY, command=command, token=Token("t"))
    shut = replace(offer, enabled=False)
    ready = [line.is_shown(replace(prompt, offers=offers)) for offers in ((offer,), (shut,), ())]
    assert [True, False, False] == ready


@pytest.mark.parametrize(
    "sign", ["\x00", "\n", "\r", "\x1b", "\x7f", "\x9b", "\u202e", "\u200b", "\u2028", "\ufeff"]
)
def test_a_text_with_signs_that_cannot_be_seen_is_refused(sign: str) -> None:
    """A reason is read by people for years: no sign in it may hide or forge a line (DURABILITY 3.4, 12)."""
    line = json.dumps({"id": "c1", "command": "void_round", "reason": f"jam{sign}paid"})
    with pytest.raises(LineRefused) as caught:
        read_line(line, 7)
    message = "line 7: reason holds a control character; allowed are characters that can be seen, in one line"
    assert ("c1", "bad_line", message) == (caught.value.line_id, caught.value.code, caught.value.message)


def test_every_command_and_field_is_documented() -> None:
    """CONSOLE.md has one row for each command, with each of its fields (issue 2)."""
    rows = {
        line.split("|")[1].strip().strip("`"): line
        for line in DOCUMENT.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    }
    for command, fields in console_json.command_fields().items():
        assert command in rows
        missing = [name for name in fields if f"`{name}`" not in rows[command]]
        assert [] == missing
