"""Who may ask for what: a badge and a PIN become an Approval of one command (ARCHITECTURE 3, DURABILITY 9).

The engine judges the Approval; this module only makes it, counts failures and makes people wait.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final, Protocol

from controller.engine.actors import Approval, ApprovalMethod, Need, Role
from controller.engine.approvals import APPROVAL_LIVES_US, command_digest, may_serve
from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.ids import Token
from controller.engine.refusals import RefusalCode, Refused
from controller.journal.notes import AuthFailed, AuthOk, Note, PersonChanged
from controller.table.credentials import People, Person
from controller.table.envelope import Credential

BADGE_FREE_TRIES: Final = 5
BADGE_OFF_AT: Final = 10
TABLE_FREE_TRIES: Final = 15
FIRST_WAIT_S: Final = 30
LONGEST_WAIT_S: Final = 900
KEPT_APPROVALS: Final = 16

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Hold what is to be approved: the command, whose approval it takes, and what the approval is bound to.

    token: of the offer it takes up; table: identity of this table; number: the approval's; now_us: boot time.
    """

    command: Ask
    need: Need | None
    token: Token
    table: str
    number: int
    now_us: int


class Authority(Protocol):
    """Prove who approves a command. Table thread only."""

    def approve(self, asked: Asked, credential: Credential, second: Credential | None) -> Approved | Denied:
        """Give the approval of exactly this command and offer, or why there is none (yet)."""

    def admit(
        self, credential: Credential, need: Need, now_us: int
    ) -> tuple[Refused | None, tuple[Note, ...]]:
        """Prove somebody who may only look: why not, None where they may, and what the record notes."""

    def gave(self, approval: Approval) -> bool:
        """Tell whether an approval was given here, by a person who proved it."""

    def name_of(self, person_id: str) -> str:
        """Give a person's name as the screen shows it; the id where nobody has it any more."""

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

    def free(self, badge: bytes) -> None:
        """Turn a badge on again; the table's own row of failures goes on."""
        self._badges.pop(badge, None)

    def succeeded(self, badge: bytes) -> None:
        """Forget the failures in a row."""
        self._badges.pop(badge, None)
        self._table = _Failures()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Consent:
    """Hold what one person proved and agreed to, and when."""

    person: Person
    digest: str
    token: Token
    given_us: int


