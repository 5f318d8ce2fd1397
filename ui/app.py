"""Start, run and stop the touchscreen.

Start: environment, application, desk, view models, bridge, QML engine, window, static page. The window is
shown only after its root object was checked. Stop: bridge, window, QML engine, view models, application:
each holds what comes after it, and a teardown left to the interpreter would run in any order.
"""

import sys
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickItem, QQuickWindow

from controller.engine.faults import ConfigFault
from controller.table.envelope import Publication
from ui.bench import Bench, BenchViewModel
from ui.bridge import Bridge
from ui.desk import Desk
from ui.display import give_back, prepare
from ui.keys import KeyReader
from ui.options import ScreenOptions
from ui.post import Submit
from ui.replay import Reader
from ui.taps import KEYS, Clock
from ui.viewmodels.devices import ReaderState
from ui.viewmodels.table import TableViewModel

FONTS = ("DejaVu Sans", "WenQuanYi Micro Hei")
SWITCH_INTERVAL_S = 0.0005
SETTLE_S = 5.0
TURN_MS = 4
TRIM_MS = 60_000
BENCH_GAP = 16


class TouchscreenApp:
    """Hold the whole touchscreen; made and used on the main thread, `publish` and `fail` from any thread.

    options: how it looks; submit: hands a command to the table thread, False when its queue is full;
    bench: the demo's devices bench, None on a table; clock: seconds for the tap guard;
    reader: reads the record for S6, None where there is none.
    """

    def __init__(
        self,
        options: ScreenOptions,
        submit: Submit,
        *,
        bench: Bench | None = None,
        offscreen: bool = False,
        clock: Clock = time.monotonic,
        reader: Reader | None = None,
    ) -> None:
        prepare(offscreen=offscreen)
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self.options = options
        self._application = _application()
        self._owner = QObject()
        self.desk = Desk(options, submit, clock, reader)
        self.table = TableViewModel(self.desk, self._owner)
        self._bridge = Bridge(self.table, self._owner)
        self._bench = BenchViewModel(bench, self._owner) if bench is not None else None
        self._engine = QQmlApplicationEngine()
        self._window: QQuickWindow | None = None
        self._bench_window: QQuickWindow | None = None
        self._keyboard = _Keyboard(self, self._owner) if options.keyboard else None
        self._hook = sys.excepthook

    @property
    def window(self) -> QQuickWindow:
        """Give the window; there is one only between `start` and `stop`."""
        assert self._window is not None, "the touchscreen is not started"
        return self._window

    def start(self) -> None:
        """Show the window with its static page; raise ConfigFault where the screen cannot be made."""
        sys.excepthook = self._on_exception
        root = files("ui").joinpath("qml")
        self._engine.addImportPath(str(root))
        self._window = self._load("Main.qml", {"table": self.table})
        self._window.setWidth(self.options.width)
        self._window.setHeight(self.options.height)
        self._window.frameSwapped.connect(self.table.drawn)
        if self._keyboard is not None:
            self._window.installEventFilter(self._keyboard)
        if self._bench is not None:
            self._bench_window = self._load("Bench/BenchWindow.qml", {"bench": self._bench})
            self._beside(self._bench_window)
            self._bench_window.show()
        self._show()
        self._bridge.start()
        self.every(TRIM_MS, give_back)

    def reader(self, *, is_there: bool, dropped: int) -> None:
        """Take how the badge reader is; main thread only. dropped: reads that were no badge (S5)."""
        self.table.reader(ReaderState(is_there=is_there, dropped=dropped))

    def badge(self, code: str) -> None:
        """Take a badge that a reader read; from any thread, counts while an approval is asked."""
        self._bridge.badge(code)

    def step(self, text: str) -> None:
        """Name the step of the start on the static page, and draw it at once."""
        self.table.starting(text)
        self.process()

    def publish(self, publication: Publication) -> None:
        """Show what the table published; from any thread."""
        self._bridge.publish(publication)

    def fail(self, reason: str) -> None:
        """Show the fault page; from any thread."""
        self._bridge.fail(reason)

    def every(self, milliseconds: int, act: Callable[[], None]) -> None:
        """Call something again and again while the event loop runs; main thread only."""
        timer = QTimer(self._owner)
        timer.setInterval(milliseconds)
        timer.timeout.connect(act)
        timer.start()

    def run(self) -> int:
        """Run the event loop until the window is closed or `quit` is called; give the exit code."""
        return self._application.exec()

    def quit(self) -> None:
        """End the event loop; main thread only."""
        self._application.quit()

    def process(self) -> None:
        """Let Qt handle what is waiting, once; for the headless demo and tests."""
        self._application.processEvents()
        # A closed sheet goes with an event that only a running loop would handle by itself.
        self._application.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def stop(self) -> None:
        """Take everything down in order."""
        self._bridge.stop()
        sys.excepthook = self._hook
        for window in (self._bench_window, self._window):
            if window is not None:
                window.close()
        self.process()
        self._window = self._bench_window = None
        for owner in (self._engine, self._owner):
            owner.deleteLater()
            self._application.sendPostedEvents(owner, QEvent.Type.DeferredDelete)

    def grab(self, path: Path) -> None:
        """Write what the window shows now as a PNG; raise OSError where it cannot be written."""
        self.process()
        if not self.window.grabWindow().save(str(path)):
            raise OSError(f"picture {path} was not written")

    def taps(self) -> tuple[QQuickItem, ...]:
        """Give every control that a finger in its middle would hit now: live, and under nothing else."""
        touched = tuple(catches(self.window.contentItem()))
        return tuple(
            item
            for place, item in enumerate(touched)
            if is_target(item) and not any(covers(over, middle_of(item)) for over in touched[place + 1 :])
        )

    def find(self, intent: str, arg: str | None = None, token: str | None = None) -> QQuickItem | None:
        """Find the control of an intent, with this argument or token where given; the topmost one."""
        found = None
        for item in self.taps():
            same = item.property("intent") == intent
            same = same and (arg is None or item.property("arg") == arg)
            if same and (token is None or item.property("token") == token):
                found = item
        return found

    def tap(self, item: QQuickItem) -> None:
        """Press and release a control in its middle, as a finger does; waits out its deaf time first."""
        token = str(item.property("token")) if item.property("guarded") else KEYS
        self.wait_for(lambda: self.desk.guard.hears(token))
        self.press(item)
        self.release(item)

    def press(self, item: QQuickItem) -> None:
        """Put a finger down in the middle of a control."""
        self.down(middle_of(item))

    def down(self, place: QPointF) -> None:
        """Put a finger down at a place, whatever is there."""
        self._finger(QMouseEvent.Type.MouseButtonPress, place)

    def release(self, item: QQuickItem) -> None:
        """Slide to the middle of a control, which need not be the pressed one, and take the finger up."""
        self.lift(middle_of(item))

    def lift(self, place: QPointF) -> None:
        """Slide to a place, whatever is there now, and take the finger up."""
        self._finger(QMouseEvent.Type.MouseMove, place)
        self._finger(QMouseEvent.Type.MouseButtonRelease, place)

    def tap_token(self, token: str) -> bool:
        """Tap the control that carries an offer's token; False where no control shows it."""
        item = self.find("offer", token=token)
        if item is not None:
            self.tap(item)
        return item is not None

    def wait(self, seconds: float) -> None:
        """Let Qt run for a while."""
        self.wait_for(lambda: False, seconds)

    def wait_for(self, done: Callable[[], bool], seconds: float = SETTLE_S) -> bool:
        """Let Qt run until something holds; False where it did not in time."""
        until = time.monotonic() + seconds
        while not done():
            if time.monotonic() >= until:
                return False
            self._turn()
        return True

    def _finger(self, kind: QMouseEvent.Type, point: QPointF) -> None:
        """Send one real event to the window."""
        up = kind is QMouseEvent.Type.MouseButtonRelease
        held = Qt.MouseButton.NoButton if up else Qt.MouseButton.LeftButton
        moves = kind is QMouseEvent.Type.MouseMove
        button = Qt.MouseButton.NoButton if moves else Qt.MouseButton.LeftButton
        on_glass = self.window.mapToGlobal(point)
        event = QMouseEvent(kind, point, on_glass, button, held, Qt.KeyboardModifier.NoModifier)
        self._application.sendEvent(self.window, event)
        self.process()

    def _turn(self) -> None:
        """Let Qt work, or wait, for a few milliseconds."""
        loop = QEventLoop()
        QTimer.singleShot(TURN_MS, loop.quit)
        loop.exec()

    def _load(self, name: str, properties: dict[str, object]) -> QQuickWindow:
        """Load one window and check that it is there (ARCHITECTURE 7)."""
        source = files("ui").joinpath("qml", "DealerAssist", *name.split("/"))
        before = len(self._engine.rootObjects())
        self._engine.setInitialProperties(properties)
        self._engine.load(QUrl.fromLocalFile(str(source)))
        roots = self._engine.rootObjects()
        if len(roots) == before or not isinstance(roots[-1], QQuickWindow):
            raise ConfigFault(
                file=name, key="window", value="not made", allowed="a window, see the Qt messages"
            )
        return roots[-1]

    def _beside(self, bench: QQuickWindow) -> None:
        """Put the bench to the right of the table, as far as the screen is wide."""
        free = self.window.screen().availableGeometry().width() - bench.width()
        bench.setX(max(0, min(self.options.width + BENCH_GAP, free)))

    def _show(self) -> None:
        """Show the window; in the kiosk it must cover the screen exactly (TOUCHSCREEN 13)."""
        window = self.window
        if not self.options.kiosk:
            window.show()
            return
        size = window.screen().size()
        if (size.width(), size.height()) != (self.options.width, self.options.height):
            raise ConfigFault(
                file="",
                key="size",
                value=f"{self.options.width}x{self.options.height}",
                allowed=f"{size.width()}x{size.height()}, the screen's",
            )
        window.setFlag(Qt.WindowType.FramelessWindowHint)
        window.setCursor(Qt.CursorShape.BlankCursor)
        window.showFullScreen()

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Lead an exception of a slot to the fault page; the original hook still reports it."""
        self.table.fail(kind.__name__)
        self._hook(kind, error, trace)


class _Keyboard(QObject):
    """Hear the window's keys and tap the controls they name; main thread only."""

    def __init__(self, app: TouchscreenApp, parent: QObject) -> None:
        super().__init__(parent)
        self._app = app
        self._reader = KeyReader()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take key presses, and leave everything else alone."""
        del watched
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        control = self._reader.read(event.text(), self._app.table.shown, self._app.table.seat_rows())
        item = self._app.find(control.intent, control.arg, control.token) if control else None
        if item is not None:
            self._app.press(item)
            self._app.release(item)
        return True


def _application() -> QGuiApplication:
    """Make the application, or take the one that the tests have made."""
    application = QGuiApplication.instance()
    made = application if isinstance(application, QGuiApplication) else QGuiApplication(sys.argv[:1])
    font = QFont()
    font.setFamilies(list(FONTS))
    made.setFont(font)
    return made


def middle_of(item: QQuickItem) -> QPointF:
    """Give the middle of an item in the window's coordinates."""
    return item.mapToScene(QPointF(item.width() / 2, item.height() / 2))


def walk(item: QQuickItem) -> Iterator[QQuickItem]:
    """Walk all visible items, in painting order; `findChild` does not see a Repeater's delegates."""
    for child in item.childItems():
        if child.isVisible():
            yield child
            yield from walk(child)


def catches(item: QQuickItem) -> Iterator[QQuickItem]:
    """Walk everything that takes touches, in painting order; what a control is made of takes none itself."""
    for child in sorted(item.childItems(), key=QQuickItem.z):
        if not (child.isVisible() and child.isEnabled()):
            continue
        if child.acceptedMouseButtons() != Qt.MouseButton.NoButton:
            yield child
        if not is_target(child):
            yield from catches(child)


def is_target(item: QQuickItem) -> bool:
    """Tell whether an item is one of our controls."""
    return item.metaObject().indexOfProperty("heldPress") >= 0


def covers(item: QQuickItem, place: QPointF) -> bool:
    """Tell whether a place of the window lies on an item."""
    return item.contains(item.mapFromScene(place))
