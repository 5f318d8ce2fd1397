"""The round of a `settle` line: checked in the order of G13.5, then made a `Showdown` (G13.3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.cli.settle_shape import JsonObject, LineFault, objects
from controller.engine.cards import Card
from controller.engine.copying import replace
from controller.engine.coverage import BankLayer, single_bank
from controller.engine.ids import SeatNo
from controller.engine.money import Cents, is_cents
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    BadBeatRequires,
    OverMax,
    RuleSet,
    SideMax,
    Street,
    UnderMin,
    Wager,
)
from controller.engine.settlement import Role, SeatEntry, Showdown, Stakes
from controller.engine.settlement_limits import SIDE_WAGERS, cut_to_limits

_CARDS = "a card such as Th: rank 23456789TJQKA, suit cdhs"
_ACTIONS = 'an object: {"type": "play", "street": "river", "multiple": 1} or {"type": "fold"}'
_COMPULSORY = (Wager.ANTE, Wager.BLIND)
BANK = "player_dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bettor:
    """One bettor's place in the line, and the stakes as they were placed."""

    field: str
    stakes: Stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    """One seat's place in the line, its decision and its bettors; `multiple` is 0 for a fold."""

    field: str
    street: Street
    multiple: int
    bettors: tuple[_Bettor, ...]

    @property
    def folded(self) -> bool:
        """Tell whether the seat folded."""
        return not self.multiple


def read_round(rules: RuleSet, body: JsonObject) -> Showdown:
    """Check a round of the right shape against the rules; raise LineFault for the first failure."""
    dealer = _dealer_of(body)
    places = [(f"input.seats[{number}]", seat) for number, seat in enumerate(objects(body["seats"]))]
    dealer_hole, board, holes = _cards(body, dealer, places)
    positions = _positions(rules, dealer, places)
    _check_bettor_ids(places)
    _check_roles(rules, places)
    _check_amounts(rules, dealer, places)
    layers = _bank(rules, dealer)
    seats = [_seat(field, seat) for field, seat in places]
    for check in _ROUND_CHECKS:
        for seat in seats:
            check(rules, seat)
    return Showdown(
        dealer_position=SeatNo(positions[0]) if positions[0] else None,
        dealer_hole=dealer_hole,
        board=board,
        layers=layers,
        seats=tuple(
            _entry(rules, SeatNo(position), hole, seat)
            for position, hole, seat in zip(positions[1:], holes, seats, strict=True)
        ),
    )


def _entry(rules: RuleSet, position: SeatNo, hole: tuple[Card, Card], seat: _Seat) -> SeatEntry:
    return SeatEntry(
        position=position,
        hole=hole,
        folded=seat.folded,
        bettors=tuple(_placed(rules, seat, bettor.stakes) for bettor in seat.bettors),
    )


def _placed(rules: RuleSet, seat: _Seat, stakes: Stakes) -> Stakes:
    """Cut to the limits where the rules cap; a back-line bettor without a Play folds alone (G8.7)."""
    cut = cut_to_limits(rules, stakes) if rules.over_max is OverMax.CAP else stakes
    return replace(cut, folded=not seat.folded and not stakes.play)


def _dealer_of(body: JsonObject) -> JsonObject:
    dealer = body[BANK]
    assert isinstance(dealer, dict)
    return dealer


def _cards(
    body: JsonObject, dealer: JsonObject, places: list[tuple[str, JsonObject]]
) -> tuple[tuple[Card, Card], tuple[Card, ...], list[tuple[Card, Card]]]:
    named = [
        (f"input.{BANK}.hole", dealer["hole"], 2),
        ("input.board", body["board"], 5),
        *((f"{field}.hole", seat["hole"], 2) for field, seat in places),
    ]
    hands = [(field, [_card(field, token) for token in _tokens(field, value)]) for field, value, _ in named]
    for (field, cards), (_, _, count) in zip(hands, named, strict=True):
        if len(cards) != count:
            raise LineFault("card_count", field, cards, f"{count} cards")
    seen: dict[Card, str] = {}
    for field, cards in hands:
        for card in cards:
            if card in seen:
                raise LineFault("duplicate_card", field, card, f"each card once; it is in {seen[card]} too")
            seen[card] = field
    pairs = [(cards[0], cards[1]) for _, cards in hands]
    return pairs[0], tuple(hands[1][1]), pairs[2:]


