"""The table's own books, from one round to the next: drop and meter (GAME G5.7, G8.6, G11.2).

Each change of a book tells its new value; it must be the old one and what moved, and what moved must be what
the fees or the progressive wagers of the round say. Where records are missing a book is taken as it is next
told.
"""

from dataclasses import dataclass, field

from controller.verify.canonical import JsonObject
from controller.verify.money import bettor_name, cents_of, objects_of, whole_of

_OF_A_FEE = ("payer", "seat", "bettor", "wager", "amount")


@dataclass(slots=True)
class Books:
    """Follow the drop and the meter through a file; amounts are cents.

    drop, meter: None while not known. The rest is about the round in play: recorded, dropped: fees;
    riding: progressive stakes placed, by seat and bettor; from_meter, from_house, stakes, net: of those
    that ended; has_moved: the meter of this round is settled.
    """

    drop: int | None = None
    meter: int | None = None
    recorded: list[JsonObject] = field(default_factory=list)
    dropped: int = 0
    riding: dict[tuple[int, str], int] = field(default_factory=dict)
    from_meter: int = 0
    from_house: int = 0
    stakes: int = 0
    net: int = 0
    has_moved: bool = False

    def lose(self) -> None:
        """Note that records are missing: what the books hold is not known until they are told again."""
        self.drop = self.meter = None

    def open_round(self) -> None:
        """Begin a round."""
        self.recorded, self.dropped, self.riding = [], 0, {}
        self.from_meter = self.from_house = self.stakes = self.net = 0
        self.has_moved = False

    def close_betting(self, event: JsonObject) -> None:
        """Take the progressive stakes as they stand when betting closes."""
        for stake in objects_of(event["stakes"], "stakes"):
            seat = whole_of(stake["seat"], "seat")
            cents = cents_of(stake, "progressive") if "progressive" in stake else 0
            if cents:
                self.riding[seat, bettor_name(seat, whole_of(stake["bettor"], "bettor"))] = cents

    def record_fees(self, event: JsonObject) -> list[str]:
        """Take the fees that lie on the felt."""
        self.recorded = _lines(event)
        return _summed(event, "the fees recorded")

    def drop_fees(self, event: JsonObject) -> list[str]:
        """Follow fees into the drop: those that were recorded, or missed ones at the end."""
        faults = _summed(event, "the fees dropped")
        if not event["late"] and _lines(event) != self.recorded:
            faults.append("fees go to the drop that were not recorded")
        total = cents_of(event, "total")
        self.dropped += total
        return faults + self._drop_is(event, total)

    def return_fees(self, event: JsonObject) -> list[str]:
        """Follow fees back: only what this round dropped leaves the drop."""
        gone, self.dropped = self.dropped, 0
        return _summed(event, "the fees returned") + self._drop_is(event, -gone)

    def set_meter(self, event: JsonObject) -> list[str]:
        """Take a meter that was opened or set by hand."""
        before = event["before"]
        told = None if before is None else whole_of(before, "before")
        faults = [] if self.meter in (None, told) else ["the meter is set from another value than it had"]
        self.meter = cents_of(event, "after")
        return faults

    def turn_up(self, event: JsonObject) -> list[str]:
        """Take what became of a seat's progressive wagers: each was placed, and ends once."""
        faults = []
        for line in objects_of(event["lines"], "lines"):
            place = (whole_of(line["position"], "position"), str(line["bettor"]))
            stake = cents_of(line, "stake")
            if self.riding.pop(place, None) != stake:
                faults.append(f"the progressive of seat {place[0]} ends twice or with another stake")
            won = cents_of(line, "from_meter"), cents_of(line, "from_house")
            self.from_meter += won[0]
            self.from_house += won[1]
            self.stakes += stake
            self.net += sum(won) - stake
        return faults

    def move_meter(self, event: JsonObject) -> list[str]:
        """Compare what the round did to the meter with its wagers; nothing appears or is lost (V1)."""
        before, after = cents_of(event, "before"), cents_of(event, "after")
        fed, paid, seeded = (cents_of(event, name) for name in ("fed", "paid", "seeded"))
        house = whole_of(event["house_net"], "house_net")
        faults = []
        if self.meter not in (None, before):
            faults.append("the meter moves from another value than it had")
        if after != before + fed - paid + seeded:
            faults.append("the meter is not what it was, fed, less what it paid")
        if paid != self.from_meter:
            faults.append("the meter paid another amount than the wagers say")
        if house != self.stakes - fed - self.from_house - seeded or self.net + house + after - before:
            faults.append("bettors, house tray and meter do not cancel")
        self.meter, self.has_moved = after, True
        return faults

    def settle(self) -> list[str]:
        """Close a settled round: no progressive wager is left without an end (V2)."""
        faults = [f"the progressive of seat {seat} has no outcome" for seat, _ in sorted(self.riding)]
        if self.stakes and not self.has_moved:
            faults.append("progressive wagers were settled and the meter was not")
        return faults

    def _drop_is(self, event: JsonObject, moved: int) -> list[str]:
        before, self.drop = self.drop, cents_of(event, "drop")
        fits = before is None or self.drop == before + moved
        return [] if fits else ["the drop is not what it was and what moved"]


def _lines(event: JsonObject) -> list[JsonObject]:
    return [{name: line[name] for name in _OF_A_FEE} for line in objects_of(event["lines"], "lines")]


def _summed(event: JsonObject, what: str) -> list[str]:
    total = sum(cents_of(line, "amount") for line in objects_of(event["lines"], "lines"))
    return [] if total == cents_of(event, "total") else [f"{what} are not their total"]
