"""A bank that several people put together, in layers (G8.8)."""

import pytest

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.bank_events import BankSettled, BankShared
from controller.engine.commands import CloseBetting, Exposure, PostBank, SettleSeat
from controller.engine.coverage import BankLayer, Contribution
from controller.engine.events import BankPosted
from controller.engine.ids import SeatNo
from controller.engine.money import share_out
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Coverage, RuleSet
from controller.engine.state import Phase
from controller.engine.views import view
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, Felt, mixed
from tests.engine.settlement_kit import under
from tests.engine.stages import seated


def parts(*given: tuple[int, str, int]) -> ShareBank:
    """Make the command from layers, names and cents."""
    return ShareBank(parts=tuple(BankPart(layer=n, contributor=who, cents=cents) for n, who, cents in given))


TWO_LAYERS = parts((1, "seat-1", 20_000), (2, "backer", 500_000))


def shared(command: ShareBank, *, rules: RuleSet = CALIFORNIA, cards: str = "", plays: int = 4) -> Felt:
    """Play a round with this bank: both seats play before the flop; up to the banker's hand."""
    felt = seated(rules=rules, cards=mixed(cards) if cards else mixed("Ah Kd"))
    felt.ask(command)
    felt.deal()
    felt.play(2, plays)
    felt.play(3, plays)
    felt.board()
    felt.expose(Exposure.PLAYER_DEALER)
    return felt


def banked(felt: Felt) -> BankSettled:
    """Walk to the end and give what the bank's layers moved."""
    felt.settle()
    return next(event for event in felt.events if isinstance(event, BankSettled))


def test_layers_and_contributors_are_recorded_before_the_deal() -> None:
    """PB18: every contributor is named; the whole is W (G8.8)."""
    felt = seated()
    assert Phase.WAGERS is felt.phase()
    posted, layered = felt.ask(TWO_LAYERS)
    assert BankPosted(seat=SeatNo(1), amount=520_000, repeated=False) == posted
    own = BankLayer(cents=20_000, contributors=(Contribution(contributor="seat-1", cents=20_000),))
    backed = BankLayer(cents=500_000, contributors=(Contribution(contributor="backer", cents=500_000),))
    assert isinstance(layered, BankShared)
    assert (own, backed) == layered.layers
    assert (520_000, (own, backed)) == (felt.current().bank, felt.current().layers)


def test_layers_are_fixed_once_betting_closes() -> None:
    """PB18: a change after no more bets is refused (G8.8)."""
    felt = seated()
    felt.ask(TWO_LAYERS)
    felt.ask(CloseBetting())
    assert RefusalCode.WRONG_PHASE is felt.refused(TWO_LAYERS)


def test_the_default_is_one_layer_with_one_contributor() -> None:
    """Sharing with nobody is a bank like any other, and so is posting it anew (G8.8)."""
    felt = seated()
    felt.ask(TWO_LAYERS)
    assert (BankPosted,) == tuple(type(event) for event in felt.ask(PostBank(amount=100_000)))
    assert () == felt.current().layers
    alone = felt.ask(parts((1, "seat-1", 50_000)))
    assert [BankPosted] == [type(event) for event in alone]
    offer = felt.offer_code(OfferCode.SHARE_BANK)
    assert parts((1, "seat-1", 50_000)) == offer.command


def test_what_a_layer_cannot_move_goes_to_the_next() -> None:
    """PB03: the first layer is used up, the second pays the rest; both ledgers agree (G8.8)."""
    felt = shared(TWO_LAYERS, cards="2c 3d Ah Ad Kh Kd As Ac 7h 8s 9c")
    settlement = felt.current().settlement
    assert settlement is not None
    first, second = banked(felt).layers
    # Seat 2 loses 60.00 to the first layer, which pays seat 3 the other 140.00 of its 200.00.
    assert (20_000, 14_000, 6_000) == (first.cents, first.paid, first.collected)
    assert (500_000, 1_000, 0) == (second.cents, second.paid, second.collected)
    assert (15_000, 6_000) == (settlement.dealer_paid, settlement.dealer_collected)
    assert [("seat-1", -8_000)] == [(share.contributor, share.cents) for share in first.shares]
    assert [("backer", -1_000)] == [(share.contributor, share.cents) for share in second.shares]


