"""One scene for each screen of TOUCHSCREEN 6, made from the samples."""

from collections.abc import Callable
from dataclasses import replace

from controller.engine.actors import Role
from controller.engine.commands import (
    Act,
    Answer,
    AnswerOffer,
    CallFloor,
    CloseBetting,
    CloseTable,
    ConfirmFelt,
    Decide,
    Expose,
    Exposure,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    RemoveWager,
    Resume,
    SeatPlayer,
    SettleSeat,
    UndoDecision,
    VacateSeat,
    VoidRound,
)
from controller.engine.device_words import Place, Target
from controller.engine.ids import SeatNo
from controller.engine.money import Odds
from controller.engine.prompt import (
    Offer,
    OfferCode,
    OpenField,
    Prompt,
    PromptActor,
    PromptCode,
    Task,
    TaskKind,
    Waiting,
    WaitKind,
)
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Coverage, Street, Wager
from controller.engine.settlement_types import Outcome, Reason, WagerLine
from controller.engine.state import DeckPlace, DeckState, HoldCode, Phase
from controller.engine.view_types import CoverageView, DeviceLook, HoldView, SeatState, SeatView, TableView
from controller.table.envelope import Publication
from tests.ui import samples as s

ORDER = s.PLAYING


def closed() -> TableView:
    """D0: the table is closed."""
    primary = s.offer(OfferCode.OPEN_TABLE, OpenTable(), needs=Role.FLOOR)
    sits = tuple(s.offer(OfferCode.SEAT_PLAYER, SeatPlayer(seat=SeatNo(n)), seat=n) for n in range(2, 9))
    leaves = s.offer(OfferCode.VACATE_SEAT, VacateSeat(seat=SeatNo(1)), seat=1)
    prompt = Prompt(
        code=PromptCode.OPEN_TABLE, actor=PromptActor.DEALER, primary=primary, offers=(*sits, leaves)
    )
    empty = s.seats(**{f"s{n}": {"state": SeatState.EMPTY, "bettors": ()} for n in range(2, 9)})
    decks = (s.deck("A"), s.deck("B", place=DeckPlace.RACK, state=DeckState.NEW, count=None))
    return s.table(
        Phase.CLOSED, prompt, round=None, deck=None, seats=empty, bank=s.bank(seat=None), decks=decks
    )


def offered() -> TableView:
    """D1-offer: seat 5 is asked."""
    fields = (OpenField.BANK,)
    accept = AnswerOffer(seat=SeatNo(5), answer=Answer.ACCEPTED, bank=50_000)
    primary = s.offer(OfferCode.ACCEPT_BANK, accept, seat=5, open_fields=fields)
    others = (
        s.offer(OfferCode.DECLINE_BANK, AnswerOffer(seat=SeatNo(5), answer=Answer.DECLINED), seat=5),
        s.offer(OfferCode.ABSENT, AnswerOffer(seat=SeatNo(5), answer=Answer.ABSENT), seat=5),
        s.offer(OfferCode.SEAT_PLAYER, SeatPlayer(seat=SeatNo(7)), seat=7),
        s.offer(OfferCode.CLOSE_TABLE, CloseTable(), needs=Role.FLOOR),
        *s.irregularities(),
    )
    prompt = Prompt(
        code=PromptCode.OFFER_BANK,
        actor=PromptActor.PLAYER,
        seat=SeatNo(5),
        amount=50_000,
        primary=primary,
        offers=others,
    )
    rows = s.seats(s5={"is_active": True}, s4={"state": SeatState.OUT})
    return s.table(Phase.OFFER, prompt, seats=rows, bank=s.bank(counted=2))


