"""The people file: canonical JSON, one object (DURABILITY 9).

`{"changes": [...], "key": ..., "mac": ..., "people": [...], "v": 1}`. `changes` are what the next start of
the table notes in its record; `key` tells whether it is still the root key the file was made under; `mac`
covers people and changes, so that nobody who lacks the root key changes either.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Final, cast

from controller.engine.actors import Role
from controller.engine.faults import ConfigFault
from controller.journal.faults import CodecFault
from controller.journal.notes import AuthFailed, PersonAction, PersonChanged
from controller.journal.record import Json, JsonObject, canonical
from controller.table.credentials import BadgeKeys, Change, Cost, People, Person

VERSION: Final = 1


def encode_people(people: People) -> bytes:
    """Give the file's bytes."""
    listed: list[Json] = [_encode(person) for person in people.all]
    changes: list[Json] = [_encode_change(change) for change in people.changes]
    mac = people.keys.mac(canonical({"changes": changes, "people": listed}))
    return canonical(
        {
            "changes": changes,
            "key": people.keys.check.hex(),
            "mac": mac.hex(),
            "people": listed,
            "v": VERSION,
        }
    )


def digest_of(people: People) -> bytes:
    """Give the SHA-256 of everybody and their rights, as `config_loaded` holds it."""
    return hashlib.sha256(canonical({"people": [_encode(person) for person in people.all]})).digest()


def load_people(path: Path, keys: BadgeKeys) -> People:
    """Read the file; one that is not there means nobody.

    Raise ConfigFault for anything else in it, for a root key that is not the one it was made under, and for
    people whom `supervisors` did not write.
    """
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return People((), keys)
    except OSError as error:
        raise _bad_people(path, error) from None
    try:
        raw = json.loads(text)
        version, listed, check, mac = raw["v"], raw["people"], str(raw["key"]), str(raw["mac"])
        people = tuple(_decode(one) for one in listed)
        changes = tuple(_change(one) for one in raw["changes"])
        body = canonical({"changes": raw["changes"], "people": listed})
        is_whole = hmac.compare_digest(keys.mac(body).hex(), mac)
    except (CodecFault, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _bad_people(path, error) from None
    if version != VERSION:
        raise ConfigFault(file=str(path), key="v", value=version, allowed=str(VERSION))
    if not hmac.compare_digest(keys.check.hex(), check):
        allowed = "the root key that this file was made under; the key file was exchanged, or this one was"
        raise ConfigFault(file=str(path), key="key", value="another root key", allowed=allowed)
    if not is_whole:
        raise _bad_people(path, DamagedPeople())
    return People(people, keys, changes)


class DamagedPeople(Exception):
    """Name what is wrong with a people file that reads well: it is not what `supervisors` wrote."""


def _bad_people(path: Path, error: Exception) -> ConfigFault:
    """Build the fault of a people file; what stands in it is not repeated."""
    allowed = "what `dealer-assist supervisors add` writes"
    return ConfigFault(file=str(path), key="people", value=type(error).__name__, allowed=allowed)


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
        "disabled": person.is_disabled,
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
        is_disabled=_flag(raw["disabled"]),
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


def _encode_change(change: Change) -> JsonObject:
    """Give one change as JSON."""
    if isinstance(change, AuthFailed):
        return {"badge": change.badge.hex(), "kind": change.kind}
    return {
        "action": change.action.value,
        "at_us": change.at_us,
        "badge": change.badge.hex(),
        "by": list(change.by),
        "change": change.change,
        "dual": change.dual,
        "kind": change.kind,
        "person": change.person,
        "role": change.role.value,
    }


def _change(raw: dict[str, object]) -> Change:
    """Read one change; raise KeyError, TypeError or ValueError for what does not belong there."""
    badge = bytes.fromhex(str(raw["badge"]))
    if raw["kind"] == "auth_failed":
        return AuthFailed(badge=badge)
    return PersonChanged(
        change=str(raw["change"]),
        action=PersonAction(str(raw["action"])),
        person=str(raw["person"]),
        role=Role(str(raw["role"])),
        dual=_flag(raw["dual"]),
        badge=badge,
        by=tuple(str(one) for one in cast("list[object]", raw["by"])),
        at_us=_whole(raw["at_us"]),
    )
