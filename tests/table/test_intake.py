"""Device reports in the engine's words (CDP1 5.3)."""

from dataclasses import replace

import pytest

from controller.engine import fact_commands as facts
from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden, HiddenBytes
from controller.engine.device_words import (
    Button,
    CardFlag,
    OperationState,
    Place,
    Reading,
    Result,
    ShuffleMode,
    Slot,
    Target,
    WindowMode,
)
from controller.engine.ids import RoundNo
from controller.engine.start import initial_state
from controller.engine.state import DealingMode, Deck, Round, TableState, Window
from controller.rulesets.load import load_ruleset
from controller.table.faults import OperationReused
from controller.table.intake import Intake, card_text
from drivers import events as reports

SOURCE = Source(device="shoe", serial="SE-1", epoch=4, number=12)
SALT = bytes(16)


def _state(window: Window | None = None, *, has_round: bool = True) -> TableState:
    state = initial_state(
        ruleset=load_ruleset("california-bad-beat"),
        mode=DealingMode.STACKS,
        stub_through_reader=False,
        decks=(Deck(letter="A", deck_id=1, back=Back.RED), Deck(letter="B", deck_id=2, back=Back.BLUE)),
    )
    current = Round(number=RoundNo(7), deck="A", window=window, next_ordinal=3) if has_round else None
    return replace(state, round=current)


def _window(mode: WindowMode) -> Window:
    return Window(target=Target(place=Place.STUB, seat=None), first=10, count=5, mode=mode)


def _report(event: reports.DeviceEvent, number: int = 12, device: str = "shoe") -> reports.DeviceReport:
    return reports.DeviceReport(device=device, serial="SE-1", epoch=4, number=number, event=event)


def _card(code: int, *, index: int | None = 12, flags: int = 0, back: int = 1) -> reports.CardRead:
    return reports.CardRead(
        t_ms=500, index=index, shoe_id=9, card=code, back=back, confidence=99, flags=flags, raw=0
    )


def _read(event: reports.DeviceEvent, state: TableState | None = None, number: int = 12) -> object:
    return Intake(bytes).read(_report(event, number), state or _state())


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
    assert expected == _read(_card(24))
    assert "Qd" not in repr(_read(_card(24)))


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
    fact = _read(_card(code))
    assert isinstance(fact, facts.ReportCardRead)
    assert (reading, Hidden(ordinal=3)) == (fact.reading, fact.card)


@pytest.mark.parametrize("mode", [WindowMode.STUB, WindowMode.BURN])
def test_an_identity_in_a_count_only_window_is_wiped(mode: WindowMode) -> None:
    """The engine still sees that a face was told, so that it can hold (C12)."""
    fact = _read(_card(24), _state(_window(mode)))
    assert isinstance(fact, facts.ReportCardRead)
    assert (Reading.FACE, Hidden(ordinal=3)) == (fact.reading, fact.card)


@pytest.mark.parametrize(
    "state", [_state(_window(WindowMode.READ)), _state(), _state(_window(WindowMode.STUB))]
)
def test_an_identity_outside_such_a_window_is_kept_sealed(state: TableState) -> None:
    """A card drawn early belongs to the record (C2)."""
    fact = _read(_card(24, index=40), state)
    assert isinstance(fact, facts.ReportCardRead)
    assert Card("Qd") is fact.card.card


def test_without_a_round_there_is_no_key_so_nothing_is_kept() -> None:
    """A card with no round open cannot be sealed and must not be told (DURABILITY 7.1)."""
    fact = _read(_card(24), _state(has_round=False))
    assert isinstance(fact, facts.ReportCardRead)
    assert Hidden(ordinal=0) == fact.card


def test_flags_and_backs_are_named() -> None:
    """Each bit has its word, in the paper's order; a colour that nobody named is unknown (CDP1 5.3)."""
    fact = _read(_card(24, flags=1 | 64 | 128, back=200))
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
    assert expected == _read(event)


def test_unknown_bytes_are_not_kept_where_no_key_can_seal_them() -> None:
    """They may name a card (DURABILITY 7.1)."""
    fact = _read(reports.UnknownEvent(event_type=0xEE, payload=b"\x01"), _state(has_round=False))
    assert isinstance(fact, facts.ReportUnknown)
    assert HiddenBytes(ordinal=0) == fact.payload


LINK_UP = reports.LinkUp(
    serial="SE-1",
    device_class=2,
    maker="m",
    model="Reader",
    firmware=(1, 2, 3),
    digest=None,
    capabilities=6,
    state=4,
    faults=(0x104,),
    config_hash=0,
    minor=0,
    boot_id=77,
    epoch=4,
    first_seq=1,
    next_seq=10,
    uptime_ms=5,
    resumed_after=0,
    first_contact=True,
)
LINKED = facts.ReportLinked(
    source=Source(device="shoe", serial="SE-1", epoch=4, number=0),
    boot_id=77,
    capabilities=6,
    model="Reader",
    firmware="1.2.3",
    state="ready",
    faults=(0x104,),
    resumed_from=0,
)


def test_a_link_says_who_answers() -> None:
    """Identity and the place where events go on reach the record (CDP1 3)."""
    assert LINKED == _read(LINK_UP, number=0)


def test_an_unknown_state_of_a_device_is_told_by_its_number() -> None:
    """A newer device may have states that this program does not know."""
    fact = _read(replace(LINK_UP, state=42), number=0)
    assert isinstance(fact, facts.ReportLinked)
    assert "state_42" == fact.state


