"""Values of the record as JSON and people read them; what is sealed stays closed."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum

from controller.engine.cards import Exposed, Hidden, HiddenBytes

Value = str | int | bool | None | list["Value"] | dict[str, "Value"]


def plain(value: object) -> Value:
    """Give any value of the catalogue for JSON; what is sealed stays closed, whatever the record holds."""
    match value:
        case Hidden() | HiddenBytes():
            return {"ordinal": value.ordinal, "closed": True}
        case Exposed():
            return {"ordinal": value.ordinal, "card": value.card.value, "salt": value.salt.hex()}
        case Enum():
            return plain(value.value)
        case None | bool() | int() | str():
            return value
        case bytes():
            return value.hex()
        case Mapping():
            return {str(plain(name)): plain(one) for name, one in value.items()}
        case tuple() | list() | frozenset():
            return [plain(one) for one in value]
        case _ if is_dataclass(value):
            return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
        case _:
            return type(value).__name__


def money(cents: int) -> str:
    """Give cents in the money's own unit with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def utc(us: int) -> str:
    """Give a moment as ISO 8601 with milliseconds."""
    return datetime.fromtimestamp(us / 1_000_000, UTC).isoformat(timespec="milliseconds")
