"""Field cases of groups 1 to 3 as their rows stand, where a test elsewhere has other cards or amounts.

`field_cases.toml` names for every row of the three groups the tests that prove it.
"""

from dataclasses import replace

import pytest

from controller.engine.commands import Act, CloseBetting, Decide, Exposure, SettleSeat, VacateSeat
from controller.engine.coverage import single_bank
from controller.engine.faults import InvariantFault
from controller.engine.ids import SeatNo
from controller.engine.invariants import check_settlement
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Category, Coverage, Wager
from controller.engine.ruleset_policy import Ruling
from controller.engine.settlement import settle
from controller.engine.state import DealingMode, HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import SECOND_US, Felt
from tests.engine.ruling_kit import finish, give_ruling, rule, ruled
from tests.engine.settlement_kit import CA_000, UNIT, heads_up, seat, showdown, stakes
from tests.engine.stages import TWO, at, kinds
from tests.engine.test_field_cases_engine import heads_up as table
from tests.engine.test_field_cases_engine import nets, river

MODES = pytest.mark.parametrize("mode", list(DealingMode))
ONE = SeatNo(1)


def test_he08_the_label_of_a_steel_wheel_is_not_royal() -> None:
    """Straight flush, five high (G4.1)."""
    settled = heads_up("Ad Qs", "6c Qh", "2d 3d 4d 5d Kc", stakes(10, 10, 5))
    (hand,) = [one.hand for one in settled.seats]
    assert hand is not None
    assert (Category.STRAIGHT_FLUSH, "5d") == (hand.category, hand.five[0].value)


def fifteen() -> Felt:
    """Give a table with one Ante of 15.00, before the flop."""
    felt = Felt(rules=CA_000)
    felt.prepare()
    felt.seat_bank(1_000_000, 2)
    felt.wager(2, 1500)
    felt.deal()
    return felt


def accepted(felt: Felt) -> list[int]:
    """Give the amounts of Play that would be accepted now, of any multiple up to five."""
    tried = {n * 1500: felt.decided(Decide(seat=TWO, act=Act.PLAY, multiple=n)) for n in range(6)}
    return [cents for cents, decided in tried.items() if isinstance(decided, tuple)]


def test_st25_each_street_takes_its_own_multiples_and_no_hand_is_shown() -> None:
    """Ante 15.00: 45 and 60, on the flop 30, at the river 15; no face before the reveal (G2.2, V9)."""
    felt = fifteen()
    seen = [accepted(felt)]
    felt.board()
    felt.expose(Exposure.FLOP)
    seen.append(accepted(felt))
    felt.expose(Exposure.TURN_RIVER)
    seen.append(accepted(felt))
    assert [[4500, 6000], [3000], [1500]] == seen
    picture = view(felt.state, felt.prompt)
    hands = [card.card for one in picture.seats for card in one.cards] + [c.card for c in picture.bank.cards]
    assert [None] * 4 == hands


def test_st30_cards_that_changed_places_do_not_change_the_dealt_record() -> None:
    """Tens against queen high, nobody qualifies: 0, 0, +10.00 after the floor's ruling (I25, G3.3)."""
    felt = table("Qc Td", "Qd 4s", "Th 9d 3c 2s 7h")
    river(felt)
    felt.play(2, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.report()
    assert HoldCode.REPORTED is felt.held()
    swapped = {"place": "seat 2 card 1", "other_place": "board card 5"}
    give_ruling(felt, rule("I25", Ruling.DEALT_RECORD_DECIDES, **swapped))
    said = ruled(felt)
    assert ("I25", TWO, "floor-1") == (said.code, said.seat, said.approved_by)
    assert "seat 2 card 1, board card 5" == said.place
    assert "seat 2 card 1 Qc, board card 5 7h" == said.after
    assert {"ante": 0, "blind": 0, "play": 1000} == nets(felt)


def test_st31_a_call_heard_as_a_fold_is_restored_by_the_floor() -> None:
    """Ten seconds later, with the same two cards; a Play after the fold is refused (ST11; I24, G3.8)."""
    felt = table("As Kd", "9c 5h", "Ad 8s 6c 3h 2d")
    river(felt)
    cards = felt.state.seat(TWO).cards
    felt.fold(2)
    for _ in range(2):
        assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=1))
    felt.now_us += 10 * SECOND_US
    give_ruling(felt, rule("I24", Ruling.DECISION_RESTORED, seat=TWO, decision="undecided"))
    assert (cards, (TWO,)) == (felt.state.seat(TWO).cards, felt.prompt.open_seats)
    assert ("test", "floor-1") == (ruled(felt).reason, ruled(felt).approved_by)
    felt.play(2, 1)
    felt.expose(Exposure.PLAYER_DEALER)
    assert {"ante": 0, "blind": 0, "play": 1000} == nets(felt)
    assert 1 == kinds(felt.events).count("decision_corrected")


