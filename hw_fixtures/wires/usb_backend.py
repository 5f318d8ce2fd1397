"""Stand in for libusb: `usb.core.find(backend=SimBackend(...))` sees simulated devices (CDP1 12)."""

import errno
from array import array
from collections.abc import Iterator
from typing import Final, TypeVar

import usb.backend
import usb.core

from hw_fixtures.wires.cable import Cable
from hw_fixtures.wires.runtime import Runtime
from hw_fixtures.wires.usb_descriptors import (
    ENDPOINT_IN,
    ENDPOINT_OUT,
    ConfigurationDescriptor,
    DeviceDescriptor,
    EndpointDescriptor,
    InterfaceDescriptor,
)
from hw_fixtures.wires.usb_port import UsbHandle, UsbNode, UsbPort

T = TypeVar("T")
_GET_DESCRIPTOR: Final = 6
_STRING: Final = 3
_CODES: Final = {
    errno.EIO: (-1, "Input/Output Error"),
    errno.EACCES: (-3, "Access denied (insufficient permissions)"),
    errno.ENODEV: (-4, "No such device (it may have been disconnected)"),
    errno.ENOENT: (-5, "Entity not found"),
    errno.EBUSY: (-6, "Resource busy"),
    errno.ETIMEDOUT: (-7, "Operation timed out"),
    errno.EOVERFLOW: (-8, "Overflow"),
    errno.EPIPE: (-9, "Pipe error"),
}


class Misuse(RuntimeError):
    """Say that the host did what libusb leaves undefined, such as using a closed handle."""


def usb_error(number: int) -> usb.core.USBError:
    """Make the error pyusb's libusb backend raises for an errno."""
    code, text = _CODES[number]
    kind = usb.core.USBTimeoutError if number == errno.ETIMEDOUT else usb.core.USBError
    return kind(text, code, number)


