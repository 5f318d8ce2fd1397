"""What the touchscreen is told about the table it shows."""

import secrets
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from controller.config import TableConfig
from controller.engine.ruleset import RuleSet

if TYPE_CHECKING:
    from ui.options import ScreenOptions


def screen_options(
    config: TableConfig,
    ruleset: RuleSet,
    size: tuple[int, int],
    *,
    kiosk: bool = False,
    keyboard: bool = False,
) -> "ScreenOptions":
    """Give how the screen looks and whose taps it takes; `boot` keeps command ids apart over restarts."""
    from ui.options import ScreenOptions  # noqa: PLC0415 - contract 5

    width, height = size
    return ScreenOptions(
        width=width,
        height=height,
        language=config.screen.language,
        theme=config.screen.theme,
        mirrored=config.screen.left_handed,
        kiosk=kiosk,
        keyboard=keyboard,
        chips=config.table.chips,
        currency=config.table.currency,
        limits=ruleset.limits,
        side_max=ruleset.side_max,
        back_line=ruleset.back_line,
        zone=_zone(config.table.time_zone),
        actor=f"dealer:{config.table.house_dealer}",
        boot=f"ui-{secrets.token_hex(4)}",
    )


def _zone(name: str) -> tzinfo:
    """Give the zone of the clock on the screen; `local` is the machine's own."""
    return datetime.now(UTC).astimezone().tzinfo or UTC if name == "local" else ZoneInfo(name)
