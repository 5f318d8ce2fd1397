"""Between values and canonical bodies: strict both ways, and nothing hidden in plain (DURABILITY 3.8, 7.1).

A hidden card stands in an event as `{"commit", "ordinal", "sealed"}`, hidden bytes as `{"ordinal",
"sealed"}`; the cause of the same record only names `{"ordinal"}`. These three shapes are reserved. What is
closed already has null in place of seal and commitment. Bytes are lower-case hexadecimal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeVar, cast, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import to_json

from controller.engine.cards import Hidden, HiddenBytes
from controller.engine.commands import Command
from controller.engine.copying import replace
from controller.engine.events import Event
from controller.engine.posted import under
from controller.engine.ruleset import RuleSet
from controller.engine.state import TableState
from controller.journal.custody import Entropy
from controller.journal.faults import CodecFault, SealFault
from controller.journal.notes import Note
from controller.journal.record import (
    NONCE_SIZE,
    VERSION,
    Envelope,
    Json,
    JsonObject,
    Stamp,
    StoredRecord,
    canonical,
    open_envelope,
)
from controller.journal.seal import GCM_NONCE_SIZE, RoundKey, seal_card, seal_value, unseal
from controller.journal.upcasts import STEPS, Upcast, lift

C = TypeVar("C")
E = TypeVar("E")
T = TypeVar("T")
C_co = TypeVar("C_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)

_STRICT: Final = ConfigDict(
    strict=True, extra="forbid", val_json_bytes="hex", ser_json_bytes="hex", allow_inf_nan=False
)
_CARD_SHAPE: Final = frozenset({"ordinal", "commit", "sealed"})
_BYTES_SHAPE: Final = frozenset({"ordinal", "sealed"})
_REFERENCE_SHAPE: Final = frozenset({"ordinal"})
_MAY_BE_SEALED: Final = b'"ordinal"'
"""A body without it holds none of the three shapes."""
_AS_THEY_ARE: Final = frozenset({type(None), bool, int, str})

Secret = Hidden | HiddenBytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Content(Generic[C_co, E_co]):
    """Hold what one record says: the command, what it caused, and who, when and from where.

    cause: the command, None for the journal's own records; round_no: round or None; actor:
    `dealer:<id>`, `floor:<id>`, `device:<serial>` or `table`; src: `ui`, `port:shoe`, `recovery` and the
    like; cmd: id of a person's command or None.
    """

    cause: C_co | None
    events: tuple[E_co, ...]
    notes: tuple[Note, ...]
    stamp: Stamp
    round_no: int | None
    actor: str
    src: str
    cmd: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded(Generic[C_co, E_co]):
    """Hold one record read back: its number, chain value, contents, and how many seals stayed shut."""

    seq: int
    h: bytes
    content: Content[C_co, E_co]
    unopened: int = 0


class RecordCodec(Generic[C, E]):
    """Code the records of one catalogue; no state, any thread.

    commands, events: closed unions of frozen dataclasses with a `kind: Literal[...]`; steps: upcasts;
    version: of the catalogue that is written.
    """

    def __init__(
        self,
        *,
        commands: object,
        events: object,
        steps: Mapping[int, Upcast] = STEPS,
        version: int = VERSION,
    ) -> None:
        self._commands = cast("TypeAdapter[C]", _adapter(commands))
        self._events = cast("TypeAdapter[E]", _adapter(events))
        self._notes = cast("TypeAdapter[Note]", _adapter(Note))
        self._steps = steps
        self._version = version

    def encode(self, content: Content[C, E], *, key: RoundKey | None, entropy: Entropy) -> bytes:
        """Give a record's body, decoded again and compared; raise CodecFault or SealFault."""
        sealer = _Sealer(key, entropy)
        events = tuple(_object(event, sealer.seal) for event in content.events)
        cause = None if content.cause is None else _object(content.cause, sealer.refer)
        notes = tuple(_object(note, sealer.seal) for note in content.notes)
        body = Envelope(
            v=self._version,
            cause=cause,
            events=events,
            notes=notes,
            utc_us=content.stamp.utc_us,
            boot_us=content.stamp.boot_us,
            boot=content.stamp.boot,
            nonce=entropy(NONCE_SIZE),
            round=content.round_no,
            actor=content.actor,
            src=content.src,
            cmd=content.cmd,
        ).to_body()
        if self._decode(body, key) != (content, 0):
            raise CodecFault("record reads back as another one")
        return body

    def decode(self, record: StoredRecord, *, key: RoundKey | None) -> Decoded[C, E]:
        """Read a record; seals open with the round's key, without it cards come back closed.

        Raise CodecFault for a body outside the catalogue, UnknownCatalogue for that of a newer program.
        """
        content, unopened = self._decode(record.body, key)
        return Decoded(seq=record.seq, h=record.h, content=content, unopened=unopened)

    def _decode(self, body: bytes, key: RoundKey | None) -> tuple[Content[C, E], int]:
        envelope = open_envelope(body)
        opener = _Opener(key)
        show = opener.show if _MAY_BE_SEALED in body else _leave
        events = tuple(self._item(self._events, raw, envelope.v, show) for raw in envelope.events)
        cause = envelope.cause
        content = Content(
            cause=None if cause is None else self._item(self._commands, cause, envelope.v, show),
            events=events,
            notes=tuple(self._item(self._notes, raw, envelope.v, show) for raw in envelope.notes),
            stamp=Stamp(utc_us=envelope.utc_us, boot_us=envelope.boot_us, boot=envelope.boot),
            round_no=envelope.round,
            actor=envelope.actor,
            src=envelope.src,
            cmd=envelope.cmd,
        )
        return content, opener.unopened

    def _item(
        self, adapter: TypeAdapter[T], raw: JsonObject, version: int, show: Callable[[Json], Json]
    ) -> T:
        """Lift, open and validate one command, event or note; no value reaches the message of a fault."""
        shown = show(lift(raw, version, steps=self._steps, to=self._version))
        try:
            return adapter.validate_json(to_json(shown))
        except ValidationError as error:
            found = error.errors(include_input=False, include_context=False, include_url=False)
            places = sorted({f"{'.'.join(map(str, item['loc']))}: {item['type']}" for item in found})
        raise CodecFault(f"{raw.get('kind')!r}: {'; '.join(places[:3])}")


