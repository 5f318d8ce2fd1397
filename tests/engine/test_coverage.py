"""How far the player-dealer's wager reaches (G6) and how shared banks divide (G8.8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.engine.coverage import BankLayer, BankLeft, BankState, Contribution, single_bank
from controller.engine.money import share_out
from controller.engine.ruleset import Coverage

READINGS = (
    Coverage.GROSS_POOL,
    Coverage.GROSS_TWO_SIDED,
    Coverage.NET_ABSORBING,
    Coverage.NET_RUNNING,
)
EXAMPLES: dict[str, tuple[int, list[int], list[list[int]]]] = {
    "e1": (100, [60, -60, 60], [[60, -40, 0], [60, -60, 40], [60, -60, 60], [60, -60, 60]]),
    "e2": (100, [60, 60, -60], [[60, 40, 0], [60, 40, -60], [60, 40, 0], [60, 40, -60]]),
    "e3": (
        100,
        [-60, 60, -60, -60],
        [[-60, 40, 0, 0], [-60, 60, -40, 0], [-60, 60, -60, -40], [-60, 60, -60, -40]],
    ),
    "e4": (500, [-150, -2500, 20], [[-150, -350, 0], [-150, -350, 20], [-150, -350, 0], [-150, -350, 20]]),
    "e5": (
        100,
        [60, 40, -60, 20],
        [[60, 40, 0, 0], [60, 40, -60, 0], [60, 40, 0, 0], [60, 40, -60, 20]],
    ),
    "e6": (200, [60, -60, 60], [[60, -60, 60]] * 4),
}


def run(bank: BankState, flows: list[int]) -> list[int]:
    """Move flows in turn; above 0 the bank collects, below 0 it pays."""
    return [bank.collect(flow) if flow > 0 else -bank.pay(-flow) for flow in flows]


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("reading", READINGS)
def test_g6_3_worked_examples(name: str, reading: Coverage) -> None:
    """E1 to E6 move what the table says under each reading (G6.3)."""
    wager, flows, moved = EXAMPLES[name]
    bank = BankState(reading, single_bank("pd", wager))
    assert moved[READINGS.index(reading)] == run(bank, flows)
    (result,) = bank.results()
    assert sum(moved[READINGS.index(reading)]) == result.net


@pytest.mark.parametrize(
    ("reading", "to_pay", "to_collect"),
    [
        (Coverage.GROSS_POOL, 10, 10),
        (Coverage.GROSS_TWO_SIDED, 70, 40),
        (Coverage.NET_ABSORBING, 130, 70),
        (Coverage.NET_RUNNING, 130, 70),
    ],
)
def test_what_is_left_names_both_sides(reading: Coverage, to_pay: int, to_collect: int) -> None:
    """After +60 and -30 of 100, each reading shows what it can still move (G6.4)."""
    bank = BankState(reading, single_bank("pd", 100))
    run(bank, [60, -30])
    assert BankLeft(to_pay=to_pay, to_collect=to_collect) == bank.left()


def test_net_absorbing_stays_closed_once_the_wager_is_won_or_lost() -> None:
    """The first time the result reaches W nothing moves any more (G6.1)."""
    for flow in (100, -100):
        bank = BankState(Coverage.NET_ABSORBING, single_bank("pd", 100))
        run(bank, [flow])
        assert [0, 0] == run(bank, [50, -50])
        assert BankLeft(to_pay=0, to_collect=0) == bank.left()


def test_the_house_has_no_limit() -> None:
    """Without layers every flow moves whole and nothing is shared (G6.1)."""
    bank = BankState(Coverage.GROSS_POOL, ())
    assert [10**9, -(10**9)] == run(bank, [10**9, -(10**9)])
    assert BankLeft(to_pay=None, to_collect=None) == bank.left()
    assert () == bank.results()


def test_pb03_a_second_layer_takes_what_the_first_cannot() -> None:
    """Banker 200, backer 5,000: wins of 150 and 400 are paid 150+50 and 350 (G8.8)."""
    layers = single_bank("a", 20_000) + single_bank("b", 500_000)
    bank = BankState(Coverage.GROSS_POOL, layers)
    assert [-15_000, -40_000] == run(bank, [-15_000, -40_000])
    assert [20_000, 35_000] == [result.paid for result in bank.results()]
    losses = BankState(Coverage.GROSS_POOL, layers)
    run(losses, [15_000, 40_000])
    assert [20_000, 35_000] == [result.collected for result in losses.results()]


@pytest.mark.parametrize(
    ("net", "shares"),
    [
        (1000, (334, 333, 333)),
        (1, (1, 0, 0)),
        (2, (1, 1, 0)),
        (-1000, (-334, -333, -333)),
        (0, (0, 0, 0)),
    ],
)
def test_pb13_an_uneven_share_loses_no_cent(net: int, shares: tuple[int, ...]) -> None:
    """Three equal contributors share 10.00, 0.01 and 0.02 in list order (G8.8)."""
    assert shares == share_out(net, (5, 5, 5))


def test_a_layer_shares_its_net_by_contribution() -> None:
    """Contributors of 60 and 40 cents split a win of 50 as 30 and 20 (G8.8)."""
    contributors = (Contribution(contributor="a", cents=60), Contribution(contributor="b", cents=40))
    bank = BankState(Coverage.GROSS_POOL, (BankLayer(cents=100, contributors=contributors),))
    run(bank, [50])
    (result,) = bank.results()
    assert [("a", 30), ("b", 20)] == [(share.contributor, share.cents) for share in result.shares]


@pytest.mark.parametrize("cents", [99, 0, -1])
def test_a_layer_whose_contributors_do_not_sum_to_it_is_refused(cents: int) -> None:
    """A layer is exactly what its contributors gave, and more than nothing (G8.8)."""
    with pytest.raises(ValueError, match="contributors sum to"):
        BankLayer(
            cents=cents, contributors=(Contribution(contributor="a", cents=100 if cents > 0 else cents),)
        )


amounts = st.integers(min_value=-500, max_value=500)


@given(st.sampled_from(READINGS), st.integers(min_value=1, max_value=1000), st.lists(amounts, max_size=12))
def test_v5_the_bank_never_moves_past_its_wager(reading: Coverage, wager: int, flows: list[int]) -> None:
    """The net stays within W, the pool's gross too, and each side of the two-sided reading (G12 V5)."""
    bank = BankState(reading, single_bank("pd", wager))
    moved = run(bank, flows)
    (result,) = bank.results()
    assert -wager <= result.net <= wager
    assert all(abs(part) <= abs(flow) and part * flow >= 0 for part, flow in zip(moved, flows, strict=True))
    if reading is Coverage.GROSS_POOL:
        assert result.paid + result.collected <= wager
    if reading is Coverage.GROSS_TWO_SIDED:
        assert max(result.paid, result.collected) <= wager


@given(st.sampled_from(READINGS), st.lists(amounts, max_size=12))
def test_v6_a_wager_that_reaches_everything_is_no_limit(reading: Coverage, flows: list[int]) -> None:
    """With W at least the sum of the flows every reading moves them whole (G12 V6)."""
    wager = max(1, sum(map(abs, flows)))
    assert flows == run(BankState(reading, single_bank("pd", wager)), flows)


@given(st.integers(), st.lists(st.integers(min_value=1, max_value=10**6), min_size=1, max_size=8))
def test_shares_sum_to_the_amount_and_stay_within_the_contribution(amount: int, weights: list[int]) -> None:
    """No cent is lost or made, and a layer's net never costs anyone more than was put in (G8.8)."""
    net = amount % (sum(weights) + 1)
    shares = share_out(net, tuple(weights))
    assert net == sum(shares)
    assert all(0 <= share <= weight for share, weight in zip(shares, weights, strict=True))
