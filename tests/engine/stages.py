"""Tables at rest in each phase of a round (G3.1)."""

from collections.abc import Callable, Iterable
from itertools import pairwise

from controller.engine.commands import CloseBetting, Exposure, SeatPlayer
from controller.engine.events import Event
from controller.engine.ids import SeatNo
from controller.engine.state import DealingMode, Phase
from tests.engine.given import Felt
from tests.engine.piles import EVERY_BIT

TWO, THREE = SeatNo(2), SeatNo(3)


def at(phase: Phase, mode: DealingMode = DealingMode.SHOE, capabilities: int = EVERY_BIT) -> Felt:
    """Give a table at rest in a phase; capabilities: what its devices can do."""
    felt = Felt(mode=mode, capabilities=capabilities)
    if phase is Phase.CLOSED:
        return felt
    felt.prepare()
    if phase is Phase.OFFER:
        felt.ask(SeatPlayer(seat=SeatNo(1)))
        felt.ask(SeatPlayer(seat=TWO))
        return felt
    felt.seat_bank(100_000, 2, 3)
    felt.wager(2, 1000)
    felt.wager(3, 1000)
    for reached, go in _way(felt):
        if reached is phase:
            assert phase is felt.phase()
            return felt
        go()
    assert phase is felt.phase()
    return felt


def _way(felt: Felt) -> list[tuple[Phase, Callable[[], None]]]:
    """Give each phase with what leads out of it."""
    return [
        (Phase.WAGERS, lambda: _ask_close(felt)),
        (Phase.HOLE, felt.hands),
        (Phase.PREFLOP, lambda: _board(felt)),
        (Phase.COMMUNITY, lambda: _stub(felt)),
        (Phase.FLOP, lambda: _flop_and_river(felt)),
        (Phase.RIVER, lambda: _fold_all(felt)),
        (Phase.REVEAL, lambda: felt.expose(Exposure.PLAYER_DEALER)),
        (Phase.SETTLE, felt.settle),
    ]


def _ask_close(felt: Felt) -> None:
    felt.ask(CloseBetting())


def _board(felt: Felt) -> None:
    if felt.mode is DealingMode.STACKS:
        felt.press_deal()
    else:
        felt.draw(5)


def _stub(felt: Felt) -> None:
    if felt.mode is DealingMode.STACKS:
        felt.clear_tray()
        felt.clear_tray(to_rack=True)
    else:
        felt.unload()


def _flop_and_river(felt: Felt) -> None:
    felt.expose(Exposure.FLOP)
    felt.expose(Exposure.TURN_RIVER)


def _fold_all(felt: Felt) -> None:
    felt.fold(2)
    felt.fold(3)


def seated(
    mode: DealingMode = DealingMode.SHOE, *bettors: int, bank: int = 100_000, **changes: object
) -> Felt:
    """Give a table with seat 1 as player-dealer and 10.00 Antes on these seats, or 2 and 3."""
    felt = Felt(mode=mode, **changes)  # type: ignore[arg-type]
    felt.prepare()
    numbers = bettors or (2, 3)
    felt.seat_bank(bank, *numbers)
    for number in numbers:
        felt.wager(number, 1000)
    return felt


def kinds(events: Iterable[Event]) -> list[str]:
    """Give the kinds of events in order."""
    return [event.kind for event in events]


def phases(events: Iterable[Event]) -> list[str]:
    """Give the phases that events enter, in order, without repeats."""
    entered = [event.phase.value for event in events if event.kind == "phase_entered"]
    return entered[:1] + [after for before, after in pairwise(entered) if before != after]
