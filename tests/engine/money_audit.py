"""A second bookkeeper: follows a table's events and checks each settled round by its own arithmetic (G12).

It reads stakes, events and settlement lines and adds them up itself; it calls none of the engine's ledgers.
"""

from dataclasses import dataclass

from controller.engine.bank_events import BankSettled, PlayMissed, PlayMissUndone
from controller.engine.copying import replace
from controller.engine.events import Event, RoundOpened
from controller.engine.ledger_events import FeesDropped, FeesReturned, FeeWaived, MeterMoved, MeterSet
from controller.engine.ruleset import CapScope, FeeBasis, FeePayer, FoldCollection, OnFold, RuleSet, Wager
from controller.engine.ruleset_names import Coverage
from controller.engine.settlement import StepKind, settle
from controller.engine.settlement_types import Outcome, Reason, Result, Settlement, WagerLine
from controller.engine.showdown import bettor_name, showdown_of
from controller.engine.state import Phase, TableState
from tests.engine.given import Felt

MAIN = (Wager.ANTE, Wager.BLIND, Wager.PLAY)
LOST_BY_FOLDING = {Wager.ANTE, Wager.BLIND, Wager.BAD_BEAT}


@dataclass
class Books:
    """Count what each side has won since the table's first event, in cents, fees taken off."""

    bettors: int = 0
    player_dealers: int = 0
    tray: int = 0
    drop: int = 0
    meter: int = 0
    put_in: int = 0


