"""When the community cards come: after PREFLOP, after the hands, or each one face up (G3.2; G7.1)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Exposed
from controller.engine.commands import Act, CloseBetting, CloseStreet, Decide, Expose, Exposure, OpenTable
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, PromptCode, TaskKind, WaitKind
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import CommunityDeal, Decks, RuleSet
from controller.engine.ruling_commands import QuarantineDeck
from controller.engine.settlement_types import StepKind
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from controller.rulesets.load import load_ruleset
from tests.engine.given import CALIFORNIA, FLOOR, NAMES, Felt, mixed
from tests.engine.piles import DEAL, EVERY_BIT
from tests.engine.robot import play_until_round
from tests.engine.stages import THREE, TWO, phases, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
HANDS_FIRST = replace(CALIFORNIA, community_deal=CommunityDeal.AFTER_HANDS)
FACE_UP = replace(CALIFORNIA, community_deal=CommunityDeal.AS_EXPOSED)
HOUSE = load_ruleset("dealing-procedure")


def dealt(rules: RuleSet, mode: DealingMode, **changes: object) -> Felt:
    """Give a table under these rules with every hand on the felt."""
    felt = seated(mode, rules=rules, **changes)  # type: ignore[arg-type]
    felt.deal()
    return felt


def street(felt: Felt, cards: int) -> None:
    """Deal the next community cards by key or by hand."""
    if felt.mode is DealingMode.SHOE:
        felt.draw(cards)
    else:
        felt.press_deal()
        felt.clear_tray()


@MODES
def test_after_hands_the_board_lies_down_before_anybody_acts(mode: DealingMode) -> None:
    """HOLE, COMMUNITY, PREFLOP; Expose(flop) closes PREFLOP (G3.1, T1)."""
    felt = dealt(HANDS_FIRST, mode)
    assert Phase.COMMUNITY is felt.phase()
    if mode is DealingMode.SHOE:
        felt.draw(5)
        assert RefusalCode.SEATS_OPEN is felt.refused(Expose(what=Exposure.FLOP))
        assert OfferCode.EXPOSE not in {offer.code for offer in felt.offers}
        felt.unload()
    else:
        felt.clear_tray()
        felt.clear_tray(to_rack=True)
    assert (Phase.PREFLOP, OfferCode.EXPOSE) == (felt.phase(), felt.offers[0].code)
    assert felt.prompt.waiting is None
    felt.play(2, 4)
    felt.expose(Exposure.FLOP)
    closed = [event for event in felt.events if event.kind == "street_closed"]
    assert [((THREE,), False)] == [(event.checked, event.implied) for event in closed]
    assert (Phase.FLOP, True) == (felt.phase(), felt.current().flop_up)
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    assert ["hole", "community", "preflop", "flop", "river", "reveal", "settle"] == phases(felt.events)[2:]


def test_after_hands_the_deal_key_does_nothing_in_preflop() -> None:
    """The board is there already (G3.2)."""
    felt = dealt(HANDS_FIRST, DealingMode.STACKS)
    felt.clear_tray()
    felt.clear_tray(to_rack=True)
    felt.press_deal()
    assert Phase.PREFLOP is felt.phase()
    assert [] == [task for task in felt.prompt.tasks if task.kind is TaskKind.PRESS_DEAL]


@MODES
def test_as_exposed_three_cards_end_preflop_and_two_end_the_flop(mode: DealingMode) -> None:
    """No COMMUNITY; each card is up when read; the stub waits for COLLECT (G3.2, T3)."""
    felt = dealt(FACE_UP, mode)
    felt.play(2, 4)
    assert felt.prompt.waiting is not None
    assert (WaitKind.CARDS, 3) == (felt.prompt.waiting.kind, felt.prompt.waiting.count)
    street(felt, 3)
    assert (Phase.FLOP, PromptCode.ASK_FLOP) == (felt.phase(), felt.prompt.code)
    assert [Exposed] * 3 == [type(card) for card in felt.current().board]
    assert felt.prompt.waiting is not None
    assert 2 == felt.prompt.waiting.count
    street(felt, 2)
    assert (Phase.RIVER, PromptCode.ASK_RIVER) == (felt.phase(), felt.prompt.code)
    assert [Exposed] * 5 == [type(card) for card in felt.current().board]
    closed = [(event.checked, event.implied) for event in felt.events if event.kind == "street_closed"]
    assert [((THREE,), True), ((THREE,), True)] == closed
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    assert not felt.current().stub_gone
    felt.settle()
    play_until_round(felt, 2)
    assert "community" not in phases(felt.events)


def test_as_exposed_nobody_decides_between_the_cards_of_a_street() -> None:
    """The flop is up with its third card, the river with its fifth (G3.2)."""
    felt = dealt(FACE_UP, DealingMode.SHOE)
    felt.draw()
    assert (Phase.FLOP, PromptCode.DEAL_BOARD, 1, 3) == (
        felt.phase(),
        felt.prompt.code,
        felt.prompt.done,
        felt.prompt.count,
    )
    assert RefusalCode.WRONG_PHASE is felt.refused(Decide(seat=TWO, act=Act.PLAY, multiple=2))
    assert RefusalCode.CARDS_MISSING is felt.refused(Expose(what=Exposure.FLOP))
    felt.draw(3)
    assert (Phase.RIVER, PromptCode.DEAL_BOARD, 1, 2) == (
        felt.phase(),
        felt.prompt.code,
        felt.prompt.done,
        felt.prompt.count,
    )
    felt.draw()
    assert PromptCode.ASK_RIVER is felt.prompt.code


def test_as_exposed_no_decision_lets_the_machine_show_a_card() -> None:
    """All bound on the flop: the key is still needed (G3.5)."""
    felt = dealt(FACE_UP, DealingMode.STACKS)
    street(felt, 3)
    felt.play(2, 2)
    felt.play(3, 2)
    assert (Phase.FLOP, 3) == (felt.phase(), len(felt.current().board))
    street(felt, 2)
    assert (Phase.REVEAL, 5) == (felt.phase(), len(felt.current().board))


def test_as_exposed_without_a_key_a_tap_ends_each_street() -> None:
    """Deal the board, twice (G3.5, CDP1 bit 13)."""
    felt = dealt(FACE_UP, DealingMode.STACKS, capabilities=EVERY_BIT & ~(1 << DEAL))
    assert OfferCode.CLOSE_STREET is felt.offers[0].code
    felt.ask(CloseStreet())
    felt.clear_tray()
    assert (Phase.FLOP, OfferCode.CLOSE_STREET) == (felt.phase(), felt.offers[0].code)
    felt.ask(CloseStreet())
    felt.clear_tray()
    assert Phase.RIVER is felt.phase()
    assert RefusalCode.WRONG_PHASE is felt.refused(CloseStreet())


def test_st35_four_cards_at_the_flop_are_extra() -> None:
    """The fourth is recorded as extra and the street does not move (I2, ST35)."""
    felt = dealt(FACE_UP, DealingMode.STACKS)
    street(felt, 3)
    felt.table.pass_reader(felt.table.chamber[0])
    felt.then()
    assert (HoldCode.EXTRA_CARD, Phase.FLOP, 3) == (
        felt.held(),
        felt.phase(),
        len(felt.current().board),
    )


def test_as_exposed_turn_and_river_are_named_by_their_places() -> None:
    """Board cards 4 and 5, though their window is another (G9)."""
    felt = dealt(FACE_UP, DealingMode.SHOE)
    felt.draw(3)
    felt.table.reading = felt.table.reading.UNREADABLE
    felt.draw()
    assert felt.state.hold is not None
    assert ("board card 4",) == felt.state.hold.places


@MODES
def test_as_exposed_a_link_cut_between_the_streets_loses_no_card(mode: DealingMode) -> None:
    """Windows of three and two come back as they were (CDP1 6)."""
    felt = dealt(FACE_UP, mode)
    for cards in (3, 2):
        for name in NAMES:
            felt.unplug(name)
        felt.link()
        if felt.held() is not None:
            felt.resume()
        street(felt, cards)
    assert Phase.RIVER is felt.phase()
    assert list(range(11)) == [event.index for event in felt.events if event.kind == "card_dealt"]


@MODES
def test_the_house_banks_without_any_offer(mode: DealingMode) -> None:
    """OFFER is skipped; the house's hand takes no seat; seat 1 is served first (G7.3, G8.5)."""
    felt = Felt(rules=HOUSE, mode=mode, cards=mixed("Ah Kd Qs Jc 9h 2d"))
    felt.prepare()
    assert (Phase.WAGERS, None) == (felt.phase(), felt.current().player_dealer)
    felt.wager(1, 1000)
    felt.wager(8, 1000)
    felt.ask(CloseBetting())
    felt.hands()
    targets = [event.target.seat for event in felt.events if event.kind == "card_dealt"]
    assert [SeatNo(1)] * 2 + [SeatNo(8)] * 2 + [None] * 2 == targets


