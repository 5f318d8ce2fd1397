"""Judge the table's life beside the round: dealers, counts, slips, seats (G11)."""

from typing import assert_never

from controller.engine.actors import Approval, Need, Role
from controller.engine.co_bankers import co_bankers
from controller.engine.decide.posting import decide_change_limits
from controller.engine.decide.table import bad_seat
from controller.engine.events import Event
from controller.engine.house import SlipKind, chips_total
from controller.engine.ids import SeatNo
from controller.engine.life_commands import (
    BuyIn,
    ChangeLimits,
    CountDrop,
    Counted,
    CountTray,
    CreditTray,
    FillTray,
    LifeAsk,
    MarkAway,
    MoveSeat,
    SignOnDealer,
    VoidSlip,
    chip_numbers,
    chips_of,
)
from controller.engine.life_events import (
    BoughtIn,
    DealerSignedOn,
    DropCounted,
    SeatMarked,
    SeatMoved,
    SlipVoided,
    SlipWritten,
    TrayCounted,
)
from controller.engine.money import Cents, is_cents
from controller.engine.queries import is_between_rounds
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Context, TableState

MOST_CHIPS = 100_000
"""More chips of one kind than any tray holds; a larger count is a slip of the finger."""


def life_needs(command: LifeAsk) -> Need | None:
    """Say who must approve: the dealer who signs on, dealer and floor for counts, the floor for slips."""
    match command:
        case SignOnDealer():
            return Need(role=Role.DEALER, dual=command.emergency)
        case CountTray():
            return Need(role=Role.DEALER, dual=True)
        case FillTray() | CreditTray() | VoidSlip() | CountDrop() | ChangeLimits():
            return Need(role=Role.FLOOR)
        case BuyIn() | MoveSeat() | MarkAway():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def decide_life(state: TableState, command: LifeAsk, context: Context) -> Refused | tuple[Event, ...]:
    """Judge one command of the table's life."""
    match command:
        case SignOnDealer():
            return _sign_on(state, command, context)
        case CountTray():
            return _count(state, command)
        case FillTray():
            return _slip(state, command, SlipKind.FILL)
        case CreditTray():
            return _slip(state, command, SlipKind.CREDIT)
        case VoidSlip():
            return _void_slip(state, command)
        case CountDrop():
            return _count_drop(state, command)
        case BuyIn():
            return _buy_in(state, command)
        case MoveSeat():
            return _move(state, command)
        case MarkAway():
            return _mark(state, command)
        case ChangeLimits():
            return _not_between(state) or decide_change_limits(state, command, context.now_us)
        case _ as unreachable:
            assert_never(unreachable)


def _sign_on(state: TableState, command: SignOnDealer, context: Context) -> Refused | tuple[Event, ...]:
    """Change the dealer between rounds; in a round only as an emergency with a supervisor (G11.5, I34)."""
    between = is_between_rounds(state)
    if not between and not command.emergency:
        allowed = "between rounds, or an emergency with a supervisor"
        return Refused(code=RefusalCode.RELIEF_IN_ROUND, field="emergency", value="false", allowed=allowed)
    if between and command.emergency:
        return Refused(code=RefusalCode.NO_EMERGENCY, field="emergency", value="true", allowed="false")
    dealer = _signer(command.approval, Role.DEALER)
    if dealer and dealer == state.staff.dealer:
        return Refused(code=RefusalCode.DEALS_ALREADY, field="approval", value=dealer)
    relieved = state.staff.dealer or context.actor.removeprefix("dealer:")
    return (
        DealerSignedOn(
            dealer=dealer,
            relieved=relieved,
            emergency=command.emergency,
            reason=command.reason,
            approved_by=_names(command.approval),
        ),
    )


def _count(state: TableState, command: CountTray) -> Refused | tuple[Event, ...]:
    """Compare a count with the one before and what moved since; a difference is told (G11.1)."""
    wrong = _not_between(state) or _bad_chips(command)
    if wrong is not None:
        return wrong
    chips = chips_of(state.tray.denominations, command)
    total = chips_total(chips, command.other)
    expected = expected_tray(state)
    counted = TrayCounted(
        moment=command.moment,
        chips=chips,
        other=command.other,
        total=total,
        expected=expected,
        difference=0 if expected is None else total - expected,
        signed_by=_names(command.approval),
    )
    return (counted,)


def expected_tray(state: TableState) -> Cents | None:
    """Give what should lie in the tray: the last count, slips and the house's results since (G11.2)."""
    tray = state.tray
    if tray.counted is None:
        return None
    return tray.counted + tray.moved + state.ledgers.house_tray - tray.house_at_count


def _slip(state: TableState, command: FillTray | CreditTray, kind: SlipKind) -> Refused | tuple[Event, ...]:
    """Write the next slip; its number is one more than the last, voided ones included (G11.3)."""
    wrong = _bad_chips(command) or _no_text("requester", command.requester)
    if wrong is not None:
        return wrong
    chips = chips_of(state.tray.denominations, command)
    total = chips_total(chips, command.other)
    if total == 0:
        return Refused(code=RefusalCode.BAD_AMOUNT, field="chips_1", value="0", allowed="some chips")
    written = SlipWritten(
        number=state.tray.last_slip + 1,
        moves=kind,
        chips=chips,
        other=command.other,
        total=total,
        requester=command.requester,
        dealer=state.staff.dealer,
        approved_by=_names(command.approval),
    )
    return (written,)


