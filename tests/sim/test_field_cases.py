"""Cases from the field that a whole table in virtual time can show: devices that lie or vanish, wrong cards.

The identifiers are those of the public list of field cases: SE serial devices, US USB devices, SH shufflers
and shoes. What needs a real wire or one frame alone is in `tests/drivers` and `tests/hil`.
Clauses: G9.1 I8 to I10, I29 to I33, G10.2 to G10.5, CDP1 3 to 8.
"""

import pytest

from controller.engine.commands import Resume
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import DeckState, HoldCode, Phase
from controller.history.rounds import rounds_of
from hw_fixtures.peer.codes import Message
from hw_fixtures.truth import Truth
from tests.sim.custody import (
    act,
    cards_astray,
    dealing_table,
    ended,
    faces_in_record,
    holds_of,
    may_close_betting,
    until_hold,
)
from tests.sim.reading import events_of, indexes_of
from tests.sim.stage import Stage, stage

MODES = ("stacks", "shoe")
CARDS_OF_EIGHT = 21


def _wagers(dealing: str = "stacks", seed: int = 3) -> Stage:
    """Give a table that could say "no more bets"."""
    table = stage(seed=seed, dealing=dealing)
    table.dealer.play_until(lambda: may_close_betting(table.world.prompt), "the end of betting")
    return table


def _without_replacing(table: Stage, milliseconds: int) -> None:
    """Deal for a while, but leave a deck that is off the table where it is."""
    until_ms = table.world.now_ms + milliseconds
    while table.world.now_ms < until_ms:
        out = any(deck.state is DeckState.QUARANTINED for deck in table.world.state.decks)
        table.world.step() if out else table.dealer.step()


@pytest.mark.parametrize("dealing", MODES)
def test_se01_a_lost_cable_keeps_the_phase(dealing: str) -> None:
    """The table sees it within 2 s, remembers where it was, and goes on there after the replug."""
    table = dealing_table(dealing)
    world = table.world
    table.simulation.unplug("shoe")
    world.run(2_000)
    held = world.state

    assert not held.shoe.linked
    assert Phase.HOLE is held.phase
    table.simulation.plug("shoe")
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result")
    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)[:CARDS_OF_EIGHT]


def test_se10_commands_that_are_never_answered_act_once() -> None:
    """Tries are bounded, the link goes down, and afterwards exactly one shuffle was started."""
    table = stage(seed=3)
    world = table.world
    table.dealer.play_until(lambda: world.state.shuffler.waiting == "start_shuffle", "the order to shuffle")
    op_id = world.state.shuffler.next_op_id - 1
    act(table, "block shuffler out rsp")
    world.run(8_000)

    assert not world.state.shuffler.linked
    act(table, "block shuffler out")
    table.dealer.play_until(lambda: world.state.deck("A").state is DeckState.READY, "the shuffled deck")
    assert 1 == Truth(table.simulation).started("shuffler")[op_id]


@pytest.mark.parametrize("device", ["shuffler", "shoe"])
def test_se11_a_device_that_falls_silent_blocks_the_next_deal(device: str) -> None:
    """Open but mute: shown as down within three beats, and "no more bets" is refused."""
    table = _wagers()
    act(table, f"mute {device} 30")
    table.world.run(2_000)

    assert not table.world.state.device(device).linked  # type: ignore[arg-type]  # one of the two names
    assert not may_close_betting(table.world.prompt)


def test_us03_a_card_drawn_while_the_shoe_is_gone_comes_once() -> None:
    """The card read at the moment of loss comes by replay, exactly once."""
    table = stage(seed=4, dealing="shoe")
    world = table.world
    table.dealer.play_until(lambda: bool(indexes_of(table)), "the first card")
    table.simulation.unplug("shoe")
    world.run(200)
    with table.simulation.runtime.moment():
        table.simulation.world.draw("seat 2")
    world.run(1_000)

    assert [0] == indexes_of(table)
    table.simulation.plug("shoe")
    world.run(3_000)
    assert [0, 1] == indexes_of(table)


