"""The robot dealer: hands, offers, strategies, and whole rounds on the real table (ARCHITECTURE 11)."""

import pytest

from controller.engine.bank_events import BankSettled, PlayMissed
from controller.engine.commands import Act, Decide, PlaceWager, ReplaceDeck, SettleSeat
from controller.engine.device_words import Place, Target
from controller.engine.ids import SeatNo, Token
from controller.engine.prompt import (
    Offer,
    OfferCode,
    Prompt,
    PromptActor,
    PromptCode,
    Task,
    TaskKind,
)
from controller.engine.ruleset import Street
from hw_fixtures.dealer import (
    Move,
    Rest,
    RobotDealer,
    ScriptedStrategy,
    SeededStrategy,
    Take,
    Wagers,
)
from hw_fixtures.dealer.robot import DECK_PATIENCE_MS
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.peer.codes import Message, Slot
from hw_fixtures.world import RACK, TableWorld
from tests.sim.reading import events_of
from tests.sim.stage import stage

SEAT_3 = SeatNo(3)


def world() -> TableWorld:
    """Give a world with both devices on."""
    made = TableWorld(seed=6)
    made.power_on()
    return made


def play_offer(multiple: int) -> Offer:
    """Offer a Play of some multiple, or a check."""
    act, code = (Act.PLAY, OfferCode.PLAY) if multiple else (Act.CHECK, OfferCode.CHECK)
    command = Decide(seat=SEAT_3, act=act, multiple=multiple)
    return Offer(code=code, command=command, token=Token(f"{multiple}"), seat=SEAT_3)


def test_task_of_the_hands_is_done_once_until_it_has_had_time() -> None:
    """The same task is not repeated while its report is on the way (ARCHITECTURE 11, tasks)."""
    table = world()
    robot = RobotDealer(table, SeededStrategy(1))
    task = Task(kind=TaskKind.PRESS_DEAL, device="shuffler")
    prompt = Prompt(code=PromptCode.ASK_PREFLOP, actor=PromptActor.DEALER, tasks=(task,))
    assert Move(did="press deal") == robot.step(prompt)
    assert Rest() == robot.step(prompt)
    table.tick(2000)
    assert Move(did="press deal") == robot.step(prompt)


def test_hands_remember_over_a_hold_what_they_did() -> None:
    """A hold hides the tasks for a moment; a lid is not moved again as soon as it is over."""
    table = world()
    robot = RobotDealer(table, SeededStrategy(1))
    task = Task(kind=TaskKind.PRESS_DEAL, device="shuffler")
    prompt = Prompt(code=PromptCode.ASK_PREFLOP, actor=PromptActor.DEALER, tasks=(task,))
    held = Prompt(code=PromptCode.HOLD, actor=PromptActor.DEALER)

    assert [Move(did="press deal"), Rest(), Rest()] == [robot.step(one) for one in (prompt, held, prompt)]


@pytest.mark.parametrize("both", [False, True])
def test_a_deck_laid_in_too_early_comes_out_for_the_due_one(both: bool) -> None:  # noqa: FBT001 - a parameter
    """Two decks never go through the machine as one; each card goes to the box of its back (C10)."""
    table = world()
    table.load_infeed("B")
    if both:
        table.load_infeed("A")
    robot = RobotDealer(table, SeededStrategy(1))
    task = Task(kind=TaskKind.LOAD_INFEED, device="shuffler", deck="A")
    step = robot.step(Prompt(code=PromptCode.COLLECT_CARDS, actor=PromptActor.DEALER, tasks=(task,)))

    assert Move(did="load infeed", cards=52) == step
    assert (frozenset({"infeed"}), frozenset({"box B"})) == (table.whereabouts("A"), table.whereabouts("B"))


