"""The log: JSON lines for whoever looks for a mistake. It is never the journal, and no code reads it back.

It must not block, raise or leak (DURABILITY 12). The thread that logs renders its line and puts it into a
bounded queue; one listener writes the lines out. A full queue drops lines and tells later how many. Only
the keys of `KEYS` pass, a card is withheld whatever its key, and what JSON cannot hold becomes the name of
its type.

    structlog.stdlib.get_logger(__name__).warning("copy_failed", seq=812, path=path)          # controller, ui
    logging.getLogger(__name__).info("link_up", extra={"address": "serial:/dev/ttyUSB0"})     # drivers
"""

import json
import logging
import queue
import re
import threading
import traceback
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from enum import Enum
from logging.handlers import QueueHandler
from pathlib import Path
from typing import Any, TextIO

import structlog

from controller.engine.cards import Card, Exposed, Hidden
from controller.engine.faults import ConfigFault, TableFault

QUEUE_SIZE = 10_000
LONGEST_TEXT = 500
LONGEST_LIST = 32
STOP_WAIT_S = 1.0
LISTEN_WAIT_S = 0.1
OURS = ("controller", "drivers", "ui", "hw_fixtures")
EVENT_NAME = re.compile(r"[a-z][a-z0-9_]{1,63}")

KEYS = frozenset(
    {
        *("actor", "back", "cmd", "code", "command", "deck", "kind", "phase", "round", "rule", "seat", "seq"),
        *("address", "device", "epoch", "fault", "length", "link", "number", "op", "op_id", "port", "serial"),
        *("boot", "bytes", "duration_ms", "file", "free_percent", "key", "path", "pid", "thread", "version"),
        *("attempts", "count", "error", "reason", "src", "state", "step", "table", "type", "where"),
    }
)

EVENTS: Mapping[str, str] = {
    "evidence_not_kept": "no room for a copy of the record as it was found; nothing is cut or replaced then",
    "link_close_failed": "a device's handle could not be closed; it is let go all the same",
    "link_opened": "a device's handle is open; whether it is the right device comes later",
    "link_closed": "a device's handle was closed, on purpose or because the link was lost",
    "log_lines_dropped": "so many lines were lost: the sink was too slow, or refused them",
    "memory_not_private": "the system refused to keep this process out of core files or swap",
    "port_turn_failed": "a mistake of ours in a port; its link is closed and opened again",
    "table_priority_refused": "the system does not let the table thread run first; appends may be slower",
    "table_stopped": "a fault stopped the table; start again, it recovers by reading",
}
"""Every event of the log and what it means; a test compares it with the calls in the tree."""

_PLAIN_RECORD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_TELL_MESSAGE = (ConfigFault, TableFault, OSError)


class LogRun:
    """Hold the log of one run: the handler on the root logger, the queue, the listener.

    sink: text stream that takes the lines; level: least weight, as `logging` counts; capacity: lines that
    may wait. Made and stopped on the main thread; every thread may log.
    """

    def __init__(self, sink: TextIO, *, level: int = logging.INFO, capacity: int = QUEUE_SIZE) -> None:
        self._sink = sink
        self._lines: queue.Queue[str] = queue.Queue(capacity)
        self._handler = _LineHandler(self._lines)
        self._refused = 0
        self._told = 0
        self._stopping = threading.Event()
        self._level_before = logging.root.level
        logging.root.addHandler(self._handler)
        logging.root.setLevel(level)
        self._listener = threading.Thread(target=self._listen, name="log", daemon=True)
        self._listener.start()

    @property
    def dropped(self) -> int:
        """Count the lines that were lost: the queue was full, or the sink refused them."""
        return self._handler.dropped + self._refused

    @property
    def withheld(self) -> int:
        """Count the keys and values that were kept out of the lines."""
        return self._handler.withheld

    def stop(self) -> None:
        """Let the listener write what waits, for a second at most; a sink that hangs is left behind."""
        logging.root.removeHandler(self._handler)
        logging.root.setLevel(self._level_before)
        self._stopping.set()
        self._listener.join(STOP_WAIT_S)

    def _listen(self) -> None:
        """Run as the log thread: write line after line until stopped and empty."""
        while not (self._stopping.is_set() and self._lines.empty()):
            try:
                line = self._lines.get(timeout=LISTEN_WAIT_S)
            except queue.Empty:
                continue
            self._write(line)
            self._tell_drops()

    def _tell_drops(self) -> None:
        """Write how many lines were lost since this was last said."""
        lost = self.dropped - self._told
        if lost:
            self._told += lost
            self._write(json.dumps({"count": lost, "event": "log_lines_dropped", "level": "warning"}))

    def _write(self, line: str) -> None:
        """Write one line; a sink that refuses costs the line, not the program."""
        try:
            self._sink.write(line + "\n")
            self._sink.flush()
        except (OSError, ValueError):
            self._refused += 1


