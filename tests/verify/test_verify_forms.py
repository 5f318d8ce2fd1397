"""Form is checked once for each shape, and beside the judging: nothing of that changes a report (3.4, 14)."""

import os
import random
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.verify import canonical, forms
from controller.verify.canonical import JsonObject, NotCanonical, parse
from controller.verify.report import as_text
from tests.verify.kit import Day, chained, played_day, written

MUTATIONS = 4_000
PLAIN = b'{"a":1,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}'


@pytest.fixture(autouse=True)
def no_shape_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test as a fresh program."""
    monkeypatch.setattr(canonical, "_shapes", {})
    monkeypatch.setattr(canonical, "_good_keys", set())


def judged(read: Callable[[bytes], JsonObject], body: bytes) -> JsonObject | str:
    """Give a value, or which rule its body breaks."""
    try:
        return read(body)
    except NotCanonical as fault:
        return fault.reason


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


def test_a_known_shape_hides_no_other_form() -> None:
    """With all shapes of a day known, a body with changed bytes is judged as by every rule (3.4)."""
    bodies = [record.body for record in played_day().records if len(record.body) < 2_000]
    for body in bodies:
        parse(body)
    chance, known = random.Random(7), 0
    for _ in range(MUTATIONS):
        body = hurt(chance.choice(bodies), chance)
        known += body.isascii() and canonical.is_of_known_form(body)
        assert judged(canonical._parse, body) == judged(parse, body), body
    assert known > MUTATIONS // 20


@pytest.mark.parametrize(
    "other",
    [
        b'{"b":1,"a":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":1,"a":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":-0,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":01,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":1e3,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":9007199254740992,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":1,"b":"x","kind":"probe","utc_us":9007199254740992,"v":1}',
        b'{"a":1,"b":"x","kind":"probe","utc_us":17000000000000000,"v":1}',
        b'{"a":1,"b":"x","kind":"probe","utc_us":1700000000000000,"v":9007199254740992}',
        b'{"a":1,"b":"x","":"probe","utc_us":1700000000000000,"v":1}',
        b'{"a":nul,"b":"x","kind":"probe","utc_us":1700000000000000,"v":1}',
        PLAIN + b"1",
    ],
)
def test_a_body_of_a_known_shape_may_still_be_wrong(other: bytes) -> None:
    """What small letters and digits can do to a body is looked for each time (DURABILITY 3.4)."""
    assert {"a": 1, "b": "x", "kind": "probe", "utc_us": 1_700_000_000_000_000, "v": 1} == parse(PLAIN)
    with pytest.raises(NotCanonical):
        parse(other)


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


def test_a_second_process_that_dies_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then each body is checked as it is read."""
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