def wager_offers() -> tuple[Offer, ...]:
    """Offer what may be asked before no more bets."""
    fields = (OpenField.BETTOR, OpenField.ANTE, OpenField.BLIND, OpenField.TRIPS, OpenField.BAD_BEAT)
    offers = []
    for number in ORDER:
        place = PlaceWager(seat=number, bettor=0, ante=2_000, blind=2_000, trips=500, bad_beat=500)
        offers.append(s.offer(OfferCode.PLACE_WAGER, place, seat=number, open_fields=fields))
        remove = RemoveWager(seat=number, bettor=0)
        offers.append(s.offer(OfferCode.REMOVE_WAGER, remove, seat=number, about="0"))
        vacate = VacateSeat(seat=number)
        no = RefusalCode.SEAT_HAS_WAGERS
        offers.append(s.offer(OfferCode.VACATE_SEAT, vacate, seat=number, enabled=False, why_not=no))
    post = PostBank(amount=50_000)
    offers.append(s.offer(OfferCode.POST_BANK, post, seat=s.BANK_SEAT, open_fields=(OpenField.AMOUNT,)))
    offers.append(s.offer(OfferCode.SEAT_PLAYER, SeatPlayer(seat=SeatNo(7)), seat=7))
    offers.append(s.offer(OfferCode.CLOSE_TABLE, CloseTable(), needs=Role.FLOOR))
    return (*offers, *s.irregularities())


def wagers(*, refused: RefusalCode | None = None) -> TableView:
    """D1: wagers stand as last round."""
    close = s.offer(OfferCode.CLOSE_BETTING, CloseBetting(), enabled=refused is None, why_not=refused)
    prompt = Prompt(
        code=PromptCode.TAKE_WAGERS,
        actor=PromptActor.DEALER,
        deck="A",
        amount=50_000,
        primary=close,
        offers=wager_offers(),
    )
    behind = (s.bettor(), s.bettor(1, 1_000, 0, 0), s.bettor(2, 1_000, 0, 0))
    rows = s.seats(s6={"bettors": behind}, s2={"bettors": (s.bettor(0, 10_000, 2_500, 0),)})
    rows = tuple(replace(row, state=SeatState.OUT) if row.number == 8 else row for row in rows)
    decks = (s.deck("A"), s.deck("B", place=DeckPlace.INFEED, state=DeckState.SHUFFLING))
    return s.table(Phase.WAGERS, prompt, seats=rows, decks=decks)


def not_ready() -> TableView:
    """D1: the deck in turn is not ready, so betting cannot be closed."""
    return wagers(refused=RefusalCode.DECK_NOT_READY)


def hole(*, bank: bool = False) -> TableView:
    """D2: a stack is in the tray."""
    number = None if bank else SeatNo(6)
    place = Place.PLAYER_DEALER if bank else Place.SEAT
    target = Target(place=place, seat=s.BANK_SEAT if bank else number)
    task = Task(kind=TaskKind.TAKE_STACK, device="shuffler", target=target, count=2)
    done = 12 if bank else 4
    prompt = Prompt(
        code=PromptCode.DEAL_STACK,
        actor=PromptActor.DEVICE,
        seat=target.seat,
        target=target,
        done=2,
        count=2,
        deck="A",
        offers=s.irregularities(),
        tasks=(task,),
        waiting=Waiting(kind=WaitKind.CARDS, done=done, count=14),
    )
    rows = s.seats(s5={"cards": (s.BACKED, s.BACKED)}, s6={"is_active": True, "cards": (s.BACKED, s.BACKED)})
    return s.table(Phase.HOLE, prompt, seats=rows)


def acts(street: Street, open_seats: tuple[int, ...]) -> tuple[Offer, ...]:
    """Offer the decisions of the open seats, and an undo for seat 3."""
    multiples = {Street.PREFLOP: (4, 3), Street.FLOP: (2,), Street.RIVER: (1,)}[street]
    offers = []
    for number in open_seats:
        seat = SeatNo(number)
        for multiple in multiples:
            play = Decide(seat=seat, act=Act.PLAY, multiple=multiple)
            offers.append(s.offer(OfferCode.PLAY, play, seat=number, about=f"{multiple}"))
        river = street is Street.RIVER
        other = Decide(seat=seat, act=Act.FOLD if river else Act.CHECK, multiple=0)
        offers.append(s.offer(OfferCode.FOLD if river else OfferCode.CHECK, other, seat=number))
    offers.append(s.offer(OfferCode.UNDO, UndoDecision(), seat=3))
    return (*offers, *s.irregularities())


