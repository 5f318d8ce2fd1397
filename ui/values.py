"""What stands in an open field, in words (no Qt here)."""

from controller.engine.cards import Card
from controller.engine.prompt import Choice, ChoiceKind, OpenField, Value
from ui.details import place_text
from ui.formatting import card_text, multiple_text
from ui.forms import NO_CARD
from ui.options import Wording
from ui.texts import Texts

_NUMBERED = {"seat": "seat.title", "deck": "value.deck", "round": "status.round"}
"""Fields whose values are named by a number or a letter, with the sentence that names them."""


def field_text(field: OpenField, words: Wording) -> str:
    """Name a field; the chips of a tray by what each is worth."""
    kind, _, place = field.rpartition("_")
    if kind == "chips":
        return words.say("field.chips", chip=words.money.exact(words.chips[int(place) - 1]))
    return words.say(f"field.{field}")


def value_text(choice: Choice, value: Value, words: Wording) -> str:
    """Say what stands in a field; empty where nothing does yet."""
    say = words.say
    if value is None or value == "":
        return say("value.none") if choice.optional else ""
    match choice.kind:
        case ChoiceKind.CENTS:
            return words.money.exact(int(value))
        case ChoiceKind.CARD:
            return _card(str(value), words)
        case ChoiceKind.COUNT:
            return str(value)
        case ChoiceKind.PICK | ChoiceKind.TEXT | ChoiceKind.PARTS:
            return _named(choice, value, words)


def _named(choice: Choice, value: Value, words: Wording) -> str:
    """Name one of a closed set: by its field's numbering, by its own words, or as it was typed."""
    say, field = words.say, "seat" if choice.field is OpenField.TO else choice.field.value
    if field in _NUMBERED:
        return say(_NUMBERED[field], **{field: value})
    if field in {"place", "other_place"}:
        place = place_text(str(value), say)
        return place[:1].upper() + place[1:]
    if field == "keeps" and str(value).isdigit():
        return say("seat.title", seat=value)
    if field == "decision":
        return decision_text(str(value), say)
    if field == "bettor":
        return say("coverage.bettor_back", number=value) if value else say("coverage.bettor_seat")
    for key in (f"value.{field}_{value}", f"{field}.{value}"):
        if key in say:
            return say(key)
    return str(value)


def decision_text(decision: str, say: Texts) -> str:
    """Name a decision as its key does: a multiple, a fold, or that the seat has not decided."""
    kind, _, multiple = decision.partition(" ")
    return multiple_text(int(multiple)) if multiple else say(f"value.decision_{kind}")


def _card(text: str, words: Wording) -> str:
    if text in set(Card):
        return card_text(Card(text), words.say)
    return "" if text == NO_CARD else text.replace("T", "10")
