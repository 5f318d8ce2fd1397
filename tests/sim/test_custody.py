"""Decks and cards that are not what they should be: nothing starts, goes on, or shows (CDP1 8)."""

import logging

import pytest

from controller.engine.device_words import Reading
from controller.engine.state import DeckState, HoldCode, Phase
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.peer.codes import Slot
from tests.sim.custody import (
    act,
    cards_astray,
    dealing_table,
    ended,
    faces_in_record,
    holds_of,
    may_close_betting,
    secrets_in,
    until_hold,
)
from tests.sim.reading import events_of
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")
DECK_FAULTS = {
    "sort mode": ("lie sorts on",),
    "51 cards": ("short A",),
    "one card twice, 52 by count": ("twin A",),
    "two cards left inside": ("retain 2",),
}


def _look_for(table: Stage, milliseconds: int) -> bool:
    """Deal for a while; tell whether a round could ever have begun."""
    until_ms = table.world.now_ms + milliseconds
    could = False
    while table.world.now_ms < until_ms:
        if any(deck.state is DeckState.QUARANTINED for deck in table.world.state.decks):
            table.world.step()  # nobody brings another deck
        else:
            table.dealer.step()
        could = could or may_close_betting(table.world.prompt) or table.world.state.phase is Phase.HOLE
    return could


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("fault", DECK_FAULTS)
def test_a_deck_that_is_not_right_cannot_start_a_round(fault: str, dealing: str) -> None:
    """The due deck is off the table, whatever else the machine says (issue 4; I31, I33)."""
    table = stage(seed=2, dealing=dealing)
    act(table, *DECK_FAULTS[fault])

    assert not _look_for(table, 12_000)
    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert (0, 0) == ended(table)


@pytest.mark.parametrize("dealing", MODES)
def test_a_deck_of_53_cannot_start_a_round(dealing: str) -> None:
    """A card of the other deck's back makes it 53, and no round begins (I31)."""
    table = stage(seed=2, dealing=dealing)
    world = table.simulation.world
    with table.simulation.runtime.moment():
        world.places["box A"].append(world.places["box B"].pop())
        world.places["box A"][-1].back = world.deck("A").back

    assert not _look_for(table, 12_000)
    assert DeckState.QUARANTINED is table.world.state.deck("A").state


@pytest.mark.parametrize("dealing", MODES)
def test_one_foreign_card_at_the_right_count_cannot_start_a_round(dealing: str) -> None:
    """A count of 52 proves nothing: one red card lies elsewhere, a blue one is inside (SH01)."""
    table = stage(seed=2, dealing=dealing)
    world = table.simulation.world
    with table.simulation.runtime.moment():
        world.places["box A"][0], world.places["box B"][0] = (
            world.places["box B"][0],
            world.places["box A"][0],
        )
        # Loaded by hand as one pile, backs mixed.
        pile, world.places["box A"] = world.places["box A"], []
        world.shuffler.load(Slot.INFEED, pile, world.now_ms)

    assert not _look_for(table, 12_000)
    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert (0, 0) == ended(table)


@pytest.mark.parametrize("dealing", MODES)
def test_cards_left_inside_come_out_with_the_next_deck_and_start_no_round(dealing: str) -> None:
    """Ten cards of the deck before make 62: the machine's own count takes the deck off (SH28, C7)."""
    table = stage(seed=2, dealing=dealing)
    with table.simulation.runtime.moment():
        back = table.simulation.world.deck("A").back
        table.simulation.world.places["box A"] += [PhysicalCard(code, back) for code in range(10)]

    assert not _look_for(table, 12_000)
    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert (0, 0) == ended(table)


@pytest.mark.parametrize("dealing", MODES)
def test_cards_left_inside_in_a_round_take_the_deck_off_before_its_next(dealing: str) -> None:
    """What the machine kept of a deck is missed at its next count, and no round is dealt from it (C7)."""
    table = stage(seed=2, dealing=dealing)
    table.dealer.play_until(lambda: table.world.state.phase is Phase.REVEAL, "the reveal")
    act(table, "retain 10")
    table.dealer.play_until(
        lambda: any(deck.state is DeckState.QUARANTINED for deck in table.world.state.decks), "the quarantine"
    )
    (off,) = (deck for deck in table.world.state.decks if deck.state is DeckState.QUARANTINED)
    current = table.world.state.round

    assert "rejected, fault 0201" == off.problem
    assert current is None or current.deck != off.letter or table.world.state.phase is Phase.COLLECT


