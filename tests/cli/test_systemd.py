"""What systemd hears from a table, and when it hears nothing (DURABILITY 10)."""

import socket
from pathlib import Path

import pytest

from controller.cli.systemd import Watchdog, tell


def test_line_reaches_the_socket_of_systemd(tmp_path: Path) -> None:
    """One datagram to the socket that the environment names."""
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)

        assert tell("READY=1", address=path)
        assert b"READY=1" == systemd.recv(100)


def test_line_reaches_an_abstract_socket(tmp_path: Path) -> None:
    """A name that starts with `@` lies outside the file system."""
    name = str(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + name)

        assert tell("WATCHDOG=1", address="@" + name)
        assert b"WATCHDOG=1" == systemd.recv(100)


def test_without_systemd_nothing_is_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A demo is not started by systemd; a socket that is gone costs nothing either."""
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)

    assert not tell("READY=1")
    assert not tell("READY=1", address=str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("views", "sent"),
    [
        ([None, None], []),
        ([0.0, 1.0], ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]),
        ([None, 1.0], ["READY=1", "WATCHDOG=1"]),
        ([0.0, -2.5], ["READY=1", "WATCHDOG=1"]),
    ],
)
def test_only_a_table_that_turns_is_alive(views: list[float | None], sent: list[str]) -> None:
    """No view for two seconds means no sign of life; before the first view there is no `READY=1`."""
    lines: list[str] = []

    def send(line: str) -> bool:
        lines.append(line)
        return True

    watchdog = Watchdog(send)

    for now, view in enumerate(views):
        watchdog.turn(float(now), view)

    assert sent == lines
