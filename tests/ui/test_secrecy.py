"""The same table with other hole cards looks the same until they are up (TOUCHSCREEN 12, P9)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Card, parse_cards
from controller.engine.view_types import CardView, TableView
from tests.ui.screen import Screen
from ui.app import walk
from ui.scenes import samples
from ui.scenes import settling as scenes_settle

BEFORE_THE_REVEAL = ("D2-hole", "D3-preflop", "D4-flop", "D5-river", "D6-reveal", "D10-hold", "D13-recovered")


def names(screen: Screen) -> set[str]:
    """Give every text and accessible property that is on the screen."""
    said = set()
    for item in walk(screen.app.window.contentItem()):
        meta = item.metaObject()
        for name in ("text", "name", "card"):
            if meta.indexOfProperty(name) >= 0:
                said.add(str(item.property(name)))
    return said


@pytest.mark.parametrize("name", BEFORE_THE_REVEAL)
def test_no_hole_card_is_anywhere_on_the_screen_before_the_reveal(screen: Screen, name: str) -> None:
    """No text, name or card of an item holds a face of a hand that is not up."""
    screen.show(name)
    hidden = {card.value for hole in (*samples.HOLES.values(), samples.BANK_HOLE) for card in hole}
    hidden -= {card.value for card in samples.BOARD}
    assert set() == hidden & names(screen)


def test_a_view_cannot_hold_a_hidden_card() -> None:
    """A card that is not up is None in the view itself, so no widget can leak it (G12)."""
    view: TableView = scenes_settle.river()
    assert {None} == {card.card for seat in view.seats for card in seat.cards}


def test_a_face_appears_the_moment_it_is_up(screen: Screen) -> None:
    """The stop's seat shows its faces; every other hand stays backs (section 5)."""
    view = scenes_settle.settle()
    up: tuple[Card, ...] = samples.HOLES[6]
    screen.show(samples.publish(view))
    assert {card.value for card in up} <= names(screen)
    down = replace(view.seats[5], cards=(CardView(card=None), CardView(card=None)))
    rows = (*view.seats[:5], down, *view.seats[6:])
    screen.show(samples.publish(replace(view, seats=rows)))
    assert set() == {card.value for card in parse_cards("Ks 9h")} & names(screen)
