"""Badge and PIN: who may approve, and how long a guesser waits (DURABILITY 9)."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.engine.actors import ApprovalMethod, Need, Role
from controller.engine.approvals import command_digest
from controller.engine.commands import OpenTable, VoidRound
from controller.engine.faults import ConfigFault
from controller.engine.ids import Token
from controller.engine.refusals import RefusalCode
from controller.journal.notes import AuthFailed, AuthOk
from controller.table.authority import Approved, Asked, BadgeAuthority, Denied, Throttle
from controller.table.credentials import (
    Cost,
    People,
    Person,
    badge_keys,
    enrol,
    fits_pin,
)
from controller.table.envelope import Credential
from controller.table.people_file import encode_people, load_people

KEYS = badge_keys(bytes(range(32)))
CHEAP = Cost(passes=1, memory_kib=64, lanes=1)
SECOND_US = 1_000_000


def _person(
    person_id: str = "4471", badge: str = "BADGE-1", pin: str = "246810", role: Role = Role.FLOOR
) -> Person:
    return enrol(
        keys=KEYS,
        person_id=person_id,
        name="R. Diaz",
        role=role,
        badge=badge,
        pin=pin,
        random_bytes=bytes,
        cost=CHEAP,
    )


def _authority() -> BadgeAuthority:
    return BadgeAuthority(People((_person(),), KEYS))


def _try(authority: BadgeAuthority, pin: str, now_us: int = 0, badge: str = "BADGE-1") -> Approved | Denied:
    return authority.approve(_asked(now_us=now_us), Credential(badge=badge, pin=pin), None)


def _asked(*, now_us: int = 0, offer: str = "t1", dual: bool = False) -> Asked:
    return Asked(
        command=OpenTable(),
        need=Need(role=Role.FLOOR, dual=dual),
        token=Token(offer),
        table="T1",
        number=7,
        now_us=now_us,
    )


def test_an_approval_is_bound_to_one_command_and_offer() -> None:
    """It names the person, the role, the command's digest and the token (ARCHITECTURE 3)."""
    verdict = _try(_authority(), "246810")
    assert isinstance(verdict, Approved)
    approval = verdict.approval
    assert ("4471", Role.FLOOR, ApprovalMethod.BADGE_AND_PIN) == (
        approval.person,
        approval.role,
        approval.method,
    )
    assert (command_digest(OpenTable()), "t1") == (approval.digest, approval.token)
    assert isinstance(verdict.notes[0], AuthOk)


def test_another_command_has_another_digest() -> None:
    """An approval given for one void cannot carry another."""
    assert command_digest(VoidRound(reason="a")) != command_digest(VoidRound(reason="b"))


@pytest.mark.parametrize(("badge", "pin"), [("BADGE-1", "000000"), ("BADGE-9", "246810")])
def test_a_wrong_pin_and_an_unknown_badge_get_the_same_words(badge: str, pin: str) -> None:
    """Nobody learns which badges exist (DURABILITY 9)."""
    verdict = _try(_authority(), pin, badge=badge)
    assert isinstance(verdict, Denied)
    assert RefusalCode.WRONG_CREDENTIAL is verdict.refused.code
    assert (AuthFailed(badge=KEYS.badge_mac(badge)),) == verdict.notes


def test_the_sixth_try_after_five_failures_waits_30_seconds() -> None:
    """Five tries are free, then the wait doubles (DURABILITY 9)."""
    authority = _authority()
    for _ in range(5):
        _try(authority, "000000")
    early = _try(authority, "246810", 29 * SECOND_US)
    assert isinstance(early, Denied)
    assert (RefusalCode.THROTTLED, "in 1 s") == (early.refused.code, early.refused.allowed)
    assert isinstance(_try(authority, "246810", 30 * SECOND_US), Approved)


def test_ten_failures_turn_a_badge_off() -> None:
    """Only the shift manager turns it on again (DURABILITY 9)."""
    authority = _authority()
    for count in range(10):
        _try(authority, "000000", count * 1_000 * SECOND_US)
    verdict = _try(authority, "246810", 10**12)
    assert isinstance(verdict, Denied)
    assert RefusalCode.THROTTLED is verdict.refused.code
    assert "shift manager" in verdict.refused.allowed


def test_a_restart_frees_nobody_from_waiting() -> None:
    """The failures stand in the record, and the full wait starts again (DURABILITY 9)."""
    authority = _authority()
    for _ in range(5):
        authority.remember(AuthFailed(badge=KEYS.badge_mac("BADGE-1")), 50 * SECOND_US)
    assert isinstance(_try(authority, "246810", 79 * SECOND_US), Denied)
    assert isinstance(_try(authority, "246810", 80 * SECOND_US), Approved)


