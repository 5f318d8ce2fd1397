"""No device is trusted: every card is checked where it appears (CDP1 8, C1 to C14; G9)."""

from dataclasses import replace

import pytest

from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden, HiddenBytes
from controller.engine.commands import CloseBetting, Exposure
from controller.engine.deadlines import next_deadline_us
from controller.engine.device_words import CardFlag, Reading, Result
from controller.engine.fact_commands import (
    PassTime,
    ReportCardRead,
    ReportCardReturned,
    ReportCutCard,
    ReportNote,
    ReportOperationStarted,
    ReportRefused,
    ReportShoeEmpty,
    ReportUnknown,
)
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.given import SECOND_US, Felt, mixed
from tests.engine.piles import COUNTS, EVERY_BIT
from tests.engine.stages import TWO, at, kinds, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
SUITED = mixed("2c 3c 4c 5c 6c")


def places(felt: Felt) -> tuple[str, ...]:
    """Give the places that the hold names."""
    assert felt.state.hold is not None
    return felt.state.hold.places


def dealing(mode: DealingMode = DealingMode.SHOE, **changes: object) -> Felt:
    """Give a table just after no more bets; in stacks mode nothing is dispensed yet."""
    felt = seated(mode, **changes)  # type: ignore[arg-type]
    felt.table.shuffler.slow = mode is DealingMode.STACKS
    felt.ask(CloseBetting())
    return felt


def test_c1_a_card_before_its_window_is_drawn_early() -> None:
    """A card that nobody asked for holds the table and stays sealed (C1, I11)."""
    felt = at(Phase.WAGERS)
    felt.table.shoe.locked = False
    felt.draw()
    assert (HoldCode.DRAWN_EARLY, ()) == (felt.held(), places(felt))
    astray = felt.current().loose
    assert [Card.HA] == [card.card for card in astray]


def test_c1_a_card_with_another_index_is_drawn_early() -> None:
    """Index and window must agree; the place that waits is named (C1)."""
    felt = dealing()
    felt.table.index = 1
    felt.draw()
    assert (HoldCode.DRAWN_EARLY, ("seat 2 card 1",)) == (felt.held(), places(felt))


def test_c1_a_card_of_another_passage_is_drawn_early() -> None:
    """shoe_id must be the open one (C1)."""
    felt = dealing()
    felt.table.shoe_id += 1
    felt.draw()
    assert HoldCode.DRAWN_EARLY is felt.held()


def test_c1_a_window_that_was_overtaken_names_the_cards() -> None:
    """A new window must begin at the shoe's next index (CDP1 ARM)."""
    felt = seated(DealingMode.SHOE)
    felt.answers = False
    felt.ask(CloseBetting())
    felt.table.index = 1
    felt.answers = True
    felt.pump()
    assert (HoldCode.DRAWN_EARLY, ("seat 2 card 1", "seat 2 card 2")) == (felt.held(), places(felt))


def test_c1_a_third_card_in_a_stack_is_not_two_cards() -> None:
    """The whole hand is named (C1, I1)."""
    felt = seated(DealingMode.STACKS)
    felt.ask(CloseBetting())
    felt.table.pass_reader(felt.table.chamber[0])
    felt.then()
    assert (HoldCode.NOT_TWO_CARDS, ("seat 2 card 1", "seat 2 card 2")) == (felt.held(), places(felt))


@MODES
def test_c1_a_sixth_board_card_is_extra(mode: DealingMode) -> None:
    """The street does not move (C1, I2, ST35)."""
    felt = at(Phase.COMMUNITY, mode)
    physical = (felt.table.chamber or felt.table.in_shoe)[0]
    felt.table.pass_reader(physical)
    felt.then()
    assert HoldCode.EXTRA_CARD is felt.held()
    assert (Phase.COMMUNITY, 5) == (felt.phase(), len(felt.current().board))


def test_c1_cards_sent_out_and_not_read_in_two_seconds_stop_the_deal() -> None:
    """Each stack must show its two reads (C1)."""
    felt = dealing(DealingMode.STACKS)
    shuffler = felt.table.shuffler
    assert shuffler.running is not None
    felt.table.chamber = felt.table.chamber[2:]
    felt.table.done(shuffler, shuffler.running[0], Result.OK, counts=(0, 2, 50))
    felt.then()
    assert felt.held() is None
    due = next_deadline_us(felt.state)
    assert 2 * SECOND_US == due
    felt.now_us = 2 * SECOND_US
    felt.give(PassTime(now_us=felt.now_us))
    assert (HoldCode.NOT_TWO_CARDS, ("seat 2 card 1", "seat 2 card 2")) == (felt.held(), places(felt))
    assert next_deadline_us(felt.state) is None


