"""One look at a device without taking part in its stream (`drivers.survey`, CDP1 3, 5.2)."""

import random

import pytest

from drivers.cdp.identity import Expected
from drivers.errors import LinkMissing
from drivers.events import DeviceClass, DeviceState, StopReason
from drivers.survey import PINGS, TRIES, Sight, look_at
from hw_fixtures.firmware.machine import Build, ShoeMachine, plain_shoe
from hw_fixtures.firmware.shoe import ShoeFirmware
from hw_fixtures.peer.codes import Button, Capability, Message
from tests.drivers.lab import CLEAN, Cable, Level, ManualClock
from tests.drivers.test_conformance import SteppingLink

KEY = bytes(range(32))
SHOE = Expected(device_class=DeviceClass.SHOE, serial="SHOE-0001")


class Scene:
    """A shoe with six events in its log, on a cable in virtual time."""

    def __init__(self, build: Build | None = None, level: Level = CLEAN) -> None:
        self.machine = ShoeMachine(build or plain_shoe(seed=1))
        self.machine.power_on(100_000)
        for count in range(6):
            self.machine.press(Button.CLEAR, 100_000 + count)
        self.cable = Cable(self.machine, ManualClock(), random.Random(1), level)

    def look(self, expected: Expected | None = None, key: bytes | None = None) -> Sight:
        """Look once."""
        link = SteppingLink(self.cable)
        return look_at(link, self.cable.clock, random.Random(2), expected=expected, auth_key=key)


def _keyed(*, required: bool) -> Build:
    build = plain_shoe(seed=1)
    object.__setattr__(build.identity, "key", KEY)
    if required:
        capabilities = build.identity.capabilities | Capability.AUTH_REQUIRED
        object.__setattr__(build.identity, "capabilities", capabilities)
    return build


def test_look_tells_identity_state_counters_and_round_trips() -> None:
    """A healthy device answers everything (CDP1 5.2)."""
    sight = Scene().look(SHOE)

    assert sight.identity is not None
    assert sight.status is not None
    assert sight.counters is not None
    assert ("SHOE-0001", DeviceState.IDLE) == (sight.identity.serial, sight.status.state)
    assert list(range(1, 13)) == [number for number, _ in sight.counters.counters]
    assert PINGS == len(sight.round_trips_ms)
    assert (None, 0, 0, ()) == (sight.refusal, sight.unanswered, sight.bad_frames, sight.breaches)


def test_look_leaves_the_log_as_it_is() -> None:
    """No event is resumed, taken or acknowledged: the table finds all of them (CDP1 4)."""
    scene = Scene()
    before = (scene.machine.nv.acked, scene.machine.nv.first_seq, scene.machine.nv.next_seq)
    scene.look()

    assert before == (scene.machine.nv.acked, scene.machine.nv.first_seq, scene.machine.nv.next_seq)


@pytest.mark.parametrize(
    ("expected", "reason"),
    [
        (Expected(device_class=DeviceClass.SHOE, serial="SHOE-0002"), StopReason.SERIAL),
        (Expected(device_class=DeviceClass.SHUFFLER, serial="SHOE-0001"), StopReason.DEVICE_CLASS),
        (Expected(device_class=DeviceClass.SHOE, serial="SHOE-0001", model="X9"), StopReason.MODEL),
        (None, None),
    ],
)
def test_wrong_device_is_named_and_still_looked_at(
    expected: Expected | None, reason: StopReason | None
) -> None:
    """What a table would refuse is shown with its state; nobody expected takes anybody (CDP1 3)."""
    sight = Scene().look(expected)

    assert reason == (sight.refusal.reason if sight.refusal is not None else None)
    assert sight.status is not None


def test_foreign_version_is_told_without_an_identity() -> None:
    """Both versions are shown (CDP1 3)."""
    build = plain_shoe(seed=1)
    object.__setattr__(build.identity, "versions", (2, 1, 3))
    sight = Scene(build).look()

    assert sight.identity is None
    assert sight.refusal is not None
    assert "the device speaks CDP 2.1 to 2.3, this host 1.0" == sight.refusal.text


@pytest.mark.parametrize(
    ("key", "reason"),
    [(KEY, None), (bytes(32), StopReason.AUTH_FAILED), (None, StopReason.AUTH_FAILED)],
)
def test_device_with_a_key_is_asked_to_prove_it(key: bytes | None, reason: StopReason | None) -> None:
    """With its key it answers everything, without it PING alone (CDP1 3, AUTH)."""
    sight = Scene(_keyed(required=True)).look(SHOE, key)

    assert reason == (sight.refusal.reason if sight.refusal is not None else None)
    assert (reason is None) == (sight.status is not None)
    assert PINGS == len(sight.round_trips_ms)


def test_silent_device_costs_three_hellos() -> None:
    """Nobody answers: HELLO goes out three times, then the look ends."""
    scene = Scene()
    scene.machine.power_off()
    sight = scene.look()

    assert (None, None, TRIES) == (sight.identity, sight.refusal, sight.unanswered)


def test_garbage_is_counted() -> None:
    """A line that mangles every frame shows as bad frames, not as silence."""
    scene = Scene()
    link = SteppingLink(scene.cable)
    scene.machine.power_off()
    scene.cable.send("host", b"login: \x00AT+GCAP\r\x00")
    sight = look_at(link, scene.cable.clock, random.Random(2))

    assert (None, 2) == (sight.identity, sight.bad_frames)


def test_lost_frames_are_tried_again_and_counted() -> None:
    """Every seventh frame lost: every question is answered in the end, the losses are counted."""
    sight = Scene(level=Level(drop=0.15)).look()

    assert sight.identity is not None
    assert sight.counters is not None
    assert sight.unanswered > 0


@pytest.mark.parametrize(
    ("answer", "breaches"),
    [(b"\x00\x01", ("response to get_status is too short: 2 bytes",)), (b"\x50", ())],
)
def test_unreadable_answer_is_a_breach_and_a_refusal_is_none(
    answer: bytes, breaches: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer in another layout is told, one that only refuses leaves its place empty (CDP1 5.2)."""
    true = ShoeFirmware.answer

    def wrong(firmware: ShoeFirmware, message: int, payload: bytes) -> bytes:
        return answer if message == Message.GET_STATUS else true(firmware, message, payload)

    monkeypatch.setattr(ShoeFirmware, "answer", wrong)
    sight = Scene().look()

    assert (None, breaches) == (sight.status, sight.breaches)


def test_device_that_answers_hello_alone_leaves_its_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Responses without a status count as none, and what HELLO said is shown."""
    monkeypatch.setattr(ShoeFirmware, "answer", lambda *_: b"")
    sight = Scene().look()

    assert sight.identity is not None
    assert (None, None, ()) == (sight.status, sight.counters, sight.round_trips_ms)


def test_missing_link_is_an_error() -> None:
    """Nothing to open: the link's own error comes out."""
    scene = Scene()
    scene.cable.plugged = False

    with pytest.raises(LinkMissing):
        scene.look()
