"""Judge wagers before the deal, and "no more bets" (G2, G3.4)."""

from controller.engine.advance import advance
from controller.engine.co_bankers import co_bankers, wagers_there
from controller.engine.commands import PlaceWager, RemoveWager, RepeatWagers
from controller.engine.copying import constructor
from controller.engine.decide.ledgers import drop_fees, fees_refusal
from controller.engine.decide.limits import stakes_refusal
from controller.engine.decide.minimums import judged_minimums
from controller.engine.decide.rotation import rotation_blocks, round_started
from controller.engine.decide.table import bad_seat
from controller.engine.deck_order import dealing_place
from controller.engine.device_words import SelfTest
from controller.engine.events import (
    BettingClosed,
    Event,
    PhaseEntered,
    SeatTaken,
    WagerPlaced,
    WagerRemoved,
    WagersRepeated,
)
from controller.engine.exposure import most_to_pay
from controller.engine.ids import SeatNo
from controller.engine.kept_limits import rules_at
from controller.engine.queries import (
    CARDS_IN_DECK,
    dealing_order,
    deck_is_usable,
    occupied,
    round_of,
)
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import (
    Bettor,
    DeckState,
    Device,
    Stakes,
    TableState,
)
from controller.engine.streets import first_deal_phase

MOST_BACK_LINE = 3
_make_placed = constructor(WagerPlaced)


def decide_place(state: TableState, command: PlaceWager) -> Refused | tuple[Event, ...]:
    """Record a bettor's stakes; an empty seat is taken by it (G2.1, G8.7)."""
    wrong = (
        bad_seat(state, command.seat) or _seat_refusal(state, command.seat) or _bettor_refusal(state, command)
    )
    if wrong is not None:
        return wrong
    stakes = Stakes(
        ante=command.ante,
        blind=command.blind,
        trips=command.trips,
        bad_beat=command.bad_beat,
        progressive=command.progressive,
    )
    refused = stakes_refusal(rules_at(state, state.seat(command.seat)), stakes)
    if refused is not None:
        return Refused(
            code=refused.code,
            field=refused.field,
            value=refused.value,
            allowed=refused.allowed,
            seat=command.seat,
        )
    placed = _make_placed(
        seat=command.seat,
        bettor=command.bettor,
        ante=command.ante,
        blind=command.blind,
        trips=command.trips,
        bad_beat=command.bad_beat,
        progressive=command.progressive,
    )
    taken = state.seat(command.seat).is_taken
    return (placed,) if taken else (SeatTaken(seat=command.seat), placed)


def _seat_refusal(state: TableState, seat: SeatNo) -> Refused | None:
    if round_of(state).player_dealer == seat:
        return Refused(code=RefusalCode.OWN_SEAT, field="seat", value=str(seat), seat=seat)
    if seat in co_bankers(state):
        return _co_banker(seat)
    if state.seat(seat).is_taken or len(occupied(state)) < state.ruleset.max_occupied:
        return None
    most = state.ruleset.max_occupied
    return Refused(
        code=RefusalCode.TABLE_FULL, field="seat", value=str(seat), allowed=f"at most {most} seats", seat=seat
    )


def _co_banker(seat: SeatNo) -> Refused:
    """Refuse the wagers of a seat that holds part of the bank: it would play against itself (G2.8, G8.8)."""
    return Refused(
        code=RefusalCode.CO_BANKER,
        field="seat",
        value=str(seat),
        allowed="a seat that holds no part of the bank",
        seat=seat,
    )


def _bettor_refusal(state: TableState, command: PlaceWager) -> Refused | None:
    most = MOST_BACK_LINE if state.ruleset.back_line else 0
    if 0 <= command.bettor <= most:
        nobody = command.bettor and not state.seat(command.seat).is_taken
        empty = Refused(code=RefusalCode.SEAT_EMPTY, field="seat", value=str(command.seat), seat=command.seat)
        return empty if nobody else None
    code = RefusalCode.BAD_BETTOR if most else RefusalCode.NO_BACK_LINE
    return Refused(
        code=code, field="bettor", value=str(command.bettor), allowed=f"0 to {most}", seat=command.seat
    )


def _bettor(state: TableState, seat: SeatNo, number: int) -> Bettor | None:
    return next((b for b in state.seat(seat).bettors if b.number == number), None)


def decide_remove(state: TableState, command: RemoveWager) -> Refused | tuple[Event, ...]:
    """Take a bettor out of this round; the amounts are kept (TOUCHSCREEN 8)."""
    wrong = bad_seat(state, command.seat)
    if wrong is not None:
        return wrong
    bettor = _bettor(state, command.seat, command.bettor)
    if bettor is None or not bettor.is_in:
        return Refused(
            code=RefusalCode.BAD_BETTOR, field="bettor", value=str(command.bettor), seat=command.seat
        )
    return (WagerRemoved(seat=command.seat, bettor=command.bettor),)


def decide_repeat(state: TableState, command: RepeatWagers) -> Refused | tuple[Event, ...]:
    """Put a seat's last stakes back on the felt (G3.5)."""
    wrong = bad_seat(state, command.seat) or _seat_refusal(state, command.seat)
    if wrong is not None:
        return wrong
    again = repeated_wagers(state, command.seat)
    if not again:
        return Refused(code=RefusalCode.NOTHING_TO_REPEAT, field="seat", value=str(command.seat))
    return (WagersRepeated(seat=command.seat, stakes=again),)


