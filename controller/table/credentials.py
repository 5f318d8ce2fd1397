"""Who may approve what, and how they prove it (DURABILITY 9).

Badges stand as HMAC-SHA256, PINs as Argon2id over an HMAC with a pepper; all keys are made from the table's
root key, so the people file alone tries no PIN.
"""

import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from controller.engine.actors import Role
from controller.engine.copying import replace
from controller.journal.notes import AuthFailed, PersonChanged

PIN_DIGITS: Final = 6
DUAL_PIN_DIGITS: Final = 8
SALT_SIZE: Final = 16
TAG_SIZE: Final = 32
CHECK_SIZE: Final = 16
PERSON_ID: Final = r"[A-Za-z0-9_-]{1,32}"
SHORTEST_BADGE: Final = 4
LONGEST_BADGE: Final = 32

Change = PersonChanged | AuthFailed
"""What `supervisors` did, or was asked by somebody who could not prove it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Hold the cost of one PIN check: passes, memory in KiB, lanes (RFC 9106, second recommendation)."""

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Hold one person; badge and PIN only as what is derived from them.

    id: as the record names the person; badge_mac: 32 bytes; salt, tag: of the PIN; is_dual: its eight digits
    may also be one half of dual control; is_disabled: kept for the record, and proves nothing any more.
    """

    id: str
    name: str
    role: Role
    badge_mac: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    tag: bytes = field(repr=False)
    cost: Cost = Cost()
    is_dual: bool = False
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class BadgeKeys:
    """Hold the keys that turn badge and PIN into what the file keeps, and the file into its mac."""

    badge_key: bytes = field(repr=False)
    pepper: bytes = field(repr=False)
    file_key: bytes = field(repr=False)

    @property
    def check(self) -> bytes:
        """Give 16 bytes that tell these keys from those of another root key, and nothing else of them."""
        return hmac.digest(self.file_key, b"which key", "sha256")[:CHECK_SIZE]

    def mac(self, people: bytes) -> bytes:
        """Give the 32 bytes that go with the people of a file."""
        return hmac.digest(self.file_key, people, "sha256")

    def badge_mac(self, badge: str) -> bytes:
        """Give the 32 bytes that stand for a badge."""
        return hmac.digest(self.badge_key, badge.encode(), "sha256")

    def peppered(self, pin: str) -> bytes:
        """Give the 32 bytes that Argon2id runs over."""
        return hmac.digest(self.pepper, pin.encode(), "sha256")


def badge_keys(root_key: bytes) -> BadgeKeys:
    """Make all keys from the table's root key."""
    return BadgeKeys(
        badge_key=hmac.digest(root_key, b"dealer-assist badge", "sha256"),
        pepper=hmac.digest(root_key, b"dealer-assist pin", "sha256"),
        file_key=hmac.digest(root_key, b"dealer-assist people", "sha256"),
    )


def enrol(  # each is one field of the person
    *,
    keys: BadgeKeys,
    person_id: str,
    name: str,
    role: Role,
    badge: str,
    pin: str,
    random_bytes: Callable[[int], bytes],
    cost: Cost | None = None,
) -> Person:
    """Make a person from badge and PIN; raise ValueError that names what is allowed, never the PIN."""
    if not SHORTEST_BADGE <= len(badge) <= LONGEST_BADGE:
        raise ValueError(f"a badge has {SHORTEST_BADGE} to {LONGEST_BADGE} characters")
    if not is_pin(pin):
        raise ValueError(f"a PIN has {PIN_DIGITS} digits, or {DUAL_PIN_DIGITS} for dual control")
    if not re.fullmatch(PERSON_ID, person_id) or not name:
        raise ValueError("a person has a name, and an id of 1 to 32 letters, digits, - or _")
    salt, price = random_bytes(SALT_SIZE), cost or Cost()
    return Person(
        id=person_id,
        name=name,
        role=role,
        badge_mac=keys.badge_mac(badge),
        salt=salt,
        tag=_kdf(salt, price).derive(keys.peppered(pin)),
        cost=price,
        is_dual=len(pin) == DUAL_PIN_DIGITS,
    )


def is_pin(text: str) -> bool:
    """Tell whether a text is a PIN: six digits, or eight for whoever takes part in dual control."""
    return text.isascii() and text.isdigit() and len(text) in {PIN_DIGITS, DUAL_PIN_DIGITS}


Fits = Callable[[Person, bytes], bool]
"""Tells whether what was made from a PIN is this person's."""


class People:
    """Hold everybody in the file and check their PINs. Table thread only; one check takes 0.1 to 0.4 s."""

    def __init__(
        self,
        people: tuple[Person, ...],
        keys: BadgeKeys,
        changes: tuple[Change, ...] = (),
        fits: Fits | None = None,
    ) -> None:
        self._people = people
        self._keys = keys
        self._changes = changes
        self._fits = fits or fits_pin
        self._decoy = replace(_DECOY, cost=people[0].cost) if people else _DECOY

    @property
    def keys(self) -> BadgeKeys:
        """Give the keys that badges, PINs and the file are checked with."""
        return self._keys

    @property
    def changes(self) -> tuple[Change, ...]:
        """Give what was done to them since the table last ran, for the record of its next start."""
        return self._changes

    @property
    def all(self) -> tuple[Person, ...]:
        """Give everybody in the file's order."""
        return self._people

    def find(self, person_id: str) -> Person | None:
        """Give the person of this id, None where nobody has it."""
        return next((one for one in self._people if one.id == person_id), None)

    def badge_mac(self, badge: str) -> bytes:
        """Give what stands for a badge, to count its failures by."""
        return self._keys.badge_mac(badge)

    def identify(self, badge: str, pin: str) -> Person | None:
        """Give the person whose badge and PIN these are; an unknown badge takes as long as a wrong PIN."""
        mac = self._keys.badge_mac(badge)
        found = [one for one in self._people if hmac.compare_digest(one.badge_mac, mac)]
        tried = found[0] if found else self._decoy
        is_right = self._fits(tried, self._keys.peppered(pin))
        return tried if is_right and found and not tried.is_disabled else None

    def with_person(self, person: Person) -> "People":
        """Give the same people with one more, or with one replaced; raise ValueError for a shared badge."""
        others = tuple(one for one in self._people if one.id != person.id)
        if any(one.badge_mac == person.badge_mac for one in others):
            raise ValueError("this badge belongs to somebody else")
        return People((*others, person), self._keys, self._changes)

    def with_changes(self, *changes: Change) -> "People":
        """Give the same people with these changes to be noted, none for all noted."""
        return People(self._people, self._keys, changes)


_DECOY: Final = Person(
    id="", name="", role=Role.DEALER, badge_mac=bytes(32), salt=bytes(SALT_SIZE), tag=bytes(TAG_SIZE)
)


def fits_pin(person: Person, peppered: bytes) -> bool:
    """Tell whether a PIN is this person's; takes the time that the person's cost says."""
    try:
        _kdf(person.salt, person.cost).verify(peppered, person.tag)
    except InvalidKey:
        return False
    return True


def _kdf(salt: bytes, cost: Cost) -> Argon2id:
    """Give a fresh derivation; each may be used once."""
    return Argon2id(
        salt=salt,
        length=TAG_SIZE,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
