"""The table file: strict, and described once for the printed example, the README and every error."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from controller.config import TableConfig, config_keys, config_table, example_config, gaming_day, load_config
from controller.engine.cards import Back
from controller.engine.faults import ConfigFault

README = Path(__file__).parents[1] / "README.md"


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    """Give a table file that holds the printed example."""
    path = tmp_path / "table.toml"
    path.write_text(example_config(), encoding="utf-8")
    return path


def _with_line(path: Path, key: str, line: str) -> ConfigFault:
    """Exchange the line of a dotted key for another and give the fault that follows."""
    section, _, leaf = key.rpartition(".")
    head, mark, tail = path.read_text(encoding="utf-8").partition(f"[{section}]\n")
    assert mark
    changed = re.sub(rf"^(# )?{leaf} = .*$", line.replace("\\", r"\\"), tail, count=1, flags=re.MULTILINE)
    path.write_text(head + mark + changed, encoding="utf-8")
    with pytest.raises(ConfigFault) as caught:
        load_config(path)
    return caught.value


def test_printed_example_is_accepted(table_file: Path) -> None:
    """What `--print-config` prints is a table file that loads (issue 2, Deliver 8)."""
    config = load_config(table_file)

    assert config.table.id == "T1"
    assert config.decks.a.back is Back.BLUE
    assert config.devices.shoe.address == "usb:1209:cd01:SE-0001"


def test_printed_example_with_every_comment_opened_is_accepted(table_file: Path) -> None:
    """Keys that stand as comments in the example load too once their mark is taken away."""
    text = re.sub(r"^# (\w+ = )", r"\1", example_config(), flags=re.MULTILINE)
    table_file.write_text(text, encoding="utf-8")

    config = load_config(table_file)

    assert config.log.file == Path("/var/log/dealer-assist/table.log")
    assert config.devices.shuffler.model == "MODEL-1"


def test_printed_example_names_every_key_with_type_and_default() -> None:
    """Each key stands in the example with its meaning, its type and its default."""
    text = example_config()

    for key in config_keys():
        leaf = key.name.rpartition(".")[2]
        default = "required" if key.required else f"default {key.default or 'none'}"
        assert f"# {key.meaning}.\n#   {key.type}, {default}; allowed: {key.allowed}\n" in text
        assert re.search(rf"^(# )?{leaf} = ", text, flags=re.MULTILINE)


def test_readme_has_the_same_table() -> None:
    """The README's table is the one the model makes (issue 2, Deliver 8)."""
    assert config_table() in README.read_text(encoding="utf-8")


def test_left_out_keys_take_their_defaults(table_file: Path) -> None:
    """A file with the required keys only is complete."""
    needed = {key.name.rpartition(".")[2] for key in config_keys() if key.required}
    lines = example_config().splitlines()
    kept = [line for line in lines if line.startswith("[") or line.partition(" = ")[0] in needed]
    table_file.write_text("\n".join(kept), encoding="utf-8")

    config = load_config(table_file)

    assert config.table.chips == (100, 500, 2500, 10000, 50000)
    assert config.screen.language == "en"
    assert config.log.file is None


def test_relative_paths_start_at_the_folder_of_the_file(table_file: Path) -> None:
    """A relative path means the same wherever the program is started."""
    text = example_config().replace('"/var/lib/dealer-assist/journal"', '"journal"')
    text = text.replace('"california-bad-beat"', '"own.toml"')
    table_file.write_text(text, encoding="utf-8")

    config = load_config(table_file)

    assert config.journal.folder == table_file.parent / "journal"
    assert config.table.rules == str(table_file.parent / "own.toml")


def test_unknown_key_names_file_key_value_and_the_keys_there_are(table_file: Path) -> None:
    """A misspelt key is refused, and the right ones are listed (issue 2, Bad input)."""
    fault = _with_line(table_file, "devices.shoe.address", 'adress = "serial:/dev/ttyUSB0"')

    assert (fault.file, fault.key) == (str(table_file), "devices.shoe.adress")
    assert fault.value == "serial:/dev/ttyUSB0"
    keys = "the keys address, serial, class, baud, auth_key_file, model, fw_digest"
    assert f"did you mean address? {keys}" == fault.allowed


