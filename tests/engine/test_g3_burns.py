"""Cards put away unseen before the flop and the river, and the board dealt before the hands (G3.2, G7.1)."""

from dataclasses import replace

import pytest

from controller.engine.cards import Exposed, Hidden
from controller.engine.commands import CloseBetting, Expose, Exposure
from controller.engine.device_words import ArmWindow, Dispense, Place
from controller.engine.events import CardDealt
from controller.engine.prompt import OfferCode, PromptCode, TaskKind, WaitKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Burn, CommunityDeal, RuleSet
from controller.engine.state import DealingMode, HoldCode, Phase
from controller.engine.views import view
from tests.engine.given import CALIFORNIA, NAMES, Felt
from tests.engine.piles import DEAL, EVERY_BIT
from tests.engine.robot import play_until_round, step
from tests.engine.stages import THREE, phases, seated

MODES = pytest.mark.parametrize("mode", list(DealingMode))
BOTH = Burn.BEFORE_FLOP_AND_RIVER
BURNS = {Burn.NONE: 0, Burn.BEFORE_FLOP: 1, BOTH: 2}


def rules(deal: CommunityDeal, burn: Burn) -> RuleSet:
    """Give California with another community timing and burn."""
    return replace(CALIFORNIA, community_deal=deal, burn=burn)


def opened(mode: DealingMode, deal: CommunityDeal, burn: Burn, **changes: object) -> Felt:
    """Give a table under these rules with wagers on two seats."""
    return seated(mode, rules=rules(deal, burn), **changes)  # type: ignore[arg-type]


def dealt(mode: DealingMode, deal: CommunityDeal, burn: Burn) -> Felt:
    """Give a table with every hand on the felt."""
    felt = opened(mode, deal, burn)
    felt.deal()
    return felt


def windows(felt: Felt) -> list[tuple[str, int, int]]:
    """Give place, first index and count of each window that was ordered."""
    orders = [order for order in felt.ordered() if isinstance(order, ArmWindow)]
    return [(order.target.place.value, order.first, order.count) for order in orders]


def stack_taken(felt: Felt) -> None:
    """Take what lies in the tray to its spot, or draw what is asked from the shoe."""
    task = felt.prompt.tasks[0]
    if felt.mode is DealingMode.SHOE:
        felt.draw(task.count)
    else:
        felt.clear_tray()


@MODES
@pytest.mark.parametrize("burn", list(Burn))
@pytest.mark.parametrize("deal", list(CommunityDeal))
def test_every_timing_and_burn_is_dealt_and_all_cards_come_back(
    mode: DealingMode, deal: CommunityDeal, burn: Burn
) -> None:
    """Dealt, board, burned and stub make 52, and the next round begins with the other deck (G3.2, G10.3)."""
    felt = opened(mode, deal, burn)
    felt.ask(CloseBetting())
    most = 0
    while Phase.COLLECT is not felt.phase() and felt.state.rounds == 1:
        most = max(most, len(felt.current().burned))
        play_a_step(felt)
    assert None is felt.held()
    assert BURNS[burn] == most
    cards = [event for event in felt.events if isinstance(event, CardDealt)]
    read = [event for event in cards if event.target.place is not Place.STUB]
    assert list(range(11 + BURNS[burn])) == [event.index for event in read]
    play_until_round(felt, 2)
    assert (2, "B") == (felt.state.rounds, felt.current().deck)
    assert [] == [event for event in felt.events if event.kind == "deck_quarantined"]
    assert felt.replayed() == felt.state


def play_a_step(felt: Felt) -> None:
    """Do what the prompt says once, by the robot of these tests."""
    assert step(felt), felt.prompt


