"""Who asks: roles of people, approvals, and the source of a device's fact."""

from dataclasses import dataclass
from enum import StrEnum

from controller.engine.ids import DeviceName


class Role(StrEnum):
    """Name what a person may do at the table (DURABILITY 9)."""

    DEALER = "dealer"
    FLOOR = "floor"
    SHIFT = "shift"
    TECHNICIAN = "technician"
    AUDITOR = "auditor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Say whose approval a command takes: somebody of `role`, with `dual` two persons of two roles (G9)."""

    role: Role
    dual: bool = False


class ApprovalMethod(StrEnum):
    """Name how a person proved who they are."""

    PIN = "pin"
    BADGE_AND_PIN = "badge_and_pin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """Hold one person's consent to one command (ARCHITECTURE 3).

    person, role, method: who and how; second_person, second_role: the other one under dual control;
    digest: SHA-256 in hexadecimal of the command it is bound to; token: the offer it was given for;
    table: identity of the table it was given at; number: counts the approvals of a table, each used once;
    given_us: boot time in microseconds at which the first person gave it.
    """

    person: str
    role: Role
    method: ApprovalMethod
    second_person: str | None
    second_role: Role | None
    digest: str
    token: str
    table: str = ""
    number: int = 0
    given_us: int = 0


def approver(approval: Approval | None) -> str:
    """Name who approved, both persons under dual control, empty where nobody had to."""
    if approval is None:
        return ""
    if approval.second_person is None:
        return approval.person
    return f"{approval.person}+{approval.second_person}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Name the numbered event of a device that a command reports (CDP1 4).

    serial, epoch, number: the device, its numbering and the event's number; number 0 marks a report of
    the driver itself (link up, link lost, answers), which has no number in the device.
    """

    device: DeviceName
    serial: str
    epoch: int
    number: int
