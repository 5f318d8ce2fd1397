"""Fees and the progressive on the screen: due, taken, waived, placed, paid (TOUCHSCREEN 6, 8; G5.7, G8.6)."""

from dataclasses import replace

import pytest

from controller.engine.prompt import OfferCode
from controller.engine.ruleset import ProgressiveHand
from controller.engine.state import Phase
from controller.engine.view_types import FeesView
from ui.options import ScreenOptions, Wording, wording_of
from ui.prompts import Look, sentences
from ui.scenes import SCENES
from ui.scenes.books import FEES, METER, STAKE, fees_due, fees_taken, hit, progressive
from ui.viewmodels.books import felt_total, progressive_mark, progressive_text, stop_totals
from ui.viewmodels.draft import draft_command, open_draft
from ui.viewmodels.effect import effect_text
from ui.viewmodels.lines import line_rows
from ui.viewmodels.seats import seat_rows
from ui.viewmodels.settlement import bettor_rows
from ui.viewmodels.wager_panel import wager_panel_shown


@pytest.fixture(name="words")
def _words() -> Wording:
    """Give English words and the table's money."""
    return wording_of(ScreenOptions(), "en")


def test_the_fees_are_one_tap_with_their_sum_and_each_seat_shows_its_own(words: Wording) -> None:
    """One tap on "Fees taken" (TOUCHSCREEN 8); all fees of the round are listed with amounts (G8.6)."""
    view = fees_due()
    said = sentences(view, words.say, words.money)
    assert ("Take the fees: $12.50", "Fees taken", Look.MOVE) == (said.prompt, said.primary, said.look)
    assert "Player-dealer $3.00, 7 × bettor $1.00, 5 × side wager $0.50" == said.detail
    assert "13 fees, $12.50 to the drop" == said.primary_sub
    rows = seat_rows(view, None, words)
    shown = {row.seat: row.feeText or row.noteText for row in rows if row.state != "out"}
    assert ("Fee $3", "Fee $3.50", "Fee $1.50") == (shown[4], shown[6], shown[1])
    assert 1_250 == sum(line.amount for line in FEES)


def test_taken_fees_leave_no_more_bets_as_the_next_tap(words: Wording) -> None:
    """And what was waived is told beside what was taken (G8.6)."""
    view = fees_taken()
    assert "No more bets" == sentences(view, words.say, words.money).primary
    rows = {row.label: row.value for row in line_rows(view, "summary", words)}
    assert "$10.50 taken, waived $2.00" == rows["Fees"]


def test_a_missed_fee_is_told_at_the_last_stop_and_while_the_cards_are_collected(words: Wording) -> None:
    """With what the drop lacks, or its chips alone; never where nothing was ruled (I21)."""
    stops = [make() for make in SCENES.values()]
    view = next(
        one
        for one in stops
        if one.phase is Phase.SETTLE and one.stop is not None and one.prompt.next_seat is None
    )
    late = replace(view.fees, at_end=True, missed=2_500)

    def sub_of(fees: FeesView) -> str:
        return sentences(replace(view, fees=fees), words.say, words.money).primary_sub

    assert "then take the missed fee, $25.00" == sub_of(late)
    assert "then take the missed fee" == sub_of(replace(late, missed=0))
    assert "last stop" == sub_of(view.fees)
    collect = next(one for one in stops if one.phase is Phase.COLLECT and not one.failed_copy)
    said = sentences(replace(collect, fees=late), words.say, words.money)
    assert "Take the missed fee to the drop." == said.detail


def test_the_effect_of_a_waiver_names_seat_and_amount(words: Wording) -> None:
    """In words and amounts before the badge (S0)."""
    view = fees_due()
    offer = next(one for one in view.prompt.offers if one.code is OfferCode.WAIVE_FEE)
    said = effect_text(offer, offer.command, view, words, None)
    assert "$3.00 of the fee of seat 4 are let off. What is left of it is still due." == said


def test_one_tap_places_the_progressive_and_one_takes_it_back(words: Wording) -> None:
    """One fixed stake, beside the chips (G2.1)."""
    view = progressive()
    draft = open_draft(view, view.seats[4].number)
    assert draft is not None
    on = draft.key("progressive", str(STAKE), ())
    panel = wager_panel_shown(view, on, words, back_line=False)
    assert ("Progressive $5.00", str(STAKE), True) == (
        panel.progressiveText,
        panel.progressiveArg,
        panel.progressiveOn,
    )
    made = draft_command(on, view.prompt)
    assert made is not None
    assert STAKE == getattr(made[1], "progressive", 0)
    assert 0 == on.key("progressive", str(STAKE), ()).now.progressive
    assert 0 == on.clear().now.progressive


def test_without_an_ante_there_is_no_progressive() -> None:
    """Like any side wager (G2.1)."""
    draft = open_draft(progressive(), progressive().seats[4].number)
    assert draft is not None
    assert 0 == draft.clear().key("progressive", str(STAKE), ()).now.progressive


def test_the_felt_holds_the_progressive_stakes_too(words: Wording) -> None:
    """All that lies there (P2)."""
    view = progressive()
    plain = replace(
        view,
        seats=tuple(
            replace(seat, bettors=tuple(replace(one, progressive=0) for one in seat.bettors))
            for seat in view.seats
        ),
    )
    assert 3 * STAKE == felt_total(view) - felt_total(plain)
    rows = {row.label: row.value for row in line_rows(view, "summary", words)}
    assert words.money.exact(METER) == rows["Progressive meter"]


@pytest.mark.parametrize(
    ("hand", "extra", "text", "mark"),
    [
        (None, 0, "Progressive: take $5.00", "take"),
        (ProgressiveHand.FULL_HOUSE, 5_000, "Progressive, full house: pay $50.00, take $5.00", "pay"),
        (
            ProgressiveHand.ROYAL_HOLE_AND_FLOP,
            METER,
            "Progressive, royal flush with the flop: pay $12,345.70 by the meter, take $5.00",
            "pay",
        ),
    ],
)
def test_the_stop_pays_and_takes_the_progressive_to_the_cent(
    words: Wording, hand: ProgressiveHand | None, extra: int, text: str, mark: str
) -> None:
    """The prompt's sums hold it, and its own line says who pays (G3.9, G5.7)."""
    view = hit(hand)
    line = view.seats[5].progressive[0]
    assert (text, mark) == (progressive_text(line, words), progressive_mark(line))
    plain = stop_totals(SCENES["D7-settle"]())
    assert view.stop is not None
    paid, taken = stop_totals(view)
    lines = view.stop.lines
    assert (extra, STAKE) == (
        paid - sum(one.paid for one in lines),
        taken - sum(one.collected for one in lines),
    )
    assert plain[0] > 0


def test_the_chips_of_a_stop_hold_what_the_house_pays_for_the_progressive(words: Wording) -> None:
    """The meter is paid by the house's slip, not from the tray (G11.2)."""
    adds = {
        hand: bettor_rows(row, words)[0].chipsText
        != bettor_rows(replace(row, progressive=()), words)[0].chipsText
        for hand, row in (
            (hand, hit(hand).seats[5])
            for hand in (None, ProgressiveHand.FULL_HOUSE, ProgressiveHand.ROYAL_HOLE_AND_FLOP)
        )
    }
    assert {
        None: False,
        ProgressiveHand.FULL_HOUSE: True,
        ProgressiveHand.ROYAL_HOLE_AND_FLOP: False,
    } == adds
