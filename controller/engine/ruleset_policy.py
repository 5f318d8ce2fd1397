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


class Irregular(StrEnum):
    """Name a row of the policy (G9.1)."""

    I1 = "I1"
    I2 = "I2"
    I3 = "I3"
    I4 = "I4"
    I5 = "I5"
    I6 = "I6"
    I7 = "I7"
    I8 = "I8"
    I9 = "I9"
    I10 = "I10"
    I11 = "I11"
    I12 = "I12"
    I13 = "I13"
    I14 = "I14"
    I15 = "I15"
    I16 = "I16"
    I17 = "I17"
    I18 = "I18"
    I19 = "I19"
    I20 = "I20"
    I21 = "I21"
    I22 = "I22"
    I23 = "I23"
    I24 = "I24"
    I25 = "I25"
    I26 = "I26"
    I27 = "I27"
    I28 = "I28"
    I29 = "I29"
    I30 = "I30"
    I31 = "I31"
    I32 = "I32"
    I33 = "I33"
    I34 = "I34"
    I35 = "I35"
    I36 = "I36"


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

    code: Irregular
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

    def rows_in(self, phase: str) -> tuple[PolicyRow, ...]:
        """Give the rows that can be ruled in a phase, in the order of their codes."""
        return tuple(row for row in self.rows if phase in row.phases)
