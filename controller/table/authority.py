"""Who may ask for what: a badge and a PIN become an Approval of one command (ARCHITECTURE 3, DURABILITY 9).

The engine judges the Approval; this module only makes it, counts failures and makes people wait.
"""

import hashlib
from dataclasses import dataclass, fields, replace
from typing import Final, Protocol, cast

from controller.engine.actors import Approval, ApprovalMethod
from controller.engine.commands import Ask, CloseTable, OpenTable, ReplaceDeck, Resume, VoidRound
from controller.engine.ids import Token
from controller.engine.refusals import RefusalCode, Refused
from controller.journal.notes import AuthFailed, AuthOk, Note
from controller.journal.record import Json, canonical
from controller.table.credentials import People
from controller.table.envelope import Credential

BADGE_FREE_TRIES: Final = 5
BADGE_OFF_AT: Final = 10
TABLE_FREE_TRIES: Final = 15
FIRST_WAIT_S: Final = 30
LONGEST_WAIT_S: Final = 900

_SECOND_US: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """Hold an approval, and what the record notes about it."""

    approval: Approval
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """Hold why there is no approval, and what the record notes about it."""

    refused: Refused
    notes: tuple[Note, ...]


class Authority(Protocol):
    """Prove who approves a command. Table thread only."""

    def approve(self, command: Ask, token: Token, credential: Credential, now_us: int) -> Approved | Denied:
        """Give the approval of exactly this command and offer, or why there is none."""

    def remember(self, note: Note, now_us: int) -> None:
        """Take up a note of the record at a start, so that a restart frees nobody from waiting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failures:
    """Count failures in a row, and note when the last one was, in microseconds of boot time."""

    count: int = 0
    last_us: int = 0


class Throttle:
    """Make guessing slow: waits grow with each failure, for the badge and for the table (DURABILITY 9)."""

    def __init__(self) -> None:
        self._table = _Failures()
        self._badges: dict[bytes, _Failures] = {}

    def wait_us(self, badge: bytes, now_us: int) -> int:
        """Give how long to wait before the next try, in microseconds; 0 when it may be made now."""
        mine = self._badges.get(badge, _Failures())
        waits = (
            (mine.last_us, _wait_s(mine.count, BADGE_FREE_TRIES)),
            (self._table.last_us, _wait_s(self._table.count, TABLE_FREE_TRIES)),
        )
        return max(max(0, last + wait * _SECOND_US - now_us) if wait else 0 for last, wait in waits)

    def is_off(self, badge: bytes) -> bool:
        """Tell whether a badge failed so often that only the shift manager turns it on again."""
        return self._badges.get(badge, _Failures()).count >= BADGE_OFF_AT

    def failed(self, badge: bytes, now_us: int) -> None:
        """Count one failure; after a restart the same calls with the new time make the full wait start."""
        mine = self._badges.get(badge, _Failures())
        self._badges[badge] = replace(mine, count=mine.count + 1, last_us=now_us)
        self._table = _Failures(count=self._table.count + 1, last_us=now_us)

    def succeeded(self, badge: bytes) -> None:
        """Forget the failures in a row."""
        self._badges.pop(badge, None)
        self._table = _Failures()


class BadgeAuthority:
    """Check badge and PIN against the people file."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._throttle = Throttle()

    def approve(self, command: Ask, token: Token, credential: Credential, now_us: int) -> Approved | Denied:
        """Give the approval, or refuse with the same words for an unknown badge and a wrong PIN."""
        badge = self._people.badge_mac(credential.badge)
        wait_us = self._throttle.wait_us(badge, now_us)
        if wait_us or self._throttle.is_off(badge):
            wait_s = -(-wait_us // _SECOND_US)
            allowed = f"in {wait_s} s" if wait_us else "after the shift manager has turned the badge on"
            return Denied(refused=Refused(code=RefusalCode.THROTTLED, allowed=allowed), notes=())
        person = self._people.identify(credential.badge, credential.pin)
        if person is None:
            self._throttle.failed(badge, now_us)
            refused = Refused(code=RefusalCode.WRONG_CREDENTIAL)
            return Denied(refused=refused, notes=(AuthFailed(badge=badge),))
        self._throttle.succeeded(badge)
        approval = Approval(
            person=person.id,
            role=person.role,
            method=ApprovalMethod.BADGE_AND_PIN,
            second_person=None,
            second_role=None,
            digest=command_digest(command),
            token=token,
        )
        return Approved(approval=approval, notes=(AuthOk(person=person.id, badge=badge),))

    def remember(self, note: Note, now_us: int) -> None:
        """Count the failures and successes of the record again; the full wait starts now."""
        match note:
            case AuthFailed(badge=badge):
                self._throttle.failed(badge, now_us)
            case AuthOk(badge=badge):
                self._throttle.succeeded(badge)
            case _:
                pass


def command_digest(command: Ask) -> str:
    """Give the SHA-256, in hexadecimal, of what a command asks, its approval left out."""
    asked = {one.name: getattr(command, one.name) for one in fields(command) if one.name != "approval"}
    return hashlib.sha256(canonical(cast("dict[str, Json]", asked))).hexdigest()


def _wait_s(failures: int, free: int) -> int:
    """Give the wait after so many failures in a row, in seconds."""
    if failures < free:
        return 0
    return min(FIRST_WAIT_S << (failures - free), LONGEST_WAIT_S)


def approved(command: Ask, approval: Approval) -> Ask:
    """Put an approval into a command; one that takes none stays as it is."""
    match command:
        case OpenTable() | CloseTable() | Resume() | VoidRound() | ReplaceDeck():
            return replace(command, approval=approval)
        case _:
            return command
