"""The checks in order, what they need, and how their findings are told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from drivers.cdp.session_numbers import RandomSource
from drivers.conformance import delivery_checks, session_checks
from drivers.conformance.probe import Deviation, Probe
from drivers.errors import LinkError
from drivers.events import Capability
from drivers.link import Link


class Verdict(StrEnum):
    """Name what a check found."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """Hold one check: what it shows, the clause it quotes, the capabilities it needs."""

    name: str
    clause: str
    run: Callable[[Probe], None]
    needs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Hold the outcome of one check; text says what was wrong, or why it was skipped."""

    check: Check
    verdict: Verdict
    text: str = ""


_S, _D = session_checks, delivery_checks
CHECKS: tuple[Check, ...] = (
    Check(name="HELLO says who the device is", clause="CDP1 3", run=_S.hello),
    Check(name="HELLO of the running session is answered afresh", clause="CDP1 3", run=_S.hello_again),
    Check(name="wrong HELLOs are refused and change nothing", clause="CDP1 3", run=_S.wrong_hello),
    Check(name="a foreign session gets BAD_SESSION", clause="CDP1 2", run=_S.foreign_session),
    Check(name="before RESUME the device answers questions only", clause="CDP1 3", run=_S.before_resume),
    Check(name="RESUME checks epoch and number", clause="CDP1 3", run=_S.resume),
    Check(name="beats come every 500 ms and echo ours", clause="CDP1 4", run=_S.beats),
    Check(name="silence ends the session", clause="CDP1 3", run=_S.silence),
    Check(name="no echo ends the session", clause="CDP1 4", run=_S.no_echo),
    Check(name="BYE ends the session", clause="CDP1 3", run=_S.bye),
    Check(name="garbage, bad frames and borders are survived", clause="CDP1 2", run=_S.garbage),
    Check(name="LNAK comes at most every 100 ms", clause="CDP1 2", run=_S.lnak_rate),
    Check(name="flags change nothing", clause="CDP1 2", run=_S.flags),
    Check(name="a known command id gives the stored response", clause="CDP1 4", run=_D.stored_response),
    Check(name="an old command id is stale", clause="CDP1 4", run=_D.stale_id),
    Check(name="wrong commands get their status", clause="CDP1 4", run=_D.wrong_commands),
    Check(name="queries are answered in their layout", clause="CDP1 5.2", run=_D.queries),
    Check(name="config keys read, write and refuse", clause="CDP1 5.4", run=_D.config),
    Check(name="events come in order, eight at most", clause="CDP1 4", run=_D.window),
    Check(name="unacknowledged events come again", clause="CDP1 4", run=_D.retransmit),
    Check(name="four equal EACKs give one repeat", clause="CDP1 4", run=_D.equal_eacks),
    Check(
        name="an operation acts once",
        clause="CDP1 4",
        run=_D.operation_once,
        needs=Capability.SELF_TEST,
    ),
    Check(name="responses come within 200 ms", clause="CDP1 4", run=_D.promptness),
)


def run_checks(
    link: Link,
    clock: Callable[[], float],
    random: RandomSource,
    checks: tuple[Check, ...] = CHECKS,
    *,
    auth_key: bytes | None = None,
) -> Iterator[Finding]:
    """Open the link, run the checks one by one, give each finding as it comes; raises LinkError at open.

    auth_key: 32 bytes, for a device that asks for AUTH; without it such a device is asked for HELLO alone.
    """
    link.open()
    probe = Probe(link, clock, random, auth_key)
    try:
        for check in checks:
            yield _run(check, probe, has_key=auth_key is not None)
    finally:
        link.close()


def _run(check: Check, probe: Probe, *, has_key: bool) -> Finding:
    identity = probe.identity
    missing = check.needs & ~identity.capabilities if identity is not None else 0
    if missing:
        names = ", ".join(bit.name or "?" for bit in Capability(missing))
        return Finding(check=check, verdict=Verdict.SKIPPED, text=f"the device lacks {names}")
    if identity is not None and identity.capabilities & Capability.AUTH_REQUIRED and not has_key:
        return Finding(check=check, verdict=Verdict.SKIPPED, text="the device asks for authentication")
    try:
        check.run(probe)
    except Deviation as deviation:
        return Finding(check=check, verdict=Verdict.FAILED, text=str(deviation))
    except LinkError as error:
        return Finding(check=check, verdict=Verdict.FAILED, text=f"the link failed: {error}")
    return Finding(check=check, verdict=Verdict.PASSED)
