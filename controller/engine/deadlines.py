"""The next moment at which the state must hear that time has passed (ARCHITECTURE 4)."""

from controller.engine.device_words import Order
from controller.engine.queries import is_between_rounds
from controller.engine.rotation import next_tick_us
from controller.engine.state import Phase, TableState

SECOND_US = 1_000_000
READS_AFTER_DONE_US = 2 * SECOND_US

_OPERATION_SECONDS = {"start_shuffle": 180, "self_test": 120, "eject": 30}
_OTHER_SECONDS = 10


def allowed_us(order: Order) -> int:
    """Give how long an operation may take while the link is up (CDP1 4, op deadline), in microseconds."""
    return _OPERATION_SECONDS.get(order.kind, _OTHER_SECONDS) * SECOND_US


def next_deadline_us(state: TableState) -> int | None:
    """Give the boot time of the next deadline, None where nothing is timed."""
    moments = [
        device.operation.due_us
        for device in (state.shuffler, state.shoe)
        if device.linked and device.operation is not None and device.operation.due_us is not None
    ]
    if state.round is not None and state.round.window is not None and state.hold is None:
        reads_due = state.round.window.reads_due_us
        if reads_due is not None and not state.round.window.is_full:
            moments.append(reads_due)
    tick = None if state.phase is Phase.CLOSED else next_tick_us(state.rotation, state.ruleset.rotation)
    if tick is not None:
        moments.append(tick)
    if is_between_rounds(state):
        moments += [one.at_us for one in state.posted.due]
    return min(moments, default=None)
