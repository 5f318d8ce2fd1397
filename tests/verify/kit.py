"""What the tests of the verifier share: a round really played, files as the real writer makes them, edits."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from controller.journal.blackbox import build_mirror, pack_header, pack_record
from controller.journal.files import OsFiles
from controller.journal.record import StoredRecord, canonical
from controller.journal.sqlite_store import build_primary
from controller.journal.store import FileHeader
from controller.verify.chain import link
from controller.verify.findings import Finding, Verdict
from controller.verify.verification import Report, Request, verify
from tests.sim.stage import stage

ROUNDS = 2
GUARDS = ("rec_next", "rec_no_update", "rec_no_delete")

Raw = dict[str, Any]
Edit = Callable[[Raw], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """Hold the records of one file, before they are written."""

    header: FileHeader
    records: tuple[StoredRecord, ...]

    @property
    def last(self) -> int:
        """Give the number of the last record."""
        return self.header.first_seq + len(self.records) - 1

    def body(self, seq: int) -> Raw:
        """Give what a record says."""
        return dict(json.loads(self.records[seq - self.header.first_seq].body))

    def find(self, kind: str, nth: int = 0) -> int:
        """Give the number of the n-th record with an event or note of this kind."""
        wanted = [
            record.seq
            for record in self.records
            if any(item["kind"] == kind for item in items(json.loads(record.body)))
        ]
        return wanted[nth]

    def rewritten(self, seq: int, edit: Edit) -> "Day":
        """Change one record and compute every hash from it on anew, as a patient forger would."""
        body = self.body(seq)
        edit(body)
        bodies = [record.body for record in self.records]
        bodies[seq - self.header.first_seq] = canonical(body)
        return chained(self.header, bodies)

    def cut(self, last: int) -> "Day":
        """Keep the records up to one."""
        return replace(self, records=self.records[: last - self.header.first_seq + 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """Name both copies of a day."""

    primary: Path
    mirror: Path

    def check(self, **known: Any) -> Report:  # noqa: ANN401  # any field of a request
        """Verify the pair."""
        return verify(Request(files=[self.primary], mirrors=[self.mirror], **known))


def items(body: Raw) -> list[Raw]:
    """Give the events and notes of a record."""
    return [*body["events"], *body["notes"]]


def item(body: Raw, kind: str) -> Raw:
    """Give the first event or note of a kind."""
    return next(one for one in items(body) if one["kind"] == kind)


def chained(header: FileHeader, bodies: Sequence[bytes]) -> Day:
    """Link bodies to a day."""
    h, records = header.prev_h, []
    for seq, body in enumerate(bodies, start=header.first_seq):
        h = link(h, seq, body)
        records.append(StoredRecord(seq=seq, body=body, h=h))
    return Day(header=header, records=tuple(records))


@cache
def played_day() -> Day:
    """Play some rounds through the whole table in virtual time and give what it recorded."""
    table = stage(dealing="shoe")
    table.dealer.play_rounds(ROUNDS)
    return Day(header=table.medium.header, records=tuple(table.medium.records))


def written(day: Day, folder: Path, name: str = "day") -> Files:
    """Write a day as the real writer does."""
    files = Files(primary=folder / f"{name}.db", mirror=folder / f"{name}.bb")
    primary_of(day, files.primary)
    mirror_of(day, files.mirror)
    return files


def primary_of(day: Day, path: Path) -> Path:
    """Write a primary as the real writer does."""
    build_primary(path, files=OsFiles(), header=day.header, records=day.records, vfs=None)
    return path


def mirror_of(day: Day, path: Path) -> Path:
    """Write a mirror as the real writer does."""
    build_mirror(path, files=OsFiles(), header=day.header, records=day.records)
    return path


def raw_mirror(path: Path, header: FileHeader, records: Sequence[StoredRecord]) -> Path:
    """Write records as they come into a mirror, whole frames around anything."""
    parts = [pack_header(header.file_id, header.first_seq, header.prev_h)]
    path.write_bytes(b"".join([*parts, *(pack_record(record) for record in records)]))
    return path


def by_root(path: Path, *statements: tuple[str, Sequence[object]]) -> None:
    """Change a primary as an insider with all rights: guards taken off and put back."""
    with closing(sqlite3.connect(path)) as base:
        rows = base.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for guard in GUARDS:
            base.execute(f"DROP TRIGGER {guard}")
        for statement, values in statements:
            base.execute(statement, values)
        for (sql,) in rows:
            base.execute(sql)
        base.commit()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def run_on(path: Path, statement: str) -> None:
    """Run one statement on a primary."""
    with closing(sqlite3.connect(path)) as base:
        base.execute(statement)
        base.commit()


def found(report: Report) -> list[Finding]:
    """Give every finding that is more than missing evidence."""
    every = [*report.findings, *(one for file in report.files for one in file.findings)]
    return [one for one in every if one.verdict > Verdict.INCOMPLETE]


def places(report: Report) -> list[tuple[int, int | None]]:
    """Give code and record of every finding that is more than missing evidence."""
    return [(one.verdict.value, one.seq) for one in found(report)]
