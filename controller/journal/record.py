"""One record: its canonical bytes, its envelope and its link in the chain (DURABILITY 3.4, 3.5).

A body is JSON in exactly one form, and every hash runs over those stored bytes: a body is never encoded
again to check it. `link` chains record to record, `genesis` starts the chain of a table.
"""

import hashlib
import json
import re
import struct
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Final, NamedTuple, TypeAlias, TypeVar, cast

from controller.engine.copying import replace
from controller.journal.faults import CodecFault

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
JsonObject: TypeAlias = dict[str, Json]
T = TypeVar("T")

VERSION: Final = 1
MAX_BODY: Final = 65_536
MIN_BODY: Final = 2
MAX_INTEGER: Final = 2**53 - 1
HASH_SIZE: Final = 32
NONCE_SIZE: Final = 8

_KEY: Final = re.compile(r"[a-z0-9_]+")
_good_keys: Final[set[str]] = set()
_MOST_KEYS: Final = 4_096
_PREFIX: Final = b"DAJ1"
LINK_PREFIX: Final = _PREFIX + b"\x01"
LINK: Final = struct.Struct(">5s32sQI")
"""What stands before a body in the hash of its link: prefix, hash before, number, length."""


class StoredRecord(NamedTuple):
    """Hold one record as both copies store it: number, canonical body and chain value.

    A tuple, unlike our other values: a start makes 216,000 of them, and compares them with as many rows.
    """

    seq: int
    body: bytes
    h: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Name the end of a chain: the last record's number (first number - 1 when empty) and chain value."""

    seq: int
    h: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Hold the moment of a record: UTC and boot time in microseconds, and which boot it is."""

    utc_us: int
    boot_us: int
    boot: str


def canonical(value: Json) -> bytes:
    """Encode a value in its one form; raise CodecFault for what has none (DURABILITY 3.4)."""
    if type(value) not in (dict, list) or not _fits(cast("JsonObject", value)):
        _check(value, "$")
    return _ENCODER.encode(value).encode()


def parse(body: bytes) -> JsonObject:
    """Decode a body strictly: one object, no key twice, no float; raise CodecFault (DURABILITY 3.4)."""
    try:
        value: object = _DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        raise CodecFault(f"body is no JSON object ({type(error).__name__})") from None
    if not isinstance(value, dict):
        raise CodecFault(f"body is a {type(value).__name__}, allowed is an object")
    return cast("JsonObject", value)


def plain_text(text: str) -> str:
    """Give text from outside in the one form a record takes: NFC, lone surrogates replaced (DURABILITY 3.4).

    Names and words of devices and people pass through here before they are part of a command, since the
    record refuses what is not in this form and would stop the table. Signs that cannot be seen (control,
    format, line ends) stand escaped: whoever reads the record must not be shown another text than it holds.
    """
    form = unicodedata.normalize("NFC", text.encode(errors="replace").decode())
    if form.isprintable():
        return form
    return "".join(json.dumps(one)[1:-1] if is_unseen(one) else one for one in form)


def is_unseen(sign: str) -> bool:
    """Tell whether a sign has no place of its own in a line: all others but blanks are printable."""
    return not sign.isprintable() and unicodedata.category(sign) != "Zs"


def plain(value: T) -> T:
    """Give a command or a report with each text in it in that form; what is plain already is not copied."""
    return cast("T", _plain(value))


def lp(data: bytes) -> bytes:
    """Put the length of some bytes, 32 bits big endian, before them (DURABILITY 3.5)."""
    return len(data).to_bytes(4, "big") + data


def genesis(table_id: str, chain_nonce: bytes) -> bytes:
    """Give the chain value before the very first record of a table (DURABILITY 3.5)."""
    return hashlib.sha256(_PREFIX + b"\x00" + lp(table_id.encode()) + chain_nonce).digest()


def link(previous: bytes, seq: int, body: bytes) -> bytes:
    """Give the chain value of a record from the one before it (DURABILITY 3.5)."""
    return hashlib.sha256(LINK.pack(LINK_PREFIX, previous, seq, len(body)) + body).digest()


def stored(head: Head, body: bytes) -> StoredRecord:
    """Give the record that follows a head; raise CodecFault for a body of a forbidden size."""
    if not MIN_BODY <= len(body) <= MAX_BODY:
        raise CodecFault(f"body has {len(body)} bytes, allowed are {MIN_BODY} to {MAX_BODY}")
    seq = head.seq + 1
    return StoredRecord(seq=seq, body=body, h=link(head.h, seq, body))


def follows(head: Head, record: StoredRecord) -> bool:
    """Tell whether a record is the next one of a chain, by number, size and chain value."""
    return (
        record.seq == head.seq + 1
        and MIN_BODY <= len(record.body) <= MAX_BODY
        and record.h == link(head.h, record.seq, record.body)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Hold the fields of envelope v1; commands, events and notes are still raw JSON (DURABILITY 3.4).

    v: version of the whole catalogue; cause: the command or None; events, notes: each with its `kind`;
    utc_us, boot_us, boot: moment; nonce: 8 random bytes; round: number or None; actor, src: who and from
    where; cmd: id of a person's command or None.
    """

    v: int
    cause: JsonObject | None
    events: tuple[JsonObject, ...]
    notes: tuple[JsonObject, ...]
    utc_us: int
    boot_us: int
    boot: str
    nonce: bytes
    round: int | None
    actor: str
    src: str
    cmd: str | None

    def to_body(self) -> bytes:
        """Give the canonical bytes of this envelope."""
        return canonical(
            {
                "v": self.v,
                "cause": self.cause,
                "events": list(self.events),
                "notes": list(self.notes),
                "utc_us": self.utc_us,
                "boot_us": self.boot_us,
                "boot": self.boot,
                "nonce": self.nonce.hex(),
                "round": self.round,
                "actor": self.actor,
                "src": self.src,
                "cmd": self.cmd,
            }
        )


