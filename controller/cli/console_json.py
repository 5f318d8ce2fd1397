"""The JSON lines of `dealer-assist console`: strict in, plain out (CONSOLE.md lists every command and field).

One object a line. What is not understood is refused with the number of its line; nothing is guessed.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Annotated, Any, Final, get_args

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from controller.cli.console_complaint import complaint
from controller.engine.commands import Ask
from controller.engine.faults import LONGEST_VALUE
from controller.engine.ids import CommandId, Token
from controller.engine.preview_types import Effect
from controller.engine.prompt import Prompt, PromptCode
from controller.engine.refusals import Refused
from controller.engine.view_types import DeviceView, TableView
from controller.history.offers import OfferLine
from controller.history.plain import plain
from controller.history.record import RoundRecord
from controller.journal.record import is_unseen
from controller.table.envelope import Credential, Outcome

LONGEST_LINE: Final = 65_536
WAIT_COMMAND: Final = "await"
PREVIEW_COMMAND: Final = "preview"
OFFERS_COMMAND: Final = "offers"
HISTORY_COMMAND: Final = "history"
LONGEST_WAIT_MS: Final = 600_000
LONGEST_TEXT: Final = 500
LARGEST_NUMBER: Final = 2**53 - 1
"""What the record can hold (DURABILITY 3.4); no field of a command needs more."""

_STRICT: Final = ConfigDict(strict=True, extra="forbid")
_COMMANDS: Final[Mapping[str, type]] = {
    one.__dataclass_fields__["kind"].default: one for one in get_args(Ask)
}
_VIEWS: Final = TypeAdapter(TableView)
_EFFECTS: Final = TypeAdapter(Effect)
_DEVICES: Final = TypeAdapter(DeviceView)
_OFFERS: Final = TypeAdapter(OfferLine)


class LineRefused(Exception):
    """Refuse one line; id: its own where it had one; code, message: as the output gives them."""

    def __init__(self, *, line_id: str | None, line: int, code: str, message: str) -> None:
        self.line_id = line_id
        self.line = line
        self.code = code
        self.message = message
        super().__init__(f"line {line}: {message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLine:
    """Hold one command of a person, ready for an envelope; token None means the current offer's.

    is_preview: only ask what it would do.
    """

    id: CommandId
    command: Ask
    token: Token | None
    credential: Credential | None
    second: Credential | None = None
    is_preview: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitLine:
    """Hold a pause in a script: go on once the table shows this prompt, or refuse after `timeout_ms`.

    seat: the seat it must highlight or ask too, None for any; ready: what it asks for can be done, by its
    first offer or, where the answer is a choice, by one of those; idle: the hands have nothing to do.
    """

    id: CommandId
    prompt: PromptCode
    seat: int | None = None
    ready: bool = False
    idle: bool = False
    timeout_ms: int

    def is_shown(self, prompt: Prompt) -> bool:
        """Tell whether a prompt is the awaited one."""
        return (
            prompt.code is self.prompt
            and self.seat in {None, prompt.seat, *prompt.open_seats}
            and (not self.ready or _can_be_answered(prompt))
            and not (self.idle and prompt.tasks)
        )


_CHOICES: Final = {
    PromptCode.OFFER_TO_ALL: "answer_offer",
    PromptCode.NOBODY_BANKS: "answer_offer",
    PromptCode.ASK_PREFLOP: "decide",
    PromptCode.ASK_FLOP: "decide",
    PromptCode.ASK_RIVER: "decide",
    PromptCode.HOLD: "rule",
}
"""Prompts that a choice answers: none of the offers of this command is the first one."""


def _can_be_answered(prompt: Prompt) -> bool:
    """Tell whether an offer that answers the prompt is open."""
    if prompt.primary is not None and prompt.primary.enabled:
        return True
    kind = _CHOICES.get(prompt.code)
    return any(one.enabled and one.command.kind == kind for one in prompt.offers)


@dataclass(frozen=True, slots=True, kw_only=True)
class OffersLine:
    """Ask for the log of the bank's offers (G8.1); nothing is recorded."""

    id: CommandId


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """Ask for the last rounds that are over, as D11 shows them; nothing is recorded."""

    id: CommandId


Line = AskLine | AwaitLine | OffersLine | HistoryLine


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    """Hold the fields that every line has; the others belong to the command."""

    __pydantic_config__ = _STRICT

    id: Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]
    command: str
    token: str | None = None
    badge: str | None = None
    pin: str | None = None
    badge2: str | None = None
    pin2: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Await:
    """Hold the fields of `await`."""

    __pydantic_config__ = _STRICT

    prompt: PromptCode
    seat: int | None = None
    ready: bool = False
    idle: bool = False
    timeout_ms: Annotated[int, Field(ge=1, le=LONGEST_WAIT_MS)] = 60_000


