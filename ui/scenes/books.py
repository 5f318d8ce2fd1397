"""Scenes of the table's books: fees due and taken, the progressive's wager, its meter and its win."""

from controller.engine.actors import Role
from controller.engine.choices import cents, words
from controller.engine.commands import SettleSeat
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.ledger_commands import RecordFee, SetMeter, WaiveFee
from controller.engine.ledgers import FeeLine, total_of
from controller.engine.prompt import Offer, OfferCode, OfferGroup, OpenField
from controller.engine.ruleset import Coverage, FeePayer, ProgressiveHand, Wager
from controller.engine.settlement_progressive import ProgressiveLine
from controller.engine.view_types import FeesView, ProgressiveView, SeatState, SeatView, TableView
from ui.scenes import samples as s
from ui.scenes.around import wagers
from ui.scenes.high_hands import FULL, ROYAL, high_lines, in_hands
from ui.scenes.settling import settle

STAKE, METER = 500, 1_234_570
WHY = words(OpenField.REASON, "courtesy", "slow_game", "correction")
WHY_SET = words(OpenField.REASON, "opening", "moved", "correction")


def _fee(payer: FeePayer, seat: int, amount: int, bettor: int = 0, wager: Wager | None = None) -> FeeLine:
    return FeeLine(payer=payer, seat=SeatNo(seat), bettor=bettor, wager=wager, amount=amount)


FEES = (
    _fee(FeePayer.PLAYER_DEALER, 4, 300),
    *(_fee(FeePayer.BETTOR, seat, 100) for seat in (1, 2, 3, 5, 6)),
    *(_fee(FeePayer.BETTOR, 6, 100, number) for number in (1, 2)),
    *(_fee(FeePayer.PER_SIDE_WAGER, seat, 50, wager=Wager.TRIPS) for seat in (1, 2, 3, 5, 6)),
)


def fees_due() -> TableView:
    """D1: everything stands; the fees are the next tap, and the floor may let them off."""
    view = wagers()
    take = s.offer(OfferCode.RECORD_FEE, RecordFee())
    close = view.prompt.primary
    assert close is not None
    offers = (
        replace(close, enabled=False),
        *(_waiver(line) for line in (FEES[0], *(one for one in FEES if one.seat == 6))),
        *view.prompt.offers,
    )
    prompt = replace(view.prompt, primary=take, offers=offers)
    fees = FeesView(has_schedule=True, lines=FEES, total=total_of(FEES), taken=False)
    return replace(view, prompt=prompt, fees=fees)


def _waiver(line: FeeLine) -> Offer:
    command = WaiveFee(
        payer=line.payer,
        seat=line.seat,
        bettor=line.bettor,
        wager=line.wager,
        amount=line.amount,
        reason="",
    )
    made = s.offer(
        OfferCode.WAIVE_FEE, command, seat=line.seat, about=f"{line.payer}.{line.bettor}", needs=Role.FLOOR
    )
    return s.in_menu(made, OfferGroup.TABLE, cents(OpenField.AMOUNT, 1, line.amount), WHY)


def fees_taken() -> TableView:
    """D1: the fees lie there, one of them let off in part; no more bets is the next tap."""
    waived = (_fee(FeePayer.PLAYER_DEALER, 4, 200),)
    lines = (_fee(FeePayer.PLAYER_DEALER, 4, 100), *FEES[1:])
    fees = FeesView(has_schedule=True, lines=lines, waived=waived, total=total_of(lines), taken=True)
    return replace(wagers(), fees=fees)


def progressive() -> TableView:
    """D1: a house-banked table with its meter; seats 1 to 3 play the progressive."""
    view = wagers()
    rows = tuple(
        replace(
            row,
            state=SeatState.EMPTY if row.number == s.BANK_SEAT else row.state,
            bettors=()
            if row.number == s.BANK_SEAT
            else tuple(
                replace(one, bad_beat=0, progressive=STAKE if row.number <= 3 else 0)
                for one in row.bettors[:1]
            ),
        )
        for row in view.seats
    )
    meter = s.offer(OfferCode.SET_METER, SetMeter(amount=METER, reason=""), needs=Role.FLOOR)
    menu = s.in_menu(meter, OfferGroup.TABLE, cents(OpenField.AMOUNT, 0, None), WHY_SET)
    offers = tuple(one for one in view.prompt.offers if one.code is not OfferCode.POST_BANK)
    return replace(
        view,
        ruleset="house-progressive",
        house_banked=True,
        seats=rows,
        bank=s.bank(seat=None, amount=0),
        prompt=replace(view.prompt, amount=None, offers=(*offers, menu)),
        progressive=ProgressiveView(stake=STAKE, meter=METER),
    )


def _without_bad_beat(row: SeatView) -> SeatView:
    """Take the wager away that house sets do not offer."""
    lines = tuple(one for one in row.lines if one.wager is not Wager.BAD_BEAT)
    return replace(row, bettors=tuple(replace(one, bad_beat=0) for one in row.bettors), lines=lines)


def hit(hand: ProgressiveHand | None = ProgressiveHand.FULL_HOUSE) -> TableView:
    """D7: the open seat's progressive: a win of the house or of the meter, or the stake."""
    view = settle(behind=0, reading=Coverage.UNLIMITED)
    stop = view.stop
    assert stop is not None
    lines = tuple(one for one in stop.lines if one.wager is not Wager.BAD_BEAT)
    if hand is not None:
        is_royal = hand is ProgressiveHand.ROYAL_HOLE_AND_FLOP
        view = in_hands(view, ROYAL if is_royal else FULL)
        lines = high_lines(500, 50) if is_royal else high_lines(3, 8)
    from_meter = METER if hand is ProgressiveHand.ROYAL_HOLE_AND_FLOP else 0
    line = ProgressiveLine(
        position=SeatNo(6),
        bettor="seat-6",
        stake=STAKE,
        hand=hand,
        from_meter=from_meter,
        from_house=0 if hand is None or from_meter else 10 * STAKE,
    )
    rows = tuple(
        replace(row, progressive=(line,), lines=lines)
        if row.number == 6
        else replace(row, state=SeatState.EMPTY, bettors=(), cards=())
        if row.number == s.BANK_SEAT
        else row
        for row in view.seats
    )
    primary = s.offer(OfferCode.SETTLE_SEAT, SettleSeat(seat=SeatNo(6)), seat=6)
    return replace(
        view,
        ruleset="house-progressive",
        house_banked=True,
        seats=tuple(_without_bad_beat(row) for row in rows),
        stop=replace(stop, lines=lines),
        bank=replace(view.bank, seat=None, amount=0),
        coverage=None,
        prompt=replace(view.prompt, primary=primary),
        progressive=ProgressiveView(stake=STAKE, meter=METER),
    )
