"""What the floor may rule now: one offer for each row of the policy and each ruling it allows (G9.1)."""

from collections.abc import Iterator
from typing import Final, Protocol

from controller.engine.cards import Card
from controller.engine.choices import card, cents, pick, reason_choice
from controller.engine.commands import Ask, Irregularity
from controller.engine.decide.rule import OF_A_ROUND
from controller.engine.decide.rule.authority import candidates, default_ruling, reason_of
from controller.engine.decide.rule.cards import next_slot, open_strays, places
from controller.engine.decide.rule.seats import restorable
from controller.engine.decide.rule.stakes import SIDES
from controller.engine.decide.rulings import may_open_folded
from controller.engine.ids import DeckLetter, SeatNo
from controller.engine.prompt import Choice, Offer, OfferCode, OfferGroup, OpenField
from controller.engine.queries import faces, open_seats
from controller.engine.remembering import of_last_state
from controller.engine.ruleset import Wager
from controller.engine.ruleset_policy import Irregular, PolicyRow, Ruling
from controller.engine.ruling_commands import (
    OpenDispute,
    OpenFoldedHand,
    QuarantineDeck,
    RestoreDevice,
    Rule,
    SuspendDevice,
)
from controller.engine.showdown import open_stop, settled_before
from controller.engine.state import IN_ROUND, DeckState, Phase, TableState
from controller.engine.transitions import may_void

DECKS: Final[tuple[DeckLetter, DeckLetter]] = ("A", "B")
WAGERS: Final = (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.BAD_BEAT)
_NEEDS_SEAT: Final = frozenset({Ruling.DEAD, Ruling.DEAD_LOST, Ruling.HAND_DEAD, Ruling.DECISION_RESTORED})
_STAKES: Final = frozenset(
    {
        Ruling.STAKE_VOID,
        Ruling.ADDED_PART_RETURNED,
        Ruling.SMALLER_COUNTS,
        Ruling.SIDE_WAGER_RETURNED,
        Ruling.RECORD_CORRECTED,
    }
)
_DECK_ONLY: Final = frozenset({Ruling.RESULT_STANDS, Ruling.NO_ROUND})
_UNSEEN: Final = frozenset({Ruling.GO_ON_UNSEEN, Ruling.RESUME_BY_NUMBER})


_REASON_CHOICES: Final = {reason: reason_choice(reason.value) for reason in Irregularity}


class Make(Protocol):
    """Make an offer with its token."""

    def __call__(
        self,
        state: TableState,
        code: OfferCode,
        command: Ask,
        *,
        seat: SeatNo | None = None,
        subject: object = "",
        revision: object = 0,
        choices: tuple[Choice, ...] = (),
        group: OfferGroup | None = None,
    ) -> Offer:
        """Give the offer."""


def rule_offers(state: TableState, make: Make) -> list[Offer]:
    """Give every ruling that has a ground now: what the hold may be first, in each row its default first."""
    first = candidates(state)
    rows = state.ruleset.policy.rows_in(state.phase.value)
    ordered = sorted(rows, key=lambda row: first.index(row.code) if row.code in first else len(first))
    revision = _revision(state)
    return [offer for row in ordered for offer in _row(state, row, revision, make)]


def _row(state: TableState, row: PolicyRow, revision: str, make: Make) -> Iterator[Offer]:
    default = default_ruling(state, row)
    for ruling in sorted(row.allowed, key=lambda one: one is not default):
        if not has_ground(state, row, ruling):
            continue
        choices = _choices(state, row, ruling)
        yield make(
            state,
            OfferCode.RULE,
            Rule(
                code=row.code,
                ruling=ruling,
                reason=reason_of(row.code).value,
                seat=_seat(choices),
                place=_place(state, choices),
            ),
            subject=f"{row.code}.{ruling}",
            revision=revision,
            choices=choices,
            group=_group(row, ruling),
        )


def _revision(state: TableState) -> str:
    """Change with what a ruling would be about, so that a stale one is refused (G3.10)."""
    current = state.round
    if current is None:
        return "0"
    decided = sum(seat.revision for seat in state.seats)
    return f"{current.next_index}.{current.next_ordinal}.{decided}.{current.step}"


def _seat(choices: tuple[Choice, ...]) -> SeatNo | None:
    """Propose the first seat where one is asked for."""
    values = next((choice.values for choice in choices if choice.field is OpenField.SEAT), ())
    return SeatNo(int(values[0])) if values and isinstance(values[0], int) else None


