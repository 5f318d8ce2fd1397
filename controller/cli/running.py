"""A table with its thread, its record and its ports: what `run`, `console` and `demo` have in common.

Order of a start (ARCHITECTURE 4): the table thread opens the record, compares, replays and journals the
start; only then are the ports opened. Order of a stop: ports, inbox, table thread with the record.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

import structlog

from controller.cli.manifest import checked, manifest_of
from controller.config import DeviceSection, TableConfig, gaming_day
from controller.engine.cards import Back
from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.engine.ids import DeviceName
from controller.engine.ruleset import RuleSet
from controller.engine.start import initial_state
from controller.engine.state import IN_ROUND, DealingMode, Deck, Phase, TableState
from controller.journal.anchor import Anchor
from controller.journal.custody import load_table_root
from controller.journal.faults import RolledBack, SealFault
from controller.journal.files import OsFiles, replace_whole
from controller.journal.journal import Journal
from controller.journal.notes import ConfigLoaded, Note, PersonChanged
from controller.journal.places import JournalConfig
from controller.table.authority import BadgeAuthority
from controller.table.clock import Clock, SystemClock
from controller.table.credentials import People, badge_keys
from controller.table.envelope import Admission, Envelope, Publication
from controller.table.gates import Outbox, PortGate
from controller.table.inbox import Inbox
from controller.table.intake import Intake
from controller.table.people_file import digest_of, encode_people, load_people
from controller.table.recovery import resume, standing, start_table
from controller.table.rules_lock import check_rules
from controller.table.runner import TableThread
from controller.table.table import Surroundings, Table
from drivers.cdp.auth import KEY_BYTES
from drivers.cdp.link_state import RESTART_QUIET_S
from drivers.errors import DriverError
from drivers.events import Capability
from drivers.link import Link
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from drivers.trace import FrameTrace

START_TIMEOUT_S: Final = 30.0
PEOPLE_ENDING: Final = ".people.json"
NO_CARD_OUT: Final = frozenset({Phase.CLOSED, Phase.OFFER, Phase.WAGERS})
"""Phases before the first card of a round."""

LinkMaker = Callable[[], Link]
TraceSink = Callable[[str], object]

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Hold what a table is made from.

    links: builds each device's closed link, afresh for each attempt; journal: which record to open;
    trace: takes a line for each frame, never a payload; quiet_s: how long a restarted host keeps silent;
    anchors: heads seen elsewhere, compared before anything else is done.
    """

    config: TableConfig
    ruleset: RuleSet
    journal: JournalConfig
    links: Mapping[DeviceName, LinkMaker]
    trace: TraceSink | None = None
    quiet_s: float = RESTART_QUIET_S
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    clock: Clock | None = None
    anchors: tuple[Anchor, ...] = ()


