"""Device reports in the engine's words (CDP1 5.3); with `dispatch` the only place that knows both.

Codes become words, a face read face down becomes a `Hidden` card with fresh salt, and what a device should
not have told at all is wiped before anything can keep it (C12).
"""

from collections.abc import Callable
from typing import Final, cast

from controller.engine import fact_commands as facts
from controller.engine.actors import Source
from controller.engine.cards import Back, Card, Hidden, HiddenBytes
from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.device_words import CardFlag, Reading, WindowMode
from controller.engine.fact_commands import Fact
from controller.engine.ids import DeviceName
from controller.engine.ruling_commands import Rule
from controller.engine.state import TableState
from controller.table.intake_answers import Answer, read_answer
from controller.table.intake_events import read_event
from drivers import events as reports

RandomBytes = Callable[[int], bytes]
"""Give so many unpredictable bytes; tests and the deterministic world give seeded ones."""

SALT_SIZE: Final = 16
FACES: Final = 52

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "cdhs"
_READINGS: Final[dict[int, Reading]] = {
    reports.CardCode.JOKER_1: Reading.JOKER,
    reports.CardCode.JOKER_2: Reading.JOKER,
    reports.CardCode.CUT_CARD: Reading.CUT_CARD,
    reports.CardCode.UNREADABLE: Reading.UNREADABLE,
    reports.CardCode.NOT_REPORTED: Reading.WITHHELD,
}
_FLAGS: Final = {
    reports.CardFlag.DOUBLE_FEED: CardFlag.DOUBLE_FEED,
    reports.CardFlag.REVERSED: CardFlag.REVERSED,
    reports.CardFlag.UNREADABLE: CardFlag.UNREADABLE,
    reports.CardFlag.BEYOND_COMPOSITION: CardFlag.BEYOND_COMPOSITION,
    reports.CardFlag.BURN: CardFlag.BURN,
    reports.CardFlag.OUTSIDE_WINDOW: CardFlag.OUTSIDE_WINDOW,
    reports.CardFlag.PUSHED_BACK: CardFlag.PUSHED_BACK,
    reports.CardFlag.FACE_UP: CardFlag.FACE_UP,
}
_BACKS: Final = tuple(Back)


