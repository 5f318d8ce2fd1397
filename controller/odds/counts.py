"""Counted hands: how many of all deals end in each category (G5.4, G5.5, G5.8).

The counts of five and seven cards and of beaten hands are re-derived by `enumeration`; those of optimal
play are quoted, because counting them takes hours.
"""

from collections.abc import Mapping
from fractions import Fraction

from controller.engine.ruleset import Category

_LOW_TO_HIGH = tuple(Category)


def _counted(*counts: int) -> Mapping[Category, int]:
    return dict(zip(_LOW_TO_HIGH, counts, strict=True))


FIVE_CARDS: Mapping[Category, int] = _counted(
    1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4
)
"""All 2,598,960 hands of five cards (G5.4)."""

SEVEN_CARDS: Mapping[Category, int] = _counted(
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    37_260,
    4_324,
)
"""The best five of all 133,784,560 hands of seven cards (G5.4)."""

BEATEN: Mapping[Category, int] = _counted(
    791_967_420_480,
    1_366_512_556_968,
    399_099_149_640,
    64_049_759_448,
    18_271_076_976,
    19_434_208_592,
    8_435_225_376,
    471_040_512,
    10_300_592,
    0,
)
"""The lower hand of all heads-up deals that do not tie, nobody folding (G5.5)."""

TIES = 113_130_263_816
HEADS_UP_DEALS = sum(BEATEN.values()) + TIES

SEVEN_CARD_HANDS = sum(SEVEN_CARDS.values())

WON_UNFOLDED: Mapping[Category, int] = {
    Category.STRAIGHT: 1_036_850_760_720,
    Category.FLUSH: 715_231_952_880,
    Category.FULL_HOUSE: 628_105_004_640,
    Category.FOUR_OF_A_KIND: 42_405_740_364,
    Category.STRAIGHT_FLUSH: 7_342_371_440,
    Category.ROYAL_FLUSH: 856_152_000,
}
"""Wins that were not folded, by the winning hand, under optimal play (G5.8)."""

PLAYED: Mapping[int, tuple[int, int, int, int, int]] = {
    4: (4_479_100_669_480, 1_689_408_747_600, 285_142_270_600, 3_931_554_359_920, 102_655_952_400),
    2: (2_711_313_916_044, 1_168_005_018_420, 191_611_691_060, 1_841_155_221_088, 7_978_353_108),
    1: (2_007_198_023_576, 897_572_713_536, 418_316_748_076, 2_699_293_807_356, 47_189_745_096),
}
"""By multiple: won and qualified, won and not, tied, lost and qualified, lost and not (G5.8)."""

FOLDED = 5_336_312_786_640
OPTIMAL_DEALS = sum(map(sum, PLAYED.values())) + FOLDED
"""27,813,810,024,000: every hole, board and dealer hand once, ties in value played as folds (G5.8)."""

BAD_BEAT_A_WITH_FOLDS = Fraction(-1_344_774_213_883, 6_953_452_506_000)
"""Edge of `badbeat-A` when folds lose, decisions worth the same either way played as 1x (G5.6)."""

BAD_BEAT_A_TIES_FOLDED_PERCENT = "-19.339719"
"""The same edge with those decisions played as folds, in per cent (G5.6)."""
