"""A thread that hangs or dies: the program ends or goes on, and the record is whole (F2)."""

from controller.cli.run import Pulse
from controller.cli.systemd import STILL_S, Watchdog


class Systemd:
    """Take the lines of a program, each with the time of a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lines: list[tuple[float, str]] = []

    def __call__(self, line: str) -> bool:
        """Take a line."""
        self.lines.append((self.now, line))
        return True


def test_a_hanging_screen_is_no_longer_reported_as_alive() -> None:
    """The pulse is a timer of the screen's loop: where that hangs nothing is sent; systemd ends it (F2)."""
    systemd = Systemd()
    watchdog, hangs_from = Watchdog(systemd), 3.0
    while systemd.now < hangs_from:
        watchdog.turn(systemd.now, systemd.now)
        systemd.now += 0.5
    assert (0.0, "READY=1") == systemd.lines[0]
    assert systemd.lines[-1][0] < hangs_from


def test_a_hanging_table_is_no_longer_reported_as_alive() -> None:
    """The screen turns on, but the table published nothing for two seconds: no line, so it is ended (F2)."""
    systemd = Systemd()
    watchdog, hangs_from = Watchdog(systemd), 3.0
    while systemd.now < 20.0:
        watchdog.turn(systemd.now, min(systemd.now, hangs_from))
        systemd.now += 0.5
    assert systemd.lines[-1][0] <= hangs_from + STILL_S


def test_control_a_program_that_turns_is_reported_to_the_end() -> None:
    """Otherwise silence would prove nothing."""
    systemd = Systemd()
    pulse = Pulse(Watchdog(systemd))
    for _ in range(3):
        pulse.published()
        pulse.turn()
    assert ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"] == [line for _, line in systemd.lines]
