"""Judge holds and how they end: going on, or a void with all wagers returned (G9)."""

from controller.engine.actors import approver
from controller.engine.cards import Exposed
from controller.engine.commands import ReplaceDeck, ReportIrregularity, Resume, VoidRound
from controller.engine.decide.ledgers import fees_of_a_void
from controller.engine.decide.table import bad_seat
from controller.engine.device_events import DeckQuarantined, DeckReplaced
from controller.engine.events import (
    Event,
    FeltConfirmed,
    FloorCalled,
    HoldCleared,
    HoldRaised,
    PhaseEntered,
    RoundVoided,
)
from controller.engine.ids import DeviceName, SeatNo
from controller.engine.queries import (
    has_folded,
    is_clean,
    may_replace,
    round_of,
    stakes_on_felt,
    still_deals,
    undecided,
    waits_for_ruling,
)
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruling_commands import (
    OpenDispute,
    OpenFoldedHand,
    QuarantineDeck,
    RestoreDevice,
    SuspendDevice,
)
from controller.engine.ruling_events import DeviceRestored, DeviceSuspended, FoldedHandOpened
from controller.engine.state import Context, DeckState, HoldCode, Phase, Seat, TableState
from controller.engine.transitions import may_void

SPOILED = {
    HoldCode.DUPLICATE: "two reads of one card",
    HoldCode.COUNT_WRONG: "count differs from 52",
    HoldCode.NOT_SHUFFLED: "cards came in sequence",
}
"""Holds that take the deck off the table, with the reason to show (G9, QUARANTINE)."""


def decide_irregularity(command: ReportIrregularity) -> Refused | tuple[Event, ...]:
    """Stop the table for what a person saw, and call the floor (G9)."""
    raised = HoldRaised(code=HoldCode.REPORTED, device=None, places=(), reported=command.reason)
    return (raised, FloorCalled())


def decide_call_floor(state: TableState) -> Refused | tuple[Event, ...]:
    """Call the floor supervisor, in a hold or beside the table (G3.1); once is enough."""
    called = state.floor_called if state.hold is None else state.hold.floor_called
    return Refused(code=RefusalCode.FLOOR_CALLED) if called else (FloorCalled(),)


def decide_resume(state: TableState, command: Resume, context: Context) -> Refused | tuple[Event, ...]:
    """Go on where the cause is gone; a hold about cards ends in a void only (G3.1)."""
    assert state.hold is not None
    code = state.hold.code.value
    lost = next((d.name for d in (state.shuffler, state.shoe) if waits_for_ruling(d)), None)
    if lost is not None:
        return Refused(code=RefusalCode.NUMBERING_OPEN, field="hold", value=code, allowed=lost)
    if not may_resume(state):
        return Refused(code=RefusalCode.MUST_BE_VOIDED, field="hold", value=code)
    unfit = _unfit_device(state)
    if unfit is not None:
        return Refused(code=RefusalCode.CAUSE_REMAINS, field="hold", value=code, allowed=unfit)
    return (HoldCleared(approved_by=approver(command.approval) or context.actor),)


def _unfit_device(state: TableState) -> DeviceName | None:
    """Name a device that cannot do what is left of the deal, None where play may go on."""
    devices = (state.shuffler, state.shoe)
    unfit = (d.name for d in devices if d.late or (still_deals(state, d.name) and not is_clean(d)))
    return next(unfit, None)


def may_resume(state: TableState) -> bool:
    """Tell whether the hold is of a kind that can end by going on; after the settlement every one is."""
    hold = state.hold
    if hold is None or hold.code is HoldCode.DISPUTE:
        return False
    if waits_for_ruling(state.shuffler) or waits_for_ruling(state.shoe):
        return False
    return hold.resumable or not may_void(state)


def decide_void(state: TableState, command: VoidRound) -> Refused | tuple[Event, ...]:
    """Void the round: every stake goes back, the round does not count, the other deck is next (G9.1)."""
    if not may_void(state):
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="void_round")
    returned = stakes_on_felt(state)
    voided = RoundVoided(
        reason=command.reason,
        approved_by=approver(command.approval),
        returned=returned,
        total=sum(amount for _, _, amount in returned),
    )
    return (voided, *fees_of_a_void(state), *_spoiled(state), PhaseEntered(phase=Phase.COLLECT))


