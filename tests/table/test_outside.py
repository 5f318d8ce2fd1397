"""Whatever a person's program sends, the table refuses or does it, and goes on (issue 2, bad input)."""

import itertools
import types
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from controller.cli.console_json import LARGEST_NUMBER, LONGEST_TEXT
from controller.engine.actors import Approval, Role
from controller.engine.commands import Ask
from controller.engine.ids import CommandId
from controller.engine.prompt import PromptCode
from controller.table.envelope import Envelope
from tests.sim.stage import Stage, stage

NUMBERS = (-1, 0, 1, 9, 10**9, LARGEST_NUMBER, -LARGEST_NUMBER)
TEXTS = ("", "x" * LONGEST_TEXT, "e\u0301", "\ud800", "\x00")
MOMENTS = (
    PromptCode.OPEN_TABLE,
    PromptCode.TAKE_WAGERS,
    PromptCode.ASK_PREFLOP,
    PromptCode.SETTLE_SEAT,
)


def _values(hint: object) -> tuple[object, ...]:
    """Give hostile values of a field's type."""
    if hint is bool:
        return (False, True)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    if get_origin(hint) in {Union, types.UnionType}:
        inner = [one for one in get_args(hint) if one is not types.NoneType and one is not Approval]
        return (None, *itertools.chain.from_iterable(_values(one) for one in inner))
    if get_origin(hint) is tuple:
        return ((), *((one,) for one in _values(get_args(hint)[0])))
    if is_dataclass(hint) and isinstance(hint, type):
        return tuple(_made(hint))
    if hint is str or get_origin(hint) is not None:
        return get_args(hint) or TEXTS
    return NUMBERS


def _commands() -> list[Ask]:
    """Give commands with hostile values, one field at a time beside plain ones."""
    made: list[Ask] = []
    for kind in get_args(Ask):
        made += _made(kind)
    return made


def _made(kind: type[Any]) -> list[Any]:
    """Give values of one kind, one field at a time hostile beside plain ones."""
    hints = get_type_hints(kind)
    open_fields = [one.name for one in fields(kind) if one.default is MISSING]
    plain = {name: _values(hints[name])[-1 if hints[name] is not int else 1] for name in open_fields}
    made = [kind(**(plain | {name: value})) for name in open_fields for value in _values(hints[name])]
    return [*made, kind(**plain)]


def _ask(table: Stage, number: int, command: Ask) -> None:
    table.world.ask(
        Envelope(
            command_id=CommandId(f"fuzz-{number}"),
            token=None,
            command=command,
            actor="dealer:1",
            role=Role.DEALER,
            source="fuzz",
        )
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_command_from_outside_stops_the_table(moment: PromptCode) -> None:
    """Numbers beyond every limit and text in any form are refused or kept, never fatal."""
    table = stage(seed=17)
    table.dealer.play_until(lambda: table.world.prompt.code is moment, moment.value)
    commands = _commands()
    for number, command in enumerate(commands):
        _ask(table, number, command)
    answered = [one for one in table.world.picture.outcomes if one.command_id.startswith("fuzz-")]
    assert len(commands) == len(answered)
    assert sum(one.refused is not None for one in answered) > len(commands) // 2
    table.restart()
    assert table.world.state is not None
