"""The limits that the floor posted at the table in place of the rule file's (G11.4).

They are a part of the state beside the rules, so that a snapshot without rules keeps them.
"""

from dataclasses import dataclass
from typing import Final

from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.ruleset import Limit, Limits, RuleSet, Wager

MINUTE_US: Final = 60_000_000
POSTABLE: Final = (Wager.ANTE, Wager.TRIPS, Wager.BAD_BEAT)
"""Wagers with limits of their own: the Blind is the Ante, a Play follows from it (G2.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedLimit:
    """Hold the limits of one wager in cents, and from when on: boot time in microseconds, 0 for now.

    keeps: seats whose players go on under the limits that held before (G11.4).
    """

    wager: Wager
    minimum: Cents
    maximum: Cents
    at_us: int = 0
    keeps: tuple[SeatNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """Hold what was posted: limits: those that hold; due: those that will, each wager once."""

    limits: tuple[PostedLimit, ...] = ()
    due: tuple[PostedLimit, ...] = ()


def planned(posted: Posted, limit: PostedLimit) -> Posted:
    """Give what is posted once a change is planned; a later word about the wager takes its place."""
    return replace(posted, due=(*_others(posted.due, limit.wager), limit))


def changed(posted: Posted, limit: PostedLimit) -> Posted:
    """Give what is posted once a change holds."""
    limits = (*_others(posted.limits, limit.wager), replace(limit, at_us=0, keeps=()))
    return Posted(limits=limits, due=_others(posted.due, limit.wager))


def shifted(posted: Posted, by_us: int) -> Posted:
    """Give what is posted on a clock that counts from another start."""
    return replace(posted, due=tuple(replace(one, at_us=one.at_us + by_us) for one in posted.due))


def without_seat(posted: Posted, seat: SeatNo, to: SeatNo | None = None) -> Posted:
    """Give what is posted once a player has left a seat, or moved to another with what was promised."""
    if not any(seat in one.keeps for one in posted.due):
        return posted
    goes_on = () if to is None else (to,)
    due = tuple(
        replace(one, keeps=(*(other for other in one.keeps if other != seat), *goes_on))
        if seat in one.keeps
        else one
        for one in posted.due
    )
    return replace(posted, due=due)


def under(rules: RuleSet, posted: Posted) -> RuleSet:
    """Give the rules with the limits that hold; the file they came from keeps its name and digest."""
    limits = rules.limits
    for one in posted.limits:
        limits = _with(rules, limits, one)
    return rules if limits == rules.limits else replace(rules, limits=limits)


def _with(rules: RuleSet, limits: Limits, one: PostedLimit) -> Limits:
    limit = Limit(minimum=one.minimum, maximum=one.maximum)
    match one.wager:
        case Wager.ANTE:
            multiples = rules.play_multiples
            most = max((*multiples.preflop, *multiples.flop, *multiples.river))
            play = Limit(minimum=one.minimum, maximum=most * one.maximum)
            return replace(limits, ante=limit, blind=limit, play=play)
        case Wager.TRIPS if limits.trips is not None:
            return replace(limits, trips=limit)
        case Wager.BAD_BEAT if limits.bad_beat is not None:
            return replace(limits, bad_beat=limit)
        case _:
            return limits


def _others(limits: tuple[PostedLimit, ...], wager: Wager) -> tuple[PostedLimit, ...]:
    return tuple(one for one in limits if one.wager is not wager)
