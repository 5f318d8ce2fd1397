"""The composition root: the one place that knows every part, and the only one that imports the simulator.

    compose_table     a table with threads: real devices from a table file, or simulated ones over real wires
    compose_world     the same table in one thread and virtual time, for `soak` and tests

Simulated devices are real to everything above their wire: the shuffler sits on a pseudo-terminal that
pyserial opens, the shoe behind a libusb stand-in that `usb.core` finds.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from controller.cli.running import (
    RunningTable,
    Setting,
    first_state,
    port_settings,
    today,
)
from controller.cli.simulated import (
    DemoSetting,
    WorldSetting,
    enrol_demo_staff,
    fresh_medium,
    must_be_new,
    world_config,
)
from controller.cli.world import LastPicture, Reports, Stuck, World
from controller.cli.world_watch import Watch
from controller.config import (
    DeviceSection,
)
from controller.engine.actors import Role
from controller.engine.commands import Ask
from controller.engine.ids import CommandId, DeviceName
from controller.engine.prompt import Offer, Prompt
from controller.engine.ruleset import BadBeatRequires
from controller.journal.journal import Journal
from controller.journal.places import JournalConfig
from controller.journal.recover import RecoveryReport
from controller.journal.replay import Replay
from controller.rulesets.load import load_ruleset
from controller.table.authority import BadgeAuthority
from controller.table.clock import ManualClock
from controller.table.credentials import People, badge_keys
from controller.table.envelope import Credential, Envelope, Outcome, Publication
from controller.table.gates import PortGate
from controller.table.intake import Intake
from controller.table.recovery import replay, start_table
from controller.table.table import Surroundings
from drivers.address import parse_address
from drivers.discovery import make_link
from drivers.errors import LinkLost, LinkMissing
from drivers.port_core import PortCore

if TYPE_CHECKING:
    from hw_fixtures.dealer import RobotDealer
    from hw_fixtures.simulation import Simulation
    from hw_fixtures.soak_side import SoakSide
    from hw_fixtures.wires.runtime import Runtime

DEVICES: Final[tuple[DeviceName, DeviceName]] = ("shuffler", "shoe")

_MILLISECOND_US: Final = 1_000
_SECOND_US: Final = 1_000_000


class PipedLink:
    """Be a driver's link over a simulated cable in the same thread."""

    def __init__(self, name: DeviceName, simulation: "Simulation") -> None:
        from hw_fixtures.wires.pipe import PipeErrors  # noqa: PLC0415 - contract 5

        self._name = name
        errors = PipeErrors(
            lost=lambda detail: LinkLost(self.address, detail),
            missing=lambda detail: LinkMissing(self.address, detail),
        )
        self._pipe = simulation.pipe(name, errors=errors)

    @property
    def address(self) -> str:
        """Give what stands for an address."""
        return f"pipe:{self._name}"

    def open(self) -> None:
        """Plug in; raise LinkMissing if the cable is out."""
        self._pipe.open()

    def read(self) -> bytes:
        """Give what has come; raise LinkLost after an unplug."""
        return self._pipe.read()

    def write(self, data: bytes) -> None:
        """Send bytes; raise LinkLost after an unplug."""
        self._pipe.write(data)

    def close(self) -> None:
        """Let go."""
        self._pipe.close()

    def reset(self) -> None:
        """Do nothing: a pipe has no bus."""


