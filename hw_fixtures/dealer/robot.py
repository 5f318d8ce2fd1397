"""Do what the prompt asks: one act of the hands, or one offer, at a time (ARCHITECTURE 11).

The robot knows the prompt and the physical table, nothing else: it asks no rule and looks at no state.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from controller.engine.commands import AnswerOffer, PostBank, ReplaceDeck, VoidRound
from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, Prompt, PromptCode, Task, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Street
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import HoldCode
from hw_fixtures.dealer.spots import ends_the_street, is_full, place_of
from hw_fixtures.dealer.strategy import Strategy
from hw_fixtures.dealer.taking import Take, all_of, enabled, find, primary
from hw_fixtures.dealer.wagering import Wagering
from hw_fixtures.peer.codes import Button, Fault
from hw_fixtures.world import HAND, RACK, Impossible, TableWorld

DRAW_PACE_MS: Final = 120
PATIENCE_MS: Final = 1_500
"""An act that nothing came of is done again after this time: a key may be pressed while a link is down."""

UNREAD_PATIENCE_MS: Final = 4_000
"""A drawn card that nobody told of for this time is called an irregularity."""

STUB_PATIENCE_MS: Final = 3_000
"""The stub is said to be in the rack by hand only when no device has told so for this time."""

DECK_PATIENCE_MS: Final = 10_000
"""A deck in the hand that nothing asked for all this time was rejected: a new one is brought."""

_ACTS: Final = (OfferCode.PLAY, OfferCode.CHECK, OfferCode.FOLD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Say that the hands did something, or tried to: text for a log, never a face."""

    did: str
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Rest:
    """Say that there is nothing to do but wait."""


Step = Take | Move | Rest


def no_replug(device: str) -> None:
    """Leave the cable to somebody else."""
    del device


def no_restart(device: str) -> None:
    """Leave the switch to somebody else."""
    del device