@MODES
@pytest.mark.parametrize("ruling", [Ruling.VOID, Ruling.NO_FURTHER_PLAY, Ruling.RESHUFFLE_REST])
def test_st46_whatever_is_ruled_on_an_exposed_stub_bank_and_seats_are_conserved(
    ruling: Ruling, mode: DealingMode
) -> None:
    """Choice and person are on record, and every cent is somewhere (I6, V1)."""
    felt = at(Phase.PREFLOP, mode)
    give_ruling(felt, rule("I6", ruling))
    assert (ruling, "floor-1") == (ruled(felt).ruling, ruled(felt).approved_by)
    if ruling is Ruling.VOID:
        voided = next(event for event in felt.events if event.kind == "round_voided")
        assert [(2, 2000), (3, 2000)] == [(number, cents) for number, _, cents in voided.returned]
    else:
        if ruling is Ruling.NO_FURTHER_PLAY:
            assert RefusalCode.ALREADY_DECIDED is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=4))
        assert 0 == sum(finish(felt).values())
    assert 0 == felt.state.ledgers.balance


def test_pb03_a_and_b_pay_in_their_layers_and_the_receipts_agree() -> None:
    """Banker 200, backer 5,000: seats win 150 and 400; A pays 150 and 50, B pays 350; losses alike (G8.8)."""
    layers = single_bank("a", 200 * UNIT) + single_bank("b", 5_000 * UNIT)
    board = "Kh Qc 9d 2c 7s"
    won = showdown(
        "Kd 5c",
        board,
        seat(2, "As Ah", stakes(50, 100, bettor="one")),
        seat(3, "Ac Ad", stakes(100, 300, bettor="two")),
    )
    paid = settle(CA_000, replace(won, layers=layers))
    assert [150 * UNIT, 400 * UNIT] == [one.net for one in paid.bettors]
    assert [200 * UNIT, 350 * UNIT] == [layer.paid for layer in paid.layers]
    assert [-200 * UNIT, -350 * UNIT] == [share.cents for layer in paid.layers for share in layer.shares]
    lost = showdown(
        "Kd 5c",
        board,
        seat(2, "2s 3d", stakes(50, 50, bettor="one")),
        seat(3, "3s 4d", stakes(100, 200, bettor="two")),
    )
    taken = settle(CA_000, replace(lost, layers=layers))
    assert [-150 * UNIT, -400 * UNIT] == [one.net for one in taken.bettors]
    assert [200 * UNIT, 350 * UNIT] == [layer.collected for layer in taken.layers]


def test_pb10_a_folded_ante_that_is_dropped_stops_the_round() -> None:
    """What is put in must come out, or the table stops (V1, V2)."""
    settled = settle(
        CA_000,
        showdown(
            "Kd 5c",
            "Kh Qc 9d 2c 7s",
            seat(2, "As Ah", stakes(10, 20, bettor="a")),
            seat(3, "3s 4d", stakes(10, bettor="b"), folded=True),
            bank=1_000 * UNIT,
        ),
    )
    check_settlement(settled, 1_000 * UNIT, Coverage.GROSS_POOL)
    kept = tuple(one for one in settled.lines if (one.bettor, one.wager) != ("b", Wager.ANTE))
    nets_kept = tuple(replace(one, net=-10 * UNIT) if one.bettor == "b" else one for one in settled.bettors)
    with pytest.raises(InvariantFault, match="V1"):
        check_settlement(replace(settled, lines=kept, bettors=nets_kept), 1_000 * UNIT, Coverage.GROSS_POOL)


def test_pb20_a_banker_who_leaves_in_the_round_leaves_wagers_that_settle() -> None:
    """Alone he starts nothing; in the round his seat cannot be taken away, and all is settled (G2.8, I23)."""
    alone = Felt()
    alone.prepare()
    alone.seat_bank(100_000, 2)
    assert RefusalCode.NO_ENTITLED_SEAT is alone.refused(CloseBetting())
    felt = at(Phase.PREFLOP)
    assert RefusalCode.WRONG_PHASE is felt.refused(VacateSeat(seat=ONE))
    assert 0 == sum(finish(felt).values())
    assert RefusalCode.WRONG_PHASE is felt.refused(SettleSeat(seat=TWO))
