"""Scenes of the bank's way round the table: all asked at once, the clock, the log, the end (G8.1 to G8.3)."""

from controller.engine.actors import Role
from controller.engine.choices import pick, words
from controller.engine.commands import Answer, AnswerOffer
from controller.engine.copying import replace
from controller.engine.ids import RoundNo, SeatNo
from controller.engine.prompt import Offer, OfferCode, OfferGroup, OpenField, Prompt, PromptActor, PromptCode
from controller.engine.rotation import GameEnd
from controller.engine.rotation_commands import DeclineAll, EndGame, FlagThirdParty, ForceOffer
from controller.engine.state import Phase
from controller.engine.view_types import RotationView, SeatState, TableView
from controller.history.offers import OfferLine, OfferWord
from ui.scenes import samples as s
from ui.scenes.around import closed, offered, wagers

WINDOW = 40
NOTICE = (
    "The player-dealer position is offered to every seated player before every hand. "
    "Any player may accept or decline it."
)
ASKED = tuple(SeatNo(n) for n in (5, 6, 8, 1, 2, 3))
THIRD = SeatNo(4)
_NOW_US = s.NOW_US


def clock(left: int | None, warned: int = 0, bankers: int = 1) -> RotationView:
    """Make the rotation of a table where all are asked before every round."""
    return RotationView(
        every_hand=True,
        minutes_left=left,
        window_minutes=WINDOW,
        warned=warned,
        bankers=bankers,
        third_party=THIRD,
        notice=NOTICE,
    )


def floor_acts() -> tuple[Offer, ...]:
    """Offer what the floor may do to the rotation."""
    end = EndGame(reason="too_few_players")
    unflag = FlagThirdParty(seat=THIRD, is_third_party=False)
    return (
        s.in_menu(
            s.offer(OfferCode.END_GAME, end, needs=Role.FLOOR),
            OfferGroup.BANK,
            words(OpenField.REASON, "too_few_players", "house_order", "closing_time"),
        ),
        s.in_menu(
            s.offer(OfferCode.UNFLAG_THIRD_PARTY, unflag, seat=THIRD, needs=Role.FLOOR), OfferGroup.BANK
        ),
    )


def to_all(left: int | None = 24, warned: int = 0) -> TableView:
    """D1-offer where everybody is asked at once; seat 4 is the third party and banked last."""
    answers = [
        offer
        for seat in ASKED
        for offer in (
            s.offer(
                OfferCode.ACCEPT_BANK,
                AnswerOffer(seat=seat, answer=Answer.ACCEPTED, bank=50_000),
                seat=seat,
                open_fields=(OpenField.BANK,),
            ),
            s.offer(OfferCode.ABSENT, AnswerOffer(seat=seat, answer=Answer.ABSENT), seat=seat),
        )
    ]
    prompt = Prompt(
        code=PromptCode.OFFER_TO_ALL,
        actor=PromptActor.PLAYER,
        amount=50_000,
        open_seats=ASKED,
        primary=s.offer(OfferCode.DECLINE_ALL, DeclineAll()),
        offers=(*answers, *floor_acts(), *s.irregularities()),
    )
    rows = s.seats(s4={"state": SeatState.OUT})
    rotation = replace(clock(left, warned), passed=(THIRD,))
    return s.table(Phase.OFFER, prompt, seats=rows, bank=s.bank(seat=None, counted=1), rotation=rotation)


def walked() -> TableView:
    """D1-offer seat by seat: two answers so far, and the floor may choose another seat."""
    view = offered()
    answers = ((SeatNo(2), Answer.DECLINED), (SeatNo(3), Answer.ABSENT))
    rest = pick(OpenField.SEAT, SeatNo(6), SeatNo(8), SeatNo(1))
    force = s.in_menu(
        s.offer(OfferCode.FORCE_OFFER, ForceOffer(seat=SeatNo(6), reason="seat_away"), needs=Role.FLOOR),
        OfferGroup.BANK,
        rest,
        words(OpenField.REASON, "seat_away", "house_order", "player_asks"),
    )
    prompt = replace(view.prompt, offers=(*view.prompt.offers, force, floor_acts()[0]))
    return replace(view, prompt=prompt, rotation=RotationView(answers=answers))


def over() -> TableView:
    """The clock ran out: no other round may start (V16)."""
    prompt = Prompt(
        code=PromptCode.GAME_OVER,
        actor=PromptActor.FLOOR,
        primary=floor_acts()[0],
        offers=(*floor_acts()[1:], *s.irregularities()),
    )
    view = to_all()
    return replace(view, prompt=prompt, rotation=clock(0, 2))


def ended() -> TableView:
    """D0 after the game ended by the clock."""
    return replace(closed(), rotation=replace(clock(None), ended=GameEnd.WINDOW))


def ticking(left: int, warned: int) -> TableView:
    """D1-wagers with the clock running."""
    return replace(wagers(), rotation=clock(left, warned))


def log() -> tuple[OfferLine, ...]:
    """Give lines of the log, the newest first."""
    told = (
        (5, OfferWord.ACCEPTED, ""),
        (8, OfferWord.DECLINED, ""),
        (6, OfferWord.ABSENT, ""),
        (4, OfferWord.THIRD_PARTY, ""),
        (2, OfferWord.SKIPPED, "seat_away"),
        (3, OfferWord.FORCED, "player_asks"),
        (3, OfferWord.KEPT, ""),
        (1, OfferWord.BANKED_LAST, ""),
        (None, OfferWord.GAME_ENDED, "rotation_clock"),
    )
    return tuple(
        OfferLine(
            round=RoundNo(1284 - number // 4),
            seat=None if seat is None else SeatNo(seat),
            word=word,
            utc_us=_NOW_US - number * 9_000_000,
            operator="dealer:4471",
            reason=reason,
            third_party=seat == THIRD,
        )
        for number, (seat, word, reason) in enumerate(told)
    )
