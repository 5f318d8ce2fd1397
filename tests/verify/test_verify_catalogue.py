"""The verifier's own list of kinds is that of the program (DURABILITY 3.8)."""

import dataclasses
import typing
from collections.abc import Iterator

import pytest

from controller.engine.commands import Command
from controller.engine.events import Event
from controller.journal.notes import Note
from controller.verify.catalogue import known_kinds, strangers

UNIONS = {"causes": Command, "events": Event, "notes": Note}
ENVELOPE: dict[str, typing.Any] = {
    "v": 1,
    "cause": None,
    "events": [{"kind": "stack_taken"}],
    "notes": [],
    "utc_us": 1,
    "boot_us": 1,
    "boot": "b",
    "nonce": "00" * 8,
    "round": None,
    "actor": "table",
    "src": "ui",
    "cmd": None,
}


def members(union: object) -> Iterator[type]:
    """Give every dataclass of a union of unions."""
    for part in typing.get_args(union):
        if dataclasses.is_dataclass(part):
            yield typing.cast("type", part)
        else:
            yield from members(part)


def line_of(kind: type) -> tuple[str, str]:
    """Give a kind and its line in `catalogue.toml`."""
    names = sorted(item.name for item in dataclasses.fields(kind))
    names.remove("kind")
    default = next(item.default for item in dataclasses.fields(kind) if item.name == "kind")
    return str(default), " ".join(names)


@pytest.mark.parametrize("part", UNIONS)
def test_the_list_has_every_kind_with_its_fields(part: str) -> None:
    """A kind that is missing here has its line printed: it belongs into `catalogue.toml`."""
    kinds = known_kinds()[part]
    lines = dict(line_of(kind) for kind in members(UNIONS[part]))
    unfit = {
        kind: f'{kind} = "{names}"'
        for kind, names in lines.items()
        if kind not in kinds or not kinds[kind].fit(dict.fromkeys(["kind", *names.split()]))
    }

    assert {} == unfit


def test_the_list_has_no_kind_that_nothing_writes_but_those_to_come() -> None:
    """What the paper names and no program writes yet is listed as open."""
    written = {part: {line_of(kind)[0] for kind in members(union)} for part, union in UNIONS.items()}
    spare = [
        kind
        for part, kinds in known_kinds().items()
        for kind, fields in kinds.items()
        if kind not in written[part] and not fields.is_open
    ]

    assert [] == spare


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"v": 2}, ["catalogue version 2, known is 1"]),
        ({"events": [{"kind": "comet_seen"}]}, ["unknown kind of event: comet_seen"]),
        ({"events": [{"kind": "Ah Kd"}]}, ["unknown kind of event: (no plain name)"]),
        ({"events": [3]}, ["unknown kind of event: (no plain name)"]),
        (
            {"events": [{"kind": "stack_taken", "x": 1}]},
            ["event stack_taken has other fields than version 1 says"],
        ),
        (
            {"notes": [{"kind": "reconciled", "x": 1}]},
            ["note reconciled has other fields than version 1 says"],
        ),
        ({"notes": [{"kind": "dispute_granted", "x": 1}]}, []),
        ({"notes": [{"kind": "file_closed", "h": "", "last_seq": 1, "totals": {}}]}, []),
        ({"cause": {"kind": "levitate"}}, ["unknown kind of command: levitate"]),
        ({"events": []}, ["the record holds nothing"]),
        ({"round": "7"}, ["the record's field round is of another type"]),
        ({"v": True}, ["the record's field v is of another type"]),
        ({"nonce": "00"}, ["the record's nonce is not 8 bytes"]),
        ({"extra": 1}, ["the record has missing or unknown fields"]),
    ],
)
def test_what_version_1_does_not_know_is_named(changes: dict[str, object], expected: list[str]) -> None:
    """Another version, kind or field belongs to another program (exit 31)."""
    assert expected == [*strangers(dict(sorted((ENVELOPE | changes).items())))]
