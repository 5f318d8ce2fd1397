"""S6 on the desk: who wants to read, which round, and what the worker brought (no Qt here)."""

from typing import Protocol

from controller.engine.ids import CommandId
from controller.engine.refusals import RefusalCode, Refused
from controller.history.record import RoundRecord
from controller.history.replay import ReplayHeard, ReplayLine
from controller.table.envelope import Admission, Credential, Outcome, Publication
from ui.options import ScreenOptions
from ui.post import Post, Sent
from ui.taps import Clock
from ui.viewmodels.floor import ApprovalEntry

READING = "replay:read"
"""Stands in an approval for an offer: it is for reading, and none of the guide's."""


class Reader(Protocol):
    """Read the record outside the table thread; nothing here waits."""

    def admit(self, admission: Admission) -> bool:
        """Ask the table whether a person may read; False when its queue is full."""

    def read(self, number: int) -> None:
        """Begin to read a round."""

    def write(self, number: int) -> None:
        """Begin to write a round to a file."""

    def heard(self) -> tuple[ReplayHeard, ...]:
        """Give what came since the last call."""


class Replay:
    """Hold the round that S6 shows; Qt main thread only.

    reader: None where there is no record to read; round: its number, 0 before one was chosen; page: counted
    from 0; lines: None while they are read; fault: why they could not be; file: written last; unwritten: why
    it was not; writing: it is on its way.
    """

    def __init__(self, reader: Reader | None) -> None:
        self.reader = reader
        self.close()

    def close(self) -> None:
        """Forget everything: who closes the page leaves nothing open."""
        self.round = 0
        self.page = 0
        self.lines: tuple[ReplayLine, ...] | None = None
        self.fault = self.file = self.unwritten = ""
        self.writing = False

    def choose(self, number: int) -> None:
        """Go to a round and begin to read it."""
        self.close()
        self.round = number
        if self.reader is not None:
            self.reader.read(number)

    def write(self) -> None:
        """Begin to write the round that was read, unless it is being written."""
        if self.reader is not None and self.lines and not self.writing:
            self.file, self.unwritten, self.writing = "", "", True
            self.reader.write(self.round)

    def hear(self) -> bool:
        """Take what the worker brought; tell whether it was about this round. Of another it is dropped."""
        heard = () if self.reader is None else self.reader.heard()
        mine = [one for one in heard if one.round == self.round]
        for one in mine:
            if one.lines is not None:
                self.lines = one.lines
            elif self.writing:
                self.file, self.unwritten, self.writing = one.file, one.fault, False
            else:
                self.fault = one.fault
        return bool(mine)


class Reading:
    """Be the desk's part that types a credential and reads the record."""

    publication: Publication | None
    entry: ApprovalEntry | None
    sheet: str
    options: ScreenOptions
    _clock: Clock
    _touched_at: float
    _press: int
    _post: Post

    def __init__(self, reader: Reader | None) -> None:
        self.replay = Replay(reader)

    @property
    def history(self) -> tuple[RoundRecord, ...]:
        """Give the last rounds that are over, the newest first."""
        return self.publication.history if self.publication is not None else ()

    @property
    def reads(self) -> bool:
        """Tell whether there is a round to read."""
        return self.replay.reader is not None and bool(self.history)

    def show_badge(self, badge: str) -> None:
        """Take a badge from a reader; it counts only while an approval is asked (TOUCHSCREEN 10)."""
        if self.entry is not None and not self.entry.sent:
            self.entry = self.entry.with_badge(badge)
            self._touched_at = self._clock()

    def _tap_digit(self, arg: str, _token: str) -> None:
        if self.entry is not None and not self.entry.sent:
            self.entry = self.entry.digit(arg)

    def _tap_erase(self, _arg: str, _token: str) -> None:
        if self.entry is not None and not self.entry.sent:
            self.entry = self.entry.erase()

    def _tap_replay(self, _arg: str, _token: str) -> None:
        """Ask for the badge first (S6)."""
        self.sheet, self.entry = "approve", ApprovalEntry(token=READING, command=None)

    def _tap_replayed(self, arg: str, _token: str) -> None:
        """Go to another round, or another page of this one: `round:page`."""
        number, _, page = arg.partition(":")
        if int(number) != self.replay.round:
            self.replay.choose(int(number))
        self.replay.page = int(page)

    def _tap_export(self, _arg: str, _token: str) -> None:
        self.replay.write()

    def _admission(self, credential: Credential) -> Outcome | None:
        """Ask the table whether this person may read; give the answer where its queue was full."""
        command_id = CommandId(f"{self.options.boot}-{self._press}-{READING}")
        self._post.sent[command_id] = Sent(token=READING, kind="approval", seat=None, at=self._clock())
        wish = Admission(command_id=command_id, source="ui", credential=credential)
        if self.replay.reader is not None and self.replay.reader.admit(wish):
            return None
        return Outcome(command_id=command_id, seq=0, refused=Refused(code=RefusalCode.QUEUE_FULL))
