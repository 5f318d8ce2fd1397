"""S0: the effect in words first, then badge and PIN, which no view ever holds (TOUCHSCREEN 6, 10)."""

import pytest

from controller.engine.commands import CallFloor
from controller.engine.refusals import RefusalCode
from controller.table.envelope import Credential
from tests.ui.screen import Screen
from ui.viewmodels.floor import ApprovalEntry

VOID = "1284:void_round::"


def open_void(screen: Screen) -> None:
    """Go to the approval of a void."""
    screen.show("D10-called")
    screen.tap("sheet", "floor")
    screen.take(VOID)
    screen.tap("apply")


def type_digits(screen: Screen, digits: str) -> None:
    """Type on the pad."""
    for digit in digits:
        screen.tap("digit", digit)


def test_the_effect_stands_before_the_badge(screen: Screen) -> None:
    """The sheet says in words and amounts what will happen (S0)."""
    open_void(screen)
    assert "Round 1284 will be void." == screen.app.table._floor.shown.effectText
    screen.tell()
    told = "Round 1284 will be void. $265.00 will go back to 6 seats. Deck A will be counted again."
    assert f"{told} The round will not count." == screen.app.table._floor.shown.effectText


def test_badge_and_pin_go_out_with_the_command_and_nowhere_else(screen: Screen) -> None:
    """What was typed leaves in the envelope alone; the sheet knows only how many digits (section 10)."""
    open_void(screen)
    type_digits(screen, "2001")
    screen.tap("confirm")
    type_digits(screen, "246810")
    shown = screen.app.table._floor.shown
    assert (4, 6) == (shown.badgeCount, shown.pinCount)
    assert "246810" not in repr(shown) + repr(screen.app.desk.entry)
    screen.tap("confirm")
    assert [Credential(badge="2001", pin="246810")] == [one.credential for one in screen.sent]
    assert "246810" not in repr(screen.sent)


def test_a_read_badge_asks_for_the_pin_at_once(screen: Screen) -> None:
    """A badge counts while an approval is asked (section 10)."""
    open_void(screen)
    screen.badge("FLOOR-1")
    assert screen.app.table._floor.shown.atPin
    type_digits(screen, "246810")
    screen.tap("confirm")
    assert [Credential(badge="FLOOR-1", pin="246810")] == [one.credential for one in screen.sent]


def test_a_badge_without_an_approval_does_nothing(screen: Screen) -> None:
    """A badge never types into the game (section 10)."""
    screen.show("D5-river")
    screen.badge("FLOOR-1")
    assert screen.app.desk.entry is None


def test_a_short_pin_cannot_be_confirmed(screen: Screen) -> None:
    """A PIN has six digits, eight for dual rights (section 6)."""
    open_void(screen)
    screen.badge("FLOOR-1")
    type_digits(screen, "24681")
    shown = screen.app.table._floor.shown
    assert (False, "OK needs 6 or 8 digits; typed: 5") == (shown.canConfirm, shown.stateText)


def test_dual_control_asks_for_a_second_person_on_the_same_sheet(screen: Screen) -> None:
    """The first person was heard; the sheet stays and names what is still missing (DURABILITY 9)."""
    open_void(screen)
    screen.badge("FLOOR-1")
    type_digits(screen, "24681012")
    screen.tap("confirm")
    screen.answer(RefusalCode.NEEDS_SECOND)
    shown = screen.app.table._floor.shown
    assert "A second person of another role must approve" == shown.stateText
    assert (False, 0, 0) == (shown.failed, shown.badgeCount, shown.pinCount)
    screen.badge("SHIFT-1")
    type_digits(screen, "13579111")
    screen.tap("confirm")
    assert Credential(badge="SHIFT-1", pin="13579111") == screen.sent[-1].credential