class Audit:
    """Check a table's money; call `look` after every command."""

    def __init__(self, felt: Felt) -> None:
        self._felt = felt
        self._seen = 0
        self._settled = 0
        self._round: list[Event] = []
        self.books = Books()
        self.checked = 0

    def look(self) -> None:
        """Take in what is new, and audit a round once it is settled."""
        felt = self._felt
        fresh, self._seen = felt.events[self._seen :], len(felt.events)
        for event in fresh:
            self._take(event)
        if any(event.kind == "round_settled" for event in fresh):
            self._audit(felt.state)
        self._compare(felt.state)

    def _take(self, event: Event) -> None:
        books = self.books
        if isinstance(event, RoundOpened):
            self._round = []
        self._round.append(event)
        match event:
            case FeesDropped(total=total, lines=lines):
                self._fees(self._felt.state.ruleset, event)
                banks = sum(line.amount for line in lines if line.payer is FeePayer.PLAYER_DEALER)
                books.drop += total
                books.player_dealers -= banks
                books.bettors -= total - banks
            case FeesReturned(total=total, lines=lines):
                banks = sum(line.amount for line in lines if line.payer is FeePayer.PLAYER_DEALER)
                books.drop -= total
                books.player_dealers += banks
                books.bettors += total - banks
            case MeterSet(before=before, after=after):
                books.put_in += after - (before or 0)
                books.meter = after
            case _:
                pass

    def _fees(self, rules: RuleSet, event: FeesDropped) -> None:
        """Work the schedule out again from the stakes on the felt, less what was waived (G8.6)."""
        if event.late:
            return
        state = self._felt.state
        bettors = [one for seat in state.seats for one in seat.bettors if one.is_in and one.stakes.total]
        action = sum(one.stakes.total for one in bettors)
        due = 0
        for row in rules.fees:
            flat = row.basis is FeeBasis.FLAT
            holds = flat or row.from_cents <= action <= (action if row.to_cents is None else row.to_cents)
            match row.payer:
                case FeePayer.PLAYER_DEALER:
                    due += row.amount * holds
                case FeePayer.BETTOR:
                    due += row.amount * len(bettors)
                case FeePayer.PER_SIDE_WAGER:
                    due += row.amount * sum((b.stakes.trips > 0) + (b.stakes.bad_beat > 0) for b in bettors)
                case FeePayer.PER_SPOT:
                    due += row.amount * len({s.number for s in state.seats if s.bettors})
        waived = sum(event.amount for event in self._round if isinstance(event, FeeWaived))
        assert event.total == sum(line.amount for line in event.lines)
        # A fee that was waived and then fell away with its wager is not in the sum any more.
        assert due - waived <= event.total <= due

    # ---- a settled round --------------------------------------------------------------------------

    def _audit(self, state: TableState) -> None:
        assert state.round is not None
        settlement = state.round.settlement
        assert settlement is not None
        self.checked += 1
        self._every_wager_once(state, settlement)
        for line in settlement.lines:
            _line_adds_up(line)
        self._missing_plays(state, settlement)
        _folds_first(state, settlement)
        _caps(state.ruleset, settlement)
        _reach(state, settlement)
        _sides_change_nothing(state, settlement)
        won = sum(line.paid - line.collected for line in settlement.lines)
        self.books.bettors += won
        if state.ruleset.house_banked:
            self.books.tray -= won
        else:
            self.books.player_dealers -= won
            self._contributors(state, -won)
        self._progressive(state)

    def _every_wager_once(self, state: TableState, settlement: Settlement) -> None:
        """Each stake on the felt has exactly one line, and no line is without a stake (V2)."""
        assert state.round is not None
        placed = []
        for number in state.round.entitled:
            seat = state.seat(number)
            if seat.is_dead and not seat.is_lost:
                continue
            for bettor in seat.bettors:
                stakes = bettor.stakes
                amounts = (stakes.ante, stakes.blind, bettor.play, stakes.trips, stakes.bad_beat)
                if bettor.is_in:
                    name = bettor_name(seat, bettor)
                    placed += [
                        (number, name, wager, cents)
                        for wager, cents in zip(settlement_order(), amounts, strict=True)
                        if cents
                    ]
        lines = [
            (line.position, line.bettor, line.wager, line.stake + line.over_limit_returned)
            for line in settlement.lines
        ]
        assert sorted(placed) == sorted(lines)

    def _missing_plays(self, state: TableState, settlement: Settlement) -> None:
        """A bettor behind whose Play is not on the felt folds, alone (G8.7)."""
        missing: set[str] = set()
        for event in self._round:
            name = f"seat-{event.seat}-back-{event.bettor}" if isinstance(event, PlayMissed) else ""
            if name:
                missing.add(name)
            elif isinstance(event, PlayMissUndone):
                missing.discard(f"seat-{event.seat}-back-{event.bettor}")
        for line in settlement.lines:
            seat = state.seat(line.position)
            decided = seat.decision is not None and seat.decision.multiple > 0
            if decided and line.wager in LOST_BY_FOLDING and not seat.is_lost:
                assert (line.reason is Reason.FOLDED) is (line.bettor in missing), line
            if line.bettor in missing:
                assert line.wager is not Wager.PLAY

    def _contributors(self, state: TableState, net: int) -> None:
        """The layers' parts are the bank's result to the cent, nobody's beyond the own part (G8.8)."""
        assert state.round is not None
        banked = [event for event in self._round if isinstance(event, BankSettled)]
        (event,) = banked
        assert net == sum(share.cents for layer in event.layers for share in layer.shares)
        for layer, result in zip(state.round.layers, event.layers, strict=False):
            for own, share in zip(layer.contributors, result.shares, strict=True):
                assert (own.contributor, True) == (share.contributor, abs(share.cents) <= own.cents)
        assert -state.round.bank <= net <= state.round.bank

    def _progressive(self, state: TableState) -> None:
        settings = state.ruleset.progressive
        moved = [event for event in self._round if isinstance(event, MeterMoved)]
        assert state.round is not None
        dead = {seat.number for seat in state.seats if seat.is_dead and not seat.is_lost}
        stakes = [
            bettor.stakes.progressive
            for number in state.round.entitled
            if number not in dead
            for bettor in state.seat(number).bettors
            if bettor.is_in and bettor.stakes.progressive
        ]
        if settings is None or not stakes:
            assert [] == moved
            return
        (event,) = moved
        current = state.round.progressive
        assert current is not None
        share = settings.stake * settings.share_percent // 100
        assert (len(stakes) * settings.stake, len(stakes) * share) == (sum(stakes), event.fed)
        from_meter = sum(line.from_meter for line in current.lines)
        from_house = sum(line.from_house for line in current.lines)
        if settings.on_fold is OnFold.LOSES:
            folded = {
                seat.number for seat in state.seats if seat.decision is None or not seat.decision.multiple
            }
            assert 0 == sum(
                one.from_meter + one.from_house for one in current.lines if one.position in folded
            )
        assert from_meter == event.paid
        books = self.books
        books.meter += event.fed - from_meter + event.seeded
        books.bettors += from_meter + from_house - sum(stakes)
        books.tray += sum(stakes) - event.fed - from_house - event.seeded

    def _compare(self, state: TableState) -> None:
        """Both sets of books say the same, and every cent is somewhere (V1)."""
        books, ledgers = self.books, state.ledgers
        mine = (books.bettors, books.player_dealers, books.tray, books.drop, books.meter, books.put_in)
        assert mine == (
            ledgers.bettors,
            ledgers.player_dealers,
            ledgers.house_tray,
            ledgers.drop,
            ledgers.meter or 0,
            ledgers.meter_put_in,
        ), state.phase
        assert books.put_in == sum(mine[:5])
        assert state.phase is not Phase.SETTLE or state.round is not None


