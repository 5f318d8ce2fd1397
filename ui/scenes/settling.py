"""Scenes of TOUCHSCREEN 6 from the river to the last stop: D5 to D7."""

from controller.engine.bank_commands import MarkNoPlay
from controller.engine.cards import Card
from controller.engine.commands import (
    Act,
    Expose,
    Exposure,
    SettleSeat,
    UndoDecision,
)
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.money import Odds
from controller.engine.prompt import (
    OfferCode,
    Prompt,
    PromptActor,
    PromptCode,
    Waiting,
    WaitKind,
)
from controller.engine.ruleset import Coverage, Street, Wager
from controller.engine.settlement_types import Compare, Outcome, Reason, StepKind, WagerLine
from controller.engine.state import Phase
from controller.engine.view_types import CardView, CoverageView, SeatView, StopView, TableView
from ui.scenes import samples as s
from ui.scenes.deal import acts


def river() -> TableView:
    """D5: seats 5 and 1 must bet or fold."""
    opened = (SeatNo(5), SeatNo(1))
    prompt = Prompt(
        code=PromptCode.ASK_RIVER,
        actor=PromptActor.PLAYER,
        seat=SeatNo(5),
        street=Street.RIVER,
        open_seats=opened,
        done=4,
        count=6,
        offers=acts(Street.RIVER, (5, 1)),
        waiting=Waiting(kind=WaitKind.DECISIONS, seats=opened),
    )
    play = {"act": Act.PLAY}
    rows = s.dealt(
        s5={"is_active": True, "is_open": True},
        s1={"is_open": True},
        s2={**play, "multiple": 4},
        s3={**play, "multiple": 2},
        s6={**play, "multiple": 3},
        s8={"act": Act.FOLD},
    )
    backs = (s.BACKED, s.BACKED)
    return s.table(Phase.RIVER, prompt, seats=rows, board=s.faces(s.BOARD), bank=s.bank(cards=backs))


def decided() -> tuple[SeatView, ...]:
    """Give the seats once all have decided."""
    play = {"act": Act.PLAY}
    return s.dealt(
        s5={**play, "multiple": 1, "bettors": (s.bettor(play=2_000),)},
        s1={**play, "multiple": 1, "bettors": (s.bettor(play=2_000),)},
        s2={**play, "multiple": 4, "bettors": (s.bettor(play=8_000),)},
        s3={**play, "multiple": 2, "bettors": (s.bettor(play=4_000),)},
        s6={**play, "multiple": 3, "bettors": (s.bettor(play=6_000),)},
        s8={"act": Act.FOLD},
    )


def reveal() -> TableView:
    """D6: all have decided."""
    primary = s.offer(OfferCode.EXPOSE, Expose(what=Exposure.PLAYER_DEALER))
    undo = s.offer(OfferCode.UNDO, UndoDecision(), seat=1)
    prompt = Prompt(
        code=PromptCode.REVEAL_PLAYER_DEALER,
        actor=PromptActor.DEALER,
        primary=primary,
        offers=(undo, *s.irregularities()),
    )
    return replace(river(), phase=Phase.REVEAL, prompt=prompt, seats=decided())


def settle(*, behind: int = 1, partly: bool = False, reading: Coverage = Coverage.GROSS_POOL) -> TableView:
    """D7: seat 6 is open, seat 5 was settled."""
    primary = s.offer(OfferCode.SETTLE_SEAT, SettleSeat(seat=SeatNo(6)), seat=6)
    prompt = Prompt(
        code=PromptCode.SETTLE_SEAT,
        actor=PromptActor.DEALER,
        seat=SeatNo(6),
        next_seat=SeatNo(8),
        done=1,
        count=6,
        primary=primary,
        offers=s.irregularities(),
    )
    coverage = CoverageView(
        reading=reading,
        bank=50_000,
        can_pay=43_500,
        can_collect=46_500,
        can_pay_after=30_500,
        can_collect_after=36_500,
        exhausted=False,
    )
    lines = partly_covered() if partly else s.winning_lines(6)
    for number in range(1, behind + 1):
        lines += s.winning_lines(6, f"seat-6-back-{number}", 1_000, side=False)
    stop = StopView(
        seat=SeatNo(6),
        kind=StepKind.SEAT,
        pass_no=1,
        passes=1,
        lines=lines,
        turns_next=False,
        compare=Compare.WIN,
    )
    return s.table(
        Phase.SETTLE,
        prompt,
        stop=stop,
        seats=settling(lines),
        board=compared(s.HOLES[6]),
        bank=s.bank(
            cards=s.faces(s.BANK_HOLE, s.hand(s.BANK_HOLE).five), hand=s.hand(s.BANK_HOLE), qualifies=True
        ),
        coverage=coverage,
        step=2,
        steps=6,
    )


def partly_covered() -> tuple[WagerLine, ...]:
    """Settle seat 6 where the bank runs out: one wager partly, one not at all."""
    straight = Odds(numerator=500)
    lines = s.winning_lines(6)
    blind = s.line(
        6,
        Wager.BLIND,
        200,
        Outcome.WIN,
        reason=Reason.PAY_ROW,
        odds=straight,
        paid=32_000,
        due=100_000,
    )
    trips = s.line(6, Wager.TRIPS, 500, Outcome.WIN, reason=Reason.PAY_ROW, odds=straight, paid=0, due=25_000)
    return (lines[0], blind, lines[2], trips, lines[4])


