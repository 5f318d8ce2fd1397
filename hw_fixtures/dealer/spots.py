"""The spots on the felt: their names, and how many cards may lie at each."""

from typing import Final

from controller.engine.device_words import Place, Target
from controller.engine.prompt import Task, TaskKind
from hw_fixtures.world import TableWorld

FLOP: Final = 3

_CARDS: Final = {Place.SEAT: 2, Place.PLAYER_DEALER: 2, Place.BOARD: 5, Place.BURN: 1, Place.STUB: 52}
_BOARD: Final = Target(place=Place.BOARD, seat=None)


def place_of(target: Target) -> str:
    """Name the spot on the felt for a target."""
    if target.place is Place.SEAT:
        return f"seat {target.seat}"
    return target.place.value.replace("_", "-")


def is_full(world: TableWorld, task: Task) -> bool:
    """Tell whether the spot of a task has all the cards it may have now."""
    target = task.target
    return target is not None and world.count(place_of(target)) >= _most(world, target)


def _most(world: TableWorld, target: Target) -> int:
    """Give how many cards a spot may have now: a second burn comes after the flop (G7.1)."""
    if target.place is not Place.BURN:
        return _CARDS[target.place]
    return 2 if world.count(place_of(_BOARD)) >= FLOP else 1


def ends_the_street(task: Task) -> bool:
    """Tell whether an act closes the pre-flop street, so that a fair dealer waits for every seat (G3.5)."""
    board = task.target is not None and task.target.place in {Place.BOARD, Place.BURN}
    return task.kind is TaskKind.PRESS_DEAL or (task.kind is TaskKind.DRAW_CARDS and board)
