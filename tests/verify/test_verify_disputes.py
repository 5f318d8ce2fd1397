"""A folded hand that was opened outside of a dispute, or by one person, is held against the record (I35)."""

from pathlib import Path

import pytest

from controller.journal.record import canonical
from controller.verify.verification import Request, verify
from tests.verify.kit import Day, Raw, chained, found, mirror_of, played_day

OUTSIDE = (40, "a folded hand was opened outside of a dispute")
ALONE = (40, "a folded hand was opened by fewer than two persons")
OPENS: Raw = {"kind": "round_opened", "round": 3, "deck": "A", "ruleset": "x", "digest": "y"}
DISPUTE: Raw = {"kind": "hold_raised", "code": "dispute", "device": None, "places": [], "reported": None}
OTHER: Raw = DISPUTE | {"code": "reported"}
OVER: Raw = {"kind": "hold_cleared", "approved_by": "floor-1"}
VOID: Raw = {"kind": "round_voided", "approved_by": "f", "reason": "x", "returned": [], "total": 0}


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


@pytest.mark.parametrize(
    ("persons", "before", "expected"),
    [
        ("floor-1+shift-1", [OPENS, DISPUTE], []),
        ("floor-1+shift-1", [OPENS], [OUTSIDE]),
        ("floor-1+shift-1", [OPENS, OTHER], [OUTSIDE]),
        ("floor-1+shift-1", [OPENS, DISPUTE, OVER], [OUTSIDE]),
        ("floor-1+shift-1", [OPENS, DISPUTE, VOID], [OUTSIDE]),
        ("floor-1", [OPENS, DISPUTE], [ALONE]),
        ("floor-1+floor-1", [OPENS, DISPUTE], [ALONE]),
        ("+floor-1", [OPENS, DISPUTE], [ALONE]),
    ],
)
def test_two_persons_in_a_dispute_or_it_is_found(
    day: Day, tmp_path: Path, persons: str, before: list[Raw], expected: list[tuple[int, str]]
) -> None:
    """The verifier judges by the record alone (DURABILITY 7.4, 14)."""
    opened = {"kind": "folded_hand_opened", "seat": 2, "cards": [], "reason": "pot", "approved_by": persons}
    body = day.body(day.last) | {"cause": None, "events": [*before, opened], "notes": []}
    longer = chained(day.header, [*(record.body for record in day.records), canonical(body)])
    report = verify(Request(files=[mirror_of(longer, tmp_path / "x.bb")]))
    assert expected == [(one.verdict.value, one.reason) for one in found(report) if one.verdict.value == 40]
