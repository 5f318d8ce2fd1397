"""The guide's Prompt as sentences: one prompt, one primary (TOUCHSCREEN 2, P2). No Qt here."""

import re
from dataclasses import dataclass
from enum import StrEnum

from controller.engine.commands import Expose, Exposure
from controller.engine.device_words import Place, Target
from controller.engine.life_commands import MarkAway, SignOnDealer
from controller.engine.prompt import Offer, OfferCode, Prompt, PromptCode, Task, TaskKind, WaitKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruling_commands import Rule
from controller.engine.settlement_types import StepKind
from controller.engine.state import Phase
from controller.engine.view_types import SeatState, TableView
from ui.details import detail_text, lacks_players, open_lines, seat_of, turns_rest
from ui.formatting import MoneyFormat, multiple_text, seat_list
from ui.life import life_key
from ui.texts import Texts
from ui.viewmodels.books import fees_sub, fees_text, felt_total, missed_fee_text, stop_totals, takes_fees
from ui.waits import device_text, waits_for, waits_for_new_deck

_ASKING = frozenset({PromptCode.ASK_PREFLOP, PromptCode.ASK_FLOP, PromptCode.ASK_RIVER})
"""While seats are asked the players move; a task of the hands may wait."""


class Tone(StrEnum):
    """Name the mood of the prompt panel: grey, the dealer's move, or everything stops (P3)."""

    CALM = "calm"
    MOVE = "move"
    STOP = "stop"


class Look(StrEnum):
    """Name how the primary looks: yellow, offered but not urgent, or an outline that waits (P3)."""

    MOVE = "move"
    READY = "ready"
    WAIT = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Hold what stands in the prompt panel and on the primary button."""

    prompt: str
    detail: str
    tone: Tone
    primary: str
    primary_sub: str
    look: Look


def sentences(view: TableView, say: Texts, money: MoneyFormat) -> Sentences:
    """Say what must be done now; total over every PromptCode (TOUCHSCREEN 6)."""
    prompt = view.prompt
    look = look_of(prompt)
    return Sentences(
        prompt=prompt_text(view, say, money),
        detail=_detail_or_reason(view, say, money),
        tone=_tone(view, look),
        primary=primary_text(view, say),
        primary_sub=_primary_sub(view, say, money),
        look=look,
    )


def look_of(prompt: Prompt) -> Look:
    """Tell how the primary looks: an exposure is only `ready` while something else may come first."""
    primary = prompt.primary
    if primary is None or not primary.enabled:
        return Look.WAIT
    if prompt.code in _ASKING:
        return Look.READY if prompt.open_seats else Look.MOVE
    waits = prompt.code in {PromptCode.STUB_TO_RACK, PromptCode.OFFER_TO_ALL}
    return Look.READY if waits else Look.MOVE


def refusal_text(offer: Offer, say: Texts) -> str:
    """Say why an offer is not enabled; an offer names no limits, so that half of the sentence is left out."""
    if offer.why_not is None:
        return ""
    text = say(f"refusal.{offer.why_not}", seat=offer.why_seat or offer.seat or "", allowed="")
    return re.split("[;\uff1b]", text)[0] if "{allowed}" in say.raw(f"refusal.{offer.why_not}") else text


def _tone(view: TableView, look: Look) -> Tone:
    prompt = view.prompt
    if prompt.code is PromptCode.HOLD:
        return Tone.STOP
    by_hand = bool(prompt.tasks) and prompt.code not in _ASKING
    by_hand |= prompt.code is PromptCode.NOBODY_BANKS and lacks_players(view)
    return Tone.MOVE if look is Look.MOVE or by_hand else Tone.CALM


def prompt_text(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Make the one imperative sentence, at most 40 characters in English (P2)."""
    prompt = view.prompt
    match prompt.code:
        case PromptCode.TAKE_WAGERS if takes_fees(prompt):
            return say("prompt.take_fees", amount=money.exact(view.fees.total))
        case PromptCode.OPEN_TABLE | PromptCode.TAKE_WAGERS | PromptCode.OFFER_TO_ALL | PromptCode.GAME_OVER:
            return say(f"prompt.{prompt.code}")
        case PromptCode.OFFER_BANK:
            return _offer_prompt(prompt, say)
        case PromptCode.NOBODY_BANKS:
            return say("prompt.no_seats" if lacks_players(view) else "prompt.nobody_banks")
        case PromptCode.EXPOSE_FLOP:
            return say("prompt.reveal_all" if turns_rest(view) else "prompt.expose_flop")
        case PromptCode.DEAL_STACK:
            return _deal_prompt(prompt, say)
        case PromptCode.ASK_PREFLOP | PromptCode.ASK_FLOP:
            return _ask_prompt(view, say)
        case PromptCode.BURN_CARD | PromptCode.DEAL_BOARD:
            return _board_prompt(view, say)
        case PromptCode.STUB_TO_RACK:
            unload = any(task.kind is TaskKind.UNLOAD_SHOE for task in prompt.tasks)
            return say("prompt.stub_unload" if unload else "prompt.stub")
        case PromptCode.ASK_RIVER:
            return _river_prompt(prompt, say)
        case PromptCode.REVEAL_PLAYER_DEALER:
            return say("prompt.reveal_house" if view.house_banked else "prompt.reveal")
        case PromptCode.SETTLE_SEAT:
            return _settle_prompt(view, say, money)
        case PromptCode.COLLECT_CARDS:
            return _collect_prompt(view, say)
        case PromptCode.WAIT_FOR_DEVICE:
            return _device_prompt(prompt, say)
        case PromptCode.HOLD:
            return say(f"hold.{prompt.hold}", device=device_text(prompt.device, say))
        case PromptCode.CONFIRM_FELT:
            return say("prompt.confirm_felt", round=view.round) if view.round else say("prompt.confirm_idle")


