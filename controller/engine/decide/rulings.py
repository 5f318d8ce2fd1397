"""Judge holds and how they end: going on, or a void with all wagers returned (G9)."""

from controller.engine.actors import Approval
from controller.engine.commands import ReplaceDeck, ReportIrregularity, Resume, VoidRound
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
from controller.engine.money import Cents
from controller.engine.queries import is_clean, round_of, still_deals
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Context, DeckState, HoldCode, Phase, TableState
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
    if not may_resume(state):
        return Refused(code=RefusalCode.MUST_BE_VOIDED, field="hold", value=code)
    unfit = _unfit_device(state)
    if unfit is not None:
        return Refused(code=RefusalCode.CAUSE_REMAINS, field="hold", value=code, allowed=unfit)
    return (HoldCleared(approved_by=_name(command.approval) or context.actor),)


def _unfit_device(state: TableState) -> DeviceName | None:
    """Name a device that cannot do what is left of the deal, None where play may go on."""
    devices = (state.shuffler, state.shoe)
    return next((d.name for d in devices if still_deals(state, d.name) and not is_clean(d)), None)


def may_resume(state: TableState) -> bool:
    """Tell whether the hold is of a kind that can end by going on; after the settlement every one is."""
    hold = state.hold
    if hold is None:
        return False
    return hold.resumable or not may_void(state)


def decide_void(state: TableState, command: VoidRound) -> Refused | tuple[Event, ...]:
    """Void the round: every stake goes back, the round does not count, the other deck is next (G9.1)."""
    if not may_void(state):
        return Refused(code=RefusalCode.WRONG_PHASE, field="command", value="void_round")
    returned = stakes_on_felt(state)
    voided = RoundVoided(
        reason=command.reason,
        approved_by=_name(command.approval),
        returned=returned,
        total=sum(amount for _, _, amount in returned),
    )
    return (voided, *_spoiled(state), PhaseEntered(phase=Phase.COLLECT))


def _spoiled(state: TableState) -> tuple[Event, ...]:
    """Take the deck off the table where the hold says that it cannot be trusted."""
    hold = state.hold
    if hold is None or hold.code not in SPOILED:
        return ()
    return (DeckQuarantined(deck=round_of(state).deck, reason=SPOILED[hold.code]),)


def stakes_on_felt(state: TableState) -> tuple[tuple[SeatNo, int, Cents], ...]:
    """Give what lies before each bettor in this round, Play included, in cents; offers come before wagers."""
    if state.phase is Phase.OFFER:
        return ()
    return tuple(
        (seat.number, bettor.number, bettor.stakes.total + bettor.play)
        for seat in state.seats
        for bettor in seat.bettors
        if bettor.is_in
    )


def decide_replace_deck(state: TableState, command: ReplaceDeck) -> Refused | tuple[Event, ...]:
    """Bring a replacement for a quarantined deck; it is shuffled and checked like any other (G10.4)."""
    deck = state.deck(command.deck)
    if deck.state is not DeckState.QUARANTINED:
        return Refused(
            code=RefusalCode.DECK_IN_USE, field="deck", value=command.deck, allowed="a quarantined deck"
        )
    return (DeckReplaced(deck=command.deck, approved_by=_name(command.approval)),)


def decide_confirm() -> tuple[Event, ...]:
    """Take the felt as shown after a restart (DURABILITY 5, step 13)."""
    return (FeltConfirmed(),)


def _name(approval: Approval | None) -> str:
    if approval is None:
        return ""
    if approval.second_person is None:
        return approval.person
    return f"{approval.person}+{approval.second_person}"
