"""Scenes of TOUCHSCREEN 6 from the first stack to the flop: D2 to D4."""

from controller.engine.commands import (
    Act,
    Decide,
    Expose,
    Exposure,
    UndoDecision,
)
from controller.engine.copying import replace
from controller.engine.device_words import Place, Target
from controller.engine.ids import SeatNo
from controller.engine.prompt import (
    Offer,
    OfferCode,
    Prompt,
    PromptActor,
    PromptCode,
    Task,
    TaskKind,
    Waiting,
    WaitKind,
)
from controller.engine.ruleset import Street
from controller.engine.state import Phase
from controller.engine.view_types import SeatView, TableView
from ui.scenes import samples as s


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
    return s.table(Phase.HOLE, prompt, seats=_stacked(4 if bank else 6))


def _stacked(active: int) -> tuple[SeatView, ...]:
    """Give the seats while stacks are dealt: the bank is last, so by then every seat has its cards."""
    backs = {"cards": (s.BACKED, s.BACKED)}
    rows = s.dealt() if active == s.BANK_SEAT else s.seats(s5=backs, s6=backs)
    return tuple(replace(seat, is_active=seat.number == active) for seat in rows)


def hole_wait() -> TableView:
    """D2: the shuffler is still making the stack, so nothing is the dealer's move."""
    view = hole()
    waiting = Waiting(kind=WaitKind.CARDS, done=2, count=14)
    return replace(view, prompt=replace(view.prompt, tasks=(), waiting=waiting))


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


def burn() -> TableView:
    """D2 again: between flop and river one more card is put away unseen (G3.2, burn)."""
    target = Target(place=Place.BURN, seat=None)
    prompt = Prompt(
        code=PromptCode.BURN_CARD,
        actor=PromptActor.DEVICE,
        target=target,
        count=1,
        deck="A",
        offers=s.irregularities(),
        tasks=(Task(kind=TaskKind.TAKE_STACK, device="shuffler", target=target, count=1, deck="A"),),
        waiting=Waiting(kind=WaitKind.CARDS, done=0, count=1),
    )
    cards = (s.BACKED,) * 3
    return replace(preflop(), phase=Phase.COMMUNITY, prompt=prompt, board=cards, burned=1)


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