def test_c1_before_the_time_is_over_nothing_happens() -> None:
    """PassTime alone gives no event (ARCHITECTURE 4)."""
    assert () == dealing(DealingMode.STACKS).give(PassTime(now_us=1))


@MODES
def test_c2_an_operation_that_nobody_ordered_stops_the_table(mode: DealingMode) -> None:
    """Every begin must be one of ours (C2)."""
    felt = at(Phase.PREFLOP, mode)
    felt.table.shuffler.record(lambda source: ReportOperationStarted(source=source, op_id=4711))
    felt.then()
    assert HoldCode.UNORDERED_OPERATION is felt.held()


def test_c2_a_card_outside_the_window_by_its_flag_is_drawn_early() -> None:
    """The shoe's own word is heard too (C2)."""
    felt = dealing()
    felt.table.flags = (CardFlag.OUTSIDE_WINDOW,)
    felt.draw()
    assert HoldCode.DRAWN_EARLY is felt.held()


@MODES
def test_c3_a_duplicate_names_both_places_and_no_face(mode: DealingMode) -> None:
    """Either read may be the wrong one; the deck goes with the void (C3, I9, SH26, ST45)."""
    felt = seated(mode)
    felt.cards[:3] = [Card.HA, Card.DK, Card.HA]
    if mode is DealingMode.STACKS:
        felt.table.chamber[2] = ("A", Card.HA)
        felt.ask(CloseBetting())
        felt.clear_tray()
    else:
        felt.table.in_shoe[2] = ("A", Card.HA)
        felt.ask(CloseBetting())
        felt.draw(3)
    assert (HoldCode.DUPLICATE, ("seat 2 card 1", "seat 3 card 1")) == (felt.held(), places(felt))
    felt.void()
    assert (DeckState.QUARANTINED, "two reads of one card") == (
        felt.state.deck("A").state,
        felt.state.deck("A").problem,
    )


def test_c3_a_card_beyond_the_deck_names_its_twin() -> None:
    """The shoe's own word that it saw a card before (C3, CDP1 flag 8)."""
    felt = dealing()
    felt.draw()
    felt.table.in_shoe[0] = ("A", felt.table.felt[-1][1])
    felt.table.flags = (CardFlag.BEYOND_COMPOSITION,)
    felt.draw()
    assert (HoldCode.DUPLICATE, ("seat 2 card 1", "seat 2 card 2")) == (felt.held(), places(felt))


def test_c4_the_other_decks_back_stops_at_the_first_card() -> None:
    """Deck identity is fixed at the round's first card (C4, I10, SH11)."""
    felt = dealing()
    felt.table.in_shoe[0] = ("B", Card.S7)
    felt.draw()
    assert (HoldCode.WRONG_BACK, ("seat 2 card 1",)) == (felt.held(), places(felt))


def test_c4_an_unseen_back_counts_only_where_the_shoe_sees_backs() -> None:
    """Back 0 is allowed only without bit 2 (C4)."""
    blind = EVERY_BIT & ~(1 << 2)
    for capabilities, held in ((blind, None), (EVERY_BIT, HoldCode.WRONG_BACK)):
        felt = dealing(capabilities=capabilities)
        felt.table.draw()
        card = felt.table.shoe.log.pop()
        assert isinstance(card, ReportCardRead)
        felt.give(replace(card, back=Back.UNKNOWN))
        assert held is felt.held()


