"""What leaves the table does not depend on what lies face down (issue 7, DURABILITY 8, INV6)."""

import pytest

from tests.secrecy.plants import Plant, caught_by_two_runs
from tests.secrecy.two_runs import (
    Script,
    as_it_lies,
    scripts,
    turned_at,
    turned_round,
    until_the_end,
    until_the_reveal,
)

EACH_PUSH = 12
ALL = 400
HOLE_CARDS = 16


def _check(script: Script) -> None:
    straight = until_the_reveal(script, as_it_lies)
    turned = until_the_reveal(script, turned_round(HOLE_CARDS))
    assert len(straight.console) > HOLE_CARDS
    assert len(straight.bodies) > HOLE_CARDS
    assert all(straight.to_devices.values())
    assert [] == straight.differences(turned)


@pytest.mark.parametrize("script", scripts(EACH_PUSH), ids=lambda script: f"{script.dealing}-{script.seed}")
def test_nothing_that_leaves_the_table_tells_the_hole_cards(script: Script) -> None:
    """Console, log, bytes to the devices, sizes and bodies of records: byte-equal until the reveal."""
    _check(script)


@pytest.mark.full
@pytest.mark.parametrize("script", scripts(ALL)[EACH_PUSH:], ids=lambda script: f"{script.seed}")
def test_nothing_tells_them_in_many_scripts(script: Script) -> None:
    """The same for hundreds of scripts."""
    _check(script)


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
@pytest.mark.parametrize("seed", [2, 3])
def test_a_folded_hand_is_never_told(seed: int, dealing: str) -> None:
    """With other cards in the hands that were folded the whole round is the same to its end (G3.8)."""
    script = Script(seed=seed, dealing=dealing, sides=(0,))
    straight = until_the_end(script, as_it_lies)
    assert len(straight.folded) > 1
    turned = until_the_end(script, turned_at(straight.folded))
    assert straight.folded == turned.folded
    assert [] == straight.differences(turned)


@pytest.mark.parametrize("plant", caught_by_two_runs(), ids=lambda plant: plant.name)
def test_a_planted_leak_makes_the_runs_differ(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number, a length or an order tells as much as a word; each must be seen (issue 7)."""
    plant.put(monkeypatch)
    script = Script(seed=1_000, dealing="stacks")
    straight = until_the_reveal(script, as_it_lies)
    assert plant.where in straight.differences(until_the_reveal(script, turned_round(HOLE_CARDS)))
