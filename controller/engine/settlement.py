"""The settlement of a round, computed once from finished cards (G3.9, G4, G6).

`settle` judges every wager by the cards, plans the walk round the table in the order of G6.6, cuts what
an aggregate cap allows, and carries the plan out until the bank's reach is used up. It reads nothing but
its arguments and refuses no bettor's wager: what may be placed was decided before the first card.
"""

from dataclasses import dataclass
from typing import Final

from controller.engine.copying import constructor
from controller.engine.coverage import BankLayer, BankState
from controller.engine.faults import InvariantFault
from controller.engine.ids import SEATS, SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    AnteRefundPass,
    CapScope,
    Category,
    FoldCollection,
    RuleSet,
    SettleDirection,
    Wager,
    WithinSeat,
)
from controller.engine.settlement_outcome import (
    DealerSide,
    Verdict,
    Verdicts,
    dealer_side,
    folded_category,
    seat_hand,
    verdicts_folded,
    verdicts_in,
    verdicts_lost,
)
from controller.engine.settlement_types import (
    BettorNet,
    Compare,
    Covered,
    Outcome,
    Overage,
    Reason,
    Result,
    Role,
    SeatEntry,
    SeatHand,
    Settlement,
    SettlementStep,
    Showdown,
    Stakes,
    StepKind,
    WagerLine,
)

__all__ = [
    "BettorNet",
    "Compare",
    "Covered",
    "Outcome",
    "Overage",
    "Reason",
    "Result",
    "Role",
    "SeatEntry",
    "SeatHand",
    "Settlement",
    "SettlementStep",
    "Showdown",
    "Stakes",
    "StepKind",
    "WagerLine",
    "collect_folds",
    "settle",
    "settlement_order",
]

_make_line = constructor(WagerLine)
_make_step = constructor(SettlementStep)
_make_net = constructor(BettorNet)
# Asked for every line, so looked up once (see `state_names`).
_WIN: Final = Outcome.WIN
_LOSE: Final = Outcome.LOSE
_LOST_BY_FOLDING = (Wager.ANTE, Wager.BLIND, Wager.BAD_BEAT)


@dataclass(slots=True)
class _Draft:
    """One wager on its way to a line; `line` is set when its stop of the walk is carried out."""

    position: SeatNo
    stakes: Stakes
    wager: Wager
    stake: Cents
    folded: bool
    verdict: Verdict
    due: Cents
    owed: Cents
    line: WagerLine | None = None


_Sheet = dict[Wager, _Draft]


@dataclass(slots=True)
class _SeatDraft:
    """One seat's wagers, a sheet for each bettor in entry order, its wagers in the order of `Wager`."""

    position: SeatNo
    folded: bool
    sheets: tuple[_Sheet, ...]


@dataclass(slots=True)
class _Stop:
    """One stop of the walk, before any money moves."""

    kind: StepKind
    pass_no: int
    position: SeatNo
    drafts: tuple[_Draft, ...]


def settlement_order(rules: RuleSet, dealer_position: SeatNo | None) -> tuple[SeatNo, ...]:
    """Give all seats in settlement order: from the player-dealer's left, or from seat 1 (G7.3)."""
    start = dealer_position or 0
    order = SEATS[start:] + SEATS[:start]
    return order if rules.settle_direction is SettleDirection.CLOCKWISE else order[::-1]


def settle(rules: RuleSet, showdown: Showdown) -> Settlement:
    """Settle every wager of a round.

    Raises InvariantFault for a card that occurs twice (G12 V7), a seat or amount that cannot be (G2.6,
    G2.8), and FractionOfCent where `exact` cannot pay (G2.7).
    """
    _check_cards(showdown)
    _check_seats(rules, showdown)
    dealer = dealer_side(showdown.board, showdown.dealer_hole)
    entries = _in_order(rules, showdown.dealer_position, showdown.seats)
    hands = tuple(seat_hand(rules, dealer, entry) for entry in entries)
    drafts = [_draft_seat(rules, dealer, entry, hand) for entry, hand in zip(entries, hands, strict=True)]
    plan = _plan(rules, drafts, qualifies=dealer.qualifies)
    _cut_to_cap(rules, drafts, plan)
    bank = BankState(rules.profile.coverage, showdown.layers)
    steps = tuple(_carry_out(stop, bank) for stop in plan)
    lines = tuple(map(_line, _all(drafts)))
    return Settlement(
        dealer_hand=dealer.hand,
        qualifies=dealer.qualifies,
        seats=hands,
        lines=lines,
        steps=steps,
        bettors=_bettor_nets(lines),
        layers=bank.results(),
        dealer_paid=sum([line.paid for line in lines]),
        dealer_collected=sum([line.collected for line in lines]),
    )