class Intake:
    """Turn reports into facts. Table thread only.

    It remembers of each device what it said when its link came up: a link that hears us again is told to
    the engine in those words, and what a new device did before we met it is history (CDP1 3).
    """

    def __init__(self, random_bytes: RandomBytes) -> None:
        self._random_bytes = random_bytes
        self._entered: tuple[tuple[int, int], Hidden] | None = None
        self._links: dict[DeviceName, facts.ReportLinked] = {}
        self._history_below: dict[tuple[str, int], int] = {}

    def seal(self, command: Ask, state: TableState) -> Ask:
        """Make a card that a person entered a hidden one, before anything can keep it (I8, I26).

        Entered again for the same place in the record, as by the second person, it is the same one.
        """
        if not isinstance(command, Rule) or not isinstance(command.card, Card | str):
            return command
        card = Card(command.card)
        place = (0, 0) if state.round is None else (int(state.round.number), state.round.next_ordinal)
        entered = self._entered
        if entered is None or (entered[0], entered[1].card) != (place, card):
            salt = self._random_bytes(SALT_SIZE)
            entered = self._entered = (place, Hidden(ordinal=place[1], card=card, salt=salt))
        return replace(command, card=entered[1])

    def read(self, report: reports.DeviceReport, state: TableState) -> Fact | None:
        """Give the fact of a report, or None where the engine has no use for it."""
        device = cast("DeviceName", report.device)
        source = Source(device=device, serial=report.serial, epoch=report.epoch, number=report.number)
        event = report.event
        if isinstance(event, Answer):
            return read_answer(device, event, state)
        match event:
            case reports.LinkUp():
                return self._linked(source, event)
            case reports.LinkDown(reason=reason):
                return facts.ReportLost(device=device, reason=reason.value)
            case reports.OneWayLoss():
                return facts.ReportLost(device=device, reason="one_way_loss")
            case reports.OneWayLossEnded():
                return self._links.get(device)
            case reports.Stopped(reason=reports.StopReason.EPOCH | reports.StopReason.GAP, epoch=int(epoch)):
                return facts.ReportEventsLost(device=device, code=event.reason.value, epoch=epoch)
            case reports.Stopped(reason=stop, text=text):
                return facts.ReportRefused(device=device, code=stop.value, text=text)
            case reports.ProtocolBroken(text=text):
                return facts.ReportRefused(device=device, code="protocol", text=text)
            case reports.OpOverdue(op_id=op_id, order=order):
                return facts.ReportNote(source=source, name="op_overdue", text=f"{order} {op_id}")
            case reports.LinkNoticed(notice=notice, text=text):
                return facts.ReportNote(source=source, name=notice.value, text=text)
            case _ if report.number:
                return self._numbered(source, cast("reports.NumberedEvent", event), state)
            case _:
                return None

    def _linked(self, source: Source, event: reports.LinkUp) -> facts.ReportLinked:
        """Read who answers, and remember it."""
        linked = facts.ReportLinked(
            source=replace(source, serial=event.serial, epoch=event.epoch, number=0),
            boot_id=event.boot_id,
            capabilities=event.capabilities,
            model=event.model,
            firmware=".".join(str(part) for part in event.firmware),
            state=_state_word(event.state),
            faults=event.faults,
            resumed_from=event.resumed_after,
            history_below=event.next_seq if event.first_contact else 0,
        )
        self.remember(linked)
        return linked

    def remember(self, linked: facts.ReportLinked) -> None:
        """Take up what a device said of itself, live or from the record."""
        source = linked.source
        self._links[source.device] = linked
        if linked.history_below:
            self._history_below[source.serial, source.epoch] = linked.history_below

    def _numbered(self, source: Source, event: reports.NumberedEvent, state: TableState) -> Fact:
        """Read an event of the device; one from before we met it is only noted."""
        if source.number < self._history_below.get((source.serial, source.epoch), 0):
            return facts.ReportNote(source=source, name="history", text=event.kind)
        match event:
            case reports.CardRead():
                return self._card(source, event, state)
            case reports.UnknownEvent(event_type=code, payload=payload):
                data = payload if state.round is not None else None
                hidden = HiddenBytes(ordinal=_next_ordinal(state), data=data)
                return facts.ReportUnknown(source=source, type_code=code, payload=hidden)
            case _:
                return read_event(source, event)

    def _card(self, source: Source, event: reports.CardRead, state: TableState) -> facts.ReportCardRead:
        """Read one card; its face goes into a `Hidden` and nowhere else."""
        reading = _reading(event.card)
        ordinal = _next_ordinal(state)
        hidden = Hidden(ordinal=ordinal)
        if reading is Reading.FACE and not _must_wipe(event.index, state):
            hidden = Hidden(ordinal=ordinal, card=face(event.card), salt=self._random_bytes(SALT_SIZE))
        return facts.ReportCardRead(
            source=source,
            index=event.index,
            shoe_id=event.shoe_id,
            reading=reading,
            card=hidden,
            back=_BACKS[event.back] if event.back < len(_BACKS) else Back.UNKNOWN,
            confidence=event.confidence,
            flags=tuple(word for bit, word in _FLAGS.items() if event.flags & bit),
            t_ms=event.t_ms,
        )


def face(code: int) -> Card:
    """Give the identity of a card code 0..51 (CDP1 5.1)."""
    return Card(card_text(code))


def card_text(code: int) -> str:
    """Spell a card code 0..51 (CDP1 5.1)."""
    rank, suit = _RANKS[code % 13], _SUITS[code // 13]
    return rank + suit


def _reading(code: int) -> Reading:
    """Say what the reader made of a card; an unknown code is no card of ours."""
    if code < FACES:
        return Reading.FACE
    return _READINGS.get(code, Reading.FOREIGN)


def _must_wipe(index: int | None, state: TableState) -> bool:
    """Tell whether nobody may keep this identity: a count-only window (C12), or no round to seal it in."""
    if state.round is None:
        return True
    window = state.round.window
    if window is None or window.mode is WindowMode.READ or index is None:
        return False
    return window.first <= index < window.first + window.count


def _next_ordinal(state: TableState) -> int:
    """Give the number of the next seal of the round."""
    return state.round.next_ordinal if state.round is not None else 0


def _state_word(code: int) -> str:
    """Name a device's own state; an unknown one by its code."""
    try:
        return reports.DeviceState(code).name.lower()
    except ValueError:
        return f"state_{code}"