class SimBackend(usb.backend.IBackend):  # type: ignore[misc] # pyusb ships no types
    """Offer every attached cable as a USB device (any thread; one thread per handle).

    ports: the sockets, for arming faults; each replug gets the next address.
    """

    def __init__(self, runtime: Runtime) -> None:
        super().__init__()
        self.ports: list[UsbPort] = []
        self._runtime = runtime
        self._next_address = 1
        self._transferring: set[UsbHandle] = set()

    def attach(self, cable: Cable) -> UsbPort:
        """Put a cable into a new socket."""
        port = UsbPort(cable)
        with self._runtime.moment():
            self.ports.append(port)
        return port

    def address_of(self, cable: Cable) -> str:
        """Give the link address for a table's configuration (CDP1 1)."""
        return f"usb:1209:cd01:{cable.identity.serial}"

    # -- finding and describing ---------------------------------------------------------------

    def enumerate_devices(self) -> Iterator[UsbNode]:
        """Give the devices present now."""
        with self._runtime.moment():
            self._follow()
            present = [port.node for port in self.ports if port.node]
        yield from present

    def get_parent(self, dev: UsbNode) -> None:
        """Give no hub."""
        del dev

    def get_device_descriptor(self, dev: UsbNode) -> DeviceDescriptor:
        """Describe the device."""
        return dev.port.descriptor(dev)

    def get_configuration_descriptor(self, dev: UsbNode, config: int) -> ConfigurationDescriptor:
        """Describe the one configuration."""
        del dev
        return _only(config, ConfigurationDescriptor())

    def get_interface_descriptor(self, dev: UsbNode, intf: int, alt: int, config: int) -> InterfaceDescriptor:
        """Describe the one interface."""
        del dev, config
        return _only(max(intf, alt), InterfaceDescriptor())

    def get_endpoint_descriptor(
        self, dev: UsbNode, ep: int, intf: int, alt: int, config: int
    ) -> EndpointDescriptor:
        """Describe OUT, then IN."""
        del dev, intf, alt, config
        return EndpointDescriptor((ENDPOINT_OUT, ENDPOINT_IN)[ep])

    # -- handles ------------------------------------------------------------------------------

    def open_device(self, dev: UsbNode) -> UsbHandle:
        """Open; 13 without permission, 19 for an address that is gone."""
        with self._runtime.moment():
            self._follow()
            port = self._live_port(dev)
            if port.faults.denied:
                raise usb_error(errno.EACCES)
            if port.faults.unopenable:
                raise usb_error(errno.EIO)
            return UsbHandle(dev)

    def close_device(self, dev_handle: UsbHandle) -> None:
        """Close; raise Misuse while another thread transfers, or the second time."""
        with self._runtime.moment():
            if dev_handle in self._transferring:
                raise Misuse("close during a transfer")
            self._open_handle(dev_handle)
            dev_handle.is_open = False
            if dev_handle.node.port.holder is dev_handle:
                dev_handle.node.port.holder = None

    def set_configuration(self, dev_handle: UsbHandle, config_value: int) -> None:
        """Configure anew, which resets the endpoints and ends the wire session."""
        with self._runtime.moment():
            port = self._port(dev_handle)
            if config_value not in {0, 1}:
                raise usb_error(errno.ENOENT)
            port.configuration = config_value
            port.restart(ends_session=True)

    def get_configuration(self, dev_handle: UsbHandle) -> int:
        """Give the active value."""
        with self._runtime.moment():
            return self._port(dev_handle).configuration

    def set_interface_altsetting(self, dev_handle: UsbHandle, intf: int, altsetting: int) -> None:
        """Allow setting 0 of interface 0."""
        with self._runtime.moment():
            self._port(dev_handle)
            if (intf, altsetting) != (0, 0):
                raise usb_error(errno.ENOENT)

    def claim_interface(self, dev_handle: UsbHandle, intf: int) -> None:
        """Claim; 16 while another handle or a kernel driver holds it."""
        with self._runtime.moment():
            port = self._port(dev_handle)
            if intf != 0:
                raise usb_error(errno.ENOENT)
            taken = port.holder is not None and port.holder is not dev_handle
            if port.faults.busy or port.faults.kernel_driver or taken:
                raise usb_error(errno.EBUSY)
            port.holder = dev_handle
            dev_handle.claimed = True

    def release_interface(self, dev_handle: UsbHandle, intf: int) -> None:
        """Release."""
        with self._runtime.moment():
            port = self._port(dev_handle)
            if intf != 0 or port.holder is not dev_handle:
                raise usb_error(errno.ENOENT)
            port.holder = None
            dev_handle.claimed = False

    def is_kernel_driver_active(self, dev_handle: UsbHandle, intf: int) -> bool:
        """Tell of an attached kernel driver."""
        del intf
        with self._runtime.moment():
            return self._port(dev_handle).faults.kernel_driver

    def detach_kernel_driver(self, dev_handle: UsbHandle, intf: int) -> None:
        """Detach it."""
        del intf
        with self._runtime.moment():
            self._port(dev_handle).faults.kernel_driver = False

    def attach_kernel_driver(self, dev_handle: UsbHandle, intf: int) -> None:
        """Attach it again."""
        del intf
        with self._runtime.moment():
            self._port(dev_handle).faults.kernel_driver = True

    # -- transfers ----------------------------------------------------------------------------

    def bulk_read(self, dev_handle: UsbHandle, ep: int, intf: int, buff: "array[int]", timeout: int) -> int:
        """Read one transfer; raise what libusb raises when there is none or it fails."""
        del intf
        kept = bytearray()
        room = len(buff) * buff.itemsize

        def look(now_ms: int) -> bool | None:
            port = self._claimed_port(dev_handle, ep)
            failure = port.read_failure()
            if failure:
                raise usb_error(failure)
            try:
                packets = port.take_packets(now_ms, room - len(kept))
            except BufferError:
                raise usb_error(errno.EOVERFLOW) from None
            kept.extend(packets[0] if packets else b"")
            return True if packets and packets[1] else None

        self._transferring.add(dev_handle)
        try:
            self._runtime.wait(look, timeout or 60_000)
        finally:
            self._transferring.discard(dev_handle)
        if not kept:
            raise usb_error(errno.ETIMEDOUT)
        buff[: len(kept)] = array(buff.typecode, bytes(kept))
        return len(kept)

    def bulk_write(self, dev_handle: UsbHandle, ep: int, intf: int, data: "array[int]", timeout: int) -> int:
        """Write one transfer; 110 while the device takes nothing."""
        del intf

        def look(now_ms: int) -> bool | None:
            port = self._claimed_port(dev_handle, ep)
            failure = port.write_failure()
            if failure:
                raise usb_error(failure)
            if port.faults.nak_writes:
                return None
            port.write(data.tobytes(), now_ms)
            return True

        self._transferring.add(dev_handle)
        try:
            done = self._runtime.wait(look, timeout or 60_000)
        finally:
            self._transferring.discard(dev_handle)
        if not done:
            raise usb_error(errno.ETIMEDOUT)
        return len(data) * data.itemsize

    def ctrl_transfer(
        self,
        dev_handle: UsbHandle,
        bmRequestType: int,  # noqa: N803 - names of pyusb
        bRequest: int,  # noqa: N803
        wValue: int,  # noqa: N803
        wIndex: int,  # noqa: N803
        data: "array[int]",
        timeout: int,
    ) -> int:
        """Give string descriptors; anything else stalls."""
        del wIndex, timeout
        with self._runtime.moment():
            port = self._port(dev_handle)
            if bmRequestType != 0x80 or bRequest != _GET_DESCRIPTOR or wValue >> 8 != _STRING:
                raise usb_error(errno.EPIPE)
            string = port.string_bytes(wValue & 0xFF)
            if string is None:
                raise usb_error(errno.EPIPE)
            answer = string[: len(data) * data.itemsize]
            data[: len(answer)] = array(data.typecode, answer)
            return len(answer)

    def clear_halt(self, dev_handle: UsbHandle, ep: int) -> None:
        """Clear a stall; the IN side drops what it had not sent (CDP1 1)."""
        with self._runtime.moment():
            port = self._port(dev_handle)
            if port.faults.halt_stays:
                raise usb_error(errno.EPIPE)
            if ep == ENDPOINT_IN:
                port.restart(ends_session=False)
            port.halted.discard(ep)

    def reset_device(self, dev_handle: UsbHandle) -> None:
        """Reset: the wire session ends, the address stays."""
        with self._runtime.moment():
            port = self._port(dev_handle)
            port.configuration = 1
            port.restart(ends_session=True)

    # -- inside -------------------------------------------------------------------------------

    def _follow(self) -> None:
        for port in self.ports:
            self._next_address += port.follow(self._next_address)

    def _live_port(self, node: UsbNode) -> UsbPort:
        if node.port.node is not node:
            raise usb_error(errno.ENODEV)
        return node.port

    def _open_handle(self, handle: UsbHandle) -> None:
        if not handle.is_open:
            raise Misuse("use of a closed handle")

    def _port(self, handle: UsbHandle) -> UsbPort:
        self._open_handle(handle)
        self._follow()
        return self._live_port(handle.node)

    def _claimed_port(self, handle: UsbHandle, ep: int) -> UsbPort:
        port = self._port(handle)
        if port.holder is not handle:
            raise Misuse(f"transfer on endpoint {ep:02x} of an interface that is not claimed")
        return port


def _only(index: int, descriptor: T) -> T:
    if index:
        raise IndexError(f"descriptor {index}: allowed is 0")
    return descriptor
