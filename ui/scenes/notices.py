"""D1: limits that the floor posts, and those that hold soon (G11.4)."""

from controller.engine.actors import Role
from controller.engine.choices import cents, count, pick
from controller.engine.copying import replace
from controller.engine.life_commands import ChangeLimits
from controller.engine.posted import MINUTE_US, POSTABLE, PostedLimit
from controller.engine.prompt import OfferCode, OfferGroup, OpenField
from controller.engine.ruleset import Wager
from controller.engine.view_types import TableView
from ui.scenes import samples as s
from ui.scenes.around import wagers

DAY = 24 * 60


def posting() -> TableView:
    """Show the wagers with other limits for the Ante to come, and the floor's act that posts them."""
    view = wagers()
    command = ChangeLimits(wager=Wager.ANTE, minimum=500, maximum=50_000, minutes=30)
    offer = s.in_menu(
        s.offer(OfferCode.CHANGE_LIMITS, command, needs=Role.FLOOR),
        OfferGroup.TABLE,
        pick(OpenField.WAGER, *(one.value for one in POSTABLE)),
        cents(OpenField.MINIMUM, 1, None),
        cents(OpenField.MAXIMUM, 1, None),
        count(OpenField.MINUTES, 0, DAY),
        pick(OpenField.KEEPS, "none", "seated", "1", "2", "3", "5", "6", "8"),
    )
    soon = PostedLimit(wager=Wager.ANTE, minimum=500, maximum=50_000, at_us=30 * MINUTE_US)
    prompt = replace(view.prompt, offers=(offer, *view.prompt.offers))
    kept = replace(view.seats[5], limits=s.LIMITS)
    seats = (*view.seats[:5], kept, *view.seats[6:])
    return replace(view, prompt=prompt, seats=seats, limits=s.LIMITS, limits_due=(soon,))
