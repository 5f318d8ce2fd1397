"""The names that settings are spelled with: one closed enumeration for each (G1, G2, G7.1)."""

from enum import StrEnum


class Wager(StrEnum):
    """Name the six wagers (G2.1); the first five in the order in which they are settled (G6.6)."""

    ANTE = "ante"
    BLIND = "blind"
    PLAY = "play"
    TRIPS = "trips"
    BAD_BEAT = "bad_beat"
    PROGRESSIVE = "progressive"


SETTLED_WAGERS = (Wager.ANTE, Wager.BLIND, Wager.PLAY, Wager.TRIPS, Wager.BAD_BEAT)


class Category(StrEnum):
    """Name the ten kinds of hand, low to high (G1); compare them by `level`, never as text."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"

    @property
    def level(self) -> int:
        """Give the place from 0 (high card) to 9 (royal flush)."""
        return _LEVELS[self]


_LEVELS = {category: level for level, category in enumerate(Category)}


class Banking(StrEnum):
    """Name who banks the wagers (G7.1 row 1)."""

    PLAYER_DEALER = "player_dealer"
    HOUSE = "house"


class Decks(StrEnum):
    """Name how many decks the table turns over (G10.1)."""

    TWO_ALTERNATING = "two_alternating"
    SINGLE = "single"


class Street(StrEnum):
    """Name the three rounds of decisions (G3.1)."""

    PREFLOP = "preflop"
    FLOP = "flop"
    RIVER = "river"


class BlindOnTie(StrEnum):
    """Name what a tied Blind does; every text pushes it (G4.7)."""

    PUSH = "push"


class AnteRefundPass(StrEnum):
    """Say whether unqualified Antes go back in a walk of their own (G7.2)."""

    NONE = "none"
    BEFORE_HANDS = "before_hands"


class BadBeatRequires(StrEnum):
    """Name the wagers a Bad Beat needs beside it (G7.1 row 10)."""

    ANTE_BLIND = "ante_blind"
    ANTE_BLIND_TRIPS = "ante_blind_trips"


class OnFold(StrEnum):
    """Name what decides the Trips or the progressive of a folded hand (G4.4)."""

    BOARD_ONLY = "board_only"
    SEVEN_CARDS = "seven_cards"
    LOSES = "loses"


class SideMax(StrEnum):
    """Say whether a side wager may exceed the Ante (G7.1 row 13)."""

    ANTE = "ante"
    OWN = "own"


class SettleDirection(StrEnum):
    """Name the way round the table the settlement walks (G7.3)."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class CommunityDeal(StrEnum):
    """Name when the community cards leave the device (G3.2)."""

    AFTER_PREFLOP = "after_preflop"
    AFTER_HANDS = "after_hands"
    BEFORE_HANDS = "before_hands"
    AS_EXPOSED = "as_exposed"


class Burn(StrEnum):
    """Name where a card is burned (G7.1)."""

    NONE = "none"
    BEFORE_FLOP = "before_flop"
    BEFORE_FLOP_AND_RIVER = "before_flop_and_river"


class Coverage(StrEnum):
    """Name how the player-dealer's wager is used up (G6.1); `unlimited` is the house's bank."""

    GROSS_POOL = "gross_pool"
    GROSS_TWO_SIDED = "gross_two_sided"
    NET_ABSORBING = "net_absorbing"
    NET_RUNNING = "net_running"
    UNLIMITED = "unlimited"


class FoldCollection(StrEnum):
    """Name when a folded seat's lost wagers are taken (G6.6)."""

    IN_TURN = "in_turn"
    AT_FOLD = "at_fold"


class WithinSeat(StrEnum):
    """Name which goes first within a seat: the bettor or the wager (G6.6)."""

    BETTOR_MAJOR = "bettor_major"
    WAGER_MAJOR = "wager_major"


class RotationName(StrEnum):
    """Name the profiles of bank rotation (G8.2, G8.3, G8.5)."""

    TWO_HANDS = "two_hands"
    EVERY_HAND_2026 = "every_hand_2026"
    HOUSE = "house"


class AllDeclined(StrEnum):
    """Name what follows when nobody accepts the bank (G8.2)."""

    KEEP = "keep"
    NO_ROUND = "no_round"


class RotationWindow(StrEnum):
    """Name the two readings of the 40 minutes (G8.3)."""

    ROLLING = "rolling"
    FIXED = "fixed"


class FeePayer(StrEnum):
    """Name who pays a collection fee (G8.6)."""

    PLAYER_DEALER = "player_dealer"
    BETTOR = "bettor"
    PER_SPOT = "per_spot"
    PER_SIDE_WAGER = "per_side_wager"


class FeeBasis(StrEnum):
    """Name what a fee depends on; never a percentage (G8.6)."""

    FLAT = "flat"
    LIMIT_BAND = "limit_band"
    TOTAL_ACTION_BAND = "total_action_band"


class CapScope(StrEnum):
    """Name whose winnings an aggregate cap counts (G7.4)."""

    BETTOR = "bettor"
    TABLE = "table"


class OverMax(StrEnum):
    """Name what happens to a wager above its maximum (G2.5)."""

    REJECT = "reject"
    CAP = "cap"
    STAND = "stand"


class UnderMin(StrEnum):
    """Name what happens to a wager below its minimum (G2.5)."""

    REJECT = "reject"
    HONOUR_ONCE = "honour_once"
    STAND = "stand"


class TurnOrder(StrEnum):
    """Name what a decision out of turn does (G3.6)."""

    FLAG = "flag"
    STRICT = "strict"


class ProgressiveHand(StrEnum):
    """Name the rows of the progressive (G5.7)."""

    ROYAL_HOLE_AND_FLOP = "royal_hole_and_flop"
    ROYAL_WITH_HOLE = "royal_with_hole"
    ROYAL_ON_BOARD = "royal_on_board"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
