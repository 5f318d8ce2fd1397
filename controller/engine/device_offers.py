"""What may be asked about a device: the floor's rulings, and a self-test (CDP1 3, C13)."""

from controller.engine.commands import AcceptNumbering, ReleaseDevice, RetestDevice
from controller.engine.offering import make_offer
from controller.engine.prompt import Offer, OfferCode, OfferGroup
from controller.engine.queries import waits_for_ruling
from controller.engine.state import TableState


def device_rulings(state: TableState) -> list[Offer]:
    """Offer what the floor may rule on a device while the table runs."""
    return [*numberings(state), *_releases(state)]


def numberings(state: TableState) -> list[Offer]:
    """Offer to go on with a device that lost events, one device at a time (CDP1 3)."""
    waiting = next((device for device in (state.shuffler, state.shoe) if waits_for_ruling(device)), None)
    if waiting is None or waiting.lost_log is None:
        return []
    return [
        make_offer(
            state,
            OfferCode.ACCEPT_NUMBERING,
            AcceptNumbering(device=waiting.name),
            subject=f"{waiting.name} {waiting.lost_log.epoch:08x}",
            group=OfferGroup.DEVICES,
        )
    ]


def _releases(state: TableState) -> list[Offer]:
    """Offer to let a device serve the next deal after a fault (C11)."""
    return [
        make_offer(
            state,
            OfferCode.RELEASE_DEVICE,
            ReleaseDevice(device=device.name),
            subject=device.name,
            revision=",".join(device.blocks),
            group=OfferGroup.DEVICES,
        )
        for device in (state.shuffler, state.shoe)
        if device.blocks
    ]


def retests(state: TableState) -> list[Offer]:
    """Offer a self-test of each device, free to anybody at the table (S5)."""
    return [
        make_offer(state, OfferCode.RETEST_DEVICE, RetestDevice(device=device.name), subject=device.name)
        for device in (state.shuffler, state.shoe)
    ]