def preflop() -> TableView:
    """D3: two seats have bet, four may."""
    opened = (5, 8, 1, 2)
    prompt = Prompt(
        code=PromptCode.ASK_PREFLOP,
        actor=PromptActor.PLAYER,
        street=Street.PREFLOP,
        open_seats=tuple(SeatNo(n) for n in opened),
        done=2,
        count=6,
        offers=acts(Street.PREFLOP, opened),
        tasks=(Task(kind=TaskKind.PRESS_DEAL, device="shuffler"),),
        waiting=Waiting(kind=WaitKind.CARDS, count=5),
    )
    played = {"act": Act.PLAY, "multiple": 4, "street": Street.PREFLOP}
    rows = s.dealt(s6={**played, "multiple": 3}, s3=played, s5={"is_open": True}, s8={"is_open": True})
    return s.table(Phase.PREFLOP, prompt, seats=rows, bank=s.bank(cards=(s.BACKED, s.BACKED)))


def board(*, stub: bool = False) -> TableView:
    """D2 again: the board is dealt face down, then the stub goes."""
    waiting = Waiting(kind=WaitKind.TRAY) if stub else Waiting(kind=WaitKind.CARDS, done=3, count=5)
    kind = TaskKind.STUB_TO_RACK if stub else TaskKind.TAKE_STACK
    target = Target(place=Place.BOARD, seat=None)
    prompt = Prompt(
        code=PromptCode.STUB_TO_RACK if stub else PromptCode.DEAL_BOARD,
        actor=PromptActor.DEVICE,
        target=target,
        done=5 if stub else 3,
        count=33 if stub else 5,
        deck="A",
        offers=s.irregularities(),
        tasks=(Task(kind=kind, device="shuffler", target=target, count=5, deck="A"),),
        waiting=waiting,
    )
    view = preflop()
    cards = (s.BACKED,) * (5 if stub else 3)
    return replace(view, phase=Phase.COMMUNITY, prompt=prompt, board=cards)


def before_flop() -> TableView:
    """D4 before the exposure: three cards are to be turned up."""
    primary = s.offer(OfferCode.EXPOSE, Expose(what=Exposure.FLOP))
    opened = tuple(SeatNo(n) for n in (5, 8, 1, 2))
    prompt = Prompt(
        code=PromptCode.EXPOSE_FLOP,
        actor=PromptActor.DEALER,
        open_seats=opened,
        primary=primary,
        offers=s.irregularities(),
    )
    return replace(preflop(), phase=Phase.FLOP, prompt=prompt, board=(s.BACKED,) * 5)


