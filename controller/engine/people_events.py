"""Events about the people of the table: who approved what (DURABILITY 9, G11)."""

from dataclasses import dataclass
from typing import Literal

from controller.engine.actors import ApprovalMethod, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalUsed:
    """Record who approved the command of this record; the approval of this number is used up."""

    kind: Literal["approval_used"] = "approval_used"
    command: str
    number: int
    person: str
    role: Role
    second_person: str | None
    second_role: Role | None
    method: ApprovalMethod


PeopleEvent = ApprovalUsed
