"""Read records of older programs: one function a version, raw dict in, raw dict out (DURABILITY 3.8).

Stored bytes are never rewritten. `STEPS[v]` lifts one command, event or note from catalogue v to v + 1;
functions are added at the end, and those already here are never changed. Catalogue 1 is the first.
"""

from collections.abc import Callable, Mapping
from typing import Final

from controller.journal.faults import UnknownCatalogue
from controller.journal.record import VERSION, JsonObject

Upcast = Callable[[str, JsonObject], JsonObject]
"""Takes the `kind` and the raw item of one version, and gives the item of the next; pure."""

STEPS: Final[Mapping[int, Upcast]] = {}


def lift(raw: JsonObject, version: int, *, steps: Mapping[int, Upcast], to: int = VERSION) -> JsonObject:
    """Lift one raw item to the version of this program; raise UnknownCatalogue for a newer one."""
    if not 1 <= version <= to:
        raise UnknownCatalogue(version)
    for step in range(version, to):
        raw = steps[step](str(raw.get("kind")), raw)
    return raw
