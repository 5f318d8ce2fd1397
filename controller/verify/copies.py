"""Compare the two copies of one file pair and say which one to go by (DURABILITY 3.1, 5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.verify.chain import Record
from controller.verify.findings import Finding, Verdict
from controller.verify.reading import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Hold both readings of one file; mirror None where none was given, and what comparing them found.

    records: every record whose link holds in either copy, in order.
    """

    primary: Reading
    mirror: Reading | None
    records: list[Record]
    findings: tuple[Finding, ...]

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Give the readings there are."""
        return (self.primary,) if self.mirror is None else (self.primary, self.mirror)

    @property
    def longest(self) -> Reading:
        """Give the reading with the longest unbroken chain."""
        return max(self.readings, key=lambda reading: reading.valid_to)


def alone(reading: Reading) -> Pair:
    """Judge a file that comes without its other copy."""
    findings = [*_own(reading)]
    if reading.unreadable is not None:
        findings.append(_finding(Verdict.UNREADABLE, reading, reading.unreadable))
    if reading.torn is not None:
        findings.append(_torn(reading))
    return Pair(primary=reading, mirror=None, records=reading.records, findings=tuple(findings))


def compared(primary: Reading, mirror: Reading) -> Pair:
    """Judge both copies of a file."""
    both = (primary, mirror)
    findings = [*_own(primary), *_own(mirror), *_unreadable(primary, mirror)]
    findings += [*_differences(primary, mirror), *_ends(primary, mirror)]
    if any(reading.broken for reading in both) and _is_mended(primary, mirror):
        broken = primary if primary.broken else mirror
        findings.append(_finding(Verdict.ONE_COPY, broken, "damaged, and no record is lost with it"))
    records = _merged(primary.records, mirror.records)
    return Pair(primary=primary, mirror=mirror, records=records, findings=tuple(findings))


def _own(reading: Reading) -> Iterator[Finding]:
    """Give what one copy shows of itself."""
    for damage in reading.damages:
        yield _finding(Verdict.BROKEN, reading, damage.reason, damage.seq, damage.offset)
    if reading.unknown is not None:
        yield _finding(Verdict.UNKNOWN, reading, reading.unknown)


def _unreadable(primary: Reading, mirror: Reading) -> Iterator[Finding]:
    """Call one unreadable copy damage, and two of them no journal."""
    lost = [reading for reading in (primary, mirror) if reading.unreadable is not None]
    verdict = Verdict.UNREADABLE if len(lost) == 2 else Verdict.BROKEN
    for reading in lost:
        yield _finding(verdict, reading, str(reading.unreadable))


def _is_mended(primary: Reading, mirror: Reading) -> bool:
    """Tell whether one copy reads to its end and nothing is seen beyond what both hold together."""
    whole = mirror if primary.broken else primary
    if whole.broken or not whole.records:
        return False
    last = max(primary.vouched_to, mirror.vouched_to)
    return all(reading.highest <= last for reading in (primary, mirror))


def _differences(primary: Reading, mirror: Reading) -> Iterator[Finding]:
    """Compare headers and records; each copy may be right in itself and still tell another story."""
    one, other = primary.header, mirror.header
    if one is None or other is None:
        return
    for name in () if primary.broken or mirror.broken else ("file_id", "first_seq", "prev_h"):
        if getattr(one, name) != getattr(other, name):
            yield Finding(verdict=Verdict.DIFFERENT, reason=f"the headers differ in {name}")
    common = min(len(primary.records), len(mirror.records))
    if primary.records[:common] == mirror.records[:common]:
        return
    held = {record.seq: record for record in mirror.records}
    differing = [record.seq for record in primary.records if held.get(record.seq, record) != record]
    if differing:
        span = f"records from {differing[0]} on differ, {len(differing)} in all"
        yield Finding(verdict=Verdict.DIFFERENT, seq=differing[0], reason=span)


def _ends(primary: Reading, mirror: Reading) -> Iterator[Finding]:
    """Compare where undamaged copies end: a sudden stop leaves one of them one record ahead, no more."""
    if primary.broken or mirror.broken:
        if mirror.torn is not None:
            yield _torn(mirror)
        return
    ahead = mirror.valid_to - primary.valid_to
    longer, shorter = (mirror, primary) if ahead > 0 else (primary, mirror)
    if abs(ahead) == 1 and shorter.torn is None:
        reason = f"only the {longer.name} has the last record, as a stop while both are written leaves it"
        yield _finding(Verdict.TORN, shorter, reason, longer.valid_to)
    elif abs(ahead) > 1:
        yield _lacks(shorter, longer.valid_to)
    if mirror.torn is not None:
        yield _torn(mirror)


def _lacks(reading: Reading, last: int) -> Finding:
    """Say which records a copy lacks though it reads as whole."""
    first = reading.valid_to + 1
    return _finding(Verdict.ONE_COPY, reading, f"ends early: records {first} to {last} are missing", first)


def _merged(one: list[Record], other: list[Record]) -> list[Record]:
    """Give every record of either copy once; the first copy's where they differ."""
    if len(one) >= len(other) and one[: len(other)] == other:
        return one
    if other[: len(one)] == one:
        return other
    held = {record.seq: record for record in (*other, *one)}
    return [held[seq] for seq in sorted(held)]


def _torn(reading: Reading) -> Finding:
    assert reading.torn is not None
    return _finding(Verdict.TORN, reading, reading.torn.reason, reading.torn.seq, reading.torn.offset)


def _finding(
    verdict: Verdict, reading: Reading, reason: str, seq: int | None = None, offset: int | None = None
) -> Finding:
    return Finding(verdict=verdict, copy=reading.name, seq=seq, offset=offset, reason=reason)
