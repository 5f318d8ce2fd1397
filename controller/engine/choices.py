"""What may stand in the open fields of an offer, and the command with them filled (ARCHITECTURE 11).

Front ends ask `Choice.allows` and `filled`; they know no rule. An offer whose fields depend on one another
is made once for each subject instead (one for each seat, not one with a seat to choose).
"""

from collections.abc import Mapping

from controller.engine.cards import Card
from controller.engine.commands import Ask, Irregularity
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.money import Cents
from controller.engine.prompt import Choice, ChoiceKind, Offer, OpenField, Value
from controller.engine.ruleset import Limit, OverMax, RuleSet
from controller.engine.state import TableState

MOST_BACK_LINE = 3
MOST_COUNTED = 104
REASONS: tuple[Value, ...] = tuple(reason.value for reason in Irregularity)
"""What a person may name without typing it (TOUCHSCREEN 6, D9)."""


def filled(offer: Offer, values: Mapping[OpenField, Value]) -> Ask:
    """Put chosen values into an offer's command; a field that stays open keeps what is proposed."""
    chosen = {field.value: value for field, value in values.items() if field in offer.open_fields}
    return replace(offer.command, **chosen)  # type: ignore[arg-type]  # a test holds field names to the commands


def proposed(offer: Offer, field: OpenField) -> Value:
    """Give what an offer proposes for a field."""
    value: Value = getattr(offer.command, field.value)
    return value


def pick(field: OpenField, *values: Value, optional: bool = False) -> Choice:
    """Let one of some values be chosen."""
    return Choice(field=field, kind=ChoiceKind.PICK, values=values, optional=optional)


def cents(field: OpenField, low: Cents, high: Cents | None, *, step: Cents = 1) -> Choice:
    """Let an amount be put together from chips."""
    return Choice(field=field, kind=ChoiceKind.CENTS, low=low, high=high, step=step)


def count(field: OpenField, low: int, high: int) -> Choice:
    """Let a number be typed."""
    return Choice(field=field, kind=ChoiceKind.COUNT, low=low, high=high)


def card(field: OpenField, *closed: Card, optional: bool = False) -> Choice:
    """Let a card be named; closed: only those that lie face up (TOUCHSCREEN 6, S2)."""
    return Choice(field=field, kind=ChoiceKind.CARD, closed=closed, optional=optional)


def words(field: OpenField, *proposals: Value) -> Choice:
    """Let a reason be chosen or typed."""
    return Choice(field=field, kind=ChoiceKind.TEXT, values=proposals)


def bank_choice(state: TableState, field: OpenField) -> Choice:
    """Give what a player-dealer's wager may be (G2.8)."""
    return cents(field, max(state.ruleset.bank_min, 1), state.ruleset.bank_max)


def wager_choices(state: TableState, seat: SeatNo) -> tuple[Choice, ...]:
    """Give what a seat's wagers may be before the deal (G2.5, G8.7, G11.4)."""
    rules = rules_at(state, state.seat(seat))
    behind = MOST_BACK_LINE if rules.back_line else 0
    limits = rules.limits
    progressive = rules.progressive
    stake = () if progressive is None else (pick(OpenField.PROGRESSIVE, 0, progressive.stake),)
    return (
        pick(OpenField.BETTOR, *range(behind + 1)),
        _stake(rules, OpenField.ANTE, limits.ante),
        _stake(rules, OpenField.BLIND, limits.blind),
        _stake(rules, OpenField.TRIPS, limits.trips),
        _stake(rules, OpenField.BAD_BEAT, limits.bad_beat),
        *stake,
    )


def _stake(rules: RuleSet, field: OpenField, limit: Limit | None) -> Choice:
    """Allow nothing at all as well, and more than the maximum where it is capped or stands (G2.5)."""
    if limit is None:
        return cents(field, 0, 0)
    return cents(field, 0, limit.maximum if rules.over_max is OverMax.REJECT else None)


def reason_choice(*first: Value) -> Choice:
    """Give the reasons a ruling may be recorded with; the likeliest first."""
    return words(OpenField.REASON, *dict.fromkeys((*first, *REASONS)))


def count_choice() -> Choice:
    """Give what a hand count may find: never more than both decks (G10.3)."""
    return count(OpenField.COUNT, 0, MOST_COUNTED)
