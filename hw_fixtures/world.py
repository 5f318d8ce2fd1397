"""Own both devices and every card of the table, and move cards between the places (CDP1 7)."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from hw_fixtures.firmware.deck import Deck, PhysicalCard, codes_of, new_deck
from hw_fixtures.firmware.hardware import Misreading, ReadFault
from hw_fixtures.firmware.machine import (
    Build,
    ShoeMachine,
    ShufflerMachine,
    plain_shoe,
    plain_shuffler,
)
from hw_fixtures.peer.codes import Back, Slot

STEP_MS: Final = 20
READER_PACE_MS: Final = 80
RACK: Final = "rack"
HAND: Final = "hand"


class Impossible(ValueError):
    """Say that a physical act cannot be done, and why, in a dealer's words."""


class TableWorld:
    """Hold shuffler, shoe, two decks of different backs, and the places for cards outside the devices.

    places: cards by place (`box A`, `rack`, `seat 3`, `board`, ...), the first laid first.
    stub_through_reader: whether ejected cards pass the shoe's reader too (CDP1 7, site config).
    """

    def __init__(
        self,
        *,
        seed: int,
        shuffler: Build | None = None,
        shoe: Build | None = None,
        stub_through_reader: bool = False,
    ) -> None:
        self.seed = seed
        self.now_ms = 0
        self.last_drawn: tuple[str, PhysicalCard] | None = None
        self._agenda: list[tuple[int, int, Callable[[], object]]] = []
        self._planned = 0
        self.stub_through_reader = stub_through_reader
        self.shuffler = ShufflerMachine(shuffler or plain_shuffler(seed=seed))
        if stub_through_reader:
            timing = self.shuffler.build.timing
            timing.eject_card_ms = max(timing.eject_card_ms, READER_PACE_MS)
        self.shoe = ShoeMachine(shoe or plain_shoe(seed=seed))
        self.shuffler.mouth = self._dispense
        self.shuffler.eject_mouth = self._eject
        self.decks: tuple[Deck, ...] = (
            new_deck("A", deck_id=1, back=Back.BLUE),
            new_deck("B", deck_id=2, back=Back.ORANGE),
        )
        self.places: dict[str, list[PhysicalCard]] = {
            f"box {deck.letter}": list(deck.cards) for deck in self.decks
        }
        self.places[RACK] = []
        self._lost: list[PhysicalCard] = []

    # -- time and power -----------------------------------------------------------------------

    def power_on(self, now_ms: int = 0) -> None:
        """Switch both devices on."""
        self.now_ms = max(self.now_ms, now_ms)
        self.shuffler.power_on(self.now_ms)
        self.shoe.power_on(self.now_ms)

    def tick(self, now_ms: int) -> None:
        """Let time pass for both devices, in steps fine enough for the gap between two cards."""
        while self.now_ms < now_ms:
            self.now_ms = min(now_ms, self.now_ms + STEP_MS)
            while self._agenda and self._agenda[0][0] <= self.now_ms:
                heapq.heappop(self._agenda)[2]()
            self.shuffler.tick(self.now_ms)
            self.shoe.tick(self.now_ms)

    def later(self, due_ms: int, act: Callable[[], object]) -> None:
        """Do something at a time of the world; equal times keep their order."""
        self._planned += 1
        heapq.heappush(self._agenda, (due_ms, self._planned, act))

    # -- decks --------------------------------------------------------------------------------

    def deck(self, letter: str) -> Deck:
        """Find a deck by its letter; raise Impossible for another one."""
        for deck in self.decks:
            if deck.letter == letter.upper():
                return deck
        raise Impossible(f"deck {letter!r}: allowed is A or B")

    def whereabouts(self, letter: str) -> frozenset[str]:
        """Name every place where cards of a deck lie; faces are not told."""
        deck = self.deck(letter)
        spots = {name: cards for name, cards in self.places.items() if cards}
        spots |= {
            "infeed": self.shuffler.hw.slots[Slot.INFEED],
            "chamber": self.shuffler.hw.slots[Slot.CHAMBER],
            "tray": self.shuffler.hw.tray,
            "caught inside": self.shuffler.hw.retained,
            "shoe": self.shoe.hw.inside,
        }
        return frozenset(
            name for name, cards in spots.items() if any(card.back is deck.back for card in cards)
        )

    def load_infeed(self, letter: str) -> int:
        """Put every card of a deck in box, rack or hand into the infeed; give their number."""
        deck = self.deck(letter)
        places = [place for place in (f"box {deck.letter}", RACK, HAND) if place in self.places]
        cards = [card for place in places for card in self._take(place, deck.back)]
        if not cards:
            raise Impossible(f"deck {letter.upper()} is neither in its box nor in the rack")
        self.shuffler.load(Slot.INFEED, cards, self.now_ms)
        return len(cards)

    def lift_other_deck(self, letter: str) -> int:
        """Take what lies in the infeed out of the way of another deck, each card to the box of its back."""
        deck, pile = self.deck(letter), self.shuffler.hw.slots[Slot.INFEED]
        if self.shuffler.is_moving or all(card.back is deck.back for card in pile):
            return 0
        return self.clear_infeed()

    def clear_infeed(self) -> int:
        """Take all that lies in the infeed out of it, each card to the box of its back."""
        if self.shuffler.is_moving or not self.shuffler.hw.slots[Slot.INFEED]:
            raise Impossible("nothing rests in the infeed")
        cards = self.shuffler.unload(Slot.INFEED, self.now_ms)
        boxes = {one.back: f"box {one.letter}" for one in self.decks}
        for card in cards:
            self._lay(boxes.get(card.back, "felt"), [card])
        return len(cards)

    def reseat_infeed(self, letter: str) -> int:
        """Lift a deck out of the infeed and put it back, so that the sensor tells of it once more."""
        deck, pile = self.deck(letter), self.shuffler.hw.slots[Slot.INFEED]
        if self.shuffler.is_moving or not pile or any(card.back is not deck.back for card in pile):
            raise Impossible(f"deck {letter.upper()} does not rest in the infeed")
        cards = self.shuffler.unload(Slot.INFEED, self.now_ms)
        self.shuffler.load(Slot.INFEED, cards, self.now_ms)
        return len(cards)

    def take_chamber(self) -> int:
        """Take the shuffled deck out of slot 1 into the hand (shoe mode)."""
        cards = self.shuffler.unload(Slot.CHAMBER, self.now_ms)
        if not cards:
            raise Impossible("slot 1 is empty")
        self._lay(HAND, cards)
        return len(cards)

    def load_shoe(self) -> int:
        """Put the deck in the hand into the shoe: lid open, cards in, lid shut."""
        cards = self.places.pop(HAND, [])
        if not cards:
            raise Impossible("no deck in the hand")
        self.shoe.load(cards, self.now_ms)
        return len(cards)

    def chamber_to_shoe(self) -> int:
        """Take the shuffled deck out of slot 1 and put it into the shoe (shoe mode)."""
        self.take_chamber()
        return self.load_shoe()

    def swap_decks(self) -> str:
        """Change decks as after a round; raise Impossible if nothing can be moved (CDP1 7)."""
        done = []
        if taken := self.collect():
            done.append(f"{taken} cards collected")
        from_shoe = bool(self.shoe.hw.inside)
        if from_shoe:
            done.append(f"{self.unload_shoe()} cards of the stub to the rack")
        used = {card.back for card in self.places[RACK]}
        if len(used) > 1:
            raise Impossible("both decks are in the rack")
        if from_shoe and self.shuffler.hw.slots[Slot.CHAMBER]:
            done.append(f"{self.chamber_to_shoe()} cards into the shoe")
        free = not self.shuffler.hw.slots[Slot.INFEED]
        letter = next((deck.letter for deck in self.decks if deck.back in used), None)
        if letter and free:
            done.append(f"{self.load_infeed(letter)} cards of deck {letter} into the infeed")
        if not done:
            raise Impossible("no cards on the felt, in the shoe or in the rack")
        return ", ".join(done)

    def bring_back_unfinished(self) -> int:
        """Put what a cut or jammed shuffle left in slot 1 back into the infeed; give the number of cards.

        Hands that see another back waiting there keep the decks apart.
        """
        record = self.shuffler.nv.chamber
        finished = record is not None and (record.ready or record.rejected)
        if finished or self.shuffler.is_moving or not self.shuffler.hw.slots[Slot.CHAMBER]:
            return 0
        inside = {card.back for slot in (Slot.INFEED, Slot.CHAMBER) for card in self.shuffler.hw.slots[slot]}
        if len(inside) > 1:
            return 0
        cards = self.shuffler.unload(Slot.CHAMBER, self.now_ms)
        self.shuffler.load(Slot.INFEED, cards, self.now_ms)
        return len(cards)

    def replace_deck(self, letter: str) -> None:
        """Take every card of a deck off the table, wherever it lies, and bring a new deck in its box."""
        deck = self.deck(letter)
        hardware = self.shuffler.hw
        inside = [*hardware.slots, hardware.tray, hardware.retained, self.shoe.hw.inside]
        for pile in [*inside, *self.places.values()]:
            pile[:] = [card for card in pile if card.back is not deck.back]
        fresh = new_deck(deck.letter, deck_id=deck.deck_id, back=deck.back)
        self.decks = tuple(fresh if old is deck else old for old in self.decks)
        self.places[f"box {deck.letter}"] = list(fresh.cards)
        for machine in (self.shuffler, self.shoe):
            machine.look(self.now_ms)

    def lose_card(self, letter: str | None) -> None:
        """Take one card of a deck off the table: of the infeed's, or of the one named."""
        backs = {self.deck(letter).back} if letter else {deck.back for deck in self.decks}
        piles = [self.shuffler.hw.slots[Slot.INFEED], *self.places.values()]
        for pile in piles:
            card = next((card for card in pile if card.back in backs), None)
            if card is not None and not self.shuffler.is_moving:
                pile.remove(card)
                self._lost.append(card)
                return
        raise Impossible("no card of that deck lies in the infeed or outside the devices")

    def slip_in_other_card(self) -> None:
        """Put a card of the other deck on top of the cards to be dealt."""
        coming = self.coming
        if not coming:
            raise Impossible("no deck is ready to be dealt")
        piles = [*self.places.values(), self.shuffler.hw.slots[Slot.INFEED]]
        for pile in piles:
            card = next((card for card in pile if card.back is not coming[0].back), None)
            if card is not None:
                pile.remove(card)
                self.slip_in(card)
                return
        raise Impossible("no card of the other deck is at hand")

    def slip_in(self, card: PhysicalCard) -> None:
        """Put a card on top of the cards to be dealt, as if it had been there before: no sensor notices."""
        self.coming.insert(0, card)
        if self.shuffler.firmware is not None:
            self.shuffler.firmware.rebase()

    def stack_next_shuffle(self, order: str | Iterable[str]) -> None:
        """Set the first cards of the next shuffle, first to leave first; tests and vectors only."""
        self.shuffler.hw.stacked = list(codes_of(order))

    def undealt_codes(self) -> tuple[int, ...]:
        """Give the order of the cards to be dealt; tests only."""
        return tuple(card.code for card in self.coming)

    @property
    def coming(self) -> list[PhysicalCard]:
        """Give the cards to be dealt, next first: those in the shoe, else those in slot 1."""
        return self.shoe.hw.inside or self.shuffler.hw.slots[Slot.CHAMBER]

    # -- the dealer's hands -------------------------------------------------------------------

    def take_tray(self, place: str) -> int:
        """Take the stack out of the tray and lay it on a place; raise Impossible if there is none."""
        cards = self.shuffler.take_tray(self.now_ms)
        if not cards:
            raise Impossible("the tray is empty")
        self._lay(place, cards)
        return len(cards)

    def draw(self, place: str) -> PhysicalCard:
        """Draw one card from the shoe and lay it on a place; raise Impossible if none can come."""
        if self.shoe.mouth_is_locked:
            raise Impossible("the mouth of the shoe is locked")
        doubled = _feeds_double(self.shoe.hw.readings)
        card = self.shoe.draw(self.now_ms)
        if card is None:
            raise Impossible("the shoe is empty")
        self.last_drawn = (place, card)
        self._lay(place, [card])
        if doubled and self.shoe.hw.inside:
            # Two cards leave as one: the reader sees only the upper.
            self._lay(place, [self.shoe.hw.inside.pop(0)])
        return card

    def push_back(self) -> None:
        """Push the last drawn card back into the mouth; raise Impossible if none lies on the felt."""
        if self.last_drawn is None:
            raise Impossible("no card was drawn from the shoe")
        place, card = self.last_drawn
        if card not in self.places.get(place, []):
            raise Impossible(f"the last card no longer lies at {place}")
        self.places[place].remove(card)
        self.shoe.push_back(card, self.now_ms)
        self.last_drawn = None

    def unload_shoe(self) -> int:
        """Take what is left in the shoe to the rack, face down."""
        cards = self.shoe.unload(self.now_ms)
        self._lay(RACK, cards)
        return len(cards)

    def collect(self) -> int:
        """Take every card on the felt to the rack."""
        taken = 0
        kept = {RACK, HAND, *(f"box {deck.letter}" for deck in self.decks)}
        for place in [name for name in self.places if name not in kept]:
            cards = self.places.pop(place)
            self._lay(RACK, cards)
            taken += len(cards)
        return taken

    def move(self, source: str, target: str) -> int:
        """Move all cards from one place outside the devices to another."""
        cards = self.places.pop(source, [])
        if not cards:
            raise Impossible(f"no cards at {source}")
        self._lay(target, cards)
        return len(cards)

    def count(self, place: str) -> int:
        """Count the cards at a place outside the devices."""
        return len(self.places.get(place, []))

    # -- inside -------------------------------------------------------------------------------

    def _dispense(self, card: PhysicalCard, now_ms: int) -> bool:
        doubled = _feeds_double(self.shoe.hw.readings)
        passed = self.shoe.pass_card(card, now_ms)
        chamber = self.shuffler.hw.slots[Slot.CHAMBER]
        if passed and doubled and len(chamber) > 1:
            self.shuffler.hw.tray.append(chamber.pop(1))
        return passed

    def _eject(self, card: PhysicalCard, now_ms: int) -> bool:
        return self.shoe.pass_card(card, now_ms) if self.stub_through_reader else True

    def _take(self, place: str, back: Back) -> list[PhysicalCard]:
        cards = [card for card in self.places[place] if card.back is back]
        self.places[place] = [card for card in self.places[place] if card.back is not back]
        return cards

    def _lay(self, place: str, cards: list[PhysicalCard]) -> None:
        self.places.setdefault(place, []).extend(cards)


def _feeds_double(readings: Sequence[Misreading]) -> bool:
    return bool(readings) and readings[0].fault is ReadFault.DOUBLE_FEED
