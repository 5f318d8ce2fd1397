"""Public vector rounds as a robot dealer can play them: stakes, acts, and the order of the cards."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.engine.ids import SeatNo, clockwise_from
from controller.engine.ruleset import Street
from hw_fixtures.dealer import ScriptedStrategy, Wagers

VECTORS = Path(__file__).parents[1] / "vectors" / "settlement_public.jsonl"
CONFIG = "ca_000"
PROFILE = "gross_pool"
ANTE_STEP = 100
MOST_SEATS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedVector:
    """Hold one round: how it is played, the first cards of the deck, and what must come out.

    wagers: outcome, due, paid, collected and returned by (seat, wager); dealer: paid and collected.
    """

    id: str
    strategy: ScriptedStrategy
    cards: str
    wagers: dict[tuple[int, str], tuple[str, int, int, int, int]]
    dealer: tuple[int, int]


def playable() -> Iterator[PlayedVector]:
    """Give every public round with one bettor a seat, whole steps of the Ante and Plays as decided."""
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        seats = row["input"]["seats"]
        if row["config"] == CONFIG and len(seats) <= MOST_SEATS and all(map(_is_plain, seats)):
            yield _vector(row)


def _is_plain(seat: dict[str, Any]) -> bool:
    """Tell whether a robot that knows one bettor a seat can play it."""
    bettors, action = seat["bettors"], seat["action"]
    if len(bettors) != 1 or bettors[0]["role"] != "seated" or bettors[0]["ante"] % ANTE_STEP:
        return False
    multiple = action.get("multiple", 0)
    return bool(bettors[0]["play"] == bettors[0]["ante"] * multiple)


def _vector(row: dict[str, Any]) -> PlayedVector:
    """Turn one row into a played round."""
    given = row["input"]
    banker = given["player_dealer"]
    seats = {SeatNo(seat["position"]): seat for seat in given["seats"]}
    order = [seat for seat in clockwise_from(SeatNo(banker["position"])) if seat in seats]
    hands = [card for seat in order for card in seats[seat]["hole"]]
    expected = _expected(row)
    return PlayedVector(
        id=row["id"],
        strategy=_strategy(banker, seats),
        cards=" ".join([*hands, *banker["hole"], *given["board"]]),
        wagers={
            (line["position"], line["wager"]): (
                line["outcome"],
                line["due"],
                line["paid"],
                line["collected"],
                line["returned"],
            )
            for line in expected["wagers"]
        },
        dealer=(expected["player_dealer"]["paid"], expected["player_dealer"]["collected"]),
    )


def _expected(row: dict[str, Any]) -> dict[str, Any]:
    """Give the result under the rule set's own profile."""
    if "expected" in row:
        return dict(row["expected"])
    return next(dict(one["expected"]) for one in row["expected_by_profile"] if PROFILE in one["profiles"])


def _strategy(banker: dict[str, Any], seats: dict[SeatNo, Any]) -> ScriptedStrategy:
    """Say what every player does."""
    stakes, acts = {}, {}
    for number, seat in seats.items():
        bettor = seat["bettors"][0]
        stakes[number] = Wagers(ante=bettor["ante"], trips=bettor["trips"], bad_beat=bettor["bad_beat"])
        if seat["action"]["type"] == "play":
            acts[number, Street(seat["action"]["street"])] = seat["action"]["multiple"]
    return ScriptedStrategy(
        player_dealer=SeatNo(banker["position"]), bank_amount=banker["wager"], stakes=stakes, acts=acts
    )
