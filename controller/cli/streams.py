"""The three standard streams: a closed one is filled before anything else opens a file."""

import os
import sys
from typing import Final

_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def with_all_streams() -> bool:
    """Fill standard streams that were closed with nothing, and tell whether the output was open.

    The next file to be opened would else get the closed one's number, and a print could go into a record.
    """
    was_open = sys.stdout is not None
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - for good
    return was_open