def settling(lines: tuple[WagerLine, ...]) -> tuple[SeatView, ...]:
    """Turn seat 6 up and mark seat 5 as done."""
    five = s.hand(s.HOLES[6])
    done = s.winning_lines(5)
    cards = s.faces(s.HOLES[6], five.five)
    rows = []
    for row in decided():
        if row.number == 5:
            rows.append(replace(row, is_settled=True, hand=s.hand(s.HOLES[5]), lines=done))
        elif row.number == 6:
            rows.append(replace(row, is_active=True, cards=cards, hand=five, lines=lines))
        else:
            rows.append(row)
    return tuple(rows)


def settle_folded() -> TableView:
    """D7: seat 8 folded; its cards stay backs."""
    view = settle()
    prompt = replace(
        view.prompt,
        seat=SeatNo(8),
        next_seat=None,
        primary=s.offer(OfferCode.SETTLE_SEAT, SettleSeat(seat=SeatNo(8)), seat=8),
    )
    rows = tuple(
        replace(row, is_active=True, lines=s.folded_lines(8))
        if row.number == 8
        else replace(
            row, is_active=False, cards=(s.BACKED, s.BACKED), is_settled=row.number == 6 or row.is_settled
        )
        if row.number == 6
        else row
        for row in view.seats
    )
    assert view.coverage is not None
    coverage = replace(view.coverage, can_pay=0, can_pay_after=0, exhausted=True)
    assert view.stop is not None
    stop = replace(view.stop, seat=SeatNo(8), lines=s.folded_lines(8), compare=Compare.FOLD)
    return replace(view, prompt=prompt, seats=rows, coverage=coverage, step=6, stop=stop)


def fold_first() -> TableView:
    """D7 before the banker's hand: what seat 8 lost by folding is taken first (G6.6 step 1)."""
    view = reveal()
    lines = tuple(line for line in s.folded_lines(8) if line.wager is not Wager.TRIPS)
    primary = s.offer(OfferCode.SETTLE_SEAT, SettleSeat(seat=SeatNo(8)), seat=8)
    prompt = Prompt(
        code=PromptCode.SETTLE_SEAT,
        actor=PromptActor.DEALER,
        seat=SeatNo(8),
        count=1,
        primary=primary,
        offers=s.irregularities(),
    )
    stop = StopView(
        seat=SeatNo(8),
        kind=StepKind.FOLD_COLLECTION,
        pass_no=0,
        passes=1,
        lines=lines,
        turns_next=False,
        compare=Compare.WIN,
    )
    rows = tuple(replace(row, is_active=True, lines=lines) if row.number == 8 else row for row in view.seats)
    coverage = CoverageView(
        reading=Coverage.GROSS_POOL,
        bank=50_000,
        can_pay=50_000,
        can_collect=50_000,
        can_pay_after=45_500,
        can_collect_after=45_500,
        exhausted=False,
    )
    return replace(
        view, prompt=prompt, seats=rows, coverage=coverage, stop=stop, step=1, steps=1, board=view.board
    )


def second_walk() -> TableView:
    """D7 in the second walk: only the side wagers of seat 6 are paid or taken (G6.6 step 2)."""
    view = settle()
    assert view.stop is not None
    lines = tuple(line for line in s.winning_lines(6) if line.wager in {Wager.TRIPS, Wager.BAD_BEAT})
    return replace(view, stop=replace(view.stop, pass_no=2, passes=2, lines=lines), step=8, steps=12)


def late_play(*, marked: bool = False) -> TableView:
    """D5: seat 6 plays with two behind it; the Play of one is not on the felt (G8.7)."""
    view = river()
    second = s.bettor(2, 1_000, 0, 0, 0 if marked else 3_000)
    bettors = (s.bettor(play=6_000), s.bettor(1, 1_000, 0, 0, 3_000), second)
    seat = SeatNo(6)
    missing = tuple(
        replace(
            s.offer(OfferCode.NO_PLAY, MarkNoPlay(seat=seat, bettor=number), seat=6, about=str(number)),
            bettor=number,
        )
        for number in ((1,) if marked else (1, 2))
    )
    undo = s.offer(OfferCode.UNDO, UndoDecision(), seat=6)
    others = tuple(one for one in view.prompt.offers if one.code is not OfferCode.UNDO)
    last = replace(undo, bettor=2) if marked else undo
    prompt = replace(view.prompt, offers=(*others, *missing, last))
    rows = tuple(replace(row, bettors=bettors) if row.number == 6 else row for row in view.seats)
    return replace(view, prompt=prompt, seats=rows)


def compared(hole: tuple[Card, ...]) -> tuple[CardView, ...]:
    """Draw the board between a seat's hand and the player-dealer's."""
    bankers = s.hand(s.BANK_HOLE).five
    return tuple(
        replace(one, counts=one.plays or one.card in bankers) for one in s.faces(s.BOARD, s.hand(hole).five)
    )