def test_a_number_where_a_text_belongs_is_told_to_have_quotes(table_file: Path) -> None:
    """TOML has both; `id = 7` looks right to whoever wrote it."""
    fault = _with_line(table_file, "table.id", "id = 7")

    assert "text in quotes: 1 to 32 letters, digits, `-` or `_`" == fault.allowed


def test_extra_key_is_refused_with_its_neighbours(table_file: Path) -> None:
    """A key nobody knows is refused; the message lists the keys of its section."""
    fault = _with_line(table_file, "screen.theme", 'theme = "day"\ncolour = "pink"')

    assert fault.key == "screen.colour"
    assert fault.value == "pink"
    assert fault.allowed == "the keys language, theme, left_handed, badge"


def test_unknown_section_is_refused_with_the_sections_there_are(table_file: Path) -> None:
    """A section nobody knows is refused too."""
    table_file.write_text(example_config() + "\n[limits]\nante = 5\n", encoding="utf-8")

    with pytest.raises(ConfigFault, match="the keys table, journal, devices, decks, screen, log") as caught:
        load_config(table_file)

    assert caught.value.key == "limits"


@pytest.mark.parametrize(
    ("key", "line", "value"),
    [
        ("table.id", "id = 7", 7),
        ("table.id", 'id = "a b"', "a b"),
        ("table.name", 'name = ""', ""),
        ("table.dealing", 'dealing = "pairs"', "pairs"),
        ("table.stub_through_reader", "stub_through_reader = 1", 1),
        ("table.stub_through_reader", 'stub_through_reader = "false"', "false"),
        ("table.chips", "chips = [100, 500]", [100, 500]),
        ("table.chips", "chips = [100, 500, 500, 10000, 50000]", [100, 500, 500, 10000, 50000]),
        ("table.chips", "chips = [0, 500, 600, 10000, 50000]", [0, 500, 600, 10000, 50000]),
        ("table.chips", "chips = [1, 5, 10, 20, 10000001]", [1, 5, 10, 20, 10000001]),
        ("table.chips", 'chips = [100, "500", 600, 10000, 50000]', "500"),
        ("table.chips", "chips = [100, 500.0, 600, 10000, 50000]", 500.0),
        ("table.time_zone", 'time_zone = "Mars/Olympus"', "Mars/Olympus"),
        ("table.time_zone", 'time_zone = "../passwd"', "../passwd"),
        ("table.day_rolls_at", 'day_rolls_at = "24:00"', "24:00"),
        ("table.day_rolls_at", "day_rolls_at = 06:00:00", {"a date or time": "06:00:00"}),
        ("journal.folder", "folder = 3", 3),
        (
            "journal.mirror_folder",
            'mirror_folder = "/var/lib/dealer-assist/journal"',
            "/var/lib/dealer-assist/journal",
        ),
        ("devices.shuffler.address", 'address = "/dev/ttyUSB0"', "/dev/ttyUSB0"),
        ("devices.shuffler.address", 'address = "usb:1209:CD01:SH-0001"', "usb:1209:CD01:SH-0001"),
        ("devices.shuffler.address", 'address = "usb:1209:cd01:SH-0002"', "usb:1209:cd01:SH-0002"),
        ("devices.shuffler.serial", 'serial = "sh-0001"', "sh-0001"),
        ("devices.shuffler.class", 'class = "shoe"', "shoe"),
        ("devices.shoe.class", 'class = "shuffler"', "shuffler"),
        ("devices.shoe.serial", 'serial = "SH-0001"', "SH-0001"),
        (
            "devices.shoe.address",
            'address = "serial:/dev/dealer-assist/SH-0001"',
            "serial:/dev/dealer-assist/SH-0001",
        ),
        ("devices.shoe.baud", "baud = 9600", 9600),
        ("devices.shoe.fw_digest", 'fw_digest = "XYZ"', "XYZ"),
        ("decks.A.id", "id = 0", 0),
        ("decks.A.back", 'back = "unknown"', "unknown"),
        ("decks.A.back", 'back = "pink"', "pink"),
        ("decks.B.id", "id = 1", 1),
        ("decks.B.id", "id = true", True),
        ("decks.B.back", 'back = "blue"', "blue"),
        ("screen.language", 'language = "fr"', "fr"),
        ("log.level", 'level = "loud"', "loud"),
    ],
)
def test_wrong_value_names_file_key_value_and_what_is_allowed(
    table_file: Path, key: str, line: str, value: object
) -> None:
    """Nothing wrong is read as something near it (issue 2, Bad input)."""
    fault = _with_line(table_file, key, line)

    assert (str(table_file), key, value) == (fault.file, fault.key, fault.value)
    assert fault.allowed
    assert all(part in str(fault) for part in (str(table_file), key, fault.allowed))