def _void_slip(state: TableState, command: VoidSlip) -> Refused | tuple[Event, ...]:
    """Void a slip of this count that is not void yet; a new one is written for what is right (G11.3)."""
    slip = next((one for one in state.tray.slips if one.number == command.slip), None)
    if slip is None:
        numbers = ", ".join(str(one.number) for one in state.tray.slips)
        return Refused(
            code=RefusalCode.NO_SUCH_SLIP, field="slip", value=str(command.slip), allowed=numbers or "none"
        )
    wrong = _no_text("reason", command.reason)
    if wrong is not None:
        return wrong
    voided = SlipVoided(
        number=slip.number,
        moves=slip.kind,
        total=slip.total,
        reason=command.reason,
        approved_by=_names(command.approval),
    )
    return (voided,)


def _count_drop(state: TableState, command: CountDrop) -> Refused | tuple[Event, ...]:
    if not is_cents(command.amount):
        return Refused(code=RefusalCode.BAD_AMOUNT, field="amount", value=str(command.amount))
    expected = state.ledgers.drop - state.tray.drop_counted
    counted = DropCounted(
        amount=command.amount,
        expected=expected,
        difference=command.amount - expected,
        approved_by=_names(command.approval),
    )
    return (counted,)


def _buy_in(state: TableState, command: BuyIn) -> Refused | tuple[Event, ...]:
    """Take chips for a bank between rounds; they are never the house's (G11.2, G11.5)."""
    wrong = bad_seat(state, command.seat) or _not_between(state) or _not_taken(state, command.seat)
    if wrong is not None:
        return wrong
    if not is_cents(command.amount) or command.amount == 0:
        return Refused(code=RefusalCode.BAD_AMOUNT, field="amount", value=str(command.amount))
    before = dict(state.tray.buy_ins).get(command.seat, 0)
    return (BoughtIn(seat=command.seat, amount=command.amount, total=before + command.amount),)


def _move(state: TableState, command: MoveSeat) -> Refused | tuple[Event, ...]:
    """Move a player to a free seat between rounds; whoever banks or is asked stays (G11.5, G8.1)."""
    wrong = bad_seat(state, command.seat) or bad_seat(state, command.to)
    wrong = wrong or _not_between(state) or _not_taken(state, command.seat)
    if wrong is not None:
        return wrong
    if state.seat(command.to).is_taken:
        return Refused(code=RefusalCode.SEAT_TAKEN, field="to", value=str(command.to), seat=command.to)
    banks = {state.banking.asking, state.banking.player_dealer, *co_bankers(state)}
    if state.round is not None:
        banks.add(state.round.player_dealer)
    if command.seat in banks:
        return Refused(code=RefusalCode.BANKS_NOW, field="seat", value=str(command.seat), seat=command.seat)
    return (SeatMoved(seat=command.seat, to=command.to),)


def _mark(state: TableState, command: MarkAway) -> Refused | tuple[Event, ...]:
    """Note who is away; a seat with wagers on the felt is not (G11.5)."""
    wrong = bad_seat(state, command.seat) or _not_between(state) or _not_taken(state, command.seat)
    if wrong is not None:
        return wrong
    if state.seat(command.seat).is_away == command.is_away:
        return Refused(
            code=RefusalCode.MARKED_ALREADY,
            field="is_away",
            value=str(command.is_away).lower(),
            seat=command.seat,
        )
    return (SeatMarked(seat=command.seat, is_away=command.is_away),)


def _bad_chips(command: Counted) -> Refused | None:
    for place, number in enumerate(chip_numbers(command), 1):
        if not is_cents(number) or number > MOST_CHIPS:
            allowed = f"0 to {MOST_CHIPS} chips"
            return Refused(
                code=RefusalCode.BAD_COUNT, field=f"chips_{place}", value=str(number), allowed=allowed
            )
    if not is_cents(command.other):
        return Refused(code=RefusalCode.BAD_AMOUNT, field="other", value=str(command.other))
    return None


def _no_text(field: str, text: str) -> Refused | None:
    return (
        None
        if text.strip()
        else Refused(code=RefusalCode.NEEDS_TEXT, field=field, value="", allowed="a text")
    )


def _not_between(state: TableState) -> Refused | None:
    if is_between_rounds(state):
        return None
    return Refused(
        code=RefusalCode.IN_ROUND, field="command", value=state.phase.value, allowed="between rounds"
    )


def _not_taken(state: TableState, seat: SeatNo) -> Refused | None:
    if state.seat(seat).is_taken:
        return None
    return Refused(code=RefusalCode.SEAT_EMPTY, field="seat", value=str(seat), seat=seat)


def _signer(approval: Approval | None, role: Role) -> str:
    """Give whoever of this role gave an approval, empty where nobody did."""
    if approval is None:
        return ""
    if approval.role is role:
        return approval.person
    return approval.second_person or "" if approval.second_role is role else ""


def _names(approval: Approval | None) -> str:
    if approval is None:
        return ""
    return "+".join(name for name in (approval.person, approval.second_person) if name)
