"""The floor's menu and S0: the act and its effect in words, then badge and PIN (TOUCHSCREEN 6)."""

from dataclasses import dataclass, replace

from controller.engine.prompt import Offer, OfferCode
from controller.engine.view_types import TableView
from controller.table.envelope import Credential
from ui.options import Wording
from ui.prompts import offer_text, refusal_text
from ui.viewmodels.base import FixedRows, ViewModel, shows

ACTS = 5
PIN_LENGTHS = (6, 8)
BADGE_LENGTH = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """Hold one act of the floor's menu; reasonText: why it cannot be chosen now."""

    used: bool = False
    text: str = ""
    effectText: str = ""
    token: str = ""
    enabled: bool = False
    reasonText: str = ""


class ActsModel(FixedRows[ActRow]):
    """Show the acts that need a supervisor."""

    ROW = ActRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalEntry:
    """Hold what a supervisor typed so far; never shown, never printed.

    token: the offer approved; badge, pin: typed so far; at_pin: the PIN is typed now; sent: being checked;
    second: one person has agreed, another one of another role must too.
    """

    token: str
    badge: str = ""
    pin: str = ""
    at_pin: bool = False
    sent: bool = False
    refused: str = ""
    second: bool = False

    def __repr__(self) -> str:
        return f"ApprovalEntry(token={self.token!r})"

    def digit(self, digit: str) -> "ApprovalEntry":
        """Add a digit to the badge number or the PIN."""
        if self.at_pin:
            return replace(self, pin=(self.pin + digit)[: max(PIN_LENGTHS)], refused="")
        return replace(self, badge=(self.badge + digit)[:BADGE_LENGTH], refused="")

    def erase(self) -> "ApprovalEntry":
        """Take the last digit back; an empty PIN goes back to the badge."""
        if self.at_pin and not self.pin:
            return replace(self, at_pin=False)
        return replace(self, pin=self.pin[:-1]) if self.at_pin else replace(self, badge=self.badge[:-1])

    def with_badge(self, badge: str) -> "ApprovalEntry":
        """Take a badge that was read, and ask for the PIN."""
        return replace(self, badge=badge, at_pin=True, pin="", refused="")

    @property
    def credential(self) -> Credential | None:
        """Give what proves the person once both are typed."""
        complete = self.at_pin and bool(self.badge) and len(self.pin) in PIN_LENGTHS
        return Credential(badge=self.badge, pin=self.pin) if complete else None


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorShown:
    """Hold the approval sheet. badgeCount, pinCount: typed digits, never which ones."""

    visible: bool = False
    actionText: str = ""
    effectText: str = ""
    badgeCount: int = 0
    pinCount: int = 0
    atPin: bool = False
    canConfirm: bool = False
    confirmToken: str = ""
    okText: str = ""
    stateText: str = ""
    failed: bool = False


@shows(FloorShown)
class FloorViewModel(ViewModel[FloorShown]):
    """Show the approval sheet."""


def floor_offers(view: TableView) -> tuple[Offer, ...]:
    """Give the offers that take a supervisor, and the call for one."""
    offers = view.prompt.offers
    return tuple(one for one in offers if one.needs is not None or one.code is OfferCode.CALL_FLOOR)


def act_rows(view: TableView, words: Wording) -> tuple[ActRow, ...]:
    """Draw the floor's menu."""
    rows = [_act(offer, view, words) for offer in floor_offers(view)[:ACTS]]
    return (*rows, *(ActRow(),) * (ACTS - len(rows)))


def _act(offer: Offer, view: TableView, words: Wording) -> ActRow:
    return ActRow(
        used=True,
        text=offer_text(offer, view, words.say),
        effectText=effect_text(offer, view, words) if offer.needs is not None else "",
        token=offer.token,
        enabled=offer.enabled,
        reasonText=refusal_text(offer, words.say) if not offer.enabled else "",
    )


def effect_text(offer: Offer, view: TableView, words: Wording) -> str:
    """Say in words and amounts what an act will do, before anyone shows a badge."""
    key = f"approve.effect_{offer.code}"
    hold = view.hold
    return words.say(
        key if key in words.say else "approve.effect_other",
        round=view.round or "",
        deck=getattr(offer.command, "deck", view.deck) or "",
        amount=words.money.exact(hold.void_total if hold is not None else 0),
    )


def floor_shown(view: TableView, offer: Offer, entry: ApprovalEntry, words: Wording) -> FloorShown:
    """Draw the approval sheet of an offer."""
    asks = "second" if entry.second else "hint"
    state = "sent" if entry.sent else "pin_hint" if entry.at_pin else asks
    return FloorShown(
        visible=True,
        actionText=offer_text(offer, view, words.say),
        effectText=effect_text(offer, view, words),
        badgeCount=len(entry.badge),
        pinCount=len(entry.pin),
        atPin=entry.at_pin,
        canConfirm=not entry.sent
        and (entry.credential is not None or (not entry.at_pin and entry.badge != "")),
        confirmToken=f"confirm:{entry.token}:{entry.at_pin}",
        okText=words.say("button.ok" if entry.at_pin else "button.next"),
        stateText=entry.refused or words.say(f"approve.{state}"),
        failed=entry.refused != "",
    )
