"""Eight seat tiles: who plays, what was decided, which controls are live (TOUCHSCREEN 5, 9)."""

from dataclasses import dataclass

from controller.engine.commands import Act, Decide
from controller.engine.prompt import Offer, OfferCode, Prompt, PromptCode
from controller.engine.settlement_types import Outcome, Result, WagerLine
from controller.engine.state import Phase
from controller.engine.view_types import CardView, SeatState, SeatView, TableView
from ui.formatting import hand_short, multiple_text
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.behind import missable, plays_text
from ui.viewmodels.books import seat_fee
from ui.viewmodels.draft import Draft, code_offer, entered, seat_offer
from ui.viewmodels.limits import limit_note

WAGERS = ("ante", "blind", "play", "trips", "bad_beat")
BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """Hold one tile as it is drawn.

    layout: `empty`, `wagers`, `zones` or `cards`; card1, card2: empty, `back` or a face such as `Kc`;
    lastText: heads amounts that are only remembered, empty where they are on the felt;
    active: the prompt is about this seat; move: and the dealer's hands have something to do there (P3);
    mark*: empty, `on` for a wager that stands, or pay, push, take, return, none.
    """

    seat: int
    exists: bool = True
    numberText: str = ""
    roleText: str = ""
    state: str = "empty"
    layout: str = "empty"
    active: bool = False
    move: bool = False
    editing: bool = False
    decisionText: str = ""
    card1: str = ""
    card2: str = ""
    plays1: bool = False
    plays2: bool = False
    zone1Text: str = ""
    zone1Token: str = ""
    zone1Name: str = ""
    zone2Text: str = ""
    zone2Token: str = ""
    zone2Name: str = ""
    tileIntent: str = ""
    tileToken: str = ""
    tileName: str = ""
    anteText: str = ""
    tripsText: str = ""
    badBeatText: str = ""
    bankText: str = ""
    lastText: str = ""
    draft: bool = False
    backText: str = ""
    feeText: str = ""
    handText: str = ""
    noteText: str = ""
    markAnte: str = ""
    markBlind: str = ""
    markPlay: str = ""
    markTrips: str = ""
    markBadBeat: str = ""


class SeatsModel(FixedRows[SeatRow]):
    """Show the eight tiles; rows are seats 1 to 8 for ever."""

    ROW = SeatRow


def empty_rows() -> tuple[SeatRow, ...]:
    """Give eight tiles before anything is known."""
    return tuple(SeatRow(seat=number, numberText=str(number)) for number in range(1, 9))


def seat_rows(view: TableView, draft: Draft | None, words: Wording) -> tuple[SeatRow, ...]:
    """Draw all tiles of a view; an open draft shows its amounts on its tile."""
    standing = entered(view, draft)
    return tuple(_row(standing, seat, draft, words) for seat in standing.seats)


def _row(view: TableView, seat: SeatView, draft: Draft | None, words: Wording) -> SeatRow:
    zones = _zones(view, seat)
    cards = _cards(view, seat)
    layout = _layout(view, seat, zones)
    amounts = layout == "wagers" or seat.state is SeatState.BANK
    wagers = _amounts(view, seat, draft, words) if amounts else {}
    marks = _marks(seat) if layout == "cards" else {}
    return SeatRow(
        seat=seat.number,
        exists=seat.exists,
        numberText=str(seat.number),
        roleText=_role(view, seat, words),
        state=seat.state,
        layout=layout,
        active=seat.is_active,
        move=seat.is_active and _is_move(view.prompt),
        editing=draft is not None and draft.seat == seat.number,
        decisionText=_decision(seat, words),
        card1=card_key(cards, 0),
        card2=card_key(cards, 1),
        plays1=bool(cards) and cards[0].plays,
        plays2=len(cards) > 1 and cards[1].plays,
        **_zone_fields(zones, words),
        **_tile_tap(view, seat, words),
        handText=_hand(view, seat, words),
        noteText=_note(view, seat, draft, words),
        draft=draft is not None and draft.seat == seat.number and draft.is_dirty,
        **wagers,
        **marks,
    )


_MOVES = frozenset({PromptCode.OFFER_BANK, PromptCode.ASK_RIVER, PromptCode.SETTLE_SEAT})
"""Prompts that ask the dealer for something at one seat, without a task of the hands."""


def _is_move(prompt: Prompt) -> bool:
    """Tell whether the seat the prompt names is the dealer's move, not the machine's (P3)."""
    if prompt.code is PromptCode.DEAL_STACK:
        return bool(prompt.tasks)
    return prompt.code in _MOVES


def card_key(cards: tuple[CardView, ...], place: int) -> str:
    """Give a card as QML draws it: nothing, its back, or its face (P9)."""
    if place >= len(cards):
        return ""
    card = cards[place].card
    return BACK if card is None else card.value


