"""The canary hunt: every byte that a run wrote is searched for what lay face down (DURABILITY 8).

A hidden card stands on disk inside its seal only. The 16 secret bytes of its commitment go wherever its
identity goes, so they are the canary; beside them the very words of cards are looked for.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from controller.journal.record import StoredRecord
from tests.secrecy.needles import Found, Secret, card_words, search
from tests.secrecy.truth import Truth, words_of_bodies


@dataclass(slots=True)
class Written:
    """Hold every byte that a run wrote.

    files: by name, searched for secrets; plain: names of those in which no card may be spelled at all;
    console: lines of the console's output; records: of the journal.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)
    console: list[str] = field(default_factory=list)
    records: tuple[StoredRecord, ...] = ()

    def add_plain(self, name: str, data: bytes) -> None:
        """Add a file that names no card, face up or down."""
        self.files[name] = data
        self.plain.add(name)


def leaks(written: Written, truth: Truth, secrets: Iterable[Secret] = ()) -> list[Found]:
    """Give everything that stands somewhere in the open before it may, or though it never may."""
    wanted = (*truth.secrets(), *secrets)
    everything = {**written.files, "console": "\n".join(written.console).encode()}
    found = [one for name, data in everything.items() for one in search(name, data, wanted)]
    for name in sorted(written.plain):
        words = card_words(written.files[name])
        found += [Found(what="a card", where=name, spelling="word") for _ in words]
    return [*found, *_early_words(written, truth)]


def _early_words(written: Written, truth: Truth) -> Iterator[Found]:
    """Find cards that are spelled out before a record turned them up."""
    for line in written.console:
        told = json.loads(line)
        words = card_words(line.encode())
        if words and not words <= truth.up_by(told.get("seq", 0)):
            yield Found(what="a card", where="console", spelling="word")
    for seq, text in words_of_bodies(written.records):
        words = card_words(text.encode())
        if words and not words <= truth.up_by(seq):
            yield Found(what="a card", where=f"record {seq}", spelling="word")


def shown_salts(truth: Truth) -> tuple[Secret, ...]:
    """Give the salts of cards that were turned up, which a hunt must find: its positive control."""
    return tuple(
        Secret(what=f"round {place[0]} seal {place[1]}", data=card.salt or b"")
        for place, card in truth.hidden.items()
        if place in truth.shown
    )
