"""A shape is learned once, and looked at beside the judging: nothing of that changes a report (3.4, 14)."""

import os
import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.verify import forms, shapes
from controller.verify.canonical import JsonObject, NotCanonical, decode, parse
from controller.verify.cards import Seals
from controller.verify.catalogue import strangers
from controller.verify.checkpoints import Checkpoints
from controller.verify.content import Content
from controller.verify.report import as_text
from controller.verify.shapes import Shapes, Sight
from tests.verify.kit import Day, chained, played_day, written

MUTATIONS = 4_000
FIELDS = (
    b'{"actor":"table","boot":"b-1","boot_us":5,"cause":null,"cmd":"c,","events":[],'
    b'"nonce":"0123456789abcdef","notes":[%s],"round":7,"src":"ui","utc_us":1700000000000000,"v":1}'
)
NOTE = b'{"code":"J-TEST","detail":"utc","kind":"lock_raised"}'


def content() -> Content:
    """Give a judge of an empty file."""
    day = played_day()
    return Content(Seals("T1"), Checkpoints(day.header, []))  # type: ignore[arg-type]  # same fields


def judged(body: bytes) -> tuple[JsonObject, list[str]] | str:
    """Give a value and what is unknown in it, or which rule its body breaks."""
    try:
        value = parse(body)
    except NotCanonical as fault:
        return fault.reason
    return value, strangers(value)


def hurt(body: bytes, chance: random.Random) -> bytes:
    """Change a few bytes, mostly to others that a body has, too."""
    data = bytearray(body)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.choice(body)
            case 1:
                data[at : at + 1] = b""
            case 2:
                data[at:at] = bytes([chance.choice(b'0123456789-abz_"\\ ,:{}[]E.\n\xc3')])
            case _:
                end = min(len(data), at + chance.randint(1, 40))
                data[at:end] = data[at:end] * 2
    return bytes(data)


def test_a_known_shape_hides_nothing() -> None:
    """With all shapes of a day known, a body with changed bytes is judged as by every rule (3.4, 3.8)."""
    judge = content()
    known = Shapes(judge.sum_up)
    bodies = [record.body for record in played_day().records if len(record.body) < 2_000]
    for body in bodies:
        known.look(body)
    chance, seen = random.Random(7), 0
    for _ in range(MUTATIONS):
        body = hurt(chance.choice(bodies), chance)
        sight = known.look(body)
        if sight is not None:
            seen += 1
            assert (decode(body), []) == judged(body), body
            assert judge.sum_up(decode(body), body) == sight, body
    assert seen > MUTATIONS // 20


def probe() -> tuple[Shapes, bytes]:
    """Give shapes that know one, and its body."""
    judge = content()
    known, body = Shapes(judge.sum_up), FIELDS % NOTE
    assert [] == strangers(parse(body))
    assert known.look(body) is None
    return known, body


def test_a_known_shape_tells_what_a_closer_look_would() -> None:
    """Round and counts come from the body itself, null or not (DURABILITY 14)."""
    known, body = probe()
    for number in (0, 1, 7, 9_999):
        other = body.replace(b'"round":7', b'"round":%d' % number)
        assert Sight(is_quiet=False, events=0, is_plain=True, round=number) == known.look(other)
    without = body.replace(b'"round":7', b'"round":null')
    assert known.look(without) is None
    assert Sight(is_quiet=False, events=0, is_plain=True, round=0) == known.look(without)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"boot_us":5', b'"boot_us":-0'),
        (b'"boot_us":5', b'"boot_us":05'),
        (b'"boot_us":5', b'"boot_us":1e3'),
        (b'"boot_us":5', b'"boot_us":5.0'),
        (b'"boot_us":5', b'"boot_us":"5"'),
        (b'"boot_us":5', b'"boot_us":true'),
        (b'"boot_us":5', b'"boot_us":null'),
        (b'"boot_us":5', b'"boot_us":9007199254740992'),
        (b'"boot_us":5', b'"boot_us":17000000000000000'),
        (b'"boot_us":5', b'"boot_us": 5'),
        (b'"boot_us":5', b'"boot_us":5,"boot_us":5'),
        (b'"boot_us":5,"cause":null', b'"cause":null,"boot_us":5'),
        (b'"boot":"b-1"', b'"boot":"b\x01"'),
        (b'"boot":"b-1"', b'"boot":"b\\u0041"'),
        (b'"boot":"b-1"', b'"boot":"b\xff"'),
        (b'"boot":"b-1"', b'"boot":"b""'),
        (b'"boot":"b-1"', b'"boot":"b:","x"'),
        (b'"boot":"b-1"', b'"boot":7'),
        (b'"cause":null', b'"cause":nul'),
        (b'"cause":null', b'"cause":{}'),
        (b'"kind":"lock_raised"', b'"kind":"lock_razed"'),
        (b'"detail":"utc"', b'"detali":"utc"'),
        (b'"nonce":"0123456789abcdef"', b'"nonce":"0123456789ABCDEF"'),
        (b'"nonce":"0123456789abcdef"', b'"nonce":"0123456789abcde"'),
        (b'"v":1}', b'"v":2}'),
        (b'"v":1}', b'"v":1}1'),
        (b'"v":1}', b'"v":1}}'),
    ],
)
def test_a_body_beside_a_known_shape_is_looked_at_closely(old: bytes, new: bytes) -> None:
    """Whatever a body could hide behind a shape that is known, it is taken apart (DURABILITY 3.4, 3.8)."""
    known, body = probe()
    assert 1 == body.count(old)
    other = body.replace(old, new)
    assert known.look(other) is None
    found = judged(other)
    assert isinstance(found, str) or found[1]


