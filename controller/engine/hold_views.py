"""Draw why a table stands still, and the hands that a dispute opened (G9, G11.7)."""

from controller.engine.decide.rulings import may_resume
from controller.engine.queries import faces, stakes_on_felt, touches_round, waits_for_ruling
from controller.engine.state import IN_ROUND, HoldCode, TableState
from controller.engine.view_types import HoldView, OpenedHand


def hold_view(state: TableState) -> HoldView | None:
    """Give the hold, None while the table runs."""
    hold = state.hold
    if hold is None:
        return None
    total = sum(amount for _, _, amount in stakes_on_felt(state)) if state.phase in IN_ROUND else 0
    return HoldView(
        code=hold.code,
        device=hold.device,
        places=hold.places,
        floor_called=hold.floor_called,
        resumable=may_resume(state),
        void_total=total,
        touched=any(
            waits_for_ruling(d) and touches_round(state, d.name) for d in (state.shuffler, state.shoe)
        ),
        opened=_opened(state),
        reported=hold.reported,
    )


def _opened(state: TableState) -> tuple[OpenedHand, ...]:
    """Give the folded hands that two persons turned up, while the dispute lasts (DURABILITY 7.4)."""
    if state.hold is None or state.hold.code is not HoldCode.DISPUTE or state.round is None:
        return ()
    numbers = state.round.ruled.opened
    return tuple(OpenedHand(seat=number, cards=faces(state.seat(number).cards)) for number in numbers)
