"""`dealer-assist supervisors`: who may approve what at this table (DURABILITY 9).

The people file lies beside the table's root key, from which badge and PIN keys are made. There is no default
person and no default PIN. The record of the next start holds the file's hash.
"""

import argparse
import getpass
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.cli.running import people_file, people_of
from controller.config import load_config
from controller.engine.actors import Role
from controller.engine.faults import ConfigFault
from controller.journal.custody import load_table_root
from controller.journal.files import OsFiles, replace_whole
from controller.table.credentials import Person, badge_keys, encode_people, enrol

RIGHTS: Final = {
    Role.DEALER: "plays, calls irregularities, the rulings that are the dealer's",
    Role.FLOOR: "opens and closes the table, rulings, voids, decks, devices out of service",
    Role.SHIFT: "as floor; turns a badge on again",
    Role.TECHNICIAN: "device test and replacement between rounds; no money, no rulings",
    Role.AUDITOR: "reads, verifies and exports; writes nothing",
}
"""What each role may do, as `list` prints it."""

AskPin = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=("add", "list"), help="add or replace a person, or list them all")
    parser.add_argument("--config", type=Path, required=True, help="table file")
    parser.add_argument("--id", help="how the record names the person; an id that is there is replaced")
    parser.add_argument("--name", help="the person's name")
    parser.add_argument("--role", choices=[role.value for role in Role], help="what the person may do")
    parser.add_argument("--badge", help="code on the person's badge, 4 to 32 characters")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give 0. The PIN is asked for twice and never shown."""
    key_file = load_config(args.config).journal.key_file
    if args.action == "list":
        print(listing(people_of(key_file, create_key=True).all))
        return 0
    return _add(args, key_file, ask_pin)


def listing(people: tuple[Person, ...]) -> str:
    """Write everybody with role and rights; badges and PINs are not in the file and not here."""
    if not people:
        return "nobody is enrolled; `dealer-assist supervisors add` enrols a person"
    lines = [f"{one.id:<12} {one.name:<24} {one.role.value:<11} {RIGHTS[one.role]}" for one in people]
    return "\n".join(lines)


def ask_pin(question: str) -> str:
    """Ask for a PIN on the terminal without showing it, or read it from a pipe, one line each."""
    if sys.stdin.isatty():
        return getpass.getpass(question)
    return sys.stdin.readline().rstrip("\n")


def _add(args: argparse.Namespace, key_file: Path, ask: AskPin) -> int:
    """Enrol one person and write the file in one durable step."""
    for option in ("id", "name", "role", "badge"):
        if getattr(args, option) is None:
            raise ConfigFault(file="command line", key=f"--{option}", value=None, allowed="a value")
    pin = ask("PIN (6 digits): ")
    if pin != ask("the same PIN again: "):
        raise ConfigFault(file="terminal", key="PIN", value="two different ones", allowed="the same twice")
    files = OsFiles()
    root = load_table_root(key_file, files, secrets.token_bytes, create=True)
    try:
        person = enrol(
            keys=badge_keys(root),
            person_id=args.id,
            name=args.name,
            role=Role(args.role),
            badge=args.badge,
            pin=pin,
            random_bytes=secrets.token_bytes,
        )
        people = people_of(key_file).with_person(person)
    except ValueError as error:
        raise ConfigFault(file="terminal", key="person", value=args.id, allowed=str(error)) from error
    replace_whole(files, people_file(key_file), encode_people(people.all))
    print(f"{person.id} ({person.role.value}) enrolled in {people_file(key_file)}")
    return 0
