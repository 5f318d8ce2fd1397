"""Judge a ruling: is it this card room's, may it be made now and by these persons, and what follows (G9)."""

from collections.abc import Callable, Mapping
from typing import Final

from controller.engine.actors import approver
from controller.engine.decide.rule.authority import candidates
from controller.engine.decide.rule.cards import enter_card, keep_places, kill_strays, next_card, read_again
from controller.engine.decide.rule.outcome import Outcome, not_now
from controller.engine.decide.rule.resettle import compensation, reopen
from controller.engine.decide.rule.seats import bar_play, check_or_fold, kill, restore
from controller.engine.decide.rule.stakes import change_stakes, correct_bank
from controller.engine.decide.rule.whole import no_round, on_record, result_stands, void
from controller.engine.events import Event, HoldCleared
from controller.engine.queries import is_clean, still_deals
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import FeesOnVoid, PolicyRow, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import Ruled
from controller.engine.state import HoldCode, TableState

Judge = Callable[[TableState, Rule], Outcome | Refused]

_JUDGES: Final[Mapping[Ruling, Judge]] = {
    Ruling.VOID: void,
    Ruling.NO_ROUND: no_round,
    Ruling.RESULT_STANDS: result_stands,
    Ruling.DEAD: kill,
    Ruling.DEAD_LOST: kill,
    Ruling.HAND_DEAD: kill,
    Ruling.CARD_DEAD: kill_strays,
    Ruling.NEXT_CARD: next_card,
    Ruling.READ_AGAIN: read_again,
    Ruling.ENTER_CARD: enter_card,
    Ruling.DEALT_RECORD_DECIDES: keep_places,
    Ruling.NO_FURTHER_PLAY: bar_play,
    Ruling.CHECK_OR_FOLD: check_or_fold,
    Ruling.DECISION_RESTORED: restore,
    Ruling.STAKE_VOID: change_stakes,
    Ruling.SMALLER_COUNTS: change_stakes,
    Ruling.SIDE_WAGER_RETURNED: change_stakes,
    Ruling.RECORD_CORRECTED: change_stakes,
    Ruling.BANK_CORRECTED: correct_bank,
    Ruling.REVERSE_SETTLEMENT: reopen,
}
"""How each ruling is judged; all others only go on record."""

OF_A_ROUND: Final = frozenset(
    {
        Ruling.CARD_DEAD,
        Ruling.NEXT_CARD,
        Ruling.READ_AGAIN,
        Ruling.ENTER_CARD,
        Ruling.DEALT_RECORD_DECIDES,
        Ruling.RESHUFFLE_REST,
        Ruling.NO_FURTHER_PLAY,
        Ruling.BANK_CORRECTED,
    }
)
"""Rulings about what lies on the felt: while no round is open there is nothing to rule on."""
_ONLY_UNTOUCHED: Final = frozenset({Ruling.GO_ON_UNSEEN, Ruling.RESUME_BY_NUMBER})
_ANY_ROW: Final = frozenset({HoldCode.REPORTED, HoldCode.DISPUTE})


def decide_rule(state: TableState, command: Rule) -> Refused | tuple[Event, ...]:
    """Record a ruling with all it does; refuse one that the policy does not allow in this phase (G9.2)."""
    row = state.ruleset.policy.row(command.code)
    refused = _not_allowed(state, row, command)
    if refused is not None:
        return refused
    outcome = _JUDGES.get(command.ruling, on_record)(state, command)
    if isinstance(outcome, Refused):
        return outcome
    stays = _cause_remains(state, command, outcome)
    if stays is not None:
        return stays
    follows = () if outcome.is_void else compensation(state, outcome.events)
    ruled = _ruled(state, row, command, outcome)
    return (ruled, *outcome.events, *follows, *_ends_hold(state, command, outcome))


def _not_allowed(state: TableState, row: PolicyRow, command: Rule) -> Refused | None:
    if state.phase.value not in row.phases:
        allowed = ", ".join(row.phases)
        return Refused(
            code=RefusalCode.RULING_NOT_IN_PHASE, field="code", value=row.code.value, allowed=allowed
        )
    if command.ruling not in row.allowed:
        allowed = ", ".join(row.allowed)
        return Refused(
            code=RefusalCode.RULING_NOT_ALLOWED,
            field="ruling",
            value=command.ruling.value,
            allowed=allowed,
        )
    return not_now("no round is open") if state.round is None and command.ruling in OF_A_ROUND else None


def _ruled(state: TableState, row: PolicyRow, command: Rule, outcome: Outcome) -> Ruled:
    policy = state.ruleset.policy
    return Ruled(
        code=row.code,
        ruling=command.ruling,
        scope=row.scope,
        seat=command.seat or outcome.seat,
        place=outcome.place or command.place,
        wagers=outcome.wagers,
        fees=state.ruleset.fees_on_void if outcome.is_void else FeesOnVoid.KEPT,
        counts=not outcome.is_void or policy.void_counts_for_rotation,
        decks=outcome.decks,
        before=outcome.before,
        after=outcome.after,
        reason=command.reason,
        approved_by=approver(command.approval),
    )


def ends_hold(state: TableState, command: Rule) -> bool:
    """Tell whether this ruling is about what the table stands still for; a person may err."""
    hold = state.hold
    if hold is None:
        return False
    return hold.code in _ANY_ROW or command.code in candidates(state)


def _cause_remains(state: TableState, command: Rule, outcome: Outcome) -> Refused | None:
    """Refuse to go on while a device cannot do what is left of the deal (I29, I30)."""
    hold = state.hold
    if hold is None or outcome.is_void or not outcome.ends_hold or not ends_hold(state, command):
        return None
    if command.ruling in _ONLY_UNTOUCHED and not hold.resumable:
        return Refused(code=RefusalCode.MUST_BE_VOIDED, field="hold", value=hold.code.value)
    devices = (state.shuffler, state.shoe)
    unfit = next((d.name for d in devices if still_deals(state, d.name) and not is_clean(d)), None)
    if unfit is None:
        return None
    return Refused(code=RefusalCode.CAUSE_REMAINS, field="hold", value=hold.code.value, allowed=unfit)


def _ends_hold(state: TableState, command: Rule, outcome: Outcome) -> tuple[Event, ...]:
    if outcome.is_void or not outcome.ends_hold or not ends_hold(state, command):
        return ()
    return (HoldCleared(approved_by=approver(command.approval)),)
