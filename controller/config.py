"""The table file `table.toml`: one strict model, checked once, handed on as frozen dataclasses.

Every key is a field below with its meaning and what it may hold. The example that `--print-config`
prints and the table in README.md are made from these same fields, so neither can drift. An unknown
key, a wrong type or a value out of range is a ConfigFault before anything starts.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError, ValidationInfo

from controller.config_keys import ConfigKey, Key, allowed_at, example_text, keys_of, markdown_table
from controller.engine.cards import Back
from controller.engine.faults import ConfigFault

SERIAL_NUMBER = r"^[A-Z0-9._-]{1,32}$"
ADDRESS = r"^(serial:/[^\x00]+|usb:[0-9a-f]{4}:[0-9a-f]{4}:[A-Z0-9._-]{1,32})$"
CHIP_COUNT = 5
LARGEST_CHIP = 10_000_000
LARGEST_U32 = 2**32 - 1
BACKS = ", ".join(f"`{back.value}`" for back in Back if back is not Back.UNKNOWN)
CHIPS = f"{CHIP_COUNT} whole numbers from 1 to {LARGEST_CHIP}, rising"
ZONES = "`local`, or a name such as `America/Los_Angeles`"
TITLE = (
    "Table file of dealer-assist. Every key is here; one that has a default may be left out.",
    "Relative paths are read from the folder of this file.",
)


class _Missing:
    """Stand in an error for a value that is not there; TOML has no word for it."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = _Missing()


def _from_folder(path: Path, info: ValidationInfo) -> Path:
    """Read a relative path from the folder of the table file, not from wherever the program was started."""
    if "\0" in str(path):
        raise ValueError("no path holds a NUL")
    folder: Path = info.context["folder"] if info.context else Path()
    return folder / path


def _rules_from_folder(rules: str, info: ValidationInfo) -> str:
    """Leave a built-in name as it is; read a rule file's path like every other path."""
    return str(_from_folder(Path(rules), info)) if rules.endswith(".toml") else rules


FilePath = Annotated[Path, AfterValidator(_from_folder)]