def test_a_wrong_pin_says_so_and_starts_again(screen: Screen) -> None:
    """Tries and locks come from the controller; the same text serves badge and PIN (section 6)."""
    open_void(screen)
    screen.badge("FLOOR-1")
    type_digits(screen, "111111")
    screen.tap("confirm")
    screen.answer(RefusalCode.WRONG_CREDENTIAL)
    shown = screen.app.table._floor.shown
    assert ("badge or PIN is wrong", 0, 0) == (shown.stateText, shown.badgeCount, shown.pinCount)


def first_agrees(screen: Screen) -> None:
    """Let the first of two persons agree."""
    open_void(screen)
    screen.badge("FLOOR-1")
    type_digits(screen, "24681012")
    screen.tap("confirm")
    screen.answer(RefusalCode.NEEDS_SECOND)


def test_a_wrong_second_pin_keeps_the_first_consent(screen: Screen) -> None:
    """The same words for an unknown badge and a wrong PIN; the second person tries again (section 6)."""
    first_agrees(screen)
    screen.badge("SHIFT-1")
    type_digits(screen, "111111")
    screen.tap("confirm")
    screen.answer(RefusalCode.WRONG_CREDENTIAL)
    entry = screen.app.desk.entry
    assert entry is not None
    assert ("badge or PIN is wrong", True) == (entry.refused, entry.agreed_at is not None)


def test_dual_control_lapses_a_minute_after_the_first_consent(screen: Screen) -> None:
    """Touching the pad does not prolong what the first person agreed to (section 6, S0)."""
    first_agrees(screen)
    screen.clock.now += 40
    screen.app.desk._heard_at = screen.clock.now
    type_digits(screen, "2")
    screen.clock.now += 20
    screen.app.desk._heard_at = screen.clock.now
    screen.app.table.tick()
    assert ("", None) == (screen.app.table.shown.sheet, screen.app.desk.entry)


def test_an_accepted_approval_closes_the_sheet(screen: Screen) -> None:
    """The act is done; the table is back (P7)."""
    open_void(screen)
    screen.badge("FLOOR-1")
    type_digits(screen, "246810")
    screen.tap("confirm")
    screen.answer()
    assert "" == screen.app.table.shown.sheet


def test_an_unused_approval_lapses_after_a_minute(screen: Screen) -> None:
    """No clock approves; an unused sheet closes itself (S0, P6)."""
    open_void(screen)
    screen.clock.now += 60
    screen.app.desk._heard_at = screen.clock.now
    screen.app.table.tick()
    assert "" == screen.app.table.shown.sheet
    assert [] == screen.sent


def test_back_to_table_forgets_what_was_typed(screen: Screen) -> None:
    """Back changes nothing and keeps nothing (P7)."""
    open_void(screen)
    type_digits(screen, "2001")
    screen.tap("back")
    assert screen.app.desk.entry is None
    assert [] == screen.sent


def test_an_approval_closes_when_its_act_is_no_longer_offered(screen: Screen) -> None:
    """An approval is bound to its offer (ARCHITECTURE 3)."""
    open_void(screen)
    screen.show("D5-river")
    assert "" == screen.app.table.shown.sheet


@pytest.mark.parametrize(("typed", "left"), [("12", "1"), ("", "")])
def test_erase_takes_the_last_digit_back(typed: str, left: str) -> None:
    """A slip on the pad costs one tap."""
    entry = ApprovalEntry(token="t", command=CallFloor())  # noqa: S106 - an offer's token
    for digit in typed:
        entry = entry.digit(digit)
    assert left == entry.erase().badge


def test_the_relief_key_leads_to_the_badge_and_is_not_there_without_its_offer(screen: Screen) -> None:
    """D12: between rounds another dealer takes over with badge and PIN (TOUCHSCREEN 6, G11.5)."""
    screen.show("D1-wagers")
    assert "" == screen.app.table.shown.reliefToken
    screen.show("D0-opener")
    screen.tap("sheet", "settings")
    screen.take(screen.app.table.shown.reliefToken)
    assert ("approve", []) == (screen.app.desk.sheet, screen.sent)
    assert "Dealer signs on" == screen.app.table._floor.shown.actionText