class BadgeAuthority:
    """Check badge and PIN against the people file; remembers one consent that waits for a second person."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._throttle = Throttle()
        self._waiting: _Consent | None = None
        self._given: deque[Approval] = deque(maxlen=KEPT_APPROVALS)

    def approve(self, asked: Asked, credential: Credential, second: Credential | None) -> Approved | Denied:
        """Give the approval, or refuse with the same words for an unknown badge and a wrong PIN.

        Under dual control the second person comes with the first, or alone within 60 s.
        """
        first = self._prove(asked.need, credential, asked.now_us)
        if isinstance(first, Denied):
            return first
        person, notes = first
        mine = _Consent(
            person=person, digest=command_digest(asked.command), token=asked.token, given_us=asked.now_us
        )
        if asked.need is None or not asked.need.dual:
            return self._approved(asked, mine, None, notes)
        earlier, self._waiting = self._waiting, None
        if second is not None:
            other = self._prove(asked.need, second, asked.now_us)
            if isinstance(other, Denied):
                return replace(other, notes=(*notes, *other.notes))
            return self._approved(asked, mine, other[0], (*notes, *other[1]))
        if earlier is not None and _agrees(earlier, mine):
            return self._approved(asked, earlier, person, notes)
        self._waiting = mine
        refused = Refused(code=RefusalCode.NEEDS_SECOND, field="approval", value=person.id, allowed="60 s")
        return Denied(refused=refused, notes=notes)

    def admit(
        self, credential: Credential, need: Need, now_us: int
    ) -> tuple[Refused | None, tuple[Note, ...]]:
        """Prove a person, slow to guess as for an approval; none is given, and a waiting consent goes on."""
        proved = self._prove(need, credential, now_us)
        if isinstance(proved, Denied):
            return proved.refused, proved.notes
        person, notes = proved
        if may_serve(need, person.role):
            return None, notes
        role = person.role.value
        allowed = need.role.value
        return Refused(code=RefusalCode.NEEDS_ROLE, field="approval", value=role, allowed=allowed), notes

    def gave(self, approval: Approval) -> bool:
        """Tell whether this is one of the last approvals that were given here."""
        return approval in self._given

    def name_of(self, person_id: str) -> str:
        """Give a person's name, or the id of somebody who is not in the file."""
        person = self._people.find(person_id)
        return person_id if person is None else person.name

    def _prove(
        self, need: Need | None, credential: Credential, now_us: int
    ) -> Denied | tuple[Person, tuple[Note, ...]]:
        """Find who badge and PIN are of, and whether that person may take part in this approval."""
        badge = self._people.badge_mac(credential.badge)
        wait_us = self._throttle.wait_us(badge, now_us)
        if wait_us or self._throttle.is_off(badge):
            wait_s = -(-wait_us // _SECOND_US)
            allowed = f"in {wait_s} s" if wait_us else "after the shift manager has turned the badge on"
            return Denied(refused=Refused(code=RefusalCode.THROTTLED, allowed=allowed), notes=())
        person = self._people.identify(credential.badge, credential.pin)
        if person is None:
            self._throttle.failed(badge, now_us)
            return Denied(
                refused=Refused(code=RefusalCode.WRONG_CREDENTIAL), notes=(AuthFailed(badge=badge),)
            )
        self._throttle.succeeded(badge)
        notes = (AuthOk(person=person.id, badge=badge),)
        code = _unfit(need, person)
        if code is not None:
            return Denied(refused=Refused(code=code, field="approval", value=person.role.value), notes=notes)
        return person, notes

    def _approved(
        self, asked: Asked, consent: _Consent, second: Person | None, notes: tuple[Note, ...]
    ) -> Approved:
        """Make the approval, and keep in mind that it was given here."""
        approval = Approval(
            person=consent.person.id,
            role=consent.person.role,
            method=ApprovalMethod.BADGE_AND_PIN,
            second_person=None if second is None else second.id,
            second_role=None if second is None else second.role,
            digest=consent.digest,
            token=consent.token,
            table=asked.table,
            number=asked.number,
            given_us=consent.given_us,
        )
        self._given.append(approval)
        return Approved(approval=approval, notes=notes)

    def remember(self, note: Note, now_us: int) -> None:
        """Count the failures and successes of the record again; the full wait starts now."""
        match note:
            case AuthFailed(badge=badge):
                self._throttle.failed(badge, now_us)
            case AuthOk(badge=badge):
                self._throttle.succeeded(badge)
            case PersonChanged(badge=badge):
                self._throttle.free(badge)
            case _:
                pass


def _agrees(earlier: _Consent, now: _Consent) -> bool:
    """Tell whether another person has agreed to the same command at the same moment of the table in time."""
    is_same = (earlier.digest, earlier.token) == (now.digest, now.token)
    is_fresh = 0 <= now.given_us - earlier.given_us <= APPROVAL_LIVES_US
    return is_same and is_fresh and earlier.person.id != now.person.id


def _unfit(need: Need | None, person: Person) -> RefusalCode | None:
    """Say why a person may not be one half of dual control; a single approval is judged by the engine."""
    if need is None or not need.dual:
        return None
    if not may_serve(need, person.role):
        return RefusalCode.NEEDS_ROLE
    has_pin = person.is_dual or need.role is Role.DEALER  # no ruling: a dealer signs with a supervisor
    return None if has_pin else RefusalCode.NEEDS_LONG_PIN


def _wait_s(failures: int, free: int) -> int:
    """Give the wait after so many failures in a row, in seconds."""
    if failures < free:
        return 0
    return min(FIRST_WAIT_S << (failures - free), LONGEST_WAIT_S)