def _offer_prompt(prompt: Prompt, say: Texts) -> str:
    posts = prompt.primary is not None and prompt.primary.code is OfferCode.POST_BANK
    return say("prompt.post_bank" if posts else "prompt.offer_bank", seat=prompt.seat)


def _ask_prompt(view: TableView, say: Texts) -> str:
    prompt = view.prompt
    if prompt.open_seats:
        return say(f"prompt.{prompt.code}")
    if turns_rest(view):
        return say("prompt.reveal_all")
    return task_text(prompt.tasks[0], say) if prompt.tasks else say("prompt.ask_done")


def _deal_prompt(prompt: Prompt, say: Texts) -> str:
    task = prompt.tasks[0] if prompt.tasks else None
    act = "wait"
    if task is not None:
        act = "draw" if task.kind is TaskKind.DRAW_CARDS else "take"
    target = (task and task.target) or prompt.target
    return say(
        f"prompt.deal_{act}{_whose(target)}",
        seat=target.seat if target else prompt.seat,
        count=task.count if task else prompt.count,
    )


def _whose(target: Target | None) -> str:
    """Tell the banker's hand from a seat's; the house's hand has no seat."""
    if target is None or target.place is not Place.PLAYER_DEALER:
        return ""
    return "_bank" if target.seat is not None else "_house"


def _board_prompt(view: TableView, say: Texts) -> str:
    """Ask for community cards, or for the card to burn before them."""
    prompt = view.prompt
    task = prompt.tasks[0] if prompt.tasks else None
    if task is None:
        if prompt.code is PromptCode.BURN_CARD:
            return say("prompt.burn_wait")
        left = prompt.count - prompt.done
        return say("prompt.board_wait_one" if left == 1 else "prompt.board_wait", count=left)
    return task_text(task, say)


def _river_prompt(prompt: Prompt, say: Texts) -> str:
    seats = prompt.open_seats
    match len(seats):
        case 1:
            return say("prompt.ask_river_one", seat=seats[0])
        case 2:
            return say("prompt.ask_river_two", seats=seat_list(seats, say))
        case _:
            return say("prompt.ask_river_many", count=len(seats))


def _settle_prompt(view: TableView, say: Texts, money: MoneyFormat) -> str:
    seat = seat_of(view, view.prompt.seat)
    lines = open_lines(view)
    pay, take = stop_totals(view)
    number = seat.number if seat else ""
    if view.stop is not None and view.stop.kind is StepKind.ANTE_REFUND:
        return say(
            "prompt.settle_refund", seat=number, amount=money.exact(sum(one.returned for one in lines))
        )
    if view.stop is not None and view.stop.kind is StepKind.FOLD_COLLECTION:
        key = "prompt.settle_fold" if take else "prompt.settle_fold_none"
        return say(key, seat=number, take=money.exact(take))
    kinds = {(True, True): "both", (True, False): "pay", (False, True): "take", (False, False): "none"}
    kind = kinds[pay > 0, take > 0]
    return say(f"prompt.settle_{kind}", seat=number, pay=money.exact(pay), take=money.exact(take))


