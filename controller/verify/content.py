"""What the records of one file say: form, kinds, rounds, money, cards and checkpoints, in one pass.

Only records whose link in the chain holds come here. Where some are missing, nothing is held against the
round that they may belong to.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.verify.books import Books
from controller.verify.canonical import Json, JsonObject, NotCanonical, decode, parse
from controller.verify.cards import Seals, has_cards
from controller.verify.catalogue import shown, strangers
from controller.verify.chain import Record
from controller.verify.checkpoints import Checkpoints
from controller.verify.findings import Finding, Verdict
from controller.verify.money import BadField, cents_of
from controller.verify.rounds import Counts, RoundCheck
from controller.verify.rulings import (
    changed_step,
    correct_bank,
    correct_decision,
    correct_stakes,
    kill,
    line_wrongs,
    repeat,
    restart,
    reverse,
)
from controller.verify.shapes import Sight

_CLOSING = ("checkpoint", "file_closed")
_PERSONS: Final = 2

_CORRECTIONS: Final = {
    "stakes_corrected": correct_stakes,
    "decision_corrected": correct_decision,
    "seat_killed": kill,
    "bank_corrected": correct_bank,
    "walk_restarted": restart,
}
"""What rulings change in the money of the round in play."""


class Content:
    """Judge the records of one file in order.

    findings, rounds, counts: what came of it; is_closed: it ends with `file_closed`; last_plain: the last
    record that is more than a checkpoint or the file's end.
    """

    def __init__(self, seals: Seals, checkpoints: Checkpoints) -> None:
        self.findings: list[Finding] = []
        self.rounds: list[RoundCheck] = []
        self.counts = Counts()
        self.is_closed = False
        self.last_plain = 0
        self._seals = seals
        self._checkpoints = checkpoints
        self._before: Record | None = None
        self._round = 0
        self._moved = (0, 0)
        self._has_gap = False
        self._is_lost = False
        self._is_disputed = False
        self._books = Books()
        self._on_event: Mapping[str, Callable[[JsonObject, int], None]] = {
            "round_opened": self._round_opened,
            "betting_closed": self._betting_closed,
            "bank_posted": lambda _event, _: self._current.bank.post(),
            "bank_shared": lambda event, seq: self._booked(self._current.bank.share(event), seq),
            "bank_settled": lambda event, seq: self._booked(self._current.bank.settle(event), seq),
            "decision_made": lambda event, _: self._current.money.decide(event),
            "decision_undone": lambda event, _: self._current.money.undo(event),
            "play_missed": lambda event, _: self._current.money.miss_play(event),
            "play_miss_undone": lambda event, _: self._current.money.undo(event),
            "seat_turned_up": lambda event, _: changed_step(self._current.money, event),
            "ruled": self._ruled,
            "folded_hand_opened": self._hand_opened,
            "settlement_reversed": self._settled_again,
            "settlement_repeated": self._settled_again,
            **dict.fromkeys(_CORRECTIONS, self._corrected),
            "seat_settled": lambda event, _: self._current.money.settle_seat(event),
            "round_settled": self._round_settled,
            "round_voided": self._round_voided,
            "hold_raised": self._held,
            "hold_cleared": self._hold_cleared,
            "deck_replaced": self._approved,
            "fees_recorded": lambda event, seq: self._booked(self._books.record_fees(event), seq),
            "fees_dropped": lambda event, seq: self._booked(self._books.drop_fees(event), seq),
            "fees_returned": lambda event, seq: self._booked(self._books.return_fees(event), seq),
            "fee_waived": self._approved,
            "meter_set": self._meter_set,
            "progressive_turned_up": lambda event, seq: self._booked(self._books.turn_up(event), seq),
            "meter_moved": lambda event, seq: self._booked(self._books.move_meter(event), seq),
        }
        self._on_note: Mapping[str, Callable[[JsonObject, int], None]] = {
            "round_key": lambda note, _: self._seals.use_key(_round_no(note)),
            "checkpoint": self._checkpoint,
            "file_closed": self._file_closed,
            "clock_step": lambda _note, _: self._count("clock_steps"),
            "power_up": lambda _note, _: self._count("starts"),
            "recovered": self._recovered,
            "lock_raised": self._lock_raised,
            "lock_cleared": self._lock_cleared,
        }

    def go_on_from(self, before: "Content") -> None:
        """Take over the round that the file before left open."""
        self._is_disputed = before._is_disputed  # noqa: SLF001 - a hold of the same table may last over the end
        self._books = before._books  # noqa: SLF001 - the books of the same table, one file earlier
        if before.rounds and before.rounds[-1].ending == "open":
            self.rounds.append(before.rounds.pop())

    def lose(self) -> None:
        """Note that records are missing before the next one."""
        self._before = None
        self._seals.lose()
        self._books.lose()
        self._is_lost = self._has_gap = True
        if self.rounds and self.rounds[-1].ending == "open":
            self.rounds[-1].has_hole = True

    def take(self, record: Record, sight: Sight | None = None) -> None:
        """Judge one record whose link holds; sight: what is known of it without taking it apart."""
        self.counts.records += 1
        if self.is_closed:
            self._find(Verdict.BROKEN, record.seq, "a record stands behind the file's end")
        if sight is not None and sight.is_quiet:
            self._pass_by(sight, record.seq)
        elif sight is not None:
            self._judge(decode(record.body), record)
        else:
            self._read(record)
        self._before = record

    def sum_up(self, envelope: JsonObject, body: bytes) -> Sight:
        """Say what there is to judge in a record that holds nothing unknown."""
        notes, events = _objects(envelope.get("notes")), _objects(envelope.get("events"))
        judged = any(note.get("kind") in self._on_note for note in notes)
        judged = judged or any(event.get("kind") in self._on_event for event in events)
        number = envelope.get("round")
        return Sight(
            is_quiet=not judged and not has_cards(body),
            events=len(events),
            is_plain=bool(events) or any(note.get("kind") not in _CLOSING for note in notes),
            round=number if type(number) is int else 0,
        )

    def _pass_by(self, sight: Sight, seq: int) -> None:
        """Count a record in which there is nothing to judge."""
        self._round = sight.round
        self.counts.events += sight.events
        if sight.is_plain:
            self.last_plain = seq
        if self.rounds and self._round == self.rounds[-1].number:
            self.rounds[-1].last_seq = seq

    def _read(self, record: Record) -> None:
        """Check a record by every rule, and judge it."""
        try:
            envelope = parse(record.body)
        except NotCanonical as fault:
            self._find(Verdict.UNKNOWN, record.seq, f"the body {fault.reason}")
            return
        for reason in strangers(envelope):
            self._find(Verdict.UNKNOWN, record.seq, reason)
        self._judge(envelope, record)

    def _judge(self, envelope: JsonObject, record: Record) -> None:
        """Take apart what a record says; of one that is partly unknown only what is well known."""
        seq, number = record.seq, envelope.get("round")
        self._round = number if type(number) is int else 0
        notes, events = _objects(envelope.get("notes")), _objects(envelope.get("events"))
        self.counts.events += len(events)
        if events or any(note.get("kind") not in _CLOSING for note in notes):
            self.last_plain = seq
        for note in notes:
            self._one(self._on_note, note, seq)
        cards = has_cards(record.body)
        for event in events:
            self._one(self._on_event, event, seq)
            if cards:
                self._cards(event, seq)
        if cards:
            cause = envelope.get("cause")
            if isinstance(cause, dict):
                self._cards(cause, seq)
        if self.rounds and self._round == self.rounds[-1].number:
            self.rounds[-1].last_seq = seq

    def _one(
        self, judges: Mapping[str, Callable[[JsonObject, int], None]], item: JsonObject, seq: int
    ) -> None:
        """Hand an event or note to its judge; fields of other types belong to an unknown schema."""
        kind = item.get("kind")
        judge = judges.get(kind) if isinstance(kind, str) else None
        if judge is None:
            return
        try:
            judge(item, seq)
        except (BadField, LookupError, TypeError, ValueError):
            self._find(Verdict.UNKNOWN, seq, f"{shown(kind)} has a field of another type")

    def _cards(self, item: JsonObject, seq: int) -> None:
        matched, unchecked = self._seals.matched, self._seals.unchecked
        wrong = [*self._seals.take(item)]
        for reason in wrong:
            self._find(Verdict.REVEAL, seq, reason)
        seen = (self._seals.matched - matched, self._seals.unchecked - unchecked, len(wrong))
        if any(seen):
            current = self._current
            current.matched += seen[0]
            current.unchecked += seen[1]
            current.wrong += seen[2]

    @property
    def _current(self) -> RoundCheck:
        """Give the round in play; one whose begin is not there cannot be judged."""
        if not self.rounds or (self._is_lost and self.rounds[-1].ending != "open"):
            self.rounds.append(RoundCheck(number=self._round, first_seq=0, last_seq=0, has_hole=True))
        return self.rounds[-1]

    def _round_opened(self, event: JsonObject, seq: int) -> None:
        if self.rounds and self.rounds[-1].ending == "open":
            self.rounds[-1].ending = "left"
        self.counts.rounds += 1
        self._is_lost = False
        number = _integer(event["round"], "round")
        self.rounds.append(RoundCheck(number=number, first_seq=seq, last_seq=seq))
        self._books.open_round()

    def _betting_closed(self, event: JsonObject, _seq: int) -> None:
        self._current.money.close_betting(event)
        self._books.close_betting(event)

    def _meter_set(self, event: JsonObject, seq: int) -> None:
        self._approved(event, seq)
        self._booked(self._books.set_meter(event), seq)

    def _booked(self, faults: list[str], seq: int) -> None:
        """Name what does not fit in the books; a round with missing records is not judged."""
        if self.rounds and self.rounds[-1].has_hole:
            return
        for reason in faults:
            self._find(Verdict.MONEY, seq, reason)

    def _round_settled(self, event: JsonObject, seq: int) -> None:
        self.counts.settled += 1
        paid, collected = cents_of(event, "paid"), cents_of(event, "collected")
        self._moved = (self._moved[0] + paid, self._moved[1] + collected)
        layers = self._current.bank.uneven(paid, collected)
        faults = [*self._current.money.settle(event), *self._books.settle(), *layers]
        self._end("settled", faults, seq)

    def _round_voided(self, event: JsonObject, seq: int) -> None:
        self._is_disputed = False
        self.counts.void += 1
        self._approved(event, seq)
        self._end("void", self._current.money.void(event), seq)

    def _end(self, ending: str, faults: list[str], seq: int) -> None:
        """Close the round in play; a second end of one round is a fault of its own."""
        current = self._current
        if current.ending != "open":
            faults = [*faults, f"it ends again, after it was {current.ending}"]
        current.ending, current.last_seq = ending, seq
        if current.has_hole:
            return
        current.balances = not faults
        for reason in faults:
            self._find(Verdict.MONEY, seq, f"round {current.number}: {reason}")

    def _ruled(self, event: JsonObject, seq: int) -> None:
        """Count a ruling, and let the round's steps be shown again."""
        self._approved(event, seq)
        if self.rounds:
            self._current.money.is_corrected = True

    def _held(self, event: JsonObject, _seq: int) -> None:
        self._is_disputed = event["code"] == "dispute"

    def _hold_cleared(self, event: JsonObject, seq: int) -> None:
        self._is_disputed = False
        self._approved(event, seq)

    def _hand_opened(self, event: JsonObject, seq: int) -> None:
        """Hold that a folded hand is opened in a dispute only, and by two persons (GAME I35)."""
        self._approved(event, seq)
        if not self._is_disputed and not self._is_lost:
            self._find(Verdict.REVEAL, seq, "a folded hand was opened outside of a dispute")
        persons = str(event["approved_by"]).split("+")
        if len(set(persons)) != _PERSONS or "" in persons:
            self._find(Verdict.REVEAL, seq, "a folded hand was opened by fewer than two persons")

    def _corrected(self, event: JsonObject, _seq: int) -> None:
        """Follow what counts after a correction."""
        _CORRECTIONS[str(event["kind"])](self._current.money, event)

    def _settled_again(self, event: JsonObject, seq: int) -> None:
        """Follow a step undone or settled again; of a round that is over only the lines are judged."""
        number = _integer(event["round"], "round")
        if self._current.number == number and self._current.ending == "open":
            judge = reverse if event["kind"] == "settlement_reversed" else repeat
            judge(self._current.money, event)
            return
        for fault in line_wrongs(event):
            self._find(Verdict.MONEY, seq, f"round {number}: {fault}")

    def _approved(self, event: JsonObject, _seq: int) -> None:
        """Count what a person other than the dealer approved."""
        person = event["approved_by"]
        if isinstance(person, str) and person and not person.startswith("dealer:"):
            self._count("overrides")

    def _checkpoint(self, note: JsonObject, seq: int) -> None:
        self.findings += self._checkpoints.take(note, seq, self._before)

    def _file_closed(self, note: JsonObject, seq: int) -> None:
        self.is_closed = True
        before = self._before
        if before is not None and (note["last_seq"], note["h"]) != (before.seq, before.h.hex()):
            self._find(Verdict.BROKEN, seq, "the file's end names another last record")
        totals = note.get("totals")
        if isinstance(totals, dict) and not self._has_gap:
            own = self._totals
            wrong = [name for name in own if totals[name] != own[name]]
            if wrong:
                self._find(Verdict.BROKEN, seq, f"the file's end adds up to other {', '.join(wrong)}")

    @property
    def _totals(self) -> dict[str, int]:
        """Add up the file before its end, as `file_closed` should have it (DURABILITY 3.7)."""
        counts = self.counts
        paid, collected = self._moved
        return {
            "records": counts.records - 1,
            "rounds": counts.rounds,
            "settled": counts.settled,
            "void": counts.void,
            "paid": paid,
            "collected": collected,
        }

    def _recovered(self, note: JsonObject, _seq: int) -> None:
        if note["actions"]:
            self._count("recoveries")

    def _lock_raised(self, note: JsonObject, _seq: int) -> None:
        self._count("locks")
        self.counts.open_locks.append(_code(note))

    def _lock_cleared(self, note: JsonObject, _seq: int) -> None:
        code = _code(note)
        self.counts.open_locks = [one for one in self.counts.open_locks if one != code]

    def _count(self, name: str) -> None:
        setattr(self.counts, name, getattr(self.counts, name) + 1)

    def _find(self, verdict: Verdict, seq: int, reason: str) -> None:
        self.findings.append(Finding(verdict=verdict, seq=seq, reason=reason))


def _objects(value: Json) -> list[JsonObject]:
    """Give the objects of a list, nothing for what is none."""
    return [item for item in value if isinstance(item, dict)] if value and isinstance(value, list) else []


def _integer(value: Json, name: str) -> int:
    if type(value) is not int:
        raise BadField(name)
    return value


def _round_no(note: JsonObject) -> int:
    return _integer(note["round_no"], "round_no")


def _code(note: JsonObject) -> str:
    return shown(str(note["code"]).lower().replace("-", "_")).upper().replace("_", "-")