def _cards(view: TableView, seat: SeatView) -> tuple[CardView, ...]:
    return view.bank.cards if seat.state is SeatState.BANK else seat.cards


def _layout(view: TableView, seat: SeatView, zones: tuple[Offer, ...]) -> str:
    if view.phase in {Phase.OFFER, Phase.WAGERS, Phase.CLOSED}:
        taken = "zones" if zones else "wagers"
        return "empty" if seat.state is SeatState.EMPTY else taken
    if zones:
        return "zones"
    return "cards" if seat.state in {SeatState.IN, SeatState.BANK} else "empty"


def _zones(view: TableView, seat: SeatView) -> tuple[Offer, ...]:
    """Give a seat's decisions, left to right: fold, or the higher multiple, first; a check has no tap."""
    offers = [
        offer
        for offer in view.prompt.offers
        if offer.seat == seat.number and offer.enabled and offer.code in _zone_codes(view)
    ]
    return tuple(sorted(offers, key=_zone_order)[:2])


def _zone_codes(view: TableView) -> frozenset[OfferCode]:
    """Give what a tile's zones ask: decisions, or answers where all seats are asked at once (G8.3)."""
    if view.prompt.code is PromptCode.OFFER_TO_ALL:
        return frozenset({OfferCode.ACCEPT_BANK, OfferCode.ABSENT})
    return frozenset({OfferCode.PLAY, OfferCode.FOLD})


def _zone_order(offer: Offer) -> tuple[bool, int]:
    multiple = offer.command.multiple if isinstance(offer.command, Decide) else 0
    return offer.code not in {OfferCode.FOLD, OfferCode.ACCEPT_BANK}, -multiple


_ANSWERS = {OfferCode.ACCEPT_BANK: "takes", OfferCode.ABSENT: "away"}
"""What a zone says where all seats are asked at once."""


def _zone_fields(zones: tuple[Offer, ...], words: Wording) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, offer in enumerate(zones, start=1):
        fields[f"zone{number}Token"] = offer.token
        word = _ANSWERS.get(offer.code)
        if word is not None:
            fields[f"zone{number}Text"] = words.say(f"seat.{word}")
            fields[f"zone{number}Name"] = words.say(f"access.seat_{word}", seat=offer.seat)
            continue
        command = offer.command
        multiple = multiple_text(command.multiple) if isinstance(command, Decide) else ""
        fold = offer.code is OfferCode.FOLD
        key = "access.seat_fold" if fold else "access.seat_play"
        fields[f"zone{number}Text"] = words.say("primary.fold") if fold else multiple
        fields[f"zone{number}Name"] = words.say(key, seat=offer.seat, multiple=multiple)
    return fields


def _role(view: TableView, seat: SeatView, words: Wording) -> str:
    if seat.state is SeatState.BANK:
        return words.say("seat.bank")
    if view.phase is Phase.CLOSED and seat.state is not SeatState.EMPTY:
        return words.say("seat.taken")
    if seat.state is SeatState.EMPTY:
        sits = seat_offer(view.prompt, OfferCode.SEAT_PLAYER, seat.number)
        return words.say("seat.seat_here" if sits is not None and sits.enabled else "seat.empty")
    return words.say("seat.third_party") if view.rotation.third_party == seat.number else ""


def _decision(seat: SeatView, words: Wording) -> str:
    match seat.act:
        case Act.PLAY:
            return multiple_text(seat.multiple)
        case Act.FOLD:
            return words.say("seat.fold")
        case Act.CHECK | None:
            return ""


def _hand(view: TableView, seat: SeatView, words: Wording) -> str:
    hand = view.bank.hand if seat.state is SeatState.BANK else seat.hand
    return hand_short(hand.category, hand.five, words.say) if hand is not None else ""


def _note(view: TableView, seat: SeatView, draft: Draft | None, words: Wording) -> str:
    if draft is not None and draft.seat == seat.number and draft.is_dirty:
        return words.say("seat.draft")
    if seat.is_settled:
        return words.say("seat.settled")
    if seat.act is not None:
        return plays_text(seat)
    limited = limit_note(seat, words)
    if limited:
        return limited
    if seat.state is SeatState.OUT:
        return words.say("seat.taken" if view.phase is Phase.OFFER else "seat.out")
    if seat.state is SeatState.BANK and view.bank.rounds and view.phase in {Phase.OFFER, Phase.WAGERS}:
        return words.say("seat.held", counted=view.bank.counted, rounds=view.bank.rounds)
    pays = seat.state is SeatState.IN and view.phase is Phase.WAGERS
    return seat_fee(view, seat, words) if pays else ""


