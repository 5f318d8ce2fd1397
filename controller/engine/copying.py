"""Replace fields of a frozen value, as `dataclasses.replace` does, at a tenth of its price.

A command evolves some ten events and each event replaces fields of the table's state, of its round and of a
seat; calling their constructors with every field again was half of a round's time. Here a twin class with the
same slots, but not frozen, takes all fields over by plain assignment and then becomes the class itself; no
half-made value is ever seen outside. Measured by `tests/bench/test_bench_round.py`.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

__all__ = ["replace"]

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


def _copier(kind: type) -> Callable[[Any, dict[str, Any]], Any]:
    names = [one.name for one in fields(kind)]
    twin = _twin(kind)
    lines = [
        "def copy(value, changes):",
        "    made = new(twin)",
        *(f"    made.{name} = value.{name}" for name in names),
        "    for name in changes:",
        "        if name not in names:",
        "            raise TypeError(f'{kind.__name__} has no field {name}')",
        "        setattr(made, name, changes[name])",
        "    made.__class__ = kind",
        *(["    made.__post_init__()"] if hasattr(kind, "__post_init__") else []),
        "    return made",
    ]
    scope: dict[str, Any] = {"new": object.__new__, "twin": twin, "kind": kind, "names": frozenset(names)}
    exec("\n".join(lines), scope)  # noqa: S102 - field names of our own classes, as dataclasses itself does
    return cast("Callable[[Any, dict[str, Any]], Any]", scope["copy"])


def _twin(kind: type) -> type:
    """Give a class of the same layout that lets its fields be set; raise TypeError without slots."""
    slots = kind.__dict__.get("__slots__")
    if slots is None or kind.__dictoffset__:
        raise TypeError(f"{kind.__name__} has no slots")
    body = {"__slots__": slots, "__setattr__": object.__setattr__, "__module__": kind.__module__}
    return type(f"{kind.__name__}Twin", kind.__bases__, body)
