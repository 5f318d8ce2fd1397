"""Look at every device there is: the configured ones, and what the machine finds besides (CDP1 11)."""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from controller.cli.devices_advice import Problem, of_error, of_sight, of_twin, of_unreadable
from controller.cli.running import devices_of, port_settings
from controller.config import TableConfig
from controller.engine.copying import replace
from drivers.address import LinkAddress, SerialAddress, parse_address
from drivers.cdp.identity import Expected
from drivers.cdp.link_state import RESTART_QUIET_S
from drivers.cdp.session_numbers import RandomSource
from drivers.discovery import Candidate, discover, make_link
from drivers.errors import DriverConfigError, DriverError
from drivers.link import Link
from drivers.serial_link import BAUD, list_serial_ports
from drivers.survey import Sight, look_at

NOT_ASKED = "not asked; --ask-all says HELLO to it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Hold how devices are found, opened and timed; a test gives its own."""

    discover: Callable[[], tuple[Candidate, ...]] = discover
    make_link: Callable[[LinkAddress, int], Link] = lambda address, baud: make_link(address, baud=baud)
    clock: Callable[[], float] = time.monotonic
    random: RandomSource = field(default_factory=secrets.SystemRandom)
    quiet_s: float = RESTART_QUIET_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Hold one address: who should answer there, or for a found one why nobody is asked."""

    address: LinkAddress | None
    name: str = ""
    note: str = ""
    baud: int = BAUD
    expected: Expected | None = None
    auth_key: bytes | None = field(default=None, repr=False)
    is_asked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Hold what was found at one address; sight is None where nobody could be asked."""

    target: Target
    sight: Sight | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def is_usable(self) -> bool:
        """Tell whether a table could use this device now."""
        return not any(problem.blocks for problem in self.problems)


def look_around(config: TableConfig | None, reach: Reach, *, ask_all: bool = False) -> tuple[Found, ...]:
    """Ask every device at once; the configured ones come first, in the order shuffler, shoe."""
    configured = configured_targets(config) if config is not None else ()
    candidates, trouble = _candidates(reach)
    targets = (*configured, *_others(configured, candidates, ask_all=ask_all))
    with ThreadPoolExecutor(max_workers=max(1, len(targets)), thread_name_prefix="look") as pool:
        found = tuple(pool.map(partial(_look, reach), targets))
    return (*_with_twins(found), *trouble)


def configured_targets(config: TableConfig) -> tuple[Target, ...]:
    """Give the devices of a table file and who they must be; raises ConfigFault for an unreadable key."""
    targets = []
    for name, section in devices_of(config).items():
        settings = port_settings(name, section, config, quiet_s=0.0)
        target = Target(
            address=parse_address(section.address),
            name=name,
            baud=section.baud,
            expected=settings.for_session().expected,
            auth_key=settings.auth_key,
        )
        targets.append(target)
    return tuple(targets)


def _candidates(reach: Reach) -> tuple[tuple[Candidate, ...], tuple[Found, ...]]:
    """List what the machine finds; without libusb the serial ports, and a row that says so."""
    try:
        return reach.discover(), ()
    except DriverConfigError as error:
        ports = tuple(Candidate(address=address, note=note) for address, note in list_serial_ports())
        return ports, (Found(target=Target(address=None, note="usb"), problems=(of_error(error),)),)


def _others(
    configured: tuple[Target, ...], candidates: tuple[Candidate, ...], *, ask_all: bool
) -> tuple[Target, ...]:
    """Give what was found beside the configured addresses, each once.

    A serial port that no table file names may be anything: a HELLO could move a stranger's motor.
    """
    known = {_place(target.address) for target in configured}
    others: list[Target] = []
    for candidate in candidates:
        place = _place(candidate.address)
        if place is not None and place in known:
            continue
        known.add(place)
        is_asked = ask_all or not isinstance(candidate.address, SerialAddress)
        others.append(Target(address=candidate.address, note=candidate.note, is_asked=is_asked))
    return tuple(others)


def _place(address: LinkAddress | None) -> str | None:
    """Give what two names of one port have in common."""
    if isinstance(address, SerialAddress):
        return str(Path(address.path).resolve())
    return str(address) if address is not None else None


def _look(reach: Reach, target: Target) -> Found:
    """Ask at one address."""
    if target.address is None:
        return Found(target=target, problems=(of_unreadable(target.note),))
    if not target.is_asked:
        return Found(target=target)
    try:
        sight = look_at(
            reach.make_link(target.address, target.baud),
            reach.clock,
            reach.random,
            expected=target.expected,
            auth_key=target.auth_key,
            quiet_s=reach.quiet_s,
        )
    except DriverError as error:
        return Found(target=target, problems=(of_error(error),))
    return Found(target=target, sight=sight, problems=of_sight(sight))


def _with_twins(found: tuple[Found, ...]) -> tuple[Found, ...]:
    """Note on each device that another address answers with the same serial number (CDP1 11)."""
    serials = Counter(serial for one in found if (serial := _serial(one)) is not None)
    return tuple(
        replace(one, problems=(of_twin(serial), *one.problems))
        if (serial := _serial(one)) is not None and serials[serial] > 1
        else one
        for one in found
    )


def _serial(found: Found) -> str | None:
    sight = found.sight
    return sight.identity.serial if sight is not None and sight.identity is not None else None
