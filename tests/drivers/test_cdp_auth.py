"""Proof of the key, both ways (CDP1 3, AUTH)."""

import pytest

from drivers.cdp.auth import Challenge
from drivers.cdp.link_state import LinkState
from drivers.events import Status, Stopped, StopReason
from hw_fixtures.peer.codes import Message
from tests.drivers.script import OK, SERIAL, Script, hello_ok, tlvs, u32

KEY = bytes(range(32))


def _stop(script: Script) -> Stopped:
    event = script.of("stopped")[-1]
    assert isinstance(event, Stopped)
    assert script.session.state is LinkState.STOPPED
    return event


def test_authentication_vector() -> None:
    """Both digests of the paper come out (CDP1 3, AUTH)."""
    challenge = Challenge(
        key=KEY,
        host_nonce=bytes(range(0x40, 0x50)),
        device_nonce=bytes(range(0x80, 0x90)),
        serial=SERIAL,
        boot_id=0xA1B2C3D4,
        session=0x1234,
    )

    assert "f0a189153a256050f3013e3b934b3598" == challenge.device_mac().hex()
    assert "55647bab468026a1be9c696a47851fea" == challenge.host_mac().hex()
    assert KEY.hex() not in repr(challenge)


def _challenge(nonce: bytes, session: int) -> Challenge:
    return Challenge(
        key=KEY,
        host_nonce=nonce,
        device_nonce=bytes(16),
        serial=SERIAL,
        boot_id=0xA1B2C3D4,
        session=session,
    )


def test_both_ends_prove_their_key() -> None:
    """With a key AUTH runs in two steps before RESUME (CDP1 3)."""
    script = Script(auth_key=KEY)
    hello = script.open()
    (first,) = script.say(script.rsp(hello, hello_ok(tags=tlvs(t6=u32(1)))))
    challenge = _challenge(first.payload[1:], hello.session)
    assert LinkState.AUTH is script.session.state
    (second,) = script.say(script.rsp(first, bytes((OK,)) + bytes(16) + challenge.device_mac()))
    (resume,) = script.say(script.rsp(second, bytes((OK,))))

    assert (1, 17) == (first.payload[0], len(first.payload))
    assert b"\x02" + challenge.host_mac() == second.payload
    assert Message.RESUME == resume.message


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (bytes((OK,)) + bytes(32), StopReason.AUTH_FAILED),
        (bytes((OK,)), StopReason.AUTH_FAILED),
        (bytes((Status.WRONG_STATE,)), StopReason.AUTH_FAILED),
        (bytes((Status.NOT_SUPPORTED,)), StopReason.AUTH_UNSUPPORTED),
    ],
)
def test_device_without_the_key_stops(first: bytes, reason: StopReason) -> None:
    """A wrong digest, or a device that cannot authenticate, stops the port (CDP1 3)."""
    script = Script(auth_key=KEY)
    (challenge,) = script.say(script.rsp(script.open(), hello_ok()))
    script.say(script.rsp(challenge, first))

    assert reason == _stop(script).reason


def test_device_that_refuses_our_proof_stops() -> None:
    """AUTH_FAILED in step 2 stops the port (CDP1 3)."""
    script = Script(auth_key=KEY)
    hello = script.open()
    (first,) = script.say(script.rsp(hello, hello_ok()))
    challenge = _challenge(first.payload[1:], hello.session)
    (second,) = script.say(script.rsp(first, bytes((OK,)) + bytes(16) + challenge.device_mac()))
    script.say(script.rsp(second, bytes((Status.AUTH_FAILED,))))

    assert StopReason.AUTH_FAILED == _stop(script).reason
