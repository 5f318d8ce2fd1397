"""Reasons of a refusal that `test_refusals` leaves to other tests, by where their cases stand."""

from controller.engine.refusals import RefusalCode

ELSEWHERE = frozenset(
    {
        RefusalCode.STALE,
        RefusalCode.WRONG_CREDENTIAL,
        RefusalCode.NEEDS_LONG_PIN,
        RefusalCode.THROTTLED,
        RefusalCode.QUEUE_FULL,
    }
)
"""Reasons of the table, its authority and its front ends; the engine never gives them."""

OF_LIFE = frozenset(
    {
        RefusalCode.RELIEF_IN_ROUND,
        RefusalCode.NO_EMERGENCY,
        RefusalCode.DEALS_ALREADY,
        RefusalCode.NO_SUCH_SLIP,
        RefusalCode.NEEDS_TEXT,
        RefusalCode.IN_ROUND,
        RefusalCode.BANKS_NOW,
        RefusalCode.MARKED_ALREADY,
        RefusalCode.NOTICE_TOO_SHORT,
        RefusalCode.BAD_KEEPER,
    }
)
"""Reasons of the table's life beside the round; `test_g11_table_life` and `test_g11_limits` have cases."""

OF_APPROVALS = frozenset(
    {
        RefusalCode.NEEDS_SECOND,
        RefusalCode.SAME_PERSON,
        RefusalCode.SAME_ROLE,
        RefusalCode.DEALS_HERE,
        RefusalCode.APPROVAL_MISMATCH,
        RefusalCode.APPROVAL_OUTDATED,
        RefusalCode.APPROVAL_LAPSED,
        RefusalCode.APPROVAL_USED,
        RefusalCode.APPROVAL_ELSEWHERE,
    }
)
"""Reasons about approvals; `test_approvals` has a case of each."""

OF_RULINGS = frozenset(
    {
        RefusalCode.RULING_NOT_IN_PHASE,
        RefusalCode.RULING_NOT_NOW,
        RefusalCode.RULING_NOT_ALLOWED,
        RefusalCode.BAD_PLACE,
        RefusalCode.BAD_DECISION,
        RefusalCode.CARD_NOT_POSSIBLE,
        RefusalCode.DEVICE_SUSPENDED,
        RefusalCode.NO_CHANGE,
        RefusalCode.PLAY_BARRED,
        RefusalCode.NO_DISPUTE,
        RefusalCode.HAND_NOT_FOLDED,
        RefusalCode.HAND_SEALED,
    }
)
"""Reasons about rulings; `test_g9_rulings`, `test_g9_rows_*` and `test_g11_disputes` have a case of each."""

OF_BOOKS = frozenset(
    {
        RefusalCode.FEES_DUE,
        RefusalCode.NO_FEE_DUE,
        RefusalCode.REASON_MISSING,
        RefusalCode.PROGRESSIVE_NOT_OFFERED,
        RefusalCode.PROGRESSIVE_STAKE,
    }
)
"""Reasons about fees and the progressive; `test_g8_fees` and `test_g5_progressive` have a case of each."""
