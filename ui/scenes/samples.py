"""Hand-made publications, one for each screen and phase, in the engine's own types."""

from collections.abc import Mapping

from controller.engine.actors import Need, Role
from controller.engine.cards import Back, Card, parse_cards
from controller.engine.commands import (
    Ask,
    Irregularity,
    ReportIrregularity,
)
from controller.engine.copying import replace
from controller.engine.ids import SEATS, RoundNo, SeatNo, Token
from controller.engine.money import Odds
from controller.engine.prompt import (
    Choice,
    Offer,
    OfferCode,
    OfferGroup,
    OpenField,
    Prompt,
)
from controller.engine.ranking import evaluate
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Limit, Limits, Wager
from controller.engine.settlement_types import Outcome, Reason, WagerLine
from controller.engine.state import DealingMode, DeckPlace, DeckState, Phase
from controller.engine.view_types import (
    BankView,
    BettorView,
    CardView,
    DeckView,
    DeviceLook,
    DeviceView,
    HandView,
    ResultView,
    SeatState,
    SeatView,
    TableView,
)
from controller.history.record import RoundRecord, SeatRecord
from controller.table.envelope import Publication
from ui.scenes.stops import stood_still, voided

BANK_SEAT = SeatNo(4)
PLAYING = (SeatNo(5), SeatNo(6), SeatNo(8), SeatNo(1), SeatNo(2), SeatNo(3))
BOARD = parse_cards("7s Kc 2d 3d Jd")
BANK_HOLE = parse_cards("Jh 4c")
HOLES = {
    5: parse_cards("Kd Td"),
    6: parse_cards("Ks 9h"),
    8: parse_cards("8c 5c"),
    1: parse_cards("Ad Qd"),
    2: parse_cards("7c 7d"),
    3: parse_cards("Ac Jc"),
}
LIMITS = Limits(
    ante=Limit(minimum=1_000, maximum=30_000),
    blind=Limit(minimum=1_000, maximum=30_000),
    play=Limit(minimum=1_000, maximum=120_000),
    trips=Limit(minimum=500, maximum=30_000),
    bad_beat=Limit(minimum=500, maximum=30_000),
)
BACKED = CardView(card=None)
TOKENS: dict[str, int] = {}


def offer(
    code: OfferCode,
    command: Ask,
    *,
    seat: int | None = None,
    about: str = "",
    enabled: bool = True,
    why_not: RefusalCode | None = None,
    needs: Role | None = None,
    open_fields: tuple[OpenField, ...] = (),
) -> Offer:
    """Make an offer as the guide does."""
    number = SeatNo(seat) if seat is not None else None
    return Offer(
        code=code,
        command=command,
        token=Token(f"1284:{code}:{seat or ''}:{about}"),
        seat=number,
        enabled=enabled,
        why_not=why_not,
        needs=Need(role=needs) if needs is not None else None,
        open_fields=open_fields,
    )


def in_menu(offer: Offer, group: OfferGroup, *choices: Choice) -> Offer:
    """Put an offer into the floor's menu, with what may stand in its open fields."""
    fields = tuple(choice.field for choice in choices)
    return replace(offer, group=group, choices=choices, open_fields=fields)


def bettor(
    number: int = 0, ante: int = 2_000, trips: int = 500, bad_beat: int = 500, play: int = 0
) -> BettorView:
    """Make one bettor's wagers."""
    return BettorView(
        number=number, ante=ante, blind=ante, trips=trips, bad_beat=bad_beat, play=play, is_in=True
    )


def seat_view(number: int, **changes: object) -> SeatView:
    """Make a seat; without changes it plays and nothing is decided."""
    seat = SeatView(
        number=SeatNo(number),
        state=SeatState.IN,
        is_active=False,
        is_open=False,
        bettors=(bettor(),),
        cards=(),
        act=None,
        multiple=0,
        street=None,
        hand=None,
        lines=(),
        is_settled=False,
    )
    return replace(seat, **changes)  # type: ignore[arg-type]  # a test names the fields it means