def _collect_prompt(view: TableView, say: Texts) -> str:
    prompt = view.prompt
    kinds = {task.kind for task in prompt.tasks}
    fields = {"deck": prompt.deck or view.deck, "next": prompt.next_deck}
    if TaskKind.UNLOAD_SHOE in kinds:
        return say("prompt.collect_unload")
    primary = prompt.primary
    if primary is not None and primary.code is OfferCode.RECORD_COUNT:
        return say("prompt.collect_count", **fields)
    if {TaskKind.LOAD_INFEED, TaskKind.LOAD_SHOE} <= kinds:
        return say("prompt.collect_both", **fields)
    for kind, key in _COLLECT.items():
        if kind in kinds:
            return say(f"prompt.{key}", deck=_task_deck(prompt, kind))
    if prompt.tasks:
        return task_text(prompt.tasks[0], say)
    return say("prompt.collect_off" if waits_for_new_deck(prompt) else "prompt.collect_wait", **fields)


_COLLECT = {
    TaskKind.LOAD_INFEED: "collect_shuffler",
    TaskKind.TAKE_FROM_CHAMBER: "collect_chamber",
    TaskKind.LOAD_SHOE: "collect_shoe",
}


def _task_deck(prompt: Prompt, kind: TaskKind) -> str:
    """Name the deck of a task, the prompt's where the task names none."""
    return next((task.deck for task in prompt.tasks if task.kind is kind and task.deck), prompt.deck or "")


def _device_prompt(prompt: Prompt, say: Texts) -> str:
    if prompt.tasks:
        return task_text(prompt.tasks[0], say)
    waiting = prompt.waiting
    if waiting is None:
        return say("prompt.wait_any")
    match waiting.kind:
        case WaitKind.LINK:
            return say("prompt.wait_link", device=device_text(waiting.device, say))
        case WaitKind.DECK:
            return say("prompt.wait_deck", deck=waiting.deck or prompt.deck or "")
        case _ if waiting.device:
            return say("prompt.wait_operation", device=device_text(waiting.device, say))
        case _:
            return say("prompt.wait_any")


def task_text(task: Task, say: Texts) -> str:
    """Say one act of the hands; the bench and the robot's log use it too."""
    match task.kind:
        case TaskKind.DRAW_CARDS | TaskKind.TAKE_STACK:
            return _card_task(task, say)
        case TaskKind.PRESS_DEAL:
            return say("prompt.board_press")
        case TaskKind.STUB_TO_RACK:
            return say("prompt.stub")
        case TaskKind.CLEAR_INFEED if task.next_deck is not None:
            key = "new" if task.next_deck == task.deck else "for"
            return say(f"prompt.clear_infeed_{key}", deck=task.deck or "", next=task.next_deck)
        case _:
            return say(f"prompt.{task.kind}", deck=task.deck or "", device=device_text(task.device, say))


def _card_task(task: Task, say: Texts) -> str:
    act = "draw" if task.kind is TaskKind.DRAW_CARDS else "take"
    place = task.target.place if task.target is not None else Place.SEAT
    if place is Place.BURN:
        return say(f"prompt.burn_{act}")
    if place is Place.BOARD:
        one = "_one" if task.count == 1 else ""
        return say(f"prompt.board_{act}{one}", count=task.count)
    seat = task.target.seat if task.target else None
    return say(f"prompt.deal_{act}{_whose(task.target)}", seat=seat, count=task.count)


def primary_text(view: TableView, say: Texts) -> str:
    """Say what the primary does, or what the table waits for."""
    offer = view.prompt.primary
    if offer is not None:
        return offer_text(offer, view, say)
    return waits_for(view.prompt, say)


def title_text(offer: Offer, view: TableView, say: Texts) -> str:
    """Head a sheet with what an offer asks; a ruling with the irregularity it is about."""
    command = offer.command
    if isinstance(command, Rule):
        return say(
            "primary.rule_title", row=say(f"row.{command.code}"), ruling=say(f"ruling.{command.ruling}")
        )
    return offer_text(offer, view, say)