class _Strict:
    """Have pydantic refuse unknown keys and values that only look like the right type."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSection(_Strict):
    """Say which table this is and which game is dealt on it (G7, G10, DURABILITY 3.7)."""

    id: Annotated[
        str,
        Key(
            "Identity of the table in every record; never given to another table",
            allowed="1 to 32 letters, digits, `-` or `_`",
        ),
        Field(pattern=r"^[A-Za-z0-9_-]{1,32}$"),
    ]
    name: Annotated[
        str,
        Key("Name on the screen", allowed="1 to 24 characters"),
        Field(min_length=1, max_length=24),
    ]
    rules: Annotated[
        str,
        Key(
            "Rule set: a built-in name, or a card room's own file that ends in `.toml`",
            allowed="a name or a path ending in `.toml`",
        ),
        Field(min_length=1),
        AfterValidator(_rules_from_folder),
    ] = "california-bad-beat"
    dealing: Annotated[
        Literal["stacks", "shoe"],
        Key(
            "`stacks`: the shuffler dispenses stacks of two past the reader; `shoe`: cards come from the shoe"
        ),
    ] = "stacks"
    stub_through_reader: Annotated[
        bool, Key("Pass the stub through the reader after the deal, so that all 52 cards are counted")
    ] = False
    house_dealer: Annotated[
        str,
        Key("Name journaled for whoever deals", allowed="1 to 32 characters"),
        Field(min_length=1, max_length=32),
    ] = "dealer"
    chips: Annotated[
        tuple[int, ...],
        Key("The five chips of the keypad, in cents", allowed=CHIPS),
    ] = (100, 500, 2500, 10000, 50000)
    currency: Annotated[
        str, Key("Sign before every amount", allowed="1 to 3 characters"), Field(min_length=1, max_length=3)
    ] = "$"
    time_zone: Annotated[str, Key("Zone of the gaming day and of the clock on the screen", allowed=ZONES)] = (
        "local"
    )
    day_rolls_at: Annotated[
        str,
        Key(
            "Local time at which a new gaming day begins, after the round in progress",
            allowed="HH:MM from 00:00 to 23:59",
        ),
        Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$"),
    ] = "06:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalSection(_Strict):
    """Say where the two copies of the journal and the key of their sealed cards are (DURABILITY 3.1, 7.3)."""

    folder: Annotated[
        FilePath,
        Key("Folder of the primary copy", allowed="a path"),
    ]
    mirror_folder: Annotated[
        FilePath,
        Key("Folder of the black box, on a second, removable medium", allowed="a path"),
    ]
    key_file: Annotated[
        FilePath,
        Key("File with the table's root key, which seals face-down cards", allowed="a path"),
    ]
    allow_single_medium: Annotated[
        bool, Key("Accept both copies on one file system, as a demo must; a table should not")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSection(_Strict):
    """Say where one device is and who it must be (CDP1 1, 3)."""

    address: Annotated[
        str,
        Key("Where the device is", allowed="`serial:PATH` or `usb:VVVV:PPPP:SERIAL`"),
        Field(pattern=ADDRESS),
    ]
    serial: Annotated[
        str,
        Key("Serial number the device must report", allowed="1 to 32 of `A-Z 0-9 . _ -`"),
        Field(pattern=SERIAL_NUMBER),
    ]
    class_: Annotated[
        Literal["shuffler", "shoe"], Key("What the device must say it is", name="class"), Field(alias="class")
    ]
    baud: Annotated[
        Literal[115200, 230400, 460800, 921600], Key("Speed of a serial link; a USB link has none")
    ] = 115200
    auth_key_file: Annotated[
        FilePath | None, Key("File with the key this device proves itself with", allowed="a path")
    ] = None
    model: Annotated[
        str | None,
        Key("Model the device must report", allowed="1 to 32 characters"),
        Field(min_length=1, max_length=32),
    ] = None
    fw_digest: Annotated[
        str | None,
        Key("Digest of the firmware the device must report", allowed="8 to 64 digits of lower-case hex"),
        Field(pattern=r"^[0-9a-f]{8,64}$"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicesSection(_Strict):
    """Hold the two devices of a table; either may sit on either kind of link."""

    shuffler: DeviceSection
    shoe: DeviceSection


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSection(_Strict):
    """Name one of the two decks (G10.1)."""

    id: Annotated[
        int,
        Key("Number of the deck, told to the shuffler", allowed="1 to 4294967295"),
        Field(ge=1, le=LARGEST_U32),
    ]
    back: Annotated[Back, Key("Colour of its backs", allowed=BACKS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksSection(_Strict):
    """Hold the two decks that take turns; their backs differ."""

    a: Annotated[DeckSection, Key("The first deck", name="A"), Field(alias="A")]
    b: Annotated[DeckSection, Key("The second deck", name="B"), Field(alias="B")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSection(_Strict):
    """Say how the touchscreen looks (TOUCHSCREEN 3, 11)."""

    language: Annotated[Literal["en", "es", "zh"], Key("Language of the sentences")] = "en"
    theme: Annotated[Literal["day", "evening", "dim"], Key("Brightness of every light surface")] = "day"
    left_handed: Annotated[bool, Key("Mirror the bottom bar; the seats are never mirrored")] = False
    badge: Annotated[
        str,
        Key(
            "Badge reader that types like a keyboard, by its device file's stable name; held exclusively",
            allowed="`none` or a path below `/dev/input/by-id`, `/dev/input/by-path` or `/dev/dealer-assist`",
        ),
        Field(pattern=r"^(none|/dev/(input/by-(id|path)|dealer-assist)/[^/]+)$"),
    ] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSection(_Strict):
    """Say where the log goes; it is not the journal and nothing reads it back (DURABILITY 12)."""

    file: Annotated[
        FilePath | None,
        Key("File the log is added to; without it the log goes to standard error", allowed="a path"),
    ] = None
    level: Annotated[Literal["debug", "info", "warning", "error"], Key("Least weight that is logged")] = (
        "info"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig(_Strict):
    """Hold the whole table file, checked; relative paths are read from the file's own folder."""

    table: TableSection
    journal: JournalSection
    devices: DevicesSection
    decks: DecksSection
    screen: ScreenSection = field(default_factory=ScreenSection)
    log: LogSection = field(default_factory=LogSection)


EXAMPLES: Mapping[str, object] = {
    "table.id": "T1",
    "table.name": "Table 1",
    "journal.folder": "/var/lib/dealer-assist/journal",
    "journal.mirror_folder": "/mnt/blackbox/dealer-assist",
    "journal.key_file": "/var/lib/dealer-assist/table-root.key",
    "devices.shuffler.address": "serial:/dev/dealer-assist/SH-0001",
    "devices.shuffler.serial": "SH-0001",
    "devices.shuffler.class": "shuffler",
    "devices.shoe.address": "usb:1209:cd01:SE-0001",
    "devices.shoe.serial": "SE-0001",
    "devices.shoe.class": "shoe",
    "auth_key_file": "/etc/dealer-assist/device.key",
    "model": "MODEL-1",
    "fw_digest": "0123456789abcdef",
    "decks.A.id": 1,
    "decks.A.back": "blue",
    "decks.B.id": 2,
    "decks.B.back": "orange",
    "log.file": "/var/log/dealer-assist/table.log",
}


def load_config(path: Path) -> TableConfig:
    """Read and check the table file; raise ConfigFault that names file, key, value and what is allowed."""
    config = _validate(path, _read(path))
    for key, value, allowed, holds in _whole_rules(config):
        if not holds:
            raise ConfigFault(file=str(path), key=key, value=value, allowed=allowed)
    return config