def seats(**changes: Mapping[str, object]) -> tuple[SeatView, ...]:
    """Make eight seats: seat 4 banks, seat 7 is empty; changes by `s5` and so on."""
    made = []
    for number in SEATS:
        if number == BANK_SEAT:
            seat = seat_view(number, state=SeatState.BANK, bettors=())
        elif number == 7:
            seat = seat_view(number, state=SeatState.EMPTY, bettors=())
        else:
            seat = seat_view(number)
        made.append(replace(seat, **changes.get(f"s{number}", {})))  # type: ignore[arg-type]  # as above
    return tuple(made)


def dealt(**changes: Mapping[str, object]) -> tuple[SeatView, ...]:
    """Make eight seats that hold two backs each."""
    made = seats(**changes)
    return tuple(
        replace(seat, cards=(BACKED, BACKED)) if seat.state is SeatState.IN and not seat.cards else seat
        for seat in made
    )


def hand(cards: tuple[Card, ...]) -> HandView:
    """Name the best five of a hand and the board."""
    value = evaluate((*BOARD, *cards))
    return HandView(category=value.category, five=value.five)


def faces(cards: tuple[Card, ...], five: tuple[Card, ...] = ()) -> tuple[CardView, ...]:
    """Turn cards up; those that play are marked."""
    return tuple(CardView(card=card, plays=card in five) for card in cards)


def line(  # noqa: PLR0913 - a wager line has as many independent facts
    seat: int,
    wager: Wager,
    stake: int,
    outcome: Outcome,
    *,
    reason: Reason,
    odds: Odds | None = None,
    paid: int = 0,
    collected: int = 0,
    due: int | None = None,
    name: str = "",
) -> WagerLine:
    """Make one settled wager."""
    owed = paid if due is None else due
    return WagerLine(
        position=SeatNo(seat),
        bettor=name or f"seat-{seat}",
        wager=wager,
        stake=stake,
        over_limit_returned=0,
        outcome=outcome,
        reason=reason,
        decided_by=None,
        odds=odds,
        due=owed,
        owed=owed,
        paid=paid,
        collected=collected,
    )


EVEN = Odds(numerator=1)


def winning_lines(
    seat: int, name: str = "", ante: int = 2_000, *, side: bool = True
) -> tuple[WagerLine, ...]:
    """Settle a seat that bet 3x and wins with a pair against a pair."""
    play = ante * 3
    lines = [
        line(seat, Wager.ANTE, ante, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=EVEN, paid=ante, name=name),
        line(seat, Wager.BLIND, ante, Outcome.PUSH, reason=Reason.NO_PAY_ROW, name=name),
        line(seat, Wager.PLAY, play, Outcome.WIN, reason=Reason.HIGHER_HAND, odds=EVEN, paid=play, name=name),
    ]
    if side:
        lines += [
            line(seat, Wager.TRIPS, 500, Outcome.LOSE, reason=Reason.NO_PAY_ROW, collected=500, name=name),
            line(
                seat,
                Wager.BAD_BEAT,
                500,
                Outcome.LOSE,
                reason=Reason.BEATEN_TOO_LOW,
                collected=500,
                name=name,
            ),
        ]
    return tuple(lines)


def folded_lines(seat: int) -> tuple[WagerLine, ...]:
    """Settle a seat that folded."""
    return tuple(
        line(seat, wager, stake, Outcome.LOSE, reason=Reason.FOLDED, collected=stake)
        for wager, stake in (
            (Wager.ANTE, 2_000),
            (Wager.BLIND, 2_000),
            (Wager.TRIPS, 500),
            (Wager.BAD_BEAT, 500),
        )
    )


