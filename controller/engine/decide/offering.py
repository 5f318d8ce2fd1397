"""The offer of the bank: whose turn it is, who may not, what follows when nobody takes it (G8.1 to G8.3)."""

from controller.engine.bank_events import BankShared
from controller.engine.co_bankers import may_hold_on
from controller.engine.commands import Answer
from controller.engine.events import BankOffered, BankPosted, Event, PhaseEntered, PlayerDealerSeated
from controller.engine.ids import SeatNo, clockwise_from
from controller.engine.queries import occupied, round_of
from controller.engine.rotation import PassedOver, offers_every_hand
from controller.engine.rotation_events import BankOfferedToAll, SeatPassedOver
from controller.engine.ruleset import AllDeclined
from controller.engine.state import Phase, TableState

SEATS_FOR_A_ROUND = 2


def offer(state: TableState) -> tuple[Event, ...]:
    """Walk the offer of the bank round the table, or pass it at once when none is due (G8.1, G8.2)."""
    if state.ruleset.house_banked:
        return (PhaseEntered(phase=Phase.WAGERS),)
    banking = state.banking
    if state.rotation.missed:
        return ()
    if banking.asking is not None or round_of(state).player_dealer is not None:
        return _accepted(state)
    seats = occupied(state)
    if len(seats) < SEATS_FOR_A_ROUND:
        return ()
    if not _offer_is_due(state):
        assert banking.player_dealer is not None
        return _kept(state, banking.player_dealer)
    return _ask_all(state) if offers_every_hand(state.ruleset.rotation) else _ask_next(state)


def _accepted(state: TableState) -> tuple[Event, ...]:
    current = round_of(state)
    if current.player_dealer is None or current.bank == 0:
        return ()
    return (PhaseEntered(phase=Phase.WAGERS),)


def _offer_is_due(state: TableState) -> bool:
    banking = state.banking
    if banking.player_dealer is None or not state.seat(banking.player_dealer).is_taken:
        return True
    if offers_every_hand(state.ruleset.rotation):
        return True
    return banking.counted >= state.ruleset.rotation.rounds or bool(banking.answers or banking.passed)


def _kept(state: TableState, seat: SeatNo) -> tuple[Event, ...]:
    """Let the same player-dealer go on; the wager of the round before is proposed again (G2.8, G3.5)."""
    seated = PlayerDealerSeated(seat=seat, kept=True)
    if chips_left(state) < max(1, state.ruleset.bank_min):
        return (seated,)
    posted = BankPosted(seat=seat, amount=state.banking.bank, repeated=True)
    layers = state.banking.layers
    if not may_hold_on(state, layers):
        return (seated,)
    return (seated, posted, BankShared(seat=seat, layers=layers)) if layers else (seated, posted)


def chips_left(state: TableState) -> int:
    """Give what lies before the player-dealer after the round before: the wager and what it won or lost."""
    last = state.last_result
    return state.banking.bank + (0 if last is None else last.net)


def offer_order(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats to ask: clockwise from the player-dealer, who is last; first the lowest seat (G8.1)."""
    seats = occupied(state)
    holder = state.banking.player_dealer
    if holder is None:
        return seats
    order = tuple(seat for seat in clockwise_from(holder) if seat in seats)
    return (*order, holder) if holder in seats else order


def passed_over(state: TableState, seat: SeatNo) -> PassedOver | None:
    """Say why a seat may not take the bank now: another must have banked between (G8.2, G8.3)."""
    rotation, kept = state.ruleset.rotation, state.rotation
    if offers_every_hand(rotation) and kept.third_party_banked and kept.third_party == seat:
        return PassedOver.THIRD_PARTY
    held_out = seat == state.banking.player_dealer and state.banking.counted >= rotation.rounds
    return PassedOver.BANKED_LAST if rotation.intervening_required and held_out else None


def may_bank(state: TableState, seat: SeatNo) -> bool:
    """Tell whether a seat may take the bank: somebody sits there, and another banked between (G8.2)."""
    sits = state.seat(seat).is_taken and not state.seat(seat).is_away
    return sits and passed_over(state, seat) is None


def still_to_ask(state: TableState) -> tuple[SeatNo, ...]:
    """Give the seats of this walk that were neither asked nor passed over, in their order."""
    banking = state.banking
    done = {*banking.passed, *banking.open_to, *(seat for seat, _ in banking.answers)}
    return tuple(seat for seat in offer_order(state) if seat not in done)


def _ask_next(state: TableState) -> tuple[Event, ...]:
    left = still_to_ask(state)
    if not left:
        return _all_declined(state)
    why = passed_over(state, left[0])
    return (BankOffered(seat=left[0]),) if why is None else (_passed(left[0], why),)


def _ask_all(state: TableState) -> tuple[Event, ...]:
    """Ask everybody not asked yet at once, a newcomer too; the seats that may not are named (G8.3)."""
    left = still_to_ask(state)
    passed = {seat: why for seat in left if (why := passed_over(state, seat)) is not None}
    named = tuple(_passed(seat, why) for seat, why in passed.items())
    asked = tuple(seat for seat in left if seat not in passed)
    if asked:
        return (*named, BankOfferedToAll(seats=asked))
    if named:
        return named
    return () if state.banking.open_to else _all_declined(state)


def _passed(seat: SeatNo, why: PassedOver) -> SeatPassedOver:
    return SeatPassedOver(seat=seat, why=why, reason="")


def _all_declined(state: TableState) -> tuple[Event, ...]:
    """Go on with the same player-dealer where the rules say so, else wait for a person (G8.2)."""
    holder = state.banking.player_dealer
    keeps = state.ruleset.rotation.all_declined is AllDeclined.KEEP
    if holder is None or not keeps or not may_bank(state, holder):
        return ()
    if any(seat == holder and answer is Answer.ABSENT for seat, answer in state.banking.answers):
        return ()
    return _kept(state, holder)
