"""The floor's menu and S0: the act and its effect in words, then badge and PIN (TOUCHSCREEN 6)."""

from dataclasses import dataclass
from typing import Final

from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.ledger_commands import WaiveFee
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer, OfferCode, OfferGroup
from controller.engine.ruling_commands import Rule
from controller.engine.view_types import TableView
from controller.table.envelope import Credential
from ui.options import Wording
from ui.prompts import offer_text, refusal_text
from ui.viewmodels.base import FixedRows, ViewModel, shows
from ui.viewmodels.books import waiver_about
from ui.viewmodels.effect import effect_text
from ui.viewmodels.opened import opened_hands

MENU: Final = (
    OfferCode.CALL_FLOOR,
    OfferCode.RESUME,
    OfferGroup.RULING,
    OfferGroup.VOID,
    OfferGroup.CARD,
    OfferGroup.SETTLEMENT,
    OfferGroup.DISPUTE,
    "opened",
    OfferGroup.DEVICES,
    OfferGroup.DEALER,
    OfferGroup.TABLE,
    OfferGroup.BANK,
    "offers",
    "notice",
    OfferGroup.REPLAY,
)
"""The place of each key of the floor's menu, row by row; one that is not there now leaves it empty."""

ACTS = len(MENU)
IN_GROUP = 10
"""So many keys of a group are on one page."""

PIN_LENGTHS = (6, 8)
BADGE_LENGTH = 32
APPROVAL_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """Hold one act of the floor's menu, or a group of them; reasonText: why it cannot be chosen now."""

    used: bool = False
    intent: str = "offer"
    arg: str = ""
    text: str = ""
    token: str = ""
    enabled: bool = False
    reasonText: str = ""


class ActsModel(FixedRows[ActRow]):
    """Show the acts that need a supervisor."""

    ROW = ActRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalEntry:
    """Hold what a supervisor typed so far; never shown, never printed.

    token: the offer approved; command: with its open fields filled,
    None for leave to read the record (S6); badge, pin: typed so far;
    at_pin: the PIN is typed now; sent: being checked; agreed_at: clock time at which the first of two persons
    agreed, None before.
    """

    token: str
    command: Ask | None
    badge: str = ""
    pin: str = ""
    at_pin: bool = False
    sent: bool = False
    refused: str = ""
    agreed_at: float | None = None

    def __repr__(self) -> str:
        return f"ApprovalEntry(token={self.token!r})"

    def again(self, refused: str, *, keeps_first: bool) -> "ApprovalEntry":
        """Begin anew after a refusal, with its reason; keeps_first: the first person still agrees."""
        at = self.agreed_at if keeps_first else None
        return self._afresh(refused, at)

    def asks_second(self, now: float, again: str) -> "ApprovalEntry":
        """Go on to the second person under dual control; again: why, where a second one was there already."""
        refused = again if self.agreed_at is not None else ""
        return self._afresh(refused, now)

    def _afresh(self, refused: str, agreed_at: float | None) -> "ApprovalEntry":
        return replace(self, badge="", pin="", at_pin=False, sent=False, refused=refused, agreed_at=agreed_at)

    def lapsed(self, now: float, touched_at: float) -> bool:
        """Tell whether nobody touched it, or no second person came, for 60 s; not while it is checked."""
        since = touched_at if self.agreed_at is None else self.agreed_at
        return not self.sent and now - since >= APPROVAL_S

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
    detailText: str = ""
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
    """Give the rare acts: those of a group, those that take a supervisor, and the call for one."""
    return tuple(
        one
        for one in view.prompt.offers
        if one.needs is not None or one.group is not None or one.code is OfferCode.CALL_FLOOR
    )


def act_rows(view: TableView, place: str, words: Wording, *, reads: bool = False) -> tuple[ActRow, ...]:
    """Draw the floor's menu, or one group of it; place: the group and its page, empty for the menu.

    reads: there is a record with a round that S6 can show.
    """
    group, _, page = place.partition(":")
    offers = floor_offers(view)
    if group:
        rows = [_act(offer, view, words) for offer in offers if offer.group == group]
        return _paged(rows, group, int(page or 0), words)
    return _placed(offers, view, words, reads=reads)


def _placed(offers: tuple[Offer, ...], view: TableView, words: Wording, *, reads: bool) -> tuple[ActRow, ...]:
    """Put each key of the menu in its own place, whatever else is offered: a hand learns where it is (P4)."""
    placed: dict[str, ActRow] = {row.arg: row for row in _reading(view, words)}
    for offer in offers:
        if offer.group is None:
            placed[offer.code] = _act(offer, view, words)
    for name in OfferGroup:
        within = [offer for offer in offers if offer.group is name]
        if len(within) == 1:
            placed[name] = _alone(within[0], name, view, words)
        elif within:
            placed[name] = _group(name, len(within), words)
    if reads:
        placed[OfferGroup.REPLAY] = _replay_key(words)
    others = [row for place, row in placed.items() if place not in MENU]
    return tuple(_or_another(placed.get(place), others) for place in MENU)