def _tile_tap(view: TableView, seat: SeatView, words: Wording) -> dict[str, str]:
    """Say what a tap on the tile itself means now; nothing on most of them."""
    number = seat.number
    sits = seat_offer(view.prompt, OfferCode.SEAT_PLAYER, number)
    if seat.state is SeatState.EMPTY and sits is not None and sits.enabled:
        return _tap("offer", sits.token, words.say("access.seat_sit", seat=number))
    leaves = seat_offer(view.prompt, OfferCode.VACATE_SEAT, number) if view.phase is Phase.CLOSED else None
    if leaves is not None and leaves.enabled:
        return _tap("offer", leaves.token, words.say("access.seat_leaves", seat=number))
    bank = _volunteers(view, seat)
    if bank is not None:
        return _tap("offer", bank.token, words.say("access.seat_bank", seat=number))
    if _may_edit(view, seat):
        return _tap("tile", f"tile:{view.phase}:{number}", words.say("access.seat_tile", seat=number))
    if (seat.is_settled and seat.lines) or missable(view, number):
        return _tap("look", f"look:{view.round}:{number}", words.say("access.seat_look", seat=number))
    return {}


def _volunteers(view: TableView, seat: SeatView) -> Offer | None:
    """Give the offer by which any seat may still take the bank after all were asked (G8.2)."""
    if view.prompt.code is not PromptCode.NOBODY_BANKS:
        return None
    offer = seat_offer(view.prompt, OfferCode.ACCEPT_BANK, seat.number)
    return offer if offer is not None and offer.enabled else None


def _tap(intent: str, token: str, name: str) -> dict[str, str]:
    return {"tileIntent": intent, "tileToken": token, "tileName": name}


def _may_edit(view: TableView, seat: SeatView) -> bool:
    """Tell whether a tap on a tile opens its keypad."""
    if seat.state is SeatState.BANK:
        return code_offer(view.prompt, OfferCode.POST_BANK) is not None
    return seat_offer(view.prompt, OfferCode.PLACE_WAGER, seat.number) is not None


def _amounts(view: TableView, seat: SeatView, draft: Draft | None, words: Wording) -> dict[str, str]:
    """Write the sticky amounts of the seated bettor, or those of its open draft."""
    if seat.state is SeatState.BANK:
        bank = draft.now.bank if draft is not None and draft.seat == seat.number else view.bank.amount
        holders = len(view.bank.parts)
        return {
            "bankText": words.money.short(bank) if bank else words.say("seat.no_bank"),
            "backText": words.say("seat.shared", count=holders) if holders else "",
            "feeText": seat_fee(view, seat, words),
        }
    seated = next((bettor for bettor in seat.bettors if bettor.number == 0), None)
    if seated is None:
        return {"backText": _behind(seat, words)}
    stands = seated.is_in and seat.state is not SeatState.OUT
    last = "" if stands or not seated.ante else words.say("seat.last")
    return {
        "anteText": words.money.short(seated.ante) if seated.ante else "",
        "tripsText": words.money.short(seated.trips) if seated.trips else "",
        "badBeatText": words.money.short(seated.bad_beat) if seated.bad_beat else "",
        "lastText": last,
        "backText": _behind(seat, words) or _progressive(view, seat, words),
    }


def _behind(seat: SeatView, words: Wording) -> str:
    """Count those behind a seat, and say what they have down (G8.7)."""
    behind = [one for one in seat.bettors if one.number and one.is_in]
    down = sum(one.ante + one.blind + one.trips + one.bad_beat + one.progressive for one in behind)
    return words.say("seat.back_line", count=len(behind), amount=words.money.short(down)) if behind else ""


def _progressive(view: TableView, seat: SeatView, words: Wording) -> str:
    """Name the seated bettor's progressive wager, empty without one."""
    placed = sum(bettor.progressive for bettor in seat.bettors if bettor.number == 0 and bettor.is_in)
    named = view.progressive is not None and placed > 0
    return words.say("seat.progressive", stake=words.money.short(placed)) if named else ""


def _marks(seat: SeatView) -> dict[str, str]:
    """Mark the seated bettor's wagers: how each ended, or that it stands."""
    first = next((line.bettor for line in seat.lines), "")
    ended = {line.wager.value: line_mark(line) for line in seat.lines if line.bettor == first}
    seated = next((bettor for bettor in seat.bettors if bettor.number == 0 and bettor.is_in), None)
    stands = {name: "on" for name in WAGERS if seated is not None and getattr(seated, name)}
    return {_role_name(name): ended.get(name, stands.get(name, "")) for name in WAGERS}


def _role_name(wager: str) -> str:
    return "mark" + "".join(part.capitalize() for part in wager.split("_"))


def line_mark(line: WagerLine) -> str:
    """Name the sign of one settled wager (P11): pay, take, push, return, or none for not covered."""
    match line.result:
        case Result.WIN:
            return "pay"
        case Result.LOSE:
            return "take"
        case Result.PUSH:
            return "push"
        case Result.RETURNED:
            return "return" if line.outcome is Outcome.NO_ACTION else "none"
