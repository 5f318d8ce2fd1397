"""The same round with other hole cards is shown and logged the same until the reveal (TOUCHSCREEN 12, P9)."""

import hashlib
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from controller.engine.prompt import Prompt
from controller.engine.state import Phase, TableState
from controller.engine.view_types import CardView, TableView
from controller.engine.views import view
from hw_fixtures.peer.codes import Slot
from tests.ui.played import PlayedTable, play
from ui.app import walk

DECK = 52
HOLE_CARDS = 16
"""Two cards for each of seven bettors and the player-dealer; the board comes after them."""


def seen(table: PlayedTable) -> tuple[str, tuple[str, ...]]:
    """Give what is on the glass now: the picture, and every name and text of an item."""
    image = table.app.window.grabWindow().convertToFormat(QImage.Format.Format_RGB32)
    said = [
        f"{name}={item.property(name)}"
        for item in walk(table.app.window.contentItem())
        for name in ("text", "name", "card")
        if item.metaObject().indexOfProperty(name) >= 0
    ]
    return hashlib.sha256(bytes(image.constBits())).hexdigest(), tuple(said)


def played(*, turned: bool) -> list[tuple[str, tuple[str, ...]]]:
    """Play a round up to the reveal and keep all that was shown; turned: the hole cards lie the other way."""
    table = play(seed=3)
    chamber = table.table.simulation.world.shuffler.hw.slots[Slot.CHAMBER]
    table.play_until(lambda: table.table.world.state.phase is Phase.HOLE)
    assert len(chamber) == DECK, "no card has left the shuffler yet"
    if turned:
        chamber[:HOLE_CARDS] = chamber[:HOLE_CARDS][::-1]
    shown = []
    number = -1
    while table.table.world.state.phase is not Phase.REVEAL:
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
    assert played(turned=False) != played(turned=True)
