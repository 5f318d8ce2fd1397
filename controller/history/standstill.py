"""Why the table stood still in a round, who ruled what, and what a void gave back (G9, G11.7)."""

from controller.engine.copying import replace
from controller.engine.events import Event, HoldCleared, HoldRaised, RoundVoided
from controller.engine.ruling_events import Ruled
from controller.history.record import RoundRecord


def stood_still(before: RoundRecord, event: Event) -> RoundRecord:
    """Give a round after an event of a stop or a ruling; any other changes nothing."""
    match event:
        case HoldRaised():
            return replace(before, irregular=True, told=(*before.told, event))
        case HoldCleared() if _says_more(before, event):
            return replace(before, told=(*before.told, event))
        case Ruled():
            return replace(before, told=(*before.told, event))
        case RoundVoided(reason=reason):
            told = (*before.told, event)
            return replace(before, is_over=True, void_reason=reason or "void", told=told)
        case _:
            return before


def _says_more(before: RoundRecord, event: HoldCleared) -> bool:
    """Tell whether nobody's ruling says already that the table went on."""
    last = before.told[-1] if before.told else None
    return not (isinstance(last, Ruled) and last.approved_by == event.approved_by)
