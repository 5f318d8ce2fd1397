"""The quick way to change a frozen value says what the standard one says (ARCHITECTURE 2)."""

import dataclasses
import importlib
import pickle
import pkgutil

import pytest

import controller
import ui
from controller.engine import copying
from controller.engine import evolve as evolving
from controller.engine.cards import Hidden
from controller.engine.commands import CloseBetting
from controller.engine.copying import changer, constructor, made_often, replace
from controller.engine.coverage import BankLayer, Contribution
from controller.engine.events import Event
from controller.engine.guide import guide
from controller.engine.settlement_types import Outcome, Reason, WagerLine
from controller.engine.state import Bettor, Phase, TableState
from controller.engine.wagers import Stakes
from controller.journal.codec import Content
from tests.engine.stages import at

LINE = {
    "position": 3,
    "bettor": "seat-3",
    "wager": "ante",
    "stake": 500,
    "over_limit_returned": 0,
    "outcome": Outcome.LOSE,
    "reason": Reason.LOWER_HAND,
    "decided_by": None,
    "odds": None,
    "due": 0,
    "owed": 0,
    "paid": 0,
    "collected": 500,
}


@dataclasses.dataclass(frozen=True)
class Loose:
    """A frozen value without slots."""

    cents: int


def test_a_changed_state_is_the_one_of_the_standard_library() -> None:
    """Same fields, same hash, same repr, same class, and the first one is untouched."""
    state = at(Phase.PREFLOP).state
    quick, slow = replace(state, rounds=7), dataclasses.replace(state, rounds=7)
    assert slow == quick
    assert repr(slow) == repr(quick)
    assert TableState is type(quick)
    assert 7 != state.rounds


@pytest.mark.parametrize(
    "value", [Bettor(number=1, stakes=Stakes(ante=5)), Hidden(ordinal=4)], ids=["bettor", "hidden"]
)
def test_a_copy_is_as_frozen_hashable_and_picklable(value: Bettor | Hidden) -> None:
    """Nothing tells a copied value from a constructed one, as frozen values must be (ARCHITECTURE 2)."""
    same = replace(value)
    assert value == same
    assert hash(value) == hash(same)
    assert value == pickle.loads(pickle.dumps(same))  # noqa: S301 - our own bytes
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(same, dataclasses.fields(same)[0].name, 2)


def test_a_field_that_is_not_there_is_refused() -> None:
    """The class and the field are named."""
    with pytest.raises(TypeError, match="Bettor has no field ante"):
        replace(Bettor(number=1), ante=5)  # type: ignore[call-arg]  # that is the point


def test_what_a_class_checks_is_checked_again() -> None:
    """A layer's contributors must still sum to it (G8.8)."""
    layer = BankLayer(cents=5, contributors=(Contribution(contributor="seat-1", cents=5),))
    with pytest.raises(ValueError, match="layer of 6 cents"):
        replace(layer, cents=6)


def test_a_changer_says_what_replace_says() -> None:
    """The fields it names change, all others stay, and what the class checks is checked (ARCHITECTURE 2)."""
    bettor = Bettor(number=1, stakes=Stakes(ante=5))
    with_play = changer(Bettor, "play", "is_in")
    assert dataclasses.replace(bettor, play=20, is_in=True) == with_play(bettor, play=20, is_in=True)
    assert Bettor is type(with_play(bettor, play=20, is_in=True))
    layer = BankLayer(cents=5, contributors=(Contribution(contributor="seat-1", cents=5),))
    with pytest.raises(ValueError, match="layer of 6 cents"):
        changer(BankLayer, "cents")(layer, cents=6)


def test_a_changer_names_fields_that_are_there() -> None:
    """The class and the field are named at once, not at the first change."""
    with pytest.raises(TypeError, match="Bettor has no field ante"):
        changer(Bettor, "play", "ante")


def test_what_makes_values_keeps_their_defaults() -> None:
    """A field that may be left out has the value the class gives it (ARCHITECTURE 2)."""
    assert Bettor(number=3) == constructor(Bettor)(number=3)


def _values() -> list[type]:
    """Give every frozen value class of ours, wherever it is defined."""
    names = [
        found.name
        for package in (controller, ui)
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if "__main__" not in found.name
    ]
    modules = [importlib.import_module(name) for name in names]
    return [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and dataclasses.is_dataclass(kind)
        if vars(kind)["__dataclass_params__"].frozen
    ]


def test_every_frozen_value_can_be_changed_the_quick_way() -> None:
    """Generic, derived or plain: a twin can become it, or a table would stop at the first change."""
    kinds = _values()
    assert {TableState, Content} <= set(kinds)
    assert kinds == [type(_twin_of(kind)) for kind in kinds]


def _twin_of(kind: type) -> object:
    """Give an empty twin that became its class; none of its fields may be read."""
    made: object = object.__new__(copying._twin(kind))
    made.__class__ = kind
    return made


@made_often
@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Often:
    """A value with a default and a check, as events and layers have them."""

    kind: str = "often"
    cents: int

    def __post_init__(self) -> None:
        if self.cents < 0:
            raise ValueError(f"{self.cents} cents")


def test_a_value_made_often_is_like_any_other() -> None:
    """Defaults, checks, names of missing fields and the frozen class itself are those of a dataclass."""
    made = Often(cents=5)
    assert "Often(kind='often', cents=5)" == repr(made)
    assert Often(kind="often", cents=5) == made
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.cents = 6  # type: ignore[misc]  # that is the point
    with pytest.raises(ValueError, match="-1 cents"):
        Often(cents=-1)
    with pytest.raises(TypeError, match="cents"):
        Often()  # type: ignore[call-arg]  # that is the point


def test_a_class_without_slots_is_refused() -> None:
    """It has no twin of the same layout."""
    with pytest.raises(TypeError, match="Loose has no slots"):
        replace(Loose(1), cents=2)


def test_a_constructor_makes_what_the_class_makes() -> None:
    """The settled line of a wager (G3.9)."""
    assert WagerLine(**LINE) == constructor(WagerLine)(**LINE)  # type: ignore[arg-type]  # mixed values
    with pytest.raises(TypeError):
        constructor(WagerLine)(stake=5)  # type: ignore[call-arg]  # that is the point


def test_a_step_is_evolved_once_and_an_equal_one_anew() -> None:
    """Identity alone is remembered: an equal state of another table is evolved itself (ARCHITECTURE 3)."""
    felt = at(Phase.WAGERS)
    before = felt.state
    event: Event = felt.ask(CloseBetting())[0]
    after = evolving.evolve(before, event)
    again = evolving.evolve(before, event)
    other = evolving.evolve(replace(before), event)
    assert after is again
    assert after == other
    assert after is not other


def test_the_guide_answers_for_the_state_it_is_asked_about() -> None:
    """What it remembers of one state is never told of another (ARCHITECTURE 11)."""
    felt = at(Phase.PREFLOP)
    first = guide(felt.state)
    assert guide(at(Phase.SETTLE).state).code is not first.code
    assert first == guide(felt.state)
