"""What the lints read from a drawn window: controls, texts and their places, in units."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont
from PySide6.QtQuick import QQuickItem

from tests.ui.screen import Screen
from ui.app import walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Hold one item: what it is, and its rectangle on 1280x800."""

    name: str
    intent: str
    rect: QRectF


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Hold one text: pixels by which it is wider and higher than its place, and the size of its letters."""

    text: str
    overflow: float
    rise: float
    letters: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Hold what a drawn window holds: pixels per unit, width in units, the prompt, controls and texts."""

    unit: float
    width: float
    prompt: str
    targets: tuple[Spot, ...]
    texts: tuple[Said, ...]


def read(screen: Screen) -> Drawn:
    """Read what is on the glass now."""
    said = [
        Said(text=str(item.property("text")), overflow=overflow(item), rise=rise(item), letters=letters(item))
        for item in texts(screen)
    ]
    return Drawn(
        unit=unit(screen),
        width=screen.app.window.width() / unit(screen),
        prompt=screen.app.table.shown.prompt,
        targets=tuple(targets(screen)),
        texts=tuple(said),
    )


def unit(screen: Screen) -> float:
    """Give pixels per unit."""
    window = screen.app.window
    return min(window.width() / 1280, window.height() / 800)


def spot(item: QQuickItem, size: float) -> QRectF:
    """Give an item's rectangle in units of the window."""
    rect = item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))
    return QRectF(rect.x() / size, rect.y() / size, rect.width() / size, rect.height() / size)


def targets(screen: Screen) -> list[Spot]:
    """Give everything that a finger can hit; what lies under an open sheet cannot be hit."""
    size = unit(screen)
    items = screen.app.taps()
    back = next((item for item in items if item.property("intent") == "back"), None)
    cover = sheet_of(back)
    return [
        Spot(
            name=str(item.property("name") or item.property("label")),
            intent=str(item.property("intent")),
            rect=spot(item, size),
        )
        for item in items
        if cover is None or cover.isAncestorOf(item) or not meets(cover, item)
    ]


def sheet_of(back: QQuickItem | None) -> QQuickItem | None:
    """Give the open sheet, found by its way back."""
    while back is not None and back.metaObject().indexOfProperty("backY") < 0:
        back = back.parentItem()
    return back


def meets(cover: QQuickItem, item: QQuickItem) -> bool:
    """Tell whether an item lies under a sheet, if only in part."""
    rect = item.mapRectToItem(cover, QRectF(0, 0, item.width(), item.height()))
    return rect.intersects(QRectF(0, 0, cover.width(), cover.height()))


def texts(screen: Screen) -> Iterator[QQuickItem]:
    """Give every visible text that says something."""
    for item in walk(screen.app.window.contentItem()):
        if item.metaObject().indexOfProperty("elide") >= 0 and item.property("text"):
            yield item


def overflow(item: QQuickItem) -> float:
    """Tell by how many pixels a text is wider than its item, or than the window where it has no width."""
    content = float(item.property("contentWidth"))
    return content - item.width()


def rise(item: QQuickItem) -> float:
    """Tell by how many pixels a text is higher than its item."""
    return float(item.property("contentHeight")) - item.height()


def letters(item: QQuickItem) -> float:
    """Give the size of a text's letters in pixels."""
    font: QFont = item.property("font")
    return font.pixelSize()