def test_cards_are_drawn_at_a_pace_until_the_spot_is_full() -> None:
    """Two cards for a hand, never three, whatever the prompt still says (CDP1 7, shoe mode)."""
    table = world()
    table.shoe.load(table.deck("B").cards, 0)
    robot = RobotDealer(table, SeededStrategy(1))
    task = Task(
        kind=TaskKind.DRAW_CARDS,
        device="shoe",
        count=2,
        target=Target(place=Place.SEAT, seat=SEAT_3),
    )
    prompt = Prompt(code=PromptCode.DEAL_STACK, actor=PromptActor.DEVICE, tasks=(task,))
    moves = []
    for now_ms in range(0, 1000, 20):
        table.tick(now_ms)
        moves.append(isinstance(robot.step(prompt), Move))
    assert 2 == moves.count(True)
    assert 2 == table.count("seat 3")
    times = [now for now, moved in enumerate(moves) if moved]
    assert times[1] - times[0] >= 6


def test_primary_is_taken_where_the_prompt_only_wants_a_tap() -> None:
    """The settlement walk is one tap a seat (TOUCHSCREEN 8)."""
    offer = Offer(code=OfferCode.SETTLE_SEAT, command=SettleSeat(seat=SEAT_3), token=Token("t"), seat=SEAT_3)
    prompt = Prompt(code=PromptCode.SETTLE_SEAT, actor=PromptActor.DEALER, primary=offer)
    robot = RobotDealer(world(), SeededStrategy(1))
    assert Take(offer=offer, command=offer.command) == robot.step(prompt)


def test_wagers_come_from_the_strategy_once_a_round() -> None:
    """A seat that sits out is not asked again in the same round (G2.1)."""
    strategy = ScriptedStrategy(
        player_dealer=SeatNo(8),
        bank_amount=10_000,
        stakes={SEAT_3: Wagers(ante=1_000, trips=500)},
    )
    command = PlaceWager(seat=SEAT_3, bettor=0, ante=0, blind=0, trips=0, bad_beat=0)
    offer = Offer(code=OfferCode.PLACE_WAGER, command=command, token=Token("w"), seat=SEAT_3)
    prompt = Prompt(code=PromptCode.TAKE_WAGERS, actor=PromptActor.DEALER, offers=(offer,))
    robot = RobotDealer(world(), strategy)
    step = robot.step(prompt)
    assert isinstance(step, Take)
    assert PlaceWager(seat=SEAT_3, bettor=0, ante=1_000, blind=1_000, trips=500, bad_beat=0) == step.command
    assert Rest() == robot.step(prompt)


def test_scripted_act_must_be_offered() -> None:
    """A script that asks for a multiple nobody offers says so (G2.2)."""
    strategy = ScriptedStrategy(
        player_dealer=SeatNo(8),
        bank_amount=1,
        stakes={},
        acts={(SEAT_3, Street.PREFLOP): 4, (SEAT_3, Street.FLOP): 3},
    )
    offers = [play_offer(4), play_offer(0)]
    assert offers[0] == strategy.choose(SEAT_3, Street.PREFLOP, offers)
    assert offers[1] == strategy.choose(SEAT_3, Street.RIVER, offers)
    with pytest.raises(ValueError, match=r"seat 3 flop: multiple 3, allowed is one of \[0, 4\]"):
        strategy.choose(SEAT_3, Street.FLOP, offers)


def test_seeded_strategies_play_alike() -> None:
    """One seed, one game."""
    first, second = SeededStrategy(9), SeededStrategy(9)
    assert [first.wagers(SEAT_3) for _ in range(20)] == [second.wagers(SEAT_3) for _ in range(20)]


@pytest.mark.parametrize("dealing", ["stacks", "shoe"])
def test_robot_plays_whole_rounds(dealing: str) -> None:
    """A robot that obeys ends every round, and all cards are where they belong (ARCHITECTURE 11)."""
    table = stage(seed=5, dealing=dealing)
    table.dealer.play_rounds(2)
    cards = table.simulation.world
    for deck in cards.decks:
        assert 1 == len(cards.whereabouts(deck.letter))
    assert table.world.prompt.hold is None