def repeated_wagers(state: TableState, seat: SeatNo) -> tuple[WagerPlaced, ...]:
    """Give the wagers of the last round that a seat played, before its first those entered (G3.5).

    Empty where they already stand so, or there are none.
    """
    bettors = state.seat(seat).bettors
    played = any(bettor.last is not None for bettor in bettors)
    wanted = {b.number: b.last if played else b.stakes for b in bettors}
    standing = {b.number: b.stakes if b.is_in else None for b in bettors}
    if wanted == standing:
        return ()
    return tuple(_wager(seat, number, stakes) for number, stakes in wanted.items() if stakes and stakes.total)


def _wager(seat: SeatNo, bettor: int, stakes: Stakes) -> WagerPlaced:
    return _make_placed(
        seat=seat,
        bettor=bettor,
        ante=stakes.ante,
        blind=stakes.blind,
        trips=stakes.trips,
        bad_beat=stakes.bad_beat,
        progressive=stakes.progressive,
    )


def decide_close_betting(state: TableState, now_us: int) -> Refused | tuple[Event, ...]:
    """Close the betting, or name the first check of G3.4 that fails."""
    minimums = judged_minimums(state)
    left = advance(state, minimums)
    current = round_of(left)
    entitled = dealing_order(left, current.player_dealer)
    refused = (
        rotation_blocks(state, now_us)
        or _bank(state)
        or _wagers(state, left, entitled)
        or _cover(state)
        or fees_refusal(state)
        or _deck(state)
        or _machines(state)
    )
    if refused is not None:
        return refused
    closed = BettingClosed(
        player_dealer=current.player_dealer,
        bank=current.bank,
        entitled=entitled,
        stakes=tuple(_standing(left)),
    )
    began = (*round_started(state, now_us), PhaseEntered(phase=first_deal_phase(state)))
    return (*minimums, closed, *drop_fees(left), *began)


def _standing(state: TableState) -> list[WagerPlaced]:
    return [
        _wager(seat.number, bettor.number, bettor.stakes)
        for seat in state.seats
        for bettor in seat.bettors
        if bettor.is_in
    ]


def _bank(state: TableState) -> Refused | None:
    current = round_of(state)
    if state.ruleset.house_banked:
        return None
    if current.player_dealer is None or not current.bank:
        return Refused(code=RefusalCode.NO_BANK, field="bank", value=str(current.bank))
    return None


def _wagers(state: TableState, left: TableState, entitled: tuple[SeatNo, ...]) -> Refused | None:
    """Check that a seat stays entitled in what is `left`, and every bettor's stakes."""
    if not entitled:
        return Refused(code=RefusalCode.NO_ENTITLED_SEAT, field="ante", value="0")
    both = next((seat for seat in map(SeatNo, sorted(co_bankers(left))) if wagers_there(left, seat)), None)
    if both is not None:
        return _co_banker(both)
    for seat in state.seats:
        for bettor in seat.bettors:
            refused = stakes_refusal(rules_at(state, seat), bettor.stakes) if bettor.is_in else None
            if refused is not None:
                return Refused(
                    code=refused.code,
                    field=refused.field,
                    value=refused.value,
                    allowed=refused.allowed,
                    seat=seat.number,
                )
    return None


def _cover(state: TableState) -> Refused | None:
    current = round_of(state)
    if not state.ruleset.require_full_cover:
        return None
    exposure = most_to_pay(state)
    if current.bank >= exposure:
        return None
    return Refused(
        code=RefusalCode.COVER_TOO_SMALL, field="bank", value=str(current.bank), allowed=f"{exposure} or more"
    )


def _deck(state: TableState) -> Refused | None:
    current = round_of(state)
    deck = state.deck(current.deck)
    if not deck_is_usable(deck):
        return Refused(code=RefusalCode.DECK_QUARANTINED, field="deck", value=deck.letter)
    there = deck.place is dealing_place(state)
    if deck.state is not DeckState.READY or not there or deck.count != CARDS_IN_DECK:
        return Refused(code=RefusalCode.DECK_NOT_READY, field="deck", value=deck.letter, allowed="ready, 52")
    return None


def _machines(state: TableState) -> Refused | None:
    for device in (state.shuffler, state.shoe):
        refused = _machine(device)
        if refused is not None:
            return refused
    current = round_of(state)
    if not (current.shoe_open and current.marked_open) or state.shoe.operation is not None:
        return Refused(code=RefusalCode.DEVICE_NOT_READY, field="device", value="shoe", allowed="opened")
    if state.failed_copy:
        return Refused(code=RefusalCode.RECORD_DEGRADED, field="record", value=state.failed_copy)
    return None


def _machine(device: Device) -> Refused | None:
    if device.suspended:
        return Refused(code=RefusalCode.DEVICE_SUSPENDED, field="device", value=device.name)
    if not device.linked:
        return Refused(code=RefusalCode.DEVICE_NOT_READY, field="device", value=device.name, allowed="linked")
    if device.faults:
        return Refused(code=RefusalCode.DEVICE_FAULT, field="device", value=device.name)
    if device.doors:
        return Refused(code=RefusalCode.DOOR_OPEN, field="device", value=device.name)
    if device.operation is not None and isinstance(device.operation.order, SelfTest):
        return Refused(code=RefusalCode.DEVICE_BUSY, field="device", value=device.name, allowed="at rest")
    if device.blocks or device.late:
        return Refused(code=RefusalCode.DEVICE_BLOCKED, field="device", value=device.name)
    return None
