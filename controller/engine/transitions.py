"""The table of phases and commands (G3.1): a miss is a refusal. The state diagram is drawn from it."""

from collections.abc import Mapping

from controller.engine.state import BEFORE_DEAL, IN_ROUND, Phase, TableState

_SEATS = frozenset(
    {
        *("seat_player", "vacate_seat", "move_seat", "mark_away", "buy_in"),
        *("sign_on_dealer", "count_tray", "count_drop", "change_limits"),
    }
)
_SLIPS = frozenset({"fill_tray", "credit_tray", "void_slip"})
_ACTS = frozenset({"decide", "undo_decision", "mark_no_play"})
_DEVICES = frozenset({"replace_deck", "accept_numbering", "release_device"})
_TEST = frozenset({"retest_device"})
_USE = frozenset({"quarantine_deck", "suspend_device", "restore_device"})
_BESIDE = (
    frozenset({"report_irregularity", "call_floor", "open_dispute", "rule", "sign_on_dealer"}) | _SLIPS | _USE
)
_ROTATION = frozenset({"force_offer", "end_game", "flag_third_party"})
_ROUND = _BESIDE | {"void_round"}

COMMANDS: Mapping[Phase, frozenset[str]] = {
    Phase.CLOSED: frozenset({"open_table", "set_meter", "rule", "flag_third_party"})
    | _DEVICES
    | _TEST
    | _SEATS
    | _USE,
    Phase.OFFER: frozenset({"answer_offer", "post_bank", "share_bank", "close_table", "set_meter"})
    | {"decline_all"}
    | _DEVICES
    | _TEST
    | _ROTATION
    | _SEATS
    | _ROUND,
    Phase.WAGERS: frozenset(
        {
            "post_bank",
            "share_bank",
            "place_wager",
            "remove_wager",
            "repeat_wagers",
            "close_betting",
            "record_fee",
            "waive_fee",
            "set_meter",
            "close_table",
        }
    )
    | _DEVICES
    | _TEST
    | _ROTATION
    | _SEATS
    | _ROUND,
    Phase.HOLE: frozenset({"take_stack"}) | _ROUND,
    Phase.PREFLOP: frozenset({"close_street", "take_stack", "expose"}) | _ACTS | _ROUND,
    Phase.COMMUNITY: frozenset({"take_stack", "expose"}) | _ROUND,
    Phase.FLOP: frozenset({"expose", "close_street", "take_stack"}) | _ACTS | _ROUND,
    Phase.RIVER: frozenset({"expose", "take_stack"}) | _ACTS | _ROUND,
    Phase.REVEAL: frozenset({"expose", "undo_decision", "mark_no_play", "take_stack", "settle_seat"})
    | _ROUND,
    Phase.SETTLE: frozenset({"settle_seat"}) | _ROUND,
    Phase.COLLECT: frozenset({"record_count"}) | _DEVICES | _BESIDE,
}
"""Kinds of commands that a person may give in each phase while the table runs."""

IN_HOLD = frozenset(
    {"call_floor", "resume", "void_round", "replace_deck", "rule", "accept_numbering", "sign_on_dealer"}
    | {"open_folded_hand"}
)
"""Kinds of commands that a person may give while the table stands still."""

WHILE_RECOVERED = frozenset(
    {"confirm_felt", "call_floor", "void_round", "report_irregularity", "sign_on_dealer"}
)
"""Kinds of commands that a person may give before the felt is confirmed after a restart."""


def allowed_in(state: TableState, kind: str) -> bool:
    """Tell whether the table of phases has this command now."""
    if state.hold is not None:
        return kind in IN_HOLD
    if state.recovered:
        return kind in WHILE_RECOVERED
    return kind in COMMANDS[state.phase]


def phases_of(kind: str) -> tuple[str, ...]:
    """Name the phases in which a person may give a command, and the hold where it may be given there too."""
    phases = tuple(phase.value for phase in Phase if kind in COMMANDS[phase])
    beside = (("hold", IN_HOLD), ("restart", WHILE_RECOVERED))
    return (*phases, *(name for name, kinds in beside if kind in kinds))


def may_void(state: TableState) -> bool:
    """Tell whether there is a round whose stakes could go back: before its settlement is complete."""
    if state.round is None or state.round.is_void:
        return False
    return state.phase in IN_ROUND or state.phase in BEFORE_DEAL
