"""Every planted bug is caught; without it the same check passes (CDP1 13, planted bugs)."""

import pytest

from tests.drivers.planted import HOST, Plant, short_soak
from tests.drivers.planted_device import DEVICE

_FAILURES = (AssertionError, KeyError, ValueError, IndexError, TypeError, pytest.fail.Exception)


@pytest.mark.parametrize("plant", HOST + DEVICE, ids=lambda plant: plant.name)
@pytest.mark.logs("port_turn_failed")
def test_planted_bug_is_caught(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line made wrong, and its check fails (CDP1 13)."""
    plant.put(monkeypatch)

    with pytest.raises(_FAILURES):
        plant.caught_by()


@pytest.mark.parametrize(("level", "variant"), [("noisy", False), ("hell", False), ("hell", True)])
def test_soaks_of_the_plants_pass_without_a_bug(level: str, variant: bool) -> None:  # noqa: FBT001
    """The short soaks that catch plants find nothing in the true code (CDP1 13)."""
    short_soak(level, variant=variant)

    assert len({plant.name for plant in HOST + DEVICE}) == len(HOST + DEVICE) >= 20
