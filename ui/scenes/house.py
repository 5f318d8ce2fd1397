"""Scenes of tables where the house banks (G8.5): limits, the house's hand, caps, the Ante refund."""

from controller.engine.cards import parse_cards
from controller.engine.commands import Expose, Exposure
from controller.engine.copying import replace
from controller.engine.device_words import Place, Target
from controller.engine.ids import SeatNo
from controller.engine.money import Odds
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.ruleset import Wager
from controller.engine.settlement_types import Outcome, Reason, StepKind, WagerLine
from controller.engine.view_types import Below, SeatState, SeatView, TableView
from ui.scenes import samples as s
from ui.scenes.around import wagers
from ui.scenes.deal import hole, preflop
from ui.scenes.high_hands import ROYAL, in_hands
from ui.scenes.settling import reveal, settle

SIX = 6


def housed(view: TableView, rules: str = "house-limits") -> TableView:
    """Put the house in the player-dealer's place: the banker's seat plays or is empty."""
    rows = tuple(_without_banker(row) for row in view.seats)
    bank = replace(view.bank, seat=None, amount=0, counted=0, rounds=1)
    return replace(view, ruleset=rules, house_banked=True, seats=rows, bank=bank, coverage=None)


def _without_banker(row: SeatView) -> SeatView:
    if row.state is SeatState.BANK:
        return replace(row, state=SeatState.EMPTY, is_active=False)
    lines = tuple(one for one in row.lines if one.wager is not Wager.BAD_BEAT)
    return replace(row, bettors=tuple(replace(one, bad_beat=0) for one in row.bettors), lines=lines)


def limits() -> TableView:
    """D1: seat 2 is over the maximum, seat 5 under the minimum, seat 6 for the second time (G2.5)."""
    view = housed(wagers())
    changes = {
        2: replace(s.bettor(0, 120_000, 3_000, 0), over=40_500),
        5: replace(s.bettor(0, 200, 0, 0), below=Below.FIRST),
        6: replace(s.bettor(0, 200, 0, 0), below=Below.AGAIN),
    }
    rows = tuple(
        replace(row, bettors=(changes[row.number],)) if row.number in changes else row for row in view.seats
    )
    kept = tuple(offer for offer in view.prompt.offers if offer.code is not OfferCode.POST_BANK)
    return replace(view, seats=rows, prompt=replace(view.prompt, amount=0, offers=kept))


def limits_over() -> TableView:
    """D1: only seat 2 is over the maximum."""
    view = limits()
    rows = tuple(
        replace(row, bettors=(s.bettor(),)) if row.number in {SeatNo(5), SeatNo(6)} else row
        for row in view.seats
    )
    assert view.prompt.code is PromptCode.TAKE_WAGERS
    return replace(view, seats=rows)


def house_stack() -> TableView:
    """D2: the house's stack is the last to be taken."""
    view = housed(hole(bank=True))
    target = Target(place=Place.PLAYER_DEALER, seat=None)
    tasks = tuple(replace(task, target=target) for task in view.prompt.tasks)
    return replace(view, prompt=replace(view.prompt, seat=None, target=target, tasks=tasks))


def house_preflop() -> TableView:
    """D3: the house holds two backs."""
    view = housed(preflop())
    return replace(view, bank=replace(view.bank, cards=(s.BACKED, s.BACKED)))


def house_reveal() -> TableView:
    """D6: all have decided; the house's hand is turned up by the dealer."""
    view = housed(reveal())
    offer = s.offer(OfferCode.EXPOSE, Expose(what=Exposure.PLAYER_DEALER))
    bank = replace(view.bank, cards=(s.BACKED, s.BACKED))
    return replace(view, prompt=replace(view.prompt, primary=offer), bank=bank)


def house_settle() -> TableView:
    """D7: the house's hand beside the board, seat 6 is paid."""
    view = housed(settle(behind=0))
    assert view.stop is not None
    lines = tuple(line for line in view.stop.lines if line.wager is not Wager.BAD_BEAT)
    return _with_lines(view, lines)


def cap_hit() -> TableView:
    """D7: seat 6's winnings end at the aggregate cap, and chips over the maximum go back (ST33)."""
    view = in_hands(house_settle(), ROYAL)
    royal = Odds(numerator=500)
    trips = s.line(6, Wager.TRIPS, 2_500, Outcome.WIN, reason=Reason.PAY_ROW, odds=Odds(numerator=50))
    blind = s.line(
        6, Wager.BLIND, 5_000, Outcome.WIN, reason=Reason.PAY_ROW, odds=royal, paid=1_995_000, due=1_995_000
    )
    lines = (
        s.line(6, Wager.ANTE, 5_000, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=s.EVEN, paid=5_000),
        replace(blind, due=2_500_000),
        replace(
            s.line(6, Wager.PLAY, 15_000, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=s.EVEN, paid=0, due=0),
            due=15_000,
        ),
        replace(trips, due=125_000, over_limit_returned=500),
    )
    return _with_lines(view, lines)


def ante_refund() -> TableView:
    """D7: the house has no pair; Antes go back before any hand is turned up (G7.2)."""
    view = house_settle()
    assert view.stop is not None
    line = s.line(6, Wager.ANTE, 2_000, Outcome.NO_ACTION, reason=Reason.NOT_QUALIFIED)
    refund = replace(_with_lines(view, (line,)), ruleset="dealing-procedure")
    assert refund.stop is not None
    stop = replace(refund.stop, kind=StepKind.ANTE_REFUND, pass_no=0, compare=None)
    backs = (s.BACKED, s.BACKED)
    rows = tuple(replace(row, cards=backs, hand=None) if row.number == 6 else row for row in refund.seats)
    hole_cards = parse_cards("Qh 4c")
    hand = s.hand(hole_cards)
    bank = replace(refund.bank, cards=s.faces(hole_cards, hand.five), hand=hand, qualifies=False)
    return replace(refund, stop=stop, seats=rows, bank=bank, board=s.faces(s.BOARD, hand.five))


def _with_lines(view: TableView, lines: tuple[WagerLine, ...]) -> TableView:
    assert view.stop is not None
    rows = tuple(replace(row, lines=lines) if row.number == 6 else row for row in view.seats)
    return replace(view, stop=replace(view.stop, lines=lines), seats=rows)


def exhausted() -> TableView:
    """D7: the player-dealer's wager is used up before seat 6; all of it goes back (G6.1, PB01)."""
    view = settle(behind=0)
    assert view.coverage is not None
    coverage = replace(
        view.coverage, can_pay=0, can_collect=0, can_pay_after=0, can_collect_after=0, exhausted=True
    )
    lines = tuple(replace(line, paid=0, collected=0) for line in s.winning_lines(6))
    return replace(_with_lines(view, lines), coverage=coverage)


def six_places() -> TableView:
    """D2: a table of six places; nothing is drawn where the others would be (G7.1)."""
    view = house_stack()
    seats = tuple(
        replace(row, exists=False, state=SeatState.EMPTY, cards=(), bettors=()) if row.number > SIX else row
        for row in view.seats
    )
    return replace(view, seats=seats)
