"""Ten thousand wrong PINs take as long as was computed, and restarts shorten nothing (F22, DURABILITY 9)."""

import random

import pytest

from controller.engine.actors import Need, Role
from controller.engine.commands import OpenTable
from controller.engine.ids import Token
from controller.engine.refusals import RefusalCode
from controller.journal.notes import AuthFailed, Note
from controller.table.authority import Asked, BadgeAuthority, Denied
from controller.table.credentials import People, badge_keys
from controller.table.envelope import Credential
from controller.table.snapshots import KEPT_FAILURES, Failures

TRIES = 10_000
WAITED_S = 8_982_930
"""30, 60, 120, 240 and 480 s from the 15th failure on, then 900 s each (DURABILITY 16, F22)."""

SECOND_US = 1_000_000
KEYS = badge_keys(bytes(32))
EARLY_EACH = 50
"""Between two tries that count, so often somebody tries too early; those cost nothing and count nothing."""


def _asked(now_us: int) -> Asked:
    need = Need(role=Role.FLOOR, dual=False)
    return Asked(command=OpenTable(), need=need, token=Token("t"), table="T1", number=1, now_us=now_us)


def _try(authority: BadgeAuthority, number: int, now_us: int) -> Denied:
    verdict = authority.approve(_asked(now_us), Credential(badge=f"UNKNOWN-{number}", pin="123456"), None)
    assert isinstance(verdict, Denied)
    return verdict


def _guess(restarts: frozenset[int]) -> tuple[int, list[Note]]:
    """Guess with another badge each time, as soon as the table lets one; give the time and the notes."""
    authority, failures, now_us, waited_us = BadgeAuthority(People((), KEYS)), Failures(), 0, 0
    notes: list[Note] = []
    for number in range(TRIES):
        if number in restarts:
            authority, now_us = BadgeAuthority(People((), KEYS)), 0
            for badge in failures.badges:
                authority.remember(AuthFailed(badge=badge), now_us)
        verdict = _try(authority, number, now_us)
        if verdict.refused.code is RefusalCode.THROTTLED:
            assert () == verdict.notes
            wait_us = int(verdict.refused.allowed.split()[1]) * SECOND_US
            if number % EARLY_EACH == 0:
                early = _try(authority, number, now_us + wait_us - 1)
                assert RefusalCode.THROTTLED is early.refused.code
            now_us, waited_us = now_us + wait_us, waited_us + wait_us
            verdict = _try(authority, number, now_us)
        assert RefusalCode.WRONG_CREDENTIAL is verdict.refused.code
        failures.note(verdict.notes)
        notes += verdict.notes
    return waited_us // SECOND_US, notes


@pytest.mark.parametrize("restarts", [0, 40])
def test_ten_thousand_wrong_pins_take_a_hundred_days(restarts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One note a failure, none for a try that came too early; a restart begins the full wait again (F22)."""
    monkeypatch.setattr(People, "identify", lambda _people, _badge, _pin: None)
    chance = random.Random(4)
    waited_s, notes = _guess(frozenset(chance.sample(range(1, TRIES), restarts)))
    assert waited_s >= WAITED_S
    assert waited_s <= WAITED_S + restarts * 900
    assert TRIES == len(notes)
    assert all(isinstance(note, AuthFailed) for note in notes)


def test_what_a_restart_must_know_stays_small() -> None:
    """The snapshot keeps the failures that still make somebody wait, not every one there ever was (F22)."""
    failures = Failures()
    failures.note(AuthFailed(badge=number.to_bytes(32, "big")) for number in range(TRIES))
    assert KEPT_FAILURES == len(failures.badges)


def test_control_a_table_that_forgets_at_a_restart_is_guessed_in_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the notes of the record the time is far shorter, so the measure above measures something."""
    monkeypatch.setattr(People, "identify", lambda _people, _badge, _pin: None)
    monkeypatch.setattr(BadgeAuthority, "remember", lambda _self, _note, _now_us: None)
    waited_s, _ = _guess(frozenset(range(10, TRIES, 10)))
    assert waited_s < WAITED_S // 100
