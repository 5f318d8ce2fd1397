"""Who has banked lately, and the clock of `every_hand_2026` over it (G8.3): values and plain arithmetic.

Moments are boot time in microseconds, as commands carry it; nothing here reads a clock.
"""

from dataclasses import dataclass
from enum import StrEnum

from controller.engine.commands import Answer
from controller.engine.copying import replace
from controller.engine.coverage import BankLayer
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset import Rotation, RotationName, RotationWindow

MINUTE_US = 60_000_000
DIFFERENT_BANKERS = 2
"""So many player-dealers other than the third-party provider must bank in every window (G8.3)."""


class PassedOver(StrEnum):
    """Name why a seat is not asked (G8.1 ineligible with reason, G8.2, G8.3)."""

    BANKED_LAST = "banked_last"
    THIRD_PARTY = "third_party"
    SKIPPED = "skipped"


class GameEnd(StrEnum):
    """Name why a game ended: the floor ended it, or the rotation clock ran out (G8.3, G11.6)."""

    FLOOR = "floor"
    WINDOW = "window"


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Hold the start of one dealt round: who banked it and when.

    player: number of the sitting, so that two people who follow each other on a seat are two.
    """

    player: int
    third_party: bool
    at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RotationState:
    """Hold what the rotation must remember over rounds and restarts (G8.1 to G8.3).

    third_party: the seat of the one third-party provider; third_party_banked: he banked the last counted
    round; sittings: number of the sitting on each seat, 0 for nobody, `sat` the last number given;
    first_us: start of the game's first dealt round; starts: those of the last window, oldest first;
    minutes_left: as told last, None while no clock runs, 0 once it ran out; ended: why the last game ended.
    """

    third_party: SeatNo | None = None
    third_party_banked: bool = False
    sittings: tuple[int, ...] = (0,) * 8
    sat: int = 0
    first_us: int = 0
    starts: tuple[Start, ...] = ()
    minutes_left: int | None = None
    ended: GameEnd | None = None

    @property
    def missed(self) -> bool:
        """Tell whether the clock ran out: the game ends with the round in play (G8.3)."""
        return self.minutes_left == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Banking:
    """Hold who banks and who was asked (G8.1, G8.2).

    counted: counted rounds of this player-dealer; asking: the seat asked now; answers: given so far;
    bank: the wager posted last, proposed for the next round; open_to: seats that are asked all at once;
    passed: seats that are not asked in this walk; layers: how it was shared, empty while one person holds it.
    """

    player_dealer: SeatNo | None = None
    counted: int = 0
    asking: SeatNo | None = None
    answers: tuple[tuple[SeatNo, Answer], ...] = ()
    bank: Cents = 0
    open_to: tuple[SeatNo, ...] = ()
    passed: tuple[SeatNo, ...] = ()
    layers: tuple[BankLayer, ...] = ()


NO_BANKING = Banking()
NO_ROTATION = RotationState()
"""What a new table begins with."""


def offers_every_hand(rules: Rotation) -> bool:
    """Tell whether the bank is offered to everybody before every round (G8.3)."""
    return rules.name is RotationName.EVERY_HAND_2026


def bankers(rotation: RotationState, rules: Rotation) -> int:
    """Give how many different player-dealers, the third party not counted, stand in the present window."""
    return len({start.player for start in _counted(rotation, rules)})


def _counted(rotation: RotationState, rules: Rotation) -> tuple[Start, ...]:
    """Give the starts that the window still counts."""
    others = tuple(start for start in rotation.starts if not start.third_party)
    if rules.window is RotationWindow.ROLLING or not rotation.starts:
        return others
    begin_us = _block_begin_us(rotation, rules)
    return tuple(start for start in others if start.at_us >= begin_us)


def _window_us(rules: Rotation) -> int:
    return rules.window_minutes * MINUTE_US


def _block_begin_us(rotation: RotationState, rules: Rotation) -> int:
    """Give when the fixed window of the last start began."""
    passed = (rotation.starts[-1].at_us - rotation.first_us) // _window_us(rules)
    return rotation.first_us + passed * _window_us(rules)


def deadline_us(rotation: RotationState, rules: Rotation) -> int | None:
    """Give the moment from which a window lacks its two player-dealers; None while no clock runs (G8.3)."""
    if not offers_every_hand(rules) or not rotation.starts:
        return None
    window_us = _window_us(rules)
    counted = _counted(rotation, rules)
    enough = len({start.player for start in counted}) >= DIFFERENT_BANKERS
    if rules.window is RotationWindow.FIXED:
        return _block_begin_us(rotation, rules) + (2 if enough else 1) * window_us
    if not enough:
        return rotation.first_us + window_us
    latest = {start.player: start.at_us for start in counted}
    return sorted(latest.values())[-DIFFERENT_BANKERS] + window_us


def minutes_left(deadline: int, now_us: int) -> int:
    """Give the minutes until a deadline, begun ones whole, never below 0."""
    return max(0, -((now_us - deadline) // MINUTE_US))


def next_tick_us(rotation: RotationState, rules: Rotation) -> int | None:
    """Give the moment at which the minutes told last are no longer right; None while no clock runs.

    Never before boot: where the machine was off for long the moment lies there, and is due at once.
    """
    deadline = deadline_us(rotation, rules)
    if deadline is None or not rotation.minutes_left:
        return None
    return max(0, deadline - (rotation.minutes_left - 1) * MINUTE_US)


def warnings(rotation: RotationState, rules: Rotation) -> int:
    """Give how many of the rule set's warning marks the clock has passed (30 and 35 minutes; G8.3)."""
    if rotation.minutes_left is None:
        return 0
    passed = rules.window_minutes - rotation.minutes_left
    return sum(passed >= mark for mark in rules.warn_minutes)


def started(rotation: RotationState, rules: Rotation, start: Start) -> RotationState:
    """Take a dealt round in; starts older than a window count no more."""
    since_us = start.at_us - _window_us(rules)
    kept = tuple(one for one in rotation.starts if one.at_us > since_us)
    first_us = rotation.first_us if rotation.starts else start.at_us
    after = replace(rotation, first_us=first_us, starts=(*kept, start))
    deadline = deadline_us(after, rules)
    return replace(after, minutes_left=None if deadline is None else minutes_left(deadline, start.at_us))


def shifted(rotation: RotationState, by_us: int) -> RotationState:
    """Move every moment, as into another boot's time."""
    return replace(
        rotation,
        first_us=rotation.first_us + by_us,
        starts=tuple(replace(start, at_us=start.at_us + by_us) for start in rotation.starts),
    )


def new_game(rotation: RotationState) -> RotationState:
    """Begin a game: the clock starts with its first dealt round."""
    return RotationState(third_party=rotation.third_party, sittings=rotation.sittings, sat=rotation.sat)


def sat_down(rotation: RotationState, seat: SeatNo) -> RotationState:
    """Number the sitting that begins on a seat."""
    return replace(_with_sitting(rotation, seat, rotation.sat + 1), sat=rotation.sat + 1)


def stood_up(rotation: RotationState, seat: SeatNo) -> RotationState:
    """Note that a seat is empty; the third party's flag goes with the person."""
    left = _with_sitting(rotation, seat, 0)
    if rotation.third_party != seat:
        return left
    return replace(left, third_party=None, third_party_banked=False)


def _with_sitting(rotation: RotationState, seat: SeatNo, number: int) -> RotationState:
    sittings = tuple(number if place == seat else old for place, old in enumerate(rotation.sittings, 1))
    return replace(rotation, sittings=sittings)
