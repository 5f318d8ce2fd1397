"""A form: what a person has chosen so far for the open fields of an offer (TOUCHSCREEN 6, S1 to S7; no Qt).

Any offer of a group whose fields have choices is filled here, without a line of its own: the choices say
what may stand in each field, the form holds the draft, and Apply makes it one command.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from controller.engine.choices import filled, proposed
from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.money import Cents
from controller.engine.prompt import MOST_TEXT, Choice, ChoiceKind, Offer, OpenField, Value

NO_CARD = "??"
"""A card that is not named yet; half of it may be."""
MOST_NUMBER = 10**6
FORM_KEYS = frozenset(
    {
        "form_field",
        "form_fields",
        "form_pick",
        "form_page",
        "form_chip",
        "form_digit",
        "form_erase",
        "form_clear",
        "form_rank",
        "form_suit",
        "form_write",
        "form_letter",
        "form_figures",
    }
)
"""Keys that edit the draft: every tap counts, none is a command (TOUCHSCREEN 4, rule 7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """Hold the draft of one offer's open fields.

    field: the one that keys change now; values: chosen so far, half a card with `?`; touched: fields a person
    changed; page, fields_page: of a long list; writing: the letter keys are open, figures: their second page;
    revision: counts changes, so that Apply never sends what its finger did not see; refused: a sentence.
    """

    offer: Offer
    field: OpenField
    values: tuple[tuple[OpenField, Value], ...]
    touched: frozenset[OpenField] = frozenset()
    page: int = 0
    fields_page: int = 0
    writing: bool = False
    figures: bool = False
    revision: int = 0
    refused: str = ""

    @property
    def choice(self) -> Choice:
        """Give what may stand in the field that is open."""
        choice = self.offer.choice(self.field)
        assert choice is not None, "a form opens only on fields with choices"
        return choice

    @property
    def value(self) -> Value:
        """Give what stands in the field that is open."""
        return self.value_of(self.field)

    @property
    def key_token(self) -> str:
        """Name what the keys mean now: a tap begun on another field is none (TOUCHSCREEN 4)."""
        return f"form:{self.offer.token}:{self.field}"

    @property
    def apply_token(self) -> str:
        """Name what Apply would send now; empty while a field is missing."""
        return f"apply:{self.offer.token}:{self.revision}" if self.complete else ""

    @property
    def missing(self) -> tuple[OpenField, ...]:
        """Give the fields that cannot go out as they stand."""
        return tuple(
            choice.field for choice in self.offer.choices if not choice.allows(self.value_of(choice.field))
        )

    @property
    def complete(self) -> bool:
        """Tell whether each field holds what it may."""
        return not self.missing

    @property
    def command(self) -> Ask:
        """Give the one command that the form stands for."""
        return filled(self.offer, dict(self.values))

    def value_of(self, field: OpenField) -> Value:
        """Give what stands in a field."""
        return dict(self.values)[field]

    def key(self, intent: str, arg: str, chips: Sequence[Cents]) -> "Form":
        """Change the draft by one key; what does not fit the open field changes nothing."""
        match intent:
            case "form_field" if arg in self.offer.open_fields:
                return replace(self, field=OpenField(arg), page=0, writing=False)
            case "form_fields":
                return replace(self, fields_page=int(arg))
            case "form_page":
                return replace(self, page=int(arg))
            case "form_figures":
                return replace(self, figures=not self.figures)
            case "form_write":
                return self._write()
            case _:
                typed = self._typed(intent, arg, chips)
                changed = self._with(*typed) if typed else self
                return after_pick(changed) if intent == "form_pick" else changed

    def _with(self, value: Value) -> "Form":
        values = tuple((field, value if field is self.field else old) for field, old in self.values)
        return replace(
            self,
            values=values,
            touched=self.touched | {self.field},
            revision=self.revision + 1,
            refused="",
        )

    def _write(self) -> "Form":
        """Open the letter keys, or leave them; a proposed reason gives way to what is typed."""
        if self.writing:
            return replace(self, writing=False)
        keeps = self.field in self.touched and self.value not in self.choice.values
        return replace(self if keeps else self._with(""), writing=True, figures=False)

    def _typed(self, intent: str, arg: str, chips: Sequence[Cents]) -> tuple[Value] | tuple[()]:
        """Give the new value of the open field, nothing where the key is not for it."""
        now = self.value
        match self.choice.kind, intent:
            case ((ChoiceKind.PICK | ChoiceKind.TEXT), "form_pick"):
                return (self.choice.values[int(arg)],)
            case ChoiceKind.CENTS, "form_chip":
                return ((now if isinstance(now, int) else 0) + chips[int(arg)],)
            case ChoiceKind.COUNT, "form_digit":
                return (self._digits() * 10 + int(arg),) if self._digits() < MOST_NUMBER else ()
            case ChoiceKind.COUNT, "form_erase":
                return (self._digits() // 10,)
            case ChoiceKind.TEXT, "form_letter":
                return (f"{now or ''}{arg}"[:MOST_TEXT],)
            case ChoiceKind.TEXT, "form_erase":
                return (str(now or "")[:-1],)
            case ChoiceKind.CARD, "form_rank":
                return (arg + str(now or NO_CARD)[1],)
            case ChoiceKind.CARD, "form_suit":
                return (str(now or NO_CARD)[0] + arg,)
            case _, "form_clear":
                return (self._empty(),)
            case _:
                return ()

    def _digits(self) -> int:
        """Give the number typed so far; a proposed one gives way to the first digit."""
        return self.value if self.field in self.touched and isinstance(self.value, int) else 0

    def _empty(self) -> Value:
        match self.choice.kind:
            case _ if self.choice.optional:
                return None
            case ChoiceKind.CENTS | ChoiceKind.COUNT:
                return 0
            case ChoiceKind.CARD:
                return NO_CARD
            case _:
                return ""


def after_pick(form: Form) -> Form:
    """Go on to the next field that needs a person once one of a list is picked."""
    return replace(form, field=form.missing[0], page=0) if form.missing else form


def takes_form(offer: Offer) -> bool:
    """Tell whether an offer is filled on the general sheet; one without a group has controls of its own."""
    return offer.group is not None and bool(offer.choices)


def open_form(offer: Offer) -> Form:
    """Begin with what the offer proposes, at the first field that still needs a person."""
    values = tuple((choice.field, _start(offer, choice)) for choice in offer.choices)
    form = Form(offer=offer, field=offer.choices[0].field, values=values)
    return replace(form, field=form.missing[0]) if form.missing else form


def _start(offer: Offer, choice: Choice) -> Value:
    value = proposed(offer, choice.field)
    if choice.kind is ChoiceKind.CARD:
        return value if choice.allows(value) and value is not None else NO_CARD
    return value


def kept(form: Form, offer: Offer | None) -> Form | None:
    """Keep a draft while its offer stands, with its newest choices; drop it with the offer."""
    if offer is None or offer.open_fields != form.offer.open_fields or not takes_form(offer):
        return None
    return form if offer == form.offer else replace(form, offer=offer, revision=form.revision + 1)
