"""The codec: strict both ways, seals instead of faces, old records lifted (DURABILITY 3.8, 7.1)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

import pytest

from controller.engine.cards import Card, Exposed, Hidden, HiddenBytes
from controller.engine.commands import Exposure
from controller.engine.device_words import Place, Target
from controller.engine.events import CardDealt, CardsExposed
from controller.journal.codec import Content, RecordCodec, TableContent, table_codec
from controller.journal.faults import CodecFault, SealFault, UnknownCatalogue
from controller.journal.notes import FileOpened, PowerUp
from controller.journal.record import JsonObject, Stamp, StoredRecord, canonical, open_envelope, parse
from controller.journal.seal import RoundKey
from tests.journal.table import card_read, hidden, seeded

KEY = RoundKey(table_id="T1", round_no=1, key=b"\x05" * 32)
STAMP = Stamp(utc_us=1_700_000_000_000_000, boot_us=7, boot="boot-1")


class Colour(StrEnum):
    """Name a colour."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Ask something."""

    kind: Literal["ask"] = "ask"
    count: int
    card: Hidden | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Tell something."""

    kind: Literal["tell"] = "tell"
    payload: HiddenBytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Note what was told."""

    kind: Literal["told"] = "told"
    cards: tuple[Hidden, ...] = ()
    payload: HiddenBytes | None = None
    shown: Exposed | None = None
    colours: frozenset[Colour] = frozenset()
    stakes: Mapping[int, int] | None = None
    digest: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Note that something was asked."""

    kind: Literal["asked"] = "asked"
    flag: bool


SMALL = RecordCodec[Ask | Tell, Told | Asked](commands=Ask | Tell, events=Told | Asked)


def small(cause: Ask | Tell | None, *events: Told | Asked) -> Content[Ask | Tell, Told | Asked]:
    """Give the contents of a record of the small catalogue."""
    return Content(
        cause=cause, events=events, notes=(), stamp=STAMP, round_no=1, actor="table", src="ui", cmd=None
    )


def coded(content: Content[Ask | Tell, Told | Asked], key: RoundKey | None = KEY) -> bytes:
    """Encode contents of the small catalogue with seeded random bytes."""
    return SMALL.encode(content, key=key, entropy=seeded(3))


def record(body: bytes) -> StoredRecord:
    """Give a record of some body; the codec does not look at the chain."""
    return StoredRecord(seq=1, body=body, h=bytes(32))


def altered(body: bytes, **fields: object) -> StoredRecord:
    """Give a record whose first event has other fields."""
    raw = parse(body)
    raw["events"] = [{**raw["events"][0], **fields}]  # type: ignore[index, dict-item]  # raw JSON
    return record(canonical(raw))


def test_values_of_all_kinds_round_trip() -> None:
    """Enums, sets, mappings, bytes and cards read back as they were (DURABILITY 3.8)."""
    told = Told(
        cards=(hidden(0), hidden(1).closed()),
        payload=HiddenBytes(ordinal=2, data=b"\x00\xff"),
        shown=Exposed(ordinal=9, card=Card("Ah"), salt=bytes(16)),
        colours=frozenset({Colour.RED, Colour.BLUE}),
        stakes={3: 500, 1: 200},
        digest=b"\xab\xcd",
    )
    content = small(Ask(count=2, card=hidden(0)), told, Asked(flag=True))
    decoded = SMALL.decode(record(coded(content)), key=KEY)
    assert decoded.content == content
    assert decoded.unopened == 0


def test_the_form_on_disk() -> None:
    """Each field is there, null where empty; bytes are lower-case hexadecimal (DURABILITY 3.4)."""
    raw = parse(coded(small(None, Told(digest=b"\xab\xcd"))))
    assert raw["cause"] is None
    assert raw["events"] == [
        {
            "kind": "told",
            "cards": [],
            "payload": None,
            "shown": None,
            "colours": [],
            "stakes": None,
            "digest": "abcd",
        }
    ]


def test_the_cause_names_only_the_ordinal() -> None:
    """One seal a card: the event carries it, the cause names it (DURABILITY 7.1)."""
    envelope = open_envelope(coded(small(Ask(count=1, card=hidden(4)), Told(cards=(hidden(4), hidden(4))))))
    assert envelope.cause == {"kind": "ask", "count": 1, "card": {"ordinal": 4}}
    first, second = envelope.events[0]["cards"]  # type: ignore[misc, str-unpack]  # raw JSON
    assert first == second
    assert {"ordinal", "commit", "sealed"} == set(first)  # type: ignore[arg-type]  # raw JSON


def test_a_card_that_no_event_carries_is_sealed_in_the_cause() -> None:
    """A hidden card is never in plain, wherever it stands (DURABILITY 7.1)."""
    content = small(Ask(count=1, card=hidden(4)), Asked(flag=False))
    body = coded(content)
    cause = open_envelope(body).cause
    assert cause is not None
    assert {"ordinal", "commit", "sealed"} == set(cause["card"])  # type: ignore[arg-type]  # raw JSON
    assert SMALL.decode(record(body), key=KEY).content == content


def test_no_face_and_no_salt_reach_the_body() -> None:
    """The bytes on disk hold neither identity nor salt of a hidden card (DURABILITY 7.1, 8)."""
    for ordinal in range(52):
        card = hidden(ordinal)
        body = coded(small(Ask(count=1, card=card), Told(cards=(card,))))
        assert card.card is not None
        assert f'"{card.card}"'.encode() not in body
        assert (card.salt or b"").hex().encode() not in body


def test_records_of_all_cards_have_one_size() -> None:
    """Numbers and sizes of records say nothing about hidden cards (DURABILITY 8)."""
    sizes = {
        len(coded(small(None, Told(cards=(Hidden(ordinal=0, card=card, salt=bytes(16)),))))) for card in Card
    }
    assert len(sizes) == 1


def test_without_the_key_cards_come_back_closed() -> None:
    """After its round a seal stays shut, and replay says how many did (DURABILITY 7.3)."""
    content = small(Tell(payload=HiddenBytes(ordinal=5, data=b"x")), Told(cards=(hidden(0), hidden(1))))
    for key in (None, replace(KEY, key=bytes(32)), replace(KEY, round_no=2)):
        decoded = SMALL.decode(record(coded(content)), key=key)
        assert decoded.content.events == (Told(cards=(hidden(0).closed(), hidden(1).closed())),)
        assert decoded.content.cause == Tell(payload=HiddenBytes(ordinal=5))
        assert decoded.unopened == 3


def test_a_reference_without_its_key_is_closed_too() -> None:
    """The cause's card is the event's card, open or closed (DURABILITY 7.1)."""
    decoded = SMALL.decode(
        record(coded(small(Ask(count=1, card=hidden(4)), Told(cards=(hidden(4),))))), key=None
    )
    assert decoded.content.cause == Ask(count=1, card=hidden(4).closed())


def test_closed_secrets_need_no_key() -> None:
    """A dead hand is written without seal or commitment (DURABILITY 7.1)."""
    content = small(
        Ask(count=1, card=hidden(0).closed()),
        Told(cards=(hidden(0).closed(),), payload=HiddenBytes(ordinal=3)),
    )
    body = coded(content, key=None)
    assert open_envelope(body).events[0]["cards"] == [{"ordinal": 0, "commit": None, "sealed": None}]
    assert SMALL.decode(record(body), key=None).content == content


def test_sealing_needs_a_key() -> None:
    """Without a round key a hidden card is refused, never written in plain (DURABILITY 7.1)."""
    for told in (Told(cards=(hidden(0),)), Told(payload=HiddenBytes(ordinal=1, data=b"x"))):
        with pytest.raises(SealFault, match="no round key"):
            coded(small(None, told), key=None)


def test_one_ordinal_is_one_card() -> None:
    """Two cards under one ordinal would make a seal ambiguous (DURABILITY 7.1)."""
    other = replace(hidden(1), ordinal=0)
    with pytest.raises(CodecFault, match="ordinal 0"):
        coded(small(None, Told(cards=(hidden(0), other))))


@pytest.mark.parametrize(
    "wrong",
    [
        Ask(count="2"),  # type: ignore[arg-type]  # wrong on purpose
        Ask(count=True),
        Ask(count=1.5),  # type: ignore[arg-type]  # wrong on purpose
        Ask(count=2**60),
        Ask(count=[1]),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_values_of_wrong_type_are_never_written(wrong: Ask) -> None:
    """A record is decoded and compared before it is written (DURABILITY 4.1 step 1)."""
    with pytest.raises(CodecFault):
        coded(small(wrong, Asked(flag=True)))


def test_a_list_for_a_tuple_is_never_written() -> None:
    """What would read back as another value is refused (DURABILITY 4.1 step 1)."""
    with pytest.raises(CodecFault):
        coded(small(None, Told(cards=[hidden(0)])))  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    "fields",
    [{"flag": 1}, {"flag": "true"}, {"flag": None}, {"extra": 1}, {"kind": "asks"}, {"kind": None}],
)
def test_reading_is_strict(fields: dict[str, object]) -> None:
    """Unknown kinds, keys and types are refused on reading (DURABILITY 3.8)."""
    body = coded(small(None, Asked(flag=True)))
    with pytest.raises(CodecFault):
        SMALL.decode(altered(body, **fields), key=None)


def test_refusals_of_reading_show_no_value() -> None:
    """A fault names places and reasons, never what stood there (DURABILITY 7.5)."""
    body = coded(small(None, Told(cards=(hidden(0),))))
    with pytest.raises(CodecFault) as caught:
        SMALL.decode(altered(body, digest=["Ah"], colours="Ks"), key=KEY)
    shown = str(caught.value)
    assert "digest" in shown
    assert hidden(0).card not in shown.split("'")
    assert "Ah" not in shown
    assert "Ks" not in shown
    assert caught.value.__cause__ is None


def test_a_seal_that_is_no_text_is_refused() -> None:
    """A seal is hexadecimal text (DURABILITY 7.2)."""
    body = coded(small(None, Told(cards=(hidden(0),))))
    broken = [{"ordinal": 0, "commit": "zz", "sealed": "zz"}]
    with pytest.raises(CodecFault, match="seal 0"):
        SMALL.decode(altered(body, cards=broken), key=KEY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd(Asked):
    """Look like `Asked` on disk, and be another class."""


def test_what_reads_back_as_another_value_is_never_written() -> None:
    """Encode, decode, compare: a difference is a fault, before anything is written (DURABILITY 4.1)."""
    with pytest.raises(CodecFault, match="another one"):
        coded(small(None, Odd(flag=True)))


def test_what_is_no_dataclass_is_refused() -> None:
    """Commands and events are dataclasses (ARCHITECTURE 6)."""
    with pytest.raises(CodecFault, match="str"):
        coded(small("ask"))  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(CodecFault, match="object"):
        coded(small(Ask(count=object())))  # type: ignore[arg-type]  # wrong on purpose


def renamed(kind: str, raw: JsonObject) -> JsonObject:
    """Lift `tally` of catalogue 1 to `count` of catalogue 2, as a test-only step."""
    if kind != "ask" or "tally" not in raw:
        return raw
    return {**{name: value for name, value in raw.items() if name != "tally"}, "count": raw["tally"]}


def test_old_records_are_lifted_and_never_rewritten() -> None:
    """A field renamed in catalogue 2 is read from records of catalogue 1 (DURABILITY 3.8)."""
    second = RecordCodec[Ask | Tell, Told | Asked](
        commands=Ask | Tell, events=Told | Asked, steps={1: renamed}, version=2
    )
    raw = parse(coded(small(Ask(count=8), Asked(flag=True))))
    raw["cause"] = {"kind": "ask", "tally": 8, "card": None}
    body = canonical(raw)
    assert second.decode(record(body), key=None).content.cause == Ask(count=8)
    again = second.encode(small(Ask(count=8), Asked(flag=True)), key=None, entropy=seeded(3))
    assert parse(again)["v"] == 2


@pytest.mark.parametrize("version", [0, 2, 99])
def test_records_of_a_newer_program_are_refused(version: int) -> None:
    """A version this program does not know is refused by name (DURABILITY 3.8)."""
    raw = parse(coded(small(None, Asked(flag=True))))
    raw["v"] = version
    with pytest.raises(UnknownCatalogue) as caught:
        SMALL.decode(record(canonical(raw)), key=None)
    assert caught.value.version == version


def test_notes_stand_beside_events() -> None:
    """The journal's own entries are coded as strictly (DURABILITY 3.6)."""
    opened = FileOpened(
        table_id="T1",
        file_id=bytes(16),
        gaming_day="2026-12-01",
        first_seq=1,
        prev_h=bytes(32),
        chain_nonce=bytes(16),
    )
    up = PowerUp(clean=False, software="0.1.0", manifest=None)
    content = replace(small(None), notes=(opened, up))
    body = coded(content, key=None)
    assert SMALL.decode(record(body), key=None).content == content
    assert json.loads(body)["notes"][1]["kind"] == "power_up"