def _tokens(field: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise LineFault("bad_card", field, value, f"a list, each {_CARDS}")
    return value


def _card(field: str, token: object) -> Card:
    try:
        return Card(token if isinstance(token, str) else "")
    except ValueError as error:
        raise LineFault("bad_card", field, token, _CARDS) from error


def _positions(rules: RuleSet, dealer: JsonObject, places: list[tuple[str, JsonObject]]) -> list[int]:
    """Give the dealer side's position, 0 for none, and then those of the seats."""
    least = 0 if rules.house_banked else 1
    taken = [_position(rules, f"input.{BANK}.position", dealer["position"], least)]
    for field, seat in places:
        position = _position(rules, f"{field}.position", seat["position"], 1)
        if position in taken[1:] or (position == taken[0] and not rules.house_banked):
            allowed = "each position once, and not the player-dealer's"
            raise LineFault("bad_position", f"{field}.position", position, allowed)
        taken.append(position)
    return taken


def _position(rules: RuleSet, field: str, value: object, least: int) -> int:
    if type(value) is not int or not least <= value <= rules.positions:
        raise LineFault("bad_position", field, value, f"a whole number from {least} to {rules.positions}")
    return value


def _bettors(places: list[tuple[str, JsonObject]]) -> Iterator[tuple[str, int, JsonObject]]:
    for field, seat in places:
        for index, bettor in enumerate(objects(seat["bettors"])):
            yield f"{field}.bettors[{index}]", index, bettor


def _check_bettor_ids(places: list[tuple[str, JsonObject]]) -> None:
    seen: dict[object, str] = {}
    for field, _, bettor in _bettors(places):
        if bettor["id"] in seen:
            allowed = f"each bettor once in the line; the id is in {seen[bettor['id']]} too"
            raise LineFault("duplicate_bettor", f"{field}.id", bettor["id"], allowed)
        seen[bettor["id"]] = field


def _check_roles(rules: RuleSet, places: list[tuple[str, JsonObject]]) -> None:
    for field, index, bettor in _bettors(places):
        due = Role.BACK_LINE if index else Role.SEATED
        if bettor["role"] != due:
            allowed = "seated for the first bettor of a seat, back_line for the others"
            raise LineFault("bad_role", f"{field}.role", bettor["role"], allowed)
        if index and not rules.back_line:
            raise LineFault(
                "bad_role", f"{field}.role", bettor["role"], f"seated: {rules.name} has no back line"
            )


def _check_amounts(rules: RuleSet, dealer: JsonObject, places: list[tuple[str, JsonObject]]) -> None:
    wager = dealer["wager"]
    if wager is not None and not is_cents(wager):
        allowed = "null" if rules.house_banked else "whole cents above 0"
        raise LineFault("bad_amount", f"input.{BANK}.wager", wager, allowed)
    for field, _, bettor in _bettors(places):
        for name in SETTLED_WAGERS:
            amount = bettor.get(name, 0)
            if not is_cents(amount):
                raise LineFault("bad_amount", f"{field}.{name}", amount, "whole cents, 0 or more")


def _bank(rules: RuleSet, dealer: JsonObject) -> tuple[BankLayer, ...]:
    wager = dealer["wager"]
    if rules.house_banked:
        if wager is not None:
            raise LineFault("bad_bank", f"input.{BANK}.wager", wager, "null where the house banks")
        return ()
    if not isinstance(wager, int) or wager == 0:
        raise LineFault("bad_bank", f"input.{BANK}.wager", wager, "whole cents above 0")
    return single_bank(BANK, wager)


def _seat(field: str, seat: JsonObject) -> _Seat:
    street, multiple = _action(f"{field}.action", seat["action"])
    return _Seat(
        field=field,
        street=street,
        multiple=multiple,
        bettors=tuple(
            _Bettor(field=f"{field}.bettors[{index}]", stakes=_stakes(index, bettor))
            for index, bettor in enumerate(objects(seat["bettors"]))
        ),
    )


def _action(field: str, action: object) -> tuple[Street, int]:
    if not isinstance(action, dict):
        raise LineFault("bad_action", field, action, _ACTIONS)
    street, multiple = action.get("street"), action.get("multiple")
    match action.get("type"):
        case "fold":
            is_none = multiple is None or (type(multiple) is int and not multiple)
            if street not in (None, "river") or not is_none:
                raise LineFault("bad_action", field, action, "a fold has no multiple and is on the river")
            return Street.RIVER, 0
        case "play":
            if not isinstance(street, str) or street not in set(Street):
                raise LineFault("bad_action", f"{field}.street", street, ", ".join(Street))
            if type(multiple) is not int or multiple < 1:
                raise LineFault("bad_action", f"{field}.multiple", multiple, "a whole number from 1")
            return Street(street), multiple
        case other:
            raise LineFault("bad_action", f"{field}.type", other, "play, fold")


def _stakes(index: int, bettor: JsonObject) -> Stakes:
    amounts = {wager.value: bettor.get(wager, 0) for wager in SETTLED_WAGERS}
    return Stakes(
        bettor=str(bettor["id"]),
        role=Role.BACK_LINE if index else Role.SEATED,
        ante=_cents(amounts["ante"]),
        blind=_cents(amounts["blind"]),
        play=_cents(amounts["play"]),
        trips=_cents(amounts["trips"]),
        bad_beat=_cents(amounts["bad_beat"]),
    )


def _cents(value: object) -> Cents:
    assert isinstance(value, int)
    return value


def _check_multiple(rules: RuleSet, seat: _Seat) -> None:
    allowed = rules.play_multiples.of(seat.street)
    if not seat.folded and seat.multiple not in allowed:
        names = ", ".join(map(str, allowed)) or "none"
        raise LineFault("multiple_not_allowed", f"{seat.field}.action.multiple", seat.multiple, names)


def _check_ante_blind(_: RuleSet, seat: _Seat) -> None:
    for bettor in seat.bettors:
        stakes = bettor.stakes
        if stakes.blind != stakes.ante:
            allowed = f"exactly the ante, {stakes.ante}"
            raise LineFault("ante_blind", f"{bettor.field}.blind", stakes.blind, allowed)


def _check_step(rules: RuleSet, seat: _Seat) -> None:
    for bettor in seat.bettors:
        if bettor.stakes.ante % rules.ante_step:
            allowed = f"multiples of {rules.ante_step}"
            raise LineFault("off_step", f"{bettor.field}.ante", bettor.stakes.ante, allowed)


def _check_play(_: RuleSet, seat: _Seat) -> None:
    for bettor in seat.bettors:
        due = seat.multiple * bettor.stakes.ante
        if bettor.stakes.play == due:
            continue
        if bettor.stakes.play or bettor.stakes.role is Role.SEATED:
            allowed = f"{due}, {seat.multiple} times the ante" if due else "0 on a fold"
            raise LineFault("play_amount", f"{bettor.field}.play", bettor.stakes.play, allowed)


def _check_side_over_ante(rules: RuleSet, seat: _Seat) -> None:
    if rules.side_max is SideMax.OWN or rules.over_max is OverMax.CAP:
        return
    for bettor in seat.bettors:
        for wager in SIDE_WAGERS:
            amount = bettor.stakes.of(wager)
            if amount > bettor.stakes.ante:
                allowed = f"at most the ante, {bettor.stakes.ante}"
                raise LineFault("side_over_ante", f"{bettor.field}.{wager}", amount, allowed)


def _check_offered(rules: RuleSet, seat: _Seat) -> None:
    for bettor in seat.bettors:
        if bettor.stakes.bad_beat and rules.bad_beat_table is None:
            field = f"{bettor.field}.bad_beat"
            raise LineFault("bad_beat_not_offered", field, bettor.stakes.bad_beat, "0: there is no Bad Beat")


def _check_needs_trips(rules: RuleSet, seat: _Seat) -> None:
    if rules.bad_beat_requires is BadBeatRequires.ANTE_BLIND:
        return
    for bettor in seat.bettors:
        if bettor.stakes.bad_beat and not bettor.stakes.trips:
            field = f"{bettor.field}.bad_beat"
            raise LineFault("bad_beat_needs_trips", field, bettor.stakes.bad_beat, "0 without a Trips wager")


def _check_minimum(rules: RuleSet, seat: _Seat) -> None:
    if rules.under_min is not UnderMin.REJECT:
        return
    for field, wager, amount in _limited(seat):
        limit = rules.limits.of(wager)
        if limit is not None and amount < limit.minimum:
            raise LineFault("below_minimum", field, amount, f"at least {limit.minimum}")


def _check_maximum(rules: RuleSet, seat: _Seat) -> None:
    if rules.over_max is not OverMax.REJECT:
        return
    for field, wager, amount in _limited(seat):
        limit = rules.limits.of(wager)
        if limit is not None and amount > limit.maximum:
            raise LineFault("above_maximum", field, amount, f"at most {limit.maximum}")


def _limited(seat: _Seat) -> Iterator[tuple[str, Wager, Cents]]:
    """Give each wager that has to keep to its limits: all that is not 0, and Ante and Blind always."""
    for bettor in seat.bettors:
        for wager in SETTLED_WAGERS:
            amount = bettor.stakes.of(wager)
            if amount or wager in _COMPULSORY:
                yield f"{bettor.field}.{wager}", wager, amount


_ROUND_CHECKS = (
    _check_multiple,
    _check_ante_blind,
    _check_step,
    _check_play,
    _check_side_over_ante,
    _check_offered,
    _check_needs_trips,
    _check_minimum,
    _check_maximum,
)
