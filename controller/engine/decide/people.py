"""Judge what people ask: first the phase and the role, then the command's own function (G3.1)."""

from typing import assert_never

from controller.engine.actors import Need, Role
from controller.engine.approvals import approval_of, approval_used, bad_approval
from controller.engine.bank_commands import MarkNoPlay, ShareBank
from controller.engine.commands import (
    AcceptNumbering,
    AnswerOffer,
    Ask,
    CallFloor,
    CloseBetting,
    CloseStreet,
    CloseTable,
    ConfirmFelt,
    Decide,
    Expose,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    ReleaseDevice,
    RemoveWager,
    RepeatWagers,
    ReplaceDeck,
    ReportIrregularity,
    Resume,
    RetestDevice,
    SeatPlayer,
    SettleSeat,
    TakeStack,
    UndoDecision,
    VacateSeat,
    VoidRound,
)
from controller.engine.decide.acting import decide_act, decide_close_street, decide_no_play, decide_undo
from controller.engine.decide.banking import decide_answer, decide_bank
from controller.engine.decide.betting import (
    decide_close_betting,
    decide_place,
    decide_remove,
    decide_repeat,
)
from controller.engine.decide.dealing import decide_count, decide_expose, decide_take_stack
from controller.engine.decide.ledgers import judge_ledger
from controller.engine.decide.life import decide_life, life_needs
from controller.engine.decide.numbering import decide_accept_numbering
from controller.engine.decide.releases import decide_release, decide_retest
from controller.engine.decide.rotation import decide_rotation
from controller.engine.decide.rule import decide_rule
from controller.engine.decide.rule.authority import rule_needs
from controller.engine.decide.rulings import (
    decide_call_floor,
    decide_confirm,
    decide_dispute,
    decide_irregularity,
    decide_open_folded,
    decide_quarantine,
    decide_replace_deck,
    decide_restore,
    decide_resume,
    decide_suspend,
    decide_void,
)
from controller.engine.decide.settling import decide_settle_seat
from controller.engine.decide.sharing import decide_share
from controller.engine.decide.table import decide_close, decide_open, decide_seat, decide_vacate
from controller.engine.events import Event
from controller.engine.ledger_commands import RecordFee, SetMeter, WaiveFee
from controller.engine.life_commands import LifeAsk
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.rotation_commands import DeclineAll, EndGame, FlagThirdParty, ForceOffer
from controller.engine.ruling_commands import (
    OpenDispute,
    OpenFoldedHand,
    QuarantineDeck,
    RestoreDevice,
    Rule,
    RulingAsk,
    SuspendDevice,
)
from controller.engine.state import Context, HoldCode, TableState
from controller.engine.transitions import allowed_in, phases_of

_FLOOR = Need(role=Role.FLOOR)
_IN_EVERY_ROUND = (Decide, SettleSeat, Expose)
"""Most of what is asked; the house dealer alone asks it."""


def needs(state: TableState, command: Ask) -> Need | None:
    """Say whose approval a command takes now, None where the house dealer alone asks (G3.1, G9)."""
    if isinstance(command, _IN_EVERY_ROUND):
        return None
    if isinstance(command, LifeAsk):
        return life_needs(command)
    match command:
        case OpenTable() | CloseTable() | VoidRound() | ReplaceDeck() | WaiveFee():
            return _FLOOR
        case AcceptNumbering() | ReleaseDevice():
            return _FLOOR
        case SetMeter():
            return Need(role=Role.FLOOR, dual=True)
        case ForceOffer() | EndGame() | FlagThirdParty():
            return _FLOOR
        case Resume():
            lost = state.hold is not None and state.hold.code is HoldCode.LINK_LOST
            return None if lost else _FLOOR
        case Rule():
            return rule_needs(state, command)
        case OpenFoldedHand():
            return Need(role=Role.FLOOR, dual=True)
        case QuarantineDeck() | SuspendDevice() | RestoreDevice():
            return _FLOOR
        case _:
            return None


def decide_ask(state: TableState, command: Ask, context: Context) -> Refused | tuple[Event, ...]:
    """Judge one command of a person; what was approved is done with the approval's event beside it."""
    wrong = _wrong_phase(state, command)
    if wrong is not None:
        return wrong
    need = needs(state, command)
    refused = None if need is None else bad_approval(state, need, command, context)
    if refused is not None:
        return refused
    decided = _judge(state, command, context)
    approval = approval_of(command)
    if need is None or approval is None or isinstance(decided, Refused):
        return decided
    return (*decided, approval_used(command, approval))


def would_decide(state: TableState, command: Ask, context: Context) -> Refused | tuple[Event, ...]:
    """Judge one command as if whoever must approve it had; for the guide, which offers it."""
    return _wrong_phase(state, command) or _judge(state, command, context)


