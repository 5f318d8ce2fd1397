"""The golden pictures: which there are, and how to draw them again (`python -m tests.ui.golden`)."""

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import qVersion
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from ui.app import FONTS
from ui.scenes.studio import Look, Studio

FOLDER = Path(__file__).parents[1] / "golden" / "ui"
PROBES = FOLDER / "environment.txt"
PROBE_TEXT = {"latin": "Seat 6 \u00d7 \u2212 $1,250.00 \u00f1", "chinese": "\u5e84\u5bb6 \u5e95\u6ce8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """Hold one picture: a scene with what is tapped open on it, and how it is shown."""

    scene: str
    size: tuple[int, int] = (1280, 800)
    language: str = "en"
    theme: str = "day"
    mirrored: bool = False

    @property
    def name(self) -> str:
        """Name the file."""
        width, height = self.size
        parts = [self.scene, f"{width}x{height}", self.language, self.theme]
        parts += ["left"] if self.mirrored else []
        return "-".join(parts) + ".png"

    @property
    def probe(self) -> str:
        """Name the probe whose fonts this picture depends on."""
        return "chinese" if self.language == "zh" else "latin"


WIDE = (1920, 1080)
GOLDENS = (
    Golden(scene="D0-closed"),
    Golden(scene="D1-wagers"),
    Golden(scene="D1-wagers+6"),
    Golden(scene="D2-hole", mirrored=True),
    Golden(scene="D3-preflop"),
    Golden(scene="D5-river"),
    Golden(scene="D5-river", size=WIDE),
    Golden(scene="D5-river", theme="dim"),
    Golden(scene="D7-settle"),
    Golden(scene="D7-settle", language="es"),
    Golden(scene="D7-settle", language="zh"),
    Golden(scene="D7-back-line", size=WIDE),
    Golden(scene="D0-closed+devices"),
    Golden(scene="D7-settle+history"),
    Golden(scene="D10-called+floor"),
    Golden(scene="D10-called+floor+void_round"),
    Golden(scene="D10-called+floor+void_round", size=WIDE, language="es"),
    Golden(scene="D10-called+floor+void_round+write"),
    Golden(scene="D10-called+floor+void_round+apply", language="zh"),
    Golden(scene="D10-hold"),
)


def draw(golden: Golden) -> QImage:
    """Draw a golden picture now."""
    look = Look(size=golden.size, language=golden.language, theme=golden.theme, mirrored=golden.mirrored)
    studio = Studio(look)
    with TemporaryDirectory() as folder:
        file = Path(folder) / golden.name
        studio.draw(golden.scene, file)
        picture = QImage(str(file))
    studio.stop()
    return picture.convertToFormat(QImage.Format.Format_RGB32)


def digests() -> list[str]:
    """Fingerprint every picture as this process draws it."""
    pictures = [(golden.name, draw(golden)) for golden in GOLDENS]
    return [f"{hashlib.sha256(bytes(image.constBits())).hexdigest()} {name}" for name, image in pictures]


def probe(name: str) -> str:
    """Fingerprint what this environment makes of a few letters: fonts, their renderer, Qt."""
    image = QImage(400, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    font = QFont()
    font.setFamilies(list(FONTS))
    font.setPixelSize(28)
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(QColor("white"))
    painter.drawText(8, 40, PROBE_TEXT[name])
    painter.end()
    return hashlib.sha256(bytes(image.constBits())).hexdigest()


def environment() -> dict[str, str]:
    """Read the fingerprints under which the pictures were drawn."""
    lines = PROBES.read_text(encoding="utf-8").splitlines() if PROBES.exists() else []
    return dict(line.split(" ", 1) for line in lines)


def main() -> int:
    """Draw all golden pictures again, or with `--digest` only say what they are."""
    if sys.argv[1:] == ["--digest"]:
        sys.stdout.write("\n".join(digests()) + "\n")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for golden in GOLDENS:
        if not draw(golden).save(str(FOLDER / golden.name)):
            raise OSError(f"picture {golden.name} was not written")
    found = {name: probe(name) for name in PROBE_TEXT} | {"qt": qVersion()}
    PROBES.write_text("".join(f"{name} {value}\n" for name, value in found.items()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
