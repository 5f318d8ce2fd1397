"""Whoever takes out one check of authority is caught: each is disabled in turn, and its test fails (issue 6).

A mutant is a function of the product with one piece of its text changed, for the time of one test. The push
plays a part of them, `full` plays all.
"""

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import cast

import pytest

from controller.cli import enrolment
from controller.cli.simulated import fresh_medium
from controller.engine import approvals
from controller.engine.actors import Role
from controller.engine.decide import life, people
from controller.engine.decide.rule import authority as ruling
from controller.engine.prompt import PromptCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode
from controller.table import approving, authority, credentials, table
from controller.table.clock import ManualClock
from controller.table.envelope import Credential
from tests.engine import test_approvals as bound
from tests.engine import test_authority_rows as rows
from tests.engine import test_g9_rows_wagers as wagers
from tests.engine.authority_table import CASES
from tests.sim.stage import Stage, stage
from tests.table import test_approving as whole
from tests.table import test_authority as badges
from tests.table import test_table as tables

Check = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """Hold where a check stands, its text, what stands there without it, and the test that must fail."""

    name: str
    where: Callable[..., object]
    old: str
    new: str
    check: Check


@contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    """Put the mutant into the product, whoever has imported the function, and take it out again."""
    function = cast("FunctionType", mutant.where)
    text = textwrap.dedent(inspect.getsource(function))
    assert 1 == text.count(mutant.old), f"{mutant.name}: the text of {function.__qualname__} has changed"
    scope = dict(function.__globals__)
    exec(compile(text.replace(mutant.old, mutant.new), mutant.name, "exec"), scope)  # noqa: S102 - its own text
    before = function.__code__
    function.__code__ = cast("FunctionType", scope[function.__name__]).__code__
    try:
        yield
    finally:
        function.__code__ = before


def _wrong(changes: dict[str, object], code: RefusalCode) -> None:
    bound.test_a_wrong_approval_changes_nothing_and_says_why(changes, code)


SIX = Credential(badge="BADGE-3", pin="135791")
TECH = Credential(badge="BADGE-4", pin="77777777")


def _need(name: str) -> Mutant:
    """Let a command be done by whoever asks it."""
    kind = rows.BY_NAME[name].command.kind
    where = life.life_needs if kind in OF_LIFE else people.needs
    old = "    match command:"
    new = f"    if command.kind == {kind!r}:\n        return None\n{old}"
    check = partial(rows.test_nothing_is_done_without_an_approval, name)
    return Mutant(f"needs nobody: {name}", where, old, new, check)


OF_LIFE = frozenset(
    {"sign_on_dealer", "count_tray", "fill_tray", "credit_tray", "void_slip", "count_drop", "change_limits"}
)

BINDINGS: tuple[tuple[RefusalCode, Check], ...] = (
    (RefusalCode.APPROVAL_ELSEWHERE, partial(_wrong, {"table": "T2"}, RefusalCode.APPROVAL_ELSEWHERE)),
    (RefusalCode.APPROVAL_MISMATCH, bound.test_a_command_changed_after_its_approval_is_refused),
    (RefusalCode.APPROVAL_USED, bound.test_a_used_approval_stays_used_after_a_replay),
    (RefusalCode.APPROVAL_LAPSED, partial(_wrong, {"given_us": 1}, RefusalCode.APPROVAL_LAPSED)),
    (RefusalCode.APPROVAL_OUTDATED, partial(_wrong, {"token": "x"}, RefusalCode.APPROVAL_OUTDATED)),
)


def _binding(code: RefusalCode, check: Check) -> Mutant:
    """Take one line out of what an approval is bound to."""
    lines = inspect.getsource(approvals._bad_binding).splitlines()
    line = next(one.strip() for one in lines if f"RefusalCode.{code.name}:" in one)
    return Mutant(f"bound to nothing: {code.value}", approvals._bad_binding, line, "", check)


def _bench() -> tables.Bench:
    """Give a closed table nobody has met a device of."""
    return tables.Bench(fresh_medium(bytes(16)), ManualClock())


def _opened() -> Stage:
    """Give a table that a floor supervisor has just opened."""
    made = stage(seed=3)
    made.dealer.play_until(lambda: made.world.prompt.code is PromptCode.OFFER_BANK, "an open table")
    return made


def _not_freed_by_a_restart() -> None:
    whole.test_an_approval_that_comes_back_is_refused_and_recorded(
        _opened(), {"number": 9}, RefusalCode.APPROVAL_MISMATCH
    )


