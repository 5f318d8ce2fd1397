"""The log of the bank's offers as the record tells it: one line for each seat and answer (G8.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from controller.engine.commands import Answer
from controller.engine.copying import replace
from controller.engine.events import Event, OfferAnswered, PlayerDealerSeated, RoundOpened
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.rotation import PassedOver
from controller.engine.rotation_events import GameEnded, OfferForced, SeatPassedOver, ThirdPartyFlagged

KEPT = 160
"""How many lines the screen can look back to: twenty rounds of a full table."""


class OfferWord(StrEnum):
    """Name what happened to an offer at one seat (G8.1)."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    ABSENT = "absent"
    BANKED_LAST = "banked_last"
    THIRD_PARTY = "third_party"
    SKIPPED = "skipped"
    FORCED = "forced"
    KEPT = "kept"
    GAME_ENDED = "game_ended"


_ANSWERS = {
    Answer.ACCEPTED: OfferWord.ACCEPTED,
    Answer.DECLINED: OfferWord.DECLINED,
    Answer.ABSENT: OfferWord.ABSENT,
}
_PASSED = {
    PassedOver.BANKED_LAST: OfferWord.BANKED_LAST,
    PassedOver.THIRD_PARTY: OfferWord.THIRD_PARTY,
    PassedOver.SKIPPED: OfferWord.SKIPPED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLine:
    """Hold one line: round, seat (None for the end of a game), what happened, in whose words, when, by whom.

    third_party: the seat is the third-party provider's; operator: who worked the table; utc_us: the record's
    time.
    """

    round: RoundNo | None
    seat: SeatNo | None
    word: OfferWord
    utc_us: int
    operator: str
    reason: str = ""
    third_party: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLog:
    """Hold the last lines, the newest first, and what the next ones need."""

    lines: tuple[OfferLine, ...] = ()
    round: RoundNo | None = None
    third_party: SeatNo | None = None
    answered: bool = False

    def at(self, third_party: SeatNo | None) -> "OfferLog":
        """Give the same log with what the state knows of the third-party provider."""
        return replace(self, third_party=third_party)

    def after(self, events: Iterable[Event], utc_us: int, operator: str) -> "OfferLog":
        """Give the log after what one record tells."""
        log = self
        for event in events:
            log = log._step(event, utc_us, operator)
        return log

    def _step(self, event: Event, utc_us: int, operator: str) -> "OfferLog":
        match event:
            case RoundOpened():
                return replace(self, round=event.round, answered=False)
            case ThirdPartyFlagged():
                return replace(self, third_party=event.seat if event.is_third_party else None)
            case OfferAnswered():
                noted = self._with(event.seat, _ANSWERS[event.answer], "", utc_us, operator)
                return replace(noted, answered=True)
            case SeatPassedOver():
                return self._with(event.seat, _PASSED[event.why], event.reason, utc_us, operator)
            case OfferForced():
                return self._with(event.seat, OfferWord.FORCED, event.reason, utc_us, operator)
            case PlayerDealerSeated(kept=True) if self.answered:
                return self._with(event.seat, OfferWord.KEPT, "", utc_us, operator)
            case GameEnded():
                return self._with(None, OfferWord.GAME_ENDED, event.reason, utc_us, operator)
            case _:
                return self

    def _with(
        self, seat: SeatNo | None, word: OfferWord, reason: str, utc_us: int, operator: str
    ) -> "OfferLog":
        line = OfferLine(
            round=self.round,
            seat=seat,
            word=word,
            utc_us=utc_us,
            operator=operator,
            reason=reason,
            third_party=seat is not None and seat == self.third_party,
        )
        return replace(self, lines=(line, *self.lines)[:KEPT])


NO_OFFERS = OfferLog()
