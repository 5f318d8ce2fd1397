"""D10 in a dispute: two persons may open a folded hand, and one that they opened (G9.1 I35, G11.7)."""

from controller.engine.actors import Need, Role
from controller.engine.cards import parse_cards
from controller.engine.choices import pick, reason_choice
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, OfferGroup, OpenField
from controller.engine.ruling_commands import OpenFoldedHand
from controller.engine.state import HoldCode
from controller.engine.view_types import OpenedHand, TableView
from ui.scenes import samples as s
from ui.scenes.around import hold
from ui.scenes.settling import settle


def dispute(*, opened: bool = False) -> TableView:
    """Show a frozen layout; opened: with two folded hands face up on the floor's sheet."""
    view, stands = settle(), hold(called=True)
    assert stands.hold is not None
    folded = pick(OpenField.SEAT, SeatNo(1), SeatNo(8))
    command = OpenFoldedHand(seat=SeatNo(8), reason="other")
    offer = s.offer(OfferCode.OPEN_FOLDED_HAND, command, needs=Role.FLOOR)
    offer = replace(offer, needs=Need(role=Role.FLOOR, dual=True))
    offer = s.in_menu(offer, OfferGroup.DISPUTE, folded, reason_choice("other"))
    hands = (("7c 2h", 8), ("Td 3s", 1)) if opened else ()
    up = tuple(OpenedHand(seat=SeatNo(seat), cards=parse_cards(cards)) for cards, seat in hands)
    held = replace(stands.hold, code=HoldCode.DISPUTE, places=(), opened=up)
    prompt = replace(stands.prompt, hold=HoldCode.DISPUTE, places=(), offers=(*stands.prompt.offers, offer))
    return replace(view, prompt=prompt, hold=held)
