"""Invariants: each breach stops the table by its name, and names no card (G12)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from controller.engine.cards import Card, Exposed, Hidden
from controller.engine.commands import CloseBetting, Exposure
from controller.engine.decide import settle_down
from controller.engine.decide.dealing import turned_up
from controller.engine.events import DecksSwapped, Event, PhaseEntered
from controller.engine.faults import ConfigFault, InvariantFault, TableFault
from controller.engine.invariants import check, check_settlement, seat_steps
from controller.engine.ruleset import Coverage
from controller.engine.settlement_types import Outcome, Settlement
from controller.engine.showdown import settle_round
from controller.engine.state import Context, Phase, Seat, TableState
from tests.engine.given import Felt
from tests.engine.stages import THREE, TWO, at

SALT = bytes(16)


def in_round(state: TableState, **changes: object) -> TableState:
    """Give the state with the round changed."""
    assert state.round is not None
    return replace(state, round=replace(state.round, **changes))  # type: ignore[arg-type]


def in_seat(state: TableState, number: int, **changes: object) -> TableState:
    """Give the state with one seat changed."""
    seats = list(state.seats)
    seats[number - 1] = replace(seats[number - 1], **changes)  # type: ignore[arg-type]
    return replace(state, seats=tuple(seats))


BREACHES: list[tuple[str, Callable[[TableState], TableState]]] = [
    ("V8", lambda s: replace(s, round=None)),
    ("V7", lambda s: in_seat(s, 3, cards=s.seats[1].cards)),
    ("V7", lambda s: in_seat(s, 2, cards=_alike(s.seats[1]))),
    ("V7", lambda s: in_round(s, board=tuple(_hidden(80 + n) for n in range(6)))),
    ("V7", lambda s: in_round(s, dealer_cards=tuple(_hidden(90 + n) for n in range(3)))),
    ("V7", lambda s: in_seat(s, 2, cards=(*s.seats[1].cards, _hidden(93)))),
    ("V8", lambda s: in_seat(s, 7, cards=(_hidden(94),))),
    ("V9", lambda s: in_round(s, flop_up=True)),
    ("V9", lambda s: in_round(s, dealer_up=True)),
    ("V9", lambda s: in_seat(s, 2, cards=(_up(s.seats[1].cards[0]), s.seats[1].cards[1]))),
    ("V8", lambda s: in_seat(s, 7, decision=s.seats[1].decision)),
    ("V8", lambda s: in_seat(s, 2, bettors=(replace(s.seats[1].bettors[0], play=1),))),
]


def _hidden(ordinal: int) -> Hidden:
    return Hidden(ordinal=ordinal)


def _alike(seat: Seat) -> tuple[Hidden, ...]:
    first, second = seat.cards
    assert isinstance(first, Hidden)
    return (first, replace(first, ordinal=second.ordinal))


def _up(card: Hidden | Exposed) -> Exposed:
    assert card.card is not None
    return Exposed(ordinal=card.ordinal, card=card.card, salt=SALT)


@pytest.mark.parametrize(
    ("rule", "breach"), BREACHES, ids=[f"{rule}-{n}" for n, (rule, _) in enumerate(BREACHES)]
)
def test_a_breach_is_named_and_shows_no_card(rule: str, breach: Callable[[TableState], TableState]) -> None:
    """The state before it is sound, the one after it stops the table (V7 to V9)."""
    felt = at(Phase.PREFLOP)
    felt.play(2, 4)
    check(felt.state)
    with pytest.raises(InvariantFault) as caught:
        check(breach(felt.state))
    assert rule == caught.value.rule
    assert [] == [card for card in Card if f" {card.value} " in str(caught.value)]


def settled() -> tuple[Settlement, int]:
    """Give a settlement in which both seats lost what they had, and the bank."""
    felt = at(Phase.SETTLE)
    assert felt.current().settlement is not None
    return felt.current().settlement, felt.current().bank  # type: ignore[return-value]


def test_money_that_does_not_cancel_stops_the_table() -> None:
    """Zero sum (V1)."""
    settlement, bank = settled()
    check_settlement(settlement, bank, Coverage.GROSS_POOL)
    broken = replace(settlement, dealer_collected=settlement.dealer_collected + 1)
    with pytest.raises(InvariantFault, match="V1"):
        check_settlement(broken, bank, Coverage.GROSS_POOL)


def test_a_line_that_is_walked_twice_stops_the_table() -> None:
    """Every wager once (V2)."""
    settlement, bank = settled()
    broken = replace(settlement, steps=(*settlement.steps, settlement.steps[0]))
    with pytest.raises(InvariantFault, match="V2"):
        check_settlement(broken, bank, Coverage.GROSS_POOL)


def test_a_won_stake_that_was_taken_stops_the_table() -> None:
    """A winner keeps the stake (V4)."""
    settlement, bank = settled()
    lines = tuple(replace(line, outcome=Outcome.WIN) for line in settlement.lines)
    with pytest.raises(InvariantFault, match="V4"):
        check_settlement(replace(settlement, lines=lines), bank, Coverage.GROSS_POOL)


@pytest.mark.parametrize(
    ("coverage", "paid", "collected", "bank"),
    [
        (Coverage.NET_RUNNING, 0, 4000, 3999),
        (Coverage.GROSS_POOL, 2000, 6000, 7999),
        (Coverage.GROSS_TWO_SIDED, 2000, 6000, 5999),
    ],
)
def test_a_bank_that_moved_too_much_stops_the_table(
    coverage: Coverage, paid: int, collected: int, bank: int
) -> None:
    """Never beyond the wager, in no reading (V5)."""
    settlement, _ = settled()
    stretched = replace(settlement, dealer_paid=paid, dealer_collected=collected)
    check_settlement(stretched, bank + 1, coverage)
    with pytest.raises(InvariantFault, match="V5"):
        check_settlement(stretched, bank, coverage)


def test_the_walk_turns_one_hand_up_for_each_seat() -> None:
    """One step a seat in one pass (G6.6)."""
    assert 2 == seat_steps(settled()[0])


def test_a_closed_card_cannot_be_turned_up_or_settled() -> None:
    """What was closed for good stays closed (DURABILITY 7.1)."""
    with pytest.raises(InvariantFault, match="V12"):
        turned_up((Hidden(ordinal=3),))
    felt = at(Phase.REVEAL)
    closed = in_round(felt.state, dealer_cards=(Hidden(ordinal=1), Hidden(ordinal=2)))
    with pytest.raises(InvariantFault, match="closed"):
        settle_round(closed)
    short = in_round(felt.state, dealer_cards=felt.current().dealer_cards[:1])
    with pytest.raises(InvariantFault, match="1 cards"):
        settle_round(short)


def test_cards_already_up_are_not_turned_up_again() -> None:
    """An exposure shows what was hidden (G3.3)."""
    felt = at(Phase.FLOP)
    felt.expose(Exposure.FLOP)
    assert () == turned_up(felt.current().board[:3])


def test_rules_that_never_come_to_rest_stop_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop in the rules is our fault, and named by its last event (ARCHITECTURE 5)."""

    def endless(_state: TableState, _context: Context) -> tuple[Event, ...]:
        return (PhaseEntered(phase=Phase.WAGERS),)

    felt = at(Phase.WAGERS)
    monkeypatch.setattr("controller.engine.decide.automatic", endless)
    context = Context(actor="", role=None, now_us=0)
    with pytest.raises(TableFault, match="phase_entered"):
        settle_down(felt.state, (PhaseEntered(phase=Phase.WAGERS),), context)


def test_faults_carry_their_fields_and_say_them() -> None:
    """Errors name field, value and what is allowed (ARCHITECTURE 5)."""
    fault = ConfigFault(file="table.toml", key="bank", value=3, allowed="cents")
    assert ("table.toml", "bank", 3, "cents") == (fault.file, fault.key, fault.value, fault.allowed)
    assert "table.toml: bank = 3 is not allowed; allowed: cents" == str(fault)
    assert isinstance(InvariantFault("V1", "x"), TableFault)


def test_between_two_rounds_there_is_none() -> None:
    """A closed table and the swap of decks have no round (G1)."""
    felt = Felt()
    check(felt.state)
    check(replace(at(Phase.COLLECT).state, round=None))
    assert DecksSwapped(used="A", due="B").kind == "decks_swapped"


def test_both_seats_are_dealt_in() -> None:
    """The sound state these tests start from (G1)."""
    felt = at(Phase.WAGERS)
    felt.ask(CloseBetting())
    assert (TWO, THREE) == felt.current().entitled
