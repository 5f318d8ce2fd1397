"""Draw the picture of a table that may leave the engine: faces only where they are up (V9)."""

from controller.engine.cards import Card, Exposed
from controller.engine.coverage import BankLeft, BankState, LayerResult
from controller.engine.decide.limits import below_minimum, honoured
from controller.engine.decide.sharing import parts_of
from controller.engine.exposure import most_to_pay
from controller.engine.hold_views import hold_view
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.ledger_views import fees_view, progressive_view
from controller.engine.prompt import Prompt
from controller.engine.queries import (
    due_deck,
    has_folded,
    open_seats,
    round_of,
    waits_for_ruling,
)
from controller.engine.ranking import HandValue
from controller.engine.rotation import bankers, offers_every_hand, warnings
from controller.engine.settlement_types import Compare, SettlementStep, StepKind, WagerLine
from controller.engine.showdown import layers_of, open_stop, turns_up, walk_of
from controller.engine.state import (
    IN_ROUND,
    Bettor,
    Cardholding,
    Deck,
    Device,
    Phase,
    Round,
    Seat,
    TableState,
)
from controller.engine.view_types import (
    BankView,
    Below,
    BettorView,
    CardView,
    CoverageView,
    DeckView,
    DeviceLook,
    DeviceView,
    HandView,
    ResultView,
    RotationView,
    SeatState,
    SeatView,
    StopView,
    TableView,
)


def view(state: TableState, prompt: Prompt) -> TableView:
    """Give the picture of a state under its prompt; no field can hold a hidden card."""
    current = state.round
    stop = open_stop(state)
    rules = state.ruleset
    return TableView(
        ruleset=rules.name,
        ruleset_version=rules.version,
        ruleset_digest=rules.digest,
        house_banked=rules.house_banked,
        mode=state.mode,
        phase=state.phase,
        round=None if current is None else current.number,
        deck=None if current is None else current.deck,
        prompt=prompt,
        seats=tuple(_seat(state, seat, prompt, stop) for seat in state.seats),
        board=() if current is None else _board(state, current, stop),
        bank=_bank(state),
        coverage=_coverage(state, stop),
        decks=tuple(_deck(state, deck) for deck in state.decks),
        devices=(_device(state.shuffler), _device(state.shoe)),
        hold=hold_view(state),
        recovered=state.recovered,
        step=0 if stop is None or current is None else current.step + 1,
        steps=len(walk_of(state)) if stop is not None else 0,
        stop=None if stop is None else _stop(state, stop),
        last_result=_result(state),
        failed_copy=state.failed_copy,
        floor_called=state.floor_called or (state.hold is not None and state.hold.floor_called),
        burned=0 if current is None else len(current.burned),
        fees=fees_view(state),
        progressive=progressive_view(state),
        ledgers=state.ledgers,
        rotation=_rotation(state),
        limits=rules.limits,
        limits_due=state.posted.due,
    )


def _stop(state: TableState, stop: SettlementStep) -> StopView:
    following = walk_of(state)[round_of(state).step + 1 :][:1]
    return StopView(
        seat=stop.position,
        kind=stop.kind,
        pass_no=stop.pass_no,
        passes=len(state.ruleset.profile.passes),
        lines=stop.lines,
        turns_next=any(turns_up(state, step) for step in following),
        compare=_compare(state, stop),
    )


def _compare(state: TableState, stop: SettlementStep) -> Compare | None:
    """Say how the open step's hand stands, once it is up or folded (G3.9)."""
    settlement = round_of(state).settlement
    if settlement is None or stop.kind is not StepKind.SEAT:
        return None
    return next(seat.compare for seat in settlement.seats if seat.position == stop.position)


def _card(card: Cardholding, plays: frozenset[Card], other: frozenset[Card] = frozenset()) -> CardView:
    """Draw a card; plays: the five of the hand shown now, other: those of the hand it is compared with."""
    if isinstance(card, Exposed):
        return CardView(card=card.card, plays=card.card in plays, counts=card.card in plays | other)
    return CardView(card=None)


def _shown_hand(state: TableState, stop: SettlementStep | None) -> HandValue | None:
    """Give the hand of the open step, while its cards lie face up."""
    current = state.round
    if stop is None or current is None or current.settlement is None:
        return None
    if not state.seat(stop.position).is_up:
        return None
    return next((s.hand for s in current.settlement.seats if s.position == stop.position), None)


def _five(hand: HandValue | None) -> frozenset[Card]:
    return frozenset() if hand is None else frozenset(hand.five)


