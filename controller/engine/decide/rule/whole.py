"""Rulings on a whole round or on its decks, and those that change nothing but are on record (G9.1)."""

from controller.engine.actors import approver
from controller.engine.decide.ledgers import fees_of_a_void, late_fees
from controller.engine.decide.rule.authority import nothing_dealt_since
from controller.engine.decide.rule.outcome import Outcome, not_now
from controller.engine.device_events import DeckQuarantined
from controller.engine.events import Event, PhaseEntered, RoundVoided
from controller.engine.ids import DeckLetter, other_deck
from controller.engine.queries import BOARD_CARDS, cards_at, round_of, stakes_on_felt, targets
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import DeckRecalled, DecksAfter, DeviceSuspended, WagersAfter
from controller.engine.state import IN_ROUND, DeckState, Phase, TableState
from controller.engine.transitions import may_void

_BEFORE_CARDS = frozenset({Phase.CLOSED, Phase.OFFER, Phase.WAGERS, Phase.COLLECT})
_QUARANTINES = frozenset({Irregular.I9, Irregular.I31, Irregular.I32, Irregular.I33})


def void(state: TableState, command: Rule) -> Outcome | Refused:
    """Return all stakes; the round does not count and its deck is counted again (G9.1, VOID).

    A deck found wrong once its round is settled leaves the table, and the result stands, as in I32 (I9).
    """
    if command.code is Irregular.I9 and state.phase is Phase.COLLECT:
        return _decks_only(state, command)
    if not may_void(state):
        return not_now("no round to void")
    decks, used = _decks(state, command)
    returned = stakes_on_felt(state)
    total = sum(amount for _, _, amount in returned)
    voided = RoundVoided(
        reason=command.reason, approved_by=approver(command.approval), returned=returned, total=total
    )
    return Outcome(
        events=(voided, *fees_of_a_void(state), *used, PhaseEntered(phase=Phase.COLLECT)),
        wagers=WagersAfter.RETURNED,
        decks=DecksAfter.RECOUNTED if decks is DecksAfter.ALTERNATE else decks,
        before=state.phase.value,
        after="void",
        is_void=True,
    )


def no_round(state: TableState, command: Rule) -> Outcome | Refused:
    """Deal no round from a deck that is not whole: it is off the table before any card (I31, I33)."""
    if state.phase not in _BEFORE_CARDS:
        return not_now("cards are out")
    if may_void(state):
        return void(state, command)
    return _decks_only(state, command)


def result_stands(state: TableState, command: Rule) -> Outcome | Refused:
    """Let a settled round stand although its deck was wrong (I10, I32)."""
    if state.phase in IN_ROUND:
        return not_now("the round is not settled")
    return _decks_only(state, command)


def _decks_only(state: TableState, command: Rule) -> Outcome | Refused:
    if _deck(state, command) is None:
        return Refused(code=RefusalCode.DECK_IN_USE, field="deck", value=str(command.deck), allowed="A or B")
    decks, events = _decks(state, command)
    return Outcome(events=events, decks=decks)


def _deck(state: TableState, command: Rule) -> DeckLetter | None:
    """Give the deck meant: the one named, this round's, or that of the settled round before it."""
    if command.deck is not None or state.round is None:
        return command.deck
    before = command.ruling is Ruling.RESULT_STANDS and state.phase is not Phase.COLLECT
    return other_deck(state.round.deck) if before else state.round.deck


def _decks(state: TableState, command: Rule) -> tuple[DecksAfter, tuple[Event, ...]]:
    """Give what becomes of the decks: off the table, or both counted again (G9.1, G10.3)."""
    if command.code is Irregular.I10:
        used = None if state.round is None else state.round.deck
        others = tuple(DeckRecalled(deck=deck.letter) for deck in state.decks if deck.letter != used)
        return DecksAfter.BOTH_RECOUNTED, others
    letter = _deck(state, command)
    if command.code not in _QUARANTINES or letter is None:
        return DecksAfter.ALTERNATE, ()
    return DecksAfter.QUARANTINED, (*_quarantine(state, letter, command), *_machine(state, command))


def _quarantine(state: TableState, letter: DeckLetter, command: Rule) -> tuple[Event, ...]:
    if state.deck(letter).state is DeckState.QUARANTINED:
        return ()
    return (DeckQuarantined(deck=letter, reason=f"{command.code.value}: {command.reason}"),)


def _machine(state: TableState, command: Rule) -> tuple[Event, ...]:
    """Take the shuffler out of service as well where it did not shuffle (I33)."""
    if command.code is not Irregular.I33 or state.shuffler.suspended:
        return ()
    who = approver(command.approval)
    return (DeviceSuspended(device="shuffler", reason=command.code.value, approved_by=who),)


def on_record(state: TableState, command: Rule) -> Outcome | Refused:
    """Record a ruling that moves nothing: it stands, it is refused, play goes on (G9.1).

    A missed fee waits for the end of the round; in COLLECT that is now (I21).
    """
    match command.ruling:
        case Ruling.RESHUFFLE_REST if len(round_of(state).board) == BOARD_CARDS:
            return not_now("the community is complete")
        case Ruling.MOVE_STACK:
            return _move_stack(state, command)
        case Ruling.ADDED_PART_RETURNED:
            return _added_part(command)
        case Ruling.FEE_AT_END if state.phase is Phase.COLLECT:
            return Outcome(events=late_fees(state), after=command.ruling.value)
        case _:
            return Outcome(after=command.ruling.value)


def _move_stack(state: TableState, command: Rule) -> Outcome | Refused:
    """Let the last stack be put where it belongs; the record has it there already (I12, G3.3)."""
    if not nothing_dealt_since(state):
        return not_now("cards were dealt since")
    dealt = [hand for hand in targets(round_of(state)) if cards_at(state, hand)]
    last = dealt[-1].seat if dealt else None
    if command.seat != last:
        return Refused(
            code=RefusalCode.BAD_PLACE, field="seat", value=str(command.seat), allowed=f"seat {last}"
        )
    return Outcome(after=f"seat {last}")


def _added_part(command: Rule) -> Outcome | Refused:
    """Return what was added late: it never counted (I17, G2.4)."""
    if command.wager is None or not command.amount or command.amount < 0:
        return Refused(
            code=RefusalCode.BAD_AMOUNT, field="amount", value=str(command.amount), allowed="1 or more"
        )
    return Outcome(
        wagers=WagersAfter.RETURNED,
        before=f"{command.wager} +{command.amount}",
        after=f"{command.wager} as recorded",
    )
