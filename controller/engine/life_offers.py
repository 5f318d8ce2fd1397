"""What may be asked beside the round: dealers, counts, slips, seats (G11)."""

from controller.engine.choices import cents, count, pick, words
from controller.engine.commands import Ask
from controller.engine.decide.life import MOST_CHIPS
from controller.engine.decide.posting import MOST_MINUTES, least_minutes
from controller.engine.house import Moment
from controller.engine.ids import SEATS
from controller.engine.life_commands import (
    BuyIn,
    ChangeLimits,
    CountDrop,
    CountTray,
    CreditTray,
    FillTray,
    MarkAway,
    MoveSeat,
    SignOnDealer,
    VoidSlip,
)
from controller.engine.offering import make_offer
from controller.engine.posted import POSTABLE
from controller.engine.prompt import Choice, Offer, OfferCode, OfferGroup, OpenField
from controller.engine.queries import is_between_rounds, occupied
from controller.engine.state import Phase, TableState

Row = tuple[OfferCode, Ask, tuple[Choice, ...], OfferGroup, object]
"""One offer: what it asks, its command with proposals, its open fields, its group, what it is about."""

_CHIPS = (
    OpenField.CHIPS_1,
    OpenField.CHIPS_2,
    OpenField.CHIPS_3,
    OpenField.CHIPS_4,
    OpenField.CHIPS_5,
)


def life_offers(state: TableState) -> list[Offer]:
    """Offer the table's life beside the round, all of it in the floor's menu (G11)."""
    return [
        make_offer(state, code, command, subject=about, choices=choices, group=group)
        for code, command, choices, group, about in _rows(state)
    ]


def _rows(state: TableState) -> list[Row]:
    """Give the table's life as it may be asked now; in a round only relief and slips (G3.1, G11)."""
    rows = [_relief(state)]
    if state.hold is not None or state.recovered:
        return rows
    if state.phase is not Phase.CLOSED:
        rows += _slips(state)
    if is_between_rounds(state):
        rows += [*_counts(state), *_seats(state), _limits(state)]
    return rows


def _relief(state: TableState) -> Row:
    """Offer the sign-on between rounds, and in a round the relief that a supervisor grants (I34)."""
    sign_on = SignOnDealer(emergency=not is_between_rounds(state))
    why = (words(OpenField.REASON, "ill", "called_away"),) if sign_on.emergency else ()
    return (OfferCode.SIGN_ON_DEALER, sign_on, why, OfferGroup.DEALER, state.staff.dealer)


def _counts(state: TableState) -> list[Row]:
    moments = tuple(moment.value for moment in Moment)
    due = Moment.OPENER if state.phase is Phase.CLOSED else Moment.CLOSER
    counted = (pick(OpenField.MOMENT, *moments), *_chips())
    drop = state.ledgers.drop - state.tray.drop_counted
    return [
        (OfferCode.COUNT_TRAY, CountTray(moment=due), counted, OfferGroup.TABLE, state.tray.counted),
        (
            OfferCode.COUNT_DROP,
            CountDrop(amount=drop),
            (cents(OpenField.AMOUNT, 0, None),),
            OfferGroup.TABLE,
            state.tray.drop_counted,
        ),
    ]


def _slips(state: TableState) -> list[Row]:
    number = state.tray.last_slip
    filled = (*_chips(), words(OpenField.REQUESTER, "floor", "dealer"))
    rows: list[Row] = [
        (OfferCode.FILL_TRAY, FillTray(requester=""), filled, OfferGroup.TABLE, number),
        (OfferCode.CREDIT_TRAY, CreditTray(requester=""), filled, OfferGroup.TABLE, number),
    ]
    if state.tray.slips:
        last = state.tray.slips[-1]
        why = (words(OpenField.REASON, "wrong_amount", "written_twice"),)
        rows.append(
            (OfferCode.VOID_SLIP, VoidSlip(slip=last.number, reason=""), why, OfferGroup.TABLE, last.number)
        )
    return rows


def _limits(state: TableState) -> Row:
    """Offer to post other limits; the Ante's are proposed as they are (G11.4)."""
    limits = state.ruleset.limits
    step = state.ruleset.ante_step
    wagers = tuple(one.value for one in POSTABLE if limits.of(one) is not None)
    command = ChangeLimits(
        wager=POSTABLE[0],
        minimum=limits.ante.minimum,
        maximum=limits.ante.maximum,
        minutes=least_minutes(state),
    )
    choices = (
        pick(OpenField.WAGER, *wagers),
        cents(OpenField.MINIMUM, 1, None),
        cents(OpenField.MAXIMUM, 1, None),
        count(OpenField.MINUTES, 0, MOST_MINUTES),
        *_keepers(state),
    )
    sitting = ".".join(str(number) for number in occupied(state))
    about = f"{step}.{limits.ante.minimum}.{limits.ante.maximum}.{sitting}"
    return (OfferCode.CHANGE_LIMITS, command, choices, OfferGroup.TABLE, about)


def _keepers(state: TableState) -> tuple[Choice, ...]:
    """Let seated players keep the limits they sat down under, all or one of them (G11.4)."""
    seats = [str(number) for number in occupied(state)]
    return (pick(OpenField.KEEPS, "none", "seated", *seats),) if seats else ()


def _seats(state: TableState) -> list[Row]:
    taken = occupied(state)
    free = tuple(seat for seat in SEATS[: state.ruleset.positions] if seat not in taken)
    if not taken:
        return []
    banker = state.banking.player_dealer or taken[0]
    seat = pick(OpenField.SEAT, *taken)
    bought = BuyIn(seat=banker, amount=0)
    rows: list[Row] = [
        (OfferCode.BUY_IN, bought, (seat, cents(OpenField.AMOUNT, 1, None)), OfferGroup.TABLE, ""),
    ]
    if free:
        move = MoveSeat(seat=taken[0], to=free[0])
        rows.append((OfferCode.MOVE_SEAT, move, (seat, pick(OpenField.TO, *free)), OfferGroup.TABLE, ""))
    away = tuple(one for one in taken if state.seat(one).is_away)
    there = tuple(one for one in taken if one not in away)
    for seats, is_away in ((there, True), (away, False)):
        if seats:
            mark = MarkAway(seat=seats[0], is_away=is_away)
            choice = (pick(OpenField.SEAT, *seats),)
            rows.append((OfferCode.MARK_AWAY, mark, choice, OfferGroup.TABLE, is_away))
    return rows


def _chips() -> tuple[Choice, ...]:
    return (*(count(field, 0, MOST_CHIPS) for field in _CHIPS), cents(OpenField.OTHER, 0, None))
