"""Read one passing card, rightly or as an armed fault has it (CDP1 5.3, 12)."""

import random
from dataclasses import dataclass, field
from typing import Final

from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.hardware import Misreading, ReadFault
from hw_fixtures.firmware.identity import Identity
from hw_fixtures.peer.codes import FOREIGN, NOT_REPORTED, UNREADABLE, Back, Capability, CardFlag

SURE: Final = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Hold what the reader saw; the identity stays out of the repr.

    code, back, confidence, flags, raw: as CARD reports them; skipped: the card passed unseen.
    """

    code: int = field(repr=False)
    back: int
    confidence: int
    flags: int
    raw: int = field(repr=False)
    skipped: bool = False


def read_card(
    card: PhysicalCard, armed: list[Misreading], *, rng: random.Random, identity: Identity
) -> Reading:
    """Read a card; each armed fault spoils one card."""
    spoilt = armed.pop(0) if armed else None
    plain = Reading(
        code=card.code if identity.can(Capability.READS_FACES) else NOT_REPORTED,
        back=card.back if identity.can(Capability.READS_BACKS) else Back.UNKNOWN,
        confidence=SURE,
        flags=CardFlag.UNREADABLE if card.code == FOREIGN else 0,
        raw=rng.randrange(1, 1 << 32),
    )
    return _spoil(plain, spoilt) if spoilt else plain


def _spoil(read: Reading, spoilt: Misreading) -> Reading:
    code, back, confidence, flags = read.code, read.back, read.confidence, read.flags
    match spoilt.fault:
        case ReadFault.MISREAD:
            code = spoilt.value
        case ReadFault.UNREADABLE:
            code, confidence, flags = UNREADABLE, 0, flags | CardFlag.UNREADABLE
        case ReadFault.LOW_CONFIDENCE:
            confidence = spoilt.value
        case ReadFault.REVERSED:
            flags |= CardFlag.REVERSED
        case ReadFault.FACE_UP:
            flags |= CardFlag.FACE_UP
        case ReadFault.WRONG_BACK:
            back = spoilt.value
        case ReadFault.DOUBLE_FEED:
            flags |= CardFlag.DOUBLE_FEED
        case ReadFault.SKIPPED:
            pass
    skipped = spoilt.fault is ReadFault.SKIPPED
    return Reading(code=code, back=back, confidence=confidence, flags=flags, raw=read.raw, skipped=skipped)
