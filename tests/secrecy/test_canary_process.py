"""A real process that is killed inside rounds leaves no hidden card behind (issue 7, DURABILITY 8)."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from controller.journal.blackbox import read_mirror
from controller.journal.files import OsFiles
from hw_fixtures.wires.lane import Lane
from tests.cli.killed import Child, start
from tests.cli.killed_child import TABLE_ID
from tests.cli.killed_play import Played, deal, switched_on
from tests.secrecy.hunt import Written, leaks, shown_salts
from tests.secrecy.needles import Secret, search
from tests.secrecy.truth import truth_of

LIVES_EACH_PUSH = 3
LIVES = 40
LONGEST_LIFE_S = 2.5
LAST_LIFE_S = 60.0
CARD_FRAME = 20
"""A frame with a card in it has more bytes than this."""
CANARY = "canary-4f1d9a77"

ABORTS = """
import os, resource, sys
{hardening}
secret = "-".join(("canary", "4f1d9a77")) * 3
os.abort()
"""


def _play_and_kill(table: Played, lives: int) -> list[str]:
    """Play, killing the controller at random moments, the last time with cards on the felt.

    Gives the lines of its console.
    """
    chance = random.Random(5)
    lines: list[str] = []
    for life in range(lives):
        child = start(table.place)
        if life < lives - 1:
            deal(table, child, time.monotonic() + chance.uniform(0.5, LONGEST_LIFE_S), rounds=10**6)
        else:
            _play_until_cards_lie(table, child)
        child.kill(signal.SIGABRT if life % 2 == 0 else signal.SIGKILL)
        lines += child.lines
    return lines


def _play_until_cards_lie(table: Played, child: Child) -> None:
    """Play one round to its end, and the next one until a seat has cards."""
    until = time.monotonic() + LAST_LIFE_S
    assert deal(table, child, until, rounds=1)
    while child.view is None or not any(seat.cards for seat in child.view.seats):
        assert time.monotonic() < until
        deal(table, child, time.monotonic() + 0.1, rounds=10**6)


def _written_by(folder: Path, lines: list[str]) -> Written:
    """Read every byte that is left."""
    written = Written(console=lines, records=read_mirror(folder / "table.db.bb", OsFiles()).records)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            name = str(path.relative_to(folder))
            plain = name.startswith(("stderr", "trace"))
            (written.add_plain if plain else written.files.__setitem__)(name, path.read_bytes())
    written.files["environment"] = repr(dict(os.environ)).encode()
    return written


def _check(folder: Path, dealing: str, lives: int, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: set[bytes] = set()
    push = Lane.push

    def heard(self: Lane, data: bytes, now_ms: int) -> None:
        frames.update(frame for frame in data.split(b"\x00") if len(frame) > CARD_FRAME)
        push(self, data, now_ms)

    monkeypatch.setattr(Lane, "push", heard)
    table = switched_on(folder, dealing, seed=31)
    try:
        lines = _play_and_kill(table, lives)
    finally:
        table.simulation.stop()
    truth = truth_of((folder / "table.db.bb",), TABLE_ID)
    written = _written_by(folder, lines)
    root = Secret(what="root key", data=table.place.journal.key_file.read_bytes())
    del written.files[table.place.journal.key_file.name]
    wire = tuple(Secret(what="frame", data=frame) for frame in sorted(frames))
    assert [] == leaks(written, truth, (root, *wire))
    assert [] == list(folder.rglob("core*"))
    assert frames
    assert truth.folded
    turned_up = shown_salts(truth)
    mirror = written.files["table.db.bb"]
    assert {one.what for one in turned_up} == {one.what for one in search("mirror", mirror, turned_up)}


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_a_killed_process_leaves_no_hidden_card(
    dealing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both copies, WAL, evidence, keys, log, trace, console, core files; SIGABRT and SIGKILL in turns."""
    _check(tmp_path, dealing, LIVES_EACH_PUSH, monkeypatch)


@pytest.mark.full
def test_many_killed_processes_leave_no_hidden_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for forty lives."""
    _check(tmp_path, "stacks", LIVES, monkeypatch)


def _core_of(folder: Path, hardening: str) -> bytes:
    """Abort a process that holds a secret and may leave a core file; give what it left."""
    limit = (resource.RLIM_INFINITY, resource.getrlimit(resource.RLIMIT_CORE)[1])

    def allow_core() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (limit[1], limit[1]))

    done = subprocess.run(
        [sys.executable, "-c", ABORTS.format(hardening=hardening)],
        cwd=folder,
        preexec_fn=allow_core,
        env={"PYTHONPATH": str(Path.cwd())},
        check=False,
    )
    assert -signal.SIGABRT == done.returncode
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_an_aborted_table_leaves_no_core_file(tmp_path: Path) -> None:
    """Not even where the system would write one (DURABILITY 10)."""
    hardening = (
        "from controller.cli.hardening import keep_memory_private as keep; keep(lock=False)\n"
        "assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0\n"
        "import ctypes; assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0"
    )
    assert b"" == _core_of(tmp_path, hardening)


def test_a_core_file_would_have_been_found(tmp_path: Path) -> None:
    """Control: without it the secret is there for everybody to read, where this machine writes core files."""
    core = _core_of(tmp_path, "")
    if not core:
        pytest.skip("this machine writes no core files")
    assert CANARY.encode() in core
