"""What a card room does when something goes wrong: its policy for irregularities (G9.1)."""

from dataclasses import dataclass
from enum import StrEnum


class Ruling(StrEnum):
    """Name what may be ruled; `void` returns all stakes, `dead` those of one seat (G9.1)."""

    VOID = "void"
    DEAD = "dead"
    DEAD_LOST = "dead_lost"
    HAND_DEAD = "hand_dead"
    CARD_DEAD = "card_dead"
    NEXT_CARD = "next_card"
    READ_AGAIN = "read_again"
    ENTER_CARD = "enter_card"
    MOVE_STACK = "move_stack"
    RESHUFFLE_REST = "reshuffle_rest"
    PLAY_ON = "play_on"
    GO_ON_UNSEEN = "go_on_unseen"
    NO_FURTHER_PLAY = "no_further_play"
    NO_ROUND = "no_round"
    CHECK_OR_FOLD = "check_or_fold"
    DECISION_RESTORED = "decision_restored"
    STANDS = "stands"
    REFUSED = "refused"
    RULED = "ruled"
    ADDED_PART_RETURNED = "added_part_returned"
    STAKE_VOID = "stake_void"
    SMALLER_COUNTS = "smaller_counts"
    SIDE_WAGER_RETURNED = "side_wager_returned"
    RECORD_CORRECTED = "record_corrected"
    BANK_CORRECTED = "bank_corrected"
    FEE_AT_END = "fee_at_end"
    SETTLED_AS_POSTED = "settled_as_posted"
    DEALT_RECORD_DECIDES = "dealt_record_decides"
    REVERSE_SETTLEMENT = "reverse_settlement"
    RESULT_STANDS = "result_stands"
    RESUME_BY_NUMBER = "resume_by_number"
    EMERGENCY_RELIEF = "emergency_relief"


class RulingScope(StrEnum):
    """Name how far a ruling reaches (G9.1)."""

    CARD = "card"
    WAGER = "wager"
    HAND = "hand"
    SEAT = "seat"
    ROUND = "round"
    DECK = "deck"
    FEE = "fee"


class RulingAuthority(StrEnum):
    """Name who may rule; dual is two persons of two roles (G9.1)."""

    DEALER = "dealer"
    FLOOR = "floor"
    DUAL = "dual"


class FeesOnVoid(StrEnum):
    """Name what a void does with the fees taken (G8.6)."""

    KEPT = "kept"
    RETURNED = "returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRow:
    """Hold what may be ruled about one irregularity.

    code: I1 to I36; phases: names of the phases in which it can be reported.
    default: preselected; allowed: all that may be chosen, the default among them.
    condition, otherwise: what is preselected instead where the condition does not hold, or empty and None.
    """

    code: str
    event: str
    self_detected: bool
    phases: tuple[str, ...]
    default: Ruling
    allowed: tuple[Ruling, ...]
    condition: str
    otherwise: Ruling | None
    scope: RulingScope
    who: RulingAuthority
    basis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityPolicy:
    """Hold a card room's policy: one row for each of I1 to I36, and what a void does with the fees."""

    name: str
    version: str
    digest: str
    fees_on_void: FeesOnVoid
    void_counts_for_rotation: bool
    rows: tuple[PolicyRow, ...]

    def row(self, code: str) -> PolicyRow:
        """Give the row of a code; raise KeyError for a code that is none of I1 to I36."""
        for row in self.rows:
            if row.code == code:
                return row
        raise KeyError(code)
