"""Which tokens a shown value carries, and in which layer a finger can hit them (TOUCHSCREEN 4)."""

from collections.abc import Iterator
from dataclasses import fields

OF_THE_BAR = frozenset(
    {
        "primaryToken",
        "undoToken",
        "irregularityToken",
        "floorToken",
        "historyToken",
        "settingsToken",
        "backToken",
    }
)
"""The root's tokens that stand in the same place whichever panel the table shows."""


def tokens_in(shown: object) -> Iterator[tuple[str, str]]:
    """Give the tokens that a shown value carries, with the names of their fields."""
    for field in fields(shown):  # type: ignore[arg-type]  # every shown value is a dataclass
        if field.name == "token" or field.name.endswith("Token"):
            yield field.name, getattr(shown, field.name)


def in_layer(shown: object, layer: str) -> Iterator[tuple[str, str]]:
    """Give the tokens that a shown value carries, all in one layer."""
    for _, token in tokens_in(shown):
        yield token, layer