def config_keys() -> tuple[ConfigKey, ...]:
    """List every key of the table file in the order of the model."""
    return tuple(keys_of(TableConfig, EXAMPLES))


def example_config() -> str:
    """Write the table file that `--print-config` prints: every key with its meaning, type and default."""
    return example_text(config_keys(), TITLE)


def config_table() -> str:
    """Write the keys as the Markdown table of README.md."""
    return markdown_table(config_keys())


def gaming_day(moment: datetime, table: TableSection) -> date:
    """Give the gaming day of an aware moment: until `day_rolls_at` it is yesterday's (DURABILITY 3.7)."""
    hours, minutes = (int(part) for part in table.day_rolls_at.split(":"))
    return (moment.astimezone(_zone(table.time_zone)) - timedelta(hours=hours, minutes=minutes)).date()


def _zone(name: str) -> tzinfo | None:
    """Find a zone; None is the machine's own. An unknown name raises KeyError or ValueError."""
    return None if name == "local" else ZoneInfo(name)


def _is_zone(name: str) -> bool:
    """Tell whether the machine knows this zone."""
    try:
        _zone(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def _read(path: Path) -> dict[str, Any]:
    """Read the file as TOML."""
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise ConfigFault(file=str(path), key="the file", value="no regular file", allowed="a TOML file")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "not readable"
        raise ConfigFault(
            file=str(path), key="the file", value=reason, allowed="a file that can be read"
        ) from error
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits, or too deep
        raise ConfigFault(
            file=str(path), key="the text", value=str(error), allowed="TOML in UTF-8"
        ) from error


def _no_date(value: object) -> dict[str, str]:
    """Turn TOML's dates, which no key holds, into something that every key refuses."""
    return {"a date or time": str(value)}


def _validate(path: Path, raw: dict[str, Any]) -> TableConfig:
    """Build the dataclasses; pydantic's first complaint becomes the ConfigFault.

    A misspelt key comes before the one it leaves missing. It goes through JSON because pydantic's strict
    mode takes lists for tuples and text for paths only there.
    """
    try:
        text = json.dumps(raw, default=_no_date)
        return TypeAdapter(TableConfig).validate_json(text, context={"folder": path.parent})
    except ValidationError as error:
        complaints = error.errors(include_url=False)
        first = min(complaints, key=lambda one: one["type"] != "unexpected_keyword_argument")
        key = ".".join(part for part in first["loc"] if isinstance(part, str))
        value = MISSING if first["type"] == "missing" else first["input"]
        allowed = allowed_at(key, config_keys())
        if first["type"] == "string_type":
            allowed = f"text in quotes: {allowed}"
        raise ConfigFault(file=str(path), key=key, value=value, allowed=allowed) from error


def _whole_rules(config: TableConfig) -> Iterator[tuple[str, object, str, bool]]:
    """Give key, value, what is allowed, and whether it holds, for what no single key can check."""
    yield from _table_rules(config.table)
    yield from _device_rules(config.devices)
    first, second, journal = config.decks.a, config.decks.b, config.journal
    yield "decks.A.back", first.back.value, BACKS, first.back is not Back.UNKNOWN
    yield "decks.B.back", second.back.value, BACKS, second.back is not Back.UNKNOWN
    yield "decks.B.back", second.back.value, "another colour than deck A's", second.back is not first.back
    yield "decks.B.id", second.id, "another number than deck A's", second.id != first.id
    mirror = journal.mirror_folder
    yield "journal.mirror_folder", str(mirror), "another folder than the primary's", mirror != journal.folder


def _table_rules(table: TableSection) -> Iterator[tuple[str, object, str, bool]]:
    """Check the chips of the keypad and the zone."""
    chips = table.chips
    rising = len(chips) == CHIP_COUNT and chips == tuple(sorted(set(chips)))
    yield "table.chips", list(chips), CHIPS, rising and chips[0] >= 1 and chips[-1] <= LARGEST_CHIP
    yield "table.time_zone", table.time_zone, ZONES, _is_zone(table.time_zone)


def _device_rules(devices: DevicesSection) -> Iterator[tuple[str, object, str, bool]]:
    """Check that the two devices are two, and that each address names its own device."""
    shuffler, shoe = devices.shuffler, devices.shoe
    yield "devices.shuffler.class", shuffler.class_, "shuffler", shuffler.class_ == "shuffler"
    yield "devices.shoe.class", shoe.class_, "shoe", shoe.class_ == "shoe"
    yield "devices.shoe.serial", shoe.serial, "not the shuffler's number", shoe.serial != shuffler.serial
    yield "devices.shoe.address", shoe.address, "not the shuffler's address", shoe.address != shuffler.address
    for name, device in (("shuffler", shuffler), ("shoe", shoe)):
        own = device.address.startswith("serial:") or device.address.endswith(f":{device.serial}")
        yield f"devices.{name}.address", device.address, f"a USB address that ends in {device.serial}", own