def _place(state: TableState, choices: tuple[Choice, ...]) -> str:
    """Propose the card that is looked at now: the hold's first, or the open step's, else none."""
    values = next((choice.values for choice in choices if choice.field is OpenField.PLACE), ())
    held = state.hold.places if state.hold is not None else ()
    stop = open_stop(state) if state.round is not None else None
    looked_at = (*held, *(() if stop is None else (f"seat {stop.position} card 1",)))
    return next((place for place in looked_at if place in values), "")


def _group(row: PolicyRow, ruling: Ruling) -> OfferGroup:
    if row.code is Irregular.I26:
        return OfferGroup.CARD
    if ruling is Ruling.REVERSE_SETTLEMENT:
        return OfferGroup.SETTLEMENT
    return OfferGroup.RULING


def has_ground(state: TableState, row: PolicyRow, ruling: Ruling) -> bool:
    """Tell whether the state holds anything that a ruling could be about."""
    current = state.round
    if current is None and ruling in OF_A_ROUND:
        return False
    match ruling:
        case Ruling.VOID:
            return may_void(state) or (row.code is Irregular.I9 and state.phase is Phase.COLLECT)
        case Ruling.RESULT_STANDS:
            return state.phase not in IN_ROUND
        case Ruling.NO_ROUND:
            return state.phase in {Phase.CLOSED, Phase.OFFER, Phase.WAGERS, Phase.COLLECT}
        case Ruling.CARD_DEAD:
            return current is not None and bool(open_strays(current))
        case Ruling.ENTER_CARD:
            return _may_enter(state, row)
        case Ruling.DEALT_RECORD_DECIDES:
            return len(places(state)) > 1
        case Ruling.MOVE_STACK:
            return row.code is Irregular.I12 and default_ruling(state, row) is Ruling.MOVE_STACK
        case Ruling.CHECK_OR_FOLD:
            return bool(open_seats(state))
        case Ruling.NO_FURTHER_PLAY:
            return current is not None and not current.ruled.play_barred
        case Ruling.BANK_CORRECTED:
            return current is not None and current.player_dealer is not None
        case Ruling.REVERSE_SETTLEMENT:
            return bool(settled_seats(state))
        case _:
            return _has_subject(state, ruling)


def _has_subject(state: TableState, ruling: Ruling) -> bool:
    if ruling in _UNSEEN:
        return state.hold is None or state.hold.resumable
    if ruling in _NEEDS_SEAT:
        return bool(living_seats(state))
    return bool(staked_seats(state)) if ruling in _STAKES else True


def _may_enter(state: TableState, row: PolicyRow) -> bool:
    if row.code is Irregular.I26:
        return bool(places(state))
    return state.hold is not None and state.round is not None and next_slot(state) is not None


@of_last_state
def living_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats with a hand that is not dead."""
    entitled = () if state.round is None else state.round.entitled
    return tuple(number for number in entitled if not state.seat(number).is_dead)


@of_last_state
def staked_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats with chips on the felt."""
    return tuple(
        seat.number
        for seat in state.seats
        if not seat.is_dead and any(bettor.is_in for bettor in seat.bettors)
    )


