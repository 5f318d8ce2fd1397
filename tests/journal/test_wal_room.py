"""The WAL's room: taken before it is used, kept from round to round, never from what ends a round (3.2)."""

import errno

import pytest

from tests.journal.table import CONFIG, PRIMARY, SimTable, note_card


def test_the_wal_keeps_its_room_from_round_to_round() -> None:
    """No commit of a round changes the WAL's size, a stop in order empties it (issue 7, DURABILITY 3.2)."""
    table = SimTable()
    journal, _, report = table.start()
    wal = table.disk.contents(f"{PRIMARY}-wal")
    room = CONFIG.wal_room_bytes
    assert room == len(wal)
    journal.power_up(report, table.clock(), software="test")
    for number in range(1, 6):
        journal.open_round(number, table.clock())
        for ordinal in range(7):
            note_card(journal, table.clock, ordinal)
        assert room == len(wal)
    journal.close()
    assert 0 == len(wal)


def test_a_wal_that_outgrew_its_room_is_cut_when_it_begins_anew() -> None:
    """One round of very many records does not hold its room for ever (DURABILITY 13)."""
    table = SimTable()
    journal = table.played(cards=40)
    wal = table.disk.contents(f"{PRIMARY}-wal")
    assert CONFIG.wal_room_bytes < len(wal)
    journal.open_round(2, table.clock())
    note_card(journal, table.clock, 0)
    assert CONFIG.wal_room_bytes == len(wal)


def test_a_medium_that_is_nearly_full_gives_the_wal_no_room() -> None:
    """Room for speed is never taken from what ends a round (DURABILITY 4.3, F5)."""
    table = SimTable()
    table.disk.free["/a"] = 7 * CONFIG.wal_room_bytes
    table.start()
    assert len(table.disk.contents(f"{PRIMARY}-wal")) < CONFIG.wal_room_bytes


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
def test_a_wal_that_cannot_have_its_room(code: int) -> None:
    """A full medium goes on without room, a failing one is out of use (DURABILITY 4.3)."""
    table = SimTable()

    def refuse(call: str, path: str) -> None:
        if call == "pwrite" and path.endswith("-wal"):
            raise OSError(code, "injected")

    table.disk.rehearse = refuse
    journal, _, _ = table.start()
    assert (code == errno.EIO) == (journal.degraded is not None)
