"""The demo that plays by itself: a scripted dealer with real taps, pictures of each step, checked record."""

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.compose import DemoTable
from controller.cli.demo_report import check_record, write_report
from controller.cli.interrupts import Held
from controller.cli.screen import screen_options
from controller.cli.simulated import DemoSetting
from controller.engine.commands import AnswerOffer, Ask, PlaceWager, PostBank
from controller.engine.faults import ConfigFault
from controller.engine.ids import SeatNo
from controller.engine.prompt import Offer, PromptCode
from controller.engine.view_types import ResultView, TableView
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset
from controller.table.envelope import Publication

if TYPE_CHECKING:
    from ui.app import TouchscreenApp

STEP_TIMEOUT_S: Final = 60.0
IDLE_S: Final = 0.02
FAILED_EXIT: Final = 1


@dataclass(slots=True, kw_only=True)
class Pictures:
    """Write a PNG whenever the screen shows another step; folder None writes none."""

    app: "TouchscreenApp"
    folder: Path | None
    count: int = 0
    last: tuple[object, ...] = ()

    def look(self, view: TableView) -> None:
        """Write a picture if the step is another one than the last written."""
        prompt = view.prompt
        step = (view.phase, prompt.code, prompt.seat, prompt.hold, view.step)
        if self.folder is None or step == self.last:
            return
        self.last = step
        self.count += 1
        screen = self.app.table.shown.screen
        self.app.grab(self.folder / f"{self.count:03}-{screen}-{prompt.code.value}.png")


@dataclass(slots=True, kw_only=True)
class Run:
    """Hold what the play has seen: results by round, and the taps of each."""

    results: list[ResultView] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)


def play(
    setting: DemoSetting, size: tuple[int, int], held: Held, *, rounds: int, screenshots: Path | None
) -> int:
    """Play whole rounds by taps, print each result, check the record; give 0 or 1."""
    from ui.app import TouchscreenApp  # noqa: PLC0415 - contract 5

    if screenshots is not None:
        _make(screenshots)

    def publish(publication: Publication) -> None:
        app.publish(publication)

    def on_fault(reason: str) -> None:
        app.fail(reason)

    table = DemoTable(setting, publish=publish, on_fault=on_fault)
    options = screen_options(table.config, load_ruleset(setting.rules), size)
    app = TouchscreenApp(options, table.running.submit, offscreen=True)
    log = start_logs(sys.stderr, level="error")
    print(f"seed {setting.seed}, {setting.dealing} mode, record {table.journal.file}")
    player = _Player(table, app, Pictures(app=app, folder=screenshots))
    held.ends(player.end)
    app.start()
    try:
        app.step("record")
        table.start()
        played = player.play(rounds)
    finally:
        table.stop()
        app.stop()
        log.stop()
    return _finish(table, played, screenshots)


def _make(folder: Path) -> None:
    """Make the folder of the pictures, or say why it cannot be one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigFault(
            file="command line",
            key="--screenshots",
            value=str(folder),
            allowed=f"a folder that can be written ({error.strerror})",
        ) from error


def _finish(table: DemoTable, played: Run, screenshots: Path | None) -> int:
    """Read the record again and compare it with what the screen showed."""
    checked = check_record(table.config, table.journal, played.results)
    if screenshots is not None:
        first = played.results[0].round if played.results else 1
        write_report(screenshots / "rounds.txt", checked, played.taps, first)
        print(f"pictures and rounds.txt: {screenshots}")
    for complaint in checked.complaints:
        print(f"dealer-assist: {complaint}", file=sys.stderr)
    print(
        f"record verified: {checked.records} records in both copies, head {checked.head}"
        if not checked.complaints
        else "the record does not check out"
    )
    return FAILED_EXIT if checked.complaints else 0


class _Player:
    """Deal by hand on the devices and by finger on the glass; main thread only."""

    def __init__(self, table: DemoTable, app: "TouchscreenApp", pictures: Pictures) -> None:
        from ui.fingers import Fingers  # noqa: PLC0415 - contract 5

        self._table = table
        self._app = app
        self._pictures = pictures
        self._fingers = Fingers(app=app)
        self._run = Run()
        self._taps_before = 0
        self._pulled = False
        self._ended = False

    def end(self) -> None:
        """Stop before the next step; an exception out of a signal would run through Qt's own calls."""
        self._ended = True

    def play(self, rounds: int) -> Run:
        """Play until so many rounds are over; raise TimeoutError where a step never comes."""
        moved = time.monotonic()
        while len(self._run.results) < rounds:
            if self._ended:
                raise KeyboardInterrupt
            if self._step():
                moved = time.monotonic()
            elif time.monotonic() - moved > STEP_TIMEOUT_S:
                view = self._app.desk.view
                where = view.prompt.code.value if view is not None else "start"
                raise TimeoutError(f"nothing moved for {STEP_TIMEOUT_S:.0f} s at prompt {where}")
        return self._run

    def _step(self) -> bool:
        """Do the robot's next thing; tell whether anything was tapped or finished."""
        self._app.process()
        if self._table.running.fault is not None:
            raise self._table.running.fault
        view = self._app.desk.view
        if view is None:
            self._app.wait(IDLE_S)
            return False
        self._pictures.look(view)
        self._pull_cable_once(view)
        finished = self._note_result(view)
        taken = self._table.step(self._fingers.left(view.prompt))
        if taken is None:
            self._app.wait(IDLE_S)
            return finished
        self._tap(*taken)
        return True

    def _pull_cable_once(self, view: TableView) -> None:
        """Pull the shoe's cable in the second deal; the dealer plugs it in again when the prompt asks so."""
        in_deal = view.prompt.code is PromptCode.DEAL_STACK and bool(self._run.results)
        if in_deal and not self._pulled:
            self._pulled = True
            self._table.simulation.unplug("shoe")
            print("the shoe's cable is pulled in the middle of the deal")

    def _tap(self, offer: Offer, command: Ask) -> None:
        """Turn one taken offer into taps."""
        match command:
            case PlaceWager():
                self._fingers.wager(command)
            case PostBank(amount=amount):
                self._fingers.bank(SeatNo(offer.seat or 0), amount)
            case AnswerOffer(seat=seat, bank=bank) if bank is not None and bank != self._app.desk.bank():
                self._fingers.bank(seat, bank)
                self._fingers.take(offer)
            case _:
                self._fingers.take(offer, self._table.floor, self._table.shift)

    def _note_result(self, view: TableView) -> bool:
        """Print a round that is over once; the screen shows it as the last result."""
        result = view.last_result
        if result is None or (self._run.results and self._run.results[-1].round == result.round):
            return False
        if view.round == result.round:
            return False
        self._run.results.append(result)
        taps = self._fingers.taps - self._taps_before
        self._taps_before = self._fingers.taps
        self._run.taps.append(taps)
        money = self._app.desk.words.money
        word = "void" if result.is_void else f"bank {money.exact(result.net)}"
        moved = f"paid {money.exact(result.paid)}, took {money.exact(result.collected)}"
        print(f"round {result.round}: {word}, {moved}, {taps} taps")
        return True