def collect_folds(
    rules: RuleSet,
    dealer_position: SeatNo | None,
    layers: tuple[BankLayer, ...],
    seats: tuple[SeatEntry, ...],
) -> tuple[SettlementStep, ...]:
    """Give the steps taken when RIVER closes, before the player-dealer is exposed (G6.6 step 1).

    Empty unless the rules collect `at_fold`. No card is looked at; `settle` gives the same steps first.
    """
    lost = verdicts_folded(rules, Category.HIGH_CARD)
    drafts = [
        _SeatDraft(
            entry.position,
            entry.folded,
            tuple(
                _draft_bettor(rules, entry.position, stakes, lost, folded=entry.folded or stakes.folded)
                for stakes in entry.bettors
            ),
        )
        for entry in _in_order(rules, dealer_position, seats)
    ]
    bank = BankState(rules.profile.coverage, layers)
    return tuple(_carry_out(stop, bank) for stop in _fold_stops(rules, drafts))


def _check_cards(showdown: Showdown) -> None:
    """Refuse a card that occurs twice, in defence of what the table checked before; no face is named."""
    cards = [*showdown.dealer_hole, *showdown.board]
    for seat in showdown.seats:
        cards += seat.hole or ()
    if len(set(cards)) != len(cards):
        raise InvariantFault("V7", f"{len(cards)} cards in the round, {len(set(cards))} of them distinct")


def _check_seats(rules: RuleSet, showdown: Showdown) -> None:
    positions = [seat.position for seat in showdown.seats]
    if len(set(positions)) != len(positions) or not set(positions) <= set(SEATS):
        raise InvariantFault("G1", f"seats {positions} to settle; allowed: 1 to 8, each once")
    if bool(showdown.layers) is rules.house_banked:
        raise InvariantFault("G6.1", f"{len(showdown.layers)} bank layers under banking {rules.banking}")
    if not rules.house_banked and showdown.dealer_position in positions:
        raise InvariantFault("G2.8", f"the player-dealer's seat {showdown.dealer_position} holds wagers")
    for seat in showdown.seats:
        for stakes in seat.bettors:
            amounts = stakes.amounts()
            if set(map(type, amounts)) != {int} or min(amounts) < 0:
                raise InvariantFault("G2.6", f"seat {seat.position} stakes {amounts}; allowed: whole cents")


def _in_order(
    rules: RuleSet, dealer_position: SeatNo | None, seats: tuple[SeatEntry, ...]
) -> list[SeatEntry]:
    order = settlement_order(rules, dealer_position)
    return sorted(seats, key=lambda seat: order.index(seat.position))


def _draft_seat(rules: RuleSet, dealer: DealerSide, entry: SeatEntry, hand: SeatHand) -> _SeatDraft:
    """Judge a seat once; its bettors share the hand, but one of them may be settled as folded (G8.7)."""
    if_in = None if entry.folded else verdicts_in(rules, dealer, hand)
    sheets = []
    for stakes in entry.bettors:
        if entry.is_lost:
            sheets.append(_draft_bettor(rules, entry.position, stakes, verdicts_lost(), folded=True))
        elif if_in is None or stakes.folded:
            folded = verdicts_folded(rules, folded_category(rules.trips_on_fold, dealer, entry))
            sheets.append(_draft_bettor(rules, entry.position, stakes, folded, folded=True))
        else:
            sheets.append(_draft_bettor(rules, entry.position, stakes, if_in, folded=False))
    return _SeatDraft(entry.position, entry.folded, tuple(sheets))


def _draft_bettor(
    rules: RuleSet, position: SeatNo, stakes: Stakes, verdicts: Verdicts, *, folded: bool
) -> _Sheet:
    sheet: _Sheet = {}
    for wager, stake in zip(SETTLED_WAGERS, stakes.amounts(), strict=True):
        if stake:
            verdict = verdicts[wager]
            odds = verdict.odds
            due = odds.winnings(stake, rules.rounding, rules.chip) if odds is not None else 0
            sheet[wager] = _Draft(position, stakes, wager, stake, folded, verdict, due, due)
    return sheet


def _plan(rules: RuleSet, seats: list[_SeatDraft], *, qualifies: bool) -> list[_Stop]:
    """Order all flows as G6.6 says; a wager planned early is left out of the passes."""
    early = _fold_stops(rules, seats)
    if rules.ante_refund_pass is AnteRefundPass.BEFORE_HANDS and not qualifies:
        early += _refund_stops(seats)
    planned = {id(draft) for stop in early for draft in stop.drafts}
    stops = early
    for pass_no, wagers in enumerate(rules.profile.passes, start=1):
        for seat in seats:
            drafts = _within_seat(rules.profile.within_seat, seat, wagers)
            if planned:
                drafts = [draft for draft in drafts if id(draft) not in planned]
            # The first pass stops at every seat, because its cards are gathered there.
            if drafts or pass_no == 1:
                stops.append(_Stop(StepKind.SEAT, pass_no, seat.position, tuple(drafts)))
    return stops


