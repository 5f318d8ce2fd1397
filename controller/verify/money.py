"""The money of one round, from the stakes that were placed to the bank's net (DURABILITY 2 INV4, GAME G12).

The rules themselves are not in the record, only their digest; so the checks are those that hold under any
rules: every wager ends once, in whole, in one of the ways a wager can end, and nothing appears or is lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, cast

from controller.verify.canonical import Json, JsonObject

_PLACED: Final = ("ante", "blind", "trips", "bad_beat")
_OWN_ODDS: Final = "progressive"
"""The one wager whose stake is used up even when it wins (GAME G5.7)."""

Place = tuple[int, str, str]
"""Seat, bettor and wager."""


class BadField(ValueError):
    """Report a field of another type than its kind has; name: the field."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"field {name} is of another type")


@dataclass(slots=True)
class RoundMoney:
    """Follow one round's money; amounts are cents.

    stakes: what each wager was placed with; plays: each seat's decisions in order, by bettor.
    lines: what became of each wager; steps: each seat's step with paid and collected, once it is closed;
    is_corrected: a ruling changed something, so an open step may be shown once more.
    """

    player_dealer: int | None = None
    bank: int = 0
    is_closed: bool = False
    stakes: dict[Place, int] = field(default_factory=dict)
    plays: dict[int, list[dict[str, int]]] = field(default_factory=dict)
    lines: dict[Place, JsonObject] = field(default_factory=dict)
    opened: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    settled: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    is_corrected: bool = False

    def close_betting(self, event: JsonObject) -> None:
        """Take the stakes as they stand when betting closes."""
        banker = event["player_dealer"]
        self.player_dealer = None if banker is None else whole_of(banker, "player_dealer")
        self.bank, self.is_closed = cents_of(event, "bank"), True
        self.stakes = {}
        for stake in objects_of(event["stakes"], "stakes"):
            seat = whole_of(stake["seat"], "seat")
            name = bettor_name(seat, whole_of(stake["bettor"], "bettor"))
            for wager in (*_PLACED, _OWN_ODDS):
                if cents := cents_of(stake, wager) if wager in stake else 0:
                    self.stakes[seat, name, wager] = cents

    def decide(self, event: JsonObject) -> None:
        """Take a seat's decision with each bettor's Play."""
        seat = whole_of(event["seat"], "seat")
        plays: dict[str, int] = {}
        for pair in list_of(event["plays"], "plays"):
            bettor, cents = list_of(pair, "plays")
            plays[bettor_name(seat, whole_of(bettor, "plays"))] = whole_of(cents, "plays")
        self.plays.setdefault(seat, []).append(plays)

    def undo(self, event: JsonObject) -> None:
        """Take a seat's last decision back."""
        decisions = self.plays.get(whole_of(event["seat"], "seat"))
        if not decisions:
            self.faults.append(f"seat {event['seat']} takes back a decision it never made")
            return
        decisions.pop()

    def miss_play(self, event: JsonObject) -> None:
        """Take one bettor's Play out of a seat's decision: it never lay there (GAME G8.7)."""
        seat = whole_of(event["seat"], "seat")
        name = bettor_name(seat, whole_of(event["bettor"], "bettor"))
        decisions = self.plays.setdefault(seat, [])
        plays = dict(decisions[-1]) if decisions else {}
        if plays.pop(name, 0) != cents_of(event, "amount"):
            self.faults.append(f"{name} misses a Play that was never decided")
        decisions.append(plays)

    def turn_up(self, event: JsonObject) -> None:
        """Take the lines of a seat's step."""
        step, seat = whole_of(event["step"], "step"), whole_of(event["seat"], "seat")
        paid = collected = 0
        for line in objects_of(event["lines"], "lines"):
            self.faults += line_faults(line)
            place = place_of(line)
            if place in self.lines:
                self.faults.append(f"{_named(place)} ends twice")
            self.lines[place] = line
            paid += cents_of(line, "paid")
            collected += cents_of(line, "collected")
        if step in self.opened:
            self.faults.append(f"step {step} is opened twice")
        self.opened[step] = (seat, paid, collected)

    def settle_seat(self, event: JsonObject) -> None:
        """Compare what a seat's step moved with its lines."""
        step = whole_of(event["step"], "step")
        moved = (whole_of(event["seat"], "seat"), cents_of(event, "paid"), cents_of(event, "collected"))
        if self.opened.get(step) != moved:
            self.faults.append(f"step {step} moved another amount than its lines say")
        if step in self.settled:
            self.faults.append(f"step {step} is settled twice")
        self.settled.add(step)

    def settle(self, event: JsonObject) -> list[str]:
        """Close the round and give everything in it that does not balance."""
        paid, collected = cents_of(event, "paid"), cents_of(event, "collected")
        net = whole_of(event["net"], "net")
        return [*self.faults, *self._uneven(paid, collected, net), *self._unsettled(), *self._wagers()]

    def void(self, event: JsonObject) -> list[str]:
        """Close a void round: everybody must get back what stood on the felt (GAME G9.1)."""
        back: dict[tuple[int, str], int] = {}
        for item in list_of(event["returned"], "returned"):
            seat, bettor, cents = (whole_of(part, "returned") for part in list_of(item, "returned"))
            if cents:
                back[seat, bettor_name(seat, bettor)] = cents
        faults: list[str] = []
        if sum(back.values()) != cents_of(event, "total"):
            faults.append("what was returned is not the total")
        placed: dict[tuple[int, str], int] = {}
        for (seat, name, _), cents in self.placed().items():
            placed[seat, name] = placed.get((seat, name), 0) + cents
        if self.is_closed and placed != back:
            faults.append("what was returned is not what was placed")
        return faults

    def _uneven(self, paid: int, collected: int, net: int) -> Iterator[str]:
        """Compare the bank with the sum of all wagers, and its net with its wager (V1, V5)."""
        lines = self.lines.values()
        if (paid, collected) != (sum(cents_of(line, "paid") for line in lines), self._collected()):
            yield "the bank moved another amount than all wagers together"
        if net != collected - paid:
            yield "the bank's net is not what it collected less what it paid"
        if self.player_dealer is not None and self.bank and abs(net) > self.bank:
            yield "the player-dealer's net is beyond the player-dealer's wager"

    def _collected(self) -> int:
        return sum(cents_of(line, "collected") for line in self.lines.values())

    def _unsettled(self) -> Iterator[str]:
        """Look for steps that were left out (V2)."""
        if sorted(self.opened) != list(range(len(self.opened))):
            yield "a step of the settlement is missing"
        if self.settled != self.opened.keys():
            yield "a step of the settlement was never closed"

    def _wagers(self) -> Iterator[str]:
        """Compare what was placed with what ended: each wager once, and in whole (V2, V3)."""
        if not self.is_closed:
            yield "it is settled, but betting never closed"
        placed = self.placed()
        for place in placed.keys() - self.lines.keys():
            if place[2] == _OWN_ODDS:
                continue  # Its end and its meter are the business of `books`.
            yield f"{_named(place)} was placed and has no outcome"
        for place, line in self.lines.items():
            ended = cents_of(line, "stake") + cents_of(line, "over_limit_returned")
            if place[2] != _OWN_ODDS and placed.get(place, 0) != ended:
                yield f"{_named(place)} ends with another stake than was placed"

    def placed(self) -> dict[Place, int]:
        """Give every stake on the felt, the Plays of decisions that stand included."""
        placed = dict(self.stakes)
        for seat, decisions in self.plays.items():
            standing = decisions[-1] if decisions else {}
            placed.update({(seat, name, "play"): cents for name, cents in standing.items() if cents})
        return placed


