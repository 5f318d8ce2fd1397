"""Faults of the record: the disk or the program is wrong, so the table stops.

    TableFault                     (controller.engine.faults)
      JournalFault                 code names the lock that a screen shows (DURABILITY 3.6)
        WriteFailed                J-WRITE: an append is not durable on every copy it should be on
        Damaged                    J-DAMAGED: acknowledged records may be missing
        Forked                     J-FORK: the copies hold different histories
        Emptied                    J-EMPTY: a table that has run before has no record left
        RolledBack                 J-ROLLBACK: the record is older than a head seen elsewhere
        Locked                     another process holds this record
        OutOfOrder                 a record does not follow the one before it (a fault of ours)
        WrongTable                 the record found is that of another table
      CodecFault                   a value or a body is not what the catalogue allows
        UnknownCatalogue           a record of a newer program: readable as history, not playable
      SealFault                    a seal does not open, or there is no key to make one

A wrong setting, such as two folders on one device or no key file, is a ConfigFault.
No fault carries a card, a key or a body; messages name places, numbers and reasons.
"""

from controller.engine.faults import TableFault


class JournalFault(TableFault):
    """Stop the table because of its record; `code` is the lock's name (DURABILITY 3.6)."""

    code = "J-FAULT"


class WriteFailed(JournalFault):
    """Report an append that failed on some copy (DURABILITY 4.3).

    seq: the record; copies: those that failed; reason: the first error's type and number;
    stands: whether another copy has the record, so that a restart will show it as done.
    """

    code = "J-WRITE"

    def __init__(self, *, seq: int, copies: tuple[str, ...], reason: str, stands: bool) -> None:
        self.seq = seq
        self.copies = copies
        self.reason = reason
        self.stands = stands
        after = "it stands in the other copy" if stands else "it is not acknowledged"
        super().__init__(f"record {seq} could not be written to {' and '.join(copies)} ({reason}); {after}")


class Damaged(JournalFault):
    """Report damage that the other copy cannot mend (DURABILITY 5 step 5).

    primary_seq, mirror_seq: last valid record of each copy, None where there is none;
    reason: what is wrong, by place.
    """

    code = "J-DAMAGED"

    def __init__(self, *, primary_seq: int | None, mirror_seq: int | None, reason: str) -> None:
        self.primary_seq = primary_seq
        self.mirror_seq = mirror_seq
        self.reason = reason
        super().__init__(f"{reason}; primary valid up to {primary_seq}, mirror up to {mirror_seq}")


class Forked(JournalFault):
    """Report two copies with different records at the same number (DURABILITY 5 step 5).

    seq: first number where they differ; primary_seq, mirror_seq: how far each goes.
    """

    code = "J-FORK"

    def __init__(self, *, seq: int, primary_seq: int, mirror_seq: int) -> None:
        self.seq = seq
        self.primary_seq = primary_seq
        self.mirror_seq = mirror_seq
        super().__init__(
            f"the copies differ from record {seq} on; primary goes to {primary_seq}, mirror to {mirror_seq}"
        )


class Emptied(JournalFault):
    """Report that both copies of a table that has run before are gone (DURABILITY 5 step 5)."""

    code = "J-EMPTY"

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id
        super().__init__(f"table {table_id} has run before, but no record of it is left in either copy")


class RolledBack(JournalFault):
    """Report a record that ends before, or beside, a head seen elsewhere (DURABILITY 5 step 7).

    seq: head found; expected_seq: head seen elsewhere.
    """

    code = "J-ROLLBACK"

    def __init__(self, *, seq: int, expected_seq: int) -> None:
        self.seq = seq
        self.expected_seq = expected_seq
        super().__init__(f"the record ends at {seq}, but its head was seen at {expected_seq}")


class Locked(JournalFault):
    """Report that another process holds this record; path: the lock file (DURABILITY 3.1)."""

    code = "J-LOCKED"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"{path} is held by another process; only one may write a table's record")


class OutOfOrder(JournalFault):
    """Report a record that does not continue the chain; seq: its number, expected_seq: the one due."""

    code = "J-ORDER"

    def __init__(self, *, seq: int, expected_seq: int) -> None:
        self.seq = seq
        self.expected_seq = expected_seq
        super().__init__(f"record {seq} does not follow; {expected_seq} with its chain value is due")


class WrongTable(JournalFault):
    """Report a record that belongs to another table; found, expected: the two table ids."""

    code = "J-TABLE"

    def __init__(self, *, found: str, expected: str) -> None:
        self.found = found
        self.expected = expected
        super().__init__(f"the record is that of table {found}, expected is table {expected}")


class CodecFault(TableFault):
    """Report a value or a body outside the catalogue (DURABILITY 3.4, 3.8); detail: where and why."""

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(f"record cannot be coded: {detail}")


class UnknownCatalogue(CodecFault):
    """Report a record whose version this program does not know; version: its `v` (DURABILITY 3.8)."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"catalogue version {version} is newer than this program")


class SealFault(TableFault):
    """Report a seal that cannot be made or opened (DURABILITY 7).

    round_no, ordinal: which seal, None where unknown; detail: why. Never carries key, card or salt.
    """

    def __init__(self, detail: str, *, round_no: int | None = None, ordinal: int | None = None) -> None:
        self.detail = detail
        self.round_no = round_no
        self.ordinal = ordinal
        super().__init__(f"seal {ordinal} of round {round_no}: {detail}")
