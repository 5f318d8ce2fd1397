"""What a person's command takes up and who approves it, before it is decided (ARCHITECTURE 3, step 3)."""

from dataclasses import fields
from typing import Final

from controller.engine.actors import Role
from controller.engine.approvals import approval_of, approved
from controller.engine.commands import Ask
from controller.engine.decide.people import needs
from controller.engine.ids import Token
from controller.engine.prompt import Offer, Prompt
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import TableState
from controller.journal.notes import Note
from controller.table.authority import Asked, Authority, Denied
from controller.table.envelope import Envelope

NO_TOKEN: Final = Token("")
"""Stands in an approval for an offer that is not there; no offer has it."""


def offer_for(prompt: Prompt, envelope: Envelope) -> Offer | None:
    """Find the offer that a command takes up: by its token, or without one by what it asks."""
    if envelope.token is not None:
        offer = prompt.offer(envelope.token)
        return offer if offer is not None and _takes_up(envelope.command, offer) else None
    offers = (prompt.primary, *prompt.offers)
    return next((one for one in offers if one is not None and _takes_up(envelope.command, one)), None)


def acting(envelope: Envelope, state: TableState) -> str:
    """Say who asks: the dealer who signed on, at whatever front end of the dealer (G11.5)."""
    deals = state.staff.dealer and envelope.role is Role.DEALER
    return f"dealer:{state.staff.dealer}" if deals else envelope.actor


def cleared(
    envelope: Envelope, token: Token, state: TableState, authority: Authority, table: str, now_us: int
) -> tuple[Ask | Refused, tuple[Note, ...]]:
    """Give the command with the approval that its credentials earn, or why there is none, and what to note.

    token: of the offer it takes up; table: identity of this table; now_us: boot time.
    """
    command = envelope.command
    if envelope.credential is None:
        return _forged(command, authority, table) or command, ()
    asked = Asked(
        command=command,
        need=needs(state, command),
        token=token,
        table=table,
        number=state.staff.approvals + 1,
        now_us=now_us,
    )
    verdict = authority.approve(asked, envelope.credential, envelope.second)
    if isinstance(verdict, Denied):
        return verdict.refused, verdict.notes
    return approved(command, verdict.approval), verdict.notes


def _forged(command: Ask, authority: Authority, table: str) -> Refused | None:
    """Refuse an approval for this table that nobody gave here; the engine judges all others."""
    approval = approval_of(command)
    if approval is None or approval.table != table or authority.gave(approval):
        return None
    return Refused(code=RefusalCode.APPROVAL_MISMATCH, field="approval", value=approval.person)


def _takes_up(command: Ask, offer: Offer) -> bool:
    """Tell whether a command is what is offered, but for the fields that a person fills."""
    if command.kind != offer.command.kind:
        return False
    filled = {field.value for field in offer.open_fields} | {"approval"}
    return all(
        getattr(command, one.name) == getattr(offer.command, one.name)
        for one in fields(command)
        if one.name not in filled
    )
