"""What a person may ask in a state, each with the token that names its meaning (ARCHITECTURE 11)."""

from typing import assert_never

from controller.engine.actors import Role
from controller.engine.bank_offers import missing_plays, shared_bank
from controller.engine.choices import bank_choice, count_choice, reason_choice, wager_choices
from controller.engine.commands import (
    Act,
    Answer,
    AnswerOffer,
    CallFloor,
    CloseBetting,
    CloseStreet,
    CloseTable,
    ConfirmFelt,
    Decide,
    Expose,
    Exposure,
    Irregularity,
    OpenTable,
    PlaceWager,
    PostBank,
    RecordCount,
    RemoveWager,
    RepeatWagers,
    ReplaceDeck,
    ReportIrregularity,
    Resume,
    SeatPlayer,
    SettleSeat,
    TakeStack,
    UndoDecision,
    VacateSeat,
    VoidRound,
)
from controller.engine.copying import replace
from controller.engine.decide.banking import volunteers
from controller.engine.decide.betting import repeated_wagers
from controller.engine.decide.dealing import next_exposure, stack_to_take
from controller.engine.decide.people import needs, would_decide
from controller.engine.deck_order import counts_by_machine
from controller.engine.device_offers import device_rulings, numberings, retests
from controller.engine.ids import SEATS, SeatNo
from controller.engine.ledger_offers import fee_offers, meter_offers
from controller.engine.life_offers import life_offers
from controller.engine.offering import make_offer as _offer
from controller.engine.offers_rotation import asked_at_once, floor_acts
from controller.engine.primary import primary_code
from controller.engine.prompt import Offer, OfferCode, OfferGroup, OpenField, PromptCode
from controller.engine.queries import (
    BOARD_CARDS,
    CARDS_IN_DECK,
    DEAL_BUTTON,
    may_replace,
    open_seats,
    proposed_bank,
    round_of,
    street_of,
    undecided,
)
from controller.engine.refusals import Refused
from controller.engine.ruleset import Street
from controller.engine.ruling_offers import dispute_offer, open_folded_offer, rule_offers, use_offers
from controller.engine.showdown import folds_wait, open_stop
from controller.engine.state import (
    Context,
    DealingMode,
    Phase,
    Stakes,
    TableState,
)
from controller.engine.streets import board_first, closes_by_card
from controller.engine.transitions import allowed_in, may_void


def offers_for(state: TableState, prompt: PromptCode) -> tuple[Offer | None, tuple[Offer, ...]]:
    """Give the primary offer, if any, and all others, as the phase's table of commands allows."""
    every = (*_all(state), *life_offers(state))
    offers = [_judged(state, offer) for offer in every if allowed_in(state, offer.command.kind)]
    wanted = primary_code(state, prompt)
    primary = next((offer for offer in offers if offer.code is wanted), None)
    return primary, tuple(offer for offer in offers if offer is not primary)


def _judged(state: TableState, offer: Offer) -> Offer:
    """Say whether `decide` would take the command as it stands; an approval is taken for granted."""
    need = needs(state, offer.command)
    if offer.code is OfferCode.RULE:
        return replace(offer, needs=need)  # it is offered only where it has a ground
    refused = would_decide(state, offer.command, Context(actor="guide", role=Role.DEALER, now_us=0))
    if not isinstance(refused, Refused):
        return replace(offer, needs=need)
    enabled = bool(offer.open_fields) and _is_about_open_field(offer, refused)
    return replace(offer, needs=need, enabled=enabled, why_not=refused.code, why_seat=refused.seat)


def _is_about_open_field(offer: Offer, refused: Refused) -> bool:
    """Tell whether the refusal only says that a proposed value must still be filled in."""
    return refused.field in {field.value for field in offer.open_fields}


def _all(state: TableState) -> list[Offer]:
    if state.hold is not None:
        return _in_hold(state)
    if state.recovered:
        return [
            _offer(state, OfferCode.CONFIRM_FELT, ConfirmFelt()),
            *_irregularities(state),
        ]
    match state.phase:
        case Phase.CLOSED:
            return [
                _offer(state, OfferCode.OPEN_TABLE, OpenTable()),
                *_seats(state),
                *_decks(state),
                *meter_offers(state),
                *device_rulings(state),
                *retests(state),
                *floor_acts(state),
                *rule_offers(state, _offer),
                *use_offers(state, _offer),
            ]
        case Phase.OFFER:
            bank = [*_banking(state), *floor_acts(state), *meter_offers(state)]
            return [*bank, *_seats(state), *_beside(state)]
        case Phase.WAGERS:
            return [*_wagering(state), *_seats(state), *floor_acts(state), *_beside(state)]
        case Phase.HOLE | Phase.COMMUNITY | Phase.PREFLOP | Phase.FLOP | Phase.RIVER | Phase.REVEAL:
            return [*_in_deal(state), *_irregularities(state)]
        case Phase.SETTLE:
            return [*_settling(state), *_irregularities(state)]
        case Phase.COLLECT:
            return [
                *_collecting(state),
                *_decks(state),
                *device_rulings(state),
                *_irregularities(state),
            ]
        case _ as unreachable:
            assert_never(unreachable)


