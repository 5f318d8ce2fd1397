"""Nothing is left over after rounds: objects, threads, descriptors (TOUCHSCREEN 12)."""

import gc
import threading

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from tests.drivers.lab import open_descriptors
from tests.ui.played import PlayedTable, play

FEW = 2
FULL = 1_000


def held(table: PlayedTable) -> tuple[int, int, int]:
    """Count QObjects under the window and the models, threads and descriptors."""
    gc.collect()
    window = table.app.window
    objects = len(window.findChildren(QObject)) + len(table.app.table.findChildren(QObject))
    return objects, threading.active_count(), open_descriptors()


@pytest.mark.parametrize("rounds", [FEW, pytest.param(FULL, marks=pytest.mark.full)])
def test_counts_are_the_same_after_rounds(rounds: int, qtbot: QtBot) -> None:
    """QObjects, threads and descriptors after the rounds are those after the first one."""
    del qtbot
    table = play(seed=5)
    table.play_rounds(1)
    table.show()
    before = held(table)
    table.play_rounds(rounds)
    table.show()
    after = held(table)
    table.app.stop()
    assert before == after
