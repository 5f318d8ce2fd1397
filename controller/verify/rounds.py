"""One round as it is reported: how it ended, whether its money balances, and what its reveals say."""

from dataclasses import dataclass, field

from controller.verify.bank import BankBook
from controller.verify.money import RoundMoney


@dataclass(slots=True)
class RoundCheck:
    """Hold what was found in one round.

    number, first_seq, last_seq: which records; ending: `open`, `settled`, `void` or `left`, for one that
    another round followed with neither; balances: None while it cannot be judged, as with missing records.
    matched, wrong, unchecked: reveals that agree with their commitments, contradict, or have none to see.
    """

    number: int
    first_seq: int
    last_seq: int
    ending: str = "open"
    balances: bool | None = None
    has_hole: bool = False
    matched: int = 0
    wrong: int = 0
    unchecked: int = 0
    money: RoundMoney = field(default_factory=RoundMoney, repr=False)
    bank: BankBook = field(default_factory=BankBook, repr=False)

    def sentence(self) -> str:
        """Say it in one line."""
        if self.has_hole:
            money = "money not judged, records are missing"
        elif self.balances is None:
            money = "no settlement"
        else:
            money = "money balances" if self.balances else "money does NOT balance"
        return f"round {self.number}: {self.ending}, {money}, {self._reveals()}"

    def _reveals(self) -> str:
        if self.wrong:
            return f"{self.wrong} reveals CONTRADICT, {self.matched} match"
        unchecked = f", {self.unchecked} not checked" if self.unchecked else ""
        return f"{self.matched} reveals match{unchecked}"


@dataclass(slots=True)
class Counts:
    """Count what a file holds; overrides: what a person other than the dealer approved.

    recoveries: starts that mended a copy; open_locks: locks raised and not cleared, by code.
    """

    records: int = 0
    events: int = 0
    rounds: int = 0
    settled: int = 0
    void: int = 0
    overrides: int = 0
    clock_steps: int = 0
    locks: int = 0
    open_locks: list[str] = field(default_factory=list)
    starts: int = 0
    recoveries: int = 0
