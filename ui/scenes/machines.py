"""What the scenes say of disks and devices beside the table's view (TOUCHSCREEN 6, S5)."""

from controller.engine.commands import RetestDevice
from controller.engine.copying import replace
from controller.engine.prompt import Offer, OfferCode
from controller.history.faults import LastFault
from controller.journal.space import Medium
from ui.scenes import samples as s
from ui.scenes.samples import NOW_US

JAM = 0x0101
MINUTE_US = 60_000_000
GB = 1_000_000_000
FAULTS = (LastFault(device="shuffler", fault=JAM, utc_us=NOW_US - 20 * MINUTE_US),)
MEDIA = (
    Medium(free=182 * GB, total=240 * GB, is_low=False),
    Medium(free=51 * GB, total=64 * GB, is_low=False),
)
LOW_MEDIA = (MEDIA[0], replace(MEDIA[1], free=9 * GB, is_low=True))


def tests() -> tuple[Offer, ...]:
    """Offer a self-test of both devices."""
    return tuple(
        s.offer(OfferCode.RETEST_DEVICE, RetestDevice(device=name), about=name)
        for name in ("shuffler", "shoe")
    )