def line_faults(line: JsonObject) -> Iterator[str]:
    """Give what is wrong with one wager's end in itself (V3, V4)."""
    stake, paid, collected = (cents_of(line, name) for name in ("stake", "paid", "collected"))
    due, owed = cents_of(line, "due"), cents_of(line, "owed")
    name = _named(place_of(line))
    match line["outcome"]:
        case "win":
            fits = paid <= owed <= due and (collected == 0 or line["wager"] == _OWN_ODDS)
        case "lose":
            fits = paid == 0 and collected <= stake
        case "push" | "no_action":
            fits = paid == 0 and collected == 0
        case _:
            fits = False
    if not fits:
        yield f"{name} moved an amount that its outcome does not allow"


def bettor_name(seat: int, bettor: int) -> str:
    """Name a bettor as the lines do: the seat's player, or who stands behind it (GAME G8.7)."""
    return f"seat-{seat}-back-{bettor}" if bettor else f"seat-{seat}"


def place_of(line: JsonObject) -> Place:
    """Give what wager a line is about; raise BadField for one that no game has."""
    bettor, wager = line["bettor"], line["wager"]
    if not isinstance(bettor, str) or wager not in (*_PLACED, "play", _OWN_ODDS):
        raise BadField("lines")
    return whole_of(line["position"], "position"), bettor, wager


def _named(place: Place) -> str:
    return f"{place[2]} of seat {place[0]}"


def whole_of(value: Json, name: str) -> int:
    """Give a whole number; raise BadField for anything else."""
    if type(value) is not int:
        raise BadField(name)
    return value


def cents_of(item: JsonObject, name: str) -> int:
    """Give an amount, which is never below zero; what moves the other way has a field of its own."""
    cents = whole_of(item[name], name)
    if cents < 0:
        raise BadField(name)
    return cents


def list_of(value: Json, name: str) -> list[Json]:
    """Give a list; raise BadField for anything else."""
    if not isinstance(value, list):
        raise BadField(name)
    return value


def objects_of(value: Json, name: str) -> list[JsonObject]:
    """Give a list of objects; raise BadField for anything else."""
    items = list_of(value, name)
    if not all(isinstance(item, dict) for item in items):
        raise BadField(name)
    return cast("list[JsonObject]", items)
