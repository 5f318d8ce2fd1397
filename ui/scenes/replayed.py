"""A round for S6: what a worker reads of it, and a reader that needs no record."""

from collections import deque

from controller.history.replay import NOTHING, SEALED, ReplayHeard, ReplayLine
from controller.table.envelope import Admission, Outcome

_BEGAN_US = 1_796_142_000_000_000
_STEP_US = 1_370_000
TOLD = (
    ("dealer:4471", "the bank is offered to seat 4", "", ""),
    ("dealer:4471", "seat 4 posts a bank of 2000.00", NOTHING, "2000.00"),
    ("dealer:4471", "round 1284 begins with deck A under heads_up_2026", "", ""),
    ("dealer:4471", "seat 5, bettor 0: Ante 25.00, Blind 25.00", NOTHING, "Ante 25.00, Blind 25.00"),
    (
        "dealer:4471",
        "seat 5, bettor 0: Ante 50.00, Blind 50.00, Trips 10.00, Bad Beat 5.00",
        "Ante 25.00, Blind 25.00",
        "Ante 50.00, Blind 50.00, Trips 10.00, Bad Beat 5.00",
    ),
    ("device:SHOE-77", "dealt: seat 5 card 1", "", SEALED),
    ("device:SHOE-77", "dealt: seat 5 card 2", "", SEALED),
    ("dealer:4471", "seat 5 preflop: play 4x, 200.00", "no decision", "play 4x"),
    ("dealer:4471", "seat 5: the decision is taken back", "play 4x", "no decision"),
    ("dealer:4471", "turned up, flop: 7s Kc 2d", SEALED, "7s Kc 2d"),
    (
        "dealer:4471",
        "ruling I22 bank_corrected: 2000.00 becomes 1500.00; reason counted again, approved by F1",
        "2000.00",
        "1500.00",
    ),
    ("dealer:4471", "the bank is 1500.00, recorded was 2000.00", "2000.00", "1500.00"),
    ("dealer:4471", "the round is settled: bank paid 420.00, took 310.00, net -110.00", "", ""),
)


def told_round(number: int) -> tuple[ReplayLine, ...]:
    """Give the events of a round, in the record's own words."""
    return tuple(
        ReplayLine(
            round=number,
            seq=48_201 + place,
            utc_us=_BEGAN_US + place * _STEP_US,
            actor=actor,
            text=text,
            before=before,
            after=after,
        )
        for place, (actor, text, before, after) in enumerate(TOLD)
    )


class SampleReader:
    """Be a reader whose record is the same round under every number."""

    def __init__(self) -> None:
        self._heard: deque[ReplayHeard] = deque()
        self.wishes: list[Admission] = []

    def admit(self, admission: Admission) -> bool:
        """Take a wish to read."""
        self.wishes.append(admission)
        return True

    def let_in(self) -> tuple[Outcome, ...]:
        """Give the table's answer to the last wish."""
        return (Outcome(command_id=self.wishes[-1].command_id, seq=1, refused=None),)

    def read(self, number: int) -> None:
        """Give the round at the next look."""
        self._heard.append(ReplayHeard(round=number, lines=told_round(number)))

    def write(self, number: int) -> None:
        """Say at the next look that it was written."""
        self._heard.append(ReplayHeard(round=number, file=f"UTH-07-round-{number}.txt"))

    def heard(self) -> tuple[ReplayHeard, ...]:
        """Give what came since the last look."""
        return tuple(self._heard.popleft() for _ in range(len(self._heard)))
