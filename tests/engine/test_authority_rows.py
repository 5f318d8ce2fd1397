"""Nothing is done without whom it takes, by no other role, and not twice (G9.1, G11.6, DURABILITY 9)."""

from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from controller.cli.enrolment import Enrolment, Witness, may_witness
from controller.engine.actors import Approval, Need, Role
from controller.engine.approvals import approved
from controller.engine.commands import Ask, Irregularity, ReportIrregularity, VoidRound
from controller.engine.decide.people import needs
from controller.engine.ids import SeatNo
from controller.engine.life_commands import LifeAsk
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Irregular, Ruling, RulingAuthority
from controller.engine.state import DealingMode, Phase
from controller.journal.notes import PersonAction
from controller.table.credentials import People
from tests.engine.approving import DEALER, SIGNED
from tests.engine.authority_table import CASES, DEALER_RULES, DEALERS_OWN, TWO_RULE, Case
from tests.engine.given import BOTH, CALIFORNIA, FLOOR, Felt
from tests.engine.robot import play_until_round
from tests.engine.ruling_kit import rule
from tests.engine.stages import at
from tests.engine.test_g9_rows_cards import dealt
from tests.engine.test_g9_rows_wagers import river
from tests.table.test_authority import KEYS, _person

BY_NAME = {case.name: case for case in CASES}
NAMES = sorted(BY_NAME)
DUAL = sorted(case.name for case in CASES if case.need.dual)
MAY_APPROVE = {
    Role.DEALER: {Role.DEALER},
    Role.FLOOR: {Role.FLOOR, Role.SHIFT},
}
"""Who approves alone what needs a role; a technician and an auditor nothing of it (DURABILITY 9)."""


@cache
def _felt(name: str) -> Felt:
    """Give the table of a case; asking it without an answer that counts leaves it as it is."""
    return BY_NAME[name].felt()


def _consent(case: Case) -> Approval:
    """Give the consent that a case takes."""
    if case.need.role is Role.DEALER:
        return SIGNED if case.need.dual else DEALER
    return BOTH if case.need.dual else FLOOR


def _code(felt: Felt, command: Ask) -> RefusalCode | None:
    before = felt.state
    decided = felt.decided(command)
    assert before == felt.state
    return decided.code if isinstance(decided, Refused) else None


def test_every_command_has_its_row() -> None:
    """A new command says who may ask it, or it fails here."""
    kinds = [kind for ask in get_args(Ask) for kind in (get_args(ask) if ask is LifeAsk else (ask,))]
    asked = {kind.__dataclass_fields__["kind"].default for kind in kinds}
    assert asked == {case.command.kind for case in CASES} | DEALERS_OWN


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_done_without_an_approval(name: str) -> None:
    """Whoever asks, at whatever front end: no approval, no event (DURABILITY 9)."""
    case = BY_NAME[name]
    felt = _felt(name)
    assert RefusalCode.NEEDS_APPROVAL is _code(felt, case.command)
    assert case.need == needs(felt.state, case.command)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(DUAL)))
@pytest.mark.parametrize("role", list(Role))
def test_no_other_role_approves(name: str, role: Role) -> None:
    """A dealer rules nothing, a technician moves no money, an auditor writes nothing (DURABILITY 9)."""
    case = BY_NAME[name]
    code = _code(_felt(name), approved(case.command, replace(FLOOR, person="somebody", role=role)))
    assert (code is RefusalCode.NEEDS_ROLE) == (role not in MAY_APPROVE[case.need.role])


@pytest.mark.parametrize("name", DUAL)
def test_the_second_of_two_needs_a_role_as_well(name: str) -> None:
    """Beside a fit person neither technician nor auditor counts, and two may not lack the role itself."""
    case, both = BY_NAME[name], _consent(BY_NAME[name])
    for role in (Role.TECHNICIAN, Role.AUDITOR):
        code = _code(_felt(name), approved(case.command, replace(both, second_role=role)))
        assert RefusalCode.NEEDS_ROLE is code
    if case.need.role is Role.DEALER:
        supervisors = replace(both, person="shift-1", role=Role.SHIFT)
        assert RefusalCode.NEEDS_ROLE is _code(_felt(name), approved(case.command, supervisors))


