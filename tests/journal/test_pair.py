"""Two copies as one: order of an append, and what a failing copy means (DURABILITY 4)."""

import errno
from dataclasses import dataclass, field, replace

import pytest

from controller.journal.faults import OutOfOrder, WriteFailed
from controller.journal.memory import MemoryStore
from controller.journal.pair import Degraded, PairStore
from controller.journal.record import StoredRecord, stored
from controller.journal.store import CopyName
from tests.journal.test_contract import HEADER


@dataclass
class Diary:
    """Remember what was done to which copy."""

    entries: list[tuple[str, str, bytes]] = field(default_factory=list)


class FrailStore(MemoryStore):
    """Fail an append, the wait for it, a settling or a close on demand."""

    def __init__(self, name: CopyName, diary: Diary) -> None:
        super().__init__(HEADER.start)
        self.name = name
        self.diary = diary
        self.fails: set[str] = set()

    def append(self, record: StoredRecord) -> None:
        """Note the call, then fail or keep the record."""
        self._note("append", record.body)
        super().append(record)

    def finish(self) -> None:
        """Note the call, then fail or not."""
        self._note("finish")

    def settle(self) -> None:
        """Note the call, then fail or not."""
        self._note("settle")

    def conclude(self) -> None:
        """Note the call, then fail or not."""
        self._note("conclude")

    def close(self) -> None:
        """Note the call, then fail or not."""
        self._note("close")

    def _note(self, call: str, body: bytes = b"") -> None:
        self.diary.entries.append((self.name, call, body))
        if call in self.fails:
            raise OSError(errno.EIO, "I/O error", "/secret/path")


@dataclass
class Frail:
    """Hold a pair whose copies can fail."""

    diary: Diary = field(default_factory=Diary)

    def __post_init__(self) -> None:
        self.mirror = FrailStore("mirror", self.diary)
        self.primary = FrailStore("primary", self.diary)
        self.pair = PairStore(mirror=self.mirror, primary=self.primary)

    def append(self, body: bytes = b"{}") -> None:
        """Append one body to the pair."""
        self.pair.append(stored(self.pair.head, body))


@pytest.fixture
def frail() -> Frail:
    """Give a pair whose copies can fail."""
    return Frail()


def test_mirror_first_then_primary_with_the_same_bytes(frail: Frail) -> None:
    """A record goes to the mirror, then to SQLite, and counts when both media have it (DURABILITY 4.1)."""
    frail.append(b'{"n":1}')
    assert frail.diary.entries == [
        ("mirror", "append", b'{"n":1}'),
        ("primary", "append", b'{"n":1}'),
        ("mirror", "finish", b""),
        ("primary", "finish", b""),
    ]
    assert tuple(frail.mirror.records()) == tuple(frail.primary.records())
    assert frail.pair.degraded is None


def test_a_failed_mirror_leaves_the_record_on_sqlite(frail: Frail) -> None:
    """The same bytes go to SQLite, the record is acknowledged, the mirror is closed (DURABILITY 4.3)."""
    frail.mirror.fails = {"append"}
    frail.append(b'{"n":1}')
    assert frail.pair.head.seq == 1
    assert frail.pair.degraded == Degraded(copy="mirror", reason="OSError 5")
    assert frail.diary.entries == [
        ("mirror", "append", b'{"n":1}'),
        ("mirror", "close", b""),
        ("primary", "append", b'{"n":1}'),
        ("primary", "finish", b""),
    ]


def test_a_mirror_that_fails_late_leaves_the_record_on_sqlite(frail: Frail) -> None:
    """Its flush may fail when SQLite has the record already (DURABILITY 4.1, 4.3)."""
    frail.mirror.fails = {"finish"}
    frail.append(b'{"n":1}')
    assert (1, Degraded(copy="mirror", reason="OSError 5")) == (frail.pair.head.seq, frail.pair.degraded)
    assert frail.primary.head.seq == 1
    assert [("mirror", "finish", b""), ("mirror", "close", b"")] == frail.diary.entries[2:4]


def test_a_late_mirror_and_a_failed_primary_leave_nothing(frail: Frail) -> None:
    """The record counts on no copy, whichever medium told first (DURABILITY 4.3)."""
    frail.mirror.fails, frail.primary.fails = {"finish"}, {"append"}
    with pytest.raises(WriteFailed) as caught:
        frail.append()
    assert (("mirror", "primary"), False) == (caught.value.copies, caught.value.stands)
    assert frail.pair.head == HEADER.start


