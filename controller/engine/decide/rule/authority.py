"""Who may rule, and what is preselected: the policy's row, and what GAME adds to it (G9.1)."""

from collections.abc import Mapping
from typing import Final

from controller.engine.actors import Need, Role
from controller.engine.commands import Irregularity
from controller.engine.queries import undecided
from controller.engine.ruleset_policy import Irregular, PolicyRow, Ruling, RulingAuthority
from controller.engine.ruling_commands import Rule
from controller.engine.state import HoldCode, Phase, TableState
from controller.engine.streets import as_exposed
from controller.engine.transitions import may_void

_DUAL_ONCE_EXPOSED: Final = frozenset({Irregular.I24, Irregular.I36})
_SELF_DETECTED: Final = {
    HoldCode.LINK_LOST: (Irregular.I30, Irregular.I8),
    HoldCode.DEVICE_FAULT: (Irregular.I29,),
    HoldCode.DEVICE_BOOTED: (Irregular.I29, Irregular.I30),
    HoldCode.OPERATION_FAILED: (Irregular.I29,),
    HoldCode.UNORDERED_OPERATION: (Irregular.I29,),
    HoldCode.UNKNOWN_EVENT: (Irregular.I30, Irregular.I29),
    HoldCode.DRAWN_EARLY: (Irregular.I11, Irregular.I2),
    HoldCode.NOT_TWO_CARDS: (Irregular.I1, Irregular.I8),
    HoldCode.EXTRA_CARD: (Irregular.I2, Irregular.I28),
    HoldCode.UNREAD: (Irregular.I8,),
    HoldCode.DUPLICATE: (Irregular.I9,),
    HoldCode.WRONG_BACK: (Irregular.I10,),
    HoldCode.BOXED: (Irregular.I7,),
    HoldCode.NOT_SHUFFLED: (Irregular.I33,),
    HoldCode.COUNT_WRONG: (Irregular.I32, Irregular.I1),
    HoldCode.PUSHED_BACK: (Irregular.I8,),
    HoldCode.DISPUTE: (Irregular.I35,),
}
"""The rows that a hold may be, the likeliest first: what the devices or the engine saw."""

_REPORTED: Final[Mapping[Irregularity, tuple[int, ...]]] = {
    Irregularity.CARD_EXPOSED: (3, 4, 5, 6),
    Irregularity.WRONG_SEAT: (12, 13),
    Irregularity.WRONG_COUNT: (1, 2, 11, 28, 31, 32),
    Irregularity.CARD_FACE_UP: (7,),
    Irregularity.OTHER_DECK_OR_DOUBLE: (9, 10),
    Irregularity.MISREAD: (8, 26),
    Irregularity.CARD_OFF_TABLE: (14,),
    Irregularity.DEVICE: (29, 30, 33),
    Irregularity.OTHER: (*range(15, 26), 27, 34, 35, 36),
}
"""The rows that a reason of a person may be (TOUCHSCREEN 6, D9)."""

_REASONS: Final = {
    Irregular(f"I{number}"): reason for reason, numbers in _REPORTED.items() for number in numbers
}


def reason_of(code: Irregular) -> Irregularity:
    """Give the reason under which a dealer reports a row (TOUCHSCREEN 6, D9)."""
    return _REASONS[code]


def candidates(state: TableState) -> tuple[Irregular, ...]:
    """Give the rows that the present hold may be, in this phase, the likeliest first; none without a hold."""
    hold = state.hold
    if hold is None:
        return ()
    codes = _SELF_DETECTED.get(hold.code, ())
    if hold.code is HoldCode.REPORTED and hold.reported is not None:
        codes = tuple(Irregular(f"I{number}") for number in _REPORTED[hold.reported])
    legal = {row.code for row in state.ruleset.policy.rows_in(state.phase.value)}
    return tuple(code for code in codes if code in legal)


def default_ruling(state: TableState, row: PolicyRow) -> Ruling:
    """Give the ruling that is preselected: the row's default, or `otherwise` where its condition fails."""
    holds = row.otherwise is None or _condition_holds(state, row)
    ruling = row.default if holds or row.otherwise is None else row.otherwise
    if ruling is Ruling.VOID and not may_void(state):
        return next((one for one in row.allowed if one is not Ruling.VOID), ruling)
    return ruling


def _condition_holds(state: TableState, row: PolicyRow) -> bool:
    """Judge a row's condition as far as the record can; what only people saw is taken as the worse (G9.1)."""
    current = state.round
    match row.code:
        case Irregular.I2:
            return as_exposed(state) and state.phase is not Phase.HOLE
        case Irregular.I5:
            return bool(undecided(state))
        case Irregular.I7:
            return current is not None and current.ruled.boxed > 0
        case Irregular.I12:
            return nothing_dealt_since(state)
        case _:
            return True


def nothing_dealt_since(state: TableState) -> bool:
    """Tell whether the last hand is whole and no card of the next one was read (I12)."""
    current = state.round
    if current is None or state.phase is not Phase.HOLE:
        return False
    window = current.window
    begun = window is not None and 0 < window.read < window.count
    return not begun and any(state.seat(number).cards for number in current.entitled)


def who_rules(state: TableState, command: Rule) -> RulingAuthority:
    """Give who must approve a ruling now: the row's word, and two persons where G9.1 asks for them."""
    row = state.ruleset.policy.row(command.code)
    if command.code in _DUAL_ONCE_EXPOSED and _dealer_is_up(state):
        return RulingAuthority.DUAL
    if command.ruling is Ruling.ENTER_CARD:
        return RulingAuthority.DUAL
    if command.code is Irregular.I27 and next_card_is_out(state):
        return RulingAuthority.DUAL
    if command.ruling is Ruling.VOID and row.who is RulingAuthority.DEALER:
        return RulingAuthority.FLOOR
    return row.who


def rule_needs(state: TableState, command: Rule) -> Need | None:
    """Give whose approval a ruling takes; shift takes part once the next first card is out (I27)."""
    who = who_rules(state, command)
    if who is RulingAuthority.DEALER:
        return None
    late = command.code is Irregular.I27 and next_card_is_out(state)
    return Need(role=Role.SHIFT if late else Role.FLOOR, dual=who is RulingAuthority.DUAL)


def _dealer_is_up(state: TableState) -> bool:
    return state.round is not None and state.round.dealer_up


def next_card_is_out(state: TableState) -> bool:
    """Tell whether a card of the round after the settled one was dealt."""
    current, previous = state.round, state.previous
    if current is None or previous is None or current.number == previous.number:
        return False
    return current.next_index > 0
