"""Make and change frozen values at a fraction of a constructor's price.

A frozen dataclass sets each field by a call of `object.__setattr__`. A round makes some three hundred values
and changes as many, and a full table settles into seventy lines: those calls were half of a round's time.
Here a twin class with the same slots, but not frozen, takes the fields by plain assignment and then becomes
the class itself; no half-made value is seen outside.
Measured by `tests/bench/test_bench_round.py` and `test_bench_settlement.py`.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

__all__ = ["changer", "constructor", "made_often", "replace"]

P = ParamSpec("P")
T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace  # the type checker knows this one's fields
else:

    def replace(value: T, /, **changes: Any) -> T:  # noqa: ANN401 - any field
        """Give the same value with these fields changed; raise TypeError for a field it does not have."""
        kind = type(value)
        copier = _copiers.get(kind)
        if copier is None:
            copier = _copiers[kind] = _copier(kind)
        return copier(value, changes)


_copiers: Final[dict[type, Callable[[Any, dict[str, Any]], Any]]] = {}
"""What copies each kind of value; made once and the same in every process."""


def constructor(kind: Callable[P, T]) -> Callable[P, T]:
    """Give what makes values of a class with keyword-only fields as the class does, for who makes many."""
    made_class = cast("type[Any]", kind)
    asked, defaults = _asked(made_class)
    lines = [
        f"def make(*, {asked}):",
        "    made = _new(_twin)",
        *(f"    made.{one.name} = {one.name}" for one in fields(made_class)),
        *_becoming(made_class, "made"),
        "    return made",
    ]
    return cast("Callable[P, T]", _compiled("make", lines, made_class, _defaults=defaults))


def changer(kind: type[T], *names: str) -> Callable[..., T]:
    """Give what changes these fields of a value, all of them named at each call, as `replace` does.

    For what every card or order changes: it takes half as long, for it need not look for the fields.
    """
    made_class = cast("type[Any]", kind)
    every = [one.name for one in fields(made_class)]
    unknown = sorted(set(names) - set(every))
    if unknown:
        raise TypeError(f"{kind.__name__} has no field {unknown[0]}")
    lines = [
        f"def change(value, /, *, {', '.join(names)}):",
        "    made = _new(_twin)",
        *(f"    made.{name} = {name if name in names else f'value.{name}'}" for name in every),
        *_becoming(made_class, "made"),
        "    return made",
    ]
    return cast("Callable[..., T]", _compiled("change", lines, made_class))


def made_often(kind: type[T]) -> type[T]:
    """Let the constructor of a frozen class assign its fields plainly too, where a round makes many of it."""
    made_class = cast("type[Any]", kind)
    asked, defaults = _asked(made_class)
    lines = [
        f"def __init__(self, *, {asked}):",
        "    _put(self, '__class__', _twin)",
        *(f"    self.{one.name} = {one.name}" for one in fields(made_class)),
        *_becoming(made_class, "self"),
    ]
    made_class.__init__ = _compiled("__init__", lines, made_class, _defaults=defaults)
    return kind


def _asked(kind: type[Any]) -> tuple[str, dict[str, object]]:
    """Give the parameters of a constructor as they are written, and the values of those that have one."""
    defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    names = [one.name for one in fields(kind)]
    return ", ".join(f"{n}=_defaults[{n!r}]" if n in defaults else n for n in names), defaults


def _copier(kind: type) -> Callable[[Any, dict[str, Any]], Any]:
    lines = [
        "def copy(value, changes):",
        "    made = _new(_twin)",
        *(f"    made.{one.name} = value.{one.name}" for one in fields(kind)),
        "    try:",
        "        for name in changes:",
        "            setattr(made, name, changes[name])",
        "    except AttributeError:",
        "        raise TypeError(f'{_kind.__name__} has no field {name}') from None",
        *_becoming(kind, "made"),
        "    return made",
    ]
    return cast("Callable[[Any, dict[str, Any]], Any]", _compiled("copy", lines, kind))


def _becoming(kind: type, twin: str) -> list[str]:
    """Give the lines that end a twin's life."""
    checks = [f"    {twin}.__post_init__()"] if hasattr(kind, "__post_init__") else []
    return [f"    {twin}.__class__ = _kind", *checks]


def _compiled(name: str, lines: list[str], kind: type, **known: object) -> object:
    """Compile a function; names that a field may have are not among those it knows."""
    scope: dict[str, Any] = {"_new": object.__new__, "_put": object.__setattr__, "_twin": _twin(kind)}
    scope |= {"_kind": kind, **known}
    exec("\n".join(lines), scope)  # noqa: S102 - field names of our own classes, as dataclasses itself does
    return scope[name]


def _twin(kind: type) -> type:
    """Give a class of the same layout that lets its fields be set; raise TypeError without slots."""
    slots = kind.__dict__.get("__slots__")
    if slots is None or kind.__dictoffset__:
        raise TypeError(f"{kind.__name__} has no slots")
    body = {"__slots__": slots, "__setattr__": object.__setattr__, "__module__": kind.__module__}
    if "__orig_bases__" in kind.__dict__:  # a generic class says there what it is generic over
        body["__orig_bases__"] = kind.__dict__["__orig_bases__"]
    return type(f"{kind.__name__}Twin", kind.__bases__, body)