@pytest.mark.parametrize("name", DUAL)
def test_one_person_is_not_two(name: str) -> None:
    """Dual control with one person, twice the same, or twice the same role (DURABILITY 9)."""
    case = BY_NAME[name]
    felt, both = _felt(name), _consent(case)
    one = replace(both, second_person=None, second_role=None)
    same = replace(both, second_person=both.person)
    alike = replace(both, second_person="other", second_role=both.role)
    codes = [_code(felt, approved(case.command, wrong)) for wrong in (one, same, alike)]
    assert [RefusalCode.NEEDS_SECOND, RefusalCode.SAME_PERSON, RefusalCode.SAME_ROLE] == codes


@pytest.mark.parametrize("code", list(Irregular))
def test_each_row_of_the_policy_has_its_persons(code: Irregular) -> None:
    """As the table of G9.1 says, whatever the policy file holds."""
    who = CALIFORNIA.policy.row(code.value).who
    if code.value in DEALER_RULES:
        assert RulingAuthority.DEALER is who
    else:
        assert who is (RulingAuthority.DUAL if code.value in TWO_RULE else RulingAuthority.FLOOR)


def test_a_ruling_of_the_floor_is_refused_to_the_dealer_in_every_row() -> None:
    """The command alone decides nothing: without an approval each of them is refused (G9.1)."""
    felt = at(Phase.PREFLOP)
    felt.ask(ReportIrregularity(reason=Irregularity.OTHER))
    rows = [row for row in CALIFORNIA.policy.rows_in("preflop") if row.code.value not in DEALER_RULES]
    assert rows
    codes = {_code(felt, rule(row.code.value, ruling)) for row in rows for ruling in row.allowed}
    assert {RefusalCode.NEEDS_APPROVAL} == codes


def test_a_void_that_a_dealers_row_allows_still_takes_the_floor() -> None:
    """Whatever a card room's file says of a row, no dealer voids a round alone (G9.1, VOID)."""
    policy = CALIFORNIA.policy
    open_row = replace(policy.row("I30"), allowed=(*policy.row("I30").allowed, policy.row("I9").default))
    rows = tuple(open_row if row.code == "I30" else row for row in policy.rows)
    felt = Felt(rules=replace(CALIFORNIA, policy=replace(policy, rows=rows)))
    felt.prepare()
    command = rule("I30", policy.row("I9").default)
    assert Need(role=Role.FLOOR) == needs(felt.state, command)


def test_an_approval_is_used_up_with_its_command() -> None:
    """The event that says so stands beside what was done (DURABILITY 9)."""
    felt = at(Phase.PREFLOP)
    events = felt.ask(VoidRound(reason="test", approval=FLOOR))
    assert ["approval_used"] == [event.kind for event in events if event.kind == "approval_used"]
    assert 2 == felt.state.staff.approvals


def test_a_card_is_entered_by_two_in_every_row() -> None:
    """Whoever rules the row, an identity takes two persons (I8, I26, I30, DURABILITY 9)."""
    felt = at(Phase.PREFLOP)
    cards = [rule(code, Ruling.ENTER_CARD, place="seat 2 card 1") for code in ("I8", "I26", "I30")]
    assert [Need(role=Role.FLOOR, dual=True)] * 3 == [needs(felt.state, card) for card in cards]


def test_a_late_settlement_takes_the_shift_manager() -> None:
    """Once a card of the next round is out, two persons, one of them the shift manager (I27)."""
    felt = river(dealt(DealingMode.SHOE), settle=True)
    felt.settle()
    again = rule("I27", Ruling.REVERSE_SETTLEMENT, seat=SeatNo(2))
    assert Need(role=Role.FLOOR) == needs(felt.state, again)
    play_until_round(felt, 2)
    while felt.phase() is not Phase.HOLE:
        assert felt.prompt.primary is not None
        felt.ask(felt.prompt.primary.command)
    assert Need(role=Role.FLOOR) == needs(felt.state, again)
    felt.draw()
    assert Need(role=Role.SHIFT, dual=True) == needs(felt.state, again)


def test_people_are_changed_by_the_pair() -> None:
    """Floor and shift manager agree to a change, each asked for by the own role (DURABILITY 9)."""
    pair = (
        _person(pin="24681012"),
        _person("5512", "BADGE-2", "13579111", Role.SHIFT),
    )
    asked = Enrolment(People(pair, KEYS)).witnesses(PersonAction.ADDED, "9")
    assert {Witness.FLOOR, Witness.SHIFT} == set(asked)
    fits = [[may_witness(person, witness) for witness in (Witness.FLOOR, Witness.SHIFT)] for person in pair]
    assert [[True, False], [False, True]] == fits