@pytest.mark.parametrize(
    ("reading", "flags", "confidence", "code"),
    [
        (Reading.UNREADABLE, (), 99, HoldCode.UNREAD),
        (Reading.WITHHELD, (), 99, HoldCode.UNREAD),
        (Reading.CUT_CARD, (), 99, HoldCode.UNREAD),
        (Reading.FACE, (), 89, HoldCode.UNREAD),
        (Reading.FACE, (CardFlag.DOUBLE_FEED,), 99, HoldCode.UNREAD),
        (Reading.FACE, (CardFlag.UNREADABLE,), 99, HoldCode.UNREAD),
        (Reading.FACE, (CardFlag.REVERSED,), 99, HoldCode.BOXED),
        (Reading.FACE, (CardFlag.FACE_UP,), 99, HoldCode.BOXED),
        (Reading.JOKER, (), 99, HoldCode.DUPLICATE),
        (Reading.FOREIGN, (), 99, HoldCode.WRONG_BACK),
        (Reading.FACE, (CardFlag.PUSHED_BACK, CardFlag.BURN), 90, None),
    ],
)
def test_c4_a_doubtful_read_is_never_guessed(
    reading: Reading, flags: tuple[CardFlag, ...], confidence: int, code: HoldCode | None
) -> None:
    """Confidence, flags and kind of the read decide (C4, I7, I8, SH10, SH13, SH18)."""
    felt = dealing()
    felt.table.reading, felt.table.flags, felt.table.confidence = reading, flags, confidence
    felt.draw()
    assert code is felt.held()


def test_c5_two_cards_too_close_are_a_suspected_double_feed() -> None:
    """60 ms between two cards of one boot, also across windows (C5)."""
    felt = dealing()
    felt.draw(2)
    felt.table.gap_ms = 59
    felt.draw()
    assert (HoldCode.UNREAD, ("seat 3 card 1",)) == (felt.held(), places(felt))


def test_c5_the_clock_of_a_device_may_wrap() -> None:
    """Uptime is a u32 (CDP1 4)."""
    felt = dealing()
    felt.table.t_ms = 2**32 - 100
    felt.table.gap_ms = 90
    felt.draw()
    felt.table.t_ms = -410
    felt.draw()
    assert felt.held() is None


def test_c5_another_boot_starts_another_clock() -> None:
    """No gap is measured across a restart of the shoe (C5)."""
    felt = at(Phase.PREFLOP)
    felt.table.power_cut(felt.table.shoe)
    felt.unplug("shoe")
    felt.plug("shoe")
    felt.resume()
    felt.table.t_ms = 0
    felt.draw()
    assert felt.held() is None


@pytest.mark.parametrize("counts", [(0, 1, 51), (0, 3, 49), (0, 2, 49), (0, 2, 51)])
def test_c6_counts_of_a_stack_must_agree(counts: tuple[int, int, int]) -> None:
    """What left is what was ordered, and what is left is the rest (C6)."""
    felt = dealing(DealingMode.STACKS)
    shuffler = felt.table.shuffler
    assert shuffler.running is not None
    felt.table.done(shuffler, shuffler.running[0], Result.OK, counts=counts)
    felt.then()
    assert HoldCode.COUNT_WRONG is felt.held()


def test_c6_a_machine_that_does_not_count_is_believed() -> None:
    """FFFF is unknown, not wrong (CDP1 5.3)."""
    felt = dealing(DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << COUNTS))
    felt.table.shuffler.slow = False
    felt.table.finish(felt.table.shuffler)
    felt.then()
    assert felt.held() is None


@pytest.mark.parametrize("result", ["interrupted", "aborted", "faulted"])
def test_c6_a_stack_that_failed_stops_the_deal(result: str) -> None:
    """With known counts the floor may go on, else the round is void (I29)."""
    felt = dealing(DealingMode.STACKS)
    shuffler = felt.table.shuffler
    assert shuffler.running is not None
    known = (0, 0, 52) if result == "faulted" else (None, None, None)
    felt.table.done(shuffler, shuffler.running[0], Result(result), counts=known)
    felt.then()
    expected = HoldCode.DEVICE_FAULT if result == "faulted" else HoldCode.OPERATION_FAILED
    assert expected is felt.held()


