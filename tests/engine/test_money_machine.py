"""Fees, the progressive, shared banks, caps, missing Plays and folds taken first, in any order (G12).

After every command a second bookkeeper (`money_audit`) has the same figures; a refusal changes nothing.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.cards import Card
from controller.engine.commands import Ask, Decide, PlaceWager, PostBank, SeatPlayer, VoidRound
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.ledger_commands import SetMeter, WaiveFee
from controller.engine.prompt import Offer, OfferCode
from controller.engine.refusals import Refused
from controller.engine.ruleset import (
    AggregateCap,
    CapScope,
    Coverage,
    FoldCollection,
    OnFold,
    RuleSet,
    Wager,
    WithinSeat,
)
from controller.engine.state import DealingMode, Phase
from controller.rulesets.load import load_ruleset
from tests.engine.given import FLOOR, Felt
from tests.engine.money_audit import Audit
from tests.engine.robot import approved, play_until_round, step
from tests.engine.walks import TWO_PASSES

FRIDAY = load_ruleset(str(Path(__file__).parents[1] / "rulesets" / "examples" / "friday-fees.toml"))
PROGRESSIVE = load_ruleset("house-progressive")
LIMITS = load_ruleset("house-limits")
DEALING = load_ruleset("dealing-procedure")


def _walked(coverage: Coverage, *, folds: bool, major: bool, two: bool) -> RuleSet:
    """Give the rules with fees under another reading and order of the walk."""
    profile = replace(
        FRIDAY.profile,
        coverage=coverage,
        fold_collection=FoldCollection.AT_FOLD if folds else FoldCollection.IN_TURN,
        within_seat=WithinSeat.WAGER_MAJOR if major else WithinSeat.BETTOR_MAJOR,
        passes=TWO_PASSES if two else FRIDAY.profile.passes,
    )
    return replace(FRIDAY, profile=profile)


def _paid(on_fold: OnFold, stake: int) -> RuleSet:
    assert PROGRESSIVE.progressive is not None
    return replace(PROGRESSIVE, progressive=replace(PROGRESSIVE.progressive, on_fold=on_fold, stake=stake))


def _capped(scope: CapScope, cents: int, *exclude: Wager) -> RuleSet:
    return replace(LIMITS, aggregate_cap=AggregateCap(cents=cents, scope=scope, exclude=exclude))


READINGS = [reading for reading in Coverage if reading is not Coverage.UNLIMITED]
RULES = st.one_of(
    st.builds(
        _walked, st.sampled_from(READINGS), folds=st.booleans(), major=st.booleans(), two=st.booleans()
    ),
    st.builds(_paid, st.sampled_from([OnFold.SEVEN_CARDS, OnFold.LOSES]), st.sampled_from([100, 333])),
    st.sampled_from(
        [
            _capped(CapScope.BETTOR, 3_000),
            _capped(CapScope.TABLE, 4_500),
            _capped(CapScope.TABLE, 1_000, Wager.TRIPS),
            DEALING,
        ]
    ),
)
ANTES = st.sampled_from([500, 1000, 1000, 2500, 100_000])
SIDES = st.sampled_from([0, 0, 300, 500, 2500, 5000])
BANKS = st.sampled_from([100, 3_000, 7_777, 40_000, 1_000_000])
WHO = st.sampled_from(["seat-1", "seat-2", "seat-3", "anna", "bo"])
LAYER = st.dictionaries(WHO, st.sampled_from([1, 333, 1_000, 7_777, 50_000]), min_size=1, max_size=3)
LAYERS = st.lists(LAYER, min_size=1, max_size=3)
BETTOR = st.tuples(st.integers(2, 5), st.sampled_from([0, 0, 1, 2, 3]), ANTES, SIDES, SIDES, st.booleans())


@dataclass
class Watched(Felt):
    """A felt whose every accepted command is audited."""

    audit: Audit | None = None

    def check(self) -> None:
        """Check the picture as always, then the money."""
        super().check()
        if self.audit is not None:
            self.audit.look()


class Money(RuleBasedStateMachine):
    """Play rounds with money of every kind."""

    @initialize(
        rules=RULES,
        mode=st.sampled_from(list(DealingMode)),
        seed=st.integers(0, 2**16),
        deck=st.sampled_from(["royal", "ranks", "any"]),
    )
    def begin(self, rules: RuleSet, mode: DealingMode, seed: int, deck: str) -> None:
        """Seat four players; deck: any, equal ranks together, or a royal for the first of two or three."""
        cards = list(Card)
        random.Random(seed).shuffle(cards)
        if deck == "ranks":
            cards.sort(key=lambda card: "23456789TJQKA".index(card.value[0]))
            cards = [*cards[seed % 52 :], *cards[: seed % 52]]
        if deck == "royal":
            royal = [Card(f"{rank}h") for rank in "AKQJT"]
            others = [card for card in cards if card not in royal]
            hands = 2 * (2 + seed % 2)
            cards = [*royal[:2], *others[:hands], *royal[2:], *others[hands:]]
        self.felt = Watched(rules=rules, mode=mode, cards=cards)
        self.felt.audit = Audit(self.felt)
        self.felt.prepare()
        for number in range(1, 5):
            self._try(SeatPlayer(seat=SeatNo(number)))
        self._until(Phase.WAGERS)
        self.stake([(2, 0, 1000, 500, 500, True), (2, 1, 500, 0, 300, False), (3, 0, 2500, 300, 0, True)])

    def _try(self, command: Ask) -> bool:
        before = self.felt.state
        refused = isinstance(self.felt.give(command), Refused)
        if refused:
            assert before == self.felt.state
        return not refused

    def _until(self, *phases: Phase) -> None:
        """Do what the prompt says until one of these phases is reached."""
        for _ in range(80):
            if self.felt.state.phase in phases:
                return
            assert step(self.felt), self.felt.prompt

    def in_wagers(self) -> bool:
        """Tell whether stakes may be placed now."""
        return self.felt.state.phase is Phase.WAGERS

    def is_dealt(self) -> bool:
        """Tell whether somebody decides, or has decided."""
        return self.felt.state.phase in {Phase.PREFLOP, Phase.FLOP, Phase.RIVER, Phase.REVEAL}

    @precondition(lambda self: not self.in_wagers())
    @rule()
    def to_wagers(self) -> None:
        """Play on to the next wagers."""
        self._until(Phase.WAGERS)

    @precondition(in_wagers)
    @rule()
    def deal(self) -> None:
        """Take the fees, close the betting and deal."""
        self._until(Phase.PREFLOP, Phase.FLOP)

    @precondition(in_wagers)
    @rule(
        bettors=st.lists(BETTOR, max_size=5),
        layers=st.none() | LAYERS,
        acts=st.lists(st.sampled_from([4, 5, 3, 2, 1, 0, 5]), min_size=2, max_size=8),
        data=st.data(),
    )
    def whole_round(
        self,
        bettors: list[tuple[int, int, int, int, int, bool]],
        layers: list[dict[str, int]] | None,
        acts: list[int],
        data: st.DataObject,
    ) -> None:
        """Play a round to the last payment; an act is a multiple, or 0 for none, 5 for a Play missed."""
        self.stake(bettors)
        if layers is not None and not self.felt.rules.house_banked:
            self.share(layers, 40_000)
        if self.felt.rules.fees:
            self.waive(data)
        self.deal()
        for act in acts:
            self._until(Phase.PREFLOP, Phase.FLOP, Phase.RIVER, Phase.WAGERS)
            if act == 5:
                self.no_play(data)
                continue
            plays = (offer.command for offer in self._open({OfferCode.PLAY}))
            play = next((one for one in plays if isinstance(one, Decide) and one.multiple == act), None)
            if play is not None:
                self.felt.ask(play)
            else:
                step(self.felt)
        self._until(Phase.COLLECT, Phase.WAGERS)

    def _open(self, codes: set[OfferCode]) -> list[Offer]:
        return [offer for offer in self.felt.offers if offer.code in codes and offer.enabled]

    @precondition(is_dealt)
    @rule(times=st.integers(1, 8))
    def obey(self, times: int) -> None:
        """Do what the prompt says for a while."""
        for _ in range(times):
            step(self.felt)

    @precondition(in_wagers)
    @rule(bettors=st.lists(BETTOR, min_size=1, max_size=6))
    def stake(self, bettors: list[tuple[int, int, int, int, int, bool]]) -> None:
        """Place stakes, those behind a seat and the progressive too; some are refused."""
        rules = self.felt.rules
        for seat, number, ante, trips, bad_beat, rides in bettors:
            on_meter = rules.progressive.stake if rules.progressive is not None and rides else 0
            self._try(
                PlaceWager(
                    seat=SeatNo(seat),
                    bettor=number if rules.back_line else 0,
                    ante=ante,
                    blind=ante,
                    trips=trips,
                    bad_beat=0 if rules.bad_beat_table is None else bad_beat,
                    progressive=on_meter,
                )
            )

    @precondition(in_wagers)
    @rule(amount=BANKS)
    def post(self, amount: int) -> None:
        """Put another bank on the felt, small ones too."""
        self._try(PostBank(amount=amount))

    @precondition(in_wagers)
    @rule(layers=LAYERS, own=st.sampled_from([0, 1_000, 10_001, 40_000]))
    def share(self, layers: list[dict[str, int]], own: int) -> None:
        """Put the bank together from several people's parts, in layers; refused without the banker's own."""
        banker = f"seat-{self.felt.current().player_dealer}"
        parts = [
            BankPart(layer=number, contributor=who, cents=cents)
            for number, layer in enumerate([{banker: own, **layers[0]}, *layers[1:]], start=1)
            for who, cents in layer.items()
            if cents
        ]
        self._try(ShareBank(parts=tuple(parts)))

    @precondition(lambda self: self.in_wagers() and self.felt.rules.fees)
    @rule(data=st.data())
    def waive(self, data: st.DataObject) -> None:
        """Let a fee off in part, in whole, or by more than is due."""
        offers = [offer for offer in self.felt.offers if isinstance(offer.command, WaiveFee)]
        if offers:
            command = data.draw(st.sampled_from(offers)).command
            assert isinstance(command, WaiveFee)
            amount = data.draw(st.sampled_from([1, 50, command.amount, command.amount + 1]))
            self._try(replace(command, amount=amount, reason="comp", approval=FLOOR))

    @precondition(lambda self: self.felt.rules.progressive is not None)
    @rule(amount=st.sampled_from([0, 1, 50_000]))
    def set_meter(self, amount: int) -> None:
        """Try to set the meter, whenever."""
        self._try(SetMeter(amount=amount, reason="sign", approval=FLOOR))

    @precondition(is_dealt)
    @rule(data=st.data(), times=st.integers(1, 4))
    def decide(self, data: st.DataObject, times: int) -> None:
        """Let seats play, check or fold, or take the last one back."""
        for _ in range(times):
            offers = self._open({OfferCode.PLAY, OfferCode.FOLD, OfferCode.CHECK, OfferCode.UNDO})
            if offers:
                self.felt.ask(approved(self.felt, data.draw(st.sampled_from(offers)).command))

    @precondition(lambda self: self.is_dealt() and self.felt.rules.back_line)
    @rule(data=st.data())
    def no_play(self, data: st.DataObject) -> None:
        """Say that the Play of somebody behind a seat is not on the felt."""
        offers = self._open({OfferCode.NO_PLAY})
        if offers:
            self.felt.ask(data.draw(st.sampled_from(offers)).command)

    @precondition(lambda self: self.is_dealt() or self.in_wagers())
    @rule()
    def void(self) -> None:
        """Try to void the round."""
        self.felt.report()
        self._try(VoidRound(reason="test", approval=FLOOR))

    @rule()
    def restart(self) -> None:
        """Kill the program and start it over its record."""
        self.felt.restart()
        self.felt.link()

    def teardown(self) -> None:
        """The robot ends the round and the next one; the replay has the same books (V12)."""
        felt = self.felt
        play_until_round(felt, felt.state.rounds + 2)
        assert felt.audit is not None
        assert felt.audit.checked or felt.state.rounds > 2
        assert felt.replayed().ledgers == felt.state.ledgers


def test_the_second_bookkeeper_notices_a_cent_in_the_wrong_book() -> None:
    """Both sets of books are added up apart from each other (V1)."""
    table = Money()
    table.begin(rules=FRIDAY, mode=DealingMode.SHOE, seed=1, deck="any")
    table.deal()
    felt = table.felt
    assert felt.audit is not None
    books = felt.state.ledgers
    felt.state = replace(felt.state, ledgers=replace(books, drop=books.drop + 1, bettors=books.bettors - 1))
    with pytest.raises(AssertionError):
        felt.audit.look()


TestMoney = Money.TestCase
TestMoney.settings = settings(
    max_examples=8,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