def test_where_the_house_does_not_qualify_antes_go_back_right_to_left_first() -> None:
    """Then hands are turned up, counter-clockwise, for the rest (G7.2, T3)."""
    cards = mixed("Ah Kd", "Qs Qc", "9h 2d", "4c 6s 7d Tc Jh")
    felt = Felt(rules=HOUSE, mode=DealingMode.STACKS, cards=cards)
    felt.prepare()
    felt.wager(1, 1000)
    felt.wager(8, 1000)
    felt.ask(CloseBetting())
    felt.hands()
    felt.play(1, 4)
    felt.play(8, 4)
    street(felt, 3)
    street(felt, 2)
    felt.expose(Exposure.PLAYER_DEALER)
    settlement = felt.current().settlement
    assert settlement is not None
    assert not settlement.qualifies
    assert [(StepKind.ANTE_REFUND, 8), (StepKind.ANTE_REFUND, 1), (StepKind.SEAT, 8), (StepKind.SEAT, 1)] == [
        (step.kind, step.position) for step in settlement.steps
    ]
    assert not felt.state.seat(SeatNo(8)).is_up
    felt.settle()
    assert [8, 1, 8, 1] == [event.seat for event in felt.events if event.kind == "seat_settled"]
    assert Phase.COLLECT is felt.phase()