def test_what_a_new_device_did_before_we_met_it_is_history() -> None:
    """Such events are journaled and acknowledged, not given to the round (CDP1 3)."""
    intake = Intake(bytes)
    intake.read(_report(LINK_UP, 0), _state())
    old = intake.read(_report(_card(24), 9), _state())
    assert facts.ReportNote(source=replace(SOURCE, number=9), name="history", text="card_read") == old
    assert isinstance(intake.read(_report(_card(24), 10), _state()), facts.ReportCardRead)


def test_a_device_that_hears_us_again_is_linked_again() -> None:
    """One-way loss counts as lost, and its end as the link's return (CDP1 4)."""
    intake = Intake(bytes)
    intake.read(_report(LINK_UP, 0), _state())
    lost = intake.read(_report(reports.OneWayLoss(silent_ms=1500), 0), _state())
    assert facts.ReportLost(device="shoe", reason="one_way_loss") == lost
    assert LINKED == intake.read(_report(reports.OneWayLossEnded(), 0), _state())


LINK_FACTS = [
    (
        reports.LinkDown(reason=reports.DownReason.SILENT, detail=""),
        facts.ReportLost(device="shoe", reason="silent"),
    ),
    (
        reports.Stopped(reason=reports.StopReason.SERIAL, text="other device"),
        facts.ReportRefused(device="shoe", code="serial", text="other device"),
    ),
    (
        reports.ProtocolBroken(text="op twice"),
        facts.ReportRefused(device="shoe", code="protocol", text="op twice"),
    ),
    (
        reports.OpOverdue(op_id=8, order="eject", deadline_ms=30_000),
        facts.ReportNote(source=replace(SOURCE, number=0), name="op_overdue", text="eject 8"),
    ),
    (
        reports.LinkNoticed(notice=reports.NoticeCode.BAD_FRAMES, text="2 %"),
        facts.ReportNote(source=replace(SOURCE, number=0), name="bad_frames", text="2 %"),
    ),
    (reports.LinkStatistics(), None),
    (reports.PingAnswer(status=0), None),
]


@pytest.mark.parametrize(("event", "expected"), LINK_FACTS)
def test_the_life_of_a_link_is_told(event: reports.DeviceEvent, expected: facts.Fact | None) -> None:
    """What holds or stops the table reaches it; figures of the link do not (CDP1 6)."""
    assert expected == _read(event, number=0)


def _answered(order: str, result: Result, **fields: object) -> facts.ReportOrderAnswered:
    parts: dict[str, object] = {"op_id": None, "state": None, "next_index": None} | fields
    return facts.ReportOrderAnswered(device="shoe", order=order, result=result, **parts)  # type: ignore[arg-type]


ARM = reports.ArmAnswer(order="arm", status=0, next_index=10, round_no=7, first=10)
ANSWERS = [
    (
        reports.OpAnswer(op_id=8, order="mark", status=1, op_state=2),
        _answered("mark_round", Result.ACCEPTED, op_id=8, state=OperationState.DONE),
    ),
    (
        reports.OpAnswer(op_id=8, order="open_shoe", status=0x22),
        _answered("open_shoe", Result.INTERLOCK, op_id=8),
    ),
    (
        reports.OpAnswer(op_id=8, order="dispense", status=0, lost=True),
        _answered("dispense", Result.LOST, op_id=8),
    ),
    (reports.OrderAnswer(order="lock", status=0), _answered("set_lock", Result.OK)),
    (reports.OrderAnswer(order="expect", status=0x14), _answered("expect_deck", Result.REFUSED)),
    (ARM, _answered("arm_window", Result.OK, next_index=10)),
    (
        reports.ArmAnswer(order="disarm", status=0, next_index=None),
        _answered("disarm", Result.OK),
    ),
    (
        reports.OpStatusAnswer(op_id=8, status=0, op_state=4, result=0x27),
        _answered("ask_operation", Result.ABORTED, op_id=8, state=OperationState.FAILED),
    ),
    (
        reports.OpStatusAnswer(op_id=8, status=0, lost=True),
        _answered("ask_operation", Result.LOST, op_id=8),
    ),
]


@pytest.mark.parametrize(("event", "expected"), ANSWERS)
def test_every_answer_has_its_fact(event: reports.DeviceEvent, expected: facts.Fact) -> None:
    """Answers come under the engine's name of the order (CDP1 4)."""
    assert expected == _read(event, _state(_window(WindowMode.READ)), number=0)


GONE = [
    (replace(ARM, first=8), _window(WindowMode.READ)),
    (replace(ARM, round_no=6), _window(WindowMode.READ)),
    (ARM, None),
]


@pytest.mark.parametrize(("late", "window"), GONE)
def test_an_answer_for_a_window_that_is_gone_tells_nothing(
    late: reports.ArmAnswer, window: Window | None
) -> None:
    """A late answer must not be taken for another window's (CDP1 5.2, ARM)."""
    assert _read(late, _state(window), number=0) is None


def test_a_second_answer_to_a_question_asked_twice_tells_nothing() -> None:
    """It is older than the order that the first answer led to, and would send that once more (CDP1 4)."""
    state = _state()
    sent = replace(state, shoe=replace(state.shoe, waiting="open_shoe"))
    answer = reports.OpStatusAnswer(op_id=8, status=0, op_state=0, result=0)

    assert _read(answer, sent, number=0) is None


def test_an_answer_to_arm_without_a_round_tells_nothing() -> None:
    """There is no window it could be for."""
    assert _read(ARM, _state(has_round=False), number=0) is None


def test_a_reused_operation_number_is_our_fault() -> None:
    """A device that takes a new operation for a known one stops the table (CDP1 4)."""
    with pytest.raises(OperationReused, match="operation 8"):
        _read(reports.OpAnswer(op_id=8, order="dispense", status=1, op_state=2), number=0)
