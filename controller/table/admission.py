"""Who may read the record on the screen: somebody of the floor, with badge and PIN (S6, G11.7)."""

from typing import Final

from controller.engine.actors import Need, Role
from controller.engine.refusals import Refused
from controller.journal.notes import Note
from controller.table.authority import Authority
from controller.table.envelope import Admission
from controller.table.snapshots import note_of

READER: Final = Need(role=Role.FLOOR)


def admitted(
    admission: Admission, authority: Authority, now_us: int
) -> tuple[Refused | None, tuple[Note, ...]]:
    """Give why the person may not read, None where they may, and what to note; now_us: boot time."""
    refused, notes = authority.admit(admission.credential, READER, now_us)
    return refused, notes if refused is None else (*notes, note_of(refused))