def test_burn_and_flop_close_preflop_and_the_burned_card_stays_unseen() -> None:
    """From the shoe the burn is the card that ends the street; nobody sees it (G3.5, G7.1)."""
    felt = dealt(DealingMode.SHOE, CommunityDeal.AFTER_PREFLOP, BOTH)
    assert Phase.PREFLOP is felt.phase()
    assert (TaskKind.DRAW_CARDS, Place.BURN, 1) == first_task(felt)
    felt.draw()
    closed = [event for event in felt.events if event.kind == "street_closed"]
    assert [True] == [event.implied for event in closed]
    assert (Phase.COMMUNITY, PromptCode.DEAL_BOARD) == (felt.phase(), felt.prompt.code)
    assert [("burn", 6, 1), ("board", 7, 3)] == windows(felt)[3:]
    felt.draw(3)
    assert (PromptCode.BURN_CARD, 1) == (felt.prompt.code, felt.prompt.count)
    felt.draw()
    felt.draw(2)
    assert [("burn", 10, 1), ("board", 11, 2)] == windows(felt)[5:7]
    burned = felt.current().burned
    assert [Hidden, Hidden] == [type(card) for card in burned]
    assert 2 == view(felt.state, felt.prompt).burned
    faces = [card.card.value for card in burned if card.card is not None]
    assert [] == [face for face in faces if f"'{face}'" in repr(view(felt.state, felt.prompt))]


def asked(felt: Felt) -> PromptCode:
    """Give what the guide asks, anew each time."""
    return felt.prompt.code


def first_task(felt: Felt) -> tuple[TaskKind, Place | None, int]:
    """Give kind, place and count of what the hands do now."""
    task = felt.prompt.tasks[0]
    return task.kind, None if task.target is None else task.target.place, task.count


def test_in_stacks_mode_the_machine_is_told_one_three_one_two() -> None:
    """Each part is a dispense of its own, and the burn lies in the tray like a stack (CDP1 7)."""
    felt = dealt(DealingMode.STACKS, CommunityDeal.AFTER_PREFLOP, BOTH)
    felt.press_deal()
    assert (TaskKind.TAKE_STACK, Place.BURN, 1) == first_task(felt)
    assert PromptCode.BURN_CARD is asked(felt)
    for _ in range(4):
        felt.clear_tray()
    counts = [order.count for order in felt.ordered() if isinstance(order, Dispense)]
    assert [2, 2, 2, 1, 3, 1, 2] == counts
    assert PromptCode.STUB_TO_RACK is asked(felt)
    assert 39 == felt.prompt.count


def test_as_exposed_a_burn_comes_before_flop_and_river_and_is_not_turned_up() -> None:
    """The burn closes each street, the board cards are up when read (G3.2, G3.5)."""
    felt = dealt(DealingMode.SHOE, CommunityDeal.AS_EXPOSED, BOTH)
    felt.play(2, 4)
    assert felt.prompt.waiting is not None
    assert (WaitKind.CARDS, 1) == (felt.prompt.waiting.kind, felt.prompt.waiting.count)
    felt.draw()
    assert (Phase.FLOP, PromptCode.DEAL_BOARD, 3) == (felt.phase(), felt.prompt.code, felt.prompt.count)
    felt.draw(3)
    assert PromptCode.ASK_FLOP is asked(felt)
    felt.draw()
    assert (Phase.RIVER, PromptCode.DEAL_BOARD, 2) == (felt.phase(), felt.prompt.code, felt.prompt.count)
    felt.draw(2)
    assert PromptCode.ASK_RIVER is asked(felt)
    assert [Exposed] * 5 == [type(card) for card in felt.current().board]
    assert [Hidden] * 2 == [type(card) for card in felt.current().burned]
    closed = [(event.checked, event.implied) for event in felt.events if event.kind == "street_closed"]
    assert [((THREE,), True), ((THREE,), True)] == closed