class RunningTable:
    """Run one table with its own thread and one thread for each device.

    publish and on_fault are called on the table thread and must not wait. All methods belong to the thread
    that made it, but `submit` and `admit`, which any thread may call.
    """

    def __init__(
        self,
        setting: Setting,
        *,
        publish: Callable[[Publication], None],
        on_fault: Callable[[str], None],
    ) -> None:
        self._setting = setting
        self._publish = publish
        self._clock = setting.clock or SystemClock()
        self._inbox = Inbox()
        self._ports: dict[DeviceName, DevicePort] = {}
        self._outboxes: dict[DeviceName, Outbox] = {}
        self._positions: dict[tuple[str, int], int] = {}
        self._phase: Phase | None = None
        self._thread = TableThread(boot=self._boot, inbox=self._inbox, clock=self._clock, on_fault=on_fault)

    @property
    def fault(self) -> BaseException | None:
        """Give what stopped the table thread, None while it runs or after a stop in order."""
        return self._thread.fault

    @property
    def is_alive(self) -> bool:
        """Tell whether the table thread runs."""
        return self._thread.is_alive

    def trouble(self, name: DeviceName) -> DriverError | None:
        """Give why a device's link is not open, None while it is; any thread may ask."""
        port = self._ports.get(name)
        return None if port is None else port.trouble

    def no_card_is_out(self) -> bool:
        """Tell whether a silent device may be reset over its bus; any thread may ask (CDP1 11)."""
        return self._phase in NO_CARD_OUT

    def start(self) -> None:
        """Recover the record, then open the ports; raise what stopped the recovery."""
        self._thread.start()
        if not self._thread.wait_ready(START_TIMEOUT_S):
            fault = self._thread.fault
            self.stop()
            raise fault or SealFault(f"recovery did not end within {START_TIMEOUT_S:.0f} s")
        try:
            for name, section in devices_of(self._setting.config).items():
                self._ports[name] = self._port(name, section)
        except Exception:
            self.stop()
            raise
        self._outboxes.update(self._ports)
        for port in self._ports.values():
            port.start()

    def submit(self, envelope: Envelope) -> bool:
        """Hand a person's command to the table; False when too many wait, or the table stopped."""
        return self._inbox.submit(envelope)

    def admit(self, admission: Admission) -> bool:
        """Ask whether a person may read the record; False as for `submit`; any thread may call it."""
        return self._inbox.submit(admission)

    def stop(self) -> bool:
        """Stop ports, then table; tell whether the table thread ended."""
        for port in self._ports.values():
            port.stop()
        return self._thread.stop()

    def _show(self, publication: Publication) -> None:
        """Note where the round stands, and hand the picture on; on the table thread."""
        self._phase = publication.view.phase
        self._publish(publication)

    def _boot(self) -> Table:
        """Open and replay the record, and journal the start; on the table thread."""
        setting = self._setting
        manifest = checked(manifest_of(setting.journal.key_file))
        journal, records, report = Journal.open(
            setting.journal, self._clock.now, entropy=setting.random_bytes
        )
        for sentence in report.unsaid:
            log.warning("evidence_not_kept", reason=sentence)
        _compare_heads(journal, setting.anchors)
        check_rules(records, setting.ruleset)
        restored = resume(first_state(setting.config, setting.ruleset), records)
        if report.seal_lost and restored.state.phase in IN_ROUND:
            raise SealFault("SEAL-LOST: the key of the open round is gone; its hands cannot be turned up")
        people = people_of(setting.journal.key_file)
        if report.new:
            self._note(journal, standing(restored))
        journal.power_up(report, self._clock.now(), software=version("dealer-assist"), manifest=manifest)
        self._note_settings(journal, people)
        around = Surroundings(
            record=journal,
            gate=PortGate(self._outboxes),
            clock=self._clock,
            intake=Intake(setting.random_bytes),
            authority=BadgeAuthority(people),
            publish=self._show,
            table_id=setting.config.table.id,
            name=setting.config.table.name,
            dealer=setting.config.table.house_dealer,
        )
        changes = self._note_changes(journal, people, restored.notes)
        restored = replace(restored, notes=(*restored.notes, *changes))
        table = start_table(restored, around, setting.random_bytes)
        self._positions = table.positions
        return table

    def _note_settings(self, journal: Journal, people: People) -> None:
        """Bind the record to the settings it was made under (DURABILITY 3.6)."""
        note = ConfigLoaded(
            table_config=hashlib.sha256(repr(self._setting.config).encode()).digest(),
            rule_set=bytes.fromhex(self._setting.ruleset.digest),
            people=digest_of(people),
            audit_key=None,
        )
        self._note(journal, note)

    def _note_changes(self, journal: Journal, people: People, known: tuple[Note, ...]) -> tuple[Note, ...]:
        """Record what `supervisors` did since the last start, each change once (DURABILITY 9)."""
        ids = {note.change for note in known if isinstance(note, PersonChanged)}
        fresh = tuple(
            one for one in people.changes if not isinstance(one, PersonChanged) or one.change not in ids
        )
        for change in fresh:
            self._note(journal, change)
        if people.changes:
            path = people_file(self._setting.journal.key_file)
            replace_whole(OsFiles(), path, encode_people(people.with_changes()))
        return fresh

    def _note(self, journal: Journal, note: Note) -> None:
        """Append a note of this start."""
        journal.append(
            cause=None,
            events=(),
            notes=(note,),
            stamp=self._clock.now(),
            round_no=None,
            actor="table",
            src="recovery",
        )

    def _port(self, name: DeviceName, section: DeviceSection) -> DevicePort:
        """Build the port of one device."""
        setting = self._setting
        return DevicePort(
            settings=port_settings(name, section, setting.config, quiet_s=setting.quiet_s),
            make_link=setting.links[name],
            inbox=self._inbox,
            resume=self._positions,
            trace=FrameTrace(name, setting.trace) if setting.trace is not None else None,
            may_reset=self.no_card_is_out,
        )


def _compare_heads(journal: Journal, anchors: tuple[Anchor, ...]) -> None:
    """Look for each head seen elsewhere; raise RolledBack, the record closed (DURABILITY 5 step 7)."""
    try:
        for anchor in anchors:
            journal.check_anchor(anchor)
    except RolledBack:
        journal.close()
        raise


