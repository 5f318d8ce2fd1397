"""A round told in sentences, with the number and time of each record: what a dispute is settled with (G11.7).

A face stands only where an event turned it up. What this page does not know is told by its fields, so nothing
that happened is left out but the talk with the devices.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from controller.engine.bank_events import BankSettled, BankShared
from controller.engine.cards import Exposed
from controller.engine.commands import Exposure
from controller.engine.coverage import BankLayer, LayerResult
from controller.engine.events import (
    BankOffered,
    BettingClosed,
    CardAstray,
    CardDealt,
    CardsExposed,
    DecisionMade,
    Event,
    SeatTurnedUp,
    StreetClosed,
    WagerPlaced,
)
from controller.engine.ledger_events import (
    FeesDropped,
    FeesRecorded,
    FeesReturned,
    FeeWaived,
    ProgressiveTurnedUp,
)
from controller.engine.ledgers import FeeLine
from controller.engine.queries import place_name
from controller.engine.ruling_events import (
    CardCorrected,
    DecisionCorrected,
    FoldedHandOpened,
    SettlementRepeated,
    SettlementReversed,
    StakesCorrected,
    StrayPlaced,
)
from controller.engine.state import Decision
from controller.history.plain import Value, money, plain
from controller.journal.codec import TableRecord
from controller.journal.notes import CommandRefused

_SENTENCES: Final[Mapping[str, str]] = {
    "round_opened": "round {round} begins with deck {deck} under {ruleset}",
    "seat_taken": "seat {seat}: a player sits down",
    "seat_vacated": "seat {seat}: the player leaves",
    "bank_offered_to_all": "the bank is offered to seats {seats} at once",
    "offer_answered": "seat {seat} answers the offer of the bank: {answer}",
    "seat_passed_over": "seat {seat} is not asked: {why} {reason}",
    "offer_forced": "seat {seat} is to be asked next: {reason}, approved by {approved_by}",
    "player_dealer_seated": "seat {seat} is the player-dealer",
    "bank_posted": "seat {seat} posts a bank of {amount}",
    "wager_removed": "seat {seat}, bettor {bettor}: the wagers are taken off",
    "wagers_repeated": "seat {seat}: the wagers of the round before stand again",
    "minimum_honoured": "seat {seat}, bettor {bettor}: {wager} {amount} is below {minimum}, plays this once",
    "below_minimum_returned": "seat {seat}, bettor {bettor}: below {minimum} again, {total} goes back",
    "decision_undone": "seat {seat}: the decision is taken back",
    "play_missed": "seat {seat}, bettor {bettor}: no Play of {amount} on the felt, folds alone",
    "play_miss_undone": "seat {seat}, bettor {bettor}: the Play of {amount} lies there after all",
    "stub_discarded": "the stub goes to the discard rack unseen",
    "seat_settled": "seat {seat} is closed: {paid} paid, {collected} taken",
    "round_settled": "the round is settled: bank paid {paid}, took {collected}, net {net}",
    "meter_moved": "the meter: {before}, {fed} fed, {paid} paid, {after} now",
    "hold_raised": "the table stops: {code}, {places} {reported}",
    "floor_called": "the floor is called",
    "hold_cleared": "the table goes on, approved by {approved_by}",
    "round_voided": "the round is void: {reason}; {total} goes back, approved by {approved_by}",
    "ruled": "ruling {code} {ruling}: {before} becomes {after}; reason {reason}, approved by {approved_by}",
    "seat_killed": "seat {seat}: a dead hand, {total} goes back",
    "bank_corrected": "the bank is {after}, recorded was {before}",
    "play_barred": "no more Play from here on: seats {seats}",
    "felt_confirmed": "the felt is confirmed as shown",
    "deck_counted": "deck {deck}: {count} cards counted",
    "decks_swapped": "deck {used} rests, deck {due} is next",
    "table_opened": "the table opens under {ruleset}, version {version}",
    "table_closed": "the table closes",
}
_EXPOSED: Final = {
    Exposure.FLOP: "flop",
    Exposure.TURN_RIVER: "turn and river",
    Exposure.PLAYER_DEALER: "the dealer side",
}
_MONEY: Final = frozenset(
    {
        *("amount", "total", "paid", "collected", "net", "before", "after", "minimum", "maximum", "drop"),
        *("fed", "seeded", "house_net", "expected", "difference"),
    }
)
"""Fields that are cents wherever they are numbers."""

_SEALS: Final = frozenset({"ordinal", "closed", "salt"})
_TALK: Final = frozenset(
    {
        *("phase_entered", "device_order_issued", "order_answered", "operation_started", "operation_done"),
        *("device_announced", "device_noted", "tray_changed", "button_pressed", "stray_operation"),
        *("deck_announced", "deck_checked", "deck_loaded", "deck_made_ready", "deck_removed"),
        "card_returned",
        *("rotation_clock_told", "round_started", "clock_shifted", "table_started", "stack_taken"),
        *("device_linked", "device_booted"),
    }
)
"""Events between the program and the devices, or of its own clocks: no chip, card or word of a person."""


def story_of(records: Iterable[TableRecord]) -> Iterator[str]:
    """Give a line for each thing that happened, refused commands too: time, number, who, what."""
    for record in records:
        content = record.content
        moment = datetime.fromtimestamp(content.stamp.utc_us / 1_000_000, UTC)
        head = f"{moment.strftime('%H:%M:%S')}.{moment.microsecond // 1000:03} #{record.seq} {content.actor}"
        said = [*_deals(content.events), *(sentence_of(event) for event in content.events)]
        said += [refusal_of(record, note) for note in content.notes if isinstance(note, CommandRefused)]
        for sentence in said:
            if sentence:
                yield f"{head}: {sentence}"


def _deals(events: Iterable[Event]) -> Iterator[str]:
    """Tell the cards of one record by their places; their faces are sealed."""
    dealt = [place_name(one.target, one.position) for one in events if isinstance(one, CardDealt)]
    if dealt:
        yield f"dealt: {', '.join(dealt)}"


def refusal_of(record: TableRecord, note: CommandRefused) -> str:
    """Tell a refused command: what was asked, the value that does not do, what is allowed."""
    cause = record.content.cause
    kind = "" if cause is None else cause.kind
    value = f", {note.field} {note.value}" if note.value else ""
    allowed = f", allowed {note.allowed}" if note.allowed else ""
    return f"refused: {kind}{value} ({note.code.value}{allowed})"


def sentence_of(event: Event) -> str:
    """Tell one event; empty for what is told elsewhere or is talk with a device."""
    told = _of_the_game(event) or _of_the_books(event)
    if told or isinstance(event, CardDealt) or event.kind in _TALK:
        return told
    values = {name: _word(name, value) for name, value in _fields(event).items()}
    sentence = _SENTENCES.get(event.kind)
    if sentence is not None:
        return " ".join(sentence.format_map(values).split())
    more = ", ".join(f"{name} {value}" for name, value in values.items() if value)
    return f"{event.kind.replace('_', ' ')}{': ' if more else ''}{more}"


def _of_the_game(event: Event) -> str:
    """Tell wagers, decisions and cards."""
    match event:
        case BankOffered(seat=seat):
            return "nobody is left to ask" if seat is None else f"the bank is offered to seat {seat}"
        case WagerPlaced():
            return f"seat {event.seat}, bettor {event.bettor}: {stakes_text(event)}"
        case BettingClosed():
            hands = ", ".join(map(str, event.entitled))
            return f"no more bets; hands for seats {hands}"
        case DecisionMade():
            return _decision_made(event)
        case StreetClosed(checked=checked, street=street):
            who = f", seats {', '.join(map(str, checked))} check" if checked else ""
            return f"{street.value} is closed{who}{' (implied)' if event.implied else ''}"
        case CardsExposed(what=what, cards=cards):
            return f"turned up, {_EXPOSED[what]}: {faces_of(cards)}"
        case SeatTurnedUp(seat=seat, step=step, cards=cards):
            return f"seat {seat}, step {step}: {faces_of(cards) if cards else 'no card is turned up'}"
        case CardAstray():
            return "a card that belongs to no place, unseen"
        case _:
            return _of_rulings(event)


def _of_rulings(event: Event) -> str:
    """Tell what rulings put right."""
    match event:
        case DecisionCorrected(seat=seat, before=before, after=after):
            return f"seat {seat}: {decision_of(after)} counts, recorded was {decision_of(before)}"
        case StakesCorrected():
            back = f", {money(event.returned)} goes back" if event.returned else ""
            total, was = money(event.after.total), money(event.before.total)
            return f"seat {event.seat}, bettor {event.bettor}: {total} counts, recorded was {was}{back}"
        case CardCorrected():
            face = f": {event.up.card.value}" if event.up is not None else ", face down"
            return f"another card lies at {place_name(event.target, event.position)}{face}"
        case FoldedHandOpened():
            told = f"seat {event.seat}: the folded hand is opened in a dispute: {faces_of(event.cards)}"
            return f"{told}; {event.reason}, approved by {event.approved_by}"
        case StrayPlaced():
            return f"the card that belonged to no place lies at {place_name(event.target, event.position)}"
        case SettlementReversed():
            moved = f"{money(event.paid)} paid, {money(event.collected)} taken"
            return f"round {event.round}, seat {event.seat}, step {event.step} is reversed: {moved} go back"
        case SettlementRepeated():
            moved = f"{money(event.paid)} paid, {money(event.collected)} taken"
            return f"round {event.round}, seat {event.seat}, step {event.step} is settled again: {moved}"
        case _:
            return ""


def _of_the_books(event: Event) -> str:
    """Tell fees, the shared bank and the progressive."""
    match event:
        case BankShared(layers=layers):
            return f"the bank is shared: {layers_text(layers)}"
        case BankSettled(layers=layers):
            return f"the bank moved: {moved_text(layers)}"
        case FeesRecorded(lines=lines, total=total):
            return f"fees of {money(total)} lie on the felt: {fees_text(lines)}"
        case FeesDropped(lines=lines, total=total, late=late):
            when = " at the end of the round" if late else ""
            return f"fees of {money(total)} go to the drop{when}: {fees_text(lines)}"
        case FeesReturned(lines=lines, total=total):
            return f"fees of {money(total)} are given back: {fees_text(lines)}"
        case FeeWaived():
            fee = FeeLine(
                payer=event.payer,
                seat=event.seat,
                bettor=event.bettor,
                wager=event.wager,
                amount=event.amount,
            )
            return f"fee waived, {fees_text((fee,))}: {event.reason}, approved by {event.approved_by}"
        case ProgressiveTurnedUp(lines=lines):
            return "; ".join(
                f"{one.bettor} progressive {money(one.stake)}: "
                f"{'loses' if one.hand is None else one.hand.value.replace('_', ' ')}, "
                f"{money(one.from_meter + one.from_house)} paid"
                for one in lines
            )
        case _:
            return ""


def stakes_text(stakes: WagerPlaced) -> str:
    """Tell one bettor's stakes, those that were placed."""
    placed = (
        ("Ante", stakes.ante),
        ("Blind", stakes.blind),
        ("Trips", stakes.trips),
        ("Bad Beat", stakes.bad_beat),
        ("Progressive", stakes.progressive),
    )
    return ", ".join(f"{name} {money(cents)}" for name, cents in placed if cents) or "nothing"