def compose_world(
    setting: WorldSetting,
    *,
    clock: ManualClock,
    simulation: "Simulation | None" = None,
    watch: Watch | None = None,
) -> tuple[World, "Simulation"]:
    """Build a table with devices in one thread; equal settings go the same way to the last byte.

    simulation: the devices of a world before, when only its table starts anew; watch: looks at record and
    orders.
    """
    chance = random.Random(f"{setting.seed}/table")  # noqa: S311 - a seeded world is the point
    config = world_config(setting)
    ruleset = load_ruleset(setting.rules)
    simulation = simulation or virtual_devices(setting, clock)
    journal, records, report = _open_record(setting, clock, chance)
    restored = replay(first_state(config, ruleset), records)
    journal.power_up(report, clock.now(), software="world")
    picture = LastPicture()
    ports: dict[DeviceName, PortCore] = {}
    people = setting.people or People((), badge_keys(bytes(32)))
    around = Surroundings(
        record=watch.record(journal) if watch else journal,
        gate=watch.gate(PortGate(ports)) if watch else PortGate(ports),
        clock=clock,
        intake=Intake(chance.randbytes),
        authority=BadgeAuthority(people),
        publish=picture,
        table_id=config.table.id,
        name=config.table.name,
        dealer=config.table.house_dealer,
    )
    table = start_table(restored, around, chance.randbytes)
    lag = random.Random(f"{setting.seed}/lag")  # noqa: S311 - as above
    reports = Reports(clock, lambda: lag.randint(0, setting.lag_ms) if setting.lag_ms else 0)
    sections: dict[DeviceName, DeviceSection] = {
        "shuffler": config.devices.shuffler,
        "shoe": config.devices.shoe,
    }
    for name, section in sections.items():
        ports[name] = PortCore(
            settings=port_settings(name, section, config, quiet_s=0.0),
            make_link=_pipe_maker(name, simulation),
            inbox=reports,
            clock=lambda: clock.now().boot_us / _SECOND_US,
            random=random.Random(f"{setting.seed}/{name}"),  # noqa: S311 - as above
            resume=table.positions,
        )
    tick = _ticker(simulation)
    world = World(clock=clock, table=table, ports=ports, reports=reports, picture=picture, tick=tick)
    return world, simulation


def _open_record(
    setting: WorldSetting, clock: ManualClock, chance: random.Random
) -> tuple[Journal, Replay, RecoveryReport]:
    """Open the record of a world: as files where the setting names some, else in memory."""
    if setting.files is not None:
        return Journal.open(setting.files, clock.now, entropy=chance.randbytes)
    medium = setting.medium or fresh_medium(chance.randbytes(16))
    return Journal.in_memory(medium, clock.now, entropy=chance.randbytes)


def virtual_devices(setting: WorldSetting, clock: ManualClock) -> "Simulation":
    """Switch on both devices in virtual time."""
    from hw_fixtures.firmware.machine import plain_shuffler  # noqa: PLC0415 - contract 5
    from hw_fixtures.simulation import Simulation  # noqa: PLC0415 - contract 5

    shuffler = plain_shuffler(seed=setting.seed)
    shuffler.timing.shuffle_ms = setting.shuffle_ms
    return Simulation(
        seed=setting.seed,
        shuffler=shuffler,
        stub_through_reader=setting.stub_through_reader,
        clock=lambda: clock.now().boot_us // _MILLISECOND_US,
    )


def soak_side(setting: WorldSetting, clock: ManualClock) -> "SoakSide":
    """Give what a soak works on in virtual time: devices, hands, faults, and the truth."""
    from hw_fixtures.soak_side import SoakSide  # noqa: PLC0415 - contract 5

    return SoakSide(virtual_devices(setting, clock))