_HEADS: Final = TypeAdapter(_Head)
_AWAITS: Final = TypeAdapter(_Await)
_BODIES: Final[TypeAdapter[Ask]] = TypeAdapter(
    Annotated[Ask, Field(discriminator="kind")], config=ConfigDict(strict=True, extra="forbid")
)
_HEAD_FIELDS: Final = frozenset(_Head.__dataclass_fields__)
_RESERVED: Final = frozenset({"approval", "kind"})
"""Fields of commands that no line may fill: an approval is made from badge and PIN alone."""


def read_line(text: str, number: int) -> Line:
    """Read one line; raise LineRefused for anything that is not exactly a known command."""
    raw = _object(text, number)
    line_id = raw["id"] if isinstance(raw.get("id"), str) else None
    try:
        head = _HEADS.validate_json(json.dumps({key: raw[key] for key in raw if key in _HEAD_FIELDS}))
        if reserved := raw.keys() & _RESERVED:
            raise LineRefused(
                line_id=line_id,
                line=number,
                code="bad_line",
                message=f"line {number}: {reserved.pop()} is not a field of a line",
            )
        if isinstance(raw.get("card"), dict):
            message = f"line {number}: card is a text such as Ah"
            raise LineRefused(line_id=line_id, line=number, code="bad_line", message=message)
        _check_size(line_id, number, raw)
        _check_texts(line_id, number, raw)
        return _line(head, raw)
    except ValidationError as error:
        named = raw.get("of" if raw.get("command") == PREVIEW_COMMAND else "command")
        found = error.errors(include_url=False, include_input=False)
        message = f"line {number}: {complaint(found, str(named))}"
        raise LineRefused(line_id=line_id, line=number, code="bad_line", message=message) from None


def accepted_line(outcome: Outcome) -> str:
    """Write that a command went through, with the number of its record."""
    return _dump({"accepted": outcome.command_id, "seq": outcome.seq})


def passed_line(line: AwaitLine) -> str:
    """Write that the awaited prompt is there; nothing was recorded for it."""
    return _dump({"accepted": line.id, "seq": 0})


def refused_line(command_id: str, refused: Refused, message: str) -> str:
    """Write that a command was refused, and why."""
    line: dict[str, object] = {"refused": command_id, "code": refused.code.value, "message": message}
    for name in ("field", "value", "allowed"):
        if text := getattr(refused, name):
            is_long = name == "value" and len(text) > LONGEST_VALUE
            line[name] = f"{text[: LONGEST_VALUE - 3]}..." if is_long else text
    if refused.seat is not None:
        line["seat"] = refused.seat
    return _dump(line)


def bad_line(refused: LineRefused) -> str:
    """Write that a line was not understood; `refused` is null where it had no id."""
    return _dump(
        {
            "refused": refused.line_id,
            "code": refused.code,
            "message": refused.message,
            "line": refused.line,
        }
    )


def view_line(view: TableView, *, seq: int, head: str) -> str:
    """Write one picture of the table, with the number and hash of the last record."""
    return _dump({"view": _VIEWS.dump_python(view, mode="json"), "seq": seq, "head": head})


def device_line(device: DeviceView, says: str) -> str:
    """Write how one device looks now; says: what the screen says about it."""
    return _dump({"device": {**_DEVICES.dump_python(device, mode="json"), "says": says}})


def effect_line(command_id: str, effect: Effect) -> str:
    """Write what a command would do; nothing was recorded."""
    return _dump({"effect": _EFFECTS.dump_python(effect, mode="json"), "of": command_id})


def offers_line(line: OffersLine, log: Sequence[OfferLine]) -> str:
    """Write the log of the bank's offers, the oldest entry first (G8.1)."""
    entries = [_OFFERS.dump_python(entry, mode="json") for entry in reversed(log)]
    return _dump({"offers": line.id, "log": entries})


def history_line(line: HistoryLine, rounds: Sequence[RoundRecord]) -> str:
    """Write the last rounds that are over, the oldest first; no card in them that was not turned up (P9)."""
    return _dump({"history": line.id, "rounds": [plain(one) for one in reversed(rounds)]})


def fault_line(reason: str) -> str:
    """Write why the table stopped."""
    return _dump({"fault": reason})