@pytest.mark.parametrize(
    "body",
    [
        FIELDS % NOTE.replace(b"utc", b"utc\\n"),
        FIELDS % NOTE.replace(b"utc", "utc\u00e9".encode()),
        FIELDS % NOTE.replace(b"lock_raised", b"lock_razed"),
        FIELDS % NOTE.replace(b"utc", b"u" * 9_000),
        b"{}",
        b"",
    ],
)
def test_what_is_not_plain_is_never_learned(body: bytes) -> None:
    """Escapes, other letters, unknown kinds and whole states are read key by key each time (14)."""
    known = Shapes(content().sum_up)
    assert [None, None] == [known.look(body), known.look(body)]


def test_a_forged_file_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many shapes only the first ones are known."""
    monkeypatch.setattr(shapes, "_MOST_SHAPES", 0)
    known = Shapes(content().sum_up)
    assert [None, None] == [known.look(FIELDS % NOTE), known.look(FIELDS % NOTE)]


def spoiled() -> Day:
    """Give a day in which one body has a blank, another two keys in the wrong order."""
    day = played_day()
    bodies = [record.body for record in day.records]
    bodies[40] = bodies[40].replace(b'":', b'": ', 1)
    bodies[90] = bodies[90].replace(b'{"actor"', b'{"v":1,"actor"').replace(b',"v":1}', b"}")
    return chained(day.header, bodies)


@pytest.mark.parametrize("make", [played_day, spoiled])
@pytest.mark.parametrize("at_once", [7, 10_000])
def test_a_second_process_changes_nothing_in_a_report(
    make: Callable[[], Day], at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which process looks at the form is not seen in what is said (DURABILITY 14)."""
    files = written(make(), tmp_path)
    alone = as_text(files.check())
    monkeypatch.setattr(forms, "WORTH_IT", 1)
    monkeypatch.setattr(forms, "AT_ONCE", at_once)
    monkeypatch.setattr(forms, "_has_processor", lambda: True)
    assert alone == as_text(files.check())


def test_without_a_second_processor_shapes_help_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process looks at each body before it judges it (DURABILITY 14)."""
    files = written(spoiled(), tmp_path)
    alone = as_text(files.check())
    monkeypatch.setattr(forms, "WORTH_IT", 1)
    monkeypatch.setattr(forms, "_has_processor", lambda: False)
    assert alone == as_text(files.check())


def test_a_second_process_that_dies_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then each body is checked by every rule."""
    files = written(spoiled(), tmp_path)
    alone = as_text(files.check())
    monkeypatch.setattr(forms, "WORTH_IT", 1)
    monkeypatch.setattr(forms, "_has_processor", lambda: True)
    monkeypatch.setattr(forms, "_look", lambda *_: os._exit(9))
    assert alone == as_text(files.check())


def test_a_process_with_threads_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy would have the locks of threads that it does not have."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    assert not forms._has_processor()
    end.set()
    other.join()
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert forms._has_processor()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0})
    assert not forms._has_processor()