def _in_hold(state: TableState) -> list[Offer]:
    assert state.hold is not None
    revision = state.hold.code.value
    why = (reason_choice(revision),)
    void = VoidRound(reason=revision)
    group = OfferGroup.VOID
    return [
        _offer(state, OfferCode.CALL_FLOOR, CallFloor(), revision=revision),
        _offer(state, OfferCode.RESUME, Resume(), revision=revision),
        _offer(state, OfferCode.VOID_ROUND, void, revision=revision, choices=why, group=group),
        *numberings(state),
        *_decks(state),
        *open_folded_offer(state, _offer),
        *rule_offers(state, _offer),
    ]


def _irregularities(state: TableState) -> list[Offer]:
    """Offer what stands beside the table in every phase but CLOSED (G3.1)."""
    code = OfferCode.REPORT_IRREGULARITY
    return [
        _offer(state, OfferCode.CALL_FLOOR, CallFloor()),
        *(_offer(state, code, ReportIrregularity(reason=why), subject=why.value) for why in Irregularity),
        *_floor_menu(state),
    ]


def _floor_menu(state: TableState) -> list[Offer]:
    """Offer what the floor may rule and take out of use without a hold (G11.6)."""
    if state.recovered:
        return []
    offers = [dispute_offer(state, _offer), *rule_offers(state, _offer), *use_offers(state, _offer)]
    if may_void(state):
        why = (reason_choice(Irregularity.OTHER.value),)
        void = VoidRound(reason=Irregularity.OTHER.value)
        offers.append(_offer(state, OfferCode.VOID_ROUND, void, choices=why, group=OfferGroup.VOID))
    return offers


def _beside(state: TableState) -> list[Offer]:
    return [
        _offer(state, OfferCode.CLOSE_TABLE, CloseTable(), group=OfferGroup.TABLE),
        *_decks(state),
        *device_rulings(state),
        *retests(state),
        *_irregularities(state),
    ]


def _decks(state: TableState) -> list[Offer]:
    code, group = OfferCode.REPLACE_DECK, OfferGroup.DEVICES
    return [
        _offer(state, code, ReplaceDeck(deck=deck.letter), subject=deck.letter, group=group)
        for deck in state.decks
        if may_replace(deck)
    ]


def _seats(state: TableState) -> list[Offer]:
    offers = []
    for number in SEATS:
        if state.seat(number).is_taken:
            offers.append(_offer(state, OfferCode.VACATE_SEAT, VacateSeat(seat=number), seat=number))
        elif number <= state.ruleset.positions:
            offers.append(_offer(state, OfferCode.SEAT_PLAYER, SeatPlayer(seat=number), seat=number))
    return offers


def _banking(state: TableState) -> list[Offer]:
    current = round_of(state)
    if current.player_dealer is not None:
        return [_bank_offer(state), *shared_bank(state), _gives_up(state, current.player_dealer)]
    asked = state.banking.asking
    if state.banking.open_to:
        return asked_at_once(state)
    if asked is None:
        return _volunteers(state)
    revision = len(state.banking.answers)
    accept = AnswerOffer(seat=asked, answer=Answer.ACCEPTED, bank=proposed_bank(state, asked))
    return [
        _offer(
            state,
            OfferCode.ACCEPT_BANK,
            accept,
            seat=asked,
            revision=revision,
            choices=(bank_choice(state, OpenField.BANK),),
        ),
        _offer(
            state,
            OfferCode.DECLINE_BANK,
            AnswerOffer(seat=asked, answer=Answer.DECLINED),
            seat=asked,
            revision=revision,
        ),
        _offer(
            state,
            OfferCode.ABSENT,
            AnswerOffer(seat=asked, answer=Answer.ABSENT),
            seat=asked,
            revision=revision,
        ),
    ]


def _gives_up(state: TableState, banker: SeatNo) -> Offer:
    """Let a player-dealer who does not post the bank give it up; then it is offered (G2.8)."""
    declined = AnswerOffer(seat=banker, answer=Answer.DECLINED)
    return _offer(state, OfferCode.DECLINE_BANK, declined, seat=banker, revision="unposted")


def _volunteers(state: TableState) -> list[Offer]:
    """Let any seat take the bank once all were asked and nobody holds it (G8.2)."""
    return [
        _offer(
            state,
            OfferCode.ACCEPT_BANK,
            AnswerOffer(seat=seat, answer=Answer.ACCEPTED, bank=proposed_bank(state, seat)),
            seat=seat,
            revision="again",
            choices=(bank_choice(state, OpenField.BANK),),
        )
        for seat in volunteers(state)
    ]


