"""What is wrong with a device, and what a person does about it (`dealer-assist devices`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from drivers.cdp.handshake import Stop
from drivers.cdp.identity import Identity
from drivers.errors import (
    DriverConfigError,
    DriverError,
    LinkAmbiguous,
    LinkBusy,
    LinkDenied,
    LinkLost,
    LinkMissing,
    LinkTimeout,
)
from drivers.events import DeviceClass, DeviceState, FaultCode, StopReason
from drivers.orders import ShuffleMode
from drivers.survey import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Say what is wrong and what to do; one that does not block is worth knowing and no more."""

    code: str
    text: str
    remedy: str
    blocks: bool = True


_ERRORS: Final[Mapping[type[DriverError], tuple[str, str]]] = {
    LinkMissing: ("missing", "Plug it in, switch it on, and compare the address with the table file."),
    LinkBusy: ("busy", "Stop the other program; a running table shows its devices on its own screen."),
    LinkDenied: ("denied", "drivers/README.md has the three commands; log in again afterwards."),
    LinkAmbiguous: ("duplicate_serial", "Unplug all but one; have the maker give each its own number."),
    LinkLost: ("lost", "Check the cable and its plugs, then try again."),
    LinkTimeout: ("stuck", "The device takes no bytes: switch it off and on."),
    DriverConfigError: ("library", "Install the wheel libusb-package into this environment."),
}
_OTHER_ERROR: Final = ("error", "Check cable, power and address, then try again.")

_OTHER_DEVICE: Final = "Plug in the configured device, or put this one into the table file."
_NEW_NUMBERING: Final = "The floor rules on it at the table."
_REFUSALS: Final[Mapping[StopReason, str]] = {
    StopReason.VERSION: "Update the device's firmware or this program until both share a version.",
    StopReason.HELLO_MALFORMED: "Run `dealer-assist devices check` on it and send the maker what it prints.",
    StopReason.SERIAL: _OTHER_DEVICE,
    StopReason.DEVICE_CLASS: "Swap the addresses of shuffler and shoe in the table file, or the cables.",
    StopReason.MODEL: _OTHER_DEVICE,
    StopReason.FIRMWARE: "Approve the new firmware by its digest in the table file, or restore the old one.",
    StopReason.CAPABILITY: "Use a device that can do it, or another `table.dealing` in the table file.",
    StopReason.AUTH_FAILED: "Put the device's own key into `auth_key_file`; else do not trust this device.",
    StopReason.AUTH_UNSUPPORTED: "Remove `auth_key_file` for this device only if it never had a key.",
    StopReason.EPOCH: _NEW_NUMBERING,
    StopReason.GAP: _NEW_NUMBERING,
}
_OTHER_REFUSAL: Final = "Run `dealer-assist devices check` on it to see what it does."

_OPEN_AND_CLEAR: Final = "Open it, take the cards out, shut it, press its clear key; count the deck."
_COUNT: Final = "Take the deck out and count it by hand against its card list before it is used again."
_SERVICE: Final = "Take the device out of use and call service."
_FAULTS: Final[Mapping[int, str]] = {
    FaultCode.JAM_INFEED: _OPEN_AND_CLEAR,
    FaultCode.JAM_TRANSPORT: _OPEN_AND_CLEAR,
    FaultCode.JAM_OUTPUT: _OPEN_AND_CLEAR,
    FaultCode.DOUBLE_FEED: "Two cards went together: take both back, look for bent or sticky cards.",
    FaultCode.DOOR_OPEN: "Shut the door, then press the clear key.",
    FaultCode.SENSOR: "Clean the sensors; if it comes back, call service.",
    FaultCode.MOTOR: _SERVICE,
    FaultCode.OVERTEMP: "Let it cool down with its openings free.",
    FaultCode.BROWNOUT: "Check the power supply and its plug.",
    FaultCode.COUNT_LOW: _COUNT,
    FaultCode.COUNT_HIGH: _COUNT,
    FaultCode.CARD_MISSING: _COUNT,
    FaultCode.CARD_DUPLICATE: _COUNT,
    FaultCode.WRONG_BACK: _COUNT,
    FaultCode.UNREADABLE: "Clean the optics; replace a deck with worn or marked cards.",
    FaultCode.FOREIGN_CARD: _COUNT,
    FaultCode.CARDS_LEFT_INSIDE: "Open it and take every card out before another deck goes in.",
    FaultCode.LOG_FULL: "Connect it to its table: the record takes over what it has kept.",
    FaultCode.NV: _SERVICE,
    FaultCode.OPTICS_DIRTY: "Clean the optics.",
    FaultCode.FW_INTEGRITY: _SERVICE,
    FaultCode.CLOCK: "Nothing now; call service if it stays.",
}
_HARMLESS: Final = frozenset(
    {FaultCode.OVERTEMP, FaultCode.BROWNOUT, FaultCode.OPTICS_DIRTY, FaultCode.CLOCK}
)
"""Faults of severity 1 and 2 (CDP1 5.1); the wire names severities in events only."""