PERSONS = (
    Mutant(
        "the dealer approves for himself",
        approvals._bad_persons,
        "if deals and role is not Role.DEALER:",
        "if False:",
        partial(_wrong, {"person": "1"}, RefusalCode.DEALS_HERE),
    ),
    Mutant(
        "any role approves",
        approvals._bad_persons,
        "if not may_serve(need, role):",
        "if False:",
        partial(_wrong, {"role": Role.TECHNICIAN}, RefusalCode.NEEDS_ROLE),
    ),
    Mutant(
        "dual control is not asked",
        approvals._bad_persons,
        "_bad_pair(need, approval) if need.dual else None",
        "None",
        partial(rows.test_one_person_is_not_two, "set_meter"),
    ),
    Mutant(
        "one person is two",
        approvals._bad_pair,
        "if approval.second_person == approval.person:",
        "if False:",
        partial(rows.test_one_person_is_not_two, "count_tray"),
    ),
    Mutant(
        "one role is two",
        approvals._bad_pair,
        "if approval.second_role is approval.role:",
        "if False:",
        partial(rows.test_one_person_is_not_two, "set_meter"),
    ),
    Mutant(
        "two persons beside the role",
        approvals._bad_pair,
        "if not {approval.role, approval.second_role} & SERVING[need.role]:",
        "if False:",
        partial(rows.test_the_second_of_two_needs_a_role_as_well, "count_tray"),
    ),
    Mutant(
        "an approval is not used up",
        people.decide_ask,
        "return (*decided, approval_used(command, approval))",
        "return decided",
        rows.test_an_approval_is_used_up_with_its_command,
    ),
    Mutant(
        "no approval is judged",
        people.decide_ask,
        "refused = None if need is None else bad_approval(state, need, command, context)",
        "refused = None",
        partial(rows.test_nothing_is_done_without_an_approval, "close_table"),
    ),
    Mutant(
        "an approval may be missing",
        approvals.bad_approval,
        'if approval is None:\n        return _refused(RefusalCode.NEEDS_APPROVAL, "none", need)',
        "if approval is None:\n        return None",
        partial(rows.test_nothing_is_done_without_an_approval, "close_table"),
    ),
    Mutant(
        "any phase will do",
        people._wrong_phase,
        "if allowed_in(state, command.kind):",
        "if True:",
        lambda: whole.test_a_ruling_illegal_in_this_phase_is_refused_with_its_approval_unused(_opened()),
    ),
)

RULINGS = (
    Mutant(
        "the dealer rules every row",
        ruling.rule_needs,
        "if who is RulingAuthority.DEALER:",
        "if True:",
        rows.test_a_ruling_of_the_floor_is_refused_to_the_dealer_in_every_row,
    ),
    Mutant(
        "one rules where the policy asks for two",
        ruling.rule_needs,
        "dual=who is RulingAuthority.DUAL",
        "dual=False",
        rows.test_a_card_is_entered_by_two_in_every_row,
    ),
    Mutant(
        "one corrects once the player-dealer is up",
        ruling.who_rules,
        "if command.code in _DUAL_ONCE_EXPOSED and _dealer_is_up(state):",
        "if False:",
        partial(wagers.test_i36_the_record_is_corrected_to_the_felt, DealingMode.SHOE),
    ),
    Mutant(
        "one enters a card",
        ruling.who_rules,
        "if command.ruling is Ruling.ENTER_CARD:",
        "if False:",
        rows.test_a_card_is_entered_by_two_in_every_row,
    ),
    Mutant(
        "one opens a settlement late",
        ruling.who_rules,
        "if command.code is Irregular.I27 and next_card_is_out(state):",
        "if False:",
        partial(wagers.test_i27_a_settlement_is_reversed_and_settled_again_linked, DealingMode.SHOE),
    ),
    Mutant(
        "no shift manager opens a settlement late",
        ruling.rule_needs,
        "role=Role.SHIFT if late else Role.FLOOR",
        "role=Role.FLOOR",
        rows.test_a_late_settlement_takes_the_shift_manager,
    ),
    Mutant(
        "the dealer voids",
        ruling.who_rules,
        "if command.ruling is Ruling.VOID and row.who is RulingAuthority.DEALER:",
        "if False:",
        rows.test_a_void_that_a_dealers_row_allows_still_takes_the_floor,
    ),
)

