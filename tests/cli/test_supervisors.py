"""`dealer-assist supervisors`: enrol and list (DURABILITY 9)."""

import io
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.cli.running import people_file, people_of
from controller.cli.supervisors import listing
from controller.engine.actors import Role

PIN = "135790"


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    """Give a table file whose root key is not made yet."""
    path = tmp_path / "table.toml"
    path.write_text(
        f"""
[table]
id = "T1"
name = "Table 1"
[journal]
folder = "{tmp_path}/a"
mirror_folder = "{tmp_path}/b"
key_file = "{tmp_path}/root.key"
[devices.shuffler]
address = "serial:/dev/null"
serial = "SH-1"
class = "shuffler"
[devices.shoe]
address = "serial:/dev/zero"
serial = "SE-1"
class = "shoe"
[decks.A]
id = 1
back = "blue"
[decks.B]
id = 2
back = "orange"
""",
        encoding="utf-8",
    )
    return path


def _add(table_file: Path, monkeypatch: pytest.MonkeyPatch, *typed: str, person: str = "4471") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in typed)))
    options = ["--id", person, "--name", "R. Diaz", "--role", "floor", "--badge", f"BADGE-{person}"]
    return main(["supervisors", "add", "--config", str(table_file), *options])


def test_a_person_is_enrolled_and_can_prove_it(table_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `add` writes is what a start reads; the PIN stands in no file (DURABILITY 9)."""
    assert 0 == _add(table_file, monkeypatch, PIN, PIN)
    people = people_of(table_file.with_name("root.key"))
    person = people.identify("BADGE-4471", PIN)
    assert person is not None
    assert ("4471", Role.FLOOR) == (person.id, person.role)
    assert PIN not in people_file(table_file.with_name("root.key")).read_text(encoding="utf-8")


def test_everybody_is_listed_with_rights(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """R7 and R8 ask for a report of all people and rights (DURABILITY 9)."""
    _add(table_file, monkeypatch, PIN, PIN)
    capsys.readouterr()
    assert 0 == main(["supervisors", "list", "--config", str(table_file)])
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("4471", "R. Diaz", "floor", "rulings"))
    assert "BADGE" not in shown


def test_nobody_is_there_at_first(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no default person (DURABILITY 9)."""
    assert 0 == main(["supervisors", "list", "--config", str(table_file)])
    assert listing(()) in capsys.readouterr().out


@pytest.mark.parametrize(("first", "second"), [(PIN, "000000"), ("12345", "12345"), ("", "")])
def test_a_wrong_pin_enrols_nobody(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str
) -> None:
    """Two different PINs, or one that is too short, end with exit code 2."""
    assert 2 == _add(table_file, monkeypatch, first, second)
    assert () == people_of(table_file.with_name("root.key"), create_key=True).all


def test_a_badge_belongs_to_one_person(table_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second person cannot be enrolled with it."""
    _add(table_file, monkeypatch, PIN, PIN)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n{PIN}\n"))
    options = ["--id", "9", "--name", "X", "--role", "shift", "--badge", "BADGE-4471"]
    assert 2 == main(["supervisors", "add", "--config", str(table_file), *options])


def test_a_missing_option_is_named(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence says which one (issue 2, bad input)."""
    assert 2 == main(["supervisors", "add", "--config", str(table_file)])
    assert "--id" in capsys.readouterr().err
