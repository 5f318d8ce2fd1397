"""One value has one form, and whatever has another one is refused (DURABILITY 3.4)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.journal import record as writer
from controller.journal.faults import CodecFault
from controller.verify.canonical import NotCanonical, parse

KEYS = st.text("abc_09", min_size=1, max_size=4)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**53 - 3, max_value=2**53 + 3),
    st.text(max_size=6),
    st.sampled_from(["a,", ",", '","x":', "\\", '"', "é", "e\u0301", " ", "9" * 20, "-0"]),
    st.floats(allow_nan=False),
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_what_the_writer_writes_is_read_and_what_it_refuses_is_refused(value: dict[str, object]) -> None:
    """Both have the same idea of the one form, integers beyond 2^53, NFC and floats included."""
    try:
        body = writer.canonical(value)  # type: ignore[arg-type]  # some have no form
    except CodecFault:
        body = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
            errors="surrogatepass"
        )
        with pytest.raises(NotCanonical):
            parse(body)
    else:
        assert value == parse(body)


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4), st.data())
def test_one_more_blank_is_refused(value: dict[str, object], data: st.DataObject) -> None:
    """White space anywhere between the signs of JSON is another form."""
    body = json.dumps(value, sort_keys=True, separators=(",", ":"))
    at = data.draw(st.sampled_from([0, 1, len(body) - 1, len(body)]))
    with pytest.raises(NotCanonical):
        parse(f"{body[:at]} {body[at:]}".encode())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"3",
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"A":1}',
        b'{"a-b":1}',
        b'{"":1}',
        b'{"a":1.0}',
        b'{"a":1e3}',
        b'{"a":NaN}',
        b'{"a":-0}',
        b'{"a":01}',
        b'{"a":"\\u0041"}',
        b'{"a":"\\/"}',
        b'{"a":"\\ud800"}',
        b'{"a":"e\xcc\x81"}',
        b'{"a":9007199254740992}',
        b'{"a":[-9007199254740992]}',
        b'{"a":[1,10000000000000000]}',
        b'{"a":"\xff"}',
        b'\xef\xbb\xbf{"a":1}',
        b'{"a":1}\n',
        b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' + b"1" * 5_000 + b"}",
    ],
)
def test_another_form_is_refused(body: bytes) -> None:
    """Each rule of the one form has a body that breaks it."""
    with pytest.raises(NotCanonical):
        parse(body)


@pytest.mark.parametrize(
    "value",
    [
        {"a": 2**53 - 1, "b": -(2**53 - 1)},
        {"a": 9 * 10**15, "b": [9, -9, 99]},
        {"a": '1 to 2 \\ "é" \n', "b": {"c": []}},
        {"a": "12345678901234567890"},
        {"a": True, "b": None},
    ],
)
def test_a_canonical_body_that_needs_a_closer_look_is_read(value: dict[str, object]) -> None:
    """Blanks in texts, escapes and large numbers are allowed where they are in the one form."""
    assert value == parse(writer.canonical(value))  # type: ignore[arg-type]  # plain values


def test_a_fault_says_the_rule_and_not_the_value() -> None:
    """A body may hold anything, so nothing of it is repeated."""
    with pytest.raises(NotCanonical) as caught:
        parse(b'{"a":"Ah", "b":1}')

    assert "body has blanks, escapes or numbers in another form, allowed is one canonical JSON object" == str(
        caught.value
    )