def bank(**changes: object) -> BankView:
    """Make the bank of seat 4."""
    made = BankView(
        seat=BANK_SEAT,
        amount=50_000,
        counted=1,
        rounds=2,
        exposure=8_712_500,
        cards=(),
        hand=None,
        qualifies=None,
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # as above


def deck(letter: str, **changes: object) -> DeckView:
    """Make a deck: A blue, B orange."""
    made = DeckView(
        letter="A" if letter == "A" else "B",
        back=Back.BLUE if letter == "A" else Back.ORANGE,
        state=DeckState.READY,
        place=DeckPlace.CHAMBER,
        count=52,
        count_only=False,
        is_due=letter == "A",
        problem="",
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # as above


def device(name: str, **changes: object) -> DeviceView:
    """Make a device that is well."""
    made = DeviceView(
        name="shuffler" if name == "shuffler" else "shoe",
        look=DeviceLook.OK,
        linked=True,
        serial="SIM-SH-0001" if name == "shuffler" else "SIM-CS-0001",
        model="simulated",
        firmware="1.0.0",
        faults=(),
        door_open=False,
        busy_with="",
        tray=0,
        problem="",
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # as above


def irregularities() -> tuple[Offer, ...]:
    """Offer the nine reasons."""
    return tuple(
        offer(OfferCode.REPORT_IRREGULARITY, ReportIrregularity(reason=reason), about=reason)
        for reason in Irregularity
    )


LAST = ResultView(round=RoundNo(1283), paid=48_000, collected=14_000, net=-34_000, is_void=False)


def table(phase: Phase, prompt: Prompt, **changes: object) -> TableView:
    """Make a view."""
    made = TableView(
        ruleset="california-bad-beat",
        ruleset_version="1",
        ruleset_digest="8f" * 32,
        house_banked=False,
        mode=DealingMode.STACKS,
        phase=phase,
        round=RoundNo(1284),
        deck="A",
        prompt=prompt,
        seats=dealt(),
        board=(),
        bank=bank(),
        coverage=None,
        decks=(
            deck("A", state=DeckState.IN_PLAY, place=DeckPlace.TABLE),
            deck("B", place=DeckPlace.INFEED, state=DeckState.SHUFFLING),
        ),
        devices=(device("shuffler"), device("shoe")),
        hold=None,
        recovered=False,
        step=0,
        steps=0,
        stop=None,
        last_result=ResultView(
            round=RoundNo(1283), paid=48_000, collected=14_000, net=-34_000, is_void=False
        ),
        failed_copy="",
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # as above


def publish(view: TableView, seq: int = 48_213) -> Publication:
    """Put a view into a publication at 21:07."""
    return Publication(
        view=view,
        table_name="UTH-07",
        dealer="4471",
        seq=seq,
        head="0123456789abcdef",
        utc_us=NOW_US,
        history=HISTORY,
    )


NOW_US = 1_764_536_820_000_000
MINUTE_US = 60_000_000


def told(number: int, lines: tuple[tuple[WagerLine, ...], ...]) -> RoundRecord:
    """Tell a round that is over, as the record does: those seats with their lines, one minute a round."""
    paid = sum(line.paid for seat in lines for line in seat)
    collected = sum(line.collected for seat in lines for line in seat)
    rows = tuple(
        SeatRecord(
            seat=one[0].position,
            step=step,
            lines=one,
            hand=None if one[0].reason is Reason.FOLDED else evaluate((*BOARD, *HOLES[one[0].position])),
            cards=() if one[0].reason is Reason.FOLDED else HOLES[one[0].position],
            paid=sum(line.paid for line in one),
            collected=sum(line.collected for line in one),
        )
        for step, one in enumerate(lines)
    )
    return RoundRecord(
        number=RoundNo(number),
        deck="A" if number % 2 else "B",
        player_dealer=BANK_SEAT,
        bank=50_000,
        board=BOARD,
        bank_hand=evaluate((*BOARD, *BANK_HOLE)),
        bank_cards=BANK_HOLE,
        seats=rows,
        paid=paid,
        collected=collected,
        is_over=True,
        ended_us=NOW_US - (1284 - number) * MINUTE_US,
    )


def history() -> tuple[RoundRecord, ...]:
    """Tell twelve rounds: one with many bettors, one void, one in which the table stood still."""
    behind = tuple(
        line for number in (1, 2) for line in winning_lines(6, f"seat-6-back-{number}", side=False)
    )
    first = told(
        1283,
        (
            winning_lines(5),
            (*winning_lines(6), *behind),
            folded_lines(8),
            winning_lines(1),
            folded_lines(2),
            winning_lines(3),
        ),
    )
    void = voided(told(1282, ()))
    others = (told(number, (winning_lines(5), folded_lines(8))) for number in range(1281, 1271, -1))
    held = tuple(stood_still(one) if one.number == 1279 else one for one in others)
    return (first, void, *held)


HISTORY = history()
