"""Look at the shapes of bodies in a second process, while this one judges what they say.

Form and known kinds need nothing but the body itself. The second process is a copy of this one and sends
nothing but sights; where there is none, this one looks at each body before it judges it.
"""

import itertools
import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Final

from controller.verify.chain import Record
from controller.verify.shapes import Shapes, Sight

WORTH_IT: Final = 20_000
"""With fewer records shapes and a second process cost more than they save."""
AT_ONCE: Final = 2_048


def sights(records: Sequence[Record], shapes: Shapes) -> Iterator[Sight | None]:
    """Give what the shape of each record's body says in turn, None where only a closer look can tell."""
    if len(records) < WORTH_IT:
        return itertools.repeat(None, len(records))
    if not _has_processor():
        return (shapes.look(record.body) for record in records)
    return _beside(records, shapes)


def _has_processor() -> bool:
    """Tell whether a second process can run now: a copy of a process with threads is not sound."""
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


def _beside(records: Sequence[Record], shapes: Shapes) -> Iterator[Sight | None]:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(
        target=_look, args=(records, shapes, sender), daemon=True
    )
    process.start()
    sender.close()
    try:
        for first in range(0, len(records), AT_ONCE):
            yield from _told(receiver, min(AT_ONCE, len(records) - first))
    finally:
        receiver.close()
        process.terminate()
        process.join()


def _told(receiver: Connection, count: int) -> Sequence[Sight | None]:
    """Give the sights of some records, none where the other process is gone."""
    try:
        told: list[tuple[bool, int, bool, int] | None] = receiver.recv()
    except (EOFError, OSError):
        return [None] * count
    return [None if one is None else Sight._make(one) for one in told]


def _look(records: Sequence[Record], shapes: Shapes, sender: Connection) -> None:
    """Send the sights of all records, some at a time; plain tuples are the quickest to send."""
    for first in range(0, len(records), AT_ONCE):
        seen = [shapes.look(record.body) for record in records[first : first + AT_ONCE]]
        sender.send([None if one is None else tuple(one) for one in seen])
