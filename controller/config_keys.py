"""The keys of a file as people read them: listed from the dataclasses that check the file.

A field says what it is for with a `Key` in its annotation. From these come the printed example, the
table in README.md and the "allowed" of an error, so that all three say the same.
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass
from enum import Enum
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from controller.nearest import did_you_mean


@dataclass(frozen=True, slots=True)
class Key:
    """Describe one field in its annotation.

    meaning: what the key is for, without a full stop; allowed: what it may hold, empty where the type says
    it; name: how the file spells it where Python cannot.
    """

    meaning: str
    allowed: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigKey:
    """Describe one key for people.

    name: dotted, as `table.id`; type: in words; allowed: what it may hold; default: TOML text, empty where
    there is none; example: TOML text for the printed file; required: without it the file is refused.
    """

    name: str
    type: str
    allowed: str
    default: str
    example: str
    required: bool
    meaning: str


def keys_of(section: type, examples: Mapping[str, object], prefix: str = "") -> Iterator[ConfigKey]:
    """List the keys of a dataclass and of the sections in it; `examples` serves those without a default."""
    hints = get_type_hints(section, include_extras=True)
    for one in dataclasses.fields(section):
        base, key = _split(hints[one.name])
        name = prefix + (key.name or one.name)
        if dataclasses.is_dataclass(base) and isinstance(base, type):
            yield from keys_of(base, examples, f"{name}.")
        else:
            yield _described(name, base, key, one.default, examples)


def example_text(keys: tuple[ConfigKey, ...], title: tuple[str, ...]) -> str:
    """Write a file with every key, its meaning, type and default; keys without a value are comments."""
    lines = [f"# {line}" for line in title]
    section = ""
    for key in keys:
        head, _, leaf = key.name.rpartition(".")
        if head != section:
            section = head
            lines += ["", f"[{section}]"]
        default = "required" if key.required else f"default {key.default or 'none'}"
        mark = "" if key.required or key.default else "# "
        lines += [f"# {key.meaning}.", f"#   {key.type}, {default}; allowed: {key.allowed}"]
        lines.append(f"{mark}{leaf} = {key.example}")
    return "\n".join(lines) + "\n"


def markdown_table(keys: tuple[ConfigKey, ...]) -> str:
    """Write the keys as a Markdown table."""
    rows = ["| Key | Type | Allowed | Default | Meaning |", "|---|---|---|---|---|"]
    for key in keys:
        default = "required" if key.required else f"`{key.default}`" if key.default else "none"
        rows.append(f"| `{key.name}` | {key.type} | {key.allowed} | {default} | {key.meaning} |")
    return "\n".join(rows) + "\n"


def allowed_at(name: str, keys: tuple[ConfigKey, ...]) -> str:
    """Say what may stand at a dotted name: a key's own text, else the names its section has."""
    known = {key.name: key.allowed for key in keys}
    if name in known:
        return known[name]
    inside = [one.removeprefix(f"{name}.") for one in known if one.startswith(f"{name}.")]
    if inside:
        return "a section with " + ", ".join(_first_parts(inside))
    head = name.rpartition(".")[0]
    prefix = f"{head}." if head else ""
    siblings = [one.removeprefix(prefix) for one in known if one.startswith(prefix)]
    names = _first_parts(siblings)
    return f"{did_you_mean(name.rpartition('.')[2], names)}the keys {', '.join(names)}"


def _first_parts(names: list[str]) -> list[str]:
    """Keep the first part of each dotted name, once, in order."""
    return list(dict.fromkeys(name.split(".")[0] for name in names))


def _split(hint: Any) -> tuple[Any, Key]:  # noqa: ANN401 - a type hint has no type of its own
    """Take a hint apart into the bare type and its `Key`; a section needs none."""
    if get_origin(hint) is not Annotated:
        return hint, Key("")
    base, *notes = get_args(hint)
    return base, next(note for note in notes if isinstance(note, Key))


def _described(name: str, base: Any, key: Key, default: object, examples: Mapping[str, object]) -> ConfigKey:  # noqa: ANN401 - as above
    """Turn one field into its description."""
    shown = "" if default is MISSING or default is None else _toml(default)
    leaf = name.rpartition(".")[2]
    return ConfigKey(
        name=name,
        type=_type_word(_bare(base)),
        allowed=key.allowed or _choices(_bare(base)),
        default=shown,
        example=shown or _toml(examples[name if name in examples else leaf]),
        required=default is MISSING,
        meaning=key.meaning,
    )


def _bare(base: Any) -> Any:  # noqa: ANN401 - as above
    """Take `None` and notes off a hint."""
    if NoneType in get_args(base):
        base = next(one for one in get_args(base) if one is not NoneType)
    return get_args(base)[0] if get_origin(base) is Annotated else base


def _type_word(bare: Any) -> str:  # noqa: ANN401 - as above
    """Name a type as TOML does."""
    if get_origin(bare) is tuple:
        return "list of integers"
    kind = type(get_args(bare)[0]) if get_origin(bare) is Literal else bare
    return {bool: "boolean", int: "integer"}.get(kind, "text")


def _choices(bare: Any) -> str:  # noqa: ANN401 - as above
    """List the values of a closed type."""
    if bare is bool:
        return "`true`, `false`"
    values = (
        [one.value for one in bare] if isinstance(bare, type) and issubclass(bare, Enum) else get_args(bare)
    )
    return ", ".join(f"`{value}`" for value in values)


def _toml(value: object) -> str:
    """Write one value as TOML."""
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return json.dumps(value)
