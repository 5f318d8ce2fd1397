"""The guide: the one prompt of a state, what may be asked, what is waited for (ARCHITECTURE 11).

Pure and total. First match wins: hold, felt to confirm, then the phase.
"""

from typing import assert_never

from controller.engine.copying import replace
from controller.engine.device_words import Place, Target, WindowMode
from controller.engine.ids import SeatNo
from controller.engine.offers import offers_for
from controller.engine.prompt import (
    Offer,
    OfferCode,
    Prompt,
    PromptActor,
    PromptCode,
    Waiting,
    WaitKind,
)
from controller.engine.queries import (
    CARDS_IN_DECK,
    cards_at,
    hands_read,
    hole_cards,
    next_letter,
    open_seats,
    proposed_bank,
    round_of,
    stack_is_done,
    still_deals,
    street_of,
    targets,
    undecided,
)
from controller.engine.remembering import of_last_state
from controller.engine.ruleset import Street
from controller.engine.showdown import folds_wait, walk_of
from controller.engine.state import DeckState, Phase, TableState
from controller.engine.streets import (
    Portion,
    all_is_dealt,
    as_exposed,
    closes_by_card,
    may_deal_board,
    next_portion,
    spent_cards,
)
from controller.engine.tasks import tasks_for

_ASKS = {
    Street.PREFLOP: PromptCode.ASK_PREFLOP,
    Street.FLOP: PromptCode.ASK_FLOP,
    Street.RIVER: PromptCode.ASK_RIVER,
}


@of_last_state
def guide(state: TableState) -> Prompt:
    """Give the one prompt of a state."""
    prompt = replace(_prompt(state), tasks=tasks_for(state))
    primary, others = offers_for(state, prompt.code)
    return replace(prompt, primary=primary, offers=others)


def _prompt(state: TableState) -> Prompt:
    if state.hold is not None:
        return _hold(state)
    if state.recovered:
        return Prompt(code=PromptCode.CONFIRM_FELT, actor=PromptActor.DEALER, open_seats=undecided(state))
    lost = _lost_device(state)
    if lost is not None:
        return lost
    match state.phase:
        case Phase.CLOSED:
            return Prompt(code=PromptCode.OPEN_TABLE, actor=PromptActor.DEALER)
        case Phase.OFFER:
            return _offer(state)
        case Phase.WAGERS:
            return _wagers(state)
        case Phase.HOLE:
            return _hole(state)
        case Phase.COMMUNITY:
            return _community(state)
        case Phase.PREFLOP | Phase.FLOP | Phase.RIVER:
            return _street(state)
        case Phase.REVEAL:
            return _settle(state) if folds_wait(state) else _reveal()
        case Phase.SETTLE:
            return _settle(state)
        case Phase.COLLECT:
            return _collect(state)
        case _ as unreachable:
            assert_never(unreachable)


def _hold(state: TableState) -> Prompt:
    hold = state.hold
    assert hold is not None
    waiting = Waiting(kind=WaitKind.FLOOR) if hold.floor_called else None
    return Prompt(
        code=PromptCode.HOLD,
        actor=PromptActor.FLOOR if hold.floor_called else PromptActor.DEALER,
        hold=hold.code,
        device=hold.device,
        places=hold.places,
        waiting=waiting,
    )


def _lost_device(state: TableState) -> Prompt | None:
    """Wait for a device whose link is gone while the next step needs it (CDP1 6, WAIT)."""
    if state.phase not in {Phase.HOLE, Phase.COMMUNITY, Phase.COLLECT}:
        return None
    for device in (state.shuffler, state.shoe):
        needed = state.phase is Phase.COLLECT or still_deals(state, device.name)
        if needed and not device.linked:
            return Prompt(
                code=PromptCode.WAIT_FOR_DEVICE,
                actor=PromptActor.DEVICE,
                device=device.name,
                waiting=Waiting(kind=WaitKind.LINK, device=device.name),
            )
    return None


def _offer(state: TableState) -> Prompt:
    if state.rotation.missed:
        return _game_over()
    banking = state.banking
    current = round_of(state)
    if banking.open_to and current.player_dealer is None:
        return Prompt(
            code=PromptCode.OFFER_TO_ALL,
            actor=PromptActor.PLAYER,
            amount=None,
            open_seats=banking.open_to,
        )
    asked = current.player_dealer or banking.asking
    code = PromptCode.OFFER_BANK if asked is not None else PromptCode.NOBODY_BANKS
    return Prompt(
        code=code,
        actor=PromptActor.PLAYER,
        seat=asked,
        amount=proposed_bank(state, asked),
        done=banking.counted,
        count=state.ruleset.rotation.rounds,
    )


def _game_over() -> Prompt:
    """Say that no other round may start: the rotation clock ran out (G8.3, V16)."""
    return Prompt(code=PromptCode.GAME_OVER, actor=PromptActor.FLOOR)


def _wagers(state: TableState) -> Prompt:
    if state.rotation.missed:
        return _game_over()
    current = round_of(state)
    deck = state.deck(current.deck)
    waits = deck.state is not DeckState.READY or not (current.shoe_open and current.marked_open)
    return Prompt(
        code=PromptCode.TAKE_WAGERS,
        actor=PromptActor.DEALER,
        deck=current.deck,
        amount=current.bank,
        waiting=Waiting(kind=WaitKind.DECK, deck=current.deck) if waits else None,
    )


