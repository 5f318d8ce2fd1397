"""What the table should be shown of a link that works: noise on the line, a clock that runs wrong."""

from drivers.cdp.codec import Decoder
from drivers.cdp.device_clock import DeviceClock
from drivers.cdp.identity import Identity
from drivers.cdp.noise import NoiseWatch
from drivers.events import LinkNoticed, NoticeCode

_TEXTS = {
    NoticeCode.CLOCK_JUMP: "the device's clock jumped; the order of its events is still right",
    NoticeCode.CLOCK_DRIFT: "the device's clock runs more than 200 ppm wrong",
}


class LinkHealth:
    """Watch frames and uptimes; each method gives a notice when there is something to show."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._clock = DeviceClock()
        self._noise = NoiseWatch()

    @property
    def clock_offset_ms(self) -> float | None:
        """Give host monotonic minus uptime, None before the first beat."""
        return self._clock.offset_ms

    def uptime(self, identity: Identity, uptime_ms: int, now: float) -> LinkNoticed | None:
        """Take an uptime of the device."""
        notice = self._clock.sample(identity.boot_id, uptime_ms, now)
        return LinkNoticed(notice=notice, text=_TEXTS[notice]) if notice is not None else None

    def tick(self, now: float) -> LinkNoticed | None:
        """Look at the share of bad frames."""
        text = self._noise.look(self._decoder.defects.total(), self._decoder.frames, now)
        return LinkNoticed(notice=NoticeCode.BAD_FRAMES, text=text) if text is not None else None