def offer_text(offer: Offer, view: TableView, say: Texts) -> str:
    """Say what an offer asks, as short as a button needs."""
    command = offer.command
    if isinstance(command, Expose):
        house = command.what is Exposure.PLAYER_DEALER and view.house_banked
        return say("primary.expose_house" if house else f"primary.expose_{command.what}")
    if isinstance(command, Rule):
        return say("primary.rule", ruling=say(f"ruling.{command.ruling}"))
    if isinstance(command, MarkAway | SignOnDealer):
        return say(life_key(command))
    return say(
        f"primary.{offer.code}",
        seat=offer.seat or "",
        deck=getattr(command, "deck", ""),
        device=device_text(getattr(command, "device", None), say),
        multiple=multiple_text(getattr(command, "multiple", 0)),
    )


def undo_text(view: TableView, say: Texts) -> str:
    """Name the decision that Undo takes back, empty where there is none (TOUCHSCREEN 5)."""
    prompt = view.prompt
    offer = next((one for one in prompt.offers if one.code is OfferCode.UNDO and one.enabled), None)
    seat = seat_of(view, offer.seat) if offer is not None else None
    if seat is None or seat.act is None:
        return ""
    if offer is not None and offer.bettor is not None:
        return say("undo.no_play", seat=seat.number, number=offer.bettor)
    return say(f"undo.{seat.act}", seat=seat.number, multiple=multiple_text(seat.multiple))


def _primary_sub(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Say in a second line what follows, or how far a wait has come."""
    prompt, offer = view.prompt, view.prompt.primary
    if offer is None:
        waiting = prompt.waiting
        counted = waiting is not None and waiting.done > 0
        return say("wait.count_done", done=waiting.done, count=waiting.count) if counted and waiting else ""
    match offer.code:
        case OfferCode.SETTLE_SEAT:
            return _after_stop(view, say, money)
        case OfferCode.CLOSE_BETTING:
            return _on_felt(view, say, money)
        case OfferCode.RECORD_FEE:
            return fees_sub(view, say, money)
        case OfferCode.EXPOSE if turns_rest(view):
            return say("sub.expose_rest")
        case _ if not offer.enabled and prompt.code is PromptCode.HOLD:
            return refusal_text(offer, say)
        case _:
            return say("sub.needs_floor") if offer.needs is not None else ""


def _after_stop(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Say what follows the open stop: a hand, another seat, the banker's hand, a missed fee, or nothing."""
    seat, stop = view.prompt.next_seat, view.stop
    if seat is not None:
        turns_up = stop is not None and stop.turns_next
        return say("sub.settle_next" if turns_up else "sub.settle_then", seat=seat)
    if view.phase is Phase.REVEAL:
        return say("sub.settle_house" if view.house_banked else "sub.settle_bank")
    return missed_fee_text(view, say, money) or say("sub.settle_last")


def _on_felt(view: TableView, say: Texts, money: MoneyFormat) -> str:
    playing = [seat for seat in view.seats if seat.state is SeatState.IN]
    total = money.exact(felt_total(view))
    if len(playing) == 1:
        return say("sub.close_betting_one", total=total)
    return say("sub.close_betting", seats=len(playing), total=total)


_BESIDE_TASKS = frozenset(
    {PromptCode.OPEN_TABLE, PromptCode.OFFER_BANK, PromptCode.NOBODY_BANKS, PromptCode.TAKE_WAGERS}
)
"""Prompts about people, beside which the hands may have something to do with a deck or a device."""


def _detail_or_reason(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Put the reason first where the primary may not be pressed."""
    primary = view.prompt.primary
    if view.prompt.code is PromptCode.HOLD:
        acts = [task_text(task, say) for task in view.prompt.tasks[:1]]
        return say("list.sentence").join((*acts, detail_text(view, say, money)))
    if primary is not None and not primary.enabled and primary.why_not is not None:
        said = say("detail.not_yet", reason=refusal_text(primary, say))
        no_bets = primary.why_not is RefusalCode.NO_ENTITLED_SEAT
        return say("list.sentence").join((said, say("detail.no_bets"))) if no_bets else said
    if view.failed_copy:
        return say("detail.failed_copy")
    if takes_fees(view.prompt):
        return fees_text(view, say, money)
    if view.phase is Phase.COLLECT and view.fees.at_end:
        return say("detail.late_fee")
    if view.prompt.tasks and view.prompt.code in _BESIDE_TASKS:
        return task_text(view.prompt.tasks[0], say)
    return detail_text(view, say, money)