class RobotDealer:
    """Deal a table: hands on the world, offers by a strategy (the thread that owns the world).

    replug, restart: called with a device's name when the prompt asks for its cable, or its switch.
    """

    def __init__(
        self,
        world: TableWorld,
        strategy: Strategy,
        *,
        replug: Callable[[str], None] = no_replug,
        restart: Callable[[str], None] = no_restart,
    ) -> None:
        self._world = world
        self._strategy = strategy
        self._replug = replug
        self._restart = restart
        self._done: dict[Task, int] = {}
        self._last_draw_ms = -DRAW_PACE_MS
        self._wagering = Wagering()
        self._round_code: PromptCode | None = None
        self._code_since_ms = 0

    def step(self, prompt: Prompt) -> Step:
        """Do the next thing: an act of the hands first, else an offer, else nothing."""
        self._begin(prompt)
        return self.hands(prompt) or self.offer(prompt) or Rest()

    def hands(self, prompt: Prompt) -> Move | None:
        """Do the first task that is still to be done, and nothing else: the auto-dealer of the demo."""
        if prompt.code in {PromptCode.COLLECT_CARDS, PromptCode.OFFER_BANK, PromptCode.TAKE_WAGERS}:
            taken = self._world.collect() + self._rest_of_a_void_round(prompt)
            if taken:
                return Move(did="collect the cards to the rack", cards=taken)
        if not prompt.tasks and self._world.bring_back_unfinished():
            return Move(did="bring an unfinished deck back to the infeed")
        if prompt.code is not PromptCode.HOLD:  # a hold hides tasks, and what was done before it stays done
            self._done = {task: at for task, at in self._done.items() if task in prompt.tasks}
        for task in prompt.tasks:
            if ends_the_street(task) and prompt.open_seats:
                continue
            move = self._perform(task)
            if move is not None:
                return move
        return None

    def offer(self, prompt: Prompt) -> Take | None:
        """Choose the offer the prompt calls for, or None to wait."""
        late = self._wagering.late_play(prompt)
        if late is not None:
            return late
        ruling = enabled(prompt, OfferCode.ACCEPT_NUMBERING) or enabled(prompt, OfferCode.RELEASE_DEVICE)
        ruling = ruling or self._restore(prompt)
        if ruling is not None and prompt.code is not PromptCode.HOLD:
            return ruling
        match prompt.code:
            case PromptCode.OPEN_TABLE:
                return self._seat_players(prompt) or primary(prompt)
            case PromptCode.OFFER_BANK:
                return self._answer_offer(prompt)
            case PromptCode.OFFER_TO_ALL:
                return self._volunteer(prompt) or primary(prompt)
            case PromptCode.NOBODY_BANKS:
                return self._volunteer(prompt)
            case PromptCode.TAKE_WAGERS:
                return self._replace_deck(prompt) or self._wagering.place(prompt, self._strategy)
            case PromptCode.ASK_PREFLOP | PromptCode.ASK_FLOP | PromptCode.ASK_RIVER:
                return self._decide(prompt) or self._missing_card(prompt)
            case PromptCode.DEAL_STACK | PromptCode.DEAL_BOARD | PromptCode.BURN_CARD:
                return self._take_unseen_stack(prompt) or self._missing_card(prompt)
            case PromptCode.COLLECT_CARDS:
                return self._replace_deck(prompt) or enabled(prompt, OfferCode.RECORD_COUNT)
            case PromptCode.HOLD:
                ruled = self._after_own_report(prompt) or self._after_a_dispute(prompt)
                return ruled or primary(prompt) or self._void(prompt)
            case PromptCode.STUB_TO_RACK:
                return self._wait_for_the_stub(prompt)
            case (
                PromptCode.EXPOSE_FLOP
                | PromptCode.REVEAL_PLAYER_DEALER
                | PromptCode.SETTLE_SEAT
                | PromptCode.CONFIRM_FELT
                | PromptCode.GAME_OVER
            ):
                return primary(prompt)
            case PromptCode.WAIT_FOR_DEVICE:
                return None
        assert_never(prompt.code)

    # -- offers -------------------------------------------------------------------------------

    def _wait_for_the_stub(self, prompt: Prompt) -> Take | None:
        """Let the device show the stub as gone; only where none does, the next exposure says so (G3.1)."""
        waited_ms = self._world.now_ms - self._code_since_ms
        return primary(prompt) if waited_ms >= STUB_PATIENCE_MS else None

    def _begin(self, prompt: Prompt) -> None:
        if prompt.code is PromptCode.TAKE_WAGERS and self._round_code is not PromptCode.TAKE_WAGERS:
            self._wagering.begin()
        if prompt.code is not self._round_code:
            self._code_since_ms = self._world.now_ms
        self._round_code = prompt.code

    def _seat_players(self, prompt: Prompt) -> Take | None:
        wanted = (
            offer
            for offer in all_of(prompt)
            if offer.code is OfferCode.SEAT_PLAYER and offer.seat in self._strategy.seats
        )
        return next((Take(offer=offer, command=offer.command) for offer in wanted if offer.enabled), None)

    def _answer_offer(self, prompt: Prompt) -> Take | None:
        posting = find(prompt, OfferCode.POST_BANK)
        if posting is not None and isinstance(posting.command, PostBank):
            seat = posting.seat or SeatNo(1)
            amount = self._strategy.bank(seat, posting.command.amount) or posting.command.amount
            return Take(offer=posting, command=replace(posting.command, amount=amount))
        accept = find(prompt, OfferCode.ACCEPT_BANK)
        if accept is None or not isinstance(accept.command, AnswerOffer):
            return self._seat_players(prompt)
        bank = self._strategy.bank(accept.command.seat, accept.command.bank or 0)
        if bank is None:
            return enabled(prompt, OfferCode.DECLINE_BANK)
        return Take(offer=accept, command=replace(accept.command, bank=bank))

    def _volunteer(self, prompt: Prompt) -> Take | None:
        for offer in all_of(prompt):
            if offer.code is OfferCode.ACCEPT_BANK and isinstance(offer.command, AnswerOffer):
                bank = self._strategy.bank(offer.command.seat, offer.command.bank or 0)
                if bank is not None:
                    return Take(offer=offer, command=replace(offer.command, bank=bank))
        return self._seat_players(prompt)

    def _decide(self, prompt: Prompt) -> Take | None:
        for seat in prompt.open_seats:
            offers = [
                offer
                for offer in all_of(prompt)
                if offer.seat == seat and offer.code in _ACTS and offer.enabled
            ]
            if offers:
                chosen = self._strategy.choose(seat, prompt.street or Street.PREFLOP, offers)
                return Take(offer=chosen, command=chosen.command)
        return primary(prompt)

    def _take_unseen_stack(self, prompt: Prompt) -> Take | None:
        """Tap the stack away where no sensor sees the tray, once the whole stack lies there."""
        offer = enabled(prompt, OfferCode.TAKE_STACK)
        if offer is None or prompt.target is None or self._world.shuffler.is_moving:
            return None
        place = place_of(prompt.target)
        if self._world.shuffler.hw.tray:
            self._world.take_tray(place)
        return offer if self._world.count(place) >= prompt.count else None

    def _after_own_report(self, prompt: Prompt) -> Take | None:
        """Void a round whose card nobody knows, once the floor is there: going on would deal one too few."""
        called = prompt.primary is None or prompt.primary.code is not OfferCode.CALL_FLOOR
        return self._void(prompt) if called and prompt.hold is HoldCode.REPORTED else None

    def _after_a_dispute(self, prompt: Prompt) -> Take | None:
        """End a dispute as the floor does: by a ruling that is on record, and play goes on (G11.7, I35)."""
        if prompt.hold is not HoldCode.DISPUTE:
            return None
        for one in all_of(prompt):
            if isinstance(one.command, Rule) and one.command.ruling is Ruling.RULED and one.enabled:
                return Take(offer=one, command=one.command)
        return None

    def _restore(self, prompt: Prompt) -> Take | None:
        """Put a device back into service where nothing but that keeps the betting open (G11.6)."""
        blocked = prompt.primary is not None and prompt.primary.why_not is RefusalCode.DEVICE_SUSPENDED
        return enabled(prompt, OfferCode.RESTORE_DEVICE) if blocked else None

    def _void(self, prompt: Prompt) -> Take | None:
        """Void a round that cannot go on; a hold whose cause only has to go is waited out."""
        resume = find(prompt, OfferCode.RESUME)
        if resume is not None and resume.why_not is RefusalCode.CAUSE_REMAINS:
            return None
        offer = find(prompt, OfferCode.VOID_ROUND)
        if offer is None or not offer.enabled or not isinstance(offer.command, VoidRound):
            return None
        return Take(offer=offer, command=offer.command)

    def _replace_deck(self, prompt: Prompt) -> Take | None:
        """Bring a new deck for one that is off the table, once nothing moves any more."""
        for offer in all_of(prompt):
            command = offer.command
            ready = offer.enabled and not self._world.shuffler.is_moving
            if isinstance(command, ReplaceDeck) and ready and not self._is_at_hand(command.deck, prompt):
                self._world.replace_deck(command.deck)
                # Whoever comes with a new deck looks at the mode switch, too.
                self._world.shuffler.hw.sorts = False
                return Take(offer=offer, command=command)
        return None

    def _is_at_hand(self, letter: str, prompt: Prompt) -> bool:
        """Tell whether a deck that shall go into the shoe is there, so that no new one is needed.

        One in the hand that nothing asks for any more was rejected; a start may take a while to ask.
        """
        back = self._world.deck(letter).back
        carried = any(task.kind is TaskKind.LOAD_SHOE and task.deck == letter for task in prompt.tasks)
        in_shoe = carried and any(card.back is back for card in self._world.shoe.hw.inside)
        in_hand = any(card.back is back for card in self._world.places.get(HAND, ()))
        early = self._world.now_ms - self._code_since_ms < DECK_PATIENCE_MS
        return in_shoe or (in_hand and (bool(prompt.tasks) or early))

    def _missing_card(self, prompt: Prompt) -> Take | None:
        """Report a card that lies on the felt and that no device told of."""
        waited_ms = self._world.now_ms - max(self._code_since_ms, self._last_draw_ms)
        full = any(task.kind is TaskKind.DRAW_CARDS and is_full(self._world, task) for task in prompt.tasks)
        if not full or waited_ms < UNREAD_PATIENCE_MS:
            return None
        reports = (offer for offer in all_of(prompt) if offer.code is OfferCode.REPORT_IRREGULARITY)
        return next((Take(offer=offer, command=offer.command) for offer in reports if offer.enabled), None)

    # -- hands --------------------------------------------------------------------------------

    def _perform(self, task: Task) -> Move | None:
        if task.kind is TaskKind.DRAW_CARDS:
            return self._draw(task)
        if self._world.now_ms - self._done.get(task, -PATIENCE_MS) < PATIENCE_MS:
            return None
        self._done[task] = self._world.now_ms
        try:
            return self._act(task)
        except Impossible:
            # The act is done already and the report is on its way, or the device is in the way.
            return None

    def _act(self, task: Task) -> Move:
        world = self._world
        name = task.kind.value.replace("_", " ")
        match task.kind:
            case TaskKind.LOAD_INFEED:
                cards = self._load_infeed(task.deck or "A")
            case TaskKind.TAKE_FROM_CHAMBER:
                cards = world.take_chamber()
            case TaskKind.LOAD_SHOE:
                cards = self._load_shoe()
            case TaskKind.TAKE_STACK:
                cards = self._take_stack(task)
            case TaskKind.STUB_TO_RACK:
                cards = world.take_tray(RACK)
            case TaskKind.UNLOAD_SHOE:
                cards = world.unload_shoe()
            case TaskKind.PRESS_DEAL:
                world.shuffler.press(Button.DEAL, world.now_ms)
                cards = 0
            case TaskKind.CLEAR_INFEED:
                cards = world.clear_infeed()
            case TaskKind.RESEAT_INFEED:
                cards = self._load_infeed(task.deck or "A")
            case TaskKind.RESTART_DEVICE:
                self._restart(task.device or "shuffler")
                cards = 0
            case TaskKind.SHUT_DOOR | TaskKind.CLEAR_DEVICE | TaskKind.REPLUG_DEVICE:
                self._mend(task)
                cards = 0
            case TaskKind.DRAW_CARDS:
                raise Impossible("cards are drawn one by one")
            case _:
                assert_never(task.kind)
        return Move(did=name, cards=cards)

    def _rest_of_a_void_round(self, prompt: Prompt) -> int:
        """Take what is left of the used deck out of the shoe, as after a void (CDP1 7, shoe mode)."""
        inside = self._world.shoe.hw.inside
        used = prompt.deck if prompt.code is PromptCode.COLLECT_CARDS else None
        if used is None or 2 * sum(c.back is self._world.deck(used).back for c in inside) <= len(inside):
            return 0
        return self._world.unload_shoe()

    def _load_infeed(self, deck: str) -> int:
        """Load a deck; where it lies in the infeed already and nobody noticed, lift it and put it back.

        The other deck, laid in too early, comes out first.
        """
        self._world.lift_other_deck(deck)
        try:
            return self._world.load_infeed(deck)
        except Impossible:
            return self._world.reseat_infeed(deck)

    def _load_shoe(self) -> int:
        """Load the deck in the hand; where it lies in the shoe and nobody noticed, move the lid again."""
        world = self._world
        if not world.count(HAND) and world.shoe.hw.inside:
            for is_open in (True, False):
                world.shoe.set_door(0, is_open=is_open, now_ms=world.now_ms)
            return 0
        # What a void round left in the shoe comes out first: decks must not meet.
        if world.shoe.hw.inside:
            world.unload_shoe()
        return world.load_shoe()

    def _take_stack(self, task: Task) -> int:
        if self._world.shuffler.is_moving:
            raise Impossible("the stack is still on its way")
        return self._world.take_tray(place_of(task.target) if task.target else "felt")

    def _draw(self, task: Task) -> Move | None:
        """Draw one card, at a dealer's pace, until the spot has its cards."""
        world = self._world
        if task.target is None or world.now_ms - self._last_draw_ms < DRAW_PACE_MS:
            return None
        if is_full(self._world, task):
            return None
        place = place_of(task.target)
        try:
            world.draw(place)
        except Impossible:
            return None
        self._last_draw_ms = world.now_ms
        return Move(did=f"draw a card for {place}", cards=1)

    def _mend(self, task: Task) -> None:
        world = self._world
        machine = world.shoe if task.device == "shoe" else world.shuffler
        machine.hw.stuck.clear()
        if task.kind is TaskKind.REPLUG_DEVICE:
            self._replug(task.device or "shoe")
        elif task.kind is TaskKind.SHUT_DOOR:
            for door in sorted(machine.hw.open_doors):
                machine.set_door(door, is_open=False, now_ms=world.now_ms)
        else:
            for fault in Fault:
                machine.mend(fault, world.now_ms)
            machine.press(Button.CLEAR, world.now_ms)
