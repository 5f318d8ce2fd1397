"""`dealer-assist supervisors`: who may approve what at this table (DURABILITY 9).

The people file lies beside the table's root key, from which badge and PIN keys are made. There is no default
person and no default PIN. Changes are made only while the table is stopped, by two persons of two roles, and
stand in the record of its next start.
"""

import argparse
import getpass
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.cli.enrolment import Change, Enrolment, Witness, changed, may_witness
from controller.cli.running import journal_of, people_file, people_of
from controller.config import TableConfig, load_config
from controller.engine.actors import Role
from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.journal.custody import load_table_root
from controller.journal.faults import Locked
from controller.journal.files import OsFiles, replace_whole
from controller.journal.notes import AuthFailed, PersonAction
from controller.journal.places import places_of
from controller.journal.record import is_unseen
from controller.table.credentials import People, Person, badge_keys, enrol
from controller.table.people_file import encode_people, load_people

RIGHTS: Final = {
    Role.DEALER: "plays, calls irregularities, the rulings that are the dealer's",
    Role.FLOOR: "opens and closes the table, rulings, voids, decks, devices out of service",
    Role.SHIFT: "as floor; turns a badge on again",
    Role.TECHNICIAN: "device test and replacement between rounds; no money, no rulings",
    Role.AUDITOR: "reads, verifies and exports; writes nothing",
}
"""What each role may do, as `list` prints it."""

ACTIONS: Final = {
    "add": PersonAction.ADDED,
    "disable": PersonAction.DISABLED,
    "reset": PersonAction.PIN_RESET,
    "enable": PersonAction.ENABLED,
}
MOST_FAILURES: Final = 5
"""So many wrong badges or PINs here, then the table must start first, whose record makes guessers wait."""

AskSecret = Callable[[str], str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "action",
        choices=("list", *ACTIONS),
        help="list everybody; add a person; disable one; give one a new PIN; turn a badge on again",
    )
    parser.add_argument("--config", type=Path, required=True, help="table file")
    parser.add_argument("--id", help="how the record names the person")
    parser.add_argument("--name", help="the person's name, for `add`")
    parser.add_argument(
        "--role", choices=[role.value for role in Role], help="what the person may do, for `add`"
    )
    parser.add_argument("--badge", help="code on the person's badge, 4 to 32 characters, for `add`")


def run(args: argparse.Namespace) -> int:
    """Do what was asked; give 0. Badges of those who agree and PINs are asked for and never shown."""
    config = load_config(args.config)
    key_file = config.journal.key_file
    if args.action == "list":
        print(listing(people_of(key_file).all if key_file.exists() else ()))
        return 0
    needed = ("id", "name", "role", "badge") if args.action == "add" else ("id",)
    for option in needed:
        if getattr(args, option) is None:
            raise ConfigFault(file="command line", key=f"--{option}", value=None, allowed="a value")
    for option in ("id", "name"):
        if any(map(is_unseen, getattr(args, option) or "")):
            value, allowed = ascii(getattr(args, option)), "characters that can be seen, in one line"
            raise ConfigFault(file="command line", key=f"--{option}", value=value, allowed=allowed)
    with table_stopped(config):
        people = change_people(key_file, args, ask_secret)
    print(f"{args.id}: {ACTIONS[args.action].value.replace('_', ' ')} in {people_file(key_file)}")
    print(f"{len(people.changes)} changes wait for the record of the next start")
    return 0


def listing(people: tuple[Person, ...]) -> str:
    """Write everybody with role and rights; badges and PINs are not in the file and not here."""
    if not people:
        return "nobody is enrolled; `dealer-assist supervisors add` enrols a person"
    return "\n".join(_line(one) for one in people)


def _line(one: Person) -> str:
    rights = "disabled" if one.is_disabled else RIGHTS[one.role] + ("; dual control" if one.is_dual else "")
    return f"{one.id:<12} {one.name:<24} {one.role.value:<11} {rights}"


