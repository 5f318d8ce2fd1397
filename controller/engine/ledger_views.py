"""Draw the round's fees and the progressive's meter (G5.7, G8.6)."""

from controller.engine.fees import fees_are_taken, fees_to_take, missed_fees
from controller.engine.ledgers import total_of
from controller.engine.settlement_progressive import meter_share
from controller.engine.state import IN_ROUND, Phase, TableState
from controller.engine.view_types import FeesView, ProgressiveView


def fees_view(state: TableState) -> FeesView:
    """Give the fees of the round: due in WAGERS, later those that went to the drop."""
    has_schedule = bool(state.ruleset.fees)
    current = state.round
    if current is None or not has_schedule:
        return FeesView(has_schedule=has_schedule)
    open_for_wagers = state.phase is Phase.WAGERS
    lines = fees_to_take(state) if open_for_wagers else current.fees.dropped
    return FeesView(
        has_schedule=True,
        lines=lines,
        waived=current.fees.waived,
        total=total_of(lines),
        taken=fees_are_taken(state) if open_for_wagers else True,
        at_end=current.ruled.fee_due,
        missed=total_of(missed_fees(state)) if current.ruled.fee_due else 0,
    )


def progressive_view(state: TableState) -> ProgressiveView | None:
    """Give the meter as the sign shows it: from "no more bets" on with the share of every stake (G5.7)."""
    settings, current = state.ruleset.progressive, state.round
    if settings is None:
        return None
    meter = settings.seed if state.ledgers.meter is None else state.ledgers.meter
    riding = 0
    if current is not None and state.phase in IN_ROUND and not current.is_void:
        riding = sum(
            bettor.is_in and bettor.stakes.progressive > 0
            for number in current.entitled
            for bettor in state.seat(number).bettors
        )
    return ProgressiveView(stake=settings.stake, meter=meter + riding * meter_share(settings))
