"""The effect before approval: money and decks as they would be, no hidden card (G9.1, G11.6)."""

import pytest

from controller.engine.cards import Hidden
from controller.engine.commands import Exposure, SettleSeat, VoidRound
from controller.engine.preview import effect_of
from controller.engine.queries import placed_cards
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.engine.state import DealingMode, DeckState, Phase
from tests.engine.given import Felt
from tests.engine.ruling_kit import give_ruling, rule
from tests.engine.stages import TWO, at

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def _showdown(mode: DealingMode = DealingMode.SHOE) -> Felt:
    """Give a table at SETTLE: seat 2 played 4x, seat 3 folded at the river."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    return felt


@MODES
def test_a_void_tells_what_goes_back_and_which_deck_is_counted(mode: DealingMode) -> None:
    """Two seats with 20.00 each; the round's deck is recounted, the round does not count (S3)."""
    felt = at(Phase.PREFLOP, mode)
    before = felt.state
    effect = effect_of(felt.state, VoidRound(reason="test"))
    assert (4000, True, True) == (effect.returned, effect.voids, effect.goes_on)
    assert [(2, 2000, 0), (3, 2000, 0)] == [(one.seat, one.before, one.after) for one in effect.chips]
    assert [("A", True)] == [(one.deck, one.is_recounted) for one in effect.decks]
    assert before == felt.state


def test_a_quarantine_is_told() -> None:
    """A duplicate takes the deck off the table (I9)."""
    felt = at(Phase.PREFLOP)
    effect = effect_of(felt.state, rule("I9", Ruling.VOID))
    assert [("A", DeckState.QUARANTINED)] == [(deck.deck, deck.state) for deck in effect.decks]


def test_a_dead_hand_before_the_reveal_is_computed_there() -> None:
    """What its chips are is known; what the others win hangs on hidden cards (S0)."""
    felt = at(Phase.PREFLOP)
    effect = effect_of(felt.state, rule("I14", Ruling.DEAD, seat=TWO))
    assert (2000, True, ()) == (effect.returned, effect.at_reveal, effect.nets)


def test_a_corrected_decision_after_the_step_shows_before_and_after() -> None:
    """Seat 2 played 3x, not 4x: both nets to the cent, as the ruling then records them (I24, S4)."""
    felt = _showdown()
    felt.ask(SettleSeat(seat=TWO))
    command = rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="play 3")
    effect = effect_of(felt.state, command)
    (net,) = effect.nets
    events = give_ruling(felt, command)
    entries = [event for event in events if isinstance(event, SettlementReversed | SettlementRepeated)]
    moved = [sum(line.net for line in event.lines) for event in entries]
    assert [net.before, net.after] == moved
    assert 1000 == abs(net.before - net.after)


def test_a_command_that_would_be_refused_says_why() -> None:
    """The sheet shows the reason instead of an effect (G9.2)."""
    felt = at(Phase.PREFLOP)
    refused = effect_of(felt.state, rule("I14", Ruling.DEAD, seat=7)).refused
    assert refused is not None
    assert RefusalCode.NOT_ENTITLED is refused.code


@pytest.mark.parametrize("phase", sorted(set(Phase) - {Phase.CLOSED}))
def test_no_effect_tells_a_hidden_card(phase: Phase) -> None:
    """Whatever is offered in a phase, its effect names no face that lies face down (V9)."""
    felt = at(phase)
    hidden = {
        card.card.value
        for _, card in placed_cards(felt.state)
        if isinstance(card, Hidden) and card.card is not None
    }
    shown = "".join(repr(effect_of(felt.state, offer.command)) for offer in felt.offers)
    assert [] == [face for face in hidden if f"'{face}'" in shown]