_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "v": (int,),
    "cause": (dict, type(None)),
    "events": (list,),
    "notes": (list,),
    "utc_us": (int,),
    "boot_us": (int,),
    "boot": (str,),
    "nonce": (str,),
    "round": (int, type(None)),
    "actor": (str,),
    "src": (str,),
    "cmd": (str, type(None)),
}


def open_envelope(body: bytes) -> Envelope:
    """Decode a body into its envelope; raise CodecFault for a missing, extra or mistyped field."""
    raw = parse(body)
    if raw.keys() != _FIELDS.keys():
        odd = sorted(raw.keys() ^ _FIELDS.keys())
        raise CodecFault(f"envelope fields missing or unknown: {odd}")
    for name, kinds in _FIELDS.items():
        if type(raw[name]) not in kinds:
            raise CodecFault(f"envelope field {name} is a {type(raw[name]).__name__}")
    fields = cast("dict[str, object]", raw)
    try:
        nonce = bytes.fromhex(cast("str", raw["nonce"]))
    except ValueError:
        raise CodecFault("envelope field nonce is no hexadecimal text") from None
    if len(nonce) != NONCE_SIZE:
        raise CodecFault(f"envelope field nonce has {len(nonce)} bytes, allowed are {NONCE_SIZE}")
    fields |= {"nonce": nonce, "events": _objects(raw, "events"), "notes": _objects(raw, "notes")}
    return Envelope(**fields)  # type: ignore[arg-type]  # names and types were compared just above


def _objects(raw: JsonObject, name: str) -> tuple[JsonObject, ...]:
    """Give a list of objects as a tuple, or raise CodecFault."""
    items = cast("list[Json]", raw[name])
    if not all(isinstance(item, dict) for item in items):
        raise CodecFault(f"envelope field {name} holds something that is no object")
    return tuple(cast("list[JsonObject]", items))


def _plain(value: object) -> object:
    """Walk through dataclasses and tuples; words of a closed list are plain by themselves."""
    match value:
        case Enum():
            return value
        case str():
            return value if value.isascii() and value.isprintable() else plain_text(value)
        case tuple():
            items = tuple(map(_plain, value))
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = {item.name: getattr(value, item.name) for item in fields(value)}
            changed = {name: new for name, old in held.items() if (new := _plain(old)) is not old}
            return replace(value, **changed) if changed else value
        case _:
            return value


def _fits(value: dict[str, Json] | list[Json]) -> bool:
    """Tell quickly that a value has a canonical form; `_check` has the last word about any other."""
    if type(value) is dict:
        if not value.keys() <= _good_keys and not all(map(_is_key, value)):
            return False
        items: Iterable[Json] = value.values()
    else:
        items = cast("list[Json]", value)
    for item in items:
        kind = type(item)
        if kind is str:
            if not item.isascii():  # type: ignore[union-attr]  # a text, by its exact class
                return False
        elif kind is dict or kind is list:
            if not _fits(item):  # type: ignore[arg-type]  # by its exact class
                return False
        elif kind is int:
            if not -MAX_INTEGER <= item <= MAX_INTEGER:  # type: ignore[operator]  # by its exact class
                return False
        elif item is not None and kind is not bool:
            return False
    return True


def _check(value: Json, where: str) -> None:
    """Refuse whatever has no canonical form; `where` is a path for the message."""
    match value:
        case None | bool():
            return
        case int():
            if abs(value) > MAX_INTEGER:
                raise CodecFault(f"{where}: integer beyond 2^53 - 1")
        case str():
            _check_text(value, where)
        case list():
            for index, item in enumerate(value):
                _check(item, f"{where}[{index}]")
        case dict():
            for key, item in value.items():
                if not _is_key(key):
                    raise CodecFault(f"{where}: key {key!r}, allowed are a-z, 0-9 and _")
                _check(item, f"{where}.{key}")
        case _:
            raise CodecFault(f"{where}: a {type(value).__name__} has no canonical form")


def _is_key(key: object) -> bool:
    if not isinstance(key, str) or _KEY.fullmatch(key) is None:
        return False
    if len(_good_keys) < _MOST_KEYS:
        _good_keys.add(key)
    return True


def _check_text(text: str, where: str) -> None:
    """Refuse text that is not NFC or holds a lone surrogate."""
    if text.isascii():
        return
    if not unicodedata.is_normalized("NFC", text):
        raise CodecFault(f"{where}: text is not in Unicode form NFC")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CodecFault(f"{where}: text holds a lone surrogate") from None


def _unique(pairs: list[tuple[str, Json]]) -> JsonObject:
    """Build an object and refuse a key that stands twice."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise CodecFault("a key stands twice in one object")
    return value


def _no_float(text: str) -> Json:
    """Refuse a float, NaN or infinity."""
    raise CodecFault(f"number {text} is no integer")


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_float, parse_constant=_no_float)
