"""What reading one copy found, and the header that the first record repeats (DURABILITY 3.2, 3.3)."""

from dataclasses import dataclass, field
from typing import cast

from controller.verify.canonical import Json, NotCanonical, parse
from controller.verify.chain import HASH_SIZE, ID_SIZE, Damage, Header, Record

_HEADER_NAMES = ("table_id", "gaming_day", "file_id", "first_seq", "prev_h")
_OPENED = ("table_id", "file_id", "gaming_day", "first_seq", "prev_h", "chain_nonce")


@dataclass(slots=True, kw_only=True)
class Reading:
    """Hold what one copy says; nothing of it was trusted.

    header: as the file has it, or as its first record has it where the file's is broken, else None.
    records: those whose link holds, in order; damages, torn: what does not read, and a torn tail.
    highest: highest number seen anywhere; headless: its own header is broken or not the record's.
    unknown: a layout that this reader does not know; unreadable: why this is no journal at all.
    """

    name: str
    header: Header | None = None
    records: list[Record] = field(default_factory=list)
    damages: list[Damage] = field(default_factory=list)
    torn: Damage | None = None
    highest: int = 0
    headless: bool = False
    unknown: str | None = None
    unreadable: str | None = None

    @property
    def broken(self) -> bool:
        """Tell whether anything but the tail does not read, or is of another layout."""
        return self.unreadable is not None or self.unknown is not None or bool(self.damages)

    @property
    def valid_to(self) -> int:
        """Give the last number of the unbroken chain from the start; first number - 1 for none."""
        if self.header is None:
            return 0
        last = self.header.first_seq - 1
        if self.headless or not self.records:
            return last
        if not self.damages:
            return self.records[-1].seq
        for record in self.records:
            if record.seq != last + 1:
                break
            last = record.seq
        return last

    @property
    def vouched_to(self) -> int:
        """Give the same, or 0 where the file around the records is damaged: then none of them counts."""
        return 0 if any(damage.seq is None for damage in self.damages) else self.valid_to

    @property
    def state(self) -> str:
        """Name how the copy reads in one word."""
        if self.unreadable is not None:
            return "unreadable"
        if self.damages:
            return "damaged"
        return "torn" if self.torn is not None else "whole"


def no_journal(reading: Reading, reason: str) -> None:
    """Say that a copy does not read at all; whatever else seemed wrong with it says nothing more."""
    reading.unreadable, reading.unknown = reason, None
    reading.damages.clear()


def check_header(reading: Reading) -> None:
    """Compare a file's own header with its first record, which the chain covers (DURABILITY 3.2)."""
    own = reading.header
    if own is None or not reading.records or reading.records[0].seq != own.first_seq:
        return
    opened = opened_by(reading.records[0].body)
    if opened is None:
        reason = "the first record is no `file_opened` that can be read"
    else:
        names = [
            name for name in _HEADER_NAMES if getattr(own, name) not in (None, getattr(opened.header, name))
        ]
        if not names:
            return
        reason = f"the file's header and its first record differ in {', '.join(names)}"
    reading.headless = True
    reading.damages.append(Damage(seq=own.first_seq, offset=None, reason=reason))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Hold what the first record of a file says of it; chain_nonce: 16 bytes of the table's first start."""

    header: Header
    chain_nonce: bytes


def opened_by(body: bytes) -> Opened | None:
    """Read the `file_opened` note of a file's first record, None if there is none (DURABILITY 3.2)."""
    try:
        notes = parse(body)["notes"]
        note = cast("dict[str, Json]", cast("list[Json]", notes)[0])
        if note["kind"] != "file_opened":
            return None
        table_id, file_id, day, first_seq, prev_h, nonce = (note[name] for name in _OPENED)
        header = Header(
            table_id=_text(table_id),
            gaming_day=_text(day),
            file_id=_sized(file_id, ID_SIZE),
            first_seq=_number(first_seq),
            prev_h=_sized(prev_h, HASH_SIZE),
        )
        return Opened(header=header, chain_nonce=_sized(nonce, ID_SIZE))
    except (NotCanonical, LookupError, TypeError, ValueError):
        return None


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _number(value: Json) -> int:
    if type(value) is not int or value < 1:
        raise ValueError("no number of a record")
    return value


def _sized(value: Json, size: int) -> bytes:
    data = bytes.fromhex(_text(value))
    if len(data) != size:
        raise ValueError("another size")
    return data
