"""Approvals of stand-ins: bound to the command they are put into, as the table's authority would."""

from dataclasses import replace

from controller.engine.actors import Approval, ApprovalMethod, Role
from controller.engine.approvals import approval_of, approved, command_digest
from controller.engine.commands import Ask, Command
from controller.engine.state import TableState

DEALER = Approval(
    person="dealer-7",
    role=Role.DEALER,
    method=ApprovalMethod.PIN,
    second_person=None,
    second_role=None,
    digest="",
    token="",
)
SIGNED = replace(DEALER, second_person="floor-1", second_role=Role.FLOOR)
"""A dealer and a floor supervisor together."""

TABLE = "T1"
OFFERED = "offered"


def sealed(command: Command, state: TableState, now_us: int) -> Command:
    """Bind the approval in a command to it, now; one that is bound already stays as it is."""
    approval = approval_of(command) if isinstance(command, Ask) else None
    if not isinstance(command, Ask) or approval is None or approval.digest:
        return command
    bound = replace(
        approval,
        digest=command_digest(command),
        token=OFFERED,
        table=TABLE,
        number=state.staff.approvals + 1,
        given_us=now_us,
    )
    return approved(command, bound)