def test_a_success_in_the_record_ends_the_row() -> None:
    """Failures count in a row only."""
    authority = _authority()
    badge = KEYS.badge_mac("BADGE-1")
    for _ in range(5):
        authority.remember(AuthFailed(badge=badge), 0)
    authority.remember(AuthOk(person="4471", badge=badge), 0)
    assert isinstance(_try(authority, "246810"), Approved)


def test_the_table_s_own_wait_begins_at_fifteen_failures() -> None:
    """Guessing with ever new badges is slow too (DURABILITY 9)."""
    throttle = Throttle()
    for number in range(15):
        throttle.failed(f"badge {number}".encode(), 0)
    assert 30 * SECOND_US == throttle.wait_us(b"a new badge", 0)


@pytest.mark.parametrize("pin", ["", "12345", "1234567", "123456789", "12345a", "١٢٣٤٥٦"])
def test_a_pin_has_six_digits_or_eight(pin: str) -> None:
    """Other PINs are refused without being repeated (DURABILITY 9)."""
    with pytest.raises(ValueError, match="a PIN has 6 digits") as caught:
        _person(pin=pin)
    assert not pin or pin not in str(caught.value)


def test_the_people_file_reads_back_as_written(tmp_path: Path) -> None:
    """What `supervisors add` writes is what a start reads."""
    path = tmp_path / "people.json"
    path.write_bytes(encode_people(People((_person(),), KEYS)))
    people = load_people(path, KEYS)
    assert (_person(),) == people.all
    assert _person() == people.identify("BADGE-1", "246810")


def test_the_people_file_holds_neither_badge_nor_pin() -> None:
    """Both stand there only as what is derived from them (DURABILITY 9)."""
    text = encode_people(People((_person(),), KEYS)).decode()
    assert "BADGE-1" not in text
    assert "246810" not in text
    assert "246810" not in repr(_person())


def test_without_a_file_there_is_nobody_and_no_pin_opens_anything(tmp_path: Path) -> None:
    """There is no default PIN (DURABILITY 9)."""
    people = load_people(tmp_path / "none.json", KEYS)
    assert () == people.all
    assert people.identify("", "") is None


def test_a_people_file_that_cannot_be_read_is_a_config_fault(tmp_path: Path) -> None:
    """A folder in its place, or no permission, is told as a wrong file and not as nobody."""
    with pytest.raises(ConfigFault, match="supervisors add") as caught:
        load_people(tmp_path, KEYS)
    assert "IsADirectoryError" == caught.value.value


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "[" * 100_000, '{"v":1,"people":[]}', '{"v":1,"people":[{"id":"1"}],"key":"","mac":""}'],
)
def test_a_broken_people_file_is_a_config_fault(tmp_path: Path, text: str) -> None:
    """The fault names the file and what is allowed."""
    path = tmp_path / "people.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_people(path, KEYS)
    assert str(path) == caught.value.file


def test_people_of_another_root_key_are_noticed(tmp_path: Path) -> None:
    """An exchanged key file is named, not taken for wrong PINs of everybody (DURABILITY 9)."""
    path = tmp_path / "people.json"
    path.write_bytes(encode_people(People((_person(),), KEYS)))
    with pytest.raises(ConfigFault, match="exchanged") as caught:
        load_people(path, badge_keys(bytes(32)))
    assert "another root key" == caught.value.value


