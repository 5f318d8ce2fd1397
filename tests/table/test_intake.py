"""Device reports in the engine's words (CDP1 5.3)."""

import pytest

from controller.engine import fact_commands as facts
from controller.engine.cards import Back, Card, Hidden, HiddenBytes
from controller.engine.device_words import (
    Button,
    CardFlag,
    Reading,
    Result,
    ShuffleMode,
    Slot,
    WindowMode,
)
from controller.engine.state import TableState
from controller.table.intake import card_text
from drivers import events as reports
from tests.table.intake_kit import SALT, SOURCE, card_read, read_one, state_of_table, window_of


def test_a_face_becomes_a_hidden_card_with_the_next_ordinal_and_fresh_salt() -> None:
    """Nothing in plain leaves intake (ARCHITECTURE 3, step 2; DURABILITY 7.2)."""
    expected = facts.ReportCardRead(
        source=SOURCE,
        index=12,
        shoe_id=9,
        reading=Reading.FACE,
        card=Hidden(ordinal=3, card=Card("Qd"), salt=SALT),
        back=Back.RED,
        confidence=99,
        flags=(),
        t_ms=500,
    )
    assert expected == read_one(card_read(24))
    assert "Qd" not in repr(read_one(card_read(24)))


def test_every_code_of_a_face_is_spelt_as_the_paper_says() -> None:
    """`suit * 13 + rank`, suits c d h s, ranks A 2..9 T J Q K (CDP1 5.1)."""
    expected = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert expected == [card_text(code) for code in range(52)]


@pytest.mark.parametrize(
    ("code", "reading"),
    [
        (52, Reading.JOKER),
        (53, Reading.JOKER),
        (54, Reading.CUT_CARD),
        (0xFD, Reading.FOREIGN),
        (0xFE, Reading.UNREADABLE),
        (0xFF, Reading.WITHHELD),
        (99, Reading.FOREIGN),
    ],
)
def test_what_is_no_face_keeps_no_identity(code: int, reading: Reading) -> None:
    """A joker, a cut card or an unreadable card is told by its reading alone (CDP1 5.1)."""
    fact = read_one(card_read(code))
    assert isinstance(fact, facts.ReportCardRead)
    assert (reading, Hidden(ordinal=3)) == (fact.reading, fact.card)


@pytest.mark.parametrize("mode", [WindowMode.STUB, WindowMode.BURN])
def test_an_identity_in_a_count_only_window_is_wiped(mode: WindowMode) -> None:
    """The engine still sees that a face was told, so that it can hold (C12)."""
    fact = read_one(card_read(24), state_of_table(window_of(mode)))
    assert isinstance(fact, facts.ReportCardRead)
    assert (Reading.FACE, Hidden(ordinal=3)) == (fact.reading, fact.card)


@pytest.mark.parametrize(
    "state",
    [
        state_of_table(window_of(WindowMode.READ)),
        state_of_table(),
        state_of_table(window_of(WindowMode.STUB)),
    ],
)
def test_an_identity_outside_such_a_window_is_kept_sealed(state: TableState) -> None:
    """A card drawn early belongs to the record (C2)."""
    fact = read_one(card_read(24, index=40), state)
    assert isinstance(fact, facts.ReportCardRead)
    assert Card("Qd") is fact.card.card


def test_without_a_round_there_is_no_key_so_nothing_is_kept() -> None:
    """A card with no round open cannot be sealed and must not be told (DURABILITY 7.1)."""
    fact = read_one(card_read(24), state_of_table(has_round=False))
    assert isinstance(fact, facts.ReportCardRead)
    assert Hidden(ordinal=0) == fact.card


def test_flags_and_backs_are_named() -> None:
    """Each bit has its word, in the paper's order; a colour that nobody named is unknown (CDP1 5.3)."""
    fact = read_one(card_read(24, flags=1 | 64 | 128, back=200))
    assert isinstance(fact, facts.ReportCardRead)
    assert (CardFlag.DOUBLE_FEED, CardFlag.PUSHED_BACK, CardFlag.FACE_UP) == fact.flags
    assert Back.UNKNOWN is fact.back


