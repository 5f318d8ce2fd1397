"""Describe one simulated device: who it says it is, how fast it works, how true its clock is (CDP1 3, 4)."""

from dataclasses import dataclass, field
from typing import Final

from hw_fixtures.peer.codes import Capability, DeviceClass

SHUFFLER_CAPABILITIES: Final = (
    Capability.READS_FACES
    | Capability.READS_BACKS
    | Capability.DISPENSE
    | Capability.EJECT
    | Capability.LOCK
    | Capability.TRAY_SENSOR
    | Capability.LOCATE
    | Capability.COUNTS_INSIDE
    | Capability.SELF_TEST
    | Capability.DEAL_BUTTON
)
SHOE_CAPABILITIES: Final = (
    Capability.READS_FACES
    | Capability.READS_BACKS
    | Capability.LOCK
    | Capability.LOCATE
    | Capability.COUNTS_INSIDE
    | Capability.CUT_CARD
    | Capability.COUNT_WINDOWS
    | Capability.SELF_TEST
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Say who a device is (CDP1 3).

    device_class, serial, maker, model, firmware, digest, capabilities: as HELLO reports them.
    versions: protocol major, lowest and highest minor it speaks.
    key: 32 bytes for AUTH, or None where AUTH is not supported; never in the repr.
    """

    device_class: DeviceClass
    serial: str
    maker: str = "SimCo"
    model: str = "S1"
    firmware: tuple[int, int, int] = (1, 0, 0)
    digest: bytes | None = None
    capabilities: Capability
    versions: tuple[int, int, int] = (1, 0, 0)
    key: bytes | None = field(default=None, repr=False)

    def can(self, capability: Capability) -> bool:
        """Tell whether every bit of `capability` is set."""
        return capability in self.capabilities


@dataclass(slots=True, kw_only=True)
class Timing:
    """Say how long a device's work takes, in milliseconds; tests shorten it, demos lengthen it."""

    shuffle_ms: int = 8_000
    card_ms: int = 120
    eject_card_ms: int = 15
    open_ms: int = 60
    quick_ms: int = 10
    self_test_ms: int = 1_500
    reset_ms: int = 1_000
    reboot_ms: int = 60
    boot_ms: int = 300


@dataclass(slots=True, kw_only=True)
class Crystal:
    """Hold what is wrong with a device's clock (CDP1 4, 12); zero everywhere is a true clock.

    skew_ppm: parts per million it runs fast; jump_ms: sudden offset; base_ms: uptime at power-up, to reach
    the wrap of 32 bits.
    """

    skew_ppm: int = 0
    jump_ms: int = 0
    base_ms: int = 0

    def uptime_ms(self, elapsed_ms: int) -> int:
        """Give the uptime this clock shows after `elapsed_ms`, wrapped to 32 bits."""
        skewed = elapsed_ms + elapsed_ms * self.skew_ppm // 1_000_000
        return (self.base_ms + skewed + self.jump_ms) & 0xFFFFFFFF