def test_the_tables_catalogue_seals_a_dealt_card() -> None:
    """The engine's own command and event share one seal, and open with the round's key (DURABILITY 7.1)."""
    dealt = CardDealt(
        target=Target(place=Place.BOARD, seat=None), position=0, index=0, card=hidden(7), t_ms=5, boot_id=9
    )
    content: TableContent = Content(
        cause=card_read(7),
        events=(dealt,),
        notes=(),
        stamp=STAMP,
        round_no=1,
        actor="device:S1",
        src="port:shoe",
        cmd=None,
    )
    body = table_codec().encode(content, key=KEY, entropy=seeded(3))
    assert open_envelope(body).cause == {**parse(body)["cause"], "card": {"ordinal": 7}}  # type: ignore[dict-item]  # raw JSON
    assert table_codec().decode(record(body), key=KEY).content == content


def test_an_exposure_shows_card_and_salt() -> None:
    """Anyone can check a commitment once the card is up (DURABILITY 7.4)."""
    shown = Exposed(ordinal=7, card=Card("Ah"), salt=b"\x07" * 16)
    content: TableContent = Content(
        cause=None,
        events=(CardsExposed(what=Exposure.FLOP, cards=(shown,)),),
        notes=(),
        stamp=STAMP,
        round_no=1,
        actor="table",
        src="ui",
        cmd=None,
    )
    body = table_codec().encode(content, key=None, entropy=seeded(3))
    assert open_envelope(body).events[0]["cards"] == [{"ordinal": 7, "card": "Ah", "salt": "07" * 16}]
