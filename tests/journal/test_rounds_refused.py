"""When no new round may begin: a copy out of use, a medium nearly full (DURABILITY 4.3)."""

import pytest

from controller.journal.faults import RoundRefused
from tests.journal.table import MIRROR, SimTable, note_card


def test_no_round_begins_on_one_copy() -> None:
    """The round may end, a new one is refused, and the table can ask beforehand (DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()
    before = journal.refusal
    fail_mirror(table)
    note_card(journal, table.clock, 3)
    assert (None, "mirror is out of use, OSError 5") == (before, journal.refusal)
    head = journal.head
    with pytest.raises(RoundRefused) as caught:
        journal.open_round(2, table.clock())
    assert (2, head) == (caught.value.round_no, journal.head)


def fail_mirror(table: SimTable) -> None:
    """Have the mirror's medium refuse every write from now on."""

    def broken(call: str, path: str) -> None:
        if call == "pwrite" and path == MIRROR:
            raise OSError(5, "injected")

    table.disk.rehearse = broken
