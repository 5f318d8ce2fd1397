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


class ApprovalMethod(StrEnum):
    """Name how a person proved who they are."""

    PIN = "pin"
    BADGE_AND_PIN = "badge_and_pin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """Hold one person's consent to one command (ARCHITECTURE 3).

    person, role, method: who and how; second_person, second_role: the other one under dual control;
    digest: SHA-256 in hexadecimal of the command it is bound to; token: the offer it was given for.
    """

    person: str
    role: Role
    method: ApprovalMethod
    second_person: str | None
    second_role: Role | None
    digest: str
    token: str


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