def _alone(offer: Offer, name: OfferGroup, view: TableView, words: Wording) -> ActRow:
    """Let the one act of a group stand in the menu; a ruling by its group, as where there are several."""
    row = _act(offer, view, words)
    if not isinstance(offer.command, Rule):
        return row
    return replace(row, text=words.say(f"group.{name}"), reasonText="")


def _or_another(row: ActRow | None, others: list[ActRow]) -> ActRow:
    """Give a place's own key; one that has no place takes an empty one, so that nothing is left out."""
    return row or (others.pop(0) if others else ActRow())


def _reading(view: TableView, words: Wording) -> list[ActRow]:
    """Give the pages to read: the log of offers, the posted notice, opened hands (G8.1, G8.3, I35)."""
    pages = ["offers"] if view.bank.rounds else []
    pages += ["notice"] if view.rotation.notice else []
    pages += ["opened"] if opened_hands(view) else []
    return [
        ActRow(
            used=True,
            intent="sheet",
            arg=page,
            text=words.say(f"panel.{page}"),
            token=f"sheet:{page}",
            enabled=True,
        )
        for page in pages
    ]


def _replay_key(words: Wording) -> ActRow:
    """Lead to S6, by way of a badge."""
    return ActRow(
        used=True,
        intent="replay",
        text=words.say("replay.heading"),
        reasonText=words.say("replay.badge"),
        token="sheet:replay",  # noqa: S106 - names a control
        enabled=True,
    )


def group_title(place: str, words: Wording) -> str:
    """Name the open group of the menu, or the menu."""
    group = place.partition(":")[0]
    return words.say(f"group.{group}") if group else words.say("panel.floor")


def _paged(rows: list[ActRow], group: str, page: int, words: Wording) -> tuple[ActRow, ...]:
    """Give one page of a group, with a key to the next one where there is one."""
    if len(rows) <= IN_GROUP:
        return (*rows, *(ActRow(),) * (ACTS - len(rows)))
    room = IN_GROUP - 1
    pages = -(-len(rows) // room)
    shown = rows[page * room : (page + 1) * room]
    after = (page + 1) % pages
    turn = ActRow(
        used=True,
        intent="group",
        arg=f"{group}:{after}",
        text=words.say("action.more", page=page + 1, count=pages),
        token=f"group:{group}:{after}",
        enabled=True,
    )
    return (*shown, *(ActRow(),) * (room - len(shown)), turn, *(ActRow(),) * (ACTS - IN_GROUP))


def _group(name: OfferGroup, count: int, words: Wording) -> ActRow:
    return ActRow(
        used=True,
        intent="group",
        arg=name.value,
        text=words.say(f"group.{name}"),
        reasonText=words.say("action.choices", count=count),
        token=f"group:{name}",
        enabled=True,
    )


def _act(offer: Offer, view: TableView, words: Wording) -> ActRow:
    return ActRow(
        used=True,
        text=offer_text(offer, view, words.say),
        token=offer.token,
        enabled=offer.enabled,
        reasonText=_about(offer, words) if offer.enabled else refusal_text(offer, words.say),
    )


def _about(offer: Offer, words: Wording) -> str:
    """Name the irregularity that a ruling is about, or the fee that is let off."""
    command = offer.command
    if isinstance(command, WaiveFee):
        return waiver_about(command, words)
    if not isinstance(command, Rule):
        return ""
    return words.say("action.about", row=words.say(f"row.{command.code}"), code=command.code)


def floor_shown(
    view: TableView, offer: Offer, entry: ApprovalEntry, effect: Effect | None, words: Wording
) -> FloorShown:
    """Draw the approval sheet of an offer; effect: None until the table has told it."""
    assert entry.command is not None, "an offer is approved for its command"
    return replace(
        _typed(entry, words),
        actionText=offer_text(offer, view, words.say),
        detailText=words.say("approve.dual") if offer.needs is not None and offer.needs.dual else "",
        effectText=effect_text(offer, entry.command, view, words, effect),
    )


def reading_shown(entry: ApprovalEntry, words: Wording) -> FloorShown:
    """Draw the approval sheet of who wants to read the record (S6)."""
    say = words.say
    return replace(_typed(entry, words), actionText=say("replay.heading"), effectText=say("replay.about"))


def _typed(entry: ApprovalEntry, words: Wording) -> FloorShown:
    """Draw what was typed so far, and what comes next."""
    asks = "second" if entry.agreed_at is not None else "hint"
    typing = "pin_short" if entry.pin and entry.credential is None else "pin_hint"
    state = "sent" if entry.sent else typing if entry.at_pin else asks
    return FloorShown(
        visible=True,
        badgeCount=len(entry.badge),
        pinCount=len(entry.pin),
        atPin=entry.at_pin,
        canConfirm=not entry.sent
        and (entry.credential is not None or (not entry.at_pin and entry.badge != "")),
        confirmToken=f"confirm:{entry.token}:{entry.at_pin}",
        okText=words.say("button.ok" if entry.at_pin else "button.next"),
        stateText=entry.refused or words.say(f"approve.{state}", count=len(entry.pin)),
        failed=entry.refused != "",
    )