def test_robot_plays_rounds_with_bettors_behind_the_seats() -> None:
    """Some of them without a Play, who fold alone; the record balances (G8.7)."""
    table = stage(seed=12, strategy=SeededStrategy(12, seats=(1, 2, 3, 4), behind=3))
    table.dealer.play_rounds(3)
    missed = [event for event in events_of(table) if isinstance(event, PlayMissed)]
    assert missed
    assert table.world.prompt.hold is None


def test_robot_plays_rounds_with_a_shared_bank() -> None:
    """Partners in one layer or two; each has a part of every result (G8.8)."""
    table = stage(seed=4, strategy=SeededStrategy(4, seats=(1, 2, 3), partners=3))
    table.dealer.play_rounds(3)
    settled = [event for event in events_of(table) if isinstance(event, BankSettled)]
    assert max(len(layer.shares) for event in settled for layer in event.layers) > 1
    assert table.world.prompt.hold is None


@pytest.mark.parametrize(
    ("dealing", "line"),
    [
        *(("stacks", line) for line in ("jam transport", "open door", "double", "power shuffler")),
        *(("stacks", line) for line in ("unplug shuffler", "noise shoe 200")),
        *(
            ("shoe", line)
            for line in ("open lid", "noread", "read skipped", "unplug shuffler", "mute shoe 2")
        ),
    ],
)
def test_robot_gets_a_table_going_again(dealing: str, line: str) -> None:
    """Whatever stops a deal, clearing, replugging, resuming or voiding ends it (CDP1 6, G9.1)."""
    table = stage(seed=3, dealing=dealing)
    console = FaultConsole(table.simulation)

    def replug(which: str) -> None:
        console.plug("shoe" if which == "shoe" else "shuffler")

    robot = RobotDealer(table.simulation.world, SeededStrategy(3), replug=replug)
    table.dealer._robot = robot
    table.dealer.play_until(
        lambda: table.world.prompt.code is PromptCode.DEAL_STACK and table.world.prompt.seat == 4,
        "the deal",
    )
    console.do(line)
    table.dealer.play_rounds(1, limit_ms=100_000)
    assert table.world.prompt.hold is None
    assert all(cable.is_plugged for cable in table.simulation.cables.values())


def test_deck_off_the_table_is_replaced_by_a_whole_one() -> None:
    """A new deck of the same back comes in a box; nothing of the old one is left (G10.4)."""
    table = world()
    table.load_infeed("A")
    table.lose_card("A")
    assert 51 == len(table.shuffler.hw.slots[Slot.INFEED])
    table.replace_deck("A")
    assert frozenset({"box A"}) == table.whereabouts("A")
    assert 52 == table.count("box A")
    assert 0 == table.count(RACK)
    assert Message.DECK_REMOVED in {entry.message for entry in table.shuffler.nv.log.values()}


@pytest.mark.parametrize(("asked", "early"), [(False, False), (True, False), (False, True)])
def test_a_rejected_deck_in_the_hand_is_replaced_once_nothing_asks_for_it(
    asked: bool,  # noqa: FBT001
    early: bool,  # noqa: FBT001
) -> None:
    """A deck on its way to the shoe is carried on, after a start too; a refused one makes room (G10.4)."""
    table = world()
    table.places["hand"] = table.places.pop("box A")
    offer = Offer(code=OfferCode.REPLACE_DECK, command=ReplaceDeck(deck="A"), token=Token("1"))
    # A task that has just been tried, so that the hands rest and the offers come next.
    tasks = (Task(kind=TaskKind.STUB_TO_RACK, device="shuffler", deck="B"),) if asked else ()
    prompt = Prompt(code=PromptCode.TAKE_WAGERS, actor=PromptActor.DEALER, tasks=tasks, offers=(offer,))
    robot = RobotDealer(table, SeededStrategy(1))
    step = robot.step(prompt)
    if not early:
        table.tick(table.now_ms + DECK_PATIENCE_MS)
        step = robot.step(prompt)

    replaces = not early and not asked
    assert isinstance(step, Take) is replaces
    assert frozenset({"box A" if replaces else "hand"}) == table.whereabouts("A")
