"""House a firmware in its box: power, link, and the hands that load, draw and press (CDP1 12)."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from hw_fixtures.firmware.core import Firmware, Options, Setup
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.firmware.hardware import Hardware, ShoeHardware, ShufflerHardware
from hw_fixtures.firmware.identity import (
    SHOE_CAPABILITIES,
    SHUFFLER_CAPABILITIES,
    Identity,
    Timing,
)
from hw_fixtures.firmware.nv import Nv, PowerCut, ShoeNv, ShufflerNv
from hw_fixtures.firmware.shoe import ShoeFirmware
from hw_fixtures.firmware.shuffler import Outlet, ShufflerFirmware, straight_out
from hw_fixtures.peer.codes import (
    BootReason,
    Button,
    ClearedBy,
    DeviceClass,
    Fault,
    Message,
    Slot,
)

F = TypeVar("F", bound=Firmware)


@dataclass(slots=True, kw_only=True)
class Build:
    """Say how a simulated device is made.

    seed: of everything random in it; identity, timing, options: as their classes say.
    """

    seed: int
    identity: Identity
    timing: Timing = field(default_factory=Timing)
    options: Options = field(default_factory=Options)


def plain_shuffler(*, seed: int, serial: str = "SHUF-0001") -> Build:
    """Describe the simulator's usual shuffler."""
    identity = Identity(device_class=DeviceClass.SHUFFLER, serial=serial, capabilities=SHUFFLER_CAPABILITIES)
    return Build(seed=seed, identity=identity)


def plain_shoe(*, seed: int, serial: str = "SHOE-0001") -> Build:
    """Describe the simulator's usual shoe."""
    identity = Identity(device_class=DeviceClass.SHOE, serial=serial, capabilities=SHOE_CAPABILITIES)
    return Build(seed=seed, identity=identity)


