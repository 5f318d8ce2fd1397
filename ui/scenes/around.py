"""Scenes of TOUCHSCREEN 6 around a deal: D0, D1, D8, D10, D13."""

from controller.engine.actors import Role
from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.choices import reason_choice
from controller.engine.commands import (
    Answer,
    AnswerOffer,
    CallFloor,
    CloseBetting,
    CloseTable,
    ConfirmFelt,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    RemoveWager,
    Resume,
    SeatPlayer,
    VacateSeat,
    VoidRound,
)
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.prompt import (
    Offer,
    OfferCode,
    OfferGroup,
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
from controller.engine.state import DeckPlace, DeckState, HoldCode, Phase
from controller.engine.view_types import DeviceLook, HoldView, SeatState, TableView
from ui.scenes import samples as s
from ui.scenes.deal import preflop
from ui.scenes.machines import tests
from ui.scenes.settling import river

ORDER = s.PLAYING


def closed() -> TableView:
    """D0: the table is closed."""
    primary = s.offer(OfferCode.OPEN_TABLE, OpenTable(), needs=Role.FLOOR)
    sits = tuple(s.offer(OfferCode.SEAT_PLAYER, SeatPlayer(seat=SeatNo(n)), seat=n) for n in range(2, 9))
    leaves = s.offer(OfferCode.VACATE_SEAT, VacateSeat(seat=SeatNo(1)), seat=1)
    prompt = Prompt(
        code=PromptCode.OPEN_TABLE,
        actor=PromptActor.DEALER,
        primary=primary,
        offers=(*sits, leaves, *tests()),
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
    whole = ShareBank(parts=(BankPart(layer=1, contributor="seat-4", cents=50_000),))
    offers.append(s.offer(OfferCode.SHARE_BANK, whole, seat=s.BANK_SEAT))
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
    decks = (s.deck("A", state=DeckState.SHUFFLING), s.deck("B", is_due=False))
    return replace(wagers(refused=RefusalCode.DECK_NOT_READY), decks=decks)


def collect(*, counted_first: bool = False) -> TableView:
    """D8: the used deck to the shuffler, the other one to the shoe; counted by hand first where it is due."""
    load_shoe = Task(kind=TaskKind.LOAD_SHOE, device="shoe", deck="B")
    load_infeed = Task(kind=TaskKind.LOAD_INFEED, device="shuffler", deck="A")
    count = s.offer(OfferCode.RECORD_COUNT, RecordCount(count=52), open_fields=(OpenField.COUNT,))
    prompt = Prompt(
        code=PromptCode.COLLECT_CARDS,
        actor=PromptActor.DEALER,
        deck="A",
        next_deck="B",
        primary=count if counted_first else None,
        offers=s.irregularities() if counted_first else (count, *s.irregularities()),
        tasks=(load_shoe,) if counted_first else (load_shoe, load_infeed),
        waiting=Waiting(kind=WaitKind.DECK, deck="B"),
    )
    decks = (
        s.deck("A", state=DeckState.COLLECTED, place=DeckPlace.RACK, count=None, is_due=False),
        s.deck("B", state=DeckState.READY, place=DeckPlace.HAND, is_due=True),
    )
    rows = tuple(replace(row, is_settled=row.state is SeatState.IN) for row in s.seats())
    return s.table(Phase.COLLECT, prompt, seats=rows, decks=decks)


def collect_off() -> TableView:
    """D8: the due deck is off the table, and only the floor can put another in its place (G10.4)."""
    prompt = Prompt(
        code=PromptCode.COLLECT_CARDS,
        actor=PromptActor.DEALER,
        deck="A",
        next_deck="B",
        offers=s.irregularities(),
        waiting=Waiting(kind=WaitKind.FLOOR, deck="B"),
    )
    decks = (
        s.deck("A", state=DeckState.READY, place=DeckPlace.CHAMBER, count=52, is_due=False),
        s.deck("B", state=DeckState.QUARANTINED, place=DeckPlace.RACK, is_due=True),
    )
    rows = tuple(replace(row, is_settled=row.state is SeatState.IN) for row in s.seats())
    return s.table(Phase.COLLECT, prompt, seats=rows, decks=decks)


def hold(*, called: bool = False) -> TableView:
    """D10: a card of seat 5 was not read."""
    call = s.offer(OfferCode.CALL_FLOOR, CallFloor())
    resume = s.offer(
        OfferCode.RESUME, Resume(), enabled=False, why_not=RefusalCode.MUST_BE_VOIDED, needs=Role.FLOOR
    )
    void = s.offer(OfferCode.VOID_ROUND, VoidRound(reason="unread"), needs=Role.FLOOR)
    void = s.in_menu(void, OfferGroup.VOID, reason_choice("unread"))
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
