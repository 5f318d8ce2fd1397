"""Raise holds in one way."""

from controller.engine.events import Event, HoldRaised
from controller.engine.ids import DeviceName
from controller.engine.state import HoldCode


def hold(
    code: HoldCode, *, device: DeviceName | None = None, places: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """Give the event that stops the table; places name suspect cards, never their faces (G9)."""
    return (HoldRaised(code=code, device=device, places=places, reported=None),)
