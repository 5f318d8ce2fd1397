"""`dealer-assist supervisors`: enrol and list (DURABILITY 9)."""

import io
from pathlib import Path

import pytest

from controller.cli.main import main
from controller.cli.running import people_file, people_of
from controller.cli.supervisors import listing, table_stopped
from controller.config import load_config
from controller.engine.actors import Role
from controller.journal.notes import AuthFailed, PersonAction, PersonChanged
from controller.table.credentials import People

PIN = "13579024"
SHIFT_PIN = "24680135"


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


def _do(table_file: Path, monkeypatch: pytest.MonkeyPatch, action: str, *typed: str, **options: str) -> int:
    """Run `supervisors` with what is typed on its questions."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in typed)))
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    return main(["supervisors", action, "--config", str(table_file), *words])


def _person(person: str, role: str) -> dict[str, str]:
    return {"id": person, "name": "R. Diaz", "role": role, "badge": f"BADGE-{person}"}


def _add_first(table_file: Path, monkeypatch: pytest.MonkeyPatch, pin: str = PIN) -> int:
    return _do(table_file, monkeypatch, "add", pin, pin, **_person("4471", "floor"))


@pytest.fixture
def pair(table_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a table file with a floor supervisor and a shift manager enrolled."""
    assert 0 == _add_first(table_file, monkeypatch)
    typed = ("BADGE-4471", PIN, SHIFT_PIN, SHIFT_PIN)
    assert 0 == _do(table_file, monkeypatch, "add", *typed, **_person("5512", "shift"))
    return table_file


def _people(table_file: Path) -> People:
    return people_of(table_file.with_name("root.key"))


BOTH = ("BADGE-4471", PIN, "BADGE-5512", SHIFT_PIN)


