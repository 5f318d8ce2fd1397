"""S6: every event of a round with number, time, actor, before and after, in the record's own words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from controller.history.replay import ReplayLine
from ui.options import Wording
from ui.replay import Replay
from ui.viewmodels.base import FixedRows, ViewModel, shows

ROWS: Final = 8
TEXT_SIGNS: Final = 100
CHANGE_SIGNS: Final = 62
"""So many signs of a sentence, and of a change, a row holds; what is longer goes on in the next row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayShown:
    """Hold the chosen round's heading and the keys round it; a token is empty where its key leads nowhere.

    stateText: that it is read, or why it is not; noteText: what became of the export; failed: it did not go.
    """

    titleText: str = ""
    stateText: str = ""
    noteText: str = ""
    failed: bool = False
    pageText: str = ""
    olderArg: str = ""
    olderToken: str = ""
    newerArg: str = ""
    newerToken: str = ""
    upArg: str = ""
    upToken: str = ""
    downArg: str = ""
    downToken: str = ""
    exportToken: str = ""


@shows(ReplayShown)
class ReplayViewModel(ViewModel[ReplayShown]):
    """Show what stands round the events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayRow:
    """Hold one event, or what did not fit in the row above: then text and changeText alone."""

    used: bool = False
    seqText: str = ""
    timeText: str = ""
    actorText: str = ""
    text: str = ""
    changeText: str = ""


class ReplayRowsModel(FixedRows[ReplayRow]):
    """Show one page of a round's events, the oldest first as in the round."""

    ROW = ReplayRow


NO_REPLAY = (ReplayRow(),) * ROWS


def replay_shown(replay: Replay, newest: int, words: Wording) -> ReplayShown:
    """Draw the heading and the keys; newest: number of the last round that is over."""
    say, number, lines = words.say, replay.round, replay.lines
    pages = _pages(lines or (), words)
    page = min(replay.page, pages - 1)
    older = f"{number - 1}:0" if number > 1 else ""
    newer = f"{number + 1}:0" if number < newest else ""
    up = f"{number}:{page - 1}" if page else ""
    down = f"{number}:{page + 1}" if page + 1 < pages else ""
    return ReplayShown(
        titleText=say("replay.title", round=number),
        stateText=_state(replay, words),
        noteText=_note(replay, words),
        failed=replay.unwritten != "" or replay.fault != "",
        pageText=say("replay.page", page=page + 1, count=pages) if pages > 1 else "",
        olderArg=older,
        olderToken=f"replay:{older}" if older else "",
        newerArg=newer,
        newerToken=f"replay:{newer}" if newer else "",
        upArg=up,
        upToken=f"replay:{up}" if up else "",
        downArg=down,
        downToken=f"replay:{down}" if down else "",
        exportToken=f"export:{number}" if lines and not replay.writing else "",
    )


def replay_rows(replay: Replay, words: Wording) -> tuple[ReplayRow, ...]:
    """Draw the page that is open."""
    rows = tuple(_rows(replay.lines or (), words))
    first = min(replay.page, max(0, (len(rows) - 1) // ROWS)) * ROWS
    shown = rows[first : first + ROWS]
    return (*shown, *NO_REPLAY[len(shown) :])


def _pages(lines: Sequence[ReplayLine], words: Wording) -> int:
    return max(1, -(-len(tuple(_rows(lines, words))) // ROWS))


def _state(replay: Replay, words: Wording) -> str:
    """Say why no event is shown, empty where there are some."""
    if replay.fault:
        return words.say("replay.fault", reason=replay.fault)
    if replay.lines is None:
        return words.say("replay.reading")
    return "" if replay.lines else words.say("replay.none", round=replay.round)


def _note(replay: Replay, words: Wording) -> str:
    """Say what became of the export."""
    if replay.writing:
        return words.say("replay.writing")
    if replay.unwritten:
        return words.say("replay.unwritten", reason=replay.unwritten)
    return words.say("replay.written", file=replay.file) if replay.file else ""


def _rows(lines: Sequence[ReplayLine], words: Wording) -> Iterator[ReplayRow]:
    """Draw each event in as many rows as its words take."""
    for line in lines:
        change = line.after
        if line.before:
            change = words.say("replay.change", before=line.before, after=line.after)
        parts = zip_longest(wrap(line.text, TEXT_SIGNS), wrap(change, CHANGE_SIGNS), fillvalue="")
        for number, (text, part) in enumerate(parts):
            if number:
                yield ReplayRow(used=True, text=text, changeText=part)
                continue
            yield ReplayRow(
                used=True,
                seqText=f"#{line.seq}",
                timeText=_time(line.utc_us, words),
                actorText=line.actor.replace(":", " ", 1),
                text=text,
                changeText=part,
            )


def _time(utc_us: int, words: Wording) -> str:
    """Write a moment to the millisecond, on the table's clock."""
    at = datetime.fromtimestamp(utc_us / 1_000_000, tz=UTC).astimezone(words.zone)
    return f"{at.strftime('%H:%M:%S')}.{at.microsecond // 1000:03}"
