"""Hand the round's finished cards to the settlement, once, and tell its walk round the table (G3.9, G6.6)."""

from dataclasses import replace

from controller.engine.cards import Card
from controller.engine.commands import Act
from controller.engine.coverage import BankLayer, single_bank
from controller.engine.faults import InvariantFault
from controller.engine.queries import face, has_folded, round_of, undecided
from controller.engine.ruleset import FoldCollection, OnFold
from controller.engine.settlement import collect_folds, settle
from controller.engine.settlement_types import Role, SeatEntry, SettlementStep, Showdown, Stakes, StepKind
from controller.engine.state import Bettor, Cardholding, Phase, Seat, TableState


def settle_round(state: TableState) -> TableState:
    """Compute the settlement and keep it in the round; nothing of a seat is shown before its step.

    What folded seats lost may be taken already; the walk goes on where it stands (G6.6 step 1).
    """
    current = round_of(state)
    settlement = settle(state.ruleset, showdown_of(state))
    return replace(state, round=replace(current, settlement=settlement))


def walk_of(state: TableState) -> tuple[SettlementStep, ...]:
    """Give the walk round the table as far as it is known: before the showdown only what folds lost."""
    current = round_of(state)
    return fold_steps(state) if current.settlement is None else current.settlement.steps


def open_stop(state: TableState) -> SettlementStep | None:
    """Give the step of the walk that is open now, None outside it."""
    if state.round is None or state.phase not in {Phase.REVEAL, Phase.SETTLE}:
        return None
    steps = walk_of(state)
    return steps[state.round.step] if state.round.step < len(steps) else None


def turns_up(state: TableState, stop: SettlementStep) -> bool:
    """Tell whether a step turns its hand up: never a closed fold, never while Antes go back (G3.8, G7.2)."""
    keeps = state.ruleset.trips_on_fold is OnFold.SEVEN_CARDS
    return stop.kind is StepKind.SEAT and (keeps or not has_folded(state.seat(stop.position)))


def folds_wait(state: TableState) -> bool:
    """Tell whether folded wagers must be taken before the banker's hand is turned up (G6.6 step 1)."""
    current = round_of(state)
    return current.settlement is None and current.step < len(fold_steps(state))


def fold_steps(state: TableState) -> tuple[SettlementStep, ...]:
    """Give the steps that take what folded bettors lost; none while a seat is open or under `in_turn`."""
    rules, current = state.ruleset, round_of(state)
    if rules.profile.fold_collection is FoldCollection.IN_TURN or undecided(state):
        return ()
    seats = tuple(_closed_entry(state.seat(number)) for number in current.entitled)
    return collect_folds(rules, current.player_dealer, layers_of(state), seats)


def layers_of(state: TableState) -> tuple[BankLayer, ...]:
    """Give the bank in layers; none where the house banks (G8.8)."""
    current = round_of(state)
    return () if state.ruleset.house_banked else single_bank(f"seat-{current.player_dealer}", current.bank)


def showdown_of(state: TableState) -> Showdown:
    """Give the finished cards and stakes in the settlement's words."""
    current = round_of(state)
    return Showdown(
        dealer_position=current.player_dealer,
        dealer_hole=_pair(current.dealer_cards),
        board=_known(current.board),
        layers=layers_of(state),
        seats=tuple(_entry(state, state.seat(number)) for number in current.entitled),
    )


def _entry(state: TableState, seat: Seat) -> SeatEntry:
    folded = has_folded(seat)
    needs_cards = not folded or state.ruleset.trips_on_fold is OnFold.SEVEN_CARDS
    return SeatEntry(
        position=seat.number,
        hole=_pair(seat.cards) if needs_cards else None,
        folded=folded,
        bettors=tuple(stakes_of(seat, bettor) for bettor in seat.bettors if bettor.is_in),
    )


def _closed_entry(seat: Seat) -> SeatEntry:
    """Give a seat without its cards, which no fold needs."""
    return SeatEntry(
        position=seat.number,
        hole=None,
        folded=has_folded(seat),
        bettors=tuple(stakes_of(seat, bettor) for bettor in seat.bettors if bettor.is_in),
    )


def stakes_of(seat: Seat, bettor: Bettor) -> Stakes:
    """Give one bettor's stakes in the settlement's words; one without a Play folds alone (G8.7)."""
    playing = seat.decision is not None and seat.decision.act is Act.PLAY
    return Stakes(
        bettor=bettor_name(seat, bettor),
        role=Role.SEATED if bettor.number == 0 else Role.BACK_LINE,
        ante=bettor.stakes.ante,
        blind=bettor.stakes.blind,
        play=bettor.play,
        trips=bettor.stakes.trips,
        bad_beat=bettor.stakes.bad_beat,
        folded=playing and bettor.play == 0,
    )


def bettor_name(seat: Seat, bettor: Bettor) -> str:
    """Name a bettor as settlement lines do: `seat-6`, or `seat-6-back-1` behind it."""
    return f"seat-{seat.number}" + (f"-back-{bettor.number}" if bettor.number else "")


def _known(cards: tuple[Cardholding, ...]) -> tuple[Card, ...]:
    known = tuple(face(card) for card in cards)
    if any(card is None for card in known):
        raise InvariantFault("V7", "a card that the settlement needs is closed")
    return tuple(card for card in known if card is not None)


def _pair(cards: tuple[Cardholding, ...]) -> tuple[Card, Card]:
    known = _known(cards)
    if len(known) != 2:
        raise InvariantFault("V7", f"a hand has {len(known)} cards where two are needed")
    return known[0], known[1]
