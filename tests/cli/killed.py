"""A controller in a process of its own that can be killed at any moment; its devices live on in this one.

The child is forked from a server that has everything loaded, so that a start costs milliseconds. It runs the
same table, record, ports and console as the program; only the quiet time after a restart is shorter.
"""

import json
import multiprocessing
import os
import select
import signal
import socket
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from controller.cli.console_json import read_view
from controller.cli.simulated import enrol_demo_staff
from controller.engine.commands import Ask
from controller.engine.view_types import TableView
from controller.journal.places import JournalConfig
from controller.table.envelope import Credential
from tests.cli.killed_child import journal_at, live

LINE_TIMEOUT_S = 30.0

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.cli.killed_child"])


@dataclass(slots=True, kw_only=True)
class Place:
    """Hold where a killed table's devices and record are."""

    folder: Path
    dealing: str
    addresses: tuple[str, str]

    @property
    def journal(self) -> JournalConfig:
        """Give the record's place."""
        return journal_at(self.folder)

    def enrol(self) -> Credential:
        """Make the floor supervisor once."""
        return enrol_demo_staff(self.journal.key_file).floor


@dataclass(slots=True, kw_only=True)
class Child:
    """Hold one life of the controller: its process, and the lines between us; first: its first picture."""

    process: BaseProcess
    wire: Connection
    view: TableView | None = None
    first: TableView | None = None
    accepted: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    _rest: bytes = b""

    def ask(self, command_id: str, command: Ask, token: str, floor: Credential | None) -> None:
        """Send one command of an offer."""
        fields = {name: getattr(command, name) for name in command.__dataclass_fields__ if name != "approval"}
        line = {"id": command_id, "command": fields.pop("kind"), "token": token, **fields}
        if floor is not None:
            line |= {"badge": floor.badge, "pin": floor.pin}
        os.write(self.wire.fileno(), json.dumps(line).encode() + b"\n")

    def listen(self, seconds: float) -> bool:
        """Take what the child writes for so long, or until something came; tell whether it did."""
        ready, _, _ = select.select([self.wire.fileno()], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.wire.fileno(), 1 << 20)
        except ConnectionResetError:
            return False  # it died with a line of ours unread
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._hear(line.decode())
        return bool(data)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Kill the child without warning, and take what it had written."""
        assert self.process.pid is not None
        os.kill(self.process.pid, how)
        self.process.join()
        while self.listen(0.0):
            pass
        self.wire.close()

    def end(self) -> int | None:
        """End the input and wait for a stop in order; give the exit code."""
        with socket.socket(fileno=os.dup(self.wire.fileno())) as plug:
            plug.shutdown(socket.SHUT_WR)
        until = time.monotonic() + LINE_TIMEOUT_S
        while self.process.is_alive() and time.monotonic() < until:
            self.listen(0.05)
        self.process.join(1.0)
        self.wire.close()
        return self.process.exitcode

    def _hear(self, line: str) -> None:
        self.lines.append(line)
        written = json.loads(line)
        if "view" in written:
            self.view = read_view(line)
            self.first = self.first or self.view
        elif "accepted" in written:
            self.accepted[written["accepted"]] = written["seq"]
        elif "refused" in written:
            self.refused[str(written["refused"])] = written["code"]


def start(place: Place) -> Child:
    """Start a controller over the record and devices of a place."""
    ours, theirs = _FORKS.Pipe(duplex=True)
    process = _FORKS.Process(
        target=live, args=(theirs, place.folder, place.dealing, place.addresses), daemon=True
    )
    process.start()
    theirs.close()
    return Child(process=process, wire=ours)