NUMBERED = [
    (reports.OpStarted(t_ms=1, op_id=8), facts.ReportOperationStarted(source=SOURCE, op_id=8)),
    (
        reports.OpDone(t_ms=1, op_id=8, result=0, mode=1, n_in=52, n_out=None, n_inside=52),
        facts.ReportOperationDone(
            source=SOURCE,
            op_id=8,
            result=Result.OK,
            mode=ShuffleMode.SHUFFLE,
            cards_in=52,
            cards_out=None,
            cards_inside=52,
        ),
    ),
    (
        reports.OpDone(t_ms=1, op_id=8, result=0x26, mode=9, n_in=0, n_out=0, n_inside=0),
        facts.ReportOperationDone(
            source=SOURCE,
            op_id=8,
            result=Result.INTERRUPTED,
            mode=ShuffleMode.SORT,
            cards_in=0,
            cards_out=0,
            cards_inside=0,
        ),
    ),
    (
        reports.CardsLoaded(t_ms=1, slot=0, count=52),
        facts.ReportCardsLoaded(source=SOURCE, slot=Slot.INFEED, count=52),
    ),
    (
        reports.CardsLoaded(t_ms=1, slot=5, count=52),
        facts.ReportNote(source=SOURCE, name="cards_loaded", text=""),
    ),
    (
        reports.DeckReported(
            t_ms=1,
            op_id=8,
            deck_id=1,
            count=52,
            seen=7,
            unreadable=0,
            wrong_back=1,
            differing=((3, 2), (4, 0)),
        ),
        facts.ReportDeckComposition(
            source=SOURCE,
            op_id=8,
            deck_id=1,
            count=52,
            saw_faces=True,
            saw_backs=True,
            unreadable=0,
            wrong_back=1,
            differing=2,
        ),
    ),
    (
        reports.DeckReady(t_ms=1, op_id=8, slot=1, deck_id=1, count=52, mode=1),
        facts.ReportDeckReady(
            source=SOURCE, op_id=8, slot=Slot.CHAMBER, deck_id=1, count=52, mode=ShuffleMode.SHUFFLE
        ),
    ),
    (
        reports.DeckRejected(t_ms=1, op_id=8, slot=1, deck_id=1, fault=0x201),
        facts.ReportDeckRejected(source=SOURCE, op_id=8, slot=Slot.CHAMBER, deck_id=1, fault=0x201),
    ),
    (reports.DeckRemoved(t_ms=1, slot=1), facts.ReportDeckRemoved(source=SOURCE, slot=Slot.CHAMBER)),
    (reports.TrayChanged(t_ms=1, count=None), facts.ReportTray(source=SOURCE, count=None)),
    (
        reports.FaultRaised(t_ms=1, fault=0x103, severity=3, where=4, detail=0),
        facts.ReportFaultRaised(source=SOURCE, fault=0x103, severity=3, where=4, detail=0),
    ),
    (
        reports.FaultCleared(t_ms=1, fault=0x103, by=2),
        facts.ReportFaultCleared(source=SOURCE, fault=0x103),
    ),
    (
        reports.DoorMoved(t_ms=1, door=2, is_open=True),
        facts.ReportDoor(source=SOURCE, door=2, is_open=True),
    ),
    (reports.LidMoved(t_ms=1, is_open=False), facts.ReportDoor(source=SOURCE, door=0, is_open=False)),
    (
        reports.Booted(t_ms=1, boot_id=77, reason=0),
        facts.ReportBoot(source=SOURCE, boot_id=77, reason="power"),
    ),
    (
        reports.Booted(t_ms=1, boot_id=77, reason=9),
        facts.ReportBoot(source=SOURCE, boot_id=77, reason="reason_9"),
    ),
    (
        reports.ButtonMoved(t_ms=1, button=1, is_down=True),
        facts.ReportButton(source=SOURCE, button=Button.DEAL, is_down=True),
    ),
    (
        reports.ButtonMoved(t_ms=1, button=9, is_down=True),
        facts.ReportNote(source=SOURCE, name="button_moved", text="button 9"),
    ),
    (reports.CardReturned(t_ms=1, index=4), facts.ReportCardReturned(source=SOURCE, index=4)),
    (reports.ShoeEmptied(t_ms=1, index=52), facts.ReportShoeEmpty(source=SOURCE, index=52)),
    (reports.CutCardSeen(t_ms=1, index=40), facts.ReportCutCard(source=SOURCE, index=40)),
    (
        reports.StateChanged(t_ms=1, old=1, new=3),
        facts.ReportNote(source=SOURCE, name="state_changed", text="1 to 3"),
    ),
    (
        reports.RoundMarked(t_ms=1, op_id=8, round_no=7, tag=1, next_index=0),
        facts.ReportNote(source=SOURCE, name="round_marked", text="round 7 tag 1"),
    ),
    (
        reports.LogOverrun(t_ms=1, first=3, last=9),
        facts.ReportNote(source=SOURCE, name="log_overrun", text="3 to 9"),
    ),
    (
        reports.ConfigChanged(t_ms=1, key=3, hash=1),
        facts.ReportNote(source=SOURCE, name="config_changed", text="key 3"),
    ),
    (reports.Tampered(t_ms=1, what=2), facts.ReportNote(source=SOURCE, name="tampered", text="place 2")),
    (
        reports.UnknownEvent(event_type=0xEE, payload=b"\x01\x18"),
        facts.ReportUnknown(source=SOURCE, type_code=0xEE, payload=HiddenBytes(ordinal=3, data=b"\x01\x18")),
    ),
]


@pytest.mark.parametrize(("event", "expected"), NUMBERED)
def test_every_numbered_event_has_its_fact(event: reports.DeviceEvent, expected: facts.Fact) -> None:
    """An event of a device is never dropped; what only the record needs is a note (CDP1 5.3)."""
    assert expected == read_one(event)


def test_unknown_bytes_are_not_kept_where_no_key_can_seal_them() -> None:
    """They may name a card (DURABILITY 7.1)."""
    fact = read_one(reports.UnknownEvent(event_type=0xEE, payload=b"\x01"), state_of_table(has_round=False))
    assert isinstance(fact, facts.ReportUnknown)
    assert HiddenBytes(ordinal=0) == fact.payload