def of_error(error: DriverError) -> Problem:
    """Say why nobody could be asked."""
    code, remedy = _ERRORS.get(type(error), _OTHER_ERROR)
    return Problem(code=code, text=str(error), remedy=remedy)


def of_unreadable(note: str) -> Problem:
    """Say why a device on the bus has no name."""
    _, remedy = _ERRORS[LinkDenied]
    return Problem(
        code="denied",
        text=f"a device on the bus cannot be read ({note}); install drivers/udev/70-dealer-assist.rules",
        remedy=remedy,
    )


def of_twin(serial: str) -> Problem:
    """Say that two addresses answer with one serial number."""
    code, remedy = _ERRORS[LinkAmbiguous]
    return Problem(code=code, text=f"another address answers as {serial} too", remedy=remedy)


def of_sight(sight: Sight) -> tuple[Problem, ...]:
    """Say what is wrong with a device that was looked at; the worst first."""
    return (*_identity(sight), *_condition(sight), *_line(sight))


def _identity(sight: Sight) -> Iterator[Problem]:
    if sight.refusal is not None:
        yield _refused(sight.refusal)
    elif sight.identity is None and sight.bad_frames:
        text = f"what answers does not speak CDP/1: {sight.bad_frames} frames of garbage"
        yield Problem(code="garbage", text=text, remedy="Check `baud` and whether this is the right port.")
    elif sight.identity is None:
        remedy = "Check its power and the address; at its far end the cable may hang in another device."
        yield Problem(code="no_answer", text="the line opens, but nobody answers HELLO", remedy=remedy)


def _refused(stop: Stop) -> Problem:
    return Problem(code=stop.reason, text=stop.text, remedy=_REFUSALS.get(stop.reason, _OTHER_REFUSAL))


def _condition(sight: Sight) -> Iterator[Problem]:
    identity, status = sight.identity, sight.status
    if identity is None:
        return
    for fault in status.faults if status is not None else identity.faults:
        yield _fault(fault)
    if state_of(sight) == DeviceState.SERVICE:
        yield Problem(code="service", text="the device is in service", remedy="Turn its key switch back.")
    if status is not None:
        yield from _doors(identity, status.doors)
        if status.mode == ShuffleMode.SORT:
            remedy = "Switch it to shuffle; a deck it holds now must be shuffled again."
            yield Problem(code="sorts", text="the shuffler sorts instead of shuffling", remedy=remedy)


def _fault(fault: int) -> Problem:
    return Problem(
        code=f"fault_{fault:04x}",
        text=f"{_fault_word(fault)} (fault {fault:04X})",
        remedy=_FAULTS.get(fault, _SERVICE),
        blocks=fault not in _HARMLESS,
    )


def _fault_word(fault: int) -> str:
    """Say what the touchscreen says about a fault, in English."""
    from ui.details import fault_word  # noqa: PLC0415 - contract 5
    from ui.texts import load_texts  # noqa: PLC0415 - contract 5

    return fault_word(fault, load_texts("en")) if fault in _FAULTS else "unknown to this program"


def _doors(identity: Identity, doors: int) -> Iterator[Problem]:
    for door in range(8):
        if doors >> door & 1:
            is_lid = identity.device_class == DeviceClass.SHOE and door == 0
            name = "the lid" if is_lid else f"door {door}"
            yield Problem(code="open", text=f"{name} is open", remedy="Shut it.")


def _line(sight: Sight) -> Iterator[Problem]:
    for breach in sight.breaches:
        yield Problem(code="protocol", text=breach, remedy=_OTHER_REFUSAL)
    if sight.identity is not None and (sight.bad_frames or sight.unanswered):
        text = f"{sight.bad_frames} bad frames and {sight.unanswered} commands without an answer"
        remedy = "Look at the cable and what lies beside it; a healthy line has none."
        yield Problem(code="noisy", text=text, remedy=remedy, blocks=False)


def state_of(sight: Sight) -> int | None:
    """Give the state the device shows, by the newest answer there is (`DeviceState`)."""
    if sight.status is not None:
        return sight.status.state
    return sight.identity.state if sight.identity is not None else None
