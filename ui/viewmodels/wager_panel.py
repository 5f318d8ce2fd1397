"""The chip keypad of a seat (TOUCHSCREEN 7, 8): tabs, three fields or the bank's one, five chips."""

from dataclasses import dataclass
from typing import Any

from controller.engine.prompt import OfferCode
from controller.engine.ruleset import SideMax
from controller.engine.ruleset_names import Wager
from controller.engine.view_types import SeatState, TableView
from ui.formatting import hour_text
from ui.options import Wording
from ui.viewmodels.base import ViewModel, shows
from ui.viewmodels.draft import MAX_BETTORS, Draft, Field, removal, seat_offer
from ui.viewmodels.share import Share, part_text


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPanelShown:
    """Hold the open keypad.

    tabs: up to four bettors; field: ante, trips, bad_beat or bank; a token is empty where its key has no
    offer behind it: sameToken repeats the seat's wagers, leaveToken empties the seat. progressiveText: empty
    where there is no progressive; progressiveArg: its one stake in cents.
    parts, partAmounts: who holds the bank with how much, empty while one person does; part: the chosen one.
    """

    visible: bool = False
    seat: int = 0
    titleText: str = ""
    tabs: tuple[str, ...] = ()
    tab: int = 0
    field: str = ""
    anteText: str = ""
    tripsText: str = ""
    badBeatText: str = ""
    bankText: str = ""
    hasTrips: bool = False
    hasBadBeat: bool = False
    isBank: bool = False
    draft: bool = False
    chips: tuple[str, ...] = ()
    canNoBet: bool = False
    sameToken: str = ""
    leaveToken: str = ""
    progressiveText: str = ""
    progressiveArg: str = ""
    progressiveOn: bool = False
    parts: tuple[str, ...] = ()
    partAmounts: tuple[str, ...] = ()
    part: int = 0
    canPartner: bool = False
    canLayer: bool = False
    canUnpart: bool = False


@shows(WagerPanelShown)
class WagerPanelViewModel(ViewModel[WagerPanelShown]):
    """Show the chip keypad while a draft is open."""


def wager_panel_shown(
    view: TableView, draft: Draft | None, words: Wording, *, back_line: bool
) -> WagerPanelShown:
    """Draw the keypad of an open draft."""
    if draft is None:
        return WagerPanelShown()
    is_bank = draft.field is Field.BANK
    money, now = words.money, draft.now
    return WagerPanelShown(
        visible=True,
        seat=draft.seat,
        titleText=words.say("seat.title", seat=draft.seat),
        tabs=() if is_bank or not back_line else _tabs(view, draft, words),
        tab=draft.bettor,
        field=draft.field,
        anteText=money.exact(now.ante),
        tripsText=money.exact(now.trips),
        badBeatText=money.exact(now.bad_beat),
        bankText=money.exact(now.bank),
        hasTrips=words.limits is None or words.limits.trips is not None,
        hasBadBeat=words.limits is None or words.limits.bad_beat is not None,
        isBank=is_bank,
        draft=draft.is_dirty,
        chips=tuple(f"+{money.short(chip).removeprefix(money.sign)}" for chip in words.chips),
        canNoBet=removal(draft, view.prompt) is not None,
        sameToken=_token(view, OfferCode.REPEAT_WAGERS, draft),
        leaveToken=_token(view, OfferCode.VACATE_SEAT, draft),
        **_progressive(view, draft, words),
        **_parts(draft.share, words),
    )


def _progressive(view: TableView, draft: Draft, words: Wording) -> dict[str, Any]:
    """Draw the key that places the one fixed stake or takes it back (G2.1, G5.7)."""
    progressive = view.progressive
    if progressive is None or draft.field is Field.BANK:
        return {}
    return {
        "progressiveText": words.say("seat.progressive_key", stake=words.money.exact(progressive.stake)),
        "progressiveArg": str(progressive.stake),
        "progressiveOn": draft.now.progressive > 0,
    }


def _parts(share: Share | None, words: Wording) -> dict[str, Any]:
    """Draw who holds the bank (G8.8)."""
    if share is None:
        return {}
    shared = len(share.parts) > 1
    layered = share.parts[-1].layer > 1
    return {
        "parts": tuple(part_text(one, words, layered=layered) for one in share.parts) if shared else (),
        "partAmounts": tuple(words.money.exact(one.cents) for one in share.parts) if shared else (),
        "part": share.chosen,
        "canPartner": share.can_add,
        "canLayer": share.can_layer,
        "canUnpart": share.chosen > 0,
    }


def _token(view: TableView, code: OfferCode, draft: Draft) -> str:
    """Give the token of a seat's enabled offer, empty where there is none."""
    offer = seat_offer(view.prompt, code, draft.seat)
    return offer.token if offer is not None and offer.enabled else ""


def _tabs(view: TableView, draft: Draft, words: Wording) -> tuple[str, ...]:
    """Name the bettors of the seat; the last tab adds one while there is room (G8.7)."""
    seat = view.seats[draft.seat - 1]
    behind = max([draft.bettor, *(bettor.number for bettor in seat.bettors)])
    if seat.state not in {SeatState.IN, SeatState.OUT}:
        behind = draft.bettor
    tabs = [words.say("button.seat_tab")]
    tabs += [words.say("button.back_tab", number=number) for number in range(1, behind + 1)]
    if len(tabs) < MAX_BETTORS:
        tabs.append(words.say("button.add_back"))
    return tuple(tabs)


def limits_text(draft: Draft, view: TableView, words: Wording) -> str:
    """Write the limits of the chosen field for the seat, as far as known here; of a shared bank its sum."""
    if draft.share is not None and len(draft.share.parts) > 1:
        money, before, now = words.money, draft.base.bank, draft.now.bank
        key = "bank.becomes" if before != now else "bank.in_all"
        return words.say(key, before=money.exact(before), now=money.exact(now))
    kept = view.seats[draft.seat - 1].limits if draft.seat else None
    limits = kept or words.limits
    if limits is None or draft.field is Field.BANK:
        return ""
    limit = limits.of(Wager(draft.field.value))
    if limit is None:
        return ""
    name = words.say(f"seat.{draft.field}")
    if draft.field is not Field.ANTE and words.side_max is SideMax.ANTE:
        return words.say("panel.limits_side", wager=name)
    low, high = words.money.short(limit.minimum), words.money.short(limit.maximum)
    said = words.say("panel.limits", wager=name, minimum=low, maximum=high)
    due = next((one for one in words.limits_due if one.wager.value == draft.field.value), None)
    if due is None or kept is not None:
        return said
    low, high = words.money.short(due.minimum), words.money.short(due.maximum)
    return words.say(
        "panel.limits_due",
        limits=said,
        minimum=low,
        maximum=high,
        time=hour_text(due.at_us, words.zone),
    )
