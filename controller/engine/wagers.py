"""What one bettor has on the felt (G2.1, G8.7)."""

from dataclasses import dataclass

from controller.engine.money import Cents
from controller.engine.ruleset_names import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Hold the stakes of one bettor before the deal, in cents (G2.1)."""

    ante: Cents = 0
    blind: Cents = 0
    trips: Cents = 0
    bad_beat: Cents = 0
    progressive: Cents = 0

    @property
    def total(self) -> Cents:
        """Give their sum in cents."""
        return Cents(self.ante + self.blind + self.trips + self.bad_beat + self.progressive)

    def of(self, wager: Wager) -> Cents:
        """Give one stake in cents; the Play is not among them."""
        match wager:
            case Wager.ANTE:
                return self.ante
            case Wager.BLIND:
                return self.blind
            case Wager.TRIPS:
                return self.trips
            case Wager.BAD_BEAT:
                return self.bad_beat
            case Wager.PROGRESSIVE:
                return self.progressive
            case Wager.PLAY:
                return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bettor:
    """Hold one bettor of a seat; number 0 is seated, 1 to 3 stand behind (G8.7).

    stakes: what stands or would stand again; is_in: the stakes are on the felt in this round;
    play: the Play wager in cents, 0 while there is none; is_warned: this person was below a minimum before;
    last: what this bettor had down in the last round that the seat played, None where nothing.
    """

    number: int
    stakes: Stakes = Stakes()
    is_in: bool = True
    play: Cents = 0
    is_warned: bool = False
    last: Stakes | None = None
