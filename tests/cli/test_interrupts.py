"""Ctrl-C and SIGTERM at any moment of a program's life: it ends in order, once (issue 4, small faults)."""

import signal

import pytest

from controller.cli import main as front
from controller.cli.interrupts import ENDING, Held, broken_off_once


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_is_held_until_a_chosen_place(number: signal.Signals) -> None:
    """Qt on the stack would abort the process on an exception; `check` breaks off where none is."""
    before = signal.getsignal(number)
    with Held() as held:
        held.check()
        signal.raise_signal(number)
        with pytest.raises(KeyboardInterrupt):
            held.check()

    assert before == signal.getsignal(number)


def test_a_signal_before_the_loop_ends_it_too() -> None:
    """`quit` before a loop's start does nothing, so the loop looks again and again."""
    ended: list[str] = []
    with Held() as held:
        held.look()
        signal.raise_signal(signal.SIGINT)
        held.ends(lambda: ended.append("end"))
        held.look()

    assert ["end", "end"] == ended


def test_a_signal_in_the_loop_ends_it_at_once() -> None:
    """Whatever says how the program ends is called by the handler itself."""
    ended: list[str] = []
    with Held() as held:
        held.ends(lambda: ended.append("end"))
        signal.raise_signal(signal.SIGTERM)

    assert ["end"] == ended


def test_a_second_signal_does_not_break_off_what_the_first_unwinds() -> None:
    """Impatience while a table stops leaves no half-closed pipe behind its threads."""
    unwound: list[str] = []

    def play() -> None:
        with broken_off_once():
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                signal.raise_signal(signal.SIGINT)
                signal.raise_signal(signal.SIGTERM)
                unwound.append("all")

    with pytest.raises(KeyboardInterrupt):
        play()
    assert ["all"] == unwound


def test_a_signal_while_a_subcommand_loads_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading takes seconds on a slow machine; exit code 130 and nothing more."""

    def load(_name: str) -> object:
        signal.raise_signal(signal.SIGINT)
        return front

    monkeypatch.setattr(front, "_load", load)

    assert front.INTERRUPTED_EXIT == front.main(["soak"])
