"""Reports of one device on their way to the table, and the tally of its link."""

from collections import Counter

from drivers.cdp.codec import Decoder
from drivers.cdp.handshake import GoUp, Stop
from drivers.cdp.identity import Identity
from drivers.cdp.outgoing import Outgoing
from drivers.events import DeviceEvent, DeviceReport, LinkStatistics, LinkUp, Stopped


class Reports:
    """Collect the reports of one turn, each under the identity that HELLO gave."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._waiting: list[DeviceReport] = []

    def add(self, identity: Identity | None, event: DeviceEvent, number: int = 0) -> None:
        """Add one report; number 0 is no numbered event."""
        serial = identity.serial if identity is not None else ""
        epoch = identity.epoch if identity is not None else 0
        report = DeviceReport(device=self._device, serial=serial, epoch=epoch, number=number, event=event)
        self._waiting.append(report)

    def drain(self) -> list[DeviceReport]:
        """Give all reports, oldest first."""
        waiting, self._waiting = self._waiting, []
        return waiting


def tally(counts: Counter[str], decoder: Decoder, outgoing: Outgoing) -> LinkStatistics:
    """Turn running counters into the value that leaves the port; any thread may ask while they run."""
    return LinkStatistics(
        frames_in=decoder.frames,
        frames_out=outgoing.frames_out,
        bad_frames=tuple(sorted((str(why), count) for why, count in list(decoder.defects.items()))),
        stale_session=counts["stale_session"],
        stale_rsp=counts["stale_rsp"],
        events_taken=counts["events_taken"],
        events_repeated=counts["events_repeated"],
        events_ahead=counts["events_ahead"],
        retries=counts["retries"],
        sessions=counts["sessions"],
        unknown_events=counts["unknown_events"],
    )


def link_up(identity: Identity, step: GoUp, link: int) -> LinkUp:
    """Tell who answers and where its events go on."""
    about = {name: getattr(identity, name) for name in Identity.__slots__}
    return LinkUp(**about, resumed_after=step.position.durable, first_contact=step.first_contact, link=link)


def stopped(stop: Stop) -> Stopped:
    """Tell why the device is not used."""
    return Stopped(
        reason=stop.reason,
        text=stop.text,
        epoch=stop.epoch,
        first_seq=stop.first_seq,
        next_seq=stop.next_seq,
    )
