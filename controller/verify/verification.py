"""Verify files one by one, then the steps from file to file, the anchors, and what evidence is missing."""

import contextlib
import gc
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from controller.verify import mirror, primary
from controller.verify.cards import Seals
from controller.verify.chain import Header, Record, genesis
from controller.verify.checkpoints import Checkpoints
from controller.verify.closing import check_seal
from controller.verify.content import Content
from controller.verify.copies import Pair, alone, compared
from controller.verify.findings import Finding, Verdict, worst
from controller.verify.forms import sights
from controller.verify.reading import Opened, Reading, opened_by
from controller.verify.rounds import Counts, RoundCheck
from controller.verify.shapes import Shapes


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Hold a head that was seen elsewhere, as on a printed slip; digits: the first ones of its hash."""

    seq: int
    digits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Say what to verify: files with their other copies, and what is known from elsewhere.

    mirrors: as many as files or fewer, in the same order; keys: public keys of checkpoints; table_id,
    chain_nonce: as the table's own settings say, None where they are not known.
    """

    files: Sequence[Path]
    mirrors: Sequence[Path] = ()
    keys: Sequence[Ed25519PublicKey] = ()
    anchors: Sequence[Anchor] = ()
    table_id: str | None = None
    chain_nonce: bytes | None = None


@dataclass(slots=True, kw_only=True)
class FileReport:
    """Hold all that was found in one file.

    header: with table and day from the first record, None where nothing reads; copies: state and last
    record of each; head: the last record of the longest unbroken chain, None without records.
    """

    path: Path
    header: Header | None = None
    copies: dict[str, tuple[str, int]] = field(default_factory=dict)
    head: tuple[int, str] | None = None
    counts: Counts = field(default_factory=Counts)
    rounds: list[RoundCheck] = field(default_factory=list)
    checkpoints: Checkpoints | None = None
    is_closed: bool = False
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Hold the reports of all files and what concerns them together."""

    files: tuple[FileReport, ...]
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """Give the exit code: the highest one found."""
        return worst((*self.findings, *(one for file in self.files for one in file.findings)))


@dataclass(slots=True)
class _Checked:
    """Hold one file while the others are checked too."""

    report: FileReport
    records: list[Record]
    seals: Seals | None = None
    content: Content | None = None


def verify(request: Request) -> Report:
    """Check everything that is asked."""
    with _undisturbed():
        return _verify(request)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep the collector from walking through a whole day of records again and again: no cycles are made."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _verify(request: Request) -> Report:
    checked: list[_Checked] = []
    for number, path in enumerate(request.files):
        other = request.mirrors[number] if number < len(request.mirrors) else None
        checked.append(_check(request, path, other, checked[-1] if checked else None))
    findings = [*_steps(checked)]
    for anchor in request.anchors:
        findings += _anchored(anchor, checked)
    findings += _missing(request)
    return Report(files=tuple(one.report for one in checked), findings=tuple(findings))


def read_copy(path: Path, name: str, known: Sequence[Record] = ()) -> Reading:
    """Read one copy in whichever of the two formats it is; known: what the other copy was found to hold."""
    try:
        return _read_copy(path, name, known)
    except OSError as error:
        return Reading(name=name, unreadable=f"the medium does not give it ({type(error).__name__})")


def _read_copy(path: Path, name: str, known: Sequence[Record]) -> Reading:
    with path.open("rb") as file:
        start = file.read(len(primary.FILE_MAGIC))
    if start == primary.FILE_MAGIC:
        return primary.read_primary(path, name)
    reading = mirror.read_mirror(path.read_bytes(), name, known)
    if reading.unreadable is not None and path.suffix == ".db":
        return primary.read_primary(path, name)
    return reading


def _check(request: Request, path: Path, other: Path | None, before: _Checked | None) -> _Checked:
    """Read one file's copies, compare them, and judge what they say."""
    reading = read_copy(path, "file" if other is None else "primary")
    known = [] if reading.broken else reading.records
    pair = alone(reading) if other is None else compared(reading, read_copy(other, "mirror", known))
    report = FileReport(path=path, findings=[*pair.findings])
    report.copies = {one.name: (one.state, one.valid_to) for one in pair.readings}
    done = _Checked(report, pair.records)
    longest = pair.longest
    if longest.header is None:
        return done
    opened = _opened(pair, longest.header)
    report.header = _named(pair, longest.header) if opened is None else opened.header
    report.head = _head(pair, longest)
    report.findings += _origin(request, report.header, opened)
    for place in (path,) if other is None else (path, other):
        report.findings += check_seal(place, report.header, report.head, request.keys)
    _judge(request, done, before)
    if report.counts.records and not report.is_closed:
        report.findings.append(Finding(verdict=Verdict.INCOMPLETE, reason="the file is still open"))
    return done


def _opened(pair: Pair, header: Header) -> Opened | None:
    first = pair.records[0] if pair.records else None
    return opened_by(first.body) if first is not None and first.seq == header.first_seq else None


def _named(pair: Pair, header: Header) -> Header:
    """Give a header that names its table, if any copy has one."""
    headers = (reading.header for reading in pair.readings)
    return next((one for one in headers if one is not None and one.table_id is not None), header)