class Machine(ABC, Generic[F]):
    """Hold a device's box: hardware and NV stay, the firmware lives from power-up to power-down (CDP1 4).

    firmware: None while the power is off; build: how it was made; hw, nv: what stays.
    power_ups: how often the power came, so that a wire notices a restart.
    """

    def __init__(self, build: Build, nv: Nv, hw: Hardware) -> None:
        self.build = build
        self.nv = nv
        self.hw = hw
        self.firmware: F | None = None
        self.now_ms = 0
        self.power_ups = 0
        self._rng = random.Random(f"{build.seed}/{build.identity.serial}/ids")
        self._card_rng = random.Random(f"{build.seed}/{build.identity.serial}/cards")
        self.nv.epoch = self._rng.randrange(1, 1 << 32)

    @abstractmethod
    def _make_firmware(self, setup: Setup) -> F:
        """Make the firmware of one power-up."""

    @property
    def is_on(self) -> bool:
        """Tell whether the power is on."""
        return self.firmware is not None

    # -- power --------------------------------------------------------------------------------

    def power_on(self, now_ms: int, reason: BootReason = BootReason.POWER) -> None:
        """Boot, unless the power is on already."""
        self.now_ms = max(self.now_ms, now_ms)
        if self.firmware is not None:
            return
        self.power_ups += 1
        setup = Setup(
            identity=self.build.identity,
            timing=self.build.timing,
            options=self.build.options,
            rng=self._rng,
            card_rng=self._card_rng,
            now_ms=self.now_ms,
        )
        self.firmware = self._make_firmware(setup)
        self._guarded(lambda firmware: firmware.boot(reason))

    def power_off(self) -> None:
        """Cut the power: exactly NV and the mechanics stay."""
        self.firmware = None

    def power_cycle(self, now_ms: int, reason: BootReason = BootReason.POWER) -> None:
        """Cut the power and give it back."""
        self.power_off()
        self.power_on(now_ms, reason)

    def lose_nv(self, now_ms: int) -> None:
        """Lose all of NV, as after a changed battery: event numbers restart under a new epoch."""
        self.power_off()
        fresh = type(self.nv)(epoch=self._rng.randrange(1, 1 << 32))
        self.nv = fresh
        self.power_on(now_ms)

    # -- wire ---------------------------------------------------------------------------------

    def feed(self, data: bytes, now_ms: int) -> None:
        """Take bytes from the link; a device without power hears nothing."""
        self._at(now_ms)
        self._guarded(lambda firmware: firmware.feed(data, self.now_ms))

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self._at(now_ms)
        self._guarded(lambda firmware: firmware.tick(self.now_ms))
        self._reboot_if_due()

    def take(self) -> bytes:
        """Give the bytes for the link."""
        return self.firmware.take() if self.firmware else b""

    def link_restarted(self, *, ends_session: bool) -> None:
        """Start the byte stream anew after a cut, reset or cleared halt of the link (CDP1 1)."""
        if self.firmware:
            self.firmware.session.restart_stream(ends_session=ends_session)

    # -- hands --------------------------------------------------------------------------------

    def set_door(self, door: int, *, is_open: bool, now_ms: int) -> None:
        """Open or shut a door; the shoe's lid is door 0."""
        self._at(now_ms)
        (self.hw.open_doors.add if is_open else self.hw.open_doors.discard)(door)
        self._settle()

    def press(self, button: Button, now_ms: int) -> None:
        """Press a key and let it go."""
        self._at(now_ms)
        self._guarded(lambda firmware: firmware.press(button, down=True))
        self._guarded(lambda firmware: firmware.press(button, down=False))
        self._settle()

    def turn_service_key(self, *, is_on: bool, now_ms: int) -> None:
        """Turn the service key."""
        self._at(now_ms)
        self.hw.service_key = is_on
        self._settle()

    def cause(self, fault: Fault, now_ms: int) -> None:
        """Break something: the fault is raised and stays until its cause is removed."""
        self._at(now_ms)
        self.hw.causes.add(fault)
        self._guarded(lambda firmware: firmware.raise_fault(fault))
        self._settle()

    def mend(self, fault: Fault, now_ms: int, *, clears_itself: bool = False) -> None:
        """Remove a fault's cause; the fault itself waits for CLEAR_FAULT or the clear key, unless told."""
        self._at(now_ms)
        self.hw.causes.discard(fault)
        if clears_itself:
            self._guarded(lambda firmware: firmware.faults.clear(fault, ClearedBy.ITSELF))
        self._settle()

    def look(self, now_ms: int) -> None:
        """Let the sensors see what a hand changed inside."""
        self._at(now_ms)
        self._settle()

    def say(self, message: Message | int, body: bytes, now_ms: int) -> None:
        """Log any event at all, true or not: the way a lying device is played (CDP1 12, malice)."""
        self._at(now_ms)
        self._guarded(lambda firmware: firmware.record(message, body))
        self._settle()

    def jump_to_number(self, seq: int) -> None:
        """Age a device without events until its next has number `seq`; raise ValueError if it has any."""
        if self.nv.log:
            raise ValueError(f"next number {seq}: allowed only before the first event")
        self.nv.first_seq = self.nv.next_seq = seq
        self.nv.acked = seq - 1

    # -- inside -------------------------------------------------------------------------------

    def _at(self, now_ms: int) -> None:
        self.now_ms = max(self.now_ms, now_ms)
        if self.firmware:
            self.firmware.now_ms = max(self.firmware.now_ms, self.now_ms)

    def _settle(self) -> None:
        self._guarded(lambda firmware: firmware.settle())

    def _guarded(self, act: Callable[[F], object]) -> None:
        if self.firmware is None:
            return
        try:
            act(self.firmware)
        except PowerCut:
            self.power_off()

    def _reboot_if_due(self) -> None:
        firmware = self.firmware
        if firmware is None or firmware.reboot is None or self.now_ms < firmware.reboot[0]:
            return
        reason = firmware.reboot[1]
        reset = next(job for job in firmware.jobs if job.message is Message.RESET)
        record = self.nv.ops[reset.op_id]
        self.power_off()
        if record.params[0] == 3:
            self.nv.clear_log(epoch=self._rng.randrange(1, 1 << 32), kept=reset.op_id)
        self.power_on(self.now_ms, reason)