@of_last_state
def settled_seats(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats whose settlement is closed, of this round or of the one before (I27)."""
    current, previous = state.round, state.previous
    if current is not None and current.settlement is not None and not current.is_void:
        steps = current.settlement.steps[: current.step]
    elif previous is not None and (before := settled_before(state)) is not None:
        steps = tuple(step for i, step in enumerate(before.steps) if i not in previous.undone)
    else:
        return ()
    return tuple(sorted({step.position for step in steps}))


def _choices(state: TableState, row: PolicyRow, ruling: Ruling) -> tuple[Choice, ...]:
    """Give the fields of a ruling that a person fills, the reason last."""
    return (*_subject_choices(state, row, ruling), _REASON_CHOICES[reason_of(row.code)])


def _subject_choices(state: TableState, row: PolicyRow, ruling: Ruling) -> tuple[Choice, ...]:
    match ruling:
        case Ruling.DECISION_RESTORED:
            return (_seats(living_seats(state)), pick(OpenField.DECISION, *restorable(state)))
        case Ruling.CHECK_OR_FOLD:
            return (_seats(open_seats(state)),)
        case Ruling.MOVE_STACK:
            return (_seats(living_seats(state)),)
        case Ruling.ENTER_CARD if row.code is Irregular.I26:
            return (pick(OpenField.PLACE, *places(state)), card(OpenField.CARD, *_face_up(state)))
        case Ruling.ENTER_CARD:
            return (card(OpenField.CARD, *_face_up(state)),)
        case Ruling.DEALT_RECORD_DECIDES:
            return tuple(pick(one, *places(state)) for one in (OpenField.PLACE, OpenField.OTHER_PLACE))
        case Ruling.BANK_CORRECTED:
            return (cents(OpenField.AMOUNT, 1, None),)
        case Ruling.REVERSE_SETTLEMENT if row.code is Irregular.I27:
            return (_seats(settled_seats(state)),)
        case _ if ruling in _STAKES:
            return (_seats(staked_seats(state)), _bettors(state), *_amounts(ruling))
        case _ if ruling in _NEEDS_SEAT:
            return (_seats(living_seats(state)),)
        case _ if ruling in _DECK_ONLY and state.round is None:
            return (pick(OpenField.DECK, *DECKS),)
        case _:
            return ()


@of_last_state
def _face_up(state: TableState) -> tuple[Card, ...]:
    """Give the faces that anybody sees; a hidden one is never greyed (TOUCHSCREEN 6, S2)."""
    current = state.round
    if current is None:
        return ()
    seats = tuple(up for seat in state.seats if seat.is_up for up in faces(seat.cards))
    return (*faces(current.board), *faces(current.dealer_cards), *seats)


def _seats(seats: tuple[SeatNo, ...]) -> Choice:
    return pick(OpenField.SEAT, *seats)


@of_last_state
def _bettors(state: TableState) -> Choice:
    numbers = {bettor.number for seat in state.seats for bettor in seat.bettors if bettor.is_in}
    return pick(OpenField.BETTOR, *sorted(numbers))


def _amounts(ruling: Ruling) -> tuple[Choice, ...]:
    match ruling:
        case Ruling.SIDE_WAGER_RETURNED:
            return (pick(OpenField.WAGER, *SIDES),)
        case Ruling.STAKE_VOID:
            return (pick(OpenField.WAGER, *WAGERS),)
        case Ruling.SMALLER_COUNTS:
            return (cents(OpenField.AMOUNT, 1, None),)
        case _:
            return (pick(OpenField.WAGER, *WAGERS), cents(OpenField.AMOUNT, 0, None))


def dispute_offer(state: TableState, make: Make) -> Offer:
    """Let the dealer freeze the layout for a dispute (G11.7)."""
    return make(state, OfferCode.OPEN_DISPUTE, OpenDispute(reason="other"), choices=(reason_choice("other"),))


def open_folded_offer(state: TableState, make: Make) -> list[Offer]:
    """Let two persons turn up a folded hand while a dispute lasts, where there is one to open (I35)."""
    seats = may_open_folded(state)
    if not seats:
        return []
    command = OpenFoldedHand(seat=seats[0], reason="other")
    return [
        make(
            state,
            OfferCode.OPEN_FOLDED_HAND,
            command,
            revision=_revision(state),
            choices=(_seats(seats), reason_choice("other")),
            group=OfferGroup.DISPUTE,
        )
    ]


def use_offers(state: TableState, make: Make) -> list[Offer]:
    """Let the floor take decks and devices out of use, and devices back into it (G11.6)."""
    offers = [
        make(
            state,
            OfferCode.QUARANTINE_DECK,
            QuarantineDeck(deck=deck.letter, reason="other"),
            subject=deck.letter,
            choices=(reason_choice("other_deck_or_double"),),
            group=OfferGroup.DEVICES,
        )
        for deck in state.decks
        if deck.state not in {DeckState.QUARANTINED, DeckState.IN_PLAY}
    ]
    for device in (state.shuffler, state.shoe):
        if device.suspended:
            code, command = OfferCode.RESTORE_DEVICE, RestoreDevice(device=device.name)
            offers.append(make(state, code, command, subject=device.name, group=OfferGroup.DEVICES))
            continue
        offers.append(
            make(
                state,
                OfferCode.SUSPEND_DEVICE,
                SuspendDevice(device=device.name, reason="device"),
                subject=device.name,
                choices=(reason_choice("device"),),
                group=OfferGroup.DEVICES,
            )
        )
    return offers