@MODES
def test_before_hands_the_board_lies_before_any_hand(mode: DealingMode) -> None:
    """COMMUNITY, HOLE, then the stub, then PREFLOP; Expose(flop) closes it (G3.2)."""
    felt = opened(mode, CommunityDeal.BEFORE_HANDS, Burn.NONE)
    felt.ask(CloseBetting())
    assert (Phase.COMMUNITY, "in_play") == (felt.phase(), felt.state.deck("A").state.value)
    stack_taken(felt)
    assert (Phase.HOLE, PromptCode.DEAL_STACK, 5) == (felt.phase(), felt.prompt.code, board_size(felt))
    for _ in range(3):
        stack_taken(felt)
    assert (Phase.COMMUNITY, PromptCode.STUB_TO_RACK) == (felt.phase(), felt.prompt.code)
    assert RefusalCode.SEATS_OPEN is felt.refused(Expose(what=Exposure.FLOP))
    if mode is DealingMode.SHOE:
        felt.unload()
    else:
        felt.clear_tray(to_rack=True)
    assert (Phase.PREFLOP, OfferCode.EXPOSE) == (felt.phase(), felt.offers[0].code)
    assert ("board", 0, 5) == windows(felt)[0]
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)
    felt.fold(2)
    felt.fold(3)
    felt.expose(Exposure.PLAYER_DEALER)
    walked = ["community", "hole", "community", "preflop", "flop", "river", "reveal", "settle"]
    assert walked == phases(felt.events)[2:]


def board_size(felt: Felt) -> int:
    """Give how many board cards were read."""
    return len(felt.current().board)


@MODES
@pytest.mark.parametrize("deal", list(CommunityDeal))
def test_a_link_cut_before_every_part_loses_no_card(mode: DealingMode, deal: CommunityDeal) -> None:
    """Windows of burns and board come back as they were (CDP1 6)."""
    felt = opened(mode, deal, BOTH)
    felt.ask(CloseBetting())
    while Phase.SETTLE is not felt.phase():
        for name in NAMES:
            felt.unplug(name)
        felt.link()
        if felt.held() is not None:
            felt.resume()
        play_a_step(felt)
    read = [e.index for e in felt.events if isinstance(e, CardDealt) and e.target.place is not Place.STUB]
    assert list(range(13)) == read


def test_a_second_burn_nobody_ordered_is_an_extra_card() -> None:
    """The place is named, no face is; with `burn` set it is what I28 rules on (I2, I28)."""
    felt = dealt(DealingMode.STACKS, CommunityDeal.AFTER_PREFLOP, Burn.BEFORE_FLOP)
    felt.press_deal()
    felt.table.pass_reader(felt.table.chamber[0])
    felt.then()
    assert felt.state.hold is not None
    assert (HoldCode.EXTRA_CARD, ("burned card 1",)) == (felt.state.hold.code, felt.state.hold.places)
    assert 0 == board_size(felt)


def test_a_burned_card_that_is_read_twice_is_a_duplicate_by_its_place() -> None:
    """Both reads are named, the burned one among them (C3, I9)."""
    felt = dealt(DealingMode.SHOE, CommunityDeal.AFTER_PREFLOP, Burn.BEFORE_FLOP)
    felt.draw()
    burned = felt.current().burned[0].card
    assert burned is not None
    felt.table.in_shoe[0] = ("A", burned)
    felt.draw()
    assert felt.state.hold is not None
    assert (HoldCode.DUPLICATE, ("burned card 1", "board card 1")) == (
        felt.state.hold.code,
        felt.state.hold.places,
    )


def test_without_a_deal_key_a_tap_brings_the_burn() -> None:
    """Deal the board; the burn is the first part of it (G3.5, CDP1 bit 13)."""
    felt = opened(
        DealingMode.STACKS,
        CommunityDeal.AFTER_PREFLOP,
        Burn.BEFORE_FLOP,
        capabilities=EVERY_BIT & ~(1 << DEAL),
    )
    felt.deal()
    felt.ask(felt.offer_code(OfferCode.CLOSE_STREET).command)
    assert (TaskKind.TAKE_STACK, Place.BURN, 1) == first_task(felt)
