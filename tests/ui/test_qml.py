"""QML holds layout only, and names nothing that is not there (TOUCHSCREEN 4, 9, 11; ARCHITECTURE 7)."""

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from ui.lint_qml import PLAIN, QML, rich_texts
from ui.options import ScreenOptions, wording_of
from ui.viewmodels.base import FixedRows
from ui.viewmodels.coverage import CoverageShown
from ui.viewmodels.floor import FloorShown
from ui.viewmodels.history import HistoryShown
from ui.viewmodels.offer import OfferShown
from ui.viewmodels.root import TableShown, labels_of
from ui.viewmodels.seats import SeatRow
from ui.viewmodels.table import TableViewModel
from ui.viewmodels.wager_panel import WagerPanelShown

SOURCES = sorted(QML.rglob("*.qml"))
SUB_MODELS = {
    "offer": OfferShown,
    "wagers": WagerPanelShown,
    "coverage": CoverageShown,
    "floor": FloorShown,
    "history": HistoryShown,
}
FORBIDDEN = (
    "TapHandler",
    "MouseArea",
    "elide",
    "maximumLineCount",
    "Canvas",
    "Image",
    "FontLoader",
    "onHovered",
)
LINE_LIMIT = 200


def code(path: Path) -> str:
    """Read a file without its comments."""
    return re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))


def names_of(shown: type) -> set[str]:
    """Name the fields of a shown value."""
    return {field.name for field in fields(shown)}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_qml_uses_only_what_the_rules_allow(path: Path) -> None:
    """One kind of target, no cut text, no picture, no hover (section 4, 11; P11, P13)."""
    words = set(re.findall(r"\w+", code(path)))
    assert [] == [word for word in FORBIDDEN if word in words]
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINE_LIMIT


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_text_is_a_literal(path: Path) -> None:
    """Every word on the screen comes from a view model (section 9)."""
    literals = re.findall(r"\b(?:text|label|sub|title|detail): \"([^\"]+)\"", code(path))
    assert [] == [text for text in literals if re.search(r"\w", text)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_member_of_the_root_model_that_qml_names_is_there(path: Path) -> None:
    """A misspelt property would be undefined at run time (ARCHITECTURE 7)."""
    known = names_of(TableShown) | {name for name in vars(TableViewModel) if not name.startswith("_")}
    found = set(re.findall(r"\btable\.(\w+)", code(path)))
    assert set() == found - known


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_member_of_a_sub_model_that_qml_names_is_there(path: Path) -> None:
    """The same for the models that hang on the root, and for the tiles' rows."""
    source = code(path)
    missing = {
        f"{name}.{member}"
        for name, shown in SUB_MODELS.items()
        for member in re.findall(rf"\btable\.{name}\.(\w+)", source)
        if member not in names_of(shown)
    }
    missing |= {
        f"seat.{name}" for name in re.findall(r"\.seat\.(\w+)", source) if name not in names_of(SeatRow)
    }
    assert set() == missing


def test_every_label_that_qml_names_is_in_the_words() -> None:
    """Labels come by id from the language's file (section 11)."""
    labels = labels_of(wording_of(ScreenOptions(), "en"))
    used = {name for path in SOURCES for name in re.findall(r"\blabels\.(\w+)", code(path))}
    used |= {name for path in SOURCES for name in re.findall(r"\"(wager_\w+)\"", code(path))}
    assert set() == used - set(labels)


def test_lists_with_targets_have_fixed_rows() -> None:
    """Rows never come or go while a table is open (section 4, rule 8)."""
    resets = {"beginResetModel", "beginInsertRows", "beginRemoveRows"}
    source = Path(sys.modules[FixedRows.__module__].__file__ or "").read_text(encoding="utf-8")
    assert set() == resets & set(re.findall(r"\w+", source))


def test_qmllint_has_nothing_to_say() -> None:
    """The toolchain's own linter finds no warning (section 12)."""
    done = subprocess.run([sys.executable, "-m", "ui.lint_qml"], capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr


def test_every_text_shows_markup_as_it_was_typed() -> None:
    """A reason or a name may hold anything; no text reads `<b>` or `<img>` out of it (P9, P15)."""
    assert [] == rich_texts()


def test_the_lint_finds_a_text_that_reads_markup(tmp_path: Path) -> None:
    """Control: one line taken away is found, with its file and line."""
    source = (QML / "DealerAssist" / "Floor" / "ActionSheet.qml").read_text(encoding="utf-8")
    (tmp_path / "Planted.qml").write_text(source.replace(f"        {PLAIN}\n", "", 1), encoding="utf-8")
    assert ["Planted.qml"] == [place.split(":")[0] for place in rich_texts(tmp_path)]