CARD_FAULTS = {
    "wrong back": (("other",), HoldCode.WRONG_BACK),
    "blank card": (("slip blank",), HoldCode.WRONG_BACK),
    "joker": (("slip joker",), HoldCode.DUPLICATE),
    "duplicate": (("misread",), HoldCode.DUPLICATE),
    "boxed": (("read reversed",), HoldCode.BOXED),
    "unreadable": (("noread",), HoldCode.UNREAD),
}


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("name", CARD_FAULTS)
def test_a_wrong_card_holds_sealed_and_unseen(
    name: str, dealing: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The card is journaled sealed, all suspects are named by place, no face is anywhere (I8 to I10, V9)."""
    caplog.set_level(logging.DEBUG)
    lines, code = CARD_FAULTS[name]
    table = dealing_table(dealing)
    act(table, *lines)
    found = until_hold(table)
    newest = table.world.picture.newest

    assert code is found
    assert newest is not None
    assert newest.view.hold is not None
    assert newest.view.hold.places
    assert [] == secrets_in(newest)
    assert 1 <= len(cards_astray(table))
    assert set() == faces_in_record(table)
    assert not any(_names_a_card(record.getMessage()) for record in caplog.records)


def _names_a_card(text: str) -> bool:
    return any(len(word) == 2 and word[0] in "23456789TJQKA" and word[1] in "cdhs" for word in text.split())


@pytest.mark.parametrize("dealing", MODES)
def test_a_53rd_card_stops_the_round(dealing: str) -> None:
    """The machine's own count gives it away, or its twin does; the deck is off the table (I9, I32)."""
    table = dealing_table(dealing)
    act(table, "slip extra")
    code = until_hold(table)
    table.dealer.play_until(lambda: ended(table)[1] == 1, "the void")

    assert code in {HoldCode.COUNT_WRONG, HoldCode.DUPLICATE}
    assert "deck_quarantined" in {event.kind for event in events_of(table)}
    assert set() == faces_in_record(table)


def test_a_card_that_nobody_asked_for_is_no_card_of_the_round() -> None:
    """The third card for a window of two holds, and its identity stays in its seal (I11)."""
    table = stage(seed=4, dealing="shoe")
    world = table.world
    table.dealer.play_until(lambda: world.state.phase is Phase.HOLE, "the deal")
    table.dealer.play_until(lambda: _is_armed(table), "the first window")
    table.simulation.unplug("shoe")
    for _ in range(3):
        with table.simulation.runtime.moment():
            table.simulation.world.draw("felt")
        world.run(200)
    table.simulation.plug("shoe")
    world.run(3_000)

    assert HoldCode.DRAWN_EARLY in holds_of(table)
    assert [Reading.FACE.value] == [card.reading for card in cards_astray(table)]
    assert set() == faces_in_record(table)
    newest = world.picture.newest
    assert newest is not None
    assert [] == secrets_in(newest)


def _is_armed(table: Stage) -> bool:
    current = table.world.state.round
    return current is not None and current.window is not None and current.window.armed


@pytest.mark.parametrize("dealing", MODES)
@pytest.mark.parametrize("lines", [("noread",), ("other",)])
def test_after_a_void_the_next_round_is_played(lines: tuple[str, ...], dealing: str) -> None:
    """Stakes go back, decks are put in order, and the next round comes to its result (G9.2)."""
    table = dealing_table(dealing)
    act(table, *lines)
    table.dealer.play_until(lambda: ended(table)[1] == 1, "the void")
    table.dealer.play_until(lambda: ended(table)[0] == 1, "the result of the next round")

    assert (1, 1) == ended(table)
    assert table.world.state.rounds >= 2


@pytest.mark.parametrize("dealing", MODES)
def test_a_quarantine_survives_a_restart(dealing: str) -> None:
    """A deck that is off the table stays so until the floor brings another (G10.4)."""
    table = stage(seed=2, dealing=dealing)
    act(table, "twin A")
    _look_for(table, 20_000)
    table.restart()
    table.world.run(2_000)

    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    table.dealer.play_until(lambda: ended(table)[0] == 1, "a round with another deck")
