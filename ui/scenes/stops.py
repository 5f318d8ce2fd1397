"""Rounds of the past in which the table stood still: ruled to go on, or void (D11)."""

from typing import Final

from controller.engine.commands import Irregularity
from controller.engine.copying import replace
from controller.engine.events import HoldRaised, RoundVoided
from controller.engine.ids import SeatNo
from controller.engine.ruleset_policy import FeesOnVoid, Irregular, Ruling, RulingScope
from controller.engine.ruling_events import DecksAfter, Ruled, WagersAfter
from controller.engine.state import HoldCode
from controller.history.record import RoundRecord

_BACK: Final = ((1, 0), (3, 0), (5, 0), (6, 0), (6, 1))
_EACH: Final = 6_000


def stood_still(record: RoundRecord) -> RoundRecord:
    """Let a card be exposed, and two persons rule that nobody plays any more (I4)."""
    seen = HoldRaised(code=HoldCode.REPORTED, device=None, places=(), reported=Irregularity.CARD_EXPOSED)
    return replace(record, irregular=True, told=(seen, _RULED))


def voided(record: RoundRecord) -> RoundRecord:
    """Let a card pass unread, and the floor void the round (I8)."""
    unread = HoldRaised(code=HoldCode.UNREAD, device="shoe", places=("seat 5 card 2",), reported=None)
    returned = tuple((SeatNo(seat), bettor, _EACH) for seat, bettor in _BACK)
    void = RoundVoided(
        reason=HoldCode.UNREAD.value,
        approved_by="floor-2001",
        returned=returned,
        total=_EACH * len(returned),
    )
    return replace(
        record,
        void_reason=void.reason,
        irregular=True,
        told=(unread, void),
        bank_hand=None,
        bank_cards=(),
        board=record.board[:3],
    )


_RULED: Final = Ruled(
    code=Irregular.I4,
    ruling=Ruling.NO_FURTHER_PLAY,
    scope=RulingScope.ROUND,
    seat=None,
    place="",
    wagers=WagersAfter.STAND,
    fees=FeesOnVoid.KEPT,
    counts=True,
    decks=DecksAfter.ALTERNATE,
    before="",
    after="",
    reason=Irregularity.CARD_EXPOSED.value,
    approved_by="floor-2001+shift-3001",
)
