"""Model one USB socket: addresses, handles, transfers in short packets, and their faults (CDP1 1, 12)."""

import errno
from collections import deque
from dataclasses import dataclass, field

from hw_fixtures.wires.cable import Cable
from hw_fixtures.wires.usb_descriptors import (
    ENDPOINT_IN,
    ENDPOINT_OUT,
    PACKET,
    DeviceDescriptor,
    language_descriptor,
    string_descriptor,
)


@dataclass(slots=True, kw_only=True)
class UsbFaults:
    """Arm what the USB side of a device does wrong.

    denied: open fails for want of permission; unopenable: open fails with an I/O error.
    busy: another program holds the interface; kernel_driver: a kernel driver is attached.
    nak_writes: writes time out; stalls, io_errors, overflows: that many of the next reads fail.
    write_stalls: that many of the next writes fail.
    no_short_packet: transfers of full packets lack the closing zero; halt_stays: clear_halt fails.
    """

    denied: bool = False
    unopenable: bool = False
    busy: bool = False
    kernel_driver: bool = False
    nak_writes: bool = False
    stalls: int = 0
    write_stalls: int = 0
    io_errors: int = 0
    overflows: int = 0
    no_short_packet: bool = False
    halt_stays: bool = False


@dataclass(eq=False, slots=True)
class UsbNode:
    """Name a device at one address; after a replug it names nothing any more."""

    port: "UsbPort"
    address: int


@dataclass(eq=False, slots=True)
class UsbHandle:
    """Hold an open device."""

    node: UsbNode
    is_open: bool = True
    claimed: bool = False


@dataclass(slots=True)
class UsbPort:
    """Hold one socket of the simulated bus.

    cable: what is in it; faults: armed ones; node: present device or None; configuration: active value.
    """

    cable: Cable
    bus_number: int = 1
    faults: UsbFaults = field(default_factory=UsbFaults)
    node: UsbNode | None = None
    configuration: int = 1
    holder: UsbHandle | None = None
    halted: set[int] = field(default_factory=set)
    _packets: deque[bytes] = field(default_factory=deque)
    _plug: tuple[int, int] = (0, 0)

    def follow(self, next_address: int) -> bool:
        """Notice unplug, replug and power loss; tell whether `next_address` was used for a new device."""
        plug = (self.cable.plugs, self.cable.machine.power_ups)
        present = self.cable.is_plugged and self.cable.machine.is_on
        if self.node and (not present or plug != self._plug):
            self.node = None
        if not present or self.node:
            return False
        self.node = UsbNode(self, next_address)
        self.configuration = 1
        self.holder = None
        self.halted.clear()
        self._packets.clear()
        self._plug = plug
        return True

    def descriptor(self, node: UsbNode) -> DeviceDescriptor:
        """Give the device descriptor."""
        return DeviceDescriptor(bus=self.bus_number, address=node.address)

    def string_bytes(self, index: int) -> bytes | None:
        """Give string descriptor 0 languages, 1 maker, 2 product, 3 serial; None for another (CDP1 1)."""
        who = self.cable.identity
        texts = {1: who.maker, 2: who.model, 3: who.serial}
        if index == 0:
            return language_descriptor()
        return string_descriptor(texts[index]) if index in texts else None

    def read_failure(self) -> int:
        """Use up one armed fault of a read and give its errno, or 0."""
        faults = self.faults
        if faults.stalls:
            faults.stalls -= 1
            self.halted.add(ENDPOINT_IN)
        if ENDPOINT_IN in self.halted:
            return errno.EPIPE
        if faults.io_errors:
            faults.io_errors -= 1
            return errno.EIO
        if faults.overflows:
            faults.overflows -= 1
            return errno.EOVERFLOW
        return 0

    def write_failure(self) -> int:
        """Use up one armed fault of a write and give its errno, or 0."""
        if self.faults.write_stalls:
            self.faults.write_stalls -= 1
            self.halted.add(ENDPOINT_OUT)
        return errno.EPIPE if ENDPOINT_OUT in self.halted else 0

    def take_packets(self, now_ms: int, room: int) -> tuple[bytes, bool] | None:
        """Give the packets of one transfer that fit into `room` and whether the transfer is over.

        Raises BufferError for a packet larger than the rest of the buffer, which is then lost.
        """
        self._load(now_ms)
        taken = bytearray()
        while self._packets and len(taken) < room:
            packet = self._packets.popleft()
            if len(taken) + len(packet) > room:
                raise BufferError
            taken += packet
            if len(packet) < PACKET:
                return bytes(taken), True
        full = len(taken) >= room
        return (bytes(taken), full) if taken else None

    def write(self, data: bytes, now_ms: int) -> None:
        """Hand bytes to the device; an empty packet means nothing."""
        if data:
            self.cable.host_writes(data, now_ms)

    def restart(self, *, ends_session: bool) -> None:
        """Drop unsent packets after reset, SET_CONFIGURATION or CLEAR_HALT (CDP1 1)."""
        self._packets.clear()
        if ends_session:
            self.halted.clear()
        else:
            self.halted.discard(ENDPOINT_IN)
        self.cable.restart_stream(ends_session=ends_session)

    def _load(self, now_ms: int) -> None:
        data = self.cable.host_reads(now_ms)
        if not data:
            return
        if len(data) % PACKET == 0 and not self.faults.no_short_packet:
            data += b"\0"
        self._packets.extend(data[at : at + PACKET] for at in range(0, len(data), PACKET))
