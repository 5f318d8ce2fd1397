"""Check the form of bodies in a second process, while this one judges what they say.

Form is the one thing that needs nothing but the body itself, and a third of the work for a long day. The
second process is a copy of this one and writes nothing but places; where there is none, each body is checked
as it is read.
"""

import itertools
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Final

from controller.verify.canonical import JsonObject, NotCanonical, decode, is_of_known_form, parse
from controller.verify.chain import Record

WORTH_IT: Final = 20_000
"""With fewer records a second process costs more than it saves."""
AT_ONCE: Final = 2_048


def readers(records: Sequence[Record]) -> Iterator[Callable[[bytes], JsonObject]]:
    """Give what decodes the body of each record in turn, and raises NotCanonical for another form."""
    if len(records) < WORTH_IT or not _has_processor():
        return itertools.repeat(parse, len(records))
    return _beside(records)


def _has_processor() -> bool:
    """Tell whether a second process can run now: a copy of a process with threads is not sound."""
    return len(os.sched_getaffinity(0)) > 1 and threading.active_count() == 1


def _beside(records: Sequence[Record]) -> Iterator[Callable[[bytes], JsonObject]]:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_look, args=(records, sender), daemon=True)
    process.start()
    sender.close()
    try:
        for first in range(0, len(records), AT_ONCE):
            odd = _told(receiver)
            for at in range(first, min(first + AT_ONCE, len(records))):
                yield parse if odd is None or at in odd else decode
    finally:
        receiver.close()
        process.terminate()
        process.join()


def _told(receiver: Connection) -> frozenset[int] | None:
    """Give the places of some records that are of another form, None where the other process is gone."""
    try:
        return frozenset(receiver.recv())
    except (EOFError, OSError):
        return None


def _look(records: Sequence[Record], sender: Connection) -> None:
    """Tell the places of records of another form, some records at a time."""
    for first in range(0, len(records), AT_ONCE):
        places = range(first, min(first + AT_ONCE, len(records)))
        sender.send([at for at in places if not _is_canonical(records[at].body)])


def _is_canonical(body: bytes) -> bool:
    """Tell whether a body is of the one form, if it is JSON at all: who decodes it finds that out."""
    if is_of_known_form(body):
        return True
    try:
        parse(body)
    except NotCanonical:
        return False
    return True