def _wrong_phase(state: TableState, command: Ask) -> Refused | None:
    if allowed_in(state, command.kind):
        return None
    where = ", ".join(phases_of(command.kind))
    return Refused(code=_why_not(state, command), field="command", value=command.kind, allowed=where)


def _why_not(state: TableState, command: Ask) -> RefusalCode:
    """Say why the table of phases has no such command now."""
    match command:
        case Resume() if state.hold is None:
            return RefusalCode.NOT_HELD
        case ConfirmFelt() if state.hold is None:
            return RefusalCode.NOT_RECOVERING
        case _:
            return RefusalCode.WRONG_PHASE


def _judge(state: TableState, command: Ask, context: Context) -> Refused | tuple[Event, ...]:
    match command:
        case Decide():
            return decide_act(state, command)
        case SettleSeat() | Expose() | TakeStack() | RecordCount():
            return _judge_deal(state, command)
        case OpenTable() | CloseTable() | SeatPlayer() | VacateSeat():
            return _judge_table(state, command)
        case AnswerOffer():
            return decide_answer(state, command)
        case PostBank():
            return decide_bank(state, command)
        case PlaceWager() | RemoveWager() | RepeatWagers() | CloseBetting():
            return _judge_wager(state, command, context)
        case RecordFee() | WaiveFee() | SetMeter():
            return judge_ledger(state, command)
        case UndoDecision():
            return decide_undo(state)
        case MarkNoPlay():
            return decide_no_play(state, command)
        case ShareBank():
            return decide_share(state, command)
        case CloseStreet():
            return decide_close_street(state)
        case AcceptNumbering():
            return decide_accept_numbering(state, command)
        case ReleaseDevice():
            return decide_release(state, command)
        case RetestDevice():
            return decide_retest(state, command, context.now_us)
        case ReportIrregularity() | CallFloor() | Resume() | VoidRound() | ReplaceDeck() | ConfirmFelt():
            return _judge_ruling(state, command, context)
        case Rule() | OpenDispute() | OpenFoldedHand() | QuarantineDeck() | SuspendDevice() | RestoreDevice():
            return _judge_floor(state, command)
        case DeclineAll() | ForceOffer() | EndGame() | FlagThirdParty():
            return decide_rotation(state, command)
        case _:
            return decide_life(state, command, context)


def _judge_floor(state: TableState, command: RulingAsk) -> Refused | tuple[Event, ...]:
    match command:
        case Rule():
            return decide_rule(state, command)
        case OpenDispute():
            return decide_dispute(command)
        case OpenFoldedHand():
            return decide_open_folded(state, command)
        case QuarantineDeck():
            return decide_quarantine(state, command)
        case SuspendDevice():
            return decide_suspend(state, command)
        case RestoreDevice():
            return decide_restore(state, command)
        case _ as unreachable:
            assert_never(unreachable)


def _judge_table(
    state: TableState, command: OpenTable | CloseTable | SeatPlayer | VacateSeat
) -> Refused | tuple[Event, ...]:
    match command:
        case OpenTable():
            return decide_open(state, command)
        case CloseTable():
            return decide_close(state)
        case SeatPlayer():
            return decide_seat(state, command.seat)
        case VacateSeat():
            return decide_vacate(state, command.seat)
        case _ as unreachable:
            assert_never(unreachable)


def _judge_wager(
    state: TableState, command: PlaceWager | RemoveWager | RepeatWagers | CloseBetting, context: Context
) -> Refused | tuple[Event, ...]:
    match command:
        case PlaceWager():
            return decide_place(state, command)
        case RemoveWager():
            return decide_remove(state, command)
        case RepeatWagers():
            return decide_repeat(state, command)
        case CloseBetting():
            return decide_close_betting(state, context.now_us)
        case _ as unreachable:
            assert_never(unreachable)


def _judge_deal(
    state: TableState, command: TakeStack | Expose | RecordCount | SettleSeat
) -> Refused | tuple[Event, ...]:
    match command:
        case SettleSeat():
            return decide_settle_seat(state, command)
        case Expose():
            return decide_expose(state, command)
        case TakeStack():
            return decide_take_stack(state)
        case RecordCount():
            return decide_count(state, command)
        case _ as unreachable:
            assert_never(unreachable)


def _judge_ruling(
    state: TableState,
    command: ReportIrregularity | CallFloor | Resume | VoidRound | ReplaceDeck | ConfirmFelt,
    context: Context,
) -> Refused | tuple[Event, ...]:
    match command:
        case ReportIrregularity():
            return decide_irregularity(command)
        case CallFloor():
            return decide_call_floor(state)
        case Resume():
            return decide_resume(state, command, context)
        case VoidRound():
            return decide_void(state, command)
        case ReplaceDeck():
            return decide_replace_deck(state, command)
        case ConfirmFelt():
            return decide_confirm()
        case _ as unreachable:
            assert_never(unreachable)
