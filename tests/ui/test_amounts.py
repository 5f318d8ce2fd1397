"""What the screen says of money is what the record holds, to the cent (TOUCHSCREEN 12, V1)."""

import pytest
from pytestqt.qtbot import QtBot

from controller.engine.events import SeatSettled, SeatTurnedUp
from controller.engine.prompt import PromptCode
from tests.sim.reading import events_of
from tests.ui.played import PlayedTable, play

SHORT = 2
FULL = 1_000


def follow(table: PlayedTable, rounds: int) -> list[tuple[str, tuple[str, ...]]]:
    """Play, and note at each stop the prompt and the amounts of its cells."""
    stops: list[tuple[str, tuple[str, ...]]] = []
    done = 0
    last = (0, 0)
    while done < rounds:
        table.step()
        state, prompt = table.table.world.state, table.table.world.prompt
        newest = table.table.world.picture.newest
        if prompt.code is PromptCode.SETTLE_SEAT and newest is not None:
            here = (state.rounds, newest.view.step)
            if here != last and newest.view.step:
                last = here
                table.show()
                cells = tuple(row.amount for row in table.app.table._cells.shown if row.used)
                stops.append((table.app.table.shown.prompt, cells))
        done = len(newest.history) if newest is not None else 0
    return stops


def recorded(table: PlayedTable) -> list[tuple[str, tuple[str, ...]]]:
    """Read from the record what the screen should have said at each stop."""
    money = table.app.desk.words.money
    stops: list[tuple[str, tuple[str, ...]]] = []
    up: SeatTurnedUp | None = None
    for event in events_of(table.table):
        if isinstance(event, SeatTurnedUp):
            up = event
        elif isinstance(event, SeatSettled) and up is not None:
            parts = [f"pay {money.exact(event.paid)}"] if event.paid else []
            parts += [f"take {money.exact(event.collected)}"] if event.collected else []
            moved = [line.paid or line.collected or line.returned for line in up.lines]
            said = ", ".join(parts) or "nothing changes hands"
            stops.append((f"Seat {event.seat}: {said}", tuple(map(money.exact, moved))))
    return stops


def agree(seed: int, rounds: int) -> int:
    """Compare a played table's screen with its record; give how many stops were compared."""
    table = play(seed=seed)
    shown = follow(table, rounds)
    told = recorded(table)
    table.app.stop()
    both = [
        (one, two) for one, two in zip(shown, told, strict=True) if ": pay" in two[0] or ": take" in two[0]
    ]
    assert [one for one, _ in both] == [two for _, two in both]
    assert [cells for _, cells in shown] == [cells for _, cells in told]
    return len(shown)


def test_prompt_and_cells_say_what_the_record_holds(qtbot: QtBot) -> None:
    """Pay and take of the prompt, and each wager's amount, at every stop of seeded rounds."""
    del qtbot
    assert agree(seed=11, rounds=SHORT) >= 7 * SHORT


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_rounds_say_what_their_records_hold(seed: int, qtbot: QtBot) -> None:
    """The same over 1,000 seeded rounds."""
    del qtbot
    assert agree(seed=seed, rounds=FULL // 20) >= FULL // 20
