"""No hidden face in any view, prompt, refusal or repr (G12 V9; TOUCHSCREEN P9; ARCHITECTURE 3)."""

import pytest

from controller.engine.cards import Card, Hidden
from controller.engine.commands import Act, Decide, Exposure, SeatPlayer, SettleSeat
from controller.engine.fact_commands import ReportRefused
from controller.engine.prompt import OfferCode
from controller.engine.queries import placed_cards
from controller.engine.refusals import Refused
from controller.engine.ruleset import Category
from controller.engine.state import DealingMode, Phase
from controller.engine.view_types import DeviceLook, SeatState, TableView
from controller.engine.views import view
from tests.engine.given import Felt, mixed
from tests.engine.piles import JAM_OUTPUT
from tests.engine.stages import THREE, TWO, at, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))


def shown(felt: Felt) -> TableView:
    """Give the view that leaves the table now."""
    return view(felt.state, felt.prompt)


def hidden_faces(felt: Felt) -> set[str]:
    """Give the faces of all cards that lie face down."""
    held = [card for _, card in placed_cards(felt.state)]
    return {card.card.value for card in held if isinstance(card, Hidden) and card.card is not None}


@MODES
@pytest.mark.parametrize("phase", list(Phase))
def test_no_face_is_shown_before_it_is_up(phase: Phase, mode: DealingMode) -> None:
    """View, prompt, state and events print no hidden identity in any phase (V9)."""
    felt = at(phase, mode)
    faces = hidden_faces(felt)
    printed = f"{shown(felt)!r}{felt.prompt!r}"
    assert [] == [face for face in faces if f"'{face}'" in printed]
    dealt = "".join(repr(event) for event in felt.events if event.kind == "card_dealt")
    assert [] == [card for card in Card if f"'{card.value}'" in dealt]


@MODES
def test_a_hand_is_shown_only_at_its_step(mode: DealingMode) -> None:
    """The seat after it stays face down until its own step (G3.9)."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    seats = shown(felt).seats
    assert [None, None] == [card.card for card in seats[2].cards]
    assert None not in [card.card for card in seats[1].cards]
    printed = repr(shown(felt)) + repr(felt.prompt) + repr(felt.state)
    assert [] == [face for face in hidden_faces(felt) if f"'{face}'" in printed]
    felt.ask(SettleSeat(seat=TWO))
    seats = shown(felt).seats
    assert [None, None] == [card.card for card in seats[1].cards]
    assert seats[1].hand is not None
    assert None not in [card.card for card in seats[2].cards]


@MODES
def test_other_hole_cards_make_no_other_picture(mode: DealingMode) -> None:
    """Two rounds with hidden cards exchanged look the same until the reveal (ARCHITECTURE 9)."""
    one = seated(mode, cards=mixed("Ah Kd Qs Jc 9h 2d"))
    two = seated(mode, cards=mixed("3h 8d 7s 6c 5h 4d"))
    for felt in (one, two):
        felt.deal()
        felt.play(2, 4)
        felt.board()
    assert shown(one) == shown(two)


@MODES
def test_a_refusal_names_no_card(mode: DealingMode) -> None:
    """Refusals hold seats, amounts and words only (P9)."""
    felt = at(Phase.PREFLOP, mode)
    felt.play(2, 4)
    decided = felt.give(Decide(seat=TWO, act=Act.PLAY, multiple=3))
    assert isinstance(decided, Refused)
    assert [] == [card for card in Card if card.value in repr(decided)]


def test_a_hold_names_places_and_no_face() -> None:
    """Also where two reads of one card are suspect (C3)."""
    felt = seated()
    felt.table.in_shoe[1] = felt.table.in_shoe[0]
    felt.deal()
    printed = repr(shown(felt).hold)
    assert "seat 2 card 1" in printed
    assert [] == [card for card in Card if f"'{card.value}'" in printed]


def test_the_view_says_what_every_part_of_the_table_does() -> None:
    """Seats, bank, board, decks, devices and the open step (TOUCHSCREEN 6)."""
    felt = seated(cards=mixed("Ah Kd Qs Jc 9h 2d"))
    assert [SeatState.BANK, SeatState.IN, SeatState.IN] == [seat.state for seat in shown(felt).seats[:3]]
    assert SeatState.EMPTY is shown(felt).seats[7].state
    felt.deal()
    felt.play(2, 4)
    felt.play(3, 4)
    felt.board()
    picture = shown(felt)
    seat = picture.seats[1]
    assert (Act.PLAY, 4, False) == (seat.act, seat.multiple, seat.is_open)
    assert (None, None) == (picture.bank.hand, picture.bank.qualifies)
    assert [None] * 5 == [card.card for card in picture.board]
    felt.expose(Exposure.PLAYER_DEALER)
    picture = shown(felt)
    assert picture.bank.hand is not None
    assert picture.bank.qualifies is not None
    assert picture.coverage is not None
    assert (100_000, 1, 2) == (picture.coverage.can_pay, picture.step, picture.steps)
    assert picture.seats[1].hand is not None
    assert picture.seats[1].hand.category in set(Category)
    assert picture.seats[1].lines
    assert () == picture.seats[2].lines
    felt.settle()
    felt.collect()
    assert shown(felt).last_result is not None


def test_a_seat_without_wagers_is_out() -> None:
    """It sits the round out (TOUCHSCREEN 8)."""
    felt = seated(DealingMode.SHOE, 2)
    felt.ask(SeatPlayer(seat=THREE))
    assert SeatState.OUT is shown(felt).seats[2].state
    felt.deal()
    assert SeatState.OUT is shown(felt).seats[2].state


def test_a_device_shows_its_trouble_by_name() -> None:
    """Link, fault, door, refusal: each with its look (TOUCHSCREEN 6)."""
    felt = at(Phase.WAGERS)
    assert (DeviceLook.OK, "") == _shuffler(felt)
    felt.table.move_door(felt.table.shuffler, 1, is_open=True)
    felt.then()
    assert (DeviceLook.WARN, "door_open") == _shuffler(felt)
    felt.table.raise_fault(felt.table.shuffler, JAM_OUTPUT)
    felt.then()
    assert (DeviceLook.STOP, "fault_0103") == _shuffler(felt)
    felt.unplug("shuffler")
    assert "link_lost" == _shuffler(felt)[1]
    felt.give(ReportRefused(device="shuffler", code="model", text="wrong model"))
    assert (DeviceLook.STOP, "model") == _shuffler(felt)


def _shuffler(felt: Felt) -> tuple[DeviceLook, str]:
    device = shown(felt).devices[0]
    return device.look, device.problem


def test_a_folded_seat_shows_backs_and_no_hand() -> None:
    """Folded hands stay backs (TOUCHSCREEN 5)."""
    felt = at(Phase.SETTLE)
    felt.ask(SettleSeat(seat=TWO))
    seats = shown(felt).seats
    assert (None, [None, None]) == (seats[1].hand, [card.card for card in seats[1].cards])
    assert seats[1].lines
    assert OfferCode.SETTLE_SEAT is felt.offers[0].code
    assert THREE == felt.prompt.seat
