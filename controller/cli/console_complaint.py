"""What is wrong with a console line, in one sentence that names the field and what was meant."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.engine.faults import LONGEST_VALUE
from controller.nearest import did_you_mean

BESIDE: Final = ("await", "offers", "history", "preview")
"""Lines that are no commands of the table."""

_UNKNOWN: Final = frozenset({"extra_forbidden", "unexpected_keyword_argument"})
_MISSING: Final = frozenset({"missing", "missing_argument", "missing_keyword_only_argument"})
"""What pydantic calls a field too many and one too few, of dataclasses too."""


def complaint(found: Sequence[Mapping[str, Any]], command: str) -> str:
    """Say which field is wrong and why; a PIN is never repeated, and a misspelt word finds its own.

    found: the details of pydantic's errors, without their input.
    """
    unknown = next((one for one in found if one["type"] in _UNKNOWN), None)
    first = unknown or found[0]
    if first["type"] == "union_tag_invalid":
        names = [word.strip("' ") for word in str(first["ctx"]["expected_tags"]).split(",")]
        near = did_you_mean(command, (*names, *BESIDE)) or "CONSOLE.md lists them"
        return f"{command[:LONGEST_VALUE]} is no command; {near}".strip()
    place = ".".join(str(part)[:LONGEST_VALUE] for part in first["loc"]) or "the line"
    if unknown is not None:
        missing = [str(one["loc"][-1]) for one in found if one["type"] in _MISSING]
        return f"{place} is no field; {did_you_mean(first['loc'][-1], missing)}".strip(" ;")
    return f"{place}: {first['msg']}"
