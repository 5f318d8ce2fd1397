"""The error families of the drivers; none of them leaves the port as an exception.

DriverError
  LinkError      LinkLost | LinkTimeout | LinkBusy | LinkDenied | LinkMissing | LinkAmbiguous
  ProtocolError  LocalProtocolError | RemoteProtocolError
  DriverConfigError
"""


class DriverError(Exception):
    """Be the root of all errors of the drivers."""


class LinkError(DriverError):
    """Report that bytes cannot travel; `address` is the configured one, `detail` the library's words."""

    def __init__(self, address: str, detail: str) -> None:
        self.address = address
        self.detail = detail
        super().__init__(self._message())

    def _message(self) -> str:
        return f"{self.address}: {self.detail}"


class LinkLost(LinkError):
    """Report that an open link is gone: unplugged, closed, or broken beyond one retry."""


class LinkTimeout(LinkError):
    """Report a write that did not finish in time; part of it may be out, so the link must be reopened."""


class LinkBusy(LinkError):
    """Report that another program holds the link."""

    def _message(self) -> str:
        return f"Another program holds {self.address} (ModemManager? a second controller?). [{self.detail}]"


class LinkDenied(LinkError):
    """Report missing permission, and say how to get it."""

    def _message(self) -> str:
        return (
            f"No permission to open {self.address}. Install drivers/udev/70-dealer-assist.rules, "
            f"add this user to group table-dev, replug the device. [{self.detail}]"
        )


class LinkMissing(LinkError):
    """Report that nothing is there to open."""


class LinkAmbiguous(LinkError):
    """Report that two devices carry the serial number of one: neither may be used."""


class ProtocolError(DriverError):
    """Report a breach of CDP/1."""


class LocalProtocolError(ProtocolError):
    """Report that we tried to break CDP/1: a fault of this program."""


class RemoteProtocolError(ProtocolError):
    """Report that the device broke CDP/1; `answer` is what the table is told."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        super().__init__(answer)


class DriverConfigError(DriverError):
    """Report a wrong setting of a device before anything starts; names field, value and what is allowed."""

    def __init__(self, field: str, value: str, allowed: str) -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        super().__init__(f"{field} = {value!r}: allowed is {allowed}")