def _fold_stops(rules: RuleSet, seats: list[_SeatDraft]) -> list[_Stop]:
    """Plan what `at_fold` takes, bettor by bettor whatever `within_seat` says (G6.6 step 1)."""
    if rules.profile.fold_collection is FoldCollection.IN_TURN:
        return []
    return _early_stops(
        StepKind.FOLD_COLLECTION,
        seats,
        {id(draft) for draft in _all(seats) if draft.folded and draft.wager in _LOST_BY_FOLDING},
    )


def _refund_stops(seats: list[_SeatDraft]) -> list[_Stop]:
    """Plan the walk that gives unqualified Antes back before any hand is turned up (G7.2)."""
    return _early_stops(
        StepKind.ANTE_REFUND,
        seats,
        {id(draft) for draft in _all(seats) if draft.wager is Wager.ANTE and not draft.folded},
    )


def _early_stops(kind: StepKind, seats: list[_SeatDraft], chosen: set[int]) -> list[_Stop]:
    stops = []
    for seat in seats:
        drafts = tuple(draft for draft in _all([seat]) if id(draft) in chosen)
        if drafts:
            stops.append(_Stop(kind, 0, seat.position, drafts))
    return stops


def _all(seats: list[_SeatDraft]) -> list[_Draft]:
    return [draft for seat in seats for sheet in seat.sheets for draft in sheet.values()]


def _within_seat(within: WithinSeat, seat: _SeatDraft, wagers: tuple[Wager, ...]) -> list[_Draft]:
    """Order one seat's wagers of a pass: bettor by bettor, or wager by wager (G6.6 step 3)."""
    if within is WithinSeat.BETTOR_MAJOR:
        return [sheet[wager] for sheet in seat.sheets for wager in wagers if wager in sheet]
    return [sheet[wager] for wager in wagers for sheet in seat.sheets if wager in sheet]


def _cut_to_cap(rules: RuleSet, seats: list[_SeatDraft], plan: list[_Stop]) -> None:
    """Cut what is owed to the aggregate cap, which a player-dealer's table never has (G6.5, G7.4)."""
    cap = rules.aggregate_cap
    if cap is None or not rules.house_banked:
        return
    if cap.scope is CapScope.BETTOR:
        groups = [list(sheet.values()) for seat in seats for sheet in seat.sheets]
    else:
        groups = [[draft for stop in plan for draft in stop.drafts]]
    for group in groups:
        left = cap.cents
        for draft in group:
            if draft.wager not in cap.exclude:
                draft.owed = min(draft.due, left)
                left -= draft.owed


def _carry_out(stop: _Stop, bank: BankState) -> SettlementStep:
    lines = []
    for draft in stop.drafts:
        verdict = draft.verdict
        outcome = verdict.outcome
        line = draft.line = _make_line(
            position=draft.position,
            bettor=draft.stakes.bettor,
            wager=draft.wager,
            stake=draft.stake,
            over_limit_returned=_overage(draft) if draft.stakes.overages else 0,
            outcome=outcome,
            reason=verdict.reason,
            decided_by=verdict.decided_by,
            odds=verdict.odds,
            due=draft.due,
            owed=draft.owed,
            paid=bank.pay(draft.owed) if outcome is _WIN else 0,
            collected=bank.collect(draft.stake) if outcome is _LOSE else 0,
        )
        lines.append(line)
    return _make_step(
        kind=stop.kind,
        pass_no=stop.pass_no,
        position=stop.position,
        lines=tuple(lines),
        left=bank.left(),
    )


def _overage(draft: _Draft) -> Cents:
    return sum(one.cents for one in draft.stakes.overages if one.wager is draft.wager)


def _line(draft: _Draft) -> WagerLine:
    if draft.line is None:
        raise InvariantFault("V2", f"seat {draft.position}: {draft.wager} was left out of the walk")
    return draft.line


def _bettor_nets(lines: tuple[WagerLine, ...]) -> tuple[BettorNet, ...]:
    """Add up each bettor's lines; they stand seat by seat, bettor by bettor."""
    nets: dict[tuple[SeatNo, str], Cents] = {}
    for line in lines:
        key = (line.position, line.bettor)
        nets[key] = nets.get(key, 0) + line.paid - line.collected
    return tuple(
        _make_net(position=position, bettor=bettor, net=net) for (position, bettor), net in nets.items()
    )
