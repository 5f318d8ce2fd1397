"""The general sheet: the open fields of any offer, the keys for one of them, and Apply (S1 to S7)."""

from collections.abc import Callable
from dataclasses import dataclass

from controller.engine.cards import RANKS, Card
from controller.engine.preview_types import Effect
from controller.engine.prompt import Choice, ChoiceKind
from controller.engine.view_types import TableView
from ui.formatting import rank_text
from ui.forms import NO_CARD, Form
from ui.options import Wording
from ui.prompts import title_text
from ui.texts import Texts
from ui.values import field_text, value_text
from ui.viewmodels.base import FixedRows, ViewModel, shows
from ui.viewmodels.effect import effect_text

FIELDS = 4
VALUES = 8
CHIPS = 5
SUITS = "shdc"
LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", ".")
FIGURES = (*"1234567890", *"/:,+#()'&%=*?!", "-", ".")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionShown:
    """Hold the sheet.

    kind: which keys are open, `write` for the letters; keyToken: what they mean now;
    detailText: the open field and what it may be, or what is being written; valueText: what stands in it.
    """

    visible: bool = False
    titleText: str = ""
    kind: str = ""
    detailText: str = ""
    valueText: str = ""
    effectText: str = ""
    stateText: str = ""
    failed: bool = False
    keyToken: str = ""
    applyToken: str = ""
    applySub: str = ""
    otherPage: str = ""
    moreArg: str = ""
    moreText: str = ""
    moreFieldsArg: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """Hold one key of the sheet: a field with its value, a value, a rank or a suit."""

    used: bool = False
    text: str = ""
    valueText: str = ""
    arg: str = ""
    chosen: bool = False
    enabled: bool = False


class FieldsModel(FixedRows[KeyRow]):
    """Show the fields of the form."""

    ROW = KeyRow


class ValuesModel(FixedRows[KeyRow]):
    """Show what may stand in the open field."""

    ROW = KeyRow


class RanksModel(FixedRows[KeyRow]):
    """Show the thirteen ranks; grey where no suit of it is left."""

    ROW = KeyRow


class SuitsModel(FixedRows[KeyRow]):
    """Show the four suits."""

    ROW = KeyRow


class ChipsModel(FixedRows[KeyRow]):
    """Show the five chips."""

    ROW = KeyRow


class LettersModel(FixedRows[KeyRow]):
    """Show one page of letters or figures."""

    ROW = KeyRow


@shows(ActionShown)
class ActionViewModel(ViewModel[ActionShown]):
    """Show the sheet while a form is open."""