def state_json(state: TableState) -> dict[str, object]:
    """Give a state between two rounds as JSON without its rules; raise CodecFault for an open hidden card."""
    raw = _object(replace(state, ruleset=None), _refuse_open)  # type: ignore[arg-type]  # left out on purpose
    del raw["ruleset"]
    return cast("dict[str, object]", raw)


def state_of(raw: Mapping[str, object], ruleset: RuleSet) -> TableState:
    """Give the state that `state_json` gave, under the same rules; raise CodecFault for any other shape."""
    names, adapter = _state_fields()
    if raw.keys() != set(names):
        raise CodecFault(f"state fields missing or unknown: {sorted(raw.keys() ^ set(names))}")
    try:
        values = adapter.validate_json(to_json([raw[name] for name in names]))
    except ValidationError as error:
        odd = names[cast("int", error.errors(include_input=False)[0]["loc"][0])]
        raise CodecFault(f"state field {odd} is not what this program holds there") from None
    fields_of_now: dict[str, Any] = dict(zip(names, values, strict=True))
    return TableState(ruleset=under(ruleset, fields_of_now["posted"]), **fields_of_now)


@cache
def _state_fields() -> tuple[tuple[str, ...], TypeAdapter[tuple[object, ...]]]:
    """Give the fields of a state but for its rules, and what reads them all in this order."""
    hints = get_type_hints(TableState)
    del hints["ruleset"]
    row = cast("type[tuple[object, ...]]", tuple.__class_getitem__(tuple(hints.values())))
    return tuple(hints), TypeAdapter(row, config=_STRICT)


def _refuse_open(secret: Secret) -> JsonObject:
    raise CodecFault(f"a state between rounds holds hidden card {secret.ordinal}")


TableContent = Content[Command, Event]
TableRecord = Decoded[Command, Event]


@cache
def table_codec() -> RecordCodec[Command, Event]:
    """Give the codec of the table's own catalogue."""
    return RecordCodec(commands=Command, events=Event)


def _adapter(union: object) -> TypeAdapter[object]:
    tagged = Annotated[union, Field(discriminator="kind")]  # type: ignore[valid-type]  # made at run time
    return TypeAdapter(cast("type[object]", tagged), config=_STRICT)


@dataclass(slots=True)
class _Sealer:
    """Turn the secrets of one record into seals, one each; the cause names what the events carry."""

    key: RoundKey | None
    entropy: Entropy
    made: dict[Secret, JsonObject] = field(default_factory=dict)

    def seal(self, secret: Secret) -> JsonObject:
        """Give the seal of one secret, always the same one in one record."""
        if secret not in self.made:
            self._refuse_second_meaning(secret)
            self.made[secret] = self._seal(secret)
        return self.made[secret]

    def refer(self, secret: Secret) -> JsonObject:
        """Give only the ordinal where an event of this record carries the seal, else the seal."""
        if secret in self.made and not _is_closed(secret):
            return {"ordinal": secret.ordinal}
        return self.seal(secret)

    def _seal(self, secret: Secret) -> JsonObject:
        if isinstance(secret, HiddenBytes):
            return {"ordinal": secret.ordinal, "sealed": self._seal_bytes(secret)}
        if _is_closed(secret):
            return {"ordinal": secret.ordinal, "commit": None, "sealed": None}
        seal = seal_card(self._require_key(secret), secret, self.entropy(GCM_NONCE_SIZE))
        return {"ordinal": secret.ordinal, "commit": seal.commit.hex(), "sealed": seal.sealed.hex()}

    def _seal_bytes(self, secret: HiddenBytes) -> str | None:
        if secret.data is None:
            return None
        nonce = self.entropy(GCM_NONCE_SIZE)
        return seal_value(self._require_key(secret), secret.ordinal, secret.data, nonce).hex()

    def _require_key(self, secret: Secret) -> RoundKey:
        if self.key is None:
            raise SealFault("no round key to seal with", ordinal=secret.ordinal)
        return self.key

    def _refuse_second_meaning(self, secret: Secret) -> None:
        """Refuse two different open secrets under one ordinal."""
        if _is_closed(secret):
            return
        if any(other.ordinal == secret.ordinal and not _is_closed(other) for other in self.made):
            raise CodecFault(f"ordinal {secret.ordinal} stands for two different secrets")