def test_people_that_somebody_edited_are_noticed(tmp_path: Path) -> None:
    """A right that `supervisors` did not write gives nobody anything (DURABILITY 17)."""
    path = tmp_path / "people.json"
    text = encode_people(People((_person(),), KEYS)).decode()
    path.write_text(text.replace('"role":"floor"', '"role":"shift"'), encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_people(path, KEYS)
    assert "DamagedPeople" == caught.value.value


def test_every_wrong_proof_costs_one_and_the_same_check() -> None:
    """Unknown badge, wrong PIN, disabled person: one derivation each, of one cost (issue 6, bad input)."""
    costs: list[Cost] = []

    def fits(person: Person, peppered: bytes) -> bool:
        costs.append(person.cost)
        return fits_pin(person, peppered)

    gone = replace(_person("9", "BADGE-9", "135791"), is_disabled=True)
    people = People((_person(), gone), KEYS, fits=fits)
    tries = (("BADGE-1", "000000"), ("BADGE-X", "246810"), ("BADGE-9", "135791"), ("BADGE-9", "000000"))
    assert [None] * 4 == [people.identify(badge, pin) for badge, pin in tries]
    assert [CHEAP] * 4 == costs


def test_pins_are_stored_as_the_paper_says() -> None:
    """Argon2id with 3 passes, 64 MiB and 4 lanes is the second recommendation of RFC 9106 (DURABILITY 9)."""
    assert (3, 65_536, 4) == (Cost().passes, Cost().memory_kib, Cost().lanes)
    assert (16, 32) == (len(_person().salt), len(_person().tag))


def test_two_people_cannot_share_a_badge() -> None:
    """A badge names one person."""
    people = People((_person(),), KEYS)
    with pytest.raises(ValueError, match="somebody else"):
        people.with_person(_person(person_id="9"))
    assert (_person(pin="135791"),) == people.with_person(_person(pin="135791")).all


def _pair() -> BadgeAuthority:
    """Know a floor supervisor and a shift manager with eight digits, and one with six."""
    people = (
        _person(pin="24681012"),
        _person("5512", "BADGE-2", "13579111", Role.SHIFT),
        _person("5513", "BADGE-3", "135791", Role.SHIFT),
        _person("7001", "BADGE-4", "77777777", Role.TECHNICIAN),
    )
    return BadgeAuthority(People(people, KEYS))


FIRST = Credential(badge="BADGE-1", pin="24681012")
SECOND = Credential(badge="BADGE-2", pin="13579111")


def _code(verdict: Approved | Denied) -> RefusalCode | None:
    return verdict.refused.code if isinstance(verdict, Denied) else None


def test_two_persons_at_once_make_one_approval() -> None:
    """Both stand in it, and both proofs in the record (DURABILITY 9)."""
    verdict = _pair().approve(_asked(dual=True), FIRST, SECOND)
    assert isinstance(verdict, Approved)
    approval = verdict.approval
    assert ("4471", "5512", Role.SHIFT) == (approval.person, approval.second_person, approval.second_role)
    assert ("T1", 7, 0) == (approval.table, approval.number, approval.given_us)
    assert ["4471", "5512"] == [note.person for note in verdict.notes if isinstance(note, AuthOk)]


def test_two_persons_may_come_one_after_the_other_within_sixty_seconds() -> None:
    """The approval's time is that of the first of them (DURABILITY 9)."""
    authority = _pair()
    assert RefusalCode.NEEDS_SECOND is _code(authority.approve(_asked(dual=True), FIRST, None))
    verdict = authority.approve(_asked(dual=True, now_us=60 * SECOND_US), SECOND, None)
    assert isinstance(verdict, Approved)
    assert ("4471", "5512", 0) == (
        verdict.approval.person,
        verdict.approval.second_person,
        verdict.approval.given_us,
    )


@pytest.mark.parametrize(
    ("offer", "now_us", "who"),
    [("t1", 61 * SECOND_US, SECOND), ("t2", 0, SECOND), ("t1", 0, FIRST)],
    ids=["too late", "another offer", "the same person"],
)
def test_a_first_consent_serves_nothing_else(offer: str, now_us: int, who: Credential) -> None:
    """Too late, for another offer, or by the same person twice: it only counts as a first one again."""
    authority = _pair()
    authority.approve(_asked(dual=True), FIRST, None)
    assert RefusalCode.NEEDS_SECOND is _code(
        authority.approve(_asked(dual=True, offer=offer, now_us=now_us), who, None)
    )


@pytest.mark.parametrize(
    ("who", "code"),
    [
        (Credential(badge="BADGE-3", pin="135791"), RefusalCode.NEEDS_LONG_PIN),
        (Credential(badge="BADGE-4", pin="77777777"), RefusalCode.NEEDS_ROLE),
        (Credential(badge="BADGE-2", pin="00000000"), RefusalCode.WRONG_CREDENTIAL),
    ],
)
def test_nobody_is_half_of_dual_control_without_the_right(who: Credential, code: RefusalCode) -> None:
    """Six digits, a technician, a wrong PIN: neither first nor second (DURABILITY 9)."""
    assert code is _code(_pair().approve(_asked(dual=True), who, None))
    assert code is _code(_pair().approve(_asked(dual=True), FIRST, who))


def test_only_approvals_given_here_are_known() -> None:
    """One made elsewhere, or changed by a digit, was not given here."""
    authority = _pair()
    verdict = authority.approve(_asked(), FIRST, None)
    assert isinstance(verdict, Approved)
    assert authority.gave(verdict.approval)
    assert not authority.gave(replace(verdict.approval, number=8))
