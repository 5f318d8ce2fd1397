"""Hand the round's finished cards to the settlement, once, and tell its walk round the table (G3.9, G6.6)."""

from collections.abc import Iterator
from typing import Final

from controller.engine.cards import Card
from controller.engine.commands import Act
from controller.engine.copying import constructor, replace
from controller.engine.coverage import BankLayer, single_bank
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import kept_under
from controller.engine.queries import face, folded_hand_opens, has_folded, round_of, stays_down, undecided
from controller.engine.remembering import of_last_pairs
from controller.engine.ruleset import FoldCollection, OnFold, OverMax, RuleSet
from controller.engine.settlement import collect_folds, settle
from controller.engine.settlement_limits import cut_to_limits
from controller.engine.settlement_progressive import (
    ProgressiveEntry,
    ProgressiveSettlement,
    settle_progressive,
)
from controller.engine.settlement_types import (
    Role,
    SeatEntry,
    Settlement,
    SettlementStep,
    Showdown,
    Stakes,
    StepKind,
)
from controller.engine.state import Bettor, Cardholding, Phase, Seat, TableState

_PLAY: Final = Act.PLAY
_CAP: Final = OverMax.CAP
_make_stakes = constructor(Stakes)
_make_entry = constructor(SeatEntry)
_WALKED = frozenset({Phase.REVEAL, Phase.SETTLE})


def settle_again(state: TableState) -> TableState:
    """Compute an open settlement anew from what counts now; the walk stays where it is (G9.2, V14)."""
    current = state.round
    if current is None or current.settlement is None or current.is_void:
        return state
    showdown = showdown_of(state)
    settlement = settle(state.ruleset, showdown)
    previous = state.previous
    if previous is not None and previous.number == current.number:
        previous = replace(previous, showdown=showdown)
    settled = replace(current, settlement=settlement, progressive=progressive_of(state))
    return replace(state, round=settled, previous=previous)


def settled_before(state: TableState) -> Settlement | None:
    """Give the settlement of the last settled round; None without one, or under other rules by now (I27)."""
    previous = state.previous
    if previous is None or previous.rules != state.ruleset.digest:
        return None
    return _settled_anew(state.ruleset, previous.showdown)


@of_last_pairs(1)
def _settled_anew(rules: RuleSet, showdown: Showdown) -> Settlement:
    return settle(rules, showdown)


def settle_round(state: TableState) -> TableState:
    """Compute the settlement and keep it in the round; nothing of a seat is shown before its step.

    What folded seats lost may be taken already; the walk goes on where it stands (G6.6 step 1).
    """
    current = round_of(state)
    settlement = settle(state.ruleset, showdown_of(state))
    return replace(state, round=replace(current, settlement=settlement, progressive=progressive_of(state)))


def walk_of(state: TableState) -> tuple[SettlementStep, ...]:
    """Give the walk round the table as far as it is known: before the showdown only what folds lost."""
    current = round_of(state)
    return fold_steps(state) if current.settlement is None else current.settlement.steps


def open_stop(state: TableState) -> SettlementStep | None:
    """Give the step of the walk that is open now, None outside it."""
    if state.round is None or state.phase not in _WALKED:
        return None
    steps = walk_of(state)
    return steps[state.round.step] if state.round.step < len(steps) else None


def turns_up(state: TableState, stop: SettlementStep) -> bool:
    """Tell whether a step turns its hand up: never a closed fold, never while Antes go back (G3.8, G7.2)."""
    seat = state.seat(stop.position)
    return stop.kind is StepKind.SEAT and not stays_down(state, seat)


def folds_wait(state: TableState) -> bool:
    """Tell whether folded wagers must be taken before the banker's hand is turned up (G6.6 step 1)."""
    current = round_of(state)
    return current.settlement is None and current.step < len(fold_steps(state))


def fold_steps(state: TableState) -> tuple[SettlementStep, ...]:
    """Give the steps that take what folded bettors lost; none while a seat is open or under `in_turn`."""
    rules, current = state.ruleset, round_of(state)
    if rules.profile.fold_collection is FoldCollection.IN_TURN or undecided(state):
        return ()
    seats = tuple(
        _closed_entry(state, state.seat(number)) for number in current.entitled if _stands(state, number)
    )
    return collect_folds(rules, current.player_dealer, layers_of(state), seats)


def layers_of(state: TableState) -> tuple[BankLayer, ...]:
    """Give the bank in layers; none where the house banks (G8.8)."""
    current = round_of(state)
    if state.ruleset.house_banked:
        return ()
    return current.layers or single_bank(f"seat-{current.player_dealer}", current.bank)


