"""What a verification can find, in the exit codes that tell it (DURABILITY 14)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class Verdict(IntEnum):
    """Name each exit code; the highest one found is the verdict (DURABILITY 14)."""

    WHOLE = 0
    USAGE = 2
    INCOMPLETE = 10
    TORN = 11
    BROKEN = 20
    DIFFERENT = 21
    ANCHOR = 22
    SIGNATURE = 23
    ONE_COPY = 24
    UNREADABLE = 30
    UNKNOWN = 31
    REVEAL = 40
    MONEY = 41


MEANING: Final[dict[Verdict, str]] = {
    Verdict.WHOLE: "whole, signed, both copies equal, all anchors match",
    Verdict.USAGE: "wrong usage",
    Verdict.INCOMPLETE: "whole, but the evidence is incomplete",
    Verdict.TORN: "only a torn tail, as a sudden stop leaves it",
    Verdict.BROKEN: "the chain is broken: a gap, or something was altered",
    Verdict.DIFFERENT: "the two copies tell different stories",
    Verdict.ANCHOR: "the head is behind or beside an anchor",
    Verdict.SIGNATURE: "a bad signature, or one by an unknown key",
    Verdict.ONE_COPY: "one copy is damaged, the other one is whole",
    Verdict.UNREADABLE: "not readable as a journal",
    Verdict.UNKNOWN: "unknown layout or schema; the chain was checked all the same",
    Verdict.REVEAL: "a reveal contradicts its commitment or another reveal",
    Verdict.MONEY: "a settled round does not balance",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold one thing found: what it means, where, and why.

    copy: `primary` or `mirror`, None for what concerns the record itself; seq: the record; offset: its
    bytes from the start of a mirror. reason: one phrase; it never holds contents of a record.
    """

    verdict: Verdict
    reason: str
    copy: str | None = None
    seq: int | None = None
    offset: int | None = None


def worst(findings: Iterable[Finding]) -> Verdict:
    """Give the highest code found, 0 for nothing."""
    return max((finding.verdict for finding in findings), default=Verdict.WHOLE)