NO_LETTERS = (KeyRow(),) * len(LETTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Hold all that the sheet shows."""

    head: ActionShown = ActionShown()
    fields: tuple[KeyRow, ...] = (KeyRow(),) * FIELDS
    values: tuple[KeyRow, ...] = (KeyRow(),) * VALUES
    ranks: tuple[KeyRow, ...] = (KeyRow(),) * len(RANKS)
    suits: tuple[KeyRow, ...] = (KeyRow(),) * len(SUITS)
    chips: tuple[KeyRow, ...] = (KeyRow(),) * CHIPS
    letters: tuple[KeyRow, ...] = NO_LETTERS


def action_shown(view: TableView, form: Form | None, effect: Effect | None, words: Wording) -> Action:
    """Draw the sheet of an open form; effect: of what it would send, None until the table has told it."""
    if form is None:
        return Action()
    lists = form.choice.kind in {ChoiceKind.PICK, ChoiceKind.TEXT}
    cards = form.choice.kind is ChoiceKind.CARD
    return Action(
        head=_head(view, form, effect, words),
        fields=_rows(FIELDS, _fields(form, words)),
        values=_rows(VALUES, _values(form, words) if lists else ()),
        ranks=_rows(len(RANKS), _ranks(form) if cards else ()),
        suits=_rows(len(SUITS), _suits(form, words) if cards else ()),
        chips=_rows(CHIPS, _chips(words) if form.choice.kind is ChoiceKind.CENTS else ()),
        letters=_letters(form) if form.writing else NO_LETTERS,
    )


def _rows(count: int, rows: tuple[KeyRow, ...]) -> tuple[KeyRow, ...]:
    return (*rows, *(KeyRow(),) * (count - len(rows)))


def _head(view: TableView, form: Form, effect: Effect | None, words: Wording) -> ActionShown:
    say, choice = words.say, form.choice
    more, more_text = _more(form, words)
    return ActionShown(
        visible=True,
        titleText=title_text(form.offer, view, say),
        kind="write" if form.writing else choice.kind.value,
        detailText=_detail(form, words),
        valueText=value_text(choice, form.value, words),
        effectText=effect_text(form.offer, form.command, view, words, effect) if form.complete else "",
        stateText=_state(form, words),
        failed=form.refused != "",
        keyToken=form.key_token,
        applyToken=form.apply_token,
        applySub=say("sub.needs_floor") if form.offer.needs is not None else "",
        otherPage=say("action.letters" if form.figures else "action.figures"),
        moreArg=more,
        moreText=more_text,
        moreFieldsArg=_next_page(form.fields_page, len(form.offer.choices), FIELDS),
    )


def _state(form: Form, words: Wording) -> str:
    """Say why it was refused, or which field still needs a person."""
    say = words.say
    if form.refused:
        return say("detail.refused", reason=form.refused)
    if form.missing:
        return say("action.missing", field=field_text(form.missing[0], words))
    return ""


def _detail(form: Form, words: Wording) -> str:
    """Name the open field with its limits; while writing, what was written so far."""
    name, limits = field_text(form.field, words), _limits(form.choice, words)
    if form.writing:
        return words.say("action.written", field=name, text=form.value or "")
    return words.say("action.limits", field=name, limits=limits) if limits else name


def _limits(choice: Choice, words: Wording) -> str:
    """Say what an amount or a number may be."""
    say = words.say
    match choice.kind:
        case ChoiceKind.CENTS:
            return _range(choice, words.money.short, say)
        case ChoiceKind.COUNT:
            return _range(choice, str, say)
        case _:
            return ""


def _range(choice: Choice, write: Callable[[int], str], say: Texts) -> str:
    if choice.high is None:
        return say("list.at_least", amount=write(choice.low))
    return say("list.range", low=write(choice.low), high=write(choice.high))


def _chips(words: Wording) -> tuple[KeyRow, ...]:
    return tuple(
        KeyRow(
            used=True,
            text=f"+{words.money.short(chip).removeprefix(words.money.sign)}",
            arg=str(place),
            enabled=True,
        )
        for place, chip in enumerate(words.chips)
    )


def _letters(form: Form) -> tuple[KeyRow, ...]:
    return tuple(
        KeyRow(used=True, text=letter, arg=letter, enabled=True)
        for letter in (FIGURES if form.figures else LETTERS)
    )


def _fields(form: Form, words: Wording) -> tuple[KeyRow, ...]:
    paged = len(form.offer.choices) > FIELDS
    shown = _page(form.offer.choices, form.fields_page, FIELDS - paged)
    return tuple(
        KeyRow(
            used=True,
            text=field_text(choice.field, words),
            valueText=value_text(choice, form.value_of(choice.field), words),
            arg=choice.field.value,
            chosen=choice.field is form.field,
            enabled=True,
        )
        for choice in shown
    )


def _values(form: Form, words: Wording) -> tuple[KeyRow, ...]:
    """Draw one page of a list; the last place is left for the key that turns it."""
    values = form.choice.values
    room = _room(form)
    first = form.page * room
    return tuple(
        KeyRow(
            used=True,
            text=value_text(form.choice, value, words),
            arg=str(first + place),
            chosen=value == form.value,
            enabled=True,
        )
        for place, value in enumerate(values[first : first + room])
    )


def _room(form: Form) -> int:
    """Give how many values a page holds: letters and further pages have a key each."""
    room = VALUES - (form.choice.kind is ChoiceKind.TEXT)
    return room if len(form.choice.values) <= room else room - 1


def _more(form: Form, words: Wording) -> tuple[str, str]:
    """Give the key that turns the page of values: where it leads and what it says."""
    if form.choice.kind not in {ChoiceKind.PICK, ChoiceKind.TEXT}:
        return "", ""
    count, room = len(form.choice.values), _room(form)
    arg = _next_page(form.page, count, room)
    pages = -(-count // room)
    return arg, words.say("action.more", page=form.page + 1, count=pages) if arg else ""


def _next_page(page: int, count: int, room: int) -> str:
    """Give the page after this one, the first after the last; empty where one page holds all."""
    pages = -(-count // room)
    return str((page + 1) % pages) if pages > 1 else ""


def _page(choices: tuple[Choice, ...], page: int, room: int) -> tuple[Choice, ...]:
    return choices[page * room : (page + 1) * room]


def _ranks(form: Form) -> tuple[KeyRow, ...]:
    """Grey a rank only where the card it would make lies face up (S2)."""
    now = str(form.value or NO_CARD)
    return tuple(
        KeyRow(
            used=True,
            text=rank_text(Card(f"{rank}s").rank),
            arg=rank,
            chosen=now[0] == rank,
            enabled=_left(form.choice, rank, now[1]),
        )
        for rank in reversed(RANKS)
    )


def _suits(form: Form, words: Wording) -> tuple[KeyRow, ...]:
    now = str(form.value or NO_CARD)
    return tuple(
        KeyRow(
            used=True,
            text=words.say(f"card.{suit}"),
            arg=suit,
            chosen=now[1] == suit,
            enabled=True,
        )
        for suit in SUITS
    )


def _left(choice: Choice, rank: str, suit: str) -> bool:
    """Tell whether some card of a rank, or the one of a rank and suit, may still be named."""
    suits = SUITS if suit not in SUITS else suit
    return any(choice.allows(f"{rank}{one}") for one in suits)