def progressive_of(state: TableState) -> ProgressiveSettlement | None:
    """Settle the round's progressive wagers against the meter, None where nobody placed one (G5.7)."""
    current, settings = round_of(state), state.ruleset.progressive
    entries = tuple(_progressive_entries(state))
    if settings is None or not entries:
        return None
    meter = state.ledgers.meter
    return settle_progressive(
        settings, settings.seed if meter is None else meter, _known(current.board), entries
    )


def _progressive_entries(state: TableState) -> Iterator[ProgressiveEntry]:
    for number in round_of(state).entitled:
        seat = state.seat(number)
        folded = has_folded(seat)
        for bettor in seat.bettors:
            if bettor.is_in and bettor.stakes.progressive:
                opens = not folded or folded_hand_opens(state, seat)
                yield ProgressiveEntry(
                    position=number,
                    bettor=bettor_name(seat, bettor),
                    hole=_pair(seat.cards) if opens else None,
                    folded=folded or stakes_of(state.ruleset, seat, bettor).folded,
                )


def showdown_of(state: TableState) -> Showdown:
    """Give the finished cards and stakes in the settlement's words."""
    current = round_of(state)
    return Showdown(
        dealer_position=current.player_dealer,
        dealer_hole=_pair(current.dealer_cards),
        board=_known(current.board),
        layers=layers_of(state),
        seats=tuple(
            _entry(state, state.seat(number)) for number in current.entitled if _stands(state, number)
        ),
    )


def _stands(state: TableState, number: SeatNo) -> bool:
    """Tell whether a seat comes to the showdown: not one whose stakes went back with a dead hand (G9.1)."""
    seat = state.seat(number)
    return seat.is_lost or not seat.is_dead


def _entry(state: TableState, seat: Seat) -> SeatEntry:
    folded = has_folded(seat) or seat.is_lost
    needs_cards = not folded or (not seat.is_lost and state.ruleset.trips_on_fold is OnFold.SEVEN_CARDS)
    return _make_entry(
        position=seat.number,
        hole=_pair(seat.cards) if needs_cards else None,
        folded=folded,
        bettors=tuple([stakes_of(state.ruleset, seat, bettor) for bettor in seat.bettors if bettor.is_in]),
        is_lost=seat.is_lost,
    )


def _closed_entry(state: TableState, seat: Seat) -> SeatEntry:
    """Give a seat without its cards, which no fold needs."""
    return _make_entry(
        position=seat.number,
        hole=None,
        folded=has_folded(seat) or seat.is_lost,
        bettors=tuple(stakes_of(state.ruleset, seat, bettor) for bettor in seat.bettors if bettor.is_in),
        is_lost=seat.is_lost,
    )


def stakes_of(rules: RuleSet, seat: Seat, bettor: Bettor) -> Stakes:
    """Give one bettor's stakes in the settlement's words, cut to the maximum where the rules cap (G2.5).

    One without a Play folds alone (G8.7).
    """
    playing = seat.decision is not None and seat.decision.act is _PLAY
    rules = kept_under(rules, seat)
    placed = _make_stakes(
        bettor=bettor_name(seat, bettor),
        role=Role.SEATED if bettor.number == 0 else Role.BACK_LINE,
        ante=bettor.stakes.ante,
        blind=bettor.stakes.blind,
        play=bettor.play,
        trips=bettor.stakes.trips,
        bad_beat=bettor.stakes.bad_beat,
        folded=playing and bettor.play == 0,
    )
    return cut_to_limits(rules, placed) if rules.over_max is _CAP else placed


def bettor_name(seat: Seat, bettor: Bettor) -> str:
    """Name a bettor as settlement lines do: `seat-6`, or `seat-6-back-1` behind it."""
    return f"seat-{seat.number}" + (f"-back-{bettor.number}" if bettor.number else "")


def _known(cards: tuple[Cardholding, ...]) -> tuple[Card, ...]:
    known = [known for card in cards if (known := face(card)) is not None]
    if len(known) != len(cards):
        raise InvariantFault("V7", "a card that the settlement needs is closed")
    return tuple(known)


def _pair(cards: tuple[Cardholding, ...]) -> tuple[Card, Card]:
    if len(cards) == 2:
        first, second = face(cards[0]), face(cards[1])
        if first is not None and second is not None:
            return first, second  # as always, but for a card that is missing or closed
    known = _known(cards)
    if len(known) != 2:
        raise InvariantFault("V7", f"a hand has {len(known)} cards where two are needed")
    return known[0], known[1]
