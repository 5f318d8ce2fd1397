"""Why the table stood still in a round, and who ruled what, in sentences (TOUCHSCREEN 6, D11)."""

from controller.engine.events import HoldCleared, HoldRaised, RoundVoided
from controller.engine.ruling_events import Ruled
from controller.history.record import Told
from ui.details import place_text
from ui.options import Wording


def told_text(told: Told, words: Wording) -> str:
    """Say one thing that happened: a stop, a ruling, a void, or that the table went on."""
    say = words.say
    match told:
        case HoldRaised():
            return _stopped(told, words)
        case Ruled():
            return say(
                "history.ruled" if told.seat is None else "history.ruled_seat",
                seat=told.seat or "",
                code=told.code,
                row=say(f"row.{told.code}"),
                ruling=say(f"ruling.{told.ruling}"),
                person=_person(told.approved_by, words),
                reason=reason_word(told.reason, words),
            )
        case RoundVoided():
            return say(
                "history.voided",
                person=_person(told.approved_by, words),
                reason=reason_word(told.reason, words),
                amount=words.money.exact(told.total),
            )
        case HoldCleared():
            return say("history.went_on", person=_person(told.approved_by, words))


def _stopped(hold: HoldRaised, words: Wording) -> str:
    """Name what stopped it as a person reported it, else as it was found, and the suspect cards by place."""
    say = words.say
    why = reason_word(hold.reported.value if hold.reported is not None else hold.code.value, words)
    places = say("list.comma").join(place_text(place, say) for place in hold.places)
    return say("history.stopped_at" if places else "history.stopped", why=why, places=places)


def reason_word(reason: str, words: Wording) -> str:
    """Write a reason: one of a list in the language of the screen, any other as it was typed."""
    known = next((key for key in (f"reason.{reason}", f"value.reason_{reason}") if key in words.say), None)
    return reason if known is None else words.say(known)


def _person(approved_by: str, words: Wording) -> str:
    """Name who approved by number, both under dual control; the table where nobody had to."""
    return approved_by.replace("+", " + ").replace(":", " ") or words.say("history.nobody")
