"""What an outline primary waits for: a machine, decisions, or the dealer's own hands (no Qt here)."""

from controller.engine.prompt import Prompt, PromptCode, TaskKind, Waiting, WaitKind
from ui.formatting import seat_list
from ui.texts import Texts

_HAND_WAITS = {
    TaskKind.PRESS_DEAL: "wait.deal_button",
    TaskKind.TAKE_STACK: "wait.take_stack",
    TaskKind.DRAW_CARDS: "wait.draw_cards",
}
"""Waits that only the dealer's own hands end; the outline says so instead of naming a machine."""


def waits_for(prompt: Prompt, say: Texts) -> str:
    """Say what ends a wait: the act of the hands where one is due, else what comes by itself."""
    by_hand = next((_HAND_WAITS[task.kind] for task in prompt.tasks if task.kind in _HAND_WAITS), "")
    if prompt.code is PromptCode.NOBODY_BANKS and not by_hand:
        return say("wait.players")
    return say(by_hand) if by_hand else waiting_text(prompt.waiting, say)


def waits_for_new_deck(prompt: Prompt) -> bool:
    """Tell whether the next round waits until the floor has replaced a deck that is off the table."""
    waiting = prompt.waiting
    return waiting is not None and waiting.kind is WaitKind.FLOOR and waiting.deck is not None


def device_text(device: str | None, say: Texts) -> str:
    """Name a device in a sentence."""
    return say(f"device.{device or 'any'}")


def waiting_text(waiting: Waiting | None, say: Texts) -> str:
    """Say what ends a wait by itself."""
    if waiting is None:
        return say("wait.devices")
    if waiting.kind is WaitKind.DECISIONS:
        return say("wait.decisions", seats=_seats_words(waiting, say))
    return say(f"wait.{waiting.kind}", deck=waiting.deck or "", device=device_text(waiting.device, say))


def _seats_words(waiting: Waiting, say: Texts) -> str:
    key = "wait.seats_one" if len(waiting.seats) == 1 else "wait.seats_many"
    return say(key, seats=seat_list(waiting.seats, say))
