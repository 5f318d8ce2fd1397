"""The conformance kit passes the simulated devices, and finds what is planted in them (`devices check`)."""

import random
from dataclasses import replace

import pytest

from drivers.conformance import CHECKS, Check, Finding, Verdict, run_checks
from drivers.errors import LinkMissing
from hw_fixtures.firmware import commands, delivery
from hw_fixtures.firmware import session as device_session
from hw_fixtures.firmware.machine import ShoeMachine, ShufflerMachine, plain_shoe, plain_shuffler
from hw_fixtures.peer.codes import Button, Capability
from tests.drivers.lab import CLEAN, Cable, Device, ManualClock, PipeLink


class SteppingLink(PipeLink):
    """A link on which time passes by reading."""

    def __init__(self, cable: Cable) -> None:
        super().__init__(cable)
        self._line = cable

    def read(self) -> bytes:
        """Let 5 ms pass, then give what has come."""
        self._line.clock.now += 0.005
        self._line.carry()
        return super().read()


def _machine(which: str) -> ShoeMachine | ShufflerMachine:
    made = ShoeMachine(plain_shoe(seed=1)) if which == "shoe" else ShufflerMachine(plain_shuffler(seed=1))
    made.power_on(100_000)
    for count in range(6):
        made.press(Button.CLEAR, 100_000 + count)
    return made


def _check(machine: Device, checks: tuple[Check, ...] = CHECKS) -> dict[str, Finding]:
    clock = ManualClock()
    link = SteppingLink(Cable(machine, clock, random.Random(1), CLEAN))
    return {finding.check.name: finding for finding in run_checks(link, clock, random.Random(2), checks)}


def passes(name: str) -> None:
    """Run one check on a shoe; raises AssertionError with what the device did."""
    chosen = tuple(check for check in CHECKS if check.name == name)
    (finding,) = _check(_machine("shoe"), chosen).values()
    assert Verdict.PASSED == finding.verdict, finding.text


@pytest.mark.parametrize("which", ["shoe", "shuffler"])
def test_simulated_device_conforms(which: str) -> None:
    """Every check passes on both classes (CDP1 whole)."""
    findings = _check(_machine(which))
    wrong = {name: finding.text for name, finding in findings.items() if finding.verdict != Verdict.PASSED}

    assert {} == wrong
    assert len(CHECKS) == len(findings)


def test_missing_capability_skips_the_check() -> None:
    """What a device need not do is skipped, and says why."""
    build = plain_shoe(seed=1)
    object.__setattr__(build.identity, "capabilities", build.identity.capabilities & ~Capability.SELF_TEST)
    machine = ShoeMachine(build)
    machine.power_on(100_000)
    finding = _check(machine)["an operation acts once"]

    assert (Verdict.SKIPPED, "the device lacks SELF_TEST") == (finding.verdict, finding.text)


KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("key", "verdicts", "told"),
    [
        (KEY, {Verdict.PASSED}, ""),
        (bytes(32), {Verdict.FAILED}, "the device does not prove that it holds this key"),
        (None, {Verdict.PASSED, Verdict.SKIPPED}, "the device asks for authentication"),
    ],
)
def test_device_that_asks_for_its_key_is_checked_with_it(
    key: bytes | None, verdicts: set[Verdict], told: str
) -> None:
    """With the key everything passes, with a wrong one nothing, without one only HELLO is asked (CDP1 3)."""
    build = plain_shoe(seed=1)
    capabilities = build.identity.capabilities | Capability.AUTH_REQUIRED
    build.identity = replace(build.identity, capabilities=capabilities, key=KEY)
    machine = ShoeMachine(build)
    machine.power_on(100_000)
    clock = ManualClock()
    link = SteppingLink(Cable(machine, clock, random.Random(1), CLEAN))
    chosen = tuple(check for check in CHECKS if check.name in _QUICK)
    findings = list(run_checks(link, clock, random.Random(2), chosen, auth_key=key))

    assert verdicts == {finding.verdict for finding in findings}
    assert told == findings[-1].text


_QUICK = {"HELLO says who the device is", "RESUME checks epoch and number", "flags change nothing"}


@pytest.mark.parametrize(
    ("owner", "function", "replacement", "check"),
    [
        (device_session.WireSession, "_beat", lambda *_: None, "beats come every 500 ms and echo ours"),
        (device_session.WireSession, "_receive_stale", lambda *_: None, "a foreign session gets BAD_SESSION"),
        (delivery.Delivery, "tick", lambda *_: True, "unacknowledged events come again"),
        (
            delivery.Delivery,
            "eack",
            lambda self, seq, now_ms: self._go_back(now_ms) if seq else True,
            "four equal EACKs give one repeat",
        ),
        (commands, "_known_op", lambda *_: None, "an operation acts once"),
        (
            device_session.WireSession,
            "_out_of_order",
            lambda *_: None,
            "before RESUME the device answers questions only",
        ),
    ],
)
def test_planted_deviation_is_found(
    owner: object, function: str, replacement: object, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device made wrong in one place fails the check of that place, by name."""
    monkeypatch.setattr(owner, function, replacement)
    finding = _check(_machine("shoe"))[check]

    assert Verdict.FAILED == finding.verdict
    assert finding.text


def test_silent_device_fails_every_check() -> None:
    """A device without power answers nothing, and each finding says so."""
    machine = _machine("shoe")
    machine.power_off()
    findings = _check(machine)

    assert {Verdict.FAILED} == {f.verdict for f in findings.values()}
    assert "no response to command 01" in findings["HELLO says who the device is"].text


def test_link_that_does_not_open_is_an_error_of_the_link() -> None:
    """Nothing to check: the error of the link comes out."""
    clock = ManualClock()
    cable = Cable(_machine("shoe"), clock, random.Random(1), CLEAN)
    cable.plugged = False

    with pytest.raises(LinkMissing):
        next(run_checks(SteppingLink(cable), clock, random.Random(2)))


def test_link_that_breaks_is_told_by_the_check() -> None:
    """A link lost in the middle fails the checks from there on, without an exception."""
    clock = ManualClock()
    cable = Cable(_machine("shoe"), clock, random.Random(1), CLEAN)
    found = run_checks(SteppingLink(cable), clock, random.Random(2))
    first = next(found)
    cable.pull()
    second = next(found)

    assert (Verdict.PASSED, Verdict.FAILED) == (first.verdict, second.verdict)
    assert "the link failed" in second.text
