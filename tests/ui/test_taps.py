"""The tap contract on real items (TOUCHSCREEN 4): what a finger did is what was shown when it went down."""

from dataclasses import replace

from controller.engine.commands import Act, CloseBetting, Decide, ReportIrregularity, SettleSeat
from controller.engine.ids import SeatNo
from controller.engine.refusals import RefusalCode
from controller.table.envelope import Publication
from tests.ui.screen import Screen
from ui import scenes


def tokens(screen: Screen) -> list[str | None]:
    """Give the tokens of what was sent."""
    return [envelope.token for envelope in screen.sent]


def settled_next() -> Publication:
    """Publish the stop after seat 6, whose done button stands in the same place."""
    return scenes.publication("D7-folded")


def test_a_tap_sends_the_command_and_token_of_its_offer(screen: Screen) -> None:
    """A tap becomes one envelope with the offer's own command and token (section 4, rule 2 and 4)."""
    shown = screen.show("D7-settle").view.prompt.primary
    screen.take(shown.token if shown else "")
    assert [SettleSeat(seat=SeatNo(6))] == [envelope.command for envelope in screen.sent]
    assert [shown.token if shown else ""] == tokens(screen)


def test_a_press_before_and_a_release_after_a_change_does_nothing(screen: Screen) -> None:
    """Down on seat 6 done, the view changes, up on seat 8 done: no command (section 4)."""
    screen.show("D7-settle")
    screen.app.press(screen.offer("1284:settle_seat:6:"))
    screen.show(settled_next())
    screen.app.release(screen.offer("1284:settle_seat:8:"))
    assert [] == screen.sent


def test_a_double_tap_counts_once(screen: Screen) -> None:
    """A second tap on the same meaning while the first is on its way is not sent (section 4, rule 4)."""
    screen.show("D5-river")
    zone = screen.offer("1284:fold:5:")
    for _ in range(2):
        screen.app.press(zone)
        screen.app.release(zone)
    assert 1 == len(screen.sent)


def test_two_seats_tapped_at_once_both_count(screen: Screen) -> None:
    """FOLD on seat 5 and FOLD on seat 1 within an instant are two meanings (section 4, rule 3)."""
    screen.show("D5-river")
    for seat in (5, 1):
        zone = screen.offer(f"1284:fold:{seat}:")
        screen.app.press(zone)
        screen.app.release(zone)
    assert [5, 1] == [one.command.seat for one in screen.sent if isinstance(one.command, Decide)]


def test_a_finger_that_slides_off_does_nothing(screen: Screen) -> None:
    """Down on one control and up on another sends neither (section 4, rule 2)."""
    screen.show("D5-river")
    screen.app.press(screen.offer("1284:fold:5:"))
    screen.app.release(screen.offer("1284:play:1:1"))
    assert [] == screen.sent


def test_a_control_is_deaf_until_its_meaning_was_seen(screen: Screen) -> None:
    """A slow double tap on seat 6 done must not settle seat 8 (section 4, rule 5)."""
    screen.show("D7-settle")
    screen.app.publish(settled_next())
    screen.app.process()
    screen.app.table.drawn()
    screen.clock.now += 0.35
    done = screen.offer("1284:settle_seat:8:")
    screen.app.press(done)
    screen.app.release(done)
    assert [] == screen.sent
    screen.clock.now += 0.1
    screen.app.press(done)
    screen.app.release(done)
    assert 1 == len(screen.sent)


def test_a_long_press_is_still_one_tap(screen: Screen) -> None:
    """A press of two seconds counts like a short one (P13)."""
    screen.show("D5-river")
    zone = screen.offer("1284:play:5:1")
    screen.app.press(zone)
    screen.clock.now += 2
    screen.app.release(zone)
    assert [Decide(seat=SeatNo(5), act=Act.PLAY, multiple=1)] == [one.command for one in screen.sent]


def test_a_control_whose_offer_goes_away_under_the_finger_does_nothing(screen: Screen) -> None:
    """The zone of a seat that was decided meanwhile is gone, and with it the press (section 4)."""
    screen.show("D5-river")
    zone = screen.offer("1284:fold:5:")
    screen.app.press(zone)
    screen.show("D6-reveal")
    screen.app.release(zone)
    assert [] == screen.sent


def test_a_sent_command_marks_its_own_control_only(screen: Screen) -> None:
    """Other controls stay live while one waits for its answer (section 4, rule 6)."""
    screen.show("D5-river")
    screen.take("1284:fold:5:")
    assert ("1284:fold:5:",) == screen.app.table.shown.sentTokens
    screen.answer()
    assert 0 == len(screen.app.table.shown.sentTokens)


