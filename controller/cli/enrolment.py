"""Who must agree before a person of the people file changes, and what the change leaves (DURABILITY 9)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.engine.actors import Role
from controller.engine.faults import ConfigFault
from controller.journal.notes import PersonAction, PersonChanged
from controller.table.credentials import DUAL_PIN_DIGITS, People, Person

PAIR: Final = frozenset({Role.FLOOR, Role.SHIFT})
"""The two roles that agree to changes of people."""


class Witness(StrEnum):
    """Name who is asked to agree, as the question says it."""

    FLOOR = "the floor supervisor"
    SHIFT = "the shift manager"


_WITNESS: Final = {Role.FLOOR: Witness.FLOOR, Role.SHIFT: Witness.SHIFT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Hold one change: what was done, the person as it leaves them, who agreed, its name and UTC."""

    action: PersonAction
    person: Person
    by: tuple[str, ...]
    change: str
    at_us: int


class Enrolment:
    """Judge changes of the people of one table."""

    def __init__(self, people: People) -> None:
        self._people = people

    def check(self, action: PersonAction, person_id: str, role: Role | None) -> None:
        """Refuse what cannot be done before anybody is asked for a PIN; raise ConfigFault."""
        known = self._people.find(person_id)
        if action is PersonAction.ADDED:
            self._check_added(known, role)
        elif known is None:
            raise _refused("--id", person_id, "the id of an enrolled person; see `supervisors list`")
        elif action is PersonAction.DISABLED and not _pair_without(known, self._people):
            raise _refused(
                "--id", person_id, "a floor supervisor and a shift manager for dual control must remain"
            )

    def witnesses(self, action: PersonAction, person_id: str) -> tuple[Witness, ...]:
        """Say who must agree: both roles; the one there is, of two; nobody for the very first person.

        A badge that failed too often is turned on by the shift manager alone.
        """
        known = self._people.find(person_id)
        if action is PersonAction.ENABLED and known is not None and not known.is_disabled:
            return (Witness.SHIFT,)
        return tuple(_WITNESS[role] for role in sorted(agreeing(self._people.all)))

    def _check_added(self, known: Person | None, role: Role | None) -> None:
        if known is not None:
            raise _refused("--id", known.id, "an id that nobody has; `reset` gives a person a new PIN")
        missing = PAIR - agreeing(self._people.all)
        if missing and role not in missing:
            allowed = " or ".join(sorted(one.value for one in missing))
            raise _refused("--role", None if role is None else role.value, f"first {allowed}")


def agreeing(people: tuple[Person, ...]) -> frozenset[Role]:
    """Give the roles of the pair that somebody holds who can agree."""
    able = (one for one in people if one.is_dual and not one.is_disabled)
    return frozenset(one.role for one in able if one.role in PAIR)


def _pair_without(gone: Person, people: People) -> bool:
    left = tuple(one for one in people.all if one.id != gone.id)
    return agreeing(left) == PAIR or gone.role not in PAIR


def may_witness(person: Person, witness: Witness) -> bool:
    """Tell whether a person who proved it is who was asked; each question is for another role."""
    return person.is_dual and _WITNESS.get(person.role) is witness


def changed(people: People, made: Change) -> People:
    """Give the people after a change, which waits for the record; raise ValueError for a shared badge.

    Without somebody of each role of the pair a new one of them must take part in dual control.
    """
    first = made.action is PersonAction.ADDED and len(made.by) < len(PAIR)
    if first and not made.person.is_dual:
        raise ValueError(f"a PIN of {DUAL_PIN_DIGITS} digits, for dual control")
    after = people.with_person(made.person)
    if made.action is PersonAction.PIN_RESET and agreeing(after.all) != agreeing(people.all):
        raise ValueError(f"a PIN of {DUAL_PIN_DIGITS} digits, for dual control")
    note = PersonChanged(
        change=made.change,
        action=made.action,
        person=made.person.id,
        role=made.person.role,
        dual=made.person.is_dual,
        badge=made.person.badge_mac,
        by=made.by,
        at_us=made.at_us,
    )
    return after.with_changes(*people.changes, note)


def _refused(key: str, value: str | None, allowed: str) -> ConfigFault:
    return ConfigFault(file="command line", key=key, value=value, allowed=allowed)
