"""Refusals: why a person's command changes nothing. They are values, journaled and shown, never raised."""

from dataclasses import dataclass
from enum import StrEnum

from controller.engine.ids import SeatNo


class RefusalCode(StrEnum):
    """Name one reason; `ui.text` and `cli.console_json` have a sentence for each."""

    STALE = "stale"
    WRONG_PHASE = "wrong_phase"
    NEEDS_APPROVAL = "needs_approval"
    NEEDS_ROLE = "needs_role"
    NEEDS_SECOND = "needs_second"
    NEEDS_LONG_PIN = "needs_long_pin"
    SAME_PERSON = "same_person"
    SAME_ROLE = "same_role"
    DEALS_HERE = "deals_here"
    APPROVAL_MISMATCH = "approval_mismatch"
    APPROVAL_OUTDATED = "approval_outdated"
    APPROVAL_LAPSED = "approval_lapsed"
    APPROVAL_USED = "approval_used"
    APPROVAL_ELSEWHERE = "approval_elsewhere"
    WRONG_CREDENTIAL = "wrong_credential"
    THROTTLED = "throttled"
    BAD_SEAT = "bad_seat"
    SEAT_EMPTY = "seat_empty"
    SEAT_TAKEN = "seat_taken"
    SEAT_HAS_WAGERS = "seat_has_wagers"
    TABLE_FULL = "table_full"
    NOT_ASKED = "not_asked"
    NO_BANK = "no_bank"
    BANK_TOO_SMALL = "bank_too_small"
    BANK_TOO_LARGE = "bank_too_large"
    OWN_SEAT = "own_seat"
    BAD_BETTOR = "bad_bettor"
    NO_BACK_LINE = "no_back_line"
    BAD_AMOUNT = "bad_amount"
    ANTE_BLIND = "ante_blind"
    OFF_STEP = "off_step"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    SIDE_OVER_ANTE = "side_over_ante"
    SIDE_NEEDS_ANTE = "side_needs_ante"
    BAD_BEAT_NOT_OFFERED = "bad_beat_not_offered"
    TRIPS_NOT_OFFERED = "trips_not_offered"
    BAD_BEAT_NEEDS_TRIPS = "bad_beat_needs_trips"
    FRACTION = "fraction"
    NOTHING_TO_REPEAT = "nothing_to_repeat"
    NO_ENTITLED_SEAT = "no_entitled_seat"
    COVER_TOO_SMALL = "cover_too_small"
    DECK_NOT_READY = "deck_not_ready"
    DECK_QUARANTINED = "deck_quarantined"
    DEVICE_NOT_READY = "device_not_ready"
    DEVICE_FAULT = "device_fault"
    DOOR_OPEN = "door_open"
    RECORD_DEGRADED = "record_degraded"
    ALREADY_DECIDED = "already_decided"
    NOT_ENTITLED = "not_entitled"
    MULTIPLE_NOT_ALLOWED = "multiple_not_allowed"
    CHECK_NOT_ALLOWED = "check_not_allowed"
    FOLD_NOT_ALLOWED = "fold_not_allowed"
    OUT_OF_TURN = "out_of_turn"
    NO_PLAY_TO_MISS = "no_play_to_miss"
    NOTHING_TO_UNDO = "nothing_to_undo"
    SEATS_OPEN = "seats_open"
    FOLDS_FIRST = "folds_first"
    CARDS_MISSING = "cards_missing"
    ALREADY_EXPOSED = "already_exposed"
    WRONG_STEP = "wrong_step"
    BAD_COUNT = "bad_count"
    NOT_HELD = "not_held"
    CAUSE_REMAINS = "cause_remains"
    MUST_BE_VOIDED = "must_be_voided"
    NOT_RECOVERING = "not_recovering"
    FLOOR_CALLED = "floor_called"
    DECK_IN_USE = "deck_in_use"
    QUEUE_FULL = "queue_full"
    RULES_NOT_PLAYED = "rules_not_played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Hold the refusal of one command (ARCHITECTURE 5).

    field, value: what was wrong, as text; allowed: what is allowed instead; seat: the seat concerned.
    """

    code: RefusalCode
    field: str = ""
    value: str = ""
    allowed: str = ""
    seat: SeatNo | None = None
