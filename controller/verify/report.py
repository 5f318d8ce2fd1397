"""A verification as text for people and as one JSON object for programs; neither holds any card."""

from collections.abc import Iterator
from typing import Final

from controller.verify.findings import MEANING, Finding
from controller.verify.rounds import Counts, RoundCheck
from controller.verify.verification import FileReport, Report

Value = dict[str, object]

MOST_TEXT: Final = 80


def as_text(report: Report) -> str:
    """Give the report in lines: each file, what concerns all of them, and the verdict."""
    lines = [line for file in report.files for line in _file(file)]
    lines += [_finding(finding) for finding in report.findings]
    lines.append(f"verdict {report.verdict.value}: {MEANING[report.verdict]}")
    return "\n".join(lines)


def _file(file: FileReport) -> Iterator[str]:
    yield str(file.path)
    for name, (state, last) in file.copies.items():
        yield f"  {name}: {state}" if state == "unreadable" else f"  {name}: {state}, whole to record {last}"
    header = file.header
    if header is not None:
        yield f"  table {_text(header.table_id)}, gaming day {_text(header.gaming_day)}"
        head = "no record" if file.head is None else f"head {file.head[0]}:{file.head[1][:16]}"
        yield f"  first record {header.first_seq}, {head}, {'closed' if file.is_closed else 'open'}"
        yield f"  {_counts(file.counts)}"
        yield f"  {_checkpoints(file)}"
    for finding in file.findings:
        yield f"  {_finding(finding)}"
    for one in file.rounds:
        yield f"  {one.sentence()}"


def _text(text: str | None) -> str:
    """Give a name from a file, unless it could do something to a terminal."""
    if text is None:
        return "(unknown)"
    return text if text.isprintable() and len(text) <= MOST_TEXT else "(no plain text)"


def _counts(counts: Counts) -> str:
    locks = f" ({', '.join(counts.open_locks)} open)" if counts.open_locks else ""
    return (
        f"{counts.records} records, {counts.events} events, {counts.rounds} rounds "
        f"({counts.settled} settled, {counts.void} void), {counts.overrides} overrides, "
        f"{counts.clock_steps} clock steps, {counts.locks} locks{locks}, {counts.starts} starts, "
        f"{counts.recoveries} recoveries"
    )


def _checkpoints(file: FileReport) -> str:
    checkpoints = file.checkpoints
    if checkpoints is None or not checkpoints.kids:
        return "no checkpoints"
    keys = ", ".join(f"{kid} ({number})" for kid, number in sorted(checkpoints.kids.items()))
    return (
        f"checkpoints: {checkpoints.good} good, {checkpoints.bad} bad, {checkpoints.unchecked} not checked; "
        f"keys: {keys}"
    )


def _finding(finding: Finding) -> str:
    """Give one finding with its code and place."""
    parts = [finding.copy or ""]
    if finding.seq is not None:
        parts.append(f"record {finding.seq}")
    if finding.offset is not None:
        parts.append(f"offset {finding.offset}")
    place = ", ".join(part for part in parts if part)
    return (
        f"{finding.verdict.value} {place}: {finding.reason}"
        if place
        else f"{finding.verdict.value} {finding.reason}"
    )


def as_json(report: Report) -> Value:
    """Give the report as values for one JSON object."""
    return {
        "verdict": report.verdict.value,
        "meaning": MEANING[report.verdict],
        "findings": [_finding_value(finding) for finding in report.findings],
        "files": [_file_value(file) for file in report.files],
    }


def _file_value(file: FileReport) -> Value:
    header, checkpoints = file.header, file.checkpoints
    return {
        "path": str(file.path),
        "table_id": None if header is None else header.table_id,
        "gaming_day": None if header is None else header.gaming_day,
        "first_seq": None if header is None else header.first_seq,
        "last_seq": None if file.head is None else file.head[0],
        "head": None if file.head is None else file.head[1],
        "closed": file.is_closed,
        "copies": {name: {"state": state, "valid_to": last} for name, (state, last) in file.copies.items()},
        "counts": _counts_value(file.counts),
        "checkpoints": {
            "good": 0 if checkpoints is None else checkpoints.good,
            "bad": 0 if checkpoints is None else checkpoints.bad,
            "unchecked": 0 if checkpoints is None else checkpoints.unchecked,
            "keys": {} if checkpoints is None else dict(sorted(checkpoints.kids.items())),
        },
        "findings": [_finding_value(finding) for finding in file.findings],
        "rounds": [_round_value(one) for one in file.rounds],
    }


def _counts_value(counts: Counts) -> Value:
    return {name: getattr(counts, name) for name in Counts.__dataclass_fields__}


def _finding_value(finding: Finding) -> Value:
    return {
        "code": finding.verdict.value,
        "copy": finding.copy,
        "seq": finding.seq,
        "offset": finding.offset,
        "reason": finding.reason,
    }


def _round_value(one: RoundCheck) -> Value:
    return {
        "round": one.number,
        "first_seq": one.first_seq,
        "last_seq": one.last_seq,
        "ending": one.ending,
        "money_balances": one.balances,
        "reveals_match": one.matched,
        "reveals_contradict": one.wrong,
        "reveals_unchecked": one.unchecked,
        "records_missing": one.has_hole,
    }