class ShufflerMachine(Machine[ShufflerFirmware]):
    """Box a shuffler; its mouth leads wherever the table put it.

    mouth, eject_mouth: where dispensed and ejected cards pass.
    """

    nv: ShufflerNv
    hw: ShufflerHardware

    def __init__(self, build: Build) -> None:
        super().__init__(build, ShufflerNv(epoch=1), ShufflerHardware())
        self.mouth: Outlet = straight_out
        self.eject_mouth: Outlet = straight_out

    def _make_firmware(self, setup: Setup) -> ShufflerFirmware:
        return ShufflerFirmware(setup, self.nv, self.hw, mouth=self.mouth, eject_mouth=self.eject_mouth)

    @property
    def is_moving(self) -> bool:
        """Tell whether an operation moves cards right now."""
        return self.firmware is not None and self.firmware.feeding

    def load(self, slot: Slot, cards: Sequence[PhysicalCard], now_ms: int) -> None:
        """Put cards into a slot by hand."""
        self._at(now_ms)
        self.hw.slots[slot].extend(cards)
        self._settle()

    def unload(self, slot: Slot, now_ms: int) -> list[PhysicalCard]:
        """Take all cards out of a slot by hand."""
        self._at(now_ms)
        cards = list(self.hw.slots[slot])
        self.hw.slots[slot].clear()
        self._settle()
        return cards

    def take_tray(self, now_ms: int) -> list[PhysicalCard]:
        """Take the cards out of the tray."""
        self._at(now_ms)
        cards = list(self.hw.tray)
        self.hw.tray.clear()
        self._settle()
        return cards

    def remove_retained(self, now_ms: int) -> list[PhysicalCard]:
        """Take out cards that were caught inside."""
        self._at(now_ms)
        cards = list(self.hw.retained)
        self.hw.retained.clear()
        self._settle()
        return cards


class ShoeMachine(Machine[ShoeFirmware]):
    """Box a shoe."""

    nv: ShoeNv
    hw: ShoeHardware

    def __init__(self, build: Build) -> None:
        super().__init__(build, ShoeNv(epoch=1), ShoeHardware())

    def _make_firmware(self, setup: Setup) -> ShoeFirmware:
        return ShoeFirmware(setup, self.nv, self.hw)

    @property
    def mouth_is_locked(self) -> bool:
        """Tell whether the lock holds cards back; without power it keeps its last position."""
        return self.nv.locked

    def load(self, cards: Sequence[PhysicalCard], now_ms: int) -> None:
        """Open the lid, put cards in, shut the lid."""
        self.set_door(0, is_open=True, now_ms=now_ms)
        self.hw.inside.extend(cards)
        self.set_door(0, is_open=False, now_ms=now_ms)

    def unload(self, now_ms: int) -> list[PhysicalCard]:
        """Open the lid, take all cards out, shut the lid."""
        self.set_door(0, is_open=True, now_ms=now_ms)
        cards = list(self.hw.inside)
        self.hw.inside.clear()
        self.set_door(0, is_open=False, now_ms=now_ms)
        return cards

    def draw(self, now_ms: int) -> PhysicalCard | None:
        """Draw the next card out of the mouth; None if it is locked or the shoe is empty."""
        if self.mouth_is_locked or not self.hw.inside:
            return None
        card = self.hw.inside.pop(0)
        self.pass_card(card, now_ms)
        if not self.hw.inside:
            self._guarded(lambda firmware: firmware.shoe_ran_empty())
            self._settle()
        return card

    def pass_card(self, card: PhysicalCard, now_ms: int) -> bool:
        """Let a card pass the reader; give False, and keep it back, while the mouth is locked."""
        if self.mouth_is_locked:
            return False
        self._at(now_ms)
        self._guarded(lambda firmware: firmware.card_passes(card))
        self._settle()
        return True

    def push_back(self, card: PhysicalCard, now_ms: int) -> None:
        """Push a drawn card back into the mouth; it is the next to be drawn."""
        self._at(now_ms)
        self.hw.inside.insert(0, card)
        self._guarded(lambda firmware: firmware.card_returned(card))
        self._settle()

    def cut_in_mid_card(self, now_ms: int) -> PhysicalCard | None:
        """Draw a card while the power goes: it is out, but nothing counted it (CDP1 12, power)."""
        self._at(now_ms)
        card = self.hw.inside.pop(0) if self.hw.inside else None
        if self.firmware and card:
            with self.nv.atomic():
                self.nv.uncounted = self.nv.is_open
        self.power_off()
        return card
