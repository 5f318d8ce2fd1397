"""The settings of one game at one table, as plain values that are already valid (G7.1).

`controller.rulesets` reads, checks and hashes the files and builds a `RuleSet`; the engine only reads it.
Money is int cents; tuples keep the order of the file. The names in `ruleset_names` are offered here too.
"""

from dataclasses import dataclass
from typing import assert_never

from controller.engine.money import Cents, Odds, Rounding
from controller.engine.ruleset_names import (
    SETTLED_WAGERS,
    AllDeclined,
    AnteRefundPass,
    BadBeatRequires,
    Banking,
    BlindOnTie,
    Burn,
    CapScope,
    Category,
    CommunityDeal,
    Coverage,
    Decks,
    FeeBasis,
    FeePayer,
    FoldCollection,
    OnFold,
    OverMax,
    ProgressiveHand,
    RotationName,
    RotationWindow,
    SettleDirection,
    SideMax,
    Street,
    TurnOrder,
    UnderMin,
    Wager,
    WithinSeat,
)
from controller.engine.ruleset_policy import FeesOnVoid, IrregularityPolicy

__all__ = [
    "SETTLED_WAGERS",
    "AggregateCap",
    "AllDeclined",
    "AnteRefundPass",
    "BadBeatRequires",
    "Banking",
    "BlindOnTie",
    "Burn",
    "CapScope",
    "Category",
    "CommunityDeal",
    "Coverage",
    "CoverageProfile",
    "Decks",
    "FeeBasis",
    "FeePayer",
    "FeeRow",
    "FoldCollection",
    "Limit",
    "Limits",
    "OnFold",
    "OverMax",
    "PayRow",
    "PayTable",
    "PlayMultiples",
    "Progressive",
    "ProgressiveHand",
    "ProgressiveRow",
    "Rotation",
    "RotationName",
    "RotationWindow",
    "RuleSet",
    "SettleDirection",
    "SideMax",
    "Street",
    "TurnOrder",
    "UnderMin",
    "Wager",
    "WithinSeat",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PayRow:
    """Hold one line of a pay table; `odds` None means that this hand pushes (G4.7, `blind-B`)."""

    category: Category
    odds: Odds | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """Hold a named pay table, best hand first (G5.1)."""

    name: str
    rows: tuple[PayRow, ...]

    def odds(self, category: Category) -> Odds | None:
        """Give the row of a category, None where it has none: push for Blind, lose for any other (G4.7)."""
        for row in self.rows:
            if row.category is category:
                return row.odds
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Hold the smallest and largest amount of a wager in cents, both allowed (G2.5)."""

    minimum: Cents
    maximum: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Hold the limits of each wager; None where the game does not offer it (G2.5)."""

    ante: Limit
    blind: Limit
    play: Limit
    trips: Limit | None
    bad_beat: Limit | None

    def of(self, wager: Wager) -> Limit | None:
        """Give the limits of one wager; the progressive has a fixed stake and none."""
        limit: Limit | None = getattr(self, wager, None)  # the fields bear the wagers' names
        return limit


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMultiples:
    """Hold the multiples of the Ante that a Play may have on each street (G2.2)."""

    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]

    def of(self, street: Street) -> tuple[int, ...]:
        """Give the multiples of one street, in the order of the file."""
        match street:
            case Street.PREFLOP:
                return self.preflop
            case Street.FLOP:
                return self.flop
            case Street.RIVER:
                return self.river
            case _:
                assert_never(street)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageProfile:
    """Hold how far the bank reaches and in which order its flows go (G6.1, G6.6)."""

    coverage: Coverage
    fold_collection: FoldCollection
    within_seat: WithinSeat
    passes: tuple[tuple[Wager, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """Hold how the bank is offered round the table (G8.2, G8.3).

    rounds: counted rounds of one player-dealer until the next offer; 1 under `every_hand_2026`.
    window_minutes, warn_minutes: the clock of `every_hand_2026`; notice: its posted wording.
    """

    name: RotationName
    rounds: int
    all_declined: AllDeclined
    intervening_required: bool
    window: RotationWindow
    window_minutes: int
    warn_minutes: tuple[int, ...]
    notice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeRow:
    """Hold one rate of the collection (G8.6).

    from_cents, to_cents: band of the basis, both included; None for no upper end; a flat row has 0 and None.
    """

    payer: FeePayer
    basis: FeeBasis
    from_cents: Cents
    to_cents: Cents | None
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateCap:
    """Hold the most that may be won in one round, and the wagers it leaves out (G6.5, G7.4)."""

    cents: Cents
    scope: CapScope
    exclude: tuple[Wager, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveRow:
    """Hold one pay of the progressive: a share of the meter in per cent, or odds `for` (G5.7)."""

    hand: ProgressiveHand
    meter_percent: int | None
    odds: Odds | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressive:
    """Hold the progressive: its one fixed stake, its rows and the card room's meter (G5.7).

    seed: cents the meter starts at after a full win; share_percent: part of each stake that feeds it.
    """

    stake: Cents
    rows: tuple[ProgressiveRow, ...]
    seed: Cents
    share_percent: int
    on_fold: OnFold


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Hold every setting of a game (G7.1); name, version and digest go into every round.

    digest: SHA-256 of the settings in hexadecimal. bank_max None: no upper end.
    chip: cents that winnings are rounded to; ante_step: cents that Ante and Blind are multiples of.
    irregularities: name of the policy file; policy: what it says (G9.1); fees_on_void: what it does with
    fees taken (G8.6); notice_min: minutes between posting other limits and playing under them while players
    sit (G11.4).
    """

    name: str
    version: str
    digest: str
    title: str
    banking: Banking
    positions: int
    max_occupied: int
    decks: Decks
    trips_table: PayTable | None
    blind_table: PayTable
    bad_beat_table: PayTable | None
    blind_on_tie: BlindOnTie
    ante_refund_pass: AnteRefundPass
    bad_beat_requires: BadBeatRequires
    trips_on_fold: OnFold
    side_max: SideMax
    limits: Limits
    settle_direction: SettleDirection
    community_deal: CommunityDeal
    burn: Burn
    play_multiples: PlayMultiples
    profile: CoverageProfile
    bank_min: Cents
    bank_max: Cents | None
    require_full_cover: bool
    rotation: Rotation
    fees: tuple[FeeRow, ...]
    aggregate_cap: AggregateCap | None
    over_max: OverMax
    under_min: UnderMin
    rounding: Rounding
    chip: Cents
    ante_step: Cents
    irregularities: str
    policy: IrregularityPolicy
    back_line: bool
    progressive: Progressive | None
    turn_order: TurnOrder
    fees_on_void: FeesOnVoid = FeesOnVoid.KEPT
    notice_min: int = 0

    @property
    def house_banked(self) -> bool:
        """Tell whether the house's hand and tray take the player-dealer's place (G8.5)."""
        return self.banking is Banking.HOUSE
