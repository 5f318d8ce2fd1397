"""Short ways to write a round for settlement tests; amounts are units of 100 cents unless said otherwise."""

from dataclasses import replace
from pathlib import Path

from controller.engine.cards import Card, parse_cards
from controller.engine.coverage import BankLayer, single_bank
from controller.engine.ids import SeatNo
from controller.engine.ruleset import Coverage, RuleSet, Wager
from controller.engine.settlement import Role, SeatEntry, Settlement, Showdown, Stakes, settle
from controller.rulesets.load import load_ruleset

UNIT = 100
PLENTY = 10**12
CALIFORNIA = load_ruleset("california-bad-beat")
CA_000 = replace(CALIFORNIA, trips_table=load_ruleset("house-limits").trips_table)
"""The settings of the field cases: `california-bad-beat` with the Trips table 50/40/30/8/7/4/3 (G5.2)."""


def under(coverage: Coverage, rules: RuleSet = CA_000) -> RuleSet:
    """Give the rules with another reading of the player-dealer's wager."""
    return replace(rules, profile=replace(rules.profile, coverage=coverage))


def pair(text: str) -> tuple[Card, Card]:
    """Parse two cards."""
    first, second = parse_cards(text)
    return first, second


def stakes(
    ante: int,
    play: int = 0,
    trips: int = 0,
    bad_beat: int = 0,
    *,
    bettor: str = "p",
    role: Role = Role.SEATED,
    folded: bool = False,
) -> Stakes:
    """Give a bettor's stakes in units, the Blind equal to the Ante."""
    return Stakes(
        bettor=bettor,
        role=role,
        ante=ante * UNIT,
        blind=ante * UNIT,
        play=play * UNIT,
        trips=trips * UNIT,
        bad_beat=bad_beat * UNIT,
        folded=folded,
    )


def seat(position: int, hole: str, *bettors: Stakes, folded: bool = False) -> SeatEntry:
    """Give a seat at the showdown."""
    return SeatEntry(position=SeatNo(position), hole=pair(hole), folded=folded, bettors=bettors)


def showdown(
    dealer: str, board: str, *seats: SeatEntry, bank: int = PLENTY, position: int | None = 1
) -> Showdown:
    """Give a showdown against the player-dealer at seat 1 with a bank in cents, or the house with bank 0."""
    layers: tuple[BankLayer, ...] = single_bank("pd", bank) if bank else ()
    return Showdown(
        dealer_position=None if position is None else SeatNo(position),
        dealer_hole=pair(dealer),
        board=parse_cards(board),
        layers=layers,
        seats=seats,
    )


def heads_up(
    hole: str,
    dealer: str,
    board: str,
    wagers: Stakes,
    *,
    rules: RuleSet = CA_000,
    folded: bool = False,
    bank: int = PLENTY,
) -> Settlement:
    """Settle one seat against the dealer side."""
    place = None if rules.house_banked else 1
    entry = seat(2, hole, wagers, folded=folded)
    return settle(rules, showdown(dealer, board, entry, bank=0 if place is None else bank, position=place))


def nets(settlement: Settlement) -> dict[str, float]:
    """Give each wager's net in units, of a round with one bettor."""
    return {line.wager.value: line.net / UNIT for line in settlement.lines}


def results(settlement: Settlement) -> dict[str, str]:
    """Give how each wager ended, of a round with one bettor."""
    return {line.wager.value: line.result.value for line in settlement.lines}


def line_net(settlement: Settlement, bettor: str, wager: Wager) -> int:
    """Give the net of one wager in cents."""
    (line,) = [one for one in settlement.lines if (one.bettor, one.wager) == (bettor, wager)]
    return line.net


def vector(name: str) -> Path:
    """Give the path of a vector file."""
    return Path(__file__).parents[1] / "vectors" / name