def test_us21_a_table_that_is_busy_gets_every_card_in_order() -> None:
    """The reader never waits for anybody: what came meanwhile is all there, in order."""
    table = stage(seed=4, dealing="shoe")
    table.dealer.play_until(lambda: table.world.state.phase is Phase.HOLE, "the deal")
    act(table, "mute shoe 1")
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result")

    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)[:CARDS_OF_EIGHT]


def test_sh01_a_right_count_of_wrong_cards_blocks() -> None:
    """Fifty-two by count, one identity twice: quarantined, no round."""
    table = stage(seed=2)
    act(table, "twin A")
    _without_replacing(table, 10_000)

    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert not may_close_betting(table.world.prompt)


def test_sh03_a_shuffler_left_in_sort_mode_deals_nothing() -> None:
    """A machine that says sort is refused before the deal."""
    table = stage(seed=2)
    act(table, "lie sorts on")
    _without_replacing(table, 10_000)

    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert [] == indexes_of(table)


@pytest.mark.parametrize("dealing", MODES)
def test_sh03_a_sorted_deck_called_shuffled_is_seen_after_five_cards(dealing: str) -> None:
    """The first five reads are one run: the round stops, whatever the machine says."""
    table = stage(seed=2, dealing=dealing)
    act(table, "lie sorts on", "lie shuffle on")

    assert HoldCode.NOT_SHUFFLED is until_hold(table)
    assert 5 == len(indexes_of(table))
    table.dealer.play_until(lambda: ended(table)[1] == 1, "the void")
    assert "deck_quarantined" in {event.kind for event in events_of(table)}


@pytest.mark.parametrize("dealing", MODES)
def test_sh06_fifty_one_cards_back_stop_the_next_round(dealing: str) -> None:
    """A card that fell into the well is missed when its deck is counted, before it is dealt again."""
    table = stage(seed=3, dealing=dealing)
    table.dealer.play_until(lambda: table.world.state.phase is Phase.REVEAL, "the reveal")
    with table.simulation.runtime.moment():
        table.simulation.world.places["board"].pop()
    _without_replacing(table, 30_000)

    assert DeckState.QUARANTINED is table.world.state.deck("A").state


def test_sh08_a_replacement_deck_passes_the_same_check() -> None:
    """The new deck is faulty as well: it is off the table like the old one."""
    table = stage(seed=2)
    act(table, "twin A")
    quarantines = []
    table.dealer.play_until(
        lambda: table.world.state.deck("A").state is DeckState.QUARANTINED, "the quarantine"
    )
    quarantines.append(table.world.state.deck("A").problem)
    table.dealer.play_until(lambda: table.world.state.deck("A").state is DeckState.NEW, "another deck")
    act(table, "twin A")
    table.dealer.play_until(
        lambda: table.world.state.deck("A").state is DeckState.QUARANTINED, "the second quarantine"
    )

    assert 2 == sum(event.kind == "deck_quarantined" for event in events_of(table))
    assert "" not in quarantines


@pytest.mark.parametrize("dealing", MODES)
def test_sh11_a_card_of_the_other_deck_holds_at_once(dealing: str) -> None:
    """The deck is fixed at the first card: the first card of another back stops the round, unseen."""
    table = dealing_table(dealing)
    act(table, "other")

    assert HoldCode.WRONG_BACK is until_hold(table)
    assert set() == faces_in_record(table)


@pytest.mark.parametrize("dealing", MODES)
def test_sh13_a_card_that_passed_unread_stops_the_deal(dealing: str) -> None:
    """No next card is accepted while one is unread, and after the void none until the next round."""
    table = dealing_table(dealing)
    before = len(indexes_of(table))
    act(table, "noread")

    assert HoldCode.UNREAD is until_hold(table)
    table.dealer.play_until(lambda: ended(table)[1] == 1, "the void")
    placed = len(indexes_of(table))
    table.dealer.play_until(lambda: table.world.state.phase is Phase.WAGERS, "the next round")
    assert (placed, 1) == (len(indexes_of(table)), len(cards_astray(table)))
    assert placed >= before