def test_each_stop_says_what_every_layer_still_has() -> None:
    """Seat 2 loses 60.00, seat 3 wins 150.00: pools of 200.00 and 5,000.00 (G8.8)."""
    felt = shared(TWO_LAYERS, cards="2c 3d Ah Ad Kh Kd As Ac 7h 8s 9c")
    seen = []
    while felt.state.phase is Phase.SETTLE:
        coverage = view(felt.state, felt.prompt).coverage
        assert coverage is not None
        seen.append([one.to_pay for one in coverage.layers])
        assert sum(one.to_pay or 0 for one in coverage.layers) == coverage.can_pay_after
        seat = felt.prompt.seat
        assert seat is not None
        felt.ask(SettleSeat(seat=seat))
    assert [[14_000, 500_000], [0, 499_000]] == seen


def test_one_layer_has_no_list_of_layers() -> None:
    """The sum says it all (G6.1)."""
    felt = shared(parts((1, "seat-1", 60_000), (1, "anna", 40_000)))
    coverage = view(felt.state, felt.prompt).coverage
    assert coverage is not None
    assert () == coverage.layers


@pytest.mark.parametrize(
    ("cents", "expected"),
    [(1000, [334, 333, 333]), (1, [1, 0, 0]), (2, [1, 1, 0]), (-1000, [-334, -333, -333])],
)
def test_an_uneven_split_loses_no_chip(cents: int, expected: list[int]) -> None:
    """PB13: 10.00 by three equal parts is 3.34, 3.33, 3.33, in list order; also one and two cents (G8.8)."""
    assert tuple(expected) == share_out(cents, (100, 100, 100))


def test_three_contributors_share_a_round_to_the_cent() -> None:
    """Each part is in the record, and nobody's exceeds the contribution (G8.8, V1, V5)."""
    felt = shared(parts((1, "seat-1", 33_334), (1, "anna", 33_333), (1, "bo", 33_333)))
    (layer,) = banked(felt).layers
    assert 12_000 == layer.net
    # 40.00, 39.99 and 39.99 in whole cents; the larger remainders get the two that are left over.
    shares = {share.contributor: share.cents for share in layer.shares}
    assert {"seat-1": 4_000, "anna": 4_000, "bo": 4_000} == shares
    assert felt.replayed() == felt.state


@pytest.mark.parametrize("coverage", [one for one in Coverage if one is not Coverage.UNLIMITED])
def test_each_layer_has_its_own_coverage_state(coverage: Coverage) -> None:
    """All four readings, layer by layer; the invariants check each (G6.1, G8.8)."""
    felt = shared(TWO_LAYERS, rules=under(coverage, CALIFORNIA))
    assert 2 == len(banked(felt).layers)


def test_a_shared_bank_is_proposed_again_for_the_next_round() -> None:
    """It stands as last round, open to change (G3.5, G8.8)."""
    felt = shared(parts((1, "seat-1", 300_000), (1, "anna", 300_000)))
    felt.settle()
    felt.collect()
    assert Phase.WAGERS is felt.phase()
    assert 2 == len(felt.current().layers[0].contributors)


def test_a_house_bank_has_no_layers_to_share() -> None:
    """The house tray banks (G8.5)."""
    felt = Felt(rules=load_ruleset("house-limits"))
    felt.prepare()
    assert RefusalCode.NO_BANK is felt.refused(TWO_LAYERS)
    assert [] == [offer for offer in felt.offers if offer.code is OfferCode.SHARE_BANK]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (parts(), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 0)), RefusalCode.BAD_AMOUNT),
        (parts((1, "seat-1", -5)), RefusalCode.BAD_AMOUNT),
        (parts((1, "seat-1", 50)), RefusalCode.BANK_TOO_SMALL),
        (parts((1, "anna", 50_000)), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 500), (3, "anna", 500)), RefusalCode.BAD_BANK_PARTS),
        (parts((2, "anna", 500), (1, "seat-1", 500)), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 500), (1, "seat-1", 500)), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 500), (1, " anna", 500)), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 500), (1, "", 500)), RefusalCode.BAD_BANK_PARTS),
        (parts((1, "seat-1", 500), (1, "x" * 21, 500)), RefusalCode.BAD_BANK_PARTS),
        (parts(*((1, f"seat-{n}", 500) for n in range(1, 9))), RefusalCode.BAD_BANK_PARTS),
    ],
)
def test_a_bank_that_cannot_be_is_refused_with_its_reason(command: ShareBank, code: RefusalCode) -> None:
    """Amounts, order of layers, names; the player-dealer is in the first layer (G8.8, our choice)."""
    assert code is seated().refused(command)


def test_no_bet_of_the_walk_is_changed_by_sharing() -> None:
    """One layer shared by two moves what the same layer of one moves (G8.8)."""
    alone = shared(parts((1, "seat-1", 60_000)))
    together = shared(parts((1, "seat-1", 30_000), (1, "anna", 30_000)))
    first, second = alone.current().settlement, together.current().settlement
    assert first is not None
    assert second is not None
    assert first.lines == second.lines