def test_the_first_person_is_enrolled_alone_and_can_prove_it(
    table_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nobody yet who could agree; the PIN stands in no file (DURABILITY 9)."""
    assert 0 == _add_first(table_file, monkeypatch)
    person = _people(table_file).identify("BADGE-4471", PIN)
    assert person is not None
    assert ("4471", Role.FLOOR, True) == (person.id, person.role, person.is_dual)
    text = people_file(table_file.with_name("root.key")).read_text(encoding="utf-8")
    assert PIN not in text
    assert "BADGE-4471" not in text


def test_the_second_person_takes_the_first_one_and_the_third_takes_two(
    pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the second on two persons are there: the one enrolled and the new one, then two of two roles."""
    new = _person("7001", "technician")
    assert 2 == _do(pair, monkeypatch, "add", "BADGE-4471", PIN, "135790", "135790", **new)
    assert 2 == _do(pair, monkeypatch, "add", *BOTH[:2], *BOTH[:2], "135790", "135790", **new)
    assert 0 == _do(pair, monkeypatch, "add", *BOTH, "135790", "135790", **new)
    notes = [one for one in _people(pair).changes if isinstance(one, PersonChanged)]
    assert [(), ("4471",), ("4471", "5512")] == [one.by for one in notes]
    assert ["4471", "5512", "7001"] == [one.person for one in notes]


@pytest.mark.parametrize(("role", "pin"), [("technician", PIN), ("floor", "135790"), ("dealer", PIN)])
def test_the_first_person_takes_part_in_dual_control(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, role: str, pin: str
) -> None:
    """Without one of the pair, with eight digits, nobody could ever be added (DURABILITY 9)."""
    assert 2 == _do(table_file, monkeypatch, "add", pin, pin, **_person("1", role))
    assert not people_file(table_file.with_name("root.key")).exists()


def test_a_disabled_person_proves_nothing_and_stays_listed(
    pair: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Leavers are out at once, and the record keeps who they were (R8)."""
    _do(pair, monkeypatch, "add", *BOTH, "135790", "135790", **_person("4472", "floor"))
    assert 0 == _do(pair, monkeypatch, "disable", *BOTH, id="4472")
    assert _people(pair).identify("BADGE-4472", "135790") is None
    assert 0 == main(["supervisors", "list", "--config", str(pair)])
    assert "disabled" in capsys.readouterr().out
    assert 0 == _do(pair, monkeypatch, "enable", *BOTH, id="4472")
    assert _people(pair).identify("BADGE-4472", "135790") is not None


def test_a_new_pin_replaces_the_old_one(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`reset` keeps person, role and badge (issue 6, Deliver 3)."""
    assert 0 == _do(pair, monkeypatch, "reset", *BOTH, "86420975", "86420975", id="4471")
    people = _people(pair)
    assert people.identify("BADGE-4471", PIN) is None
    assert people.identify("BADGE-4471", "86420975") is not None


def test_a_badge_that_failed_too_often_is_turned_on_by_the_shift_manager_alone(
    pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was never disabled, so that nobody else is needed (DURABILITY 9)."""
    assert 0 == _do(pair, monkeypatch, "enable", "BADGE-5512", SHIFT_PIN, id="4471")
    last = _people(pair).changes[-1]
    assert isinstance(last, PersonChanged)
    assert (PersonAction.ENABLED, ("5512",)) == (last.action, last.by)


def test_the_last_pair_stays(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table at which nobody can agree any more could never be mended."""
    assert 2 == _do(pair, monkeypatch, "disable", *BOTH, id="5512")
    assert 2 == _do(pair, monkeypatch, "reset", *BOTH, "135790", "135790", id="5512")
    assert _people(pair).identify("BADGE-5512", SHIFT_PIN) is not None


def test_guessing_here_ends_after_five_and_is_recorded(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong ones wait for the record, whose throttle then makes the guesser wait (DURABILITY 9)."""
    for _ in range(5):
        assert 2 == _do(pair, monkeypatch, "reset", "BADGE-4471", "00000000", id="5512")
    failed = [one for one in _people(pair).changes if isinstance(one, AuthFailed)]
    assert 5 == len(failed)
    assert 2 == _do(pair, monkeypatch, "enable", "BADGE-5512", SHIFT_PIN, id="4471")


def test_nothing_is_changed_while_the_table_runs(
    pair: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table holds its lock as long as it runs (DURABILITY 3.1)."""
    with table_stopped(load_config(pair)):
        assert 2 == _do(pair, monkeypatch, "disable", *BOTH, id="4471")
    assert "stopped table" in capsys.readouterr().err


def test_everybody_is_listed_with_rights(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R7 and R8 ask for a report of all people and rights (DURABILITY 9)."""
    capsys.readouterr()
    assert 0 == main(["supervisors", "list", "--config", str(pair)])
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("4471", "R. Diaz", "floor", "rulings", "dual control"))
    assert "BADGE" not in shown


def test_listing_nobody_makes_no_key(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is no default person, and a look leaves nothing behind (DURABILITY 9)."""
    assert 0 == main(["supervisors", "list", "--config", str(table_file)])
    assert listing(()) in capsys.readouterr().out
    assert not table_file.with_name("root.key").exists()


@pytest.mark.parametrize(("first", "second"), [(PIN, "00000000"), ("12345", "12345"), ("", "")])
def test_a_wrong_pin_enrols_nobody(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str
) -> None:
    """Two different PINs, or one that is too short, end with exit code 2."""
    assert 2 == _do(table_file, monkeypatch, "add", first, second, **_person("4471", "floor"))
    assert () == _people(table_file).all


def test_a_badge_belongs_to_one_person(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second person cannot be enrolled with it, nor under the same id."""
    taken = _person("9", "dealer") | {"badge": "BADGE-4471"}
    assert 2 == _do(pair, monkeypatch, "add", *BOTH, "135790", "135790", **taken)
    assert 2 == _do(pair, monkeypatch, "add", *BOTH, "135790", "135790", **_person("4471", "dealer"))


@pytest.mark.parametrize("action", ["disable", "reset", "enable"])
def test_an_unknown_person_is_named_before_anybody_is_asked(
    pair: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], action: str
) -> None:
    """Exit code 2 and the id (issue 2, bad input)."""
    assert 2 == _do(pair, monkeypatch, action, id="nobody")
    assert "nobody" in capsys.readouterr().err


def test_a_missing_option_is_named(table_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence says which one (issue 2, bad input)."""
    assert 2 == main(["supervisors", "add", "--config", str(table_file)])
    assert "--id" in capsys.readouterr().err


def test_a_table_with_nobody_enrolled_does_not_start(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first start makes the operator set a PIN (issue 6, Deliver 3)."""
    monkeypatch.setenv("DISPLAY", ":0")
    for command in ("run", "console"):
        assert 2 == main([command, "--config", str(table_file)])
        assert "supervisors add" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["id", "name"])
def test_a_name_with_signs_that_cannot_be_seen_is_refused(
    table_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    """The list of people and every approval show the name: it may not end its line (DURABILITY 9)."""
    options = {**_person("floor:1", "floor"), option: "ann\x1b[2K"}
    assert 2 == _do(table_file, monkeypatch, "add", PIN, PIN, **options)
    said = capsys.readouterr().err
    assert f"--{option}" in said
    assert "\x1b" not in said