def _leave(raw: Json) -> Json:
    """Give raw JSON that holds no seal as it is."""
    return raw


@dataclass(slots=True)
class _Opener:
    """Turn the seals of one record back into what the engine holds, in memory only."""

    key: RoundKey | None
    unopened: int = 0
    opened: dict[int, JsonObject] = field(default_factory=dict)

    def show(self, raw: Json) -> Json:
        """Give raw JSON with each reserved shape replaced by the fields of its dataclass."""
        if type(raw) is list:
            return [item if type(item) in _AS_THEY_ARE else self.show(item) for item in raw]
        if type(raw) is not dict:
            return raw
        ordinal = raw.get("ordinal")
        if type(ordinal) is int:
            shape = raw.keys()
            if shape == _REFERENCE_SHAPE and ordinal in self.opened:
                return self.opened[ordinal]
            if shape in (_CARD_SHAPE, _BYTES_SHAPE):
                return self._secret(raw, ordinal)
        return {name: item if type(item) in _AS_THEY_ARE else self.show(item) for name, item in raw.items()}

    def _secret(self, raw: JsonObject, ordinal: int) -> JsonObject:
        is_card = "commit" in raw
        closed: JsonObject = {"ordinal": ordinal, "card": None, "salt": None}
        if not is_card:
            closed = {"ordinal": ordinal, "data": None}
        if raw["sealed"] is None:
            return closed
        self.opened[ordinal] = self._open(raw, ordinal) or closed
        return self.opened[ordinal]

    def _open(self, raw: JsonObject, ordinal: int) -> JsonObject | None:
        """Open one seal, or count it as unopened; it is for the table to say whether it is needed."""
        try:
            sealed = bytes.fromhex(str(raw["sealed"]))
            commit = bytes.fromhex(str(raw["commit"])) if "commit" in raw else None
        except ValueError:
            raise CodecFault(f"seal {ordinal} is no hexadecimal text") from None
        try:
            found = None if self.key is None else unseal(self.key, ordinal, sealed, commit)
        except SealFault:
            found = None
        if found is None:
            self.unopened += 1
            return None
        if isinstance(found, bytes):
            return {"ordinal": ordinal, "data": found.hex()}
        salt = found.salt
        return {"ordinal": ordinal, "card": found.card, "salt": None if salt is None else salt.hex()}


def _is_closed(secret: Secret) -> bool:
    return (secret.card if isinstance(secret, Hidden) else secret.data) is None


def _object(value: object, hide: Callable[[Secret], JsonObject]) -> JsonObject:
    raw = _raw(value, hide)
    if not isinstance(raw, dict):
        raise CodecFault(f"a {type(value).__name__} is no command, event or note")
    return raw


def _raw(value: object, hide: Callable[[Secret], JsonObject]) -> Json:
    """Give any value of the catalogue as JSON; sets become sorted lists, keys become text."""
    kind: type = type(value)
    if kind in _AS_THEY_ARE:
        return cast("Json", value)
    names = _plain_fields(kind)
    if names is not None:
        return {name: _raw(getattr(value, name), hide) for name in names}
    match value:
        case Hidden() | HiddenBytes():
            return hide(value)
        case Enum():
            return cast("Json", value.value)
        case bytes():
            return value.hex()
        case tuple() | list():
            return [_raw(item, hide) for item in value]
        case frozenset():
            return sorted((_raw(item, hide) for item in value), key=canonical)
        case Mapping():
            return {str(_raw(key, hide)): _raw(item, hide) for key, item in value.items()}
        case _:
            raise CodecFault(f"a {kind.__name__} has no place in a record")


@cache
def _plain_fields(kind: type) -> tuple[str, ...] | None:
    """Give the fields of a dataclass that hides nothing, None for any other class."""
    if issubclass(kind, Hidden | HiddenBytes) or not is_dataclass(kind):
        return None
    return tuple(item.name for item in fields(kind))