def start_logs(sink: TextIO, *, level: str = "info", capacity: int = QUEUE_SIZE) -> LogRun:
    """Send every log of this process to `sink` as JSON lines, until the run is stopped."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, to_record],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    return LogRun(sink, level=logging.getLevelNamesMapping()[level.upper()], capacity=capacity)


def to_record(
    _logger: object, _method: str, event_dict: MutableMapping[str, Any]
) -> tuple[tuple[object], dict[str, Any]]:
    """Hand a structlog event on as a stdlib record, its values in `fields`, where no name can clash."""
    event = event_dict.pop("event", "")
    exc_info = event_dict.pop("exc_info", None)
    return (event,), {"extra": {"fields": dict(event_dict)}, "exc_info": exc_info}


class _LineHandler(QueueHandler):
    """Render each record where it is logged and queue the line; never wait, never raise."""

    def __init__(self, lines: queue.Queue[str]) -> None:
        super().__init__(lines)
        self.dropped = 0
        self.withheld = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Queue one line, or count it as dropped."""
        try:
            line, withheld = render(record)
            self.withheld += withheld
            self.queue.put_nowait(line)
        except Exception:  # noqa: BLE001 - whatever a value does while it is looked at, the table goes on
            self.dropped += 1


def render(record: logging.LogRecord) -> tuple[str, int]:
    """Write one record as a JSON line, and tell how many keys and values were withheld."""
    fields, withheld = _allowed(_fields(record))
    line: dict[str, object] = {
        "utc": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "event": _event(record),
        **fields,
    }
    if record.exc_info and record.exc_info[1] is not None:
        line |= _failure(record.exc_info[1])
    if withheld:
        line["withheld"] = withheld
    return json.dumps(line, ensure_ascii=False), withheld


def _fields(record: logging.LogRecord) -> Mapping[str, object]:
    """Give what was logged beside the event: structlog's values, or the `extra` of a stdlib call."""
    extra = {key: value for key, value in vars(record).items() if key not in _PLAIN_RECORD}
    fields = extra.pop("fields", {})
    return {**extra, **fields} if isinstance(fields, dict) else extra


def _event(record: logging.LogRecord) -> str:
    """Give the event's name; of another library its text without the arguments, which may be anything."""
    name = str(record.msg)
    if record.name.split(".")[0] in OURS and not EVENT_NAME.fullmatch(name):
        return "unnamed_event"
    return name[:LONGEST_TEXT]


def _allowed(fields: Mapping[str, object]) -> tuple[dict[str, object], int]:
    """Keep the known keys with values that may be shown; count the rest."""
    kept = {key: value for key, value in fields.items() if key in KEYS and not _holds_card(value)}
    return {key: _plain(value) for key, value in kept.items()}, len(fields) - len(kept)


def _holds_card(value: object) -> bool:
    """Tell whether a value is a card or a list with one; face up or down, a log has no use for it."""
    if isinstance(value, tuple | list | set | frozenset):
        return any(_holds_card(one) for one in value)
    return isinstance(value, Card | Hidden | Exposed)


def _plain(value: object) -> object:
    """Turn a value into what JSON holds; anything else becomes the name of its type."""
    if isinstance(value, Enum):
        value = value.value
    if value is None or type(value) in (bool, int, float):
        return value
    if isinstance(value, str | Path):
        return str(value).encode("utf-8", "replace").decode("utf-8")[:LONGEST_TEXT]
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value[:LONGEST_LIST]]
    return type(value).__name__


def _failure(error: BaseException) -> dict[str, object]:
    """Describe an exception: its type, where it came from, and its text only where the text is ours."""
    frames = traceback.extract_tb(error.__traceback__)[-LONGEST_LIST:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    told = {"reason": str(error)[:LONGEST_TEXT]} if isinstance(error, _TELL_MESSAGE) else {}
    return {"error": type(error).__name__, "where": where, **told}
