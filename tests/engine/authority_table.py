"""Who must approve what, spelled out once more from the papers (GAME G3.1, G9.1, G11; DURABILITY 9).

This is not read from the engine: a row that the engine loses is found by comparing the two.
"""

from dataclasses import dataclass
from typing import Final

from controller.engine.actors import Need, Role
from controller.engine.commands import (
    AcceptNumbering,
    Ask,
    CloseTable,
    Irregularity,
    OpenTable,
    ReleaseDevice,
    ReplaceDeck,
    ReportIrregularity,
    Resume,
    VoidRound,
)
from controller.engine.house import Moment
from controller.engine.ids import SeatNo
from controller.engine.ledger_commands import SetMeter, WaiveFee
from controller.engine.life_commands import (
    ChangeLimits,
    CountDrop,
    CountTray,
    CreditTray,
    FillTray,
    SignOnDealer,
    VoidSlip,
)
from controller.engine.rotation_commands import EndGame, FlagThirdParty, ForceOffer
from controller.engine.ruleset_names import FeePayer, Wager
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import (
    OpenFoldedHand,
    QuarantineDeck,
    RestoreDevice,
    Rule,
    SuspendDevice,
)
from controller.engine.state import Phase
from tests.engine.given import Felt
from tests.engine.stages import at

FLOOR: Final = Need(role=Role.FLOOR)
FLOOR_AND_SECOND: Final = Need(role=Role.FLOOR, dual=True)
NEW_DEALER: Final = Need(role=Role.DEALER)
DEALER_AND_FLOOR: Final = Need(role=Role.DEALER, dual=True)
ONE: Final = SeatNo(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Hold a command, a phase in which the table knows it, whether it stands still, and who must approve."""

    command: Ask
    need: Need
    phase: Phase = Phase.OFFER
    held: bool = False

    @property
    def name(self) -> str:
        """Name the case by its command, an emergency apart."""
        return self.command.kind + ("_in_a_round" if self.phase is Phase.PREFLOP else "")

    def felt(self) -> Felt:
        """Give the table at which it is asked."""
        felt = at(self.phase)
        if self.held:
            felt.ask(ReportIrregularity(reason=Irregularity.OTHER))
        return felt


_CARD_OFF: Final = Rule(code=Irregular.I14, ruling=Ruling.DEAD, reason="test", seat=SeatNo(2))

_WAIVED: Final = WaiveFee(
    payer=FeePayer.PLAYER_DEALER, seat=ONE, bettor=0, wager=None, amount=1, reason="test"
)

CASES: Final = (
    Case(command=OpenTable(), need=FLOOR, phase=Phase.CLOSED),
    Case(command=CloseTable(), need=FLOOR),
    Case(command=VoidRound(reason="test"), need=FLOOR, phase=Phase.PREFLOP),
    Case(command=Resume(), need=FLOOR, phase=Phase.PREFLOP, held=True),
    Case(command=ReplaceDeck(deck="A"), need=FLOOR),
    Case(command=_WAIVED, need=FLOOR, phase=Phase.WAGERS),
    Case(command=AcceptNumbering(device="shoe"), need=FLOOR),
    Case(command=ReleaseDevice(device="shoe"), need=FLOOR),
    Case(command=SetMeter(amount=1, reason="test"), need=FLOOR_AND_SECOND),
    Case(command=ForceOffer(seat=ONE, reason="test"), need=FLOOR),
    Case(command=EndGame(reason="test"), need=FLOOR),
    Case(command=FlagThirdParty(seat=ONE, is_third_party=True), need=FLOOR),
    Case(command=_CARD_OFF, need=FLOOR, phase=Phase.PREFLOP),
    Case(
        command=OpenFoldedHand(seat=SeatNo(2), reason="test"),
        need=FLOOR_AND_SECOND,
        phase=Phase.SETTLE,
        held=True,
    ),
    Case(command=QuarantineDeck(deck="B", reason="test"), need=FLOOR),
    Case(command=SuspendDevice(device="shoe", reason="test"), need=FLOOR),
    Case(command=RestoreDevice(device="shoe"), need=FLOOR),
    Case(command=SignOnDealer(), need=NEW_DEALER),
    Case(command=SignOnDealer(emergency=True), need=DEALER_AND_FLOOR, phase=Phase.PREFLOP),
    Case(command=CountTray(moment=Moment.OPENER), need=DEALER_AND_FLOOR),
    Case(command=FillTray(chips_1=1, requester="test"), need=FLOOR),
    Case(command=CreditTray(chips_1=1, requester="test"), need=FLOOR),
    Case(command=VoidSlip(slip=1, reason="test"), need=FLOOR),
    Case(command=CountDrop(amount=1), need=FLOOR),
    Case(command=ChangeLimits(wager=Wager.ANTE, minimum=500, maximum=50_000), need=FLOOR),
)
"""Every command that somebody must approve."""

DEALERS_OWN: Final = frozenset(
    {
        *("answer_offer", "buy_in", "call_floor", "close_betting", "close_street", "confirm_felt"),
        *("decide", "decline_all", "expose", "mark_away", "mark_no_play", "move_seat", "open_dispute"),
        *("place_wager", "post_bank", "record_count", "record_fee", "remove_wager", "repeat_wagers"),
        *("report_irregularity", "retest_device", "seat_player", "settle_seat", "share_bank", "take_stack"),
        *("undo_decision", "vacate_seat"),
    }
)
"""What the house dealer asks alone."""

DEALER_RULES: Final = frozenset({"I11", "I15", "I16", "I30"})
TWO_RULE: Final = frozenset({"I26"})
"""Rows of G9.1 that the dealer rules, and that always take two persons; the floor rules all others."""