def test_a_record_out_of_order_is_waited_for_on_neither_copy(frail: Frail) -> None:
    """What is no medium's error leaves at once, with nothing begun (DURABILITY 2, INV2)."""
    with pytest.raises(OutOfOrder):
        frail.pair.append(stored(replace(frail.pair.head, seq=4), b"{}"))
    assert frail.pair.head == HEADER.start


def test_a_failed_mirror_is_never_called_again(frail: Frail) -> None:
    """A second flush after a failed one may falsely succeed (DURABILITY 4.3)."""
    frail.mirror.fails = {"append"}
    frail.append()
    frail.mirror.fails = set()
    frail.append()
    frail.pair.settle()
    calls = [call for name, call, _ in frail.diary.entries if name == "mirror"]
    assert calls == ["append", "close"]
    assert frail.pair.head.seq == 2


def test_a_failed_primary_stops_the_table_but_the_record_stands(frail: Frail) -> None:
    """The mirror has the record, so a restart shows it as done (DURABILITY 4.3)."""
    frail.primary.fails = {"append"}
    with pytest.raises(WriteFailed) as caught:
        frail.append()
    assert (1, ("primary",), True) == (caught.value.seq, caught.value.copies, caught.value.stands)
    assert frail.pair.head == HEADER.start
    assert frail.mirror.head.seq == 1


def test_a_stopped_pair_takes_nothing_more(frail: Frail) -> None:
    """After a failed primary nothing is appended or settled until a restart (DURABILITY 4.3)."""
    frail.primary.fails = {"append"}
    with pytest.raises(WriteFailed) as first:
        frail.append()
    before = list(frail.diary.entries)
    for act in (frail.append, frail.pair.settle):
        with pytest.raises(WriteFailed) as again:
            act()
        assert again.value is first.value
    assert frail.diary.entries == before


def test_both_failing_leaves_the_record_unacknowledged(frail: Frail) -> None:
    """Nothing stands, the lock is J-WRITE (DURABILITY 4.3)."""
    frail.mirror.fails = frail.primary.fails = {"append"}
    with pytest.raises(WriteFailed) as caught:
        frail.append()
    assert ("J-WRITE", ("mirror", "primary"), False) == (
        caught.value.code,
        caught.value.copies,
        caught.value.stands,
    )
    assert "not acknowledged" in str(caught.value)


def test_the_last_copy_failing_leaves_nothing(frail: Frail) -> None:
    """With the mirror gone before, a failed primary acknowledges nothing (DURABILITY 4.3)."""
    frail.mirror.fails = {"append"}
    frail.append()
    frail.primary.fails = {"append"}
    with pytest.raises(WriteFailed) as caught:
        frail.append()
    assert caught.value.stands is False


def test_a_round_may_end_on_the_mirror_alone() -> None:
    """Where SQLite's medium stays unusable, the mirror is written alone (DURABILITY 4.3)."""
    mirror = MemoryStore(HEADER.start)
    gone = Degraded(copy="primary", reason="gone")
    pair = PairStore(mirror=mirror, primary=None, degraded=gone)
    pair.append(stored(pair.head, b"{}"))
    assert mirror.head.seq == 1
    assert pair.degraded == gone
    assert tuple(pair.records()) == tuple(mirror.records())


@pytest.mark.parametrize("step", ["settle", "conclude"])
def test_failed_settling_stops_the_table(frail: Frail, step: str) -> None:
    """A WAL that cannot be moved is a failed primary; its records stand in the mirror (DURABILITY 4.3)."""
    frail.append()
    frail.primary.fails = {step}
    with pytest.raises(WriteFailed) as caught:
        getattr(frail.pair, step)()
    assert (("primary",), True) == (caught.value.copies, caught.value.stands)


def test_an_error_while_closing_is_kept_as_degraded(frail: Frail) -> None:
    """A copy that cannot even be closed is out of use (DURABILITY 4.3)."""
    frail.mirror.fails = {"close"}
    frail.pair.close()
    assert frail.pair.degraded == Degraded(copy="mirror", reason="OSError 5")


def test_reasons_name_no_path(frail: Frail) -> None:
    """A reason is the error's kind and number (DURABILITY 4.3)."""
    frail.mirror.fails = {"append"}
    frail.append()
    assert frail.pair.degraded is not None
    assert "/" not in frail.pair.degraded.reason