def test_missing_required_key_is_named(table_file: Path) -> None:
    """A required key that is not there is named with what belongs there."""
    fault = _with_line(table_file, "table.id", "")

    assert fault.key == "table.id"
    assert "table.id = (missing) is not allowed" in str(fault)
    assert fault.allowed == "1 to 32 letters, digits, `-` or `_`"


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("journal.folder", r'folder = "a\u0000"'),
        ("log.file", r'file = "a\u0000"'),
        ("table.rules", r'rules = "a\u0000.toml"'),
        ("devices.shoe.address", r'address = "serial:/dev/a\u0000"'),
    ],
)
def test_path_with_a_nul_is_refused_with_its_key(table_file: Path, key: str, line: str) -> None:
    """What no file system can hold is a ConfigFault of its key, not an error of whoever opens it."""
    assert key == _with_line(table_file, key, line).key


def test_missing_section_is_named_with_its_keys(table_file: Path) -> None:
    """A whole section left out is named with the keys it has."""
    head = example_config().partition("[decks.B]")[0]
    table_file.write_text(head, encoding="utf-8")

    with pytest.raises(ConfigFault) as caught:
        load_config(table_file)

    assert (caught.value.key, caught.value.allowed) == ("decks.B", "a section with id, back")


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A path that cannot be read is a ConfigFault, not a traceback."""
    with pytest.raises(ConfigFault, match="No such file"):
        load_config(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "content", [b"table = [", b"\xff\xfe", b"a = " + b"[" * 5_000, b"a = " + b"9" * 5_000]
)
def test_text_that_is_no_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    """Broken syntax and broken text are both named with the file."""
    path = tmp_path / "table.toml"
    path.write_bytes(content)

    with pytest.raises(ConfigFault, match="TOML in UTF-8") as caught:
        load_config(path)

    assert caught.value.file == str(path)


def _loaded(path: Path, zone: str) -> TableConfig:
    """Load the example in another zone."""
    text = example_config().replace('time_zone = "local"', f'time_zone = "{zone}"')
    path.write_text(text, encoding="utf-8")
    return load_config(path)


def test_gaming_day_begins_at_the_roll_over(table_file: Path) -> None:
    """05:59 local time still belongs to yesterday, 06:00 to today (DURABILITY 3.7)."""
    try:
        table = _loaded(table_file, "America/Los_Angeles").table
    except ConfigFault:
        pytest.skip("this machine has no zone data")

    assert date(2026, 11, 30) == gaming_day(datetime(2026, 12, 1, 13, 59, tzinfo=UTC), table)
    assert date(2026, 12, 1) == gaming_day(datetime(2026, 12, 1, 14, 0, tzinfo=UTC), table)


def test_gaming_day_of_the_machines_own_zone_moves_once_in_a_day(table_file: Path) -> None:
    """In the machine's zone two moments a day apart lie in two neighbouring gaming days."""
    table = load_config(table_file).table

    first = gaming_day(datetime(2026, 6, 1, 12, 0, tzinfo=UTC), table)
    second = gaming_day(datetime(2026, 6, 2, 12, 0, tzinfo=UTC), table)

    assert 1 == (second - first).days
