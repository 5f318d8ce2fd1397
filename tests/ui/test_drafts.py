"""Amounts cost no tap; a change is chips into a draft that becomes one command (TOUCHSCREEN 8)."""

from dataclasses import replace

from controller.engine.commands import Answer, AnswerOffer, CloseBetting, PlaceWager, PostBank, RemoveWager
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode
from tests.ui.screen import Screen
from ui import scenes
from ui.scenes import around as scenes_around
from ui.viewmodels.draft import Field, open_draft

SIX = SeatNo(6)


def wager(seat: int, ante: int, trips: int = 500, bad_beat: int = 500, bettor: int = 0) -> PlaceWager:
    """Make the command that a draft becomes."""
    return PlaceWager(seat=SeatNo(seat), bettor=bettor, ante=ante, blind=ante, trips=trips, bad_beat=bad_beat)


def commands(screen: Screen) -> list[object]:
    """Give what was sent, in order."""
    return [envelope.command for envelope in screen.sent]


def test_chips_add_up_without_a_guard(screen: Screen) -> None:
    """Two taps on +5 are 10: keys of a draft count every time (section 4, rule 7)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.rest()
    key = screen.control("chip", "1")
    for _ in range(2):
        screen.app.press(key)
        screen.app.release(key)
    assert "$30.00" == screen.app.table._wagers.shown.anteText
    assert [] == screen.sent


def test_close_turns_the_draft_into_one_command(screen: Screen) -> None:
    """The Blind follows the Ante; side wagers stay as they stand (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "2")
    screen.tap("close")
    assert [wager(6, 4_500)] == commands(screen)
    screen.answer()
    assert screen.app.desk.draft is None


def test_another_tile_enters_the_draft_and_opens_the_next_keypad(screen: Screen) -> None:
    """The tiles stay live: a tap on another one switches seat (section 7)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "1")
    screen.tap("tile", "5")
    screen.answer()
    assert [wager(6, 2_500)] == commands(screen)
    assert 5 == (screen.app.desk.draft.seat if screen.app.desk.draft else 0)


def test_no_more_bets_enters_the_draft_first(screen: Screen) -> None:
    """The draft becomes one command at the latest just before no more bets (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "1")
    screen.take("1284:close_betting::")
    assert [wager(6, 2_500)] == commands(screen)
    screen.answer()
    assert [wager(6, 2_500), CloseBetting()] == commands(screen)


def test_a_refused_draft_stays_open_with_its_reason(screen: Screen) -> None:
    """Limits refuse at entry, and betting is not closed over a refused draft (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "4")
    screen.take("1284:close_betting::")
    screen.answer(RefusalCode.ABOVE_MAXIMUM)
    table = screen.app.table.shown
    assert "keypad" == table.panel
    assert "Not done: above the maximum; allowed: $10 to $300" == table.detail
    assert [wager(6, 52_000)] == commands(screen)
    screen.tap("chip", "0")
    assert not screen.app.table.shown.refused


def test_the_detail_line_names_the_limits_of_the_field(screen: Screen) -> None:
    """Under an open keypad the detail says what is allowed (section 7)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    assert screen.app.table.shown.detail.startswith("Ante = Blind $10 to $300.")
    screen.tap("field", "trips")
    assert screen.app.table.shown.detail.startswith("Trips up to the Ante.")


def test_a_back_line_bettor_has_amounts_of_its_own(screen: Screen) -> None:
    """The third tab is the second bettor behind the seat (G8.7)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("tab", "2")
    screen.tap("chip", "1")
    screen.tap("close")
    assert [wager(6, 1_500, 0, 0, bettor=2)] == commands(screen)


def test_no_bet_takes_the_bettor_out_and_keeps_the_amounts(screen: Screen) -> None:
    """No bet is out this round (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("nobet")
    assert [RemoveWager(seat=SIX, bettor=0)] == commands(screen)


def test_a_cleared_ante_takes_the_side_wagers_along(screen: Screen) -> None:
    """Side wagers need Ante and Blind (G2.1)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("clear")
    screen.tap("close")
    assert [RemoveWager(seat=SIX, bettor=0)] == commands(screen)


def test_same_again_goes_back_to_what_stands(screen: Screen) -> None:
    """Without an offer to repeat, the key undoes the typing (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "3")
    screen.tap("restore")
    screen.tap("close")
    assert [] == screen.sent


def test_the_banker_tile_opens_its_wager(screen: Screen) -> None:
    """The player-dealer's tile opens the same keypad with one field (section 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "4")
    screen.tap("chip", "4")
    screen.tap("close")
    assert [PostBank(amount=100_000)] == commands(screen)


def test_the_bank_of_an_acceptance_can_be_changed_first(screen: Screen) -> None:
    """The accepted offer posts the bank that the dealer typed (G8.1)."""
    screen.show("D1-offer")
    screen.tap("bank")
    screen.tap("chip", "3")
    screen.tap("close")
    screen.take("1284:accept_bank:5:")
    accepted = AnswerOffer(seat=SeatNo(5), answer=Answer.ACCEPTED, bank=60_000)
    assert [accepted] == commands(screen)


def test_a_draft_is_dropped_when_betting_is_over(screen: Screen) -> None:
    """A view without the offer has no place for its draft (section 9)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("chip", "1")
    screen.show("D2-hole")
    assert screen.app.desk.draft is None
    assert [] == screen.sent


def test_a_publication_without_news_keeps_what_was_typed(screen: Screen) -> None:
    """The table publishes every second; that must not wipe a draft (ARCHITECTURE 4)."""
    screen.show("D1-wagers")
    screen.tap("tile", "6")
    screen.tap("field", "trips")
    screen.tap("chip", "1")
    screen.show(replace(scenes.publication("D1-wagers"), seq=48_214))
    draft = screen.app.desk.draft
    assert (Field.TRIPS, 1_000) == ((draft.field, draft.now.trips) if draft else None)


def test_a_seat_without_an_offer_has_no_keypad() -> None:
    """A keypad needs an offer behind it (P2)."""
    assert open_draft(scenes_around.wagers(), SeatNo(7)) is None