def test_sh16_a_fault_is_not_cleared_by_the_dealer_alone() -> None:
    """A jam with cards out holds; going on needs the floor (I29)."""
    table = dealing_table("stacks")
    act(table, "jam output")

    assert HoldCode.DEVICE_FAULT is until_hold(table)
    offers = {offer.code: offer for offer in table.world.prompt.offers}
    primary = table.world.prompt.primary
    resume = offers.get(OfferCode.RESUME) or primary
    assert resume is not None
    assert OfferCode.VOID_ROUND in offers
    asked = [
        one for one in (*offers.values(), primary) if one is not None and isinstance(one.command, Resume)
    ]
    assert all(one.needs is not None for one in asked)
    assert RefusalCode.WRONG_PHASE not in {one.why_not for one in asked}


@pytest.mark.parametrize("dealing", MODES)
def test_sh18_an_event_sent_again_is_taken_once(dealing: str) -> None:
    """The same frames once more, as from a confused hub, change nothing."""
    table = dealing_table(dealing)
    act(table, "old shoe out 8", "old shuffler out 8")
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the result")

    assert [] == holds_of(table)
    assert list(range(CARDS_OF_EIGHT)) == indexes_of(table)[:CARDS_OF_EIGHT]


@pytest.mark.parametrize("dealing", MODES)
def test_sh26_the_same_identity_twice_is_seen_at_the_second_read(dealing: str) -> None:
    """Both places are named, never the card."""
    table = dealing_table(dealing)
    act(table, "misread")
    code = until_hold(table)
    hold = table.world.state.hold

    assert HoldCode.DUPLICATE is code
    assert hold is not None
    assert 2 == len(hold.places)
    assert set() == faces_in_record(table)


def test_sh28_cards_left_inside_are_missed_before_the_deal() -> None:
    """Ten cards that the machine kept make the deck short: it cannot be dealt."""
    table = stage(seed=2)
    act(table, "retain 10")
    _without_replacing(table, 10_000)

    assert DeckState.QUARANTINED is table.world.state.deck("A").state
    assert PromptCode.DEAL_STACK is not table.world.prompt.code


@pytest.mark.parametrize("dealing", MODES)
def test_sh25_the_record_tells_where_a_card_was_turned_up_last(dealing: str) -> None:
    """A third card at a seat: of this hand, or left of the last one; then its deck was short (I32).

    The record names round, deck and place of the card's last turn, and the count takes the deck off.
    """
    table = stage(seed=3, dealing=dealing)
    table.dealer.play_until(lambda: ended(table) == (1, 0), "the first result")
    (first,) = rounds_of(events_of(table))
    seat = next(one for one in first.seats if one.cards)
    found = seat.cards[1]
    told = [
        (one.number, one.deck, step.seat, step.cards.index(found))
        for one in rounds_of(events_of(table))
        for step in one.seats
        if found in step.cards
    ]
    with table.simulation.runtime.moment():
        place = next(
            name for name, cards in table.simulation.world.places.items() if cards and name != "box B"
        )
        table.simulation.world.places[place].pop()
    _without_replacing(table, 30_000)

    assert [(1, "A", seat.seat, 1)] == told
    assert DeckState.QUARANTINED is table.world.state.deck("A").state


def test_every_card_of_the_felt_is_one_event_of_the_shoe() -> None:
    """What the record says was read is what the shoe's own log holds (CDP1 13)."""
    table = stage(seed=5)
    table.dealer.play_rounds(1)

    assert len(indexes_of(table)) == len(Truth(table.simulation).numbers("shoe", Message.CARD))
