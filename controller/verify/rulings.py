"""What rulings change in a round's money: stakes, decisions, dead hands, settled steps (GAME G9.2, V14).

Originals stay in the record; here only what counts after each correction is followed.
"""

from controller.verify.canonical import JsonObject
from controller.verify.money import (
    RoundMoney,
    bettor_name,
    cents_of,
    line_faults,
    list_of,
    objects_of,
    place_of,
    whole_of,
)

_CHIPS = ("ante", "blind", "trips", "bad_beat")


def correct_stakes(money: RoundMoney, event: JsonObject) -> None:
    """Let other stakes count; what is given back is what they were more (GAME G9.1 I17, I19, I20, I36)."""
    seat = whole_of(event["seat"], "seat")
    name = bettor_name(seat, whole_of(event["bettor"], "bettor"))
    before, after = (objects_of([event[key]], key)[0] for key in ("before", "after"))
    for wager in _CHIPS:
        had = money.stakes.pop((seat, name, wager), 0)
        if money.is_closed and had != cents_of(before, wager):
            money.faults.append(f"{wager} of seat {seat} is corrected from an amount that was not placed")
        if cents := cents_of(after, wager):
            money.stakes[seat, name, wager] = cents
    plays = dict((money.plays.get(seat) or [{}])[-1])
    plays[name] = cents_of(after, "play")
    money.plays.setdefault(seat, []).append(plays)
    less = sum(cents_of(before, key) - cents_of(after, key) for key in (*_CHIPS, "play"))
    if cents_of(event, "returned") != max(0, less):
        money.faults.append(f"seat {seat} gets back another amount than its stakes lost")


def correct_decision(money: RoundMoney, event: JsonObject) -> None:
    """Let another decision count, with each bettor's Play (GAME G9.1 I18, I24)."""
    money.decide(event)


def kill(money: RoundMoney, event: JsonObject) -> None:
    """Take a dead hand's stakes out of the round, unless they are lost (GAME G9.1 I13, I14)."""
    if event["lost"] is True:
        return
    seat = whole_of(event["seat"], "seat")
    placed = sum(cents for (number, _, _), cents in money.placed().items() if number == seat)
    back = sum(
        whole_of(list_of(one, "returned")[1], "returned") for one in list_of(event["returned"], "returned")
    )
    if not placed == back == cents_of(event, "total"):
        money.faults.append(f"what the dead hand of seat {seat} gets back is not what it placed")
    money.stakes = {place: cents for place, cents in money.stakes.items() if place[0] != seat}
    money.plays.pop(seat, None)


def correct_bank(money: RoundMoney, event: JsonObject) -> None:
    """Let the chips that were counted be the bank (GAME G9.1 I22)."""
    if money.is_closed and money.bank != cents_of(event, "before"):
        money.faults.append("the bank is corrected from an amount that was not posted")
    money.bank = cents_of(event, "after")


def reverse(money: RoundMoney, event: JsonObject) -> None:
    """Take back a step as it was closed: its own lines, its own amounts (GAME G9.1 I27)."""
    step = whole_of(event["step"], "step")
    moved = (whole_of(event["seat"], "seat"), cents_of(event, "paid"), cents_of(event, "collected"))
    if money.opened.get(step) != moved:
        money.faults.append(f"step {step} is reversed with another amount than it moved")
    for line in objects_of(event["lines"], "lines"):
        money.lines.pop(place_of(line), None)
    money.opened.pop(step, None)
    money.settled.discard(step)


def repeat(money: RoundMoney, event: JsonObject) -> None:
    """Settle a reversed step again (GAME G9.1 I27)."""
    money.turn_up(event)
    money.settle_seat(event)


def restart(money: RoundMoney, event: JsonObject) -> None:
    """Walk anew: what was open only was never settled (GAME G6.6)."""
    del event
    money.lines, money.opened, money.settled = {}, {}, set()


def changed_step(money: RoundMoney, event: JsonObject) -> None:
    """Take the lines of an open step that a ruling changed before it was closed."""
    step = whole_of(event["step"], "step")
    if step in money.opened and step not in money.settled and money.is_corrected:
        seat = money.opened.pop(step)[0]
        lines = [place_of(line) for line in objects_of(event["lines"], "lines")]
        stale = [place for place in money.lines if place[0] == seat and place in lines]
        for place in stale:
            money.lines.pop(place)
    money.turn_up(event)


def line_wrongs(event: JsonObject) -> list[str]:
    """Give what is wrong in the lines of a step that is settled again after its round was over."""
    return [fault for line in objects_of(event["lines"], "lines") for fault in line_faults(line)]
