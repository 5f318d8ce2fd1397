"""The bank's keypad with partners and layers, and what each won or lost (G8.8, TOUCHSCREEN 8)."""

from dataclasses import replace

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.commands import PostBank
from tests.ui.screen import Screen
from ui import scenes
from ui.options import ScreenOptions, wording_of
from ui.scenes import samples
from ui.viewmodels.history import result_text

OWN = BankPart(layer=1, contributor="seat-4", cents=50_000)


def test_partners_and_layers_become_one_command(screen: Screen) -> None:
    """Tap the bank's tile, + Partner, chips, + Layer, chips, Close: all of it in one command (G8.8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "4")
    screen.tap("partner")
    screen.tap("chip", "4")
    screen.tap("layer")
    screen.tap("chip", "3")
    shown = screen.app.table._wagers.shown
    assert ("1. Seat 4", "1. Partner 1", "2. Partner 2") == shown.parts
    assert ("$500.00", "$500.00", "$100.00") == shown.partAmounts
    screen.tap("close")
    assert [
        ShareBank(
            parts=(
                OWN,
                BankPart(layer=1, contributor="partner-1", cents=50_000),
                BankPart(layer=2, contributor="partner-2", cents=10_000),
            )
        )
    ] == [one.command for one in screen.sent]


def test_chips_go_to_the_part_that_was_chosen(screen: Screen) -> None:
    """A tap on a part chooses it; Take away removes it; Same again restores all (G8.8)."""
    screen.show("D1-shared")
    screen.tap("tile", "4")
    screen.tap("part", "1")
    screen.tap("chip", "2")
    assert "$175.00" == screen.app.table._wagers.shown.partAmounts[1]
    screen.tap("unpart")
    assert 3 == len(screen.app.table._wagers.shown.parts)
    screen.tap("restore")
    assert "$150.00" == screen.app.table._wagers.shown.partAmounts[1]
    assert [] == screen.sent


def test_a_partner_without_an_amount_is_left_out(screen: Screen) -> None:
    """Then the bank is one person's, as any other (G8.8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "4")
    screen.tap("chip", "0")
    screen.tap("partner")
    screen.tap("close")
    first = screen.sent[0].command
    assert isinstance(first, ShareBank)
    assert (replace(OWN, cents=50_100),) == first.parts


def test_a_bank_of_one_is_posted_as_ever(screen: Screen) -> None:
    """Without a partner the keypad makes the plain command (TOUCHSCREEN 8)."""
    screen.show("D1-wagers")
    screen.tap("tile", "4")
    screen.tap("chip", "0")
    screen.tap("close")
    assert [PostBank(amount=50_100)] == [one.command for one in screen.sent]


def test_each_contributor_is_shown_with_the_own_result(screen: Screen) -> None:
    """On D8, once the round is settled (G8.8)."""
    screen.show("D8-shared")
    rows = [(row.label, row.value) for row in screen.app.table._holders.shown if row.label]
    assert [
        ("1. Seat 4", "\u2212$200.00"),
        ("1. Partner 1", "\u2212$150.00"),
        ("2. Partner 2", "\u2212$2.91"),
        ("2. Palm Avenue Players", "\u2212$97.09"),
    ] == rows
    assert screen.app.table.shown.largePanel


def test_history_names_each_contributor() -> None:
    """The record of a shared bank keeps every part (G8.8, D11)."""
    layers = scenes.SCENES["D8-shared"]().bank.layers[:1]
    record = replace(samples.HISTORY[0], layers=layers, paid=35_000, collected=0)
    words = wording_of(ScreenOptions(), "en")
    expected = "Bank lost $350.00: Seat 4 \u2212$200.00, Partner 1 \u2212$150.00"
    assert expected == result_text(record, words)


def test_the_sum_of_the_parts_stands_below_them(screen: Screen) -> None:
    """Sharing changes the player-dealer's wager, so the keypad says from what to what (G8.8, G1)."""
    screen.show("D1-wagers")
    screen.tap("tile", "4")
    screen.tap("partner")
    screen.tap("chip", "4")
    detail = screen.app.table.shown.detail
    assert detail.startswith("All parts together: the bank becomes $1,000.00 (was $500.00). ")
