"""A head as people pass it on: printed on a slip, typed in again (DURABILITY 3.5, 5 step 7)."""

import re
from dataclasses import dataclass
from typing import Final

from controller.engine.faults import ConfigFault
from controller.journal.record import Head

DIGITS: Final = 16

_TYPED: Final = re.compile(r"\s*([0-9]{1,15})\s*[: ]\s*([0-9a-fA-F ]+?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Hold a head seen elsewhere: its number and the first hexadecimal digits of its chain value."""

    seq: int
    digits: str

    @classmethod
    def of(cls, head: Head) -> "Anchor":
        """Give what is shown and printed of a head."""
        return cls(seq=head.seq, digits=head.h.hex()[:DIGITS])

    @classmethod
    def typed(cls, text: str) -> "Anchor":
        """Read `SEQ:DIGITS` as a person types it; raise ConfigFault for anything else."""
        found = _TYPED.fullmatch(text)
        digits = "" if found is None else found[2].replace(" ", "").lower()
        if found is None or not DIGITS <= len(digits) <= 64:
            raise ConfigFault(
                file="typed head",
                key="anchor",
                value=text,
                allowed=f"number, colon, at least {DIGITS} hexadecimal digits",
            )
        return cls(seq=int(found[1]), digits=digits)

    def __str__(self) -> str:
        """Give it as it is printed."""
        return f"{self.seq}:{self.digits}"
