"""What the settings of a rule set may not be together (G7.1): impossible combinations, overlaps, gaps.

Each check yields what is wrong as key, value and what is allowed, in words that a floor supervisor knows.
"""

from collections.abc import Iterator
from itertools import pairwise

from controller.engine.faults import ConfigFault
from controller.engine.ruleset import (
    SETTLED_WAGERS,
    BadBeatRequires,
    Coverage,
    FeePayer,
    FeeRow,
    Limit,
    RotationName,
    RuleSet,
    Street,
    Wager,
)

MOST_NOTICE = 240
"""So many characters of the notice fit the screen (G8.3)."""

Finding = tuple[str, object, str]


def check(file: str, rules: RuleSet) -> None:
    """Raise ConfigFault for the first combination that cannot be."""
    for findings in (_limits, _play, _banking, _side_wagers, _passes, _fees, _rotation, _progressive):
        for key, value, allowed in findings(rules):
            raise ConfigFault(file=file, key=key, value=value, allowed=allowed)


def _limits(rules: RuleSet) -> Iterator[Finding]:
    for wager in SETTLED_WAGERS:
        limit = rules.limits.of(wager)
        if limit is not None and not 0 < limit.minimum <= limit.maximum:
            yield f"limits.{wager}", _span(limit), "a minimum above 0 and not above the maximum"
    if rules.limits.blind != rules.limits.ante:
        yield "limits.blind", _span(rules.limits.blind), "the same as limits.ante: the Blind equals the Ante"
    for end in _span(rules.limits.ante):
        if end % rules.ante_step:
            yield "limits.ante", end, f"multiples of ante_step = {rules.ante_step}"
    if rules.max_occupied > rules.positions:
        yield "max_occupied", rules.max_occupied, f"at most positions = {rules.positions}"


def _play(rules: RuleSet) -> Iterator[Finding]:
    for street in Street:
        multiples = rules.play_multiples.of(street)
        if list(multiples) != sorted(set(multiples)):
            yield f"play_multiples.{street}", list(multiples), "rising whole numbers, each once"
    every = [one for street in Street for one in rules.play_multiples.of(street)]
    low, high = rules.limits.ante.minimum * min(every), rules.limits.ante.maximum * max(every)
    if rules.limits.play.minimum > low or rules.limits.play.maximum < high:
        allowed = (
            f"a span that holds {low} to {high}: {min(every)}x the lowest and {max(every)}x the highest Ante"
        )
        yield "limits.play", _span(rules.limits.play), allowed


def _banking(rules: RuleSet) -> Iterator[Finding]:
    unlimited = rules.profile.coverage is Coverage.UNLIMITED
    if rules.house_banked is not unlimited:
        allowed = "unlimited with banking = house, another reading with player_dealer"
        yield "settlement.coverage", rules.profile.coverage.value, allowed
    if rules.house_banked is not (rules.rotation.name is RotationName.HOUSE):
        allowed = "house with banking = house, another rotation with player_dealer"
        yield "rotation.name", rules.rotation.name.value, allowed
    if not rules.house_banked and rules.aggregate_cap is not None:
        allowed = '"none": a cap never applies where a player-dealer banks'
        yield "aggregate_cap", rules.aggregate_cap.cents, allowed
    if not rules.house_banked and rules.bank_min == 0:
        yield "bank_min", rules.bank_min, "more than 0 where a player-dealer banks"
    if rules.bank_max is not None and rules.bank_max < rules.bank_min:
        yield "bank_max", rules.bank_max, f"at least bank_min = {rules.bank_min}"
    if not rules.house_banked and rules.max_occupied < 2:
        yield "max_occupied", rules.max_occupied, "at least 2: the player-dealer and one player"


def _side_wagers(rules: RuleSet) -> Iterator[Finding]:
    for wager, table in ((Wager.TRIPS, rules.trips_table), (Wager.BAD_BEAT, rules.bad_beat_table)):
        limit = rules.limits.of(wager)
        if (table is None) is not (limit is None):
            value = "none" if limit is None else _span(limit)
            yield f"limits.{wager}", value, f'"none" exactly where {wager}_table is "none"'
        if limit is not None and limit.minimum > rules.limits.ante.maximum and rules.side_max == "ante":
            yield f"limits.{wager}", _span(limit), "a minimum within limits.ante, because side_max = ante"
    if (
        rules.bad_beat_requires is BadBeatRequires.ANTE_BLIND_TRIPS
        and rules.bad_beat_table is not None
        and rules.trips_table is None
    ):
        yield "bad_beat_requires", rules.bad_beat_requires.value, "ante_blind, because there is no Trips"


def _passes(rules: RuleSet) -> Iterator[Finding]:
    wagers = [wager for one_pass in rules.profile.passes for wager in one_pass]
    if sorted(wagers) != sorted(SETTLED_WAGERS):
        value = [[wager.value for wager in one_pass] for one_pass in rules.profile.passes]
        yield "settlement.passes", value, "each of ante, blind, play, trips, bad_beat exactly once"


def _fees(rules: RuleSet) -> Iterator[Finding]:
    for number, row in enumerate(rules.fees, 1):
        if row.to_cents is not None and row.to_cents < row.from_cents:
            yield f"fees row {number}, to_cents", row.to_cents, f"at least from_cents = {row.from_cents}"
        if row.payer is FeePayer.PLAYER_DEALER and rules.house_banked:
            allowed = "bettor, per_spot or per_side_wager where the house banks"
            yield f"fees row {number}, payer", row.payer.value, allowed
    for payer, basis in sorted({(row.payer, row.basis) for row in rules.fees}):
        rows = sorted(
            (
                (row.from_cents, number, row)
                for number, row in enumerate(rules.fees, 1)
                if (row.payer, row.basis) == (payer, basis)
            ),
            key=lambda one: one[:2],
        )
        for (_, before, lower), (_, number, upper) in pairwise(rows):
            if _overlap(lower, upper):
                band = f"{lower.from_cents} to {'no end' if lower.to_cents is None else lower.to_cents}"
                allowed = f"above row {before} ({band}), which has the same payer {payer} and basis {basis}"
                yield f"fees row {number}, from_cents", upper.from_cents, allowed


def _overlap(lower: FeeRow, upper: FeeRow) -> bool:
    return lower.to_cents is None or upper.from_cents <= lower.to_cents


def _rotation(rules: RuleSet) -> Iterator[Finding]:
    rotation = rules.rotation
    if rotation.name is RotationName.EVERY_HAND_2026 and rotation.rounds != 1:
        yield "rotation.rounds", rotation.rounds, "1: every_hand_2026 offers before every round"
    if rotation.name is RotationName.EVERY_HAND_2026 and not 0 < len(rotation.notice.strip()) <= MOST_NOTICE:
        allowed = f"the posted wording, 1 to {MOST_NOTICE} characters"
        yield "rotation.notice", rotation.notice, allowed
    warn = rotation.warn_minutes
    if list(warn) != sorted(set(warn)) or any(not 0 < mark < rotation.window_minutes for mark in warn):
        allowed = f"rising whole minutes within window_minutes = {rotation.window_minutes}"
        yield "rotation.warn_minutes", list(warn), allowed


def _progressive(rules: RuleSet) -> Iterator[Finding]:
    if rules.progressive is None:
        return
    if rules.progressive.stake == 0:
        yield "progressive.stake", 0, "whole cents above 0"
    if rules.back_line:
        yield "back_line", True, "false: two bettors on one hand could both win the progressive's meter"


def _span(limit: Limit) -> list[int]:
    return [limit.minimum, limit.maximum]
