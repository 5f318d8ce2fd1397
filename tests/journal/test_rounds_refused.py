"""When no cards of a new round may be dealt: a copy out of use, a medium nearly full (DURABILITY 4.3, 16)."""

from dataclasses import replace

import pytest

from controller.journal.places import BALLAST
from controller.journal.space import NEARLY_FULL
from tests.journal.sim_disk import TOTAL
from tests.journal.table import CONFIG, HEAD, SimTable, note_card


def fail_mirror(table: SimTable) -> None:
    """Have the mirror's medium refuse every call that changes it from now on."""

    def broken(call: str, path: str) -> None:
        if call in ("pwrite", "open", "rename") and path.startswith("/b"):
            raise OSError(5, "injected")

    table.disk.rehearse = broken


def test_no_new_round_is_dealt_on_one_copy() -> None:
    """The round may end, and the table can ask beforehand whether another may begin (DURABILITY 4.3, F30)."""
    table = SimTable()
    journal = table.played()
    before = journal.refusal
    fail_mirror(table)
    note_card(journal, table.clock, 3)
    assert (None, "mirror is out of use, OSError 5") == (before, journal.refusal)


def test_a_medium_out_of_use_keeps_no_round_key() -> None:
    """The engine opens the next round before it knows; that must not touch the failed medium (F30)."""
    table = SimTable()
    journal = table.played()
    fail_mirror(table)
    note_card(journal, table.clock, 3)
    old = bytes(table.disk.contents("/b/seal.state.bb"))
    journal.open_round(2, table.clock())
    table.disk.rehearse = lambda _call, _path: None
    assert old == bytes(table.disk.contents("/b/seal.state.bb"))
    assert 2 == table.start()[0]._round_no


@pytest.mark.parametrize(
    ("root", "share", "low", "refusal"),
    [
        ("/a", 0.21, [False, False], None),
        ("/a", 0.19, [True, False], None),
        ("/b", 0.19, [False, True], None),
        ("/b", 0.04, [False, True], "/b has less than 5% free"),
    ],
)
def test_room_is_watched_on_both_media(root: str, share: float, low: list[bool], refusal: str | None) -> None:
    """Below 20 % a warning, below 5 % no new round, and it goes on after freeing (DURABILITY 4.3, F5)."""
    table = SimTable()
    journal = table.played()
    table.disk.free[root] = int(TOTAL * share)
    assert (low, refusal) == ([medium.is_low for medium in journal.media], journal.refusal)
    table.disk.free[root] = TOTAL
    assert ([False, False], None) == ([medium.is_low for medium in journal.media], journal.refusal)


def test_a_medium_that_does_not_answer_is_told_by_the_next_write() -> None:
    """Asking for room never stops the table (DURABILITY 4.3)."""
    table = SimTable()
    journal = table.played()

    def broken(call: str, _path: str) -> None:
        if call == "space":
            raise OSError(5, "injected")

    table.disk.rehearse = broken
    assert HEAD + 1 == note_card(journal, table.clock, 3)
    assert journal.refusal is None


def test_a_ballast_that_cannot_be_removed_stops_nothing() -> None:
    """What is wrong with a medium is told by the write that follows (DURABILITY 4.3)."""
    table = SimTable(config=replace(CONFIG, ballast_bytes=4_096))
    journal = table.played()
    table.disk.free["/b"] = NEARLY_FULL - 1

    def broken(call: str, path: str) -> None:
        if call == "unlink" and path == "/b/ballast.bb":
            raise OSError(5, "injected")

    table.disk.rehearse = broken
    assert HEAD + 1 == note_card(journal, table.clock, 3)
    assert "/b/ballast.bb" in table.disk.names


def test_a_round_ends_on_the_ballast() -> None:
    """16 MB lie on each medium; a nearly full one gives them up before a write fails (DURABILITY 4.3, F5)."""
    table = SimTable(config=replace(CONFIG, ballast_bytes=BALLAST))
    journal = table.played()
    ballasts = ("/a/ballast", "/b/ballast.bb")
    assert [BALLAST, BALLAST] == [len(table.disk.contents(path)) for path in ballasts]
    table.disk.free["/b"] = NEARLY_FULL - 1
    note_card(journal, table.clock, 3)
    assert ["/a/ballast"] == [path for path in ballasts if path in table.disk.names]
    journal.close()
    table.start()[0].close()
    assert "/b/ballast.bb" not in table.disk.names
    table.disk.free["/b"] = TOTAL
    table.start()
    assert BALLAST == len(table.disk.contents("/b/ballast.bb"))
