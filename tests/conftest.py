"""What holds for every test: no screen, the same chance each time, and no warning that nobody announced."""

import logging
import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, Phase, settings

from controller.logs import OURS, to_record

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")

# A failing walk of a table would be made smaller for minutes, until the run's own limit hides what it found.
UNSHRUNK = tuple(phase for phase in Phase if phase not in {Phase.shrink, Phase.explain})
settings.register_profile("every", deadline=None, derandomize=True, max_examples=100, phases=UNSHRUNK)
settings.register_profile(
    "full", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("DEALER_ASSIST_PROFILE", "every"))


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """Have pytest-qt make the application that the program makes, whichever test comes first."""
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 - most tests need no Qt

    return QGuiApplication


class Watch(logging.Handler):
    """Remember warnings and worse of our own packages."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note the event's name."""
        if record.name.split(".")[0] in OURS:
            self.seen.append(str(record.msg))


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that logs a warning it did not announce with `@pytest.mark.logs("event", ...)`."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, to_record],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    watch = Watch()
    logging.root.addHandler(watch)
    yield
    logging.root.removeHandler(watch)
    marker = request.node.get_closest_marker("logs")
    announced = set(marker.args) if marker else set()
    assert [] == [event for event in watch.seen if event not in announced], "unexpected warning in the log"
