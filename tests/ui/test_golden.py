"""The screen looks as it did, to the pixel (TOUCHSCREEN 12)."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from tests.ui import golden


@pytest.mark.parametrize("picture", golden.GOLDENS, ids=lambda picture: picture.name)
def test_a_screen_is_the_golden_picture(picture: golden.Golden, qtbot: QtBot) -> None:
    """A picture is byte-equal where fonts and Qt are those it was drawn with; elsewhere a counted skip."""
    del qtbot
    if golden.environment().get(picture.probe) != golden.probe(picture.probe):
        pytest.skip("other fonts, or another renderer of them, than the golden pictures were drawn with")
    kept = QImage(str(golden.FOLDER / picture.name)).convertToFormat(QImage.Format.Format_RGB32)
    drawn = golden.draw(picture)
    assert kept.size() == drawn.size()
    assert bytes(kept.constBits()) == bytes(drawn.constBits()), f"{picture.name} differs"