def devices_of(config: TableConfig) -> dict[DeviceName, DeviceSection]:
    """Give both devices of a table file by name."""
    return {"shuffler": config.devices.shuffler, "shoe": config.devices.shoe}


def port_settings(
    name: DeviceName, section: DeviceSection, config: TableConfig, *, quiet_s: float
) -> PortSettings:
    """Say whom a port expects; raise ConfigFault for a key file that cannot be read."""
    return PortSettings(
        device=name,
        device_class=section.class_,
        serial=section.serial,
        model=section.model,
        digest=bytes.fromhex(section.fw_digest) if section.fw_digest is not None else None,
        needs=needed(name, config),
        auth_key=_auth_key(name, section.auth_key_file),
        quiet_s=quiet_s,
    )


def needed(name: DeviceName, config: TableConfig) -> int:
    """Give the capabilities that a device must have in this table's way of dealing (CDP1 3)."""
    if name == "shuffler":
        stacks = config.table.dealing == "stacks"
        return Capability.DISPENSE | Capability.EJECT if stacks else 0
    counts = Capability.COUNT_ONLY_WINDOWS if config.table.stub_through_reader else 0
    return Capability.READS_FACES | counts


def first_state(config: TableConfig, ruleset: RuleSet) -> TableState:
    """Give the state before the first record of this table."""
    decks = (
        Deck(letter="A", deck_id=config.decks.a.id, back=Back(config.decks.a.back)),
        Deck(letter="B", deck_id=config.decks.b.id, back=Back(config.decks.b.back)),
    )
    return initial_state(
        ruleset=ruleset,
        mode=DealingMode(config.table.dealing),
        stub_through_reader=config.table.stub_through_reader,
        decks=decks,
        denominations=tuple(config.table.chips),
    )


def journal_of(config: TableConfig, source: Path | None = None) -> JournalConfig:
    """Say which record a table file asks for; a new one is named by the gaming day; source: for faults."""
    return JournalConfig(
        table_id=config.table.id,
        folder=config.journal.folder,
        mirror_folder=config.journal.mirror_folder,
        key_file=config.journal.key_file,
        gaming_day=today(config),
        allow_single_medium=config.journal.allow_single_medium,
        source=str(source or "table file"),
        day_of=lambda utc_us: day_of(config, datetime.fromtimestamp(utc_us // 1_000_000, UTC)),
    )


def today(config: TableConfig) -> str:
    """Give the gaming day of now as `YYYY-MM-DD`, which names a new record."""
    return day_of(config, datetime.now(UTC))


def day_of(config: TableConfig, moment: datetime) -> str:
    """Give the gaming day of a moment as `YYYY-MM-DD`; the record rolls over with it."""
    return gaming_day(moment, config.table).isoformat()


def people_of(key_file: Path, *, create_key: bool = False) -> People:
    """Read the people file, which lies beside the table's root key (DURABILITY 9)."""
    root = load_table_root(key_file, OsFiles(), secrets.token_bytes, create=create_key)
    return load_people(people_file(key_file), badge_keys(root))


def wanted_people(key_file: Path) -> None:
    """Refuse a table at which nobody could approve anything, with the way to the first person.

    Raise ConfigFault: there is no default person and no default PIN (DURABILITY 9).
    """
    if people_file(key_file).exists() and people_of(key_file).all:
        return
    allowed = "somebody who may open the table; `dealer-assist supervisors add` asks for the first PIN"
    raise ConfigFault(file=str(people_file(key_file)), key="people", value="nobody", allowed=allowed)


def people_file(key_file: Path) -> Path:
    """Name the people file that belongs to a root key."""
    return key_file.with_suffix(PEOPLE_ENDING)


def _auth_key(name: DeviceName, path: Path | None) -> bytes | None:
    """Read the key a device proves itself with; a short one would prove nothing (CDP1 3)."""
    if path is None:
        return None
    try:
        key = path.read_bytes()
    except OSError as error:
        raise _bad_auth_key(name, path, error.strerror) from error
    if len(key) != KEY_BYTES:
        raise _bad_auth_key(name, path, f"{len(key)} bytes")
    return key


def _bad_auth_key(name: DeviceName, path: Path, value: object) -> ConfigFault:
    """Build the fault of a device's key file."""
    allowed = f"a readable file of {KEY_BYTES} bytes"
    return ConfigFault(file=str(path), key=f"devices.{name}.auth_key_file", value=value, allowed=allowed)
