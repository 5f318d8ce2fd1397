"""Rulings on single cards: dead, the next one, read again, entered, corrected (G9.1)."""

from typing import Final

from controller.engine.advance import advance
from controller.engine.cards import Exposed, Hidden
from controller.engine.decide.acting import close_street
from controller.engine.decide.rule.outcome import Outcome, not_now
from controller.engine.device_words import Place, Target
from controller.engine.events import Event
from controller.engine.ids import SEATS
from controller.engine.queries import (
    cards_at,
    place_name,
    round_of,
    targets,
)
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.remembering import of_last_state
from controller.engine.ruleset_policy import Irregular
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import CardCorrected, ReadAgain, StrayPlaced, StraysKilled
from controller.engine.seen import was_read
from controller.engine.state import IN_ROUND, HoldCode, Phase, Round, TableState
from controller.engine.streets import as_exposed, closes_by_card, next_portion

BOARD: Final = Target(place=Place.BOARD, seat=None)
IN_BOARD: Final = frozenset({Place.BOARD, Place.BURN})


def open_strays(current: Round) -> tuple[Hidden, ...]:
    """Give the cards that belong to nothing and that no ruling was made about yet."""
    return current.loose[current.ruled.dead :]


def kill_strays(state: TableState, command: Rule) -> Outcome | Refused:
    """Rule a card dead: an extra one is put away, a boxed one is replaced by the next card (I2, I7, I28)."""
    strays = open_strays(round_of(state))
    if not strays:
        return not_now("no card to rule dead")
    if command.code is not Irregular.I7:
        return Outcome(events=(StraysKilled(count=len(strays), boxed=False),), after="dead")
    dead = StraysKilled(count=1, boxed=True)
    placed, left = _placed(advance(state, (dead,)))
    if left:
        return not_now("a card after it was not read, or read twice")
    return Outcome(events=(dead, *placed), after="dead")


def next_card(state: TableState, command: Rule) -> Outcome | Refused:
    """Let a card that was drawn early be the next one (I11)."""
    del command
    if not open_strays(round_of(state)):
        return Outcome(after="as read")
    placed, left = _placed(state)
    if left or not placed:
        return not_now("a card drawn early was not read, or read twice")
    return Outcome(events=placed, after="next card")


def read_again(state: TableState, command: Rule) -> Outcome | Refused:
    """Let the cards pass the reader once more, in the same order (I8)."""
    del command
    if _was_pushed_back(state):
        return not_now("the card lies in the shoe again")
    again = ReadAgain(count=len(open_strays(round_of(state))))
    return Outcome(events=(again,), after="read again")


def enter_card(state: TableState, command: Rule) -> Outcome | Refused:
    """Enter what two persons saw: an unread card, or the true face where another was read (I8, I26)."""
    card = command.card
    if not isinstance(card, Hidden) or card.card is None or card.salt is None:
        return Refused(code=RefusalCode.BAD_PLACE, field="card", allowed="a card of the deck")
    if command.code is Irregular.I26:
        return _correct(state, command, card)
    strays = open_strays(round_of(state))
    if was_read(state, card, besides=strays[0] if strays else None):
        return Refused(code=RefusalCode.CARD_NOT_POSSIBLE, field="card")
    slot = next_slot(state)
    if slot is None or _was_pushed_back(state) or (as_exposed(state) and slot == BOARD):
        return not_now("no place waits for a card")
    entered = StrayPlaced(
        target=slot,
        position=len(cards_at(state, slot)),
        card=card,
        entered=True,
        was_stray=bool(strays),
    )
    placed, left = _placed(advance(state, (entered,)))
    place = place_name(slot, entered.position)
    return Outcome(events=(entered, *placed), place=place, after="entered", ends_hold=not left)


def _was_pushed_back(state: TableState) -> bool:
    return state.hold is not None and state.hold.code is HoldCode.PUSHED_BACK


def _placed(state: TableState) -> tuple[tuple[Event, ...], int]:
    """Lay the strays that were read at the next places, in order; give them, and how many are left.

    One whose identity was read elsewhere as well stays where it is: nobody knows which read is wrong (I9).
    """
    events: list[Event] = []
    while strays := open_strays(round_of(state)):
        slot, card = next_slot(state), strays[0]
        if slot is None or card.card is None or card.salt is None or was_read(state, card, besides=card):
            break
        position = len(cards_at(state, slot))
        placed = StrayPlaced(target=slot, position=position, card=card, entered=False, was_stray=True)
        closes = slot.place in IN_BOARD and closes_by_card(state) and state.phase is not Phase.COMMUNITY
        new = (*(close_street(state, implied=True) if closes else ()), placed)
        events += new
        state = advance(state, new)
    return tuple(events), len(open_strays(round_of(state)))


def next_slot(state: TableState) -> Target | None:
    """Give the place of the next card; none before "no more bets", nor once all are dealt (G3.3)."""
    portion = next_portion(state) if state.phase in IN_ROUND else None
    return None if portion is None else portion.target


def keep_places(state: TableState, command: Rule) -> Outcome | Refused:
    """Let the dealt record decide where two cards changed places on the felt; name both (I25, G3.3).

    A face stands beside its place only where it is up; the record of the deal has the others (S2).
    """
    named = {"place": command.place, "other_place": command.other_place}
    known = places(state)
    unknown = next((field for field, name in named.items() if name not in known), None)
    if unknown is None and command.place == command.other_place:
        unknown = "other_place"
    if unknown is not None:
        allowed = "two places that hold a card each"
        return Refused(code=RefusalCode.BAD_PLACE, field=unknown, value=named[unknown], allowed=allowed)
    return Outcome(
        place=f"{command.place}, {command.other_place}",
        seat=next((known[name][0].seat for name in named.values() if known[name][0].seat is not None), None),
        before="changed places on the felt",
        after=", ".join(_as_dealt(state, name) for name in named.values()),
    )


def _as_dealt(state: TableState, name: str) -> str:
    """Name a card by its place, with the face that everybody sees there."""
    target, position = places(state)[name]
    held = cards_at(state, target)[position]
    return f"{name} {held.card.value}" if isinstance(held, Exposed) else name


def _correct(state: TableState, command: Rule, card: Hidden) -> Outcome | Refused:
    found = places(state).get(command.place)
    if found is None:
        return Refused(code=RefusalCode.BAD_PLACE, field="place", value=command.place)
    target, position = found
    held = cards_at(state, target)[position]
    if isinstance(held, Hidden) and held.card is None:
        return Refused(code=RefusalCode.BAD_PLACE, field="place", value=command.place)
    if was_read(state, card):
        return Refused(code=RefusalCode.CARD_NOT_POSSIBLE, field="card")
    assert card.card is not None
    assert card.salt is not None
    is_up = isinstance(held, Exposed)
    up = Exposed(ordinal=card.ordinal, card=card.card, salt=card.salt) if is_up else None
    corrected = CardCorrected(target=target, position=position, before=held.ordinal, card=card, up=up)
    return Outcome(events=(corrected,), place=command.place, before="as read", after="as on the felt")


@of_last_state
def places(state: TableState) -> dict[str, tuple[Target, int]]:
    """Give every place of the round that holds a card, by its name."""
    if state.round is None:
        return {}
    seats = tuple(Target(place=Place.SEAT, seat=number) for number in SEATS)
    hands = (*seats, targets(state.round)[-1], BOARD)
    return {
        place_name(target, position): (target, position)
        for target in hands
        for position in range(len(cards_at(state, target)))
    }