BADGES = (
    Mutant(
        "any PIN will do",
        credentials.People.identify,
        "tried if is_right and found",
        "tried if found",
        partial(badges.test_a_wrong_pin_and_an_unknown_badge_get_the_same_words, "BADGE-1", "000000"),
    ),
    Mutant(
        "guessing is quick",
        authority.Throttle.wait_us,
        "return max(",
        "return 0 * max(",
        badges.test_the_sixth_try_after_five_failures_waits_30_seconds,
    ),
    Mutant(
        "a badge is never off",
        authority.Throttle.is_off,
        ">= BADGE_OFF_AT",
        "< 0",
        badges.test_ten_failures_turn_a_badge_off,
    ),
    Mutant(
        "a restart forgets the failures",
        authority.BadgeAuthority.remember,
        "self._throttle.failed(badge, now_us)",
        "pass",
        badges.test_a_restart_frees_nobody_from_waiting,
    ),
    Mutant(
        "a first consent serves another command",
        authority._agrees,
        "is_same and ",
        "",
        partial(badges.test_a_first_consent_serves_nothing_else, "t2", 0, badges.SECOND),
    ),
    Mutant(
        "a first consent never lapses",
        authority._agrees,
        " and is_fresh",
        "",
        partial(badges.test_a_first_consent_serves_nothing_else, "t1", 61_000_000, badges.SECOND),
    ),
    Mutant(
        "the same person comes twice",
        authority._agrees,
        " and earlier.person.id != now.person.id",
        "",
        partial(badges.test_a_first_consent_serves_nothing_else, "t1", 0, badges.FIRST),
    ),
    Mutant(
        "six digits do for two",
        authority._unfit,
        "None if has_pin else RefusalCode.NEEDS_LONG_PIN",
        "None",
        partial(
            badges.test_nobody_is_half_of_dual_control_without_the_right, SIX, RefusalCode.NEEDS_LONG_PIN
        ),
    ),
    Mutant(
        "a technician is half of dual control",
        authority._unfit,
        "return RefusalCode.NEEDS_ROLE",
        "return None",
        partial(badges.test_nobody_is_half_of_dual_control_without_the_right, TECH, RefusalCode.NEEDS_ROLE),
    ),
    Mutant(
        "every approval was given here",
        authority.BadgeAuthority.gave,
        "return approval in self._given",
        "return True",
        badges.test_only_approvals_given_here_are_known,
    ),
    Mutant(
        "a forged approval is taken",
        approving._forged,
        "if approval is None or approval.table != table or authority.gave(approval):",
        "if True:",
        _not_freed_by_a_restart,
    ),
    Mutant(
        "a stale tap is taken",
        table.Table._ask,
        "if envelope.token is not None and offer is None:",
        "if False:",
        lambda: tables.test_a_token_that_means_something_else_by_now_is_stale(_bench()),
    ),
    Mutant(
        "a token carries another command",
        approving._takes_up,
        "if command.kind != offer.command.kind:\n        return False",
        "return True",
        lambda: tables.test_a_token_does_not_carry_another_command(_bench()),
    ),
    Mutant(
        "one person changes people",
        enrolment.Enrolment.witnesses,
        "for role in sorted(agreeing(self._people.all))",
        "for role in ()",
        rows.test_people_are_changed_by_the_pair,
    ),
    Mutant(
        "anybody is a witness",
        enrolment.may_witness,
        "and _WITNESS.get(person.role) is witness",
        "",
        rows.test_people_are_changed_by_the_pair,
    ),
)

ALL = (*map(_need, rows.NAMES), *(_binding(*one) for one in BINDINGS), *PERSONS, *RULINGS, *BADGES)
PUSHED = frozenset(ALL[::3])
"""A third in every run, each kind among them; the rest on request."""


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(one, marks=[] if one in PUSHED else [pytest.mark.full]) for one in ALL],
    ids=[one.name for one in ALL],
)
def test_a_check_that_is_taken_out_is_caught(mutant: Mutant) -> None:
    """The test passes over the product, and fails over the mutant (issue 6)."""
    mutant.check()
    with planted(mutant), pytest.raises((AssertionError, IndexError)):
        mutant.check()
    mutant.check()


def test_no_command_that_needs_somebody_is_left_out() -> None:
    """Each row of the table of authority has its mutant."""
    assert len(ALL) == len({one.name for one in ALL})
    assert {f"needs nobody: {case.name}" for case in CASES} <= {one.name for one in ALL}
