"""What crosses into and out of the table thread (ARCHITECTURE 4); everything here is frozen."""

from dataclasses import dataclass, field

from controller.engine.actors import Role
from controller.engine.commands import Ask
from controller.engine.ids import CommandId, Token
from controller.engine.preview_types import Effect
from controller.engine.refusals import Refused
from controller.engine.view_types import TableView
from controller.history.faults import LastFault
from controller.history.offers import OfferLine
from controller.history.record import RoundRecord
from controller.journal.space import Medium


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """Hold what a person gave to approve one command; it never reaches a record, a view or a log."""

    badge: str = field(repr=False)
    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Hold one person's command on its way to the table thread (ARCHITECTURE 3).

    command_id: names it for ever; token: copied from the offer at the press, None for the console, where it
    means the current offer's; actor: such as `dealer:4471`; source: the front end, such as `ui`;
    credential: what proves the person where the command needs an approval; second: what proves another
    person under dual control, who may also come with an envelope of their own within 60 s;
    is_preview: only ask what the command would do; nothing is recorded and nothing is done.
    """

    command_id: CommandId
    token: Token | None
    command: Ask
    actor: str
    role: Role
    source: str
    credential: Credential | None = None
    second: Credential | None = None
    is_preview: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Ask that somebody of the floor may read the record on the screen (TOUCHSCREEN S6).

    command_id: names the answer; source: the front end; credential: what proves the person.
    """

    command_id: CommandId
    source: str
    credential: Credential


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Hold the answer to one command; seq: the record that holds it, 0 where none was written."""

    command_id: CommandId
    seq: int
    refused: Refused | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Hold all that the table thread publishes at once; a newer one replaces it whole.

    seq, head: number and first 16 hex digits of the hash of the last record; utc_us: the time of day;
    outcomes: answers since the publication before; fault: why the table thread stopped, else empty.
    history: the last rounds that are over, the newest first; no card that was not turned up is in it (P9);
    effects: what the commands would do that were asked about, by their ids;
    offers: lines of the log of the bank's offers, the newest first (G8.1);
    faults: the last fault of each device that had one; media: the room on each medium in use;
    boot_us: boot time at `utc_us`, which tells when a moment of the view comes.
    """

    view: TableView
    table_name: str
    dealer: str
    seq: int
    head: str
    utc_us: int
    outcomes: tuple[Outcome, ...] = ()
    history: tuple[RoundRecord, ...] = ()
    offers: tuple[OfferLine, ...] = ()
    faults: tuple[LastFault, ...] = ()
    media: tuple[Medium, ...] = ()
    fault: str = ""
    effects: tuple[tuple[CommandId, Effect], ...] = ()
    boot_us: int = 0
