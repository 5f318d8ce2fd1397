"""Read a demo's record again, compare it with what the screen showed, and write `rounds.txt`."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.cli.running import first_state
from controller.config import TableConfig
from controller.engine.money import Cents
from controller.engine.view_types import ResultView
from controller.history.record import RoundRecord, SeatRecord
from controller.history.rounds import rounds_of
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.rulesets.load import load_ruleset
from controller.table.clock import SystemClock
from controller.table.recovery import replay

HEAD_DIGITS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """Hold what the record says; complaints: one sentence for everything that does not check out."""

    records: int
    head: str
    rounds: tuple[RoundRecord, ...]
    complaints: tuple[str, ...]


def check_record(config: TableConfig, journal: JournalConfig, shown: Sequence[ResultView]) -> Checked:
    """Open both copies afresh, replay them, and compare each round with the picture of it."""
    record, stream, report = Journal.open(journal, SystemClock().now, entropy=secrets.token_bytes)
    records = tuple(stream)
    head = record.head.h.hex()[:HEAD_DIGITS]
    record.close()
    complaints = [
        f"the {name} was found {state}"
        for name, state in (("primary", report.primary), ("mirror", report.mirror))
        if state != "clean"
    ]
    replay(first_state(config, load_ruleset(config.table.rules)), records)
    rounds = tuple(rounds_of(event for one in records for event in one.content.events))
    complaints += [f"round {one.number} does not balance" for one in rounds if not one.balances]
    complaints += _differences(rounds, shown)
    return Checked(records=len(records), head=head, rounds=rounds, complaints=tuple(complaints))


def write_report(path: Path, checked: Checked, taps: Sequence[int], first: int) -> None:
    """Write every round of this run with its lines; `first` is the number of the run's first round."""
    by_round = dict(enumerate(taps, start=first))
    text = [line for one in checked.rounds for line in _round_lines(one, by_round.get(one.number))]
    path.write_text("\n".join((*text, f"record head {checked.head}")) + "\n", encoding="utf-8")


def _differences(rounds: Sequence[RoundRecord], shown: Sequence[ResultView]) -> list[str]:
    """Compare the amounts that the screen showed with those of the record."""
    known = {one.number: one for one in rounds}
    wrong = []
    for picture in shown:
        one = known.get(picture.round)
        if one is None or (one.paid, one.collected) != (picture.paid, picture.collected):
            wrong.append(f"round {picture.round} was shown with other amounts than recorded")
    return wrong


def _round_lines(one: RoundRecord, taps: int | None) -> list[str]:
    """Tell one round."""
    by = f"seat {one.player_dealer}" if one.player_dealer is not None else "the house"
    lines = [f"round {one.number}: deck {one.deck}, bank {_money(one.bank)} by {by}"]
    if one.void_reason:
        return [*lines, f"  void: {one.void_reason}", ""]
    for seat in one.seats:
        lines += _seat_lines(seat)
    counted = f", {taps} taps" if taps is not None else ""
    total = f"paid {_money(one.paid)}, took {_money(one.collected)}, bank {_money(one.net)}"
    return [*lines, f"  {total}{counted}", ""]


def _seat_lines(seat: SeatRecord) -> list[str]:
    """Tell one seat's step."""
    head = f"  seat {seat.seat}: pay {_money(seat.paid)}, take {_money(seat.collected)}"
    wagers = [
        f"    {line.wager.value:<9} {_money(line.stake):>10}  {line.outcome.value:<9}"
        f" paid {_money(line.paid)}, taken {_money(line.collected)}, back {_money(line.returned)}"
        for line in seat.lines
    ]
    return [head, *wagers]


def _money(cents: Cents) -> str:
    """Write cents as an amount; a report has no table's own formats."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"
