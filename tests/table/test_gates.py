"""What the record's state does not let through (DURABILITY 4.3)."""

from dataclasses import dataclass

import pytest

from controller.engine.commands import CloseBetting, CloseStreet, Command
from controller.engine.refusals import RefusalCode, Refused
from controller.table.gates import barred

FULL = Refused(code=RefusalCode.RECORD_DEGRADED, field="record", value="full")


@dataclass(frozen=True)
class Fit:
    """Be a record that refuses new rounds for a reason, or not."""

    refusal: str | None


@pytest.mark.parametrize(
    ("command", "reason", "expected"),
    [
        (CloseBetting(), None, None),
        (CloseBetting(), "full", FULL),
        (CloseStreet(), "full", None),
    ],
)
def test_only_the_deal_of_a_new_round_is_barred(
    command: Command, reason: str | None, expected: Refused | None
) -> None:
    """A round in progress may end on what room there is; no new one is dealt (DURABILITY 4.3, F5)."""
    assert expected == barred(command, Fit(reason))