@pytest.mark.parametrize("run", ["2c 3c 4c 5c 6c", "6h 5h 4h 3h 2h", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c"])
def test_c8_a_run_in_the_first_five_reads_was_not_shuffled(run: str) -> None:
    """A sorting machine hides behind every other check (C8, I33, SH03)."""
    felt = dealing(cards=mixed(run))
    felt.draw(5)
    assert HoldCode.NOT_SHUFFLED is felt.held()
    felt.void()
    assert "cards came in sequence" == felt.state.deck("A").problem


@pytest.mark.parametrize("cards", ["2c 3c 4c 5c 7c", "2c 3c 4c 5c 6d", "9c Tc Jc Qc 8c"])
def test_c8_anything_else_is_chance(cards: str) -> None:
    """Four in a row mean nothing (C8)."""
    felt = dealing(cards=mixed(cards))
    felt.draw(5)
    assert felt.held() is None


@MODES
def test_c13_events_that_were_lost_end_the_round(mode: DealingMode) -> None:
    """A lost tail touches the round: void; new epoch and gap are in `test_numbering` (CDP1 3)."""
    felt = at(Phase.PREFLOP, mode)
    felt.give(ReportRefused(device="shoe", code="tail_lost", text="tail lost"))
    assert HoldCode.EVENTS_LOST is felt.held()
    assert "tail lost" == felt.state.shoe.refused_text


@MODES
def test_a_device_that_is_refused_in_the_deal_holds(mode: DealingMode) -> None:
    """It cannot go on without it (CDP1, REFUSE)."""
    felt = seated(mode)
    felt.table.shuffler.slow = mode is DealingMode.STACKS
    felt.ask(CloseBetting())
    felt.give(ReportRefused(device="shoe", code="model", text="wrong model"))
    assert HoldCode.LINK_LOST is felt.held()


def test_a_device_refused_between_rounds_blocks_only() -> None:
    """The next no-more-bets is refused (CDP1, REFUSE)."""
    felt = at(Phase.WAGERS)
    felt.give(ReportRefused(device="shoe", code="model", text="wrong model"))
    assert felt.held() is None


def test_a_card_pushed_back_stops_the_deal() -> None:
    """It cannot be the card it was (CDP1 12)."""
    felt = dealing()
    felt.table.shoe.record(lambda source: ReportCardReturned(source=source, index=0))
    felt.then()
    assert HoldCode.PUSHED_BACK is felt.held()
    closed = at(Phase.COLLECT)
    closed.table.shoe.record(lambda source: ReportCardReturned(source=source, index=0))
    closed.then()
    assert closed.held() is None


def test_an_empty_shoe_in_a_window_means_missing_cards() -> None:
    """So does a cut card, which no deck has (CDP1 12)."""
    felt = dealing()
    felt.table.in_shoe = []
    felt.draw()
    assert (HoldCode.COUNT_WRONG, ("seat 2 card 1",)) == (felt.held(), places(felt))
    felt = dealing()
    felt.table.shoe.record(lambda source: ReportCutCard(source=source, index=0))
    felt.then()
    assert HoldCode.UNREAD is felt.held()
    felt = at(Phase.FLOP)
    felt.table.shoe.record(lambda source: ReportShoeEmpty(source=source, index=9))
    felt.then()
    assert felt.held() is None


@MODES
def test_an_unknown_event_is_kept_and_stops_the_deal_only(mode: DealingMode) -> None:
    """Journaled raw and sealed; it never stops the stream (CDP1 4)."""
    payload = HiddenBytes(ordinal=0, data=b"\x05")
    for phase, held in ((Phase.PREFLOP, HoldCode.UNKNOWN_EVENT), (Phase.SETTLE, None)):
        felt = at(phase, mode)
        felt.table.shoe.record(lambda source: ReportUnknown(source=source, type_code=0xF0, payload=payload))
        felt.then()
        assert held is felt.held()
        assert "unknown_reported" in kinds(felt.events)


def test_a_note_changes_nothing() -> None:
    """States, marks and configuration are for the record (CDP1 5.3)."""
    felt = at(Phase.WAGERS)
    before = felt.state
    felt.table.shoe.record(lambda source: ReportNote(source=source, name="state_changed", text="1 to 4"))
    felt.then()
    assert before == felt.state


def test_a_card_of_a_closed_table_holds_it() -> None:
    """No round, no window: drawn early (C1)."""
    felt = Felt()
    felt.link()
    source = Source(device="shoe", serial="SHOE-1", epoch=1, number=1)
    card = seated().table
    card.pass_reader(("A", Card.HA))
    read = card.shoe.log[-1]
    assert isinstance(read, ReportCardRead)
    felt.give(replace(read, source=source, card=Hidden(ordinal=0), index=None))
    assert (HoldCode.DRAWN_EARLY, Phase.CLOSED) == (felt.held(), felt.phase())
    felt.resume()
    assert felt.held() is None


def test_the_felt_decides_no_place() -> None:
    """Assignment is by read order and expected slot only (G3.3, SH21)."""
    felt = seated(DealingMode.SHOE, cards=mixed("Ah Kd Qs Jc 9h 2d"))
    felt.deal()
    assert ("Ah", "Kd") == tuple(card.card for card in felt.state.seat(TWO).cards)
    felt.board()
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    assert 5 == len(felt.current().board)
