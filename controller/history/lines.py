"""One line of what was told, as text or CSV: words of people can neither end it nor act on who reads it."""

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import Final

_FORMULA: Final = re.compile(r"[=+\-@]")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def printable(text: str) -> str:
    """Give a line with what is not seen, such as its ends and terminal codes, as JSON escapes."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)


def csv_line(cells: Iterable[object]) -> str:
    """Give one line of CSV without its end; what a spreadsheet would take for a formula becomes a text."""
    sink = io.StringIO()
    csv.writer(sink, lineterminator="").writerow([_cell(one) for one in cells])
    return sink.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    shown = printable(value)
    return f"'{shown}" if _FORMULA.match(shown) and not _NUMBER.fullmatch(shown) else shown