def _bank_offer(state: TableState) -> Offer:
    return _offer(
        state,
        OfferCode.POST_BANK,
        PostBank(amount=proposed_bank(state, round_of(state).player_dealer)),
        seat=round_of(state).player_dealer,
        choices=(bank_choice(state, OpenField.AMOUNT),),
    )


def _wagering(state: TableState) -> list[Offer]:
    current = round_of(state)
    offers = [
        _offer(state, OfferCode.CLOSE_BETTING, CloseBetting()),
        *fee_offers(state),
        *meter_offers(state),
    ]
    if current.player_dealer is not None:
        offers += [_bank_offer(state), *shared_bank(state)]
    for number in SEATS:
        exists = number <= state.ruleset.positions or state.seat(number).is_taken
        if exists and number != current.player_dealer:
            offers += _seat_wagers(state, number)
    return offers


def _seat_wagers(state: TableState, number: SeatNo) -> list[Offer]:
    seat = state.seat(number)
    stakes = seat.bettors[0].stakes if seat.bettors else Stakes()
    place = PlaceWager(
        seat=number,
        bettor=0,
        ante=stakes.ante,
        blind=stakes.blind,
        trips=stakes.trips,
        bad_beat=stakes.bad_beat,
        progressive=stakes.progressive,
    )
    offers = [_offer(state, OfferCode.PLACE_WAGER, place, seat=number, choices=wager_choices(state, number))]
    for bettor in seat.bettors:
        if bettor.is_in:
            remove = RemoveWager(seat=number, bettor=bettor.number)
            subject = f"{number}.{bettor.number}"
            offers.append(_offer(state, OfferCode.REMOVE_WAGER, remove, seat=number, subject=subject))
    if repeated_wagers(state, number):
        offers.append(_offer(state, OfferCode.REPEAT_WAGERS, RepeatWagers(seat=number), seat=number))
    return offers


def _in_deal(state: TableState) -> list[Offer]:
    offers: list[Offer] = []
    current = round_of(state)
    stack = stack_to_take(state)
    if stack is not None:
        offers.append(_offer(state, OfferCode.TAKE_STACK, TakeStack(), revision=stack.first))
    for number in open_seats(state):
        offers += _seat_acts(state, number)
    if closes_by_card(state) and _taps_the_board(state):
        offers.append(_offer(state, OfferCode.CLOSE_STREET, CloseStreet()))
    offers += [*missing_plays(state), *_exposures(state), *_settling(state)]
    if current.undo:
        last = current.undo[-1]
        revision = state.seat(last.seat).revision
        offers.append(
            _offer(
                state,
                OfferCode.UNDO,
                UndoDecision(),
                seat=last.seat,
                bettor=last.bettor,
                revision=revision,
            )
        )
    return offers


def _taps_the_board(state: TableState) -> bool:
    return state.mode is DealingMode.STACKS and not state.shuffler.can(DEAL_BUTTON)


def _seat_acts(state: TableState, number: SeatNo) -> list[Offer]:
    street = street_of(state)
    if street is None:
        return []
    revision = state.seat(number).revision
    offers = []
    for multiple in sorted(state.ruleset.play_multiples.of(street), reverse=True):
        play = Decide(seat=number, act=Act.PLAY, multiple=multiple)
        subject = f"{number}.{multiple}"
        offers.append(_offer(state, OfferCode.PLAY, play, seat=number, subject=subject, revision=revision))
    river = street is Street.RIVER
    act, code = (Act.FOLD, OfferCode.FOLD) if river else (Act.CHECK, OfferCode.CHECK)
    other = Decide(seat=number, act=act, multiple=0)
    offers.append(_offer(state, code, other, seat=number, revision=revision))
    return offers


def _exposures(state: TableState) -> list[Offer]:
    """Offer the next exposure; with no seat left to decide it turns all that is left (G3.5)."""
    due = next_exposure(state)
    too_early = board_first(state) and state.phase is Phase.COMMUNITY and undecided(state)
    if len(round_of(state).board) < BOARD_CARDS or too_early:
        return []
    if undecided(state) and due is Exposure.PLAYER_DEALER:
        return []
    if folds_wait(state) and state.phase is Phase.REVEAL:
        return []
    what = due if undecided(state) or folds_wait(state) else Exposure.PLAYER_DEALER
    return [_offer(state, OfferCode.EXPOSE, Expose(what=what), subject=what.value)]


def _settling(state: TableState) -> list[Offer]:
    stop = open_stop(state)
    if stop is None:
        return []
    command, step = SettleSeat(seat=stop.position), round_of(state).step
    return [_offer(state, OfferCode.SETTLE_SEAT, command, seat=stop.position, revision=step)]


def _collecting(state: TableState) -> list[Offer]:
    """Ask for a hand count once, and only where the shuffler does not count (G10.3)."""
    if round_of(state).collected_count is not None or counts_by_machine(state):
        return []
    count = RecordCount(count=CARDS_IN_DECK)
    return [_offer(state, OfferCode.RECORD_COUNT, count, choices=(count_choice(),))]
