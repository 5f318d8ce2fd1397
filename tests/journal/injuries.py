"""What can happen to the files of a table that was killed."""

from tests.journal.table import MIRROR, PRIMARY, SimTable


def drop(table: SimTable, path: str) -> None:
    """Lose a file."""
    del table.disk.names[path]


def drop_primary(table: SimTable) -> None:
    """Lose the primary with its side files."""
    for path in (PRIMARY, f"{PRIMARY}-wal"):
        drop(table, path)


def last_record_at(table: SimTable) -> int:
    """Give where the mirror's last record starts."""
    return table.disk.contents(MIRROR).rindex(b"DAB1")


def lose_wal(table: SimTable) -> None:
    """Lose everything the primary has not settled, which here is all since the round opened."""
    drop(table, f"{PRIMARY}-wal")


def tear_mirror(table: SimTable) -> None:
    """Tear the mirror's last record."""
    del table.disk.contents(MIRROR)[last_record_at(table) + 20 :]


def flip_mirror(table: SimTable) -> None:
    """Flip a bit early in the mirror."""
    table.disk.contents(MIRROR)[200] ^= 1


def flip_mirror_header(table: SimTable) -> None:
    """Flip a bit in the mirror's header."""
    table.disk.contents(MIRROR)[9] ^= 1


def flip_primary_header(table: SimTable) -> None:
    """Overwrite the first page of the primary."""
    table.disk.contents(PRIMARY)[:100] = bytes(100)


def nothing(_table: SimTable) -> None:
    """Leave both copies whole."""


def no_record(call: str, path: str) -> None:
    """Fail both copies' first record."""
    if (call == "pwrite" and path == MIRROR) or (call == "xWrite" and path.startswith(f"{PRIMARY}-")):
        raise OSError(5, "I/O error")
