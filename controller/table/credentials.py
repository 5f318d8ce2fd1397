"""The people file: who may approve what, and how they prove it (DURABILITY 9).

Canonical JSON, one object: `{"people": [...], "v": 1}`. Badges stand as HMAC-SHA256, PINs as Argon2id over
an HMAC with a pepper; both keys are made from the table's root key, so the file alone tries no PIN.
"""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, cast

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from controller.engine.actors import Role
from controller.engine.faults import ConfigFault
from controller.journal.record import Json, JsonObject, canonical

VERSION: Final = 1
PIN_DIGITS: Final = 6
DUAL_PIN_DIGITS: Final = 8
SALT_SIZE: Final = 16
TAG_SIZE: Final = 32
SHORTEST_BADGE: Final = 4
LONGEST_BADGE: Final = 32


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
    may also be one half of dual control.
    """

    id: str
    name: str
    role: Role
    badge_mac: bytes = field(repr=False)
    salt: bytes = field(repr=False)
    tag: bytes = field(repr=False)
    cost: Cost = Cost()
    is_dual: bool = False


@dataclass(frozen=True, slots=True)
class BadgeKeys:
    """Hold the two keys that turn badge and PIN into what the file keeps."""

    badge_key: bytes = field(repr=False)
    pepper: bytes = field(repr=False)

    def badge_mac(self, badge: str) -> bytes:
        """Give the 32 bytes that stand for a badge."""
        return hmac.digest(self.badge_key, badge.encode(), "sha256")

    def peppered(self, pin: str) -> bytes:
        """Give the 32 bytes that Argon2id runs over."""
        return hmac.digest(self.pepper, pin.encode(), "sha256")


def badge_keys(root_key: bytes) -> BadgeKeys:
    """Make both keys from the table's root key."""
    return BadgeKeys(
        badge_key=hmac.digest(root_key, b"dealer-assist badge", "sha256"),
        pepper=hmac.digest(root_key, b"dealer-assist pin", "sha256"),
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
    if not person_id or not name:
        raise ValueError("a person has an id and a name")
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


class People:
    """Hold everybody in the file and check their PINs. Table thread only; one check takes 0.1 to 0.4 s."""

    def __init__(self, people: tuple[Person, ...], keys: BadgeKeys) -> None:
        self._people = people
        self._keys = keys

    @property
    def all(self) -> tuple[Person, ...]:
        """Give everybody in the file's order."""
        return self._people

    @property
    def digest(self) -> bytes:
        """Give the SHA-256 of the file, as `config_loaded` holds it."""
        return hashlib.sha256(encode_people(self._people)).digest()

    def badge_mac(self, badge: str) -> bytes:
        """Give what stands for a badge, to count its failures by."""
        return self._keys.badge_mac(badge)

    def identify(self, badge: str, pin: str) -> Person | None:
        """Give the person whose badge and PIN these are; an unknown badge takes as long as a wrong PIN."""
        mac = self._keys.badge_mac(badge)
        person = next((one for one in self._people if hmac.compare_digest(one.badge_mac, mac)), None)
        decoy = person or _DECOY
        try:
            _kdf(decoy.salt, decoy.cost).verify(self._keys.peppered(pin), decoy.tag)
        except InvalidKey:
            return None
        return person

    def with_person(self, person: Person) -> "People":
        """Give the same people with one more, or with one replaced; raise ValueError for a shared badge."""
        others = tuple(one for one in self._people if one.id != person.id)
        if any(one.badge_mac == person.badge_mac for one in others):
            raise ValueError("this badge belongs to somebody else")
        return People((*others, person), self._keys)


_DECOY: Final = Person(
    id="", name="", role=Role.DEALER, badge_mac=bytes(32), salt=bytes(SALT_SIZE), tag=bytes(TAG_SIZE)
)


def encode_people(people: tuple[Person, ...]) -> bytes:
    """Give the file's bytes."""
    return canonical({"v": VERSION, "people": [_encode(person) for person in people]})


def load_people(path: Path, keys: BadgeKeys) -> People:
    """Read the file; one that is not there means nobody. Raise ConfigFault for anything else in it."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return People((), keys)
    except OSError as error:
        raise _bad_people(path, error) from None
    try:
        raw = json.loads(text)
        version, listed = raw["v"], raw["people"]
        people = tuple(_decode(one) for one in listed)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _bad_people(path, error) from None
    if version != VERSION:
        raise ConfigFault(file=str(path), key="v", value=version, allowed=str(VERSION))
    return People(people, keys)


def _bad_people(path: Path, error: Exception) -> ConfigFault:
    """Build the fault of a people file; what stands in it is not repeated."""
    allowed = "what `dealer-assist supervisors add` writes"
    return ConfigFault(file=str(path), key="people", value=type(error).__name__, allowed=allowed)


def _kdf(salt: bytes, cost: Cost) -> Argon2id:
    """Give a fresh derivation; each may be used once."""
    return Argon2id(
        salt=salt,
        length=TAG_SIZE,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )


def _encode(person: Person) -> JsonObject:
    """Give one person as JSON."""
    pin: JsonObject = {
        "kdf": "argon2id",
        "lanes": person.cost.lanes,
        "memory_kib": person.cost.memory_kib,
        "passes": person.cost.passes,
        "salt": person.salt.hex(),
        "tag": person.tag.hex(),
    }
    fields: dict[str, Json] = {
        "badge": person.badge_mac.hex(),
        "dual": person.is_dual,
        "id": person.id,
        "name": person.name,
        "pin": pin,
        "role": person.role.value,
    }
    return fields


def _decode(raw: dict[str, object]) -> Person:
    """Read one person; raise KeyError, TypeError or ValueError for what does not belong there."""
    pin = cast("dict[str, object]", raw["pin"])
    if pin["kdf"] != "argon2id":
        raise ValueError("kdf")
    cost = Cost(
        passes=_whole(pin["passes"]), memory_kib=_whole(pin["memory_kib"]), lanes=_whole(pin["lanes"])
    )
    return Person(
        id=str(raw["id"]),
        name=str(raw["name"]),
        role=Role(str(raw["role"])),
        badge_mac=bytes.fromhex(str(raw["badge"])),
        salt=bytes.fromhex(str(pin["salt"])),
        tag=bytes.fromhex(str(pin["tag"])),
        cost=cost,
        is_dual=_flag(raw["dual"]),
    )


def _flag(value: object) -> bool:
    """Take a truth value for one and nothing else."""
    if type(value) is not bool:
        raise TypeError(f"a {type(value).__name__} is no truth value")
    return value


def _whole(value: object) -> int:
    """Take an int for an int and nothing else for one."""
    if type(value) is not int:
        raise TypeError(f"a {type(value).__name__} is no number")
    return value