def test_command_ids_begin_with_the_boot_and_never_repeat(screen: Screen) -> None:
    """The id is boot and press number, so that a repeated one is known (section 4, rule 4)."""
    screen.show("D5-river")
    screen.take("1284:fold:5:")
    screen.answer(RefusalCode.STALE)
    screen.take("1284:fold:5:")
    ids = [envelope.command_id for envelope in screen.sent]
    assert 2 == len(set(ids))
    assert all(one.startswith("ui-") for one in ids)


def test_a_refusal_is_said_and_goes_when_the_view_moves_on(screen: Screen) -> None:
    """A message stays until its cause is gone (P14)."""
    screen.show("D5-river")
    screen.take("1284:fold:5:")
    screen.answer(RefusalCode.OUT_OF_TURN)
    assert screen.app.table.shown.detail.startswith("Not done:")
    screen.show("D6-reveal")
    assert not screen.app.table.shown.refused


def test_a_full_queue_is_shown_as_a_refusal(screen: Screen) -> None:
    """The inbox never blocks; a tap it cannot take is said so (ARCHITECTURE 4)."""
    screen.show("D5-river")
    screen.full.append(True)
    screen.take("1284:fold:5:")
    assert "Not done: too many taps at once; try again" == screen.app.table.shown.detail


def test_a_silent_table_gets_its_own_page(screen: Screen) -> None:
    """No answer in one second means the controller does not answer (section 4, rule 6)."""
    screen.show("D5-river")
    screen.take("1284:fold:5:")
    screen.clock.now += 1.0
    screen.app.table.tick()
    assert "silent" == screen.app.table.shown.blocked
    screen.answer()
    assert "" == screen.app.table.shown.blocked


def test_a_table_that_publishes_nothing_for_three_seconds_is_silent(screen: Screen) -> None:
    """The table publishes at least once a second (ARCHITECTURE 4)."""
    screen.show("D5-river")
    screen.clock.now += 3.0
    screen.app.table.tick()
    assert "silent" == screen.app.table.shown.blocked


def test_an_irregularity_is_two_taps_and_back_changes_nothing(screen: Screen) -> None:
    """The sheet never traps; a reason is one command (P7, D9)."""
    screen.show("D5-river")
    screen.tap("sheet", "irregularity")
    screen.tap("back")
    assert "" == screen.app.table.shown.sheet
    screen.tap("sheet", "irregularity")
    screen.take("1284:report_irregularity::misread")
    assert ["misread"] == [
        one.command.reason for one in screen.sent if isinstance(one.command, ReportIrregularity)
    ]


def test_a_sheet_that_opens_under_the_finger_is_deaf(screen: Screen) -> None:
    """A reason that appears where the finger already is cannot be hit by the same tap (section 4, rule 5)."""
    screen.show("D5-river")
    screen.tap("sheet", "irregularity")
    screen.app.process()
    reason = screen.offer("1284:report_irregularity::device")
    screen.app.press(reason)
    screen.app.release(reason)
    assert [] == screen.sent


def test_no_more_bets_is_one_tap_when_wagers_repeat(screen: Screen) -> None:
    """Amounts cost no tap: wagers are sticky (section 8)."""
    screen.show("D1-wagers")
    screen.take("1284:close_betting::")
    assert [CloseBetting()] == [one.command for one in screen.sent]


def test_a_primary_that_may_not_be_pressed_says_why(screen: Screen) -> None:
    """No more bets is an outline with the first failed check in the detail line (D1, G3.4)."""
    shown = screen.show("D1-not-ready")
    assert shown is not None
    table = screen.app.table.shown
    assert ("wait", "", "Not yet: the deck in turn is not ready") == (
        table.primaryLook,
        table.primaryToken,
        table.detail,
    )


def test_fault_pages_take_no_taps(screen: Screen) -> None:
    """After a fault nothing can be tapped any more (ARCHITECTURE 3)."""
    publication = replace(scenes.publication("D5-river"), fault="WriteFailed")
    screen.show(publication)
    assert "fault" == screen.app.table.shown.blocked
    assert () == screen.app.taps()


def test_a_touch_that_wakes_the_screen_only_wakes(screen: Screen) -> None:
    """The closed table dims by itself; the waking touch is swallowed whole (P8)."""
    screen.show("D0-closed")
    primary = screen.offer("1284:open_table::")
    screen.clock.now += 300
    screen.app.desk._heard_at = screen.clock.now
    screen.app.table.tick()
    assert ("dim", True) == (screen.app.table.shown.theme, screen.app.table.shown.asleep)
    assert ["wake"] == [item.property("intent") for item in screen.app.taps()]
    screen.app.press(primary)
    screen.app.release(primary)
    assert ("day", "") == (screen.app.table.shown.theme, screen.app.table.shown.sheet)


def test_an_open_table_never_dims(screen: Screen) -> None:
    """An open table never blanks or dims (P8)."""
    screen.show("D1-wagers")
    screen.clock.now += 3_000
    screen.app.desk._heard_at = screen.clock.now
    screen.app.table.tick()
    assert not screen.app.table.shown.asleep