def layers_text(layers: Iterable[BankLayer]) -> str:
    """Tell who holds the bank, layer by layer (G8.8)."""
    return "; ".join(
        f"layer {number} of {money(layer.cents)}: "
        + ", ".join(f"{one.contributor} {money(one.cents)}" for one in layer.contributors)
        for number, layer in enumerate(layers, 1)
    )


def moved_text(layers: Iterable[LayerResult]) -> str:
    """Tell what each layer moved, and each contributor's part of its net (G8.8)."""
    return "; ".join(
        f"layer {number} of {money(layer.cents)} paid {money(layer.paid)}, took {money(layer.collected)}: "
        + ", ".join(f"{one.contributor} {money(one.cents)}" for one in layer.shares)
        for number, layer in enumerate(layers, 1)
    )


def fees_text(lines: Iterable[FeeLine]) -> str:
    """Tell who pays which fee."""
    return ", ".join(
        f"{one.payer.value.replace('_', ' ')} seat {one.seat}"
        + (f" bettor {one.bettor}" if one.bettor else "")
        + (f" {one.wager.value.replace('_', ' ')}" if one.wager is not None else "")
        + f" {money(one.amount)}"
        for one in lines
    )


def _decision_made(event: DecisionMade) -> str:
    told = f"seat {event.seat} {event.street.value}: {event.act.value}"
    if event.multiple:
        told += f" {event.multiple}x"
    plays = ", ".join(
        f"{money(cents)}{f' of bettor {bettor}' if bettor else ''}" for bettor, cents in event.plays
    )
    return f"{told}{', ' if plays else ''}{plays}{' (out of turn)' if event.out_of_turn else ''}"


def decision_of(decision: Decision | None) -> str:
    """Tell a decision in words."""
    if decision is None:
        return "no decision"
    return f"{decision.act.value}{f' {decision.multiple}x' if decision.multiple else ''}"


def faces_of(cards: Iterable[Exposed]) -> str:
    """Name cards that were turned up."""
    return " ".join(one.card.value for one in cards)


def _fields(event: Event) -> dict[str, Value]:
    told = plain(event)
    assert isinstance(told, dict), "every event is a dataclass"
    told.pop("kind")
    return told


def _word(name: str, value: Value) -> str:
    """Tell one field: cents as money, a list by its members, nothing of what is sealed."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return money(value) if name in _MONEY else str(value)
        case str():
            return value.replace("_", " ") if name in {"answer", "why", "code", "ruling"} else value
        case list():
            return ", ".join(_word(name, one) for one in value)
        case dict():
            return " ".join(_word(key, one) for key, one in value.items() if key not in _SEALS)
        case _:
            return ""