def _hole(state: TableState) -> Prompt:
    current = round_of(state)
    read = hands_read(state)
    window = current.window
    target = _target(state)
    done = 0 if window is None or window.target != target else len(cards_at(state, target))
    return Prompt(
        code=PromptCode.DEAL_STACK,
        actor=PromptActor.DEVICE,
        seat=target.seat,
        target=target,
        done=done,
        count=2,
        deck=current.deck,
        waiting=Waiting(kind=WaitKind.CARDS, done=read, count=hole_cards(current)),
    )


def _target(state: TableState) -> Target:
    """Give the hand whose stack is out or comes next."""
    current = round_of(state)
    window = current.window
    of_a_hand = window is not None and window.target.place in {Place.SEAT, Place.PLAYER_DEALER}
    if window is not None and of_a_hand and not stack_is_done(state):
        return window.target
    hands = targets(current)
    return hands[min(hands_read(state) // 2, len(hands) - 1)]


def _street(state: TableState) -> Prompt:
    current = round_of(state)
    street = street_of(state) or Street.FLOP
    if as_exposed(state) and may_deal_board(state, by_machine=True):
        return _board(state)
    if state.phase is Phase.FLOP and not current.flop_up:
        return Prompt(code=PromptCode.EXPOSE_FLOP, actor=PromptActor.DEALER, open_seats=undecided(state))
    seats = open_seats(state)
    river = street is Street.RIVER
    return Prompt(
        code=_ASKS[street],
        actor=PromptActor.PLAYER if seats else PromptActor.DEALER,
        seat=seats[0] if river and seats else None,
        street=street,
        open_seats=seats,
        next_seat=seats[0] if seats else None,
        done=len(current.entitled) - len(seats),
        count=len(current.entitled),
        waiting=_street_wait(state, street, seats),
    )


def _street_wait(state: TableState, street: Street, seats: tuple[SeatNo, ...]) -> Waiting | None:
    """Name what ends the street by itself: community cards, or at the river decisions."""
    if street is Street.RIVER:
        return Waiting(kind=WaitKind.DECISIONS, seats=seats)
    if not closes_by_card(state):
        return None
    portion = next_portion(state)
    return Waiting(kind=WaitKind.CARDS, count=0 if portion is None else portion.count, seats=seats)


def _board(state: TableState) -> Prompt:
    """Ask for the community cards that come now, or for the card to burn before them."""
    current = round_of(state)
    portion, done = _portion(state)
    burns = portion.target.place is Place.BURN
    return Prompt(
        code=PromptCode.BURN_CARD if burns else PromptCode.DEAL_BOARD,
        actor=PromptActor.DEVICE,
        target=portion.target,
        done=done,
        count=portion.count,
        deck=current.deck,
        waiting=Waiting(kind=WaitKind.CARDS, done=done, count=portion.count),
    )


def _portion(state: TableState) -> tuple[Portion, int]:
    """Give what is on its way, or comes next, and how many cards of it were read."""
    window = round_of(state).window
    if window is not None and window.mode is WindowMode.READ and not stack_is_done(state):
        return Portion(target=window.target, count=window.count), window.read
    portion = next_portion(state)
    assert portion is not None
    return portion, 0


def _community(state: TableState) -> Prompt:
    current = round_of(state)
    if not all_is_dealt(state) or not (stack_is_done(state) or _stub_is_under_way(state)):
        return _board(state)
    return Prompt(
        code=PromptCode.STUB_TO_RACK,
        actor=PromptActor.DEVICE,
        count=CARDS_IN_DECK - spent_cards(state),
        deck=current.deck,
        open_seats=undecided(state),
        waiting=Waiting(kind=WaitKind.TRAY),
    )


def _reveal() -> Prompt:
    return Prompt(code=PromptCode.REVEAL_PLAYER_DEALER, actor=PromptActor.DEALER)


def _stub_is_under_way(state: TableState) -> bool:
    """Tell whether the window that counts the stub is open: every stack was taken before it."""
    window = round_of(state).window
    return window is not None and window.mode is not WindowMode.READ


def _settle(state: TableState) -> Prompt:
    """Ask for the open step of the walk; before the showdown it takes what folds lost (G6.6)."""
    current = round_of(state)
    steps = walk_of(state)
    seat = steps[current.step].position
    following = steps[current.step + 1].position if current.step + 1 < len(steps) else None
    return Prompt(
        code=PromptCode.SETTLE_SEAT,
        actor=PromptActor.DEALER,
        seat=seat,
        next_seat=following,
        done=current.step,
        count=len(steps),
    )


def _collect(state: TableState) -> Prompt:
    due = next_letter(state)
    # A deck off the table comes back by nobody's hands: only the floor can put another in its place (G10.4).
    is_off = state.deck(due).state is DeckState.QUARANTINED
    return Prompt(
        code=PromptCode.COLLECT_CARDS,
        actor=PromptActor.DEALER,
        deck=round_of(state).deck,
        next_deck=due,
        waiting=Waiting(kind=WaitKind.FLOOR if is_off else WaitKind.DECK, deck=due),
    )


def find(prompt: Prompt, code: OfferCode, seat: SeatNo | None = None) -> Offer | None:
    """Find an offer by what it asks and for which seat."""
    offers = prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)
    return next((o for o in offers if o.code is code and (seat is None or o.seat == seat)), None)
