"""Sentences by id, in one language; the files lie in `ui/text`. No Qt here."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files

from controller.engine.faults import ConfigFault

LANGUAGES = ("en", "es", "zh")


class Texts:
    """Hold every sentence of one language (TOUCHSCREEN 11).

    language: its code; call it with an id and the named fields to get the sentence. An id that is not there
    is a KeyError: the tests draw every one of them.
    """

    def __init__(self, language: str, entries: Mapping[str, str]) -> None:
        self.language = language
        self._entries = dict(entries)

    def __call__(self, key: str, **fields: object) -> str:
        """Give one sentence with its fields filled in."""
        return self._entries[key].format(**fields)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def raw(self, key: str) -> str:
        """Give a sentence with its fields still open."""
        return self._entries[key]

    def section(self, name: str) -> dict[str, str]:
        """Give the sentences below one heading by their last word, as QML reads them."""
        head = f"{name}."
        return {key.removeprefix(head): text for key, text in self._entries.items() if key.startswith(head)}


def load_texts(language: str) -> Texts:
    """Read the sentences of one language; raise ConfigFault for one that is not there."""
    if language not in LANGUAGES:
        raise ConfigFault(file="", key="language", value=language, allowed=", ".join(LANGUAGES))
    source = files("ui").joinpath("text").joinpath(f"{language}.toml")
    return Texts(language, dict(_flat(tomllib.loads(source.read_text(encoding="utf-8")))))


def _flat(table: Mapping[str, object], head: str = "") -> Iterator[tuple[str, str]]:
    """Walk nested headings; keys become dotted."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{head}{key}.")
        else:
            yield f"{head}{key}", str(value)
