"""What `dealer-assist devices` prints: a table for people, one object for programs."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Final

from controller.cli.devices_advice import Problem, state_of
from controller.cli.devices_look import NOT_ASKED, Found
from drivers.cdp.identity import Identity
from drivers.conformance import Finding
from drivers.events import Capability, DeviceClass, DeviceState
from drivers.orders import ShuffleMode
from drivers.survey import Sight

HEADINGS: Final = (
    "device", "address", "serial", "model", "state", "mode", "inside", "round trip", "crc", "bad", "resent",
)  # fmt: skip
COUNTERS: Final = (
    "cards", "shuffles", "jams", "rejects", "crc_errors", "other_bad_frames", "retransmits", "boots",
    "uptime_s", "double_feeds", "unreadable", "nv_writes",
)  # fmt: skip
"""Names of the device's counters 1 to 12 (CDP1 5.2)."""
NOTHING: Final = "-"


def as_text(found: Iterable[Found]) -> str:
    """Give a row for each device, and under the rows what is wrong and what to do."""
    devices = tuple(found)
    if not devices:
        return "no device found; --config table.toml looks at the addresses of a table"
    rows = [HEADINGS, *(_row(one) for one in devices)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADINGS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    for one in devices:
        lines.extend(_problem_lines(one))
    return "\n".join(line.rstrip() for line in lines)


def _row(found: Found) -> tuple[str, ...]:
    sight, target = found.sight, found.target
    identity = sight.identity if sight is not None else None
    status = sight.status if sight is not None else None
    counters = counters_of(sight)
    return (
        target.name or _class_of(identity) or NOTHING,
        str(target.address or target.note),
        identity.serial if identity is not None else NOTHING,
        _model(identity),
        (sight and _word(DeviceState, state_of(sight))) or NOTHING,
        (status and _word(ShuffleMode, status.mode)) or NOTHING,
        NOTHING if status is None or status.cards_inside is None else str(status.cards_inside),
        _round_trip(sight),
        str(counters.get("crc_errors", NOTHING)),
        str(sight.bad_frames) if sight is not None else NOTHING,
        str(counters.get("retransmits", NOTHING)),
    )


def _problem_lines(found: Found) -> Iterator[str]:
    target = found.target
    who = target.name or str(target.address or target.note)
    if not target.is_asked:
        yield f"\n{who}: {NOT_ASKED}"
    for problem in found.problems:
        yield f"\n{who}: {problem.text}\n    {problem.remedy}"


def _model(identity: Identity | None) -> str:
    if identity is None:
        return NOTHING
    return f"{identity.maker} {identity.model} {'.'.join(str(part) for part in identity.firmware)}".strip()


def _class_of(identity: Identity | None) -> str:
    return _word(DeviceClass, identity.device_class) if identity is not None else ""


def _word(codes: type[DeviceClass | DeviceState | ShuffleMode], code: int | None) -> str:
    """Name a code; an unknown one by its number."""
    if code is None:
        return ""
    try:
        return codes(code).name.lower().replace("_", " ")
    except ValueError:
        return f"code {code}"


def _round_trip(sight: Sight | None) -> str:
    if sight is None or not sight.round_trips_ms:
        return NOTHING
    return f"{median(sight.round_trips_ms):.1f} ms"


def counters_of(sight: Sight | None) -> dict[str, int]:
    """Name the device's counters; one this program does not know keeps its number."""
    if sight is None or sight.counters is None:
        return {}
    return {
        COUNTERS[number - 1] if 0 < number <= len(COUNTERS) else f"counter_{number}": value
        for number, value in sight.counters.counters
    }


def as_json(found: Iterable[Found]) -> list[dict[str, object]]:
    """Give one object for each address."""
    return [
        {
            "name": one.target.name or None,
            "address": str(one.target.address) if one.target.address is not None else None,
            "note": one.target.note,
            "asked": one.target.is_asked,
            "usable": one.is_usable,
            "device": _device(one.sight),
            "link": _link(one.sight),
            "counters": counters_of(one.sight),
            "problems": [_problem(problem) for problem in one.problems],
        }
        for one in found
    ]


def _device(sight: Sight | None) -> dict[str, object] | None:
    if sight is None or sight.identity is None:
        return None
    identity, status = sight.identity, sight.status
    return {
        "class": _class_of(identity),
        "serial": identity.serial,
        "maker": identity.maker,
        "model": identity.model,
        "firmware": ".".join(str(part) for part in identity.firmware),
        "digest": identity.digest.hex() if identity.digest is not None else None,
        "capabilities": [
            bit.name.lower() for bit in Capability if identity.capabilities & bit and bit.name is not None
        ],
        "boot_id": f"{identity.boot_id:08x}",
        "epoch": f"{identity.epoch:08x}",
        "events_kept": [identity.first_seq, identity.next_seq - 1],
        "state": _word(DeviceState, state_of(sight)),
        "mode": _word(ShuffleMode, status.mode) if status is not None else None,
        "cards_inside": status.cards_inside if status is not None else None,
        "doors_open": [door for door in range(8) if status is not None and status.doors >> door & 1],
        "faults": [f"{fault:04x}" for fault in (status.faults if status is not None else identity.faults)],
    }


def _link(sight: Sight | None) -> dict[str, object] | None:
    if sight is None:
        return None
    trips = sight.round_trips_ms
    return {
        "round_trip_ms": round(median(trips), 3) if trips else None,
        "longest_round_trip_ms": round(max(trips), 3) if trips else None,
        "bad_frames": sight.bad_frames,
        "unanswered": sight.unanswered,
    }


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "text": problem.text,
        "remedy": problem.remedy,
        "blocks": problem.blocks,
    }


def finding_line(finding: Finding) -> str:
    """Give one line for a check, and below it what was wrong."""
    check = finding.check
    line = f"{finding.verdict:<8}{check.name}  ({check.clause})"
    return f"{line}\n        {finding.text}" if finding.text else line


def finding_json(finding: Finding) -> dict[str, object]:
    """Give one check as an object."""
    return {
        "check": finding.check.name,
        "clause": finding.check.clause,
        "verdict": finding.verdict.value,
        "text": finding.text,
    }
