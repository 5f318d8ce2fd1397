"""Fees and the progressive in words and amounts: due, taken, paid, the meter (G5.7, G8.6)."""

from itertools import groupby

from controller.engine.ledger_commands import WaiveFee
from controller.engine.ledgers import FeeLine
from controller.engine.money import Cents
from controller.engine.prompt import OfferCode, Prompt
from controller.engine.ruleset_names import FeePayer
from controller.engine.settlement_progressive import ProgressiveLine
from controller.engine.view_types import SeatState, SeatView, TableView
from ui.formatting import MoneyFormat
from ui.options import Wording
from ui.texts import Texts


def felt_total(view: TableView) -> Cents:
    """Give all that lies before the seats in play, in cents."""
    return sum(
        one.ante + one.blind + one.trips + one.bad_beat + one.progressive
        for seat in view.seats
        if seat.state is SeatState.IN
        for one in seat.bettors
        if one.is_in
    )


def progressive_at_stop(view: TableView) -> tuple[ProgressiveLine, ...]:
    """Give the progressive wagers of the open stop, nothing where its hand is not turned up now."""
    stop = view.stop
    if stop is None or stop.pass_no != 1:
        return ()
    return next((seat.progressive for seat in view.seats if seat.number == stop.seat), ())


def stop_totals(view: TableView) -> tuple[Cents, Cents]:
    """Give what is paid and what is taken at the open stop, the progressive with its stake included."""
    lines = view.stop.lines if view.stop is not None else ()
    extra = progressive_at_stop(view)
    paid = sum(line.paid for line in lines) + sum(line.from_meter + line.from_house for line in extra)
    return paid, sum(line.collected for line in lines) + sum(line.stake for line in extra)


def takes_fees(prompt: Prompt) -> bool:
    """Tell whether taking the fees is the one tap due."""
    return prompt.primary is not None and prompt.primary.code is OfferCode.RECORD_FEE


def fees_sub(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Say under "Fees taken" how many fees there are and what they come to."""
    fees = view.fees
    key = "sub.record_fee_one" if len(fees.lines) == 1 else "sub.record_fee"
    return say(key, count=len(fees.lines), total=money.exact(fees.total))


def missed_fee_text(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Say that a missed fee is taken now, with what the drop lacks; empty where none was ruled (I21)."""
    fees = view.fees
    if not fees.at_end:
        return ""
    return say("sub.late_fee", amount=money.exact(fees.missed)) if fees.missed else say("sub.late_fee_chips")


def fees_text(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """List the round's fees with their amounts, those alike together."""
    alike = sorted(view.fees.lines, key=_kind)
    parts = []
    for (_, payer, amount), lines in groupby(alike, key=_kind):
        count = len(list(lines))
        named = say(f"fee.{payer}")
        key = "panel.fee_one" if count == 1 else "panel.fee_many"
        parts.append(say(key, who=named, count=count, amount=money.exact(amount)))
    said = say("list.comma").join(parts)
    return said[:1].upper() + said[1:]


def waiver_about(waiver: WaiveFee, words: Wording) -> str:
    """Name the one fee that a waiver is about: several of a seat may be let off (G8.6)."""
    say = words.say
    named = [say(f"fee.{waiver.payer}")]
    named += [say(f"field.{waiver.wager}")] if waiver.wager is not None else []
    named += [say("coverage.bettor_back", number=waiver.bettor)] if waiver.bettor else []
    who = say("list.comma").join(named)
    return say("panel.fee_one", who=who[:1].upper() + who[1:], amount=words.money.exact(waiver.amount))


def _kind(line: FeeLine) -> tuple[int, FeePayer, Cents]:
    return list(FeePayer).index(line.payer), line.payer, line.amount


def fees_state(view: TableView, words: Wording) -> str:
    """Say what the fees come to, whether they are taken, and what the floor waived."""
    fees, say, money = view.fees, words.say, words.money
    waived = sum(line.amount for line in fees.waived)
    said = say("panel.fees_taken" if fees.taken else "panel.fees_due", total=money.exact(fees.total))
    return said if not waived else say("panel.fees_waived", said=said, waived=money.exact(waived))


def seat_fee(view: TableView, seat: SeatView, words: Wording) -> str:
    """Say what a seat pays in fees before the deal, empty where nothing."""
    cents = sum(line.amount for line in view.fees.lines if line.seat == seat.number)
    return words.say("seat.fee", amount=words.money.short(cents)) if cents else ""


def meter_text(view: TableView, words: Wording) -> str:
    """Write the meter's amount, empty where there is none."""
    return "" if view.progressive is None else words.money.exact(view.progressive.meter)


def progressive_mark(line: ProgressiveLine) -> str:
    """Name the sign of a progressive wager (P11): its stake is used up whether it wins or not."""
    return "pay" if line.hand is not None else "take"


def progressive_text(line: ProgressiveLine, words: Wording) -> str:
    """Say in words what became of a progressive wager, to the cent."""
    say, money = words.say, words.money
    stake = money.exact(line.stake)
    if line.hand is None:
        return say("progressive.lost", stake=stake)
    paid = money.exact(line.from_meter + line.from_house)
    source = "meter" if line.from_meter else "house"
    return say(f"progressive.{source}", hand=say(f"progressive.{line.hand}"), paid=paid, stake=stake)


def stop_progressive(seat: SeatView | None, words: Wording) -> tuple[str, str]:
    """Give sign and words of the progressive wager of the seat that is shown."""
    if seat is None or not seat.progressive:
        return "", ""
    line = seat.progressive[0]
    return progressive_mark(line), progressive_text(line, words)