def flop() -> TableView:
    """D4 after the exposure: three faces, four seats may bet 2x."""
    opened = (5, 8, 1, 2)
    primary = s.offer(OfferCode.EXPOSE, Expose(what=Exposure.TURN_RIVER))
    prompt = Prompt(
        code=PromptCode.ASK_FLOP,
        actor=PromptActor.PLAYER,
        street=Street.FLOP,
        open_seats=tuple(SeatNo(n) for n in opened),
        done=2,
        count=6,
        primary=primary,
        offers=acts(Street.FLOP, opened),
    )
    up = (*s.faces(s.BOARD[:3]), s.BACKED, s.BACKED)
    return replace(preflop(), phase=Phase.FLOP, prompt=prompt, board=up)


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
    return s.table(
        Phase.SETTLE,
        prompt,
        seats=settling(lines),
        board=s.faces(s.BOARD, s.hand(s.HOLES[6]).five),
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
    return replace(view, prompt=prompt, seats=rows, coverage=coverage, step=6)


def collect() -> TableView:
    """D8: the used deck goes to the shuffler, the other one to the shoe."""
    tasks = (
        Task(kind=TaskKind.LOAD_SHOE, device="shoe", deck="B"),
        Task(kind=TaskKind.LOAD_INFEED, device="shuffler", deck="A"),
    )
    count = s.offer(OfferCode.RECORD_COUNT, RecordCount(count=52), open_fields=(OpenField.COUNT,))
    prompt = Prompt(
        code=PromptCode.COLLECT_CARDS,
        actor=PromptActor.DEALER,
        deck="A",
        next_deck="B",
        offers=(count, *s.irregularities()),
        tasks=tasks,
        waiting=Waiting(kind=WaitKind.DECK, deck="B"),
    )
    decks = (
        s.deck("A", state=DeckState.COLLECTED, place=DeckPlace.RACK, count=None, is_due=False),
        s.deck("B", state=DeckState.READY, place=DeckPlace.HAND, is_due=True),
    )
    rows = tuple(replace(row, is_settled=row.state is SeatState.IN) for row in s.seats())
    return s.table(Phase.COLLECT, prompt, seats=rows, decks=decks)


def hold(*, called: bool = False) -> TableView:
    """D10: a card of seat 5 was not read."""
    call = s.offer(OfferCode.CALL_FLOOR, CallFloor())
    resume = s.offer(
        OfferCode.RESUME, Resume(), enabled=False, why_not=RefusalCode.MUST_BE_VOIDED, needs=Role.FLOOR
    )
    void = s.offer(
        OfferCode.VOID_ROUND, VoidRound(reason="unread"), needs=Role.FLOOR, open_fields=(OpenField.REASON,)
    )
    prompt = Prompt(
        code=PromptCode.HOLD,
        actor=PromptActor.FLOOR if called else PromptActor.DEALER,
        hold=HoldCode.UNREAD,
        device="shoe",
        places=("seat 5 card 2",),
        primary=None if called else call,
        offers=(resume, void),
        waiting=Waiting(kind=WaitKind.FLOOR) if called else None,
    )
    held = HoldView(
        code=HoldCode.UNREAD,
        device="shoe",
        places=("seat 5 card 2",),
        floor_called=called,
        resumable=False,
        void_total=26_500,
    )
    view = preflop()
    devices = (
        s.device("shuffler"),
        s.device("shoe", look=DeviceLook.WARN, door_open=True, problem="door_open"),
    )
    return replace(view, prompt=prompt, hold=held, devices=devices)


def link_lost() -> TableView:
    """D10: the shuffler's link is gone."""
    view = hold()
    code = HoldCode.LINK_LOST
    assert view.hold is not None
    gone = s.device("shuffler", look=DeviceLook.STOP, linked=False, problem="link_lost")
    prompt = replace(
        view.prompt,
        hold=code,
        device="shuffler",
        places=(),
        tasks=(Task(kind=TaskKind.REPLUG_DEVICE, device="shuffler"),),
    )
    held = replace(view.hold, code=code, device="shuffler", places=())
    return replace(view, prompt=prompt, hold=held, devices=(gone, s.device("shoe")))


def recovered() -> TableView:
    """D13: the round was restored after a restart."""
    primary = s.offer(OfferCode.CONFIRM_FELT, ConfirmFelt())
    prompt = Prompt(
        code=PromptCode.CONFIRM_FELT, actor=PromptActor.DEALER, primary=primary, offers=s.irregularities()
    )
    return replace(river(), prompt=prompt, recovered=True)


SCENES: dict[str, Callable[[], TableView]] = {
    "D0-closed": closed,
    "D1-offer": offered,
    "D1-wagers": wagers,
    "D1-not-ready": not_ready,
    "D2-hole": hole,
    "D2-bank": lambda: hole(bank=True),
    "D2-board": board,
    "D2-stub": lambda: board(stub=True),
    "D3-preflop": preflop,
    "D4-before-flop": before_flop,
    "D4-flop": flop,
    "D5-river": river,
    "D6-reveal": reveal,
    "D7-settle": settle,
    "D7-back-line": lambda: settle(behind=3),
    "D7-partly": lambda: settle(behind=0, partly=True),
    "D7-two-sided": lambda: settle(reading=Coverage.GROSS_TWO_SIDED),
    "D7-folded": settle_folded,
    "D8-collect": collect,
    "D10-hold": hold,
    "D10-called": lambda: hold(called=True),
    "D10-link": link_lost,
    "D13-recovered": recovered,
}


def publication(name: str) -> Publication:
    """Give a scene by its name."""
    return s.publish(SCENES[name]())