def _spoiled(state: TableState) -> tuple[Event, ...]:
    """Take the deck off the table where the hold says that it cannot be trusted."""
    hold = state.hold
    if hold is None or hold.code not in SPOILED:
        return ()
    return (DeckQuarantined(deck=round_of(state).deck, reason=SPOILED[hold.code]),)


def decide_replace_deck(state: TableState, command: ReplaceDeck) -> Refused | tuple[Event, ...]:
    """Bring a replacement for a quarantined deck; it is shuffled and checked like any other (G10.4)."""
    deck = state.deck(command.deck)
    if not may_replace(deck):
        allowed = "a quarantined deck, or one carried by hand"
        return Refused(code=RefusalCode.DECK_IN_USE, field="deck", value=command.deck, allowed=allowed)
    return (DeckReplaced(deck=command.deck, approved_by=approver(command.approval)),)


def decide_dispute(command: OpenDispute) -> Refused | tuple[Event, ...]:
    """Freeze the layout for a dispute and call the floor; only a ruling ends it (G9.1 I35, G11.7)."""
    del command
    raised = HoldRaised(code=HoldCode.DISPUTE, device=None, places=(), reported=None)
    return (raised, FloorCalled())


def decide_open_folded(state: TableState, command: OpenFoldedHand) -> Refused | tuple[Event, ...]:
    """Turn up a folded or dead hand: in a dispute only, while no seat could profit (I35, DURABILITY 7.4)."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    seat = state.seat(command.seat)
    code = _why_closed(state, seat)
    if code is not None:
        return Refused(code=code, field="seat", value=str(command.seat), seat=command.seat)
    cards = tuple(
        Exposed(ordinal=card.ordinal, card=card.card, salt=card.salt)
        for card in seat.cards
        if card.card is not None and card.salt is not None
    )
    who = approver(command.approval)
    return (FoldedHandOpened(seat=command.seat, cards=cards, reason=command.reason, approved_by=who),)


def _why_closed(state: TableState, seat: Seat) -> RefusalCode | None:
    """Say why a hand stays sealed, None where two persons may open it."""
    if state.hold is None or state.hold.code is not HoldCode.DISPUTE:
        return RefusalCode.NO_DISPUTE
    if not seat.cards or not (seat.is_dead or has_folded(seat)):
        return RefusalCode.HAND_NOT_FOLDED
    if all(isinstance(card, Exposed) for card in seat.cards):
        return RefusalCode.ALREADY_EXPOSED
    if any(card.card is None for card in seat.cards):
        return RefusalCode.HAND_SEALED
    return RefusalCode.SEATS_OPEN if undecided(state) else None


def may_open_folded(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats whose folded or dead hand two persons may open now (I35)."""
    return tuple(seat.number for seat in state.seats if _why_closed(state, seat) is None)


def decide_quarantine(state: TableState, command: QuarantineDeck) -> Refused | tuple[Event, ...]:
    """Take a deck off the table (G10.4, G11.6); one that is dealt from waits until it is collected."""
    deck = state.deck(command.deck)
    if deck.state in {DeckState.QUARANTINED, DeckState.IN_PLAY}:
        return Refused(
            code=RefusalCode.DECK_IN_USE, field="deck", value=command.deck, allowed="a deck at rest"
        )
    return (DeckQuarantined(deck=command.deck, reason=command.reason),)


def decide_suspend(state: TableState, command: SuspendDevice) -> Refused | tuple[Event, ...]:
    """Take a device out of service: the round in play ends, no other one starts (G11.6)."""
    if state.device(command.device).suspended:
        return Refused(code=RefusalCode.DEVICE_SUSPENDED, field="device", value=command.device)
    who = approver(command.approval)
    return (DeviceSuspended(device=command.device, reason=command.reason, approved_by=who),)


def decide_restore(state: TableState, command: RestoreDevice) -> Refused | tuple[Event, ...]:
    """Put a device back into service (G11.6)."""
    if not state.device(command.device).suspended:
        return Refused(code=RefusalCode.NO_CHANGE, field="device", value=command.device)
    return (DeviceRestored(device=command.device, approved_by=approver(command.approval)),)


def decide_confirm() -> tuple[Event, ...]:
    """Take the felt as shown after a restart (DURABILITY 5, step 13)."""
    return (FeltConfirmed(),)