def _board(state: TableState, current: Round, stop: SettlementStep | None) -> tuple[CardView, ...]:
    shown = _shown_hand(state, stop)
    is_up = current.dealer_up and current.settlement is not None
    bankers = current.settlement.dealer_hand if is_up and current.settlement is not None else None
    five = _five(bankers if shown is None else shown)
    return tuple(_card(card, five, _five(bankers)) for card in current.board)


def _seat(state: TableState, seat: Seat, prompt: Prompt, stop: SettlementStep | None) -> SeatView:
    is_stop = stop is not None and stop.position == seat.number
    hand = _shown_hand(state, stop) if is_stop else None
    settled = _settled_hand(state, seat)
    decision = seat.decision
    return SeatView(
        number=seat.number,
        state=_seat_state(state, seat),
        is_active=prompt.seat == seat.number,
        is_open=seat.number in open_seats(state),
        bettors=tuple(_bettors(state, seat)),
        cards=_seat_cards(seat, hand),
        act=None if decision is None else decision.act,
        multiple=0 if decision is None else decision.multiple,
        street=None if decision is None else decision.street,
        hand=_hand(hand) if hand is not None else settled,
        lines=() if not (is_stop or seat.is_settled) else _lines(state, seat.number),
        is_settled=seat.is_settled,
        progressive=seat.progressive,
        exists=seat.is_taken or seat.number <= state.ruleset.positions,
        limits=rules_at(state, seat).limits if seat.kept_limits else None,
    )


def _seat_cards(seat: Seat, hand: HandValue | None) -> tuple[CardView, ...]:
    """Show a hand's faces only while its own step is open; afterwards its cards lie face down again."""
    if seat.is_up:
        return tuple(_card(card, _five(hand)) for card in seat.cards)
    return tuple(CardView(card=None) for _ in seat.cards)


def _settled_hand(state: TableState, seat: Seat) -> HandView | None:
    """Keep the name of a hand that was turned up and settled."""
    current = state.round
    if (
        not seat.is_settled
        or has_folded(seat)
        or seat.is_dead
        or current is None
        or current.settlement is None
    ):
        return None
    found = next((s.hand for s in current.settlement.seats if s.position == seat.number), None)
    return None if found is None else _hand(found)


def _lines(state: TableState, number: SeatNo) -> tuple[WagerLine, ...]:
    opened = walk_of(state)[: round_of(state).step + 1]
    return tuple(line for step in opened for line in step.lines if line.position == number)


def _hand(hand: HandValue) -> HandView:
    return HandView(category=hand.category, five=hand.five)


def _seat_state(state: TableState, seat: Seat) -> SeatState:
    current = state.round
    if current is not None and current.player_dealer == seat.number:
        return SeatState.BANK
    if not seat.is_taken:
        return SeatState.EMPTY
    if state.phase in IN_ROUND:
        entitled = current is not None and seat.number in current.entitled
        return SeatState.IN if entitled else SeatState.OUT
    return SeatState.IN if any(bettor.is_in for bettor in seat.bettors) else SeatState.OUT


def _bettors(state: TableState, seat: Seat) -> list[BettorView]:
    return [
        BettorView(
            number=bettor.number,
            ante=bettor.stakes.ante,
            blind=bettor.stakes.blind,
            trips=bettor.stakes.trips,
            bad_beat=bettor.stakes.bad_beat,
            play=bettor.play,
            is_in=bettor.is_in,
            progressive=bettor.stakes.progressive,
            over=bettor.stakes.total - honoured(rules_at(state, seat), bettor.stakes).total,
            below=_below(state, seat, bettor),
        )
        for bettor in seat.bettors
    ]


def _below(state: TableState, seat: Seat, bettor: Bettor) -> Below | None:
    """Say before the deal what a minimum will make of a bettor's wagers (G2.5)."""
    if state.phase is not Phase.WAGERS or below_minimum(rules_at(state, seat), bettor) is None:
        return None
    return Below.AGAIN if bettor.is_warned else Below.FIRST


def _bank(state: TableState) -> BankView:
    current = state.round
    banking = state.banking
    settlement = None if current is None else current.settlement
    up = current is not None and current.dealer_up and settlement is not None
    hand = settlement.dealer_hand if up and settlement is not None else None
    cards = () if current is None else tuple(_card(card, _five(hand)) for card in current.dealer_cards)
    return BankView(
        seat=None if current is None else current.player_dealer,
        amount=0 if current is None else current.bank,
        counted=banking.counted,
        rounds=state.ruleset.rotation.rounds,
        exposure=most_to_pay(state),
        cards=cards,
        hand=None if hand is None else _hand(hand),
        qualifies=settlement.qualifies if up and settlement is not None else None,
        parts=() if current is None else parts_of(current.layers),
        layers=_moved(state),
    )


