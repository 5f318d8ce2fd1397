"""Approvals: which command takes one, what it is bound to, and whether it holds (DURABILITY 9).

`table.authority` makes them from badge and PIN; here they are judged, so that no front end can widen one.
"""

import hashlib
from dataclasses import fields, is_dataclass
from typing import Final

from controller.engine.actors import Approval, Need, Role
from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.people_events import ApprovalUsed
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Context, TableState

APPROVAL_LIVES_US: Final = 60_000_000
"""So long an approval may be used after its first person gave it, in microseconds (DURABILITY 9)."""

_FIELD: Final = "approval"

_SUPERVISORS: Final = frozenset({Role.FLOOR, Role.SHIFT})

SERVING: Final = {
    Role.DEALER: frozenset({Role.DEALER}),
    Role.FLOOR: _SUPERVISORS,
    Role.SHIFT: frozenset({Role.SHIFT}),
    Role.TECHNICIAN: _SUPERVISORS | {Role.TECHNICIAN},
    Role.AUDITOR: frozenset[Role](),
}
"""Who may approve alone what needs a role: an auditor writes, a technician rules nothing (DURABILITY 9)."""

BESIDE: Final = {
    Role.DEALER: _SUPERVISORS | {Role.DEALER},
    Role.FLOOR: _SUPERVISORS,
    Role.SHIFT: _SUPERVISORS,
    Role.TECHNICIAN: frozenset({Role.SHIFT, Role.TECHNICIAN}),
    Role.AUDITOR: frozenset[Role](),
}
"""Who may take part in dual control; one of the two must serve the role itself (DURABILITY 9)."""


def takes_approval(command: Ask) -> bool:
    """Tell whether a command has a place for an approval."""
    return any(one.name == _FIELD for one in fields(command))


def approval_of(command: Ask) -> Approval | None:
    """Give the approval that a command carries, None where it carries or takes none."""
    carried: Approval | None = getattr(command, _FIELD, None)
    return carried


def approved(command: Ask, approval: Approval) -> Ask:
    """Put an approval into a command; one that takes none stays as it is."""
    if not takes_approval(command):
        return command
    return replace(command, approval=approval)  # type: ignore[arg-type]  # it has the field, see above


def command_digest(command: Ask) -> str:
    """Give the SHA-256, in hexadecimal, of what a command asks, its approval left out."""
    asked = tuple((one.name, getattr(command, one.name)) for one in fields(command) if one.name != _FIELD)
    return hashlib.sha256(_spelled(asked).encode(errors="surrogatepass")).hexdigest()


def may_serve(need: Need, role: Role) -> bool:
    """Tell whether a person of this role may give the approval, or a part of it."""
    return role in (BESIDE if need.dual else SERVING)[need.role]


def bad_approval(state: TableState, need: Need, command: Ask, context: Context) -> Refused | None:
    """Say why a command may not be done with the approval it carries, None where it may (DURABILITY 9)."""
    approval = approval_of(command)
    if approval is None:
        return _refused(RefusalCode.NEEDS_APPROVAL, "none", need)
    return _bad_binding(state, approval, command, context) or _bad_persons(state, need, approval, context)


def approval_used(command: Ask, approval: Approval) -> ApprovalUsed:
    """Give the event that a command was done with this approval, which is thereby used up."""
    return ApprovalUsed(
        command=command.kind,
        number=approval.number,
        person=approval.person,
        role=approval.role,
        second_person=approval.second_person,
        second_role=approval.second_role,
        method=approval.method,
    )


def _bad_binding(state: TableState, approval: Approval, command: Ask, context: Context) -> Refused | None:
    """Refuse an approval of another table, command or moment, and one that was used (issue 6, bad input)."""
    age_us = context.now_us - approval.given_us
    wrong = {
        RefusalCode.APPROVAL_ELSEWHERE: approval.table != context.table,
        RefusalCode.APPROVAL_MISMATCH: approval.digest != command_digest(command),
        RefusalCode.APPROVAL_USED: approval.number <= state.staff.approvals,
        RefusalCode.APPROVAL_LAPSED: not 0 <= age_us <= APPROVAL_LIVES_US,
        RefusalCode.APPROVAL_OUTDATED: approval.token != context.token,
    }
    code = next((one for one, is_wrong in wrong.items() if is_wrong), None)
    return None if code is None else Refused(code=code, field=_FIELD, value=approval.person)


def _bad_persons(state: TableState, need: Need, approval: Approval, context: Context) -> Refused | None:
    """Refuse persons who may not approve this: by their role, as the dealer, or as one person alone."""
    second = approval.second_person
    persons = [(approval.person, approval.role)]
    if second is not None and approval.second_role is not None:
        persons.append((second, approval.second_role))
    for person, role in persons:
        deals = context.actor == f"dealer:{person}" or person == state.staff.dealer
        if deals and role is not Role.DEALER:
            return _refused(RefusalCode.DEALS_HERE, person, need)
        if not may_serve(need, role):
            return _refused(RefusalCode.NEEDS_ROLE, role.value, need)
    return _bad_pair(need, approval) if need.dual else None


def _bad_pair(need: Need, approval: Approval) -> Refused | None:
    """Refuse dual control by fewer than two persons of two roles (DURABILITY 9)."""
    if approval.second_person is None or approval.second_role is None:
        return _refused(RefusalCode.NEEDS_SECOND, approval.person, need)
    if approval.second_person == approval.person:
        return _refused(RefusalCode.SAME_PERSON, approval.person, need)
    if approval.second_role is approval.role:
        return _refused(RefusalCode.SAME_ROLE, approval.role.value, need)
    if not {approval.role, approval.second_role} & SERVING[need.role]:
        return _refused(RefusalCode.NEEDS_ROLE, approval.role.value, need)
    return None


def _refused(code: RefusalCode, value: str, need: Need) -> Refused:
    allowed = f"{need.role.value} and a second person of another role" if need.dual else need.role.value
    return Refused(code=code, field=_FIELD, value=value, allowed=allowed)


def _spelled(value: object) -> str:
    """Spell a value so that no two differ and look the same: each part with its type and length."""
    if is_dataclass(value) and not isinstance(value, type):
        value = tuple((one.name, getattr(value, one.name)) for one in fields(value))
    text = "".join(map(_spelled, value)) if isinstance(value, tuple) else f"{value!s}"
    return f"{type(value).__name__}:{len(text)}:{text};"
