"""Reports on paper: a PDF of A4 pages by Qt's own writer, with the fonts of the screen (G11).

The layout adds two centimetres of margin and the page numbers by itself.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
from PySide6.QtGui import QFont, QGuiApplication, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from controller.history.sections import Section, amount_text
from ui.app import FONTS
from ui.display import prepare

POINTS: Final = 9
MARGIN_MM: Final = 4
DPI: Final = 300
_NEW_PAGE: Final = ' style="page-break-before: always"'


def write_report(path: Path, sections: Sequence[Section]) -> None:
    """Write each section on pages of its own, numbered; raise OSError where the file cannot be written."""
    prepare(offscreen=True)
    application = QGuiApplication.instance() or QGuiApplication(["report"])
    document = QTextDocument()
    font = QFont(list(FONTS), POINTS)
    font.setFeature(QFont.Tag("liga"), 0)  # so that a search for "fill" finds it
    document.setDefaultFont(font)
    document.setHtml("".join(_page(section, number) for number, section in enumerate(sections)))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(sections[0].title if sections else "report")
    writer.setCreator("dealer-assist")
    writer.setResolution(DPI)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4),
            QPageLayout.Orientation.Portrait,
            margins,
            QPageLayout.Unit.Millimeter,
        )
    )
    document.print_(writer)
    del writer
    buffer.close()
    path.write_bytes(buffer.data().data())
    del application


def _page(section: Section, number: int) -> str:
    """Give a section as the markup that Qt lays out."""
    span = f"{_utc(section.from_us)} to {_utc(section.until_us)}, UTC"
    style = _NEW_PAGE if number else ""
    head = f"<h2{style}>{escape(section.title)}</h2><p>{span}</p>"
    rows = "".join(_rows(section))
    rule = '<table width="100%" cellspacing="0" cellpadding="2">'
    return f"{head}{rule}{rows}</table>"


def _rows(section: Section) -> Iterator[str]:
    part = ""
    for one in section.figures:
        if one.part != part:
            part = one.part
            yield f'<tr><td colspan="2"><br/><b>{escape(part)}</b></td></tr>'
        yield f'<tr><td>{escape(one.name)}</td><td align="right">{amount_text(one)}</td></tr>'


def _utc(us: int) -> str:
    return datetime.fromtimestamp(us / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
