"""Judge a bank that several people put together, in layers (G8.8)."""

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.bank_events import BankShared
from controller.engine.co_bankers import own_part, seat_meant, wagers_there
from controller.engine.copying import replace
from controller.engine.coverage import BankLayer, Contribution
from controller.engine.decide.banking import bank_refusal
from controller.engine.events import BankPosted, Event
from controller.engine.ids import SEATS, SeatNo
from controller.engine.money import Cents, is_cents
from controller.engine.queries import proposed_bank, round_of
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import TableState

MOST_LAYERS = 3
MOST_PARTS = 6
MOST_NAME = 20


def standing_parts(state: TableState) -> tuple[BankPart, ...]:
    """Give the bank as it stands, or as it is proposed: one layer, one contributor by default (G8.8)."""
    current = round_of(state)
    if current.player_dealer is None:
        return ()
    layers = current.layers or state.banking.layers
    if layers:
        return parts_of(layers)
    cents = current.bank or proposed_bank(state, current.player_dealer)
    return (BankPart(layer=1, contributor=own_part(current.player_dealer), cents=cents),)


def parts_of(layers: tuple[BankLayer, ...]) -> tuple[BankPart, ...]:
    """Give the layers as the parts they were put together from."""
    return tuple(
        BankPart(layer=number, contributor=one.contributor, cents=one.cents)
        for number, layer in enumerate(layers, start=1)
        for one in layer.contributors
    )


def decide_share(state: TableState, command: ShareBank) -> Refused | tuple[Event, ...]:
    """Record the bank in layers; one part alone is a bank like any other (G8.8)."""
    seat = round_of(state).player_dealer
    if seat is None:
        return Refused(code=RefusalCode.NO_BANK, field="parts", value=str(len(command.parts)))
    wrong = _bad_parts(command.parts, own_part(seat)) or _bad_seats(state, command.parts)
    if wrong is not None:
        return wrong
    total = sum(part.cents for part in command.parts)
    short = bank_refusal(state, total, "parts")
    if short is not None:
        return short
    posted = BankPosted(seat=seat, amount=total, repeated=False)
    if len(command.parts) == 1:
        return (posted,)
    return (posted, BankShared(seat=seat, layers=_layers(command.parts)))


def corrected_layers(layers: tuple[BankLayer, ...], amount: Cents) -> tuple[BankLayer, ...]:
    """Give the layers of a bank that holds another amount than was recorded (I22); none of one without.

    What is missing is missing from whoever stands last; what is more lies with the player-dealer's own part.
    """
    more = amount - sum(layer.cents for layer in layers)
    kept: list[BankPart] = []
    for part in reversed(parts_of(layers)):
        cents = max(0, part.cents + min(0, more))
        more += part.cents - cents
        if cents:
            kept.insert(0, replace(part, cents=cents))
    if kept and more > 0:
        kept[0] = replace(kept[0], cents=kept[0].cents + more)
    return _layers(tuple(kept)) if kept else ()


def _bad_parts(parts: tuple[BankPart, ...], banker: str) -> Refused | None:
    """Give the first reason why these parts are no bank: amounts, order of layers, names (G8.8)."""
    if not 1 <= len(parts) <= MOST_PARTS:
        return _bad(str(len(parts)), f"1 to {MOST_PARTS} parts")
    for part in parts:
        if not is_cents(part.cents) or not part.cents:
            return Refused(
                code=RefusalCode.BAD_AMOUNT, field="parts", value=str(part.cents), allowed="1 cent or more"
            )
        name = part.contributor
        if not 0 < len(name) <= MOST_NAME or not name.isprintable() or name != name.strip():
            return _bad(name, f"a name of up to {MOST_NAME} characters")
    layers = [part.layer for part in parts]
    if layers != sorted(layers) or set(layers) != set(range(1, layers[-1] + 1)) or layers[-1] > MOST_LAYERS:
        return _bad(", ".join(map(str, layers)), f"layers 1 to {MOST_LAYERS} in order, none left out")
    named = [(part.layer, part.contributor) for part in parts]
    twice = next((name for layer, name in named if named.count((layer, name)) > 1), None)
    if twice is not None:
        return _bad(twice, "each name once in a layer")
    if (1, banker) not in named:
        return _bad(", ".join(name for layer, name in named if layer == 1), f"{banker} in layer 1")
    return None


def _bad_seats(state: TableState, parts: tuple[BankPart, ...]) -> Refused | None:
    """Refuse a seat that is nobody's, spelt another way, or wagers in the round it banks (G2.8, G8.8)."""
    for part in parts:
        number = seat_meant(part.contributor)
        if number is None:
            continue
        taken = [own_part(seat) for seat in SEATS if state.seat(seat).is_taken]
        if part.contributor not in taken:
            return _bad(part.contributor, ", ".join(taken))
        if wagers_there(state, SeatNo(number)):
            return Refused(
                code=RefusalCode.CO_BANKER,
                field="parts",
                value=part.contributor,
                allowed="a seat without wagers",
                seat=SeatNo(number),
            )
    return None


def _bad(value: str, allowed: str) -> Refused:
    return Refused(code=RefusalCode.BAD_BANK_PARTS, field="parts", value=value, allowed=allowed)


def _layers(parts: tuple[BankPart, ...]) -> tuple[BankLayer, ...]:
    made = []
    for number in range(1, parts[-1].layer + 1):
        own = tuple(
            Contribution(contributor=part.contributor, cents=part.cents)
            for part in parts
            if part.layer == number
        )
        made.append(BankLayer(cents=sum(one.cents for one in own), contributors=own))
    return tuple(made)
