"""The journal's own entries (DURABILITY 3.6): files, starts, keys and the health of the copies.

They stand in a record beside the engine's events; kinds are stable for ever, new ones may be added.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from controller.engine.actors import Role
from controller.engine.refusals import RefusalCode
from controller.journal.seal import AuditCopy
from controller.journal.store import CopyName, CopyState


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOpened:
    """Open a file pair; repeats the headers of both copies, so that the chain covers them."""

    kind: Literal["file_opened"] = "file_opened"
    table_id: str
    file_id: bytes
    gaming_day: str
    first_seq: int
    prev_h: bytes
    chain_nonce: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTotals:
    """Add up what a file holds before its end, so that a reader can compare (DURABILITY 3.7).

    rounds: opened in it; settled, void: ended in it; paid, collected: by the bank as those settlements said
    at the time, in cents.
    """

    records: int
    rounds: int
    settled: int
    void: int
    paid: int
    collected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileClosed:
    """Close a file pair: its last record before this one, and what it adds up to (DURABILITY 3.7)."""

    kind: Literal["file_closed"] = "file_closed"
    last_seq: int
    h: bytes
    totals: FileTotals | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Sign the record before this one (DURABILITY 3.5); counter: of a TPM, None without one."""

    kind: Literal["checkpoint"] = "checkpoint"
    table_id: str
    file_id: bytes
    seq: int
    h: bytes
    boot: str
    manifest: bytes | None
    counter: int | None
    kid: str
    sig: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """Hold the last journaled event number of a device's numbering."""

    serial: str
    epoch: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Hold the answer to a person's command; seq: its record, 0 for none; refused: None if it was done."""

    cmd: str
    seq: int
    refused: "CommandRefused | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Hold where a table stands between two rounds, so that replay may begin here (DURABILITY 3.7).

    rule_set: digest of the rules in force, which the state leaves out; state: the engine's, as JSON, without
    any hidden card; cursors, answers: newest last; failed: HMACs of the badges whose failures still count,
    in order; failed_at_table: how many of the last ones count for the table.
    """

    kind: Literal["snapshot"] = "snapshot"
    rule_set: bytes
    state: dict[str, object] = field(repr=False)
    cursors: tuple[Cursor, ...] = ()
    answers: tuple[Answered, ...] = ()
    failed: tuple[bytes, ...] = ()
    failed_at_table: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerUp:
    """Note a start; clean: whether the stop before it was in order; software: version; manifest: digest."""

    kind: Literal["power_up"] = "power_up"
    clean: bool
    software: str
    manifest: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """Note what a start found in each copy and did about it; evidence: folder of the kept bytes."""

    kind: Literal["recovered"] = "recovered"
    primary: CopyState
    mirror: CopyState
    actions: tuple[str, ...]
    evidence: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareIdentified:
    """Name the program and the interpreter that write this record."""

    kind: Literal["software_identified"] = "software_identified"
    software: str
    python: str
    sqlite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigLoaded:
    """Bind the record to its settings: SHA-256 of table file, rule set, people and audit key."""

    kind: Literal["config_loaded"] = "config_loaded"
    table_config: bytes
    rule_set: bytes
    people: bytes | None
    audit_key: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundKeyMade:
    """Note that the seals from here on are those of this round; audit: the auditors' copy, if any."""

    kind: Literal["round_key"] = "round_key"
    round_no: int
    audit: AuditCopy | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStep:
    """Note that UTC moved against boot time; before_us, after_us: UTC expected and found."""

    kind: Literal["clock_step"] = "clock_step"
    before_us: int
    after_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFailed:
    """Note that a copy is out of use until the next start (DURABILITY 4.3)."""

    kind: Literal["copy_failed"] = "copy_failed"
    copy: CopyName
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRestored:
    """Note that a copy was made anew from the other one; last_seq: how far it goes."""

    kind: Literal["copy_restored"] = "copy_restored"
    copy: CopyName
    last_seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """Note that felt, devices and record agree again after a start (DURABILITY 5 step 13)."""

    kind: Literal["reconciled"] = "reconciled"


@dataclass(frozen=True, slots=True, kw_only=True)
class LockRaised:
    """Note a lock of the table; code: as DURABILITY 3.6 names it."""

    kind: Literal["lock_raised"] = "lock_raised"
    code: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LockCleared:
    """Note that a lock was cleared; persons: who did it."""

    kind: Literal["lock_cleared"] = "lock_cleared"
    code: str
    persons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRefused:
    """Note that a person's command was refused and changed nothing (ARCHITECTURE 3, step 6).

    code: as `RefusalCode`; field, value, allowed: what was wrong, what is allowed; seat: the one concerned.
    """

    kind: Literal["command_refused"] = "command_refused"
    code: RefusalCode
    field: str
    value: str
    allowed: str
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TapsCounted:
    """Note how many commands since the last count changed nothing: stale ones, and repeated ids."""

    kind: Literal["taps_counted"] = "taps_counted"
    stale: int
    repeated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthOk:
    """Note that a person proved who they are; badge: HMAC of it (DURABILITY 9)."""

    kind: Literal["auth_ok"] = "auth_ok"
    person: str
    badge: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthFailed:
    """Note a badge and PIN that did not fit; badge: HMAC of it, known or not (DURABILITY 9)."""

    kind: Literal["auth_failed"] = "auth_failed"
    badge: bytes


class PersonAction(StrEnum):
    """Name what was done to a person of the people file while the table was stopped (DURABILITY 9)."""

    ADDED = "added"
    DISABLED = "disabled"
    ENABLED = "enabled"
    PIN_RESET = "pin_reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonChanged:
    """Note what `supervisors` did before this start (DURABILITY 9).

    change: names it for ever, so that it is noted once; badge: HMAC of the person's badge; role, dual: what
    the person may do from then on; by: who agreed, empty for the very first person; at_us: UTC of the change.
    """

    kind: Literal["person_changed"] = "person_changed"
    change: str
    action: PersonAction
    person: str
    role: Role
    dual: bool
    badge: bytes
    by: tuple[str, ...]
    at_us: int


Note = (
    FileOpened
    | FileClosed
    | Checkpoint
    | Snapshot
    | PowerUp
    | Recovered
    | SoftwareIdentified
    | ConfigLoaded
    | RoundKeyMade
    | ClockStep
    | CopyFailed
    | CopyRestored
    | Reconciled
    | LockRaised
    | LockCleared
    | CommandRefused
    | TapsCounted
    | AuthOk
    | AuthFailed
    | PersonChanged
)
