"""Hand the round's finished cards to the settlement, once (G3.9)."""

from dataclasses import replace

from controller.engine.cards import Card
from controller.engine.commands import Act
from controller.engine.coverage import single_bank
from controller.engine.faults import InvariantFault
from controller.engine.queries import face, has_folded, round_of
from controller.engine.ruleset import OnFold
from controller.engine.settlement import settle
from controller.engine.settlement_types import Role, SeatEntry, Showdown, Stakes
from controller.engine.state import Bettor, Cardholding, Seat, TableState


def settle_round(state: TableState) -> TableState:
    """Compute the settlement and keep it in the round; nothing of a seat is shown before its step."""
    current = round_of(state)
    settlement = settle(state.ruleset, showdown_of(state))
    return replace(state, round=replace(current, settlement=settlement, step=0))


def showdown_of(state: TableState) -> Showdown:
    """Give the finished cards and stakes in the settlement's words."""
    current = round_of(state)
    house = state.ruleset.house_banked
    return Showdown(
        dealer_position=current.player_dealer,
        dealer_hole=_pair(current.dealer_cards),
        board=_known(current.board),
        layers=() if house else single_bank(f"seat-{current.player_dealer}", current.bank),
        seats=tuple(_entry(state, state.seat(number)) for number in current.entitled),
    )


def _entry(state: TableState, seat: Seat) -> SeatEntry:
    folded = has_folded(seat)
    needs_cards = not folded or state.ruleset.trips_on_fold is OnFold.SEVEN_CARDS
    return SeatEntry(
        position=seat.number,
        hole=_pair(seat.cards) if needs_cards else None,
        folded=folded,
        bettors=tuple(_stakes(seat, bettor) for bettor in seat.bettors if bettor.is_in),
    )


def _stakes(seat: Seat, bettor: Bettor) -> Stakes:
    playing = seat.decision is not None and seat.decision.act is Act.PLAY
    return Stakes(
        bettor=bettor_name(seat, bettor),
        role=Role.SEATED if bettor.number == 0 else Role.BACK_LINE,
        ante=bettor.stakes.ante,
        blind=bettor.stakes.blind,
        play=bettor.play,
        trips=bettor.stakes.trips,
        bad_beat=bettor.stakes.bad_beat,
        folded=playing and bettor.play == 0,
    )


def bettor_name(seat: Seat, bettor: Bettor) -> str:
    """Name a bettor as settlement lines do: `seat-6`, or `seat-6-back-1` behind it."""
    return f"seat-{seat.number}" + (f"-back-{bettor.number}" if bettor.number else "")


def _known(cards: tuple[Cardholding, ...]) -> tuple[Card, ...]:
    known = tuple(face(card) for card in cards)
    if any(card is None for card in known):
        raise InvariantFault("V7", "a card that the settlement needs is closed")
    return tuple(card for card in known if card is not None)


def _pair(cards: tuple[Cardholding, ...]) -> tuple[Card, Card]:
    known = _known(cards)
    if len(known) != 2:
        raise InvariantFault("V7", f"a hand has {len(known)} cards where two are needed")
    return known[0], known[1]
