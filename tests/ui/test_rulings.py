"""The floor at the glass: how many taps a ruling takes, and what it shows before a badge (TOUCHSCREEN 6)."""

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from controller.engine.cards import Card
from controller.engine.guide import find
from controller.engine.prompt import OfferCode, OpenField
from controller.engine.ruleset_policy import Irregular
from controller.engine.ruling_commands import Rule
from controller.engine.state import Phase
from tests.sim.stage import FLOOR, SHIFT
from tests.ui.played import PlayedTable, play


def at_phase(phase: Phase) -> PlayedTable:
    """Play a table by taps until a phase, with its screen at rest."""
    played = play(seed=2, dealing="shoe")
    played.play_until(lambda: played.table.world.state.phase is phase)
    played.show()
    return played


def taps_of(played: PlayedTable, act: Callable[[], None]) -> int:
    """Count the taps of an act."""
    before = played.fingers.taps
    act()
    return played.fingers.taps - before


def effect_shown(played: PlayedTable) -> str:
    """Give the effect that the approval sheet shows once the table has told it."""
    played.show()
    return played.app.table._floor.shown.effectText


def test_a_supervisor_voids_a_round_in_three_taps_and_a_badge(qtbot: QtBot) -> None:
    """Floor, void, apply; before the badge it says what goes back, and that the round does not count (S3)."""
    del qtbot
    played = at_phase(Phase.PREFLOP)
    void = find(played.table.world.prompt, OfferCode.VOID_ROUND)
    assert void is not None

    def tap() -> None:
        played.fingers.tap("sheet", "floor")
        played.fingers.tap("offer", token=void.token)
        played.fingers.tap("apply")

    assert 3 == taps_of(played, tap)
    effect = effect_shown(played)
    assert "will go back to" in effect
    assert "The round will not count." in effect
    played.fingers.approve(FLOOR)
    played.show()
    current = played.table.world.state.round
    played.app.stop()
    assert current is not None
    assert current.is_void


def test_a_supervisor_corrects_a_card_in_five_taps_and_two_badges(qtbot: QtBot) -> None:
    """Floor, card, rank, suit, apply: the hand that is turned up now is proposed (S2, I26)."""
    del qtbot
    played = at_phase(Phase.SETTLE)
    state = played.table.world.state
    offer = next(
        one
        for one in played.table.world.prompt.offers
        if isinstance(one.command, Rule) and one.command.code is Irregular.I26
    )
    choice = offer.choice(OpenField.CARD)
    assert choice is not None
    place = offer.command.place if isinstance(offer.command, Rule) else ""
    lying = {card.card for seat in state.seats for card in seat.cards}
    lying |= {card.card for card in (*state.round.board, *state.round.dealer_cards)} if state.round else set()
    card = next(one for one in Card if one not in lying)

    def tap() -> None:
        played.fingers.tap("sheet", "floor")
        played.fingers.tap("offer", token=offer.token)
        played.fingers.tap("form_rank", card.value[0])
        played.fingers.tap("form_suit", card.value[1])
        played.fingers.tap("apply")

    assert 5 == taps_of(played, tap)
    assert "" != effect_shown(played)
    played.fingers.approve(FLOOR)
    played.show()
    played.fingers.approve(SHIFT)
    played.show()
    seat = int(place.split(" ")[1])
    now = {one.card for one in played.table.world.state.seats[seat - 1].cards}
    played.app.stop()
    assert card in now


def test_no_key_of_a_card_is_greyed_by_a_hidden_card(qtbot: QtBot) -> None:
    """Only faces that everybody sees are closed (S2)."""
    del qtbot
    played = at_phase(Phase.PREFLOP)
    offers = [one for one in played.table.world.prompt.offers if one.choice(OpenField.CARD) is not None]
    played.app.stop()
    assert [()] == list({one.choice(OpenField.CARD).closed for one in offers})  # type: ignore[union-attr]
