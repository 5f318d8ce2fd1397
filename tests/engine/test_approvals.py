"""An approval holds for one command, moment and table, once, and from the right people (DURABILITY 9)."""

from dataclasses import replace
from typing import get_args

import pytest

from controller.engine.actors import Approval, Need, Role
from controller.engine.approvals import (
    APPROVAL_LIVES_US,
    SERVING,
    approved,
    bad_approval,
    command_digest,
    may_serve,
    takes_approval,
)
from controller.engine.commands import Ask, OpenTable, Resume, VoidRound
from controller.engine.decide.people import needs
from controller.engine.refusals import RefusalCode
from controller.engine.state import Context, Phase
from tests.engine.approving import OFFERED, TABLE, sealed
from tests.engine.given import BOTH, FLOOR, Felt
from tests.engine.stages import at

DUAL = Need(role=Role.FLOOR, dual=True)
VOID = VoidRound(reason="a face was seen")


def _held() -> Felt:
    felt = at(Phase.PREFLOP)
    felt.report()
    return felt


def _given(felt: Felt, command: Ask = VOID) -> Approval:
    """Give the approval that the table's authority would make of this command now."""
    given = sealed(approved(command, FLOOR), felt.state, felt.now_us)
    assert isinstance(given, VoidRound)
    assert given.approval is not None
    return given.approval


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"table": "T2"}, RefusalCode.APPROVAL_ELSEWHERE),
        ({"token": "an earlier offer"}, RefusalCode.APPROVAL_OUTDATED),
        ({"number": 0}, RefusalCode.APPROVAL_USED),
        ({"given_us": -APPROVAL_LIVES_US - 1}, RefusalCode.APPROVAL_LAPSED),
        ({"given_us": 1}, RefusalCode.APPROVAL_LAPSED),
        ({"role": Role.TECHNICIAN}, RefusalCode.NEEDS_ROLE),
        ({"role": Role.AUDITOR}, RefusalCode.NEEDS_ROLE),
        ({"role": Role.DEALER}, RefusalCode.NEEDS_ROLE),
        ({"person": "1"}, RefusalCode.DEALS_HERE),
    ],
)
def test_a_wrong_approval_changes_nothing_and_says_why(changes: dict[str, object], code: RefusalCode) -> None:
    """Another table, moment or time, a second use, a wrong person: each has its own reason (issue 6)."""
    felt = _held()
    wrong = replace(_given(felt), **changes)  # type: ignore[arg-type]  # the case names a field and its type
    assert code is felt.refused(replace(VOID, approval=wrong))
    felt.ask(replace(VOID, approval=_given(felt)))
    assert Phase.COLLECT is felt.phase()


def test_a_command_changed_after_its_approval_is_refused() -> None:
    """The digest covers every field, so that a swapped reason or amount is found (DURABILITY 17)."""
    felt = _held()
    assert RefusalCode.APPROVAL_MISMATCH is felt.refused(VoidRound(reason="b", approval=_given(felt)))
    assert RefusalCode.APPROVAL_MISMATCH is felt.refused(Resume(approval=_given(felt)))


def test_an_approval_lives_sixty_seconds() -> None:
    """At its 60th second it still holds (DURABILITY 9)."""
    felt = _held()
    approval = _given(felt)
    felt.now_us += APPROVAL_LIVES_US
    felt.ask(replace(VOID, approval=approval))
    assert Phase.COLLECT is felt.phase()


def test_a_used_approval_stays_used_after_a_replay() -> None:
    """What was used up stands in the record, so that no restart frees it again (V12)."""
    felt = _held()
    approval = _given(felt)
    felt.ask(replace(VOID, approval=approval))
    felt.state = felt.replayed()
    used = [event for event in felt.events if event.kind == "approval_used"]
    assert (1, "floor-1", "void_round") == (felt.state.staff.approvals - 1, used[-1].person, used[-1].command)
    context = Context(actor="dealer:1", role=Role.DEALER, now_us=0, table=TABLE, token=OFFERED)
    refused = bad_approval(felt.state, Need(role=Role.FLOOR), replace(VOID, approval=approval), context)
    assert refused is not None
    assert RefusalCode.APPROVAL_USED is refused.code


@pytest.mark.parametrize(
    ("second", "role", "code"),
    [
        (None, None, RefusalCode.NEEDS_SECOND),
        ("floor-1", Role.SHIFT, RefusalCode.SAME_PERSON),
        ("floor-2", Role.FLOOR, RefusalCode.SAME_ROLE),
        ("tech-1", Role.TECHNICIAN, RefusalCode.NEEDS_ROLE),
        ("audit-1", Role.AUDITOR, RefusalCode.NEEDS_ROLE),
        ("1", Role.SHIFT, RefusalCode.DEALS_HERE),
        ("shift-1", Role.SHIFT, None),
    ],
)
def test_dual_control_takes_two_persons_of_two_roles(
    second: str | None, role: Role | None, code: RefusalCode | None
) -> None:
    """One person twice, two of one role, a role without rulings, the dealer: refused (DURABILITY 9)."""
    felt = _held()
    approval = replace(_given(felt), second_person=second, second_role=role)
    context = Context(actor="dealer:1", role=Role.DEALER, now_us=0, table=TABLE, token=OFFERED)
    refused = bad_approval(felt.state, DUAL, replace(VOID, approval=approval), context)
    assert code is (None if refused is None else refused.code)


def test_what_needs_the_shift_manager_is_not_the_floor_s_to_give() -> None:
    """A badge is enabled by the shift manager alone (DURABILITY 9)."""
    assert [Role.SHIFT] == [role for role in Role if may_serve(Need(role=Role.SHIFT), role)]


def test_a_technician_and_an_auditor_rule_nothing() -> None:
    """No money and no rulings for the one, no writing at all for the other (DURABILITY 9)."""
    rulings = (Need(role=Role.FLOOR), Need(role=Role.SHIFT), DUAL)
    assert not any(may_serve(need, Role.TECHNICIAN) for need in rulings)
    assert not any(Role.AUDITOR in roles for roles in SERVING.values())


def test_every_command_that_needs_somebody_has_a_place_for_the_approval() -> None:
    """Without the field nobody could ever give it."""
    felt = Felt()
    asked = [needs(felt.state, OpenTable()), needs(felt.state, VOID)]
    assert [Need(role=Role.FLOOR)] * 2 == asked
    assert {"open_table", "void_round"} <= {
        kind.__dataclass_fields__["kind"].default for kind in get_args(Ask) if "approval" in kind.__slots__
    }
    assert takes_approval(OpenTable())


def test_digests_tell_like_spelled_values_apart() -> None:
    """Text and number, one text and two: no two commands share an approval (DURABILITY 9)."""
    texts = ("a", "b", "", "1", "a:1:b;")
    assert len(texts) == len({command_digest(VoidRound(reason=text)) for text in texts})
    assert command_digest(VOID) == command_digest(replace(VOID, approval=BOTH))