@pytest.mark.parametrize(
    ("changes", "setting"),
    [
        ({"decks": Decks.SINGLE}, "decks"),
    ],
)
def test_rules_that_cannot_be_dealt_keep_the_table_shut(changes: dict[str, object], setting: str) -> None:
    """Better no round than a wrong one; the setting is named (G7.1)."""
    felt = Felt(rules=replace(CALIFORNIA, **changes))  # type: ignore[arg-type]
    decided = felt.give(OpenTable(approval=FLOOR))
    assert isinstance(decided, Refused)
    assert (RefusalCode.RULES_NOT_PLAYED, setting) == (decided.code, decided.field)


def test_as_exposed_the_stub_leaves_the_shoe_before_the_next_deck_goes_in() -> None:
    """Only once the shoe is closed, so that each deck is counted by itself (G3.2, C7)."""
    felt = dealt(FACE_UP, DealingMode.SHOE)
    felt.draw(5)
    felt.fold(2)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    assert (TaskKind.UNLOAD_SHOE, "A") == (felt.prompt.tasks[0].kind, felt.prompt.tasks[0].deck)
    felt.unload()
    assert TaskKind.TAKE_FROM_CHAMBER is felt.prompt.tasks[0].kind
    felt.collect()
    assert Phase.WAGERS is felt.phase()


def test_a_spoiled_deck_on_its_way_out_does_not_keep_the_used_one_in_play() -> None:
    """COLLECT is entered while the machine ejects the other deck (G10.2, G10.4)."""
    felt = dealt(FACE_UP, DealingMode.SHOE)
    felt.draw(5)
    felt.fold(2)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    felt.table.shuffler.slow = True
    felt.ask(QuarantineDeck(deck="B", reason="torn", approval=FLOOR))
    felt.settle()
    assert DeckState.COLLECTED is felt.state.deck("A").state