def read_view(line: str) -> TableView:
    """Read back what `view_line` wrote, as a program at the other end does; raise ValidationError."""
    return _VIEWS.validate_json(json.dumps(json.loads(line)["view"]))


def command_fields() -> dict[str, dict[str, str]]:
    """List every command with its fields and their types, as CONSOLE.md must have them."""
    listed: dict[str, dict[str, str]] = {}
    for kind, one in sorted(_COMMANDS.items()):
        schema = TypeAdapter(one).json_schema()
        fields = {name: _type_word(part, schema) for name, part in schema["properties"].items()}
        listed[kind] = {name: word for name, word in fields.items() if name not in {"kind", "approval"}}
    return listed


def _check_size(line_id: str | None, number: int, raw: dict[str, Any]) -> None:
    """Refuse a number or a text that no record could hold."""
    for name, value in raw.items():
        big = isinstance(value, int) and abs(value) > LARGEST_NUMBER
        if big or (isinstance(value, str) and len(value) > LONGEST_TEXT):
            allowed = f"numbers up to {LARGEST_NUMBER}, texts up to {LONGEST_TEXT} characters"
            raise LineRefused(
                line_id=line_id,
                line=number,
                code="bad_line",
                message=f"line {number}: {name} is too large; allowed are {allowed}",
            )


def _check_texts(line_id: str | None, number: int, raw: dict[str, Any]) -> None:
    """Refuse a text with signs that cannot be seen: the record is read by people (DURABILITY 3.4)."""
    for name, value in raw.items():
        if any(map(is_unseen, _signs(value))):
            allowed = "allowed are characters that can be seen, in one line"
            message = f"line {number}: {name} holds a control character; {allowed}"
            raise LineRefused(line_id=line_id, line=number, code="bad_line", message=message)


def _signs(value: object) -> Iterator[str]:
    """Give every sign of every text in a value."""
    if isinstance(value, str):
        yield from value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _signs(item)


def _object(text: str, number: int) -> dict[str, Any]:
    """Take a line as one JSON object without a key twice."""
    try:
        raw = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        message = f"line {number} is not JSON"
        raise LineRefused(line_id=None, line=number, code="not_json", message=message) from None
    if not isinstance(raw, dict):
        message = f"line {number} is no JSON object"
        raise LineRefused(line_id=None, line=number, code="not_json", message=message)
    return raw


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; a key that stands twice has no meaning."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _line(head: _Head, raw: dict[str, Any]) -> Line:
    """Build the command from the fields that are not the line's own."""
    body = {key: value for key, value in raw.items() if key not in _HEAD_FIELDS}
    is_preview = head.command == PREVIEW_COMMAND
    kind = str(body.pop("of", "")) if is_preview else head.command
    if head.command == OFFERS_COMMAND and not body:
        return OffersLine(id=CommandId(head.id))
    if head.command == HISTORY_COMMAND and not body:
        return HistoryLine(id=CommandId(head.id))
    if head.command == WAIT_COMMAND:
        wait = _AWAITS.validate_json(json.dumps(body))
        return AwaitLine(
            id=CommandId(head.id),
            prompt=wait.prompt,
            seat=wait.seat,
            ready=wait.ready,
            idle=wait.idle,
            timeout_ms=wait.timeout_ms,
        )
    command = _BODIES.validate_json(json.dumps(body | {"kind": kind}))
    token = Token(head.token) if head.token is not None else None
    return AskLine(
        id=CommandId(head.id),
        command=command,
        token=token,
        credential=_credential(head.badge, head.pin),
        second=_credential(head.badge2, head.pin2),
        is_preview=is_preview,
    )


def _credential(badge: str | None, pin: str | None) -> Credential | None:
    """Take badge and PIN where the line has both."""
    return None if badge is None or pin is None else Credential(badge=badge, pin=pin)


def _type_word(part: dict[str, Any], schema: dict[str, Any]) -> str:
    """Name a field's type in one word, an enumeration by its values."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return " ".join(f"`{value}`" for value in schema["$defs"][name].get("enum", ()))
    if "anyOf" in part:
        return " or ".join(_type_word(one, schema) for one in part["anyOf"])
    return str(part.get("type", "object"))


def _dump(value: dict[str, object]) -> str:
    """Write one line; half a surrogate pair, which no UTF-8 holds, goes out as the escape it came in as."""
    if any(is_dataclass(item) for item in value.values()):
        raise TypeError("a dataclass is no JSON")
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.encode(errors="backslashreplace").decode()
