"""Judge fees: recorded, waived, dropped, and what a void does with them (G8.6)."""

from typing import assert_never

from controller.engine.actors import Approval, approver
from controller.engine.events import Event
from controller.engine.fees import fees_are_taken, fees_to_take, missed_fees, taken_late
from controller.engine.ledger_commands import LedgerAsk, RecordFee, SetMeter, WaiveFee
from controller.engine.ledger_events import FeesDropped, FeesRecorded, FeesReturned, FeeWaived, MeterSet
from controller.engine.ledgers import total_of
from controller.engine.money import is_cents
from controller.engine.queries import round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import FeesOnVoid
from controller.engine.state import TableState


def judge_ledger(state: TableState, command: LedgerAsk) -> Refused | tuple[Event, ...]:
    """Judge a command about fees or the meter."""
    match command:
        case RecordFee():
            return decide_record_fee(state)
        case WaiveFee():
            return decide_waive_fee(state, command)
        case SetMeter():
            return decide_set_meter(state, command)
        case _ as unreachable:
            assert_never(unreachable)


def decide_record_fee(state: TableState) -> Refused | tuple[Event, ...]:
    """Record all fees of the round as taken; nothing is left to take a second time."""
    if fees_are_taken(state):
        return Refused(code=RefusalCode.NO_FEE_DUE, field="fees", value="0")
    lines = fees_to_take(state)
    return (FeesRecorded(lines=lines, total=total_of(lines)),)


def decide_waive_fee(state: TableState, command: WaiveFee) -> Refused | tuple[Event, ...]:
    """Let a fee off in whole or in part, for a reason; what is left of it is still due."""
    key = (command.payer, command.seat, command.bettor, command.wager)
    line = next((one for one in fees_to_take(state) if one.key == key), None)
    if line is None:
        return Refused(code=RefusalCode.NO_FEE_DUE, field="seat", value=str(command.seat), seat=command.seat)
    if not is_cents(command.amount) or not 0 < command.amount <= line.amount:
        more = is_cents(command.amount) and command.amount > line.amount
        return Refused(
            code=RefusalCode.ABOVE_MAXIMUM if more else RefusalCode.BAD_AMOUNT,
            field="amount",
            value=str(command.amount),
            allowed=f"1 to {line.amount}",
            seat=command.seat,
        )
    if not command.reason.strip():
        return _no_reason()
    return (
        FeeWaived(
            payer=line.payer,
            seat=line.seat,
            bettor=line.bettor,
            wager=line.wager,
            amount=command.amount,
            reason=command.reason,
            approved_by=approver(command.approval),
        ),
    )


def decide_set_meter(state: TableState, command: SetMeter) -> Refused | tuple[Event, ...]:
    """Set the meter while no wager rides on it."""
    if state.ruleset.progressive is None:
        return Refused(code=RefusalCode.PROGRESSIVE_NOT_OFFERED, field="amount", value=str(command.amount))
    if not is_cents(command.amount):
        return Refused(
            code=RefusalCode.BAD_AMOUNT, field="amount", value=str(command.amount), allowed="0 cents or more"
        )
    if not command.reason.strip():
        return _no_reason()
    return (
        MeterSet(
            before=state.ledgers.meter,
            after=command.amount,
            reason=command.reason,
            approved_by=approver(command.approval),
        ),
    )


def opening_meter(state: TableState, approval: Approval | None) -> tuple[Event, ...]:
    """Give the event that starts a meter which never had a value at its seed (G5.7)."""
    progressive = state.ruleset.progressive
    if progressive is None or state.ledgers.meter is not None:
        return ()
    return (MeterSet(before=None, after=progressive.seed, reason="seed", approved_by=approver(approval)),)


def fees_refusal(state: TableState) -> Refused | None:
    """Refuse the deal while a fee is neither taken nor waived (G3.4)."""
    if fees_are_taken(state):
        return None
    due = fees_to_take(state)
    first = due[0].seat if due else None
    return Refused(code=RefusalCode.FEES_DUE, field="fees", value=str(total_of(due)), seat=first)


def drop_fees(state: TableState) -> tuple[Event, ...]:
    """Give the event that moves the recorded fees to the drop, nothing where there are none."""
    current = round_of(state)
    if not current.fees.recorded or current.fees.dropped:
        return ()
    total = total_of(current.fees.recorded)
    drop = state.ledgers.drop + total
    return (FeesDropped(lines=current.fees.recorded, total=total, late=False, drop=drop),)


def late_fees(state: TableState) -> tuple[Event, ...]:
    """Give the event that takes what was missed at the end of the round, nothing where all is taken (I21)."""
    missed = missed_fees(state)
    return (taken_late(state, missed),) if missed else ()


def fees_of_a_void(state: TableState) -> tuple[Event, ...]:
    """Give what a void does with the fees: they stay taken, or all go back, as the policy says (G8.6)."""
    if state.ruleset.fees_on_void is FeesOnVoid.KEPT:
        return drop_fees(state)
    fees = round_of(state).fees
    lines = fees.dropped or fees.recorded
    if not lines:
        return ()
    total = total_of(lines)
    left = state.ledgers.drop - total_of(fees.dropped)
    return (FeesReturned(lines=lines, total=total, drop=left),)


def waivable(state: TableState) -> tuple[WaiveFee, ...]:
    """Give the commands that would let each fee off in whole, without a reason yet."""
    return tuple(
        WaiveFee(
            payer=line.payer,
            seat=line.seat,
            bettor=line.bettor,
            wager=line.wager,
            amount=line.amount,
            reason="",
        )
        for line in fees_to_take(state)
    )


def _no_reason() -> Refused:
    return Refused(code=RefusalCode.REASON_MISSING, field="reason", value="", allowed="a reason in words")
