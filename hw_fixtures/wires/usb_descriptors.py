"""Spell the USB descriptors of CDP/1 devices (CDP1 1, USB)."""

import struct
from dataclasses import dataclass
from typing import Final

from hw_fixtures.peer.codes import PORT_PRODUCT, PORT_VENDOR

ENDPOINT_OUT: Final = 0x01
ENDPOINT_IN: Final = 0x81
PACKET: Final = 64
LANGUAGE: Final = 0x0409


@dataclass(slots=True)
class DeviceDescriptor:
    """Describe one device at one address, under the names pyusb reads."""

    bus: int
    address: int
    idVendor: int = PORT_VENDOR  # noqa: N815 - names of the USB specification
    idProduct: int = PORT_PRODUCT  # noqa: N815
    bLength: int = 18  # noqa: N815
    bDescriptorType: int = 1  # noqa: N815
    bcdUSB: int = 0x0200  # noqa: N815
    bDeviceClass: int = 0  # noqa: N815
    bDeviceSubClass: int = 0  # noqa: N815
    bDeviceProtocol: int = 0  # noqa: N815
    bMaxPacketSize0: int = 64  # noqa: N815
    bcdDevice: int = 0x0100  # noqa: N815
    iManufacturer: int = 1  # noqa: N815
    iProduct: int = 2  # noqa: N815
    iSerialNumber: int = 3  # noqa: N815
    bNumConfigurations: int = 1  # noqa: N815
    port_number: int = 1
    port_numbers: tuple[int, ...] = (1,)
    speed: int = 2


@dataclass(slots=True)
class ConfigurationDescriptor:
    """Describe the one configuration."""

    bLength: int = 9  # noqa: N815
    bDescriptorType: int = 2  # noqa: N815
    wTotalLength: int = 32  # noqa: N815
    bNumInterfaces: int = 1  # noqa: N815
    bConfigurationValue: int = 1  # noqa: N815
    iConfiguration: int = 0  # noqa: N815
    bmAttributes: int = 0x80  # noqa: N815
    bMaxPower: int = 50  # noqa: N815
    extra_descriptors: tuple[int, ...] = ()


@dataclass(slots=True)
class InterfaceDescriptor:
    """Describe the one interface by its class triple FF/CD/01."""

    bLength: int = 9  # noqa: N815
    bDescriptorType: int = 4  # noqa: N815
    bInterfaceNumber: int = 0  # noqa: N815
    bAlternateSetting: int = 0  # noqa: N815
    bNumEndpoints: int = 2  # noqa: N815
    bInterfaceClass: int = 0xFF  # noqa: N815
    bInterfaceSubClass: int = 0xCD  # noqa: N815
    bInterfaceProtocol: int = 0x01  # noqa: N815
    iInterface: int = 0  # noqa: N815
    extra_descriptors: tuple[int, ...] = ()


@dataclass(slots=True)
class EndpointDescriptor:
    """Describe a bulk endpoint of 64 bytes."""

    bEndpointAddress: int  # noqa: N815
    bLength: int = 7  # noqa: N815
    bDescriptorType: int = 5  # noqa: N815
    bmAttributes: int = 2  # noqa: N815
    wMaxPacketSize: int = PACKET  # noqa: N815
    bInterval: int = 0  # noqa: N815
    bRefresh: int = 0  # noqa: N815
    bSynchAddress: int = 0  # noqa: N815
    extra_descriptors: tuple[int, ...] = ()


def string_descriptor(text: str) -> bytes:
    """Lay out a string descriptor."""
    body = text.encode("utf-16-le")
    return bytes((2 + len(body), 3)) + body


def language_descriptor() -> bytes:
    """Lay out the list of languages."""
    return bytes((4, 3)) + LANGUAGE.to_bytes(2, "little")


def descriptor_bytes() -> bytes:
    """Lay out all descriptors one behind the other, as the kernel's file in sysfs holds them."""
    device = DeviceDescriptor(bus=0, address=0)
    head = struct.pack(
        "<BBHBBBBHHHBBBB",
        device.bLength,
        device.bDescriptorType,
        device.bcdUSB,
        device.bDeviceClass,
        device.bDeviceSubClass,
        device.bDeviceProtocol,
        device.bMaxPacketSize0,
        device.idVendor,
        device.idProduct,
        device.bcdDevice,
        device.iManufacturer,
        device.iProduct,
        device.iSerialNumber,
        device.bNumConfigurations,
    )
    return head + _configuration_bytes()


def _configuration_bytes() -> bytes:
    whole = ConfigurationDescriptor()
    face = InterfaceDescriptor()
    parts = [
        struct.pack(
            "<BBHBBBBB",
            whole.bLength,
            whole.bDescriptorType,
            whole.wTotalLength,
            whole.bNumInterfaces,
            whole.bConfigurationValue,
            whole.iConfiguration,
            whole.bmAttributes,
            whole.bMaxPower,
        ),
        bytes(
            (
                face.bLength,
                face.bDescriptorType,
                face.bInterfaceNumber,
                face.bAlternateSetting,
                face.bNumEndpoints,
                face.bInterfaceClass,
                face.bInterfaceSubClass,
                face.bInterfaceProtocol,
                face.iInterface,
            )
        ),
    ]
    for address in (ENDPOINT_OUT, ENDPOINT_IN):
        end = EndpointDescriptor(address)
        parts.append(
            struct.pack(
                "<BBBBHB",
                end.bLength,
                end.bDescriptorType,
                end.bEndpointAddress,
                end.bmAttributes,
                end.wMaxPacketSize,
                end.bInterval,
            )
        )
    return b"".join(parts)
