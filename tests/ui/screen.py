"""A started screen without a display, on a clock that the test moves."""

from dataclasses import dataclass, field, replace

from PySide6.QtQuick import QQuickItem

from controller.engine.refusals import RefusalCode, Refused
from controller.table.envelope import Envelope, Outcome, Publication
from ui import scenes
from ui.app import TouchscreenApp
from ui.options import ScreenOptions
from ui.replay import Reader
from ui.scenes.effects import sample_effect


@dataclass(slots=True)
class HandClock:
    """Seconds that pass only when the test says so."""

    now: float = 100.0

    def __call__(self) -> float:
        """Give the time."""
        return self.now


@dataclass(slots=True, kw_only=True)
class Screen:
    """Hold a started touchscreen, its clock, and what it sent, or only asked the effect of.

    full: the table thread's queue is full, so that commands are not taken.
    """

    app: TouchscreenApp
    clock: HandClock
    sent: list[Envelope]
    asked: list[Envelope]
    full: list[bool] = field(default_factory=list)

    def show(self, scene: str | Publication) -> Publication:
        """Publish a scene and let its controls be heard."""
        publication = scenes.publication(scene) if isinstance(scene, str) else scene
        self.app.publish(publication)
        self.app.process()
        self.rest()
        return publication

    def rest(self) -> None:
        """Let a frame be drawn and the deaf time pass; the table goes on publishing meanwhile."""
        self.app.process()
        self.app.table.drawn()
        self.clock.now += 0.5
        self.app.desk._heard_at = self.clock.now

    def control(self, intent: str, arg: str | None = None, token: str | None = None) -> QQuickItem:
        """Find a live control; it must be there."""
        item = self.app.find(intent, arg, token)
        assert item is not None, f"no live control {intent} {arg} {token}"
        return item

    def tap(self, intent: str, arg: str | None = None, token: str | None = None) -> None:
        """Tap a live control as soon as it is heard."""
        self.rest()
        item = self.control(intent, arg, token)
        self.app.press(item)
        self.app.release(item)

    def offer(self, token: str) -> QQuickItem:
        """Find the live control that carries an offer's token; it must be there."""
        return self.control("offer", None, token)

    def take(self, token: str) -> None:
        """Tap an offer as soon as its control is heard."""
        self.tap("offer", None, token)

    def badge(self, code: str) -> None:
        """Show a badge to the reader, and let the screen take it."""
        self.app.badge(code)
        self.app.process()

    def tell(self) -> None:
        """Answer what was asked the effect of last, as the table would for this scene."""
        last, asked = self.app.desk.publication, self.asked[-1]
        assert last is not None
        told = (asked.command_id, sample_effect(asked.command, last.view))
        self.app.publish(replace(last, effects=(told,)))
        self.app.process()

    def answer(self, refused: RefusalCode | None = None) -> None:
        """Publish the answer to the last command, the view unchanged."""
        last = self.app.desk.publication
        assert last is not None
        reason = Refused(code=refused, allowed="1000 to 30000") if refused is not None else None
        outcome = Outcome(command_id=self.sent[-1].command_id, seq=last.seq + 1, refused=reason)
        self.app.publish(replace(last, outcomes=(outcome,), seq=last.seq + 1))
        self.app.process()


def make_screen(options: ScreenOptions, reader: Reader | None = None) -> Screen:
    """Start a touchscreen without a display; reader: of the record, for S6."""
    sent: list[Envelope] = []
    asked: list[Envelope] = []
    full: list[bool] = []

    def submit(envelope: Envelope) -> bool:
        (asked if envelope.is_preview else sent).append(envelope)
        return not full

    clock = HandClock()
    app = TouchscreenApp(options, submit, offscreen=True, clock=clock, reader=reader)
    app.start()
    return Screen(app=app, clock=clock, sent=sent, asked=asked, full=full)