def _head(pair: Pair, longest: Reading) -> tuple[int, str] | None:
    """Give number and hash of the last record of the unbroken chain."""
    last = longest.valid_to
    return next(((one.seq, one.h.hex()) for one in reversed(pair.records) if one.seq == last), None)


def _judge(request: Request, done: _Checked, before: _Checked | None) -> None:
    """Go through the records once, and carry an open round over from the file before."""
    report = done.report
    header = report.header
    assert header is not None
    table = header.table_id or request.table_id
    carried = before is not None and before.seals is not None and _follows(before.report, header)
    done.seals = before.seals if carried and before and before.seals else Seals(table)
    report.checkpoints = Checkpoints(header, request.keys)
    content = Content(done.seals, report.checkpoints)
    if carried and before and before.content is not None:
        content.go_on_from(before.content)
    expected = header.first_seq
    for record, sight in zip(done.records, sights(done.records, Shapes(content.sum_up)), strict=True):
        if record.seq != expected:
            content.lose()
        content.take(record, sight)
        expected = record.seq + 1
    done.content = content
    report.rounds, report.counts, report.is_closed = content.rounds, content.counts, content.is_closed
    report.findings += content.findings
    if request.keys and report.checkpoints.covers < content.last_plain:
        reason = f"no good checkpoint vouches for the records from {report.checkpoints.covers + 1} on"
        report.findings.append(Finding(verdict=Verdict.INCOMPLETE, reason=reason))


def _follows(before: FileReport, header: Header) -> bool:
    """Tell whether a file goes on exactly where another one ends."""
    return before.head == (header.first_seq - 1, header.prev_h.hex())


def _origin(request: Request, header: Header, opened: Opened | None) -> Iterator[Finding]:
    """Compare the file with the table it should be of, and its first record with the very beginning."""
    first = header.first_seq
    if request.table_id is not None and header.table_id not in (None, request.table_id):
        yield Finding(verdict=Verdict.BROKEN, seq=first, reason="the file is of another table")
    nonce = request.chain_nonce
    if opened is not None:
        if nonce is not None and opened.chain_nonce != nonce:
            yield Finding(verdict=Verdict.BROKEN, seq=first, reason="the chain nonce is another one")
        nonce = opened.chain_nonce
    table = header.table_id or request.table_id
    if first == 1 and nonce is not None and table is not None and header.prev_h != genesis(table, nonce):
        yield Finding(verdict=Verdict.BROKEN, seq=first, reason="the chain does not begin at its genesis")


def _steps(checked: Sequence[_Checked]) -> Iterator[Finding]:
    """Look at each step from a file to the next one of the same table (INV2)."""
    for one, other in itertools.pairwise(checked):
        before, header = one.report, other.report.header
        if before.header is None or header is None or before.header.table_id != header.table_id:
            continue
        last = before.head[0] if before.head is not None else before.header.first_seq - 1
        if header.first_seq > last + 1:
            yield Finding(
                verdict=Verdict.INCOMPLETE,
                seq=last + 1,
                reason=f"records {last + 1} to {header.first_seq - 1} are in none of the files",
            )
        elif header.first_seq <= last:
            yield Finding(
                verdict=Verdict.BROKEN,
                seq=header.first_seq,
                reason="two files hold the same numbers; the other copy of a file is given as its --mirror",
            )
        elif not _follows(before, header):
            yield Finding(
                verdict=Verdict.BROKEN,
                seq=header.first_seq,
                reason="the file does not go on from the one before it",
            )


def _anchored(anchor: Anchor, checked: Sequence[_Checked]) -> Iterator[Finding]:
    """Compare a head seen elsewhere with the record of that number (DURABILITY 3.5)."""
    held = [record.h.hex() for one in checked for record in one.records if record.seq == anchor.seq]
    headers = [one.report.header for one in checked if one.report.header is not None]
    held += [header.prev_h.hex() for header in headers if header.first_seq - 1 == anchor.seq]
    if any(not h.startswith(anchor.digits) for h in held):
        yield _at(anchor, Verdict.ANCHOR, "the record has another hash than the anchor")
        return
    if held:
        return
    last = max((one.report.head[0] for one in checked if one.report.head is not None), default=0)
    if anchor.seq > last:
        yield _at(anchor, Verdict.ANCHOR, f"the head {last} is behind the anchor")
    else:
        yield _at(anchor, Verdict.INCOMPLETE, "the anchor's record is not there to compare")


def _at(anchor: Anchor, verdict: Verdict, reason: str) -> Finding:
    return Finding(verdict=verdict, seq=anchor.seq, reason=reason)


def _missing(request: Request) -> Iterator[Finding]:
    """Say which evidence was not given."""
    lacking = (
        ("mirror", len(request.mirrors) >= len(request.files)),
        ("anchor", bool(request.anchors)),
        ("key", bool(request.keys)),
    )
    for name, given in lacking:
        if not given:
            yield Finding(verdict=Verdict.INCOMPLETE, reason=f"no {name} was given")
