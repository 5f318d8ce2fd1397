"""Rounds for people: who banked, what happened when, what every wager came to (G3.9, G11.7)."""

from collections.abc import Iterable, Iterator

from controller.engine.cards import Card
from controller.engine.ranking import HandValue
from controller.engine.settlement_types import WagerLine
from controller.history.export import ToldRound
from controller.history.plain import money, utc
from controller.history.record import RoundRecord, SeatRecord
from controller.history.story import moved_text, story_of


def as_text(rounds: Iterable[ToldRound]) -> Iterator[str]:
    """Give lines for people: the result of each round, then its story; moments are UTC."""
    for told in rounds:
        one = told.record
        title = f"Round {one.number}, table {told.table}, gaming day {told.gaming_day}"
        yield f"{title}, ended {utc(one.ended_us)}, rule set {one.ruleset}, deck {one.deck}"
        if one.player_dealer is not None:
            yield f"  player-dealer seat {one.player_dealer}, bank {money(one.bank)}"
        if one.board:
            yield f"  board {_cards(one.board)}"
        if one.bank_cards:
            whose = "player-dealer" if one.player_dealer is not None else "house"
            yield f"  {whose} {_cards(one.bank_cards)}{_hand(one.bank_hand)}"
        yield from _seat_lines(one.seats, "")
        yield from _seat_lines(one.undone, " as it was, reversed by a ruling")
        for hand in one.opened:
            faces = _cards(hand.cards)
            yield f"  seat {hand.seat}: folded hand {faces} opened in a dispute by {hand.approved_by}"
        yield from _ends(one)
        for title, records in (
            ("before it", told.before),
            ("what happened", told.inside),
            ("corrected later", told.later),
        ):
            lines = tuple(story_of(records))
            if lines:
                yield f"  {title}:"
                yield from (f"    {line}" for line in lines)
        yield ""


def _ends(one: RoundRecord) -> Iterator[str]:
    """Tell what the round moved: the bank and who holds it, fees, the meter."""
    if one.void_reason:
        yield f"  void: {one.void_reason}; every wager went back"
    else:
        yield f"  bank paid {money(one.paid)}, took {money(one.collected)}, net {money(one.net)}"
    if len(one.layers) > 1 or any(len(layer.shares) > 1 for layer in one.layers):
        yield f"  shared: {moved_text(one.layers)}"
    if one.fees:
        yield f"  fees {money(one.fees)}"
    if one.meter is not None:
        yield f"  meter {money(one.meter.before)} before, {money(one.meter.after)} after"


def _seat_lines(seats: Iterable[SeatRecord], word: str) -> Iterator[str]:
    """Tell steps with their wagers; word: what to say of each."""
    for seat in seats:
        moved = f"paid {money(seat.paid)}, took {money(seat.collected)}"
        hand = f", {_cards(seat.cards)}{_hand(seat.hand)}" if seat.cards else ""
        yield f"  seat {seat.seat}, step {seat.step}{word}{hand}: {moved}"
        for line in seat.lines:
            yield f"    {_line(line)}"
        for one in seat.progressive:
            came = money(one.from_meter + one.from_house)
            hit = "lose" if one.hand is None else one.hand.value
            yield f"    {one.bettor} progressive {money(one.stake)}: {hit}, {came} paid"


def _line(line: WagerLine) -> str:
    """Tell one wager: what the cards say, what moved, and why that may be less than was due."""
    said = f"{line.bettor} {line.wager.value} {money(line.stake)}: {line.outcome.value} ({line.reason.value})"
    said += f", {money(line.paid)} paid, {money(line.collected)} taken"
    if line.returned:
        said += f", {money(line.returned)} back"
    if line.over_limit_returned:
        said += f" ({money(line.over_limit_returned)} over the maximum)"
    if line.payout_capped:
        said += f", capped: {money(line.due)} was due"
    if line.not_covered:
        said += f", {money(line.not_covered)} not covered"
    return said


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.value for card in cards)


def _hand(hand: HandValue | None) -> str:
    if hand is None:
        return ""
    return f" ({hand.category.name.lower().replace('_', ' ')}, {_cards(hand.five)})"
