"""One contract for every copy of the record: memory, SQLite, black box and the pair (ARCHITECTURE 9)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.journal.blackbox import BlackBox, build_mirror
from controller.journal.faults import OutOfOrder
from controller.journal.files import OsFiles
from controller.journal.memory import MemoryStore
from controller.journal.pair import PairStore
from controller.journal.record import MAX_BODY, Head, StoredRecord, genesis, stored
from controller.journal.sqlite_store import SqliteStore, build_primary
from controller.journal.store import CopyStore, FileHeader, JournalStore

CHAIN_NONCE = bytes(range(16))
HEADER = FileHeader(
    table_id="T1",
    file_id=bytes(16),
    gaming_day="2026-12-01",
    first_seq=1,
    prev_h=genesis("T1", CHAIN_NONCE),
    chain_nonce=CHAIN_NONCE,
)
BODIES = (b"{}", b'{"n":1}', b"x" * MAX_BODY, '{"text":"\u00e9"}'.encode())

Make = Callable[[Path], JournalStore]


def memory(_folder: Path) -> JournalStore:
    """Make the copy in memory."""
    return MemoryStore(HEADER.start)


def primary(folder: Path) -> CopyStore:
    """Make a SQLite file."""
    path = folder / "t.db"
    build_primary(path, files=OsFiles(), header=HEADER, records=(), vfs=None)
    return SqliteStore(path, head=HEADER.start)


def mirror(folder: Path) -> CopyStore:
    """Make a black box."""
    path = folder / "t.bb"
    end = build_mirror(path, files=OsFiles(), header=HEADER, records=()).end
    return BlackBox(path, files=OsFiles(), head=HEADER.start, end=end)


def pair(folder: Path) -> JournalStore:
    """Make both."""
    return PairStore(mirror=mirror(folder), primary=primary(folder))


@pytest.fixture(params=[memory, primary, mirror, pair], ids=lambda make: make.__name__)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JournalStore]:
    """Give each kind of copy in turn, empty."""
    make: Make = request.param
    made = make(tmp_path)
    yield made
    made.close()


def fill(store: JournalStore) -> tuple[StoredRecord, ...]:
    """Append the bodies and give their records."""
    records = []
    for body in BODIES:
        record = stored(store.head, body)
        store.append(record)
        records.append(record)
    return tuple(records)


def test_an_empty_copy_ends_where_it_starts(store: JournalStore) -> None:
    """The head of an empty copy is the one before its first record (DURABILITY 3.5)."""
    assert store.head == HEADER.start
    assert tuple(store.records()) == ()


def test_records_come_back_in_order(store: JournalStore) -> None:
    """What was appended is read byte for byte, the largest body included (DURABILITY 3.4)."""
    records = fill(store)
    assert tuple(store.records()) == records
    assert store.head == Head(seq=len(BODIES), h=records[-1].h)


def test_settling_changes_nothing_a_reader_sees(store: JournalStore) -> None:
    """Housekeeping moves bytes, not records (DURABILITY 3.2)."""
    records = fill(store)
    store.settle()
    store.conclude()
    assert tuple(store.records()) == records
    store.append(stored(store.head, b"{}"))
    assert store.head.seq == len(BODIES) + 1


@pytest.mark.parametrize("seq", [0, 1, 4, 6])
def test_gaps_and_repeats_are_refused(store: JournalStore, seq: int) -> None:
    """`seq` has no gap and no repeat (DURABILITY 2, INV2)."""
    records = fill(store)
    wrong = stored(Head(seq=seq - 1, h=store.head.h), b"{}")
    with pytest.raises(OutOfOrder) as caught:
        store.append(wrong)
    assert caught.value.expected_seq == len(BODIES) + 1
    assert tuple(store.records()) == records


def test_a_record_of_another_chain_is_refused(store: JournalStore) -> None:
    """The hash chain holds (DURABILITY 2, INV3)."""
    fill(store)
    with pytest.raises(OutOfOrder):
        store.append(stored(Head(seq=store.head.seq, h=bytes(32)), b"{}"))
