"""The same round with other hole cards is shown and logged the same until the reveal (TOUCHSCREEN 12, P9)."""

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import QMetaObject
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtQuick import QQuickItem
from pytestqt.qtbot import QtBot

from controller.engine.prompt import Prompt
from controller.engine.state import Phase, TableState
from controller.engine.view_types import CardView, TableView
from controller.engine.views import view
from hw_fixtures.peer.codes import Slot
from tests.secrecy.plants import shown_text
from tests.ui.played import PlayedTable, play

DECK = 52
HOLE_CARDS = 16
"""Two cards for each of seven bettors and the player-dealer; the board comes after them."""


FEW = 12
SPOKEN = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Help)

Shown = tuple[str, tuple[str, ...]]


def seen(table: PlayedTable) -> Shown:
    """Give what is on the glass now: the picture, and all that any item could say of itself."""
    image = table.app.window.grabWindow().convertToFormat(QImage.Format.Format_RGB32)
    said = [word for item in items(table.app.window.contentItem()) for word in words(item)]
    return hashlib.sha256(bytes(image.constBits())).hexdigest(), tuple(said)


def items(item: QQuickItem) -> Iterator[QQuickItem]:
    """Give all items, those too that wait to be shown, as a tooltip does."""
    for child in item.childItems():
        yield child
        yield from items(child)


def words(item: QQuickItem) -> Iterator[str]:
    """Give every text an item holds, and what a screen reader would be told of it."""
    meta = item.metaObject()
    for name in text_properties(meta.className(), meta):
        yield f"{name}={item.property(name)}"
    spoken = QAccessible.queryAccessibleInterface(item)
    if spoken is not None:
        yield from (spoken.text(part) for part in SPOKEN)


def text_properties(kind: str, meta: QMetaObject) -> tuple[str, ...]:
    """Name the properties of a kind of item that hold a text."""
    if kind not in _texts:
        every = (meta.property(at) for at in range(meta.propertyCount()))
        _texts[kind] = tuple(str(one.name()) for one in every if str(one.typeName()) == "QString")
    return _texts[kind]


_texts: dict[str, tuple[str, ...]] = {}


def played(*, turned: bool, most: int = 1_000) -> list[Shown]:
    """Play a round up to the reveal and keep all that was shown; turned: the hole cards lie the other way.

    most: pictures after which to stop; a planted leak shows early.
    """
    table = play(seed=3)
    chamber = table.table.simulation.world.shuffler.hw.slots[Slot.CHAMBER]
    table.play_until(lambda: table.table.world.state.phase is Phase.HOLE)
    assert len(chamber) == DECK, "no card has left the shuffler yet"
    if turned:
        chamber[:HOLE_CARDS] = chamber[:HOLE_CARDS][::-1]
    shown: list[Shown] = []
    number = -1
    while table.table.world.state.phase is not Phase.REVEAL and len(shown) < most:
        table.step()
        newest = table.table.world.picture.newest
        if newest is not None and newest.seq != number:
            number = newest.seq
            table.show()
            shown.append(seen(table))
    table.app.stop()
    return shown


def test_nothing_tells_the_hole_cards_before_the_reveal(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Frames, names and log lines are byte-equal whatever lies face down."""
    del qtbot
    straight = played(turned=False)
    logged = [*caplog.messages]
    caplog.clear()
    turned = played(turned=True)
    assert len(straight) > HOLE_CARDS
    assert straight == turned
    assert logged == caplog.messages


def test_a_planted_leak_is_found(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that found nothing here would prove nothing: one face of one hand is put into the view."""
    del qtbot

    def leaky(state: TableState, prompt: Prompt) -> TableView:
        made = view(state, prompt)
        seats = [
            replace(seen, cards=tuple(CardView(card=card.card) for card in seat.cards))
            if seat.number == 2
            else seen
            for seen, seat in zip(made.seats, state.seats, strict=True)
        ]
        return replace(made, seats=tuple(seats))

    monkeypatch.setattr("controller.table.table.view", leaky)
    assert played(turned=False, most=FEW) != played(turned=True, most=FEW)


TOOLTIP = """    Item {
        property string toolTip: line.table.recordText
        visible: false
    }

"""
SPOKEN_NAME = """    Item {
        Accessible.role: Accessible.StaticText
        Accessible.name: line.table.recordText
        width: 1
        height: 1
    }

"""


@pytest.mark.parametrize("planted", [TOOLTIP, SPOKEN_NAME], ids=["tooltip", "accessible name"])
def test_a_card_that_is_only_spoken_is_found(
    planted: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No pixel tells it: a tooltip nobody opens, a name for a screen reader alone (issue 7)."""
    del qtbot
    shutil.copytree(str(files("ui").joinpath("qml")), tmp_path / "qml")
    line = tmp_path / "qml" / "DealerAssist" / "Parts" / "StatusLine.qml"
    before = "    component Word: Text {"
    assert before in line.read_text(encoding="utf-8")
    line.write_text(line.read_text(encoding="utf-8").replace(before, planted + before), encoding="utf-8")
    monkeypatch.setattr("ui.app.files", lambda _package: tmp_path)
    shown_text(monkeypatch)
    monkeypatch.setattr("ui.viewmodels.root.copy_text", lambda name, _words: name)
    straight, turned = played(turned=False, most=FEW), played(turned=True, most=FEW)
    assert [picture for picture, _ in straight] == [picture for picture, _ in turned]
    assert straight != turned