def _moved(state: TableState) -> tuple[LayerResult, ...]:
    """Give what each layer of a shared bank moved, once the round is settled (G8.8)."""
    current = state.round
    if state.phase is not Phase.COLLECT or current is None or current.is_void or current.settlement is None:
        return ()
    return current.settlement.layers if current.layers else ()


def _rotation(state: TableState) -> RotationView:
    """Say how the bank goes round, and how long the clock still runs (G8.3)."""
    rotation, rules = state.rotation, state.ruleset.rotation
    every_hand = offers_every_hand(rules)
    return RotationView(
        every_hand=every_hand,
        minutes_left=rotation.minutes_left,
        window_minutes=rules.window_minutes,
        warned=warnings(rotation, rules),
        bankers=bankers(rotation, rules),
        third_party=rotation.third_party,
        notice=rules.notice if every_hand else "",
        answers=state.banking.answers,
        passed=state.banking.passed,
        ended=rotation.ended,
    )


def _coverage(state: TableState, stop: SettlementStep | None) -> CoverageView | None:
    """Say what is left of the player-dealer's wager before and after the open step (G6.1)."""
    current = state.round
    if stop is None or current is None or state.ruleset.house_banked:
        return None
    before = _left_before(state)
    can_pay, can_collect = (current.bank, current.bank) if before is None else _pair(before)
    pay_after, collect_after = _pair(stop.left)
    return CoverageView(
        reading=state.ruleset.profile.coverage,
        bank=current.bank,
        can_pay=can_pay,
        can_collect=can_collect,
        can_pay_after=pay_after,
        can_collect_after=collect_after,
        exhausted=pay_after == 0 and collect_after == 0,
        layers=_layers_left(state),
    )


def _layers_left(state: TableState) -> tuple[BankLeft, ...]:
    """Say what each layer can still move once the open step is done; empty while there is one (G8.8)."""
    layers = layers_of(state)
    if len(layers) <= 1:
        return ()
    bank = BankState(state.ruleset.profile.coverage, layers)
    for step in walk_of(state)[: round_of(state).step + 1]:
        for line in step.lines:
            bank.pay(line.paid)
            bank.collect(line.collected)
    return bank.lefts()


def _left_before(state: TableState) -> BankLeft | None:
    step = round_of(state).step
    return None if step == 0 else walk_of(state)[step - 1].left


def _pair(left: BankLeft) -> tuple[int, int]:
    return left.to_pay or 0, left.to_collect or 0


def _deck(state: TableState, deck: Deck) -> DeckView:
    due = due_deck(state)
    return DeckView(
        letter=deck.letter,
        back=deck.back,
        state=deck.state,
        place=deck.place,
        count=deck.count,
        count_only=deck.count_only,
        is_due=due is not None and due.letter == deck.letter,
        problem=deck.problem,
    )


def _device(device: Device) -> DeviceView:
    problem = _problem(device)
    look = DeviceLook.OK
    if problem:
        stops = device.faults or device.refused_text or waits_for_ruling(device)
        look = DeviceLook.STOP if stops else DeviceLook.WARN
    return DeviceView(
        name=device.name,
        look=look,
        linked=device.linked,
        serial=device.serial,
        model=device.model,
        firmware=device.firmware,
        faults=device.faults,
        door_open=bool(device.doors),
        busy_with="" if device.operation is None else device.operation.order.kind,
        tray=device.tray if device.name == "shuffler" else None,
        problem=problem,
        detail=device.refused_text,
        tested=device.tested,
    )


def _problem(device: Device) -> str:
    if device.refused_text:
        return device.lost_reason
    if waits_for_ruling(device):
        return "events_lost"
    if not device.linked:
        return "link_lost"
    if device.faults:
        return f"fault_{device.faults[0]:04x}"
    if device.doors:
        return "door_open"
    if device.late:
        return "late"
    return "blocked" if device.blocks else ""


def _result(state: TableState) -> ResultView | None:
    last = state.last_result
    if last is None:
        return None
    return ResultView(
        round=last.number, paid=last.paid, collected=last.collected, net=last.net, is_void=last.is_void
    )