def settlement_order() -> tuple[Wager, ...]:
    """Give the five wagers in the order of a line's stakes."""
    return (*MAIN, Wager.TRIPS, Wager.BAD_BEAT)


def _line_adds_up(line: WagerLine) -> None:
    """One end each; what is not covered goes back (V2 to V4)."""
    assert line.collected + line.returned == line.stake + line.over_limit_returned
    assert 0 <= line.paid <= line.owed <= line.due
    assert 0 <= line.collected <= line.stake
    assert not (line.paid and line.collected)
    match line.outcome:
        case Outcome.WIN:
            assert line.collected == 0
            assert line.result in {Result.WIN, Result.RETURNED}
        case Outcome.LOSE:
            assert (0, line.collected > 0) == (line.paid, line.result is Result.LOSE)
        case _:
            assert (0, 0, 0) == (line.paid, line.collected, line.due)


def _folds_first(state: TableState, settlement: Settlement) -> None:
    """With `at_fold` the steps before the showdown take what folds lose and nothing else (G6.6)."""
    early = [step for step in settlement.steps if step.kind is StepKind.FOLD_COLLECTION]
    if state.ruleset.profile.fold_collection is FoldCollection.IN_TURN:
        assert [] == early
        return
    assert early == list(settlement.steps[: len(early)])
    taken = [(line.bettor, line.wager) for step in early for line in step.lines]
    lost = {
        (line.bettor, line.wager)
        for line in settlement.lines
        if line.wager in LOST_BY_FOLDING and line.reason is Reason.FOLDED
    }
    assert lost <= set(taken)
    assert len(set(taken)) == len(taken)


def _caps(rules: RuleSet, settlement: Settlement) -> None:
    """No bettor, or no table, is paid above the cap, and the uncapped figure is kept (G6.5, G7.4)."""
    cap = rules.aggregate_cap
    if cap is None:
        assert all(line.owed == line.due for line in settlement.lines)
        return
    paid: dict[str, int] = {}
    for line in settlement.lines:
        key = line.bettor if cap.scope is CapScope.BETTOR else "table"
        paid[key] = paid.get(key, 0) + line.paid * (line.wager not in cap.exclude)
    assert all(cents <= cap.cents for cents in paid.values())


def _reach(state: TableState, settlement: Settlement) -> None:
    """The bank is never outside its wager, as its reading counts (V5, V6)."""
    coverage = state.ruleset.profile.coverage
    if coverage is Coverage.UNLIMITED or state.round is None:
        return
    bank = state.round.bank
    paid = sum(line.paid for line in settlement.lines)
    collected = sum(line.collected for line in settlement.lines)
    match coverage:
        case Coverage.GROSS_POOL:
            assert paid + collected <= bank
        case Coverage.GROSS_TWO_SIDED:
            assert max(paid, collected) <= bank
        case _:
            assert -bank <= collected - paid <= bank
    flows = sum(line.owed if line.outcome is Outcome.WIN else 0 for line in settlement.lines)
    flows += sum(line.stake for line in settlement.lines if line.outcome is Outcome.LOSE)
    if flows <= bank:
        assert all(line.not_covered == 0 for line in settlement.lines)


def _sides_change_nothing(state: TableState, settlement: Settlement) -> None:
    """Without side wagers the main ones end by the cards as they did (V11)."""
    shown = showdown_of(state)
    seats = tuple(
        replace(seat, bettors=tuple(replace(one, trips=0, bad_beat=0) for one in seat.bettors))
        for seat in shown.seats
    )
    plain = settle(state.ruleset, replace(shown, seats=seats))

    def main(one: Settlement) -> list[tuple[object, ...]]:
        return [
            (line.position, line.bettor, line.wager, line.stake, line.outcome, line.due)
            for line in one.lines
            if line.wager in MAIN
        ]

    assert main(plain) == main(settlement)
