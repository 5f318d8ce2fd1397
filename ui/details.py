"""The second line of the prompt panel: how far things are, and why (TOUCHSCREEN 6). No Qt here."""

from controller.engine.commands import Answer, Expose, Exposure
from controller.engine.copying import replace
from controller.engine.prompt import OfferCode, PromptCode, TaskKind
from controller.engine.settlement_types import Compare, Outcome, Result, StepKind, WagerLine
from controller.engine.state import HoldCode, Phase
from controller.engine.view_types import BankView, Below, DeviceView, SeatState, SeatView, StopView, TableView
from ui.formatting import MoneyFormat, hand_long, ranks_text, rules_text
from ui.texts import Texts
from ui.waits import waits_for_new_deck

FEWEST_PLAYERS = 2


def detail_text(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Make the second line: how far things are, and why."""
    prompt = view.prompt
    match prompt.code:
        case PromptCode.OPEN_TABLE:
            opens = say("detail.open_table", rules=rules_text(view.ruleset), version=view.ruleset_version)
            ended = view.rotation.ended
            last = () if ended is None else (say(f"detail.game_ended_{ended}"),)
            return say("list.sentence").join((*last, opens))
        case PromptCode.OFFER_BANK:
            return _offer_detail(view, say, money)
        case PromptCode.OFFER_TO_ALL:
            return clock_text(view, say) or say("detail.offer_to_all")
        case PromptCode.GAME_OVER:
            return say("detail.game_over", minutes=view.rotation.window_minutes)
        case PromptCode.DEAL_STACK:
            return _deck_progress(view, say)
        case PromptCode.ASK_PREFLOP | PromptCode.ASK_FLOP:
            return _open_detail(view, say)
        case PromptCode.ASK_RIVER:
            return _river_detail(view, say)
        case PromptCode.DEAL_BOARD:
            face = "board_progress" if view.phase is Phase.COMMUNITY else "board_progress_up"
            return say(f"detail.{face}", done=prompt.done, count=prompt.count)
        case PromptCode.BURN_CARD:
            return say("detail.burn_card")
        case PromptCode.STUB_TO_RACK:
            return say("detail.stub")
        case PromptCode.REVEAL_PLAYER_DEALER:
            return say("detail.reveal")
        case PromptCode.SETTLE_SEAT:
            return settle_detail(view, say)
        case PromptCode.COLLECT_CARDS:
            return _collect_detail(view, say)
        case PromptCode.WAIT_FOR_DEVICE:
            return _wait_detail(view, say)
        case PromptCode.HOLD:
            return hold_detail(view, say)
        case PromptCode.CONFIRM_FELT:
            return say("detail.confirm_felt", phase=say(f"phase.{view.phase}"))
        case PromptCode.NOBODY_BANKS if lacks_players(view):
            return say("detail.no_seats")
        case PromptCode.TAKE_WAGERS:
            return limit_detail(view, say, money) or _kept(view, say) or say("detail.take_wagers")
        case PromptCode.EXPOSE_FLOP if turns_rest(view):
            return say("detail.expose_all_house" if view.house_banked else "detail.expose_all")
        case PromptCode.NOBODY_BANKS | PromptCode.EXPOSE_FLOP:
            return say(f"detail.{prompt.code}")


def _kept(view: TableView, say: Texts) -> str:
    """Say that a player-dealer who declined goes on because nobody took the bank (G8.2); else empty."""
    keeps = view.bank.seat is not None and (view.bank.seat, Answer.DECLINED) in view.rotation.answers
    return say("detail.kept", seat=view.bank.seat) if keeps else ""


def lacks_players(view: TableView) -> bool:
    """Tell whether so few seats are taken that nobody could bet against a player-dealer."""
    return sum(seat.state is not SeatState.EMPTY for seat in view.seats) < FEWEST_PLAYERS


def turns_rest(view: TableView) -> bool:
    """Tell whether one tap turns up all that is left: early, with no seat open (G3.5)."""
    primary = view.prompt.primary
    if primary is None or not isinstance(primary.command, Expose) or view.phase is Phase.REVEAL:
        return False
    return primary.command.what is Exposure.PLAYER_DEALER


def limit_detail(view: TableView, say: Texts, money: MoneyFormat) -> str:
    """Say in plain words what a limit makes of the worst wager beyond one; empty where none is (G2.5)."""
    if view.phase is not Phase.WAGERS:
        return ""
    standing = [(seat.number, one) for seat in view.seats for one in seat.bettors if one.is_in]
    for below in (Below.AGAIN, Below.FIRST):
        number = next((number for number, one in standing if one.below is below), None)
        if number is not None:
            return say(f"detail.below_{below}", seat=number)
    over = next(((number, one.over) for number, one in standing if one.over), None)
    return "" if over is None else say("detail.over_max", seat=over[0], amount=money.exact(over[1]))


def _offer_detail(view: TableView, say: Texts, money: MoneyFormat) -> str:
    bank = view.bank
    amount = money.exact(view.prompt.amount or bank.amount)
    if bank.seat is None or not bank.counted:
        return say("detail.offer_bank", bank=amount)
    return say(
        "detail.offer_bank_counted", bank=amount, holder=bank.seat, counted=bank.counted, rounds=bank.rounds
    )


def clock_text(view: TableView, say: Texts) -> str:
    """Say how long the rotation clock still runs, empty where none does (G8.3)."""
    rotation = view.rotation
    if rotation.minutes_left is None:
        return ""
    if not rotation.minutes_left:
        return say("rotation.missed", minutes=rotation.window_minutes)
    key = "rotation.warned" if rotation.warned else "rotation.left"
    return say(key, minutes=rotation.minutes_left, bankers=rotation.bankers)


def _deck_progress(view: TableView, say: Texts) -> str:
    prompt = view.prompt
    letter = prompt.deck or view.deck
    colour = next((deck.back for deck in view.decks if deck.letter == letter), "unknown")
    waiting = prompt.waiting
    return say(
        "detail.deal_progress",
        done=waiting.done if waiting is not None else prompt.done,
        count=waiting.count if waiting is not None else prompt.count,
        deck=letter or "",
        colour=say(f"colour.{colour}"),
    )


def _open_detail(view: TableView, say: Texts) -> str:
    presses = any(task.kind is TaskKind.PRESS_DEAL for task in view.prompt.tasks)
    if not view.prompt.open_seats:
        return say("detail.ask_none_press" if presses else "detail.ask_none_open")
    key = "detail.ask_open_press" if presses else "detail.ask_open"
    return say(key, open=len(view.prompt.open_seats), count=_playing(view))


def _river_detail(view: TableView, say: Texts) -> str:
    seats = view.prompt.open_seats
    following = view.prompt.seat or (seats[0] if seats else "")
    return say("detail.ask_river", open=len(seats), count=_playing(view), next=following)


def _playing(view: TableView) -> int:
    return sum(seat.state is SeatState.IN for seat in view.seats)


def _collect_detail(view: TableView, say: Texts) -> str:
    primary, last = view.prompt.primary, view.last_result
    if primary is not None and primary.code is OfferCode.RECORD_COUNT:
        return say("detail.collect_count")
    if waits_for_new_deck(view.prompt):
        return say("detail.collect_off", deck=view.prompt.next_deck)
    if last is not None and last.is_void and last.round == view.round:
        return say("detail.collect_void", round=last.round)
    deck = next((deck for deck in view.decks if deck.letter == view.deck), None)
    if deck is None or deck.count is None:
        return say("detail.collect_none")
    return say("detail.collect", count=deck.count)


def _wait_detail(view: TableView, say: Texts) -> str:
    prompt = view.prompt
    name = prompt.device or (prompt.waiting.device if prompt.waiting else None)
    device = next((device for device in view.devices if device.name == name), None)
    if device is not None and device.faults:
        return say("detail.wait_faults", faults=fault_words(device, say))
    unlinked = device is not None and not device.linked
    return say("detail.wait_link" if unlinked else "detail.wait_operation")


_RULED = frozenset({"events_lost", "late", "blocked"})
"""Problems that only the floor ends."""


def problem_text(device: DeviceView, say: Texts) -> str:
    """Say in a few words what is wrong with a device, empty while nothing is."""
    if device.problem in _RULED:
        return say(f"status.{device.problem}")
    if not device.linked:
        lost = device.problem in {"", "link_lost"}
        return say("status.lost") if lost else say(f"stopped.{device.problem}")
    if device.faults:
        return say("status.fault", faults=fault_words(device, say))
    return say("status.door") if device.door_open else ""


def fault_words(device: DeviceView, say: Texts) -> str:
    """Say what is wrong with a device; a fault that CDP/1 does not know by its number."""
    return say("list.comma").join(fault_word(code, say) for code in device.faults)


def fault_word(code: int, say: Texts) -> str:
    """Name one fault in words (CDP1 5.1)."""
    key = f"fault.f{code:04x}"
    return say(key) if key in say else say("fault.unknown", code=f"{code:04X}")


def hold_detail(view: TableView, say: Texts) -> str:
    """Say which cards are suspect, by place and never by face, and what is locked (G9)."""
    hold = view.hold
    places = hold.places if hold is not None else view.prompt.places
    locked = say(f"detail.hold_{_way_out(view)}")
    if hold is not None and hold.code is HoldCode.EVENTS_LOST and hold.floor_called:
        return say("detail.hold_events_lost_round" if hold.touched else "detail.hold_events_lost")
    if hold is not None and hold.reported is not None:
        return say("detail.hold_places", places=say(f"reason.{hold.reported}"), locked=locked)
    if not places:
        return locked
    words = say("list.comma").join(place_text(place, say) for place in places)
    return say("detail.hold_places", places=words[:1].upper() + words[1:], locked=locked)


def _way_out(view: TableView) -> str:
    """Tell how a hold ends: the floor was called, must be called, or the cause only has to go."""
    if view.hold is not None and view.hold.floor_called:
        return "called"
    primary = view.prompt.primary
    return "resume" if primary is not None and primary.code is OfferCode.RESUME else "locked"


def place_text(place: str, say: Texts) -> str:
    """Name a card by where it lies, as the engine's `seat 5 card 2`; other words stay as they are."""
    match place.split(" "):
        case ["seat", seat, "card", card]:
            return say("place.card", seat=seat, card=card)
        case ["player-dealer", "card", card]:
            return say("place.bank_card", card=card)
        case ["board", "card", card]:
            return say("place.board_card", card=card)
        case ["stub", "card", card]:
            return say("place.stub_card", card=card)
        case ["burned", "card", card]:
            return say("place.burned", card=card)
        case _:
            return place


def seat_of(view: TableView, number: int | None) -> SeatView | None:
    """Find a seat of a view; None for none."""
    return next((seat for seat in view.seats if seat.number == number), None)


def open_lines(view: TableView) -> tuple[WagerLine, ...]:
    """Give the wager lines of the settlement's open stop, not those of an earlier walk."""
    return view.stop.lines if view.stop is not None else ()


def shown_stop(view: TableView, looked: int | None) -> SeatView | None:
    """Give the seat whose lines the settlement shows: one looked at again with all, else the open stop's."""
    if looked is not None:
        return seat_of(view, looked)
    seat = seat_of(view, view.stop.seat) if view.stop is not None else None
    return None if seat is None else replace(seat, lines=open_lines(view))


def settle_detail(view: TableView, say: Texts) -> str:
    """Say in words who beats whom at the open stop (G4.3)."""
    seat = shown_stop(view, None)
    if seat is None or view.stop is None:
        return ""
    said = _stop_text(seat, view, view.stop, say)
    if view.stop.pass_no and view.stop.passes > 1:
        said = say("detail.settle_pass", said=said, walk=view.stop.pass_no, walks=view.stop.passes)
    if view.steps:
        said = say("detail.settle_step", said=said, step=view.step, steps=view.steps)
    return say("detail.settle_uncovered", said=said) if any(map(_is_uncovered, view.stop.lines)) else said


def _is_uncovered(line: WagerLine) -> bool:
    """Tell whether the bank does not reach a wager at all (G6.4)."""
    return line.result is Result.RETURNED and line.outcome is not Outcome.NO_ACTION


def _stop_text(seat: SeatView, view: TableView, stop: StopView, say: Texts) -> str:
    match stop.kind:
        case StepKind.FOLD_COLLECTION:
            return say("detail.settle_fold_house" if view.house_banked else "detail.settle_fold")
        case StepKind.ANTE_REFUND:
            return say("detail.settle_refund")
        case StepKind.SEAT:
            return showdown_text(seat, view.bank, stop.compare, say)


def showdown_text(seat: SeatView, bank: BankView, compare: Compare | None, say: Texts) -> str:
    """Compare the two hands in words; equal names are told apart by their five ranks."""
    if bank.hand is None:
        return ""
    dealer = hand_long(bank.hand.category, bank.hand.five, say)
    verdict = _VERDICTS[compare]
    if seat.hand is None or verdict == "folded":
        folded = "detail.settle_folded" if bank.seat is not None else "detail.settle_folded_house"
        return _sentence(say(folded, dealer=dealer))
    player = hand_long(seat.hand.category, seat.hand.five, say)
    if player == dealer and verdict != "ties":
        player = f"{player} ({ranks_text(seat.hand.five)})"
        dealer = f"{dealer} ({ranks_text(bank.hand.five)})"
    many = "_many" if say(f"hand_verb.{seat.hand.category}") == MANY else ""
    said = _sentence(say(f"detail.settle_{verdict}{many}", player=player, dealer=dealer))
    return said if bank.qualifies else say("detail.settle_not_qualified", said=said)


MANY = "many"
"""Mark of a hand whose name takes its verb in the plural, in `hand_verb` of a language."""

_VERDICTS = {
    Compare.WIN: "beats",
    Compare.LOSE: "loses",
    Compare.TIE: "ties",
    Compare.FOLD: "folded",
    None: "folded",
}


def _sentence(text: str) -> str:
    """Begin with a capital letter, as a sentence does."""
    return text[:1].upper() + text[1:]