class DemoTable:
    """Hold a table with simulated devices: the shuffler on a pseudo-terminal, the shoe behind `usb.core`.

    running: the table; journal: its record; bench: what a person can do to the devices; floor, shift,
    dealer: badge and PIN of this demo's floor supervisor, shift manager and house dealer, made anew at each
    start; robot: plays for everybody.
    """

    def __init__(
        self,
        setting: DemoSetting,
        *,
        publish: Callable[[Publication], None],
        on_fault: Callable[[str], None],
    ) -> None:
        from hw_fixtures.bench import Bench  # noqa: PLC0415 - contract 5
        from hw_fixtures.dealer import RobotDealer, SeededStrategy  # noqa: PLC0415 - contract 5
        from hw_fixtures.firmware.machine import plain_shuffler  # noqa: PLC0415 - contract 5
        from hw_fixtures.simulation import Simulation  # noqa: PLC0415 - contract 5

        shuffler = plain_shuffler(seed=setting.seed)
        shuffler.timing.shuffle_ms = setting.shuffle_ms
        self.simulation = Simulation(seed=setting.seed, shuffler=shuffler)
        self.bench = Bench(self.simulation)
        rules = load_ruleset(setting.rules)
        players = SeededStrategy(
            setting.seed,
            seats=range(1, setting.players + 1),
            bad_beat=rules.bad_beat_table is not None,
            needs_trips=rules.bad_beat_requires is BadBeatRequires.ANTE_BLIND_TRIPS,
        )
        self.robot = RobotDealer(
            self.simulation.world,
            players,
            replug=self._replug,
            restart=self.simulation.switch_off_and_on,
        )
        addresses = (
            self.simulation.serve_pty("shuffler", setting.folder / "shuffler"),
            self.simulation.serve_usb("shoe"),
        )
        file = must_be_new(setting.journal or setting.folder / "table.db")
        world = WorldSetting(seed=setting.seed, dealing=setting.dealing, rules=setting.rules)
        self.config = world_config(world, table_id="DEMO", addresses=addresses, screen=setting.screen)
        self.journal = JournalConfig.at_file(file, table_id="DEMO", gaming_day=today(self.config))
        staff = enrol_demo_staff(self.journal.key_file, setting.floor_pin)
        self.floor, self.shift, self.dealer = staff.floor, staff.shift, staff.dealer
        usb = self.simulation.usb
        self.running = RunningTable(
            Setting(
                config=self.config,
                ruleset=load_ruleset(setting.rules),
                journal=self.journal,
                links={
                    name: partial(make_link, parse_address(address), usb_backend=lambda: usb)
                    for name, address in zip(DEVICES, addresses, strict=True)
                },
                trace=setting.trace,
                quiet_s=setting.quiet_s,
            ),
            publish=publish,
            on_fault=on_fault,
        )

    def start(self) -> None:
        """Switch the devices on, then start the table."""
        self.simulation.start()
        self.running.start()

    def stop(self) -> None:
        """Stop the table, then the devices."""
        self.running.stop()
        self.simulation.stop()

    def hands(self, prompt: Prompt) -> bool:
        """Do the next act of the hands that the prompt asks for; tell whether there was one."""
        with self.simulation.runtime.moment():
            return self.robot.hands(prompt) is not None

    def step(self, prompt: Prompt) -> tuple[Offer, Ask] | None:
        """Do the robot's next thing; give the offer it takes, with the command, when it is one."""
        from hw_fixtures.dealer import Take  # noqa: PLC0415 - contract 5

        with self.simulation.runtime.moment():
            step = self.robot.step(prompt)
        return (step.offer, step.command) if isinstance(step, Take) else None

    def _replug(self, device: str) -> None:
        self.simulation.plug(cast("DeviceName", device))


class WorldDealer:
    """Deal a world with the robot: its hands move the cards, its offers become commands.

    credential: proves whoever must approve, for offers that need one; second: the other one of dual control.
    """

    def __init__(
        self,
        world: World,
        robot: "RobotDealer",
        runtime: "Runtime",
        credential: Credential,
        second: Credential | None = None,
    ) -> None:
        self._world = world
        self._robot = robot
        self._runtime = runtime
        self._credential = credential
        self._second = second
        self.asked = 0

    def step(self) -> Outcome | None:
        """Do the robot's next thing and let time pass unless it asked something; give the answer to that."""
        from hw_fixtures.dealer import Take  # noqa: PLC0415 - contract 5

        with self._runtime.moment():
            step = self._robot.step(self._world.prompt)
        if not isinstance(step, Take):
            self._world.step()
            return None
        self.asked += 1
        needs = step.offer.needs
        envelope = Envelope(
            command_id=CommandId(f"robot-{self.asked}"),
            token=step.offer.token,
            command=step.command,
            actor="dealer:robot",
            role=Role.DEALER,
            source="robot",
            credential=self._credential if needs is not None else None,
            second=self._second if needs is not None and needs.dual else None,
        )
        return self._world.ask(envelope)

    def play_until(self, holds: Callable[[], bool], what: str, limit_ms: int = 300_000) -> None:
        """Deal until something holds; raise Stuck beyond the limit of virtual time."""
        start_ms = self._world.now_ms
        while not holds():
            if self._world.now_ms - start_ms > limit_ms:
                raise Stuck(what=what, waited_ms=limit_ms, prompt=self._world.prompt)
            self.step()

    def play_rounds(self, rounds: int, limit_ms: int = 300_000) -> None:
        """Deal so many whole rounds, decks swapped included."""
        opened = max(1, self._world.state.rounds) + rounds
        self.play_until(
            lambda: self._world.state.rounds >= opened, f"the end of round {opened - 1}", limit_ms * rounds
        )


def _pipe_maker(name: DeviceName, simulation: "Simulation") -> Callable[[], PipedLink]:
    """Give what builds the link of one device."""
    return lambda: PipedLink(name, simulation)


def _ticker(simulation: "Simulation") -> Callable[[], None]:
    """Give what brings the devices to the present."""

    def tick() -> None:
        with simulation.runtime.moment():
            pass

    return tick