def ask_secret(question: str) -> str:
    """Ask for a badge or a PIN on the terminal without showing it, or read it from a pipe, one line each."""
    if sys.stdin.isatty():
        return getpass.getpass(question)
    return sys.stdin.readline().rstrip("\n")


@contextmanager
def table_stopped(config: TableConfig) -> Iterator[None]:
    """Hold the table's own lock, so that it is stopped and stays so; raise ConfigFault while it runs."""
    files = OsFiles()
    lock = places_of(journal_of(config), files).locks[0]
    try:
        files.make_folder(lock.parent)
        handle = files.lock(lock)
    except Locked:
        raise ConfigFault(
            file=str(lock), key="lock", value="held", allowed="a stopped table; stop it first"
        ) from None
    except OSError as error:
        raise ConfigFault(
            file=str(lock), key="journal.folder", value=error.strerror, allowed="a folder that can be written"
        ) from error
    try:
        yield
    finally:
        files.close(handle)


def change_people(key_file: Path, args: argparse.Namespace, ask: AskSecret) -> People:
    """Let those agree who must, do one change, and write the file in one durable step."""
    files = OsFiles()
    root = load_table_root(key_file, files, secrets.token_bytes, create=not people_file(key_file).exists())
    people = load_people(people_file(key_file), badge_keys(root))
    enrolment = Enrolment(people)
    action = ACTIONS[args.action]
    enrolment.check(action, args.id, Role(args.role) if args.role else None)
    by = tuple(_witness(key_file, people, witness, ask) for witness in enrolment.witnesses(action, args.id))
    try:
        person = _person(people, args, action, ask)
        made = Change(
            action=action,
            person=person,
            by=tuple(one.id for one in by),
            change=secrets.token_hex(8),
            at_us=int(datetime.now(UTC).timestamp() * 1_000_000),
        )
        new = changed(people, made)
    except ValueError as error:
        raise ConfigFault(file="terminal", key="person", value=args.id, allowed=str(error)) from error
    replace_whole(files, people_file(key_file), encode_people(new))
    return new


def _witness(key_file: Path, people: People, witness: Witness, ask: AskSecret) -> Person:
    """Have one person agree; a wrong badge or PIN is kept for the record of the next start."""
    kept = load_people(people_file(key_file), people.keys)
    if sum(isinstance(one, AuthFailed) for one in kept.changes) >= MOST_FAILURES:
        raise ConfigFault(
            file="terminal",
            key="PIN",
            value=f"{MOST_FAILURES} wrong ones",
            allowed="nothing more before the table has started once",
        )
    badge = ask(f"badge of {witness.value}: ")
    person = people.identify(badge, ask(f"PIN of {witness.value}: "))
    if person is None or not may_witness(person, witness):
        failed = AuthFailed(badge=people.badge_mac(badge))
        told = kept.with_changes(*kept.changes, failed)
        replace_whole(OsFiles(), people_file(key_file), encode_people(told))
        raise ConfigFault(
            file="terminal", key="badge or PIN", value="wrong", allowed=f"those of {witness.value}"
        )
    return person


def _person(people: People, args: argparse.Namespace, action: PersonAction, ask: AskSecret) -> Person:
    """Make the person as the change leaves it; a new PIN is asked for twice."""
    known = people.find(args.id)
    if action is PersonAction.DISABLED or action is PersonAction.ENABLED:
        assert known is not None, "checked before anybody was asked"
        return replace(known, is_disabled=action is PersonAction.DISABLED)
    pin = ask("new PIN (6 digits, 8 for dual control): ")
    if pin != ask("the same PIN again: "):
        raise ConfigFault(file="terminal", key="PIN", value="two different ones", allowed="the same twice")
    fresh = enrol(
        keys=people.keys,
        person_id=args.id,
        name=args.name if known is None else known.name,
        role=Role(args.role) if known is None else known.role,
        badge=args.badge if known is None else "placeholder",
        pin=pin,
        random_bytes=secrets.token_bytes,
    )
    return fresh if known is None else replace(fresh, badge_mac=known.badge_mac)
