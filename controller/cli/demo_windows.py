"""The demo with windows: the real table screen, and the devices bench beside it or in the terminal."""

import sys
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from controller.cli.compose import DemoTable
from controller.cli.hands import AutoHands, Pace
from controller.cli.interrupts import LOOK_MS, Held
from controller.cli.replay_reader import RecordReader
from controller.cli.screen import screen_options
from controller.cli.simulated import DemoSetting
from controller.engine.prompt import Prompt
from controller.engine.view_types import TableView
from controller.logs import start_logs
from controller.rulesets.load import load_ruleset
from controller.table.envelope import Credential, Publication

if TYPE_CHECKING:
    from ui.app import TouchscreenApp
    from ui.texts import Texts

GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Auto-dealer": ("auto off", "auto slow", "auto fast"),
    "Cards": ("draw", "stack", "deal", "take", "misread", "noread", "double", "pushback", "other"),
    "Decks": ("load A", "load B", "toshoe", "stub", "collect", "swap", "short", "sort"),
    "Shuffler": ("jam infeed", "jam transport", "open door", "close door", "clear"),
    "Links": ("unplug shoe", "plug shoe", "unplug shuffler", "plug shuffler", "noise shoe", "mute shoe"),
    "People": ("badge floor", "badge shift", "badge dealer"),
}
"""The verbs that have a key in the bench window; `help` in the terminal lists all of them."""

_HELP: Final = (
    "\nauto off|slow|fast  how fast the hands work by themselves\nbadge WHO           show the badge"
)

WELCOME: Final = (
    "Tap what is yellow on the table's screen. The hands deal by themselves; where a badge is asked, "
    "press one below and its PIN stands here."
)


class DemoBench:
    """Be the bench of the screen and of the terminal: the devices' verbs, the auto-dealer, the badge."""

    def __init__(self, table: DemoTable, hands: AutoHands, texts: "Texts") -> None:
        self._table = table
        self._hands = hands
        self._texts = texts
        self._view: TableView | None = None
        self.app: TouchscreenApp | None = None

    def look(self, view: TableView) -> None:
        """Take the newest picture; any thread."""
        self._view = view
        self._hands.look(view.prompt)

    def do(self, text: str) -> str:
        """Do one verb and say what happened."""
        match text.split():
            case ["auto", pace] if pace.upper() in Pace.__members__:
                self._hands.set_pace(Pace[pace.upper()])
                return f"auto-dealer {pace}"
            case ["badge", "floor"]:
                return self._show_badge(self._table.floor)
            case ["badge", "shift"]:
                return self._show_badge(self._table.shift)
            case ["badge", "dealer"]:
                return self._show_badge(self._table.dealer)
            case ["help"] | []:
                return self._table.bench.do("help") + _HELP
            case _:
                return self._table.bench.do(text)

    def welcome(self) -> str:
        """Say how to begin."""
        return WELCOME

    def verbs(self) -> Mapping[str, Sequence[str]]:
        """Give the verbs that have a key, by group."""
        return GROUPS

    def hint(self) -> str:
        """Say what a dealer would do now."""
        from ui.formatting import MoneyFormat  # noqa: PLC0415 - contract 5
        from ui.prompts import prompt_text, task_text  # noqa: PLC0415 - contract 5

        if self._view is None:
            return ""
        prompt: Prompt = self._view.prompt
        if prompt.tasks:
            return task_text(prompt.tasks[0], self._texts)
        return prompt_text(self._view, self._texts, MoneyFormat(sign="$"))

    def _show_badge(self, of: Credential) -> str:
        """Hold a person's badge to the reader; the PIN is still to be typed."""
        if self.app is not None:
            self.app.badge(of.badge)
        return f"badge {of.badge} shown; its PIN in this demo is {of.pin}"


def show(setting: DemoSetting, size: tuple[int, int], held: Held, *, terminal: bool) -> int:
    """Run the demo until the table's window is closed; give 0, raise what stopped the table."""
    from ui.app import TouchscreenApp  # noqa: PLC0415 - contract 5
    from ui.texts import load_texts  # noqa: PLC0415 - contract 5

    ruleset = load_ruleset(setting.rules)

    def publish(publication: Publication) -> None:
        app.publish(publication)
        bench.look(publication.view)

    def on_fault(reason: str) -> None:
        app.fail(reason)

    table = DemoTable(setting, publish=publish, on_fault=on_fault)
    hands = AutoHands(table.hands, Pace.SLOW)
    bench = DemoBench(table, hands, load_texts("en"))
    options = screen_options(table.config, ruleset, size, keyboard=True)
    reader = RecordReader(table.journal, table.running.admit)
    shown = None if terminal else bench
    app = TouchscreenApp(options, table.running.submit, bench=shown, reader=reader)
    bench.app = app
    log = start_logs(sys.stderr, level="error")
    for one in (table.floor, table.shift, table.dealer):
        print(f"seed {setting.seed}; badge {one.badge}, PIN {one.pin}")
    app.start()
    app.every(LOOK_MS, held.look)
    try:
        app.step("record")
        table.start()
        hands.start()
        if terminal:
            _read_terminal(bench)
        held.check()
        held.ends(app.quit)
        code = app.run()
    finally:
        hands.stop()
        table.stop()
        app.stop()
        log.stop()
    if table.running.fault is not None:
        raise table.running.fault
    return code


def _read_terminal(bench: DemoBench) -> None:
    """Take verbs from the terminal on a thread of their own, which ends with the program."""

    def read() -> None:
        for line in sys.stdin:
            print(bench.do(line.strip()), flush=True)

    print(bench.do("help"))
    threading.Thread(target=read, name="bench", daemon=True).start()
