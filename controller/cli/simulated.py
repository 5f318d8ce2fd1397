"""What simulated tables are made from: settings, a made-up table file, the floor supervisor of a demo."""

import secrets
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from controller.cli.running import TraceSink, people_file, people_of
from controller.config import (
    DeckSection,
    DecksSection,
    DeviceSection,
    DevicesSection,
    JournalSection,
    ScreenSection,
    TableConfig,
    TableSection,
)
from controller.engine.actors import Role
from controller.engine.cards import Back
from controller.engine.faults import ConfigFault
from controller.journal.custody import load_table_root
from controller.journal.files import OsFiles
from controller.journal.memory import MemoryMedium
from controller.journal.places import JournalConfig
from controller.journal.record import genesis
from controller.journal.store import FileHeader
from controller.table.credentials import DUAL_PIN_DIGITS, PIN_DIGITS, Cost, People, badge_keys, enrol, is_pin
from controller.table.envelope import Credential
from controller.table.people_file import encode_people

SHUFFLER_SERIAL: Final = "SHUF-0001"
SHOE_SERIAL: Final = "SHOE-0001"
VIRTUAL_FLOOR: Final = Credential(badge="FLOOR-1", pin="24681012")
VIRTUAL_SHIFT: Final = Credential(badge="SHIFT-1", pin="13579111")
VIRTUAL_DEALER: Final = Credential(badge="DEALER-1", pin="112233")
"""Who approves at a table in virtual time; two persons of two roles, with PINs for dual control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldSetting:
    """Say what a world is made of.

    seed: of everything random; rules: a built-in name or a path; medium: the record of a world before, to
    restart from it; files: a record on real media instead; people: who may approve; shuffle_ms: how long a
    shuffle takes; lag_ms: the most that the table makes a report wait.
    """

    seed: int
    dealing: str = "stacks"
    rules: str = "california-bad-beat"
    stub_through_reader: bool = False
    shuffle_ms: int = 1_000
    lag_ms: int = 0
    medium: MemoryMedium | None = None
    files: JournalConfig | None = None
    people: People | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSetting:
    """Say what a table with simulated devices in real time is made of.

    folder: holds the device links, and the record unless `journal` names another file; shuffle_ms: how long a
    shuffle takes; quiet_s: how long a restarted host keeps silent; trace: takes a line for each frame;
    floor_pin: PIN of the floor supervisor, None for a new one; players: seats taken from seat 1 on, the
    player-dealer's included; screen: how the screen looks.
    """

    seed: int
    folder: Path
    journal: Path | None = None
    dealing: str = "stacks"
    rules: str = "california-bad-beat"
    shuffle_ms: int = 3_000
    quiet_s: float = 0.2
    trace: TraceSink | None = None
    floor_pin: str | None = field(default=None, repr=False)
    players: int = 8
    screen: ScreenSection = field(default_factory=ScreenSection)


@cache
def virtual_people() -> People:
    """Give the people of a table in virtual time; their PINs are cheap to check."""
    keys = badge_keys(bytes(32))
    listed = (
        ("F1", Role.FLOOR, VIRTUAL_FLOOR),
        ("S1", Role.SHIFT, VIRTUAL_SHIFT),
        ("D1", Role.DEALER, VIRTUAL_DEALER),
    )
    enrolled = tuple(
        enrol(
            keys=keys,
            person_id=person,
            name=role.value.title(),
            role=role,
            badge=credential.badge,
            pin=credential.pin,
            random_bytes=bytes,
            cost=Cost(passes=1, memory_kib=64, lanes=1),
        )
        for person, role, credential in listed
    )
    return People(enrolled, keys)


def must_be_new(journal: Path) -> Path:
    """Give a record's file that is not there yet; raise ConfigFault for another.

    Simulated cards and devices begin anew with each program, so an older record could not go on with them.
    """
    if journal.exists():
        raise ConfigFault(
            file="command line", key="--journal", value=str(journal), allowed="a file that is not there yet"
        )
    journal.parent.mkdir(parents=True, exist_ok=True)
    return journal


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoStaff:
    """Hold badge and PIN of a demo's floor supervisor, of its shift manager and of a house dealer."""

    floor: Credential
    shift: Credential
    dealer: Credential


def enrol_demo_staff(key_file: Path, pin: str | None = None) -> DemoStaff:
    """Make this demo's floor supervisor and shift manager, with fresh PINs, and write the people file.

    pin: the floor supervisor's, where it is given; six digits do without dual control.
    """
    if pin is not None and not is_pin(pin):
        allowed = f"{PIN_DIGITS} digits, or {DUAL_PIN_DIGITS} for dual control"
        raise ConfigFault(file="command line", key="--floor-pin", value="what was given", allowed=allowed)
    people = people_of(key_file, create_key=True)
    floor = Credential(badge="FLOOR-1", pin=pin or _fresh_pin())
    shift = Credential(badge="SHIFT-1", pin=_fresh_pin())
    root = load_table_root(key_file, OsFiles(), secrets.token_bytes, create=False)
    dealer = Credential(badge="DEALER-1", pin=_fresh_pin()[:PIN_DIGITS])
    for role, credential in ((Role.FLOOR, floor), (Role.SHIFT, shift), (Role.DEALER, dealer)):
        person = enrol(
            keys=badge_keys(root),
            person_id=f"demo-{role.value}",
            name=f"Demo {role.value}",
            role=role,
            badge=credential.badge,
            pin=credential.pin,
            random_bytes=secrets.token_bytes,
        )
        people = people.with_person(person)
    people_file(key_file).write_bytes(encode_people(people))
    return DemoStaff(floor=floor, shift=shift, dealer=dealer)


def _fresh_pin() -> str:
    """Draw a PIN of eight digits, which serves for dual control."""
    return f"{secrets.randbelow(10**DUAL_PIN_DIGITS):0{DUAL_PIN_DIGITS}}"


def fresh_medium(nonce: bytes) -> MemoryMedium:
    """Give an empty record in memory."""
    return MemoryMedium(
        header=FileHeader(
            table_id="WORLD",
            file_id=nonce,
            gaming_day="2026-12-01",
            first_seq=1,
            prev_h=genesis("WORLD", nonce),
            chain_nonce=nonce,
        )
    )


def world_config(
    setting: WorldSetting,
    *,
    table_id: str = "WORLD",
    addresses: tuple[str, str] = ("serial:/pipe/shuffler", "serial:/pipe/shoe"),
    screen: ScreenSection | None = None,
) -> TableConfig:
    """Give the table file of a simulated table; its journal section is never read."""
    nowhere = Path("/nonexistent")
    return TableConfig(
        table=TableSection(
            id=table_id,
            name=table_id.title(),
            rules=setting.rules,
            dealing=setting.dealing,  # type: ignore[arg-type]  # one of the two words
            stub_through_reader=setting.stub_through_reader,
        ),
        journal=JournalSection(folder=nowhere, mirror_folder=nowhere, key_file=nowhere / "root.key"),
        devices=DevicesSection(
            shuffler=DeviceSection(address=addresses[0], serial=SHUFFLER_SERIAL, class_="shuffler"),
            shoe=DeviceSection(address=addresses[1], serial=SHOE_SERIAL, class_="shoe"),
        ),
        decks=DecksSection(a=DeckSection(id=1, back=Back.BLUE), b=DeckSection(id=2, back=Back.ORANGE)),
        screen=screen or ScreenSection(),
    )
