"""`dealer-assist devices` against simulated devices on real wires (issue 4)."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from controller.cli import devices
from controller.cli import main as front
from controller.cli.devices_look import Found, Reach, look_around
from controller.cli.devices_report import as_json, as_text
from controller.config import TableConfig, example_config, load_config
from drivers.address import LinkAddress, SerialAddress
from drivers.conformance import CHECKS, Finding, run_checks
from drivers.discovery import Candidate, discover, make_link
from drivers.errors import DriverConfigError
from drivers.link import Link
from hw_fixtures.fault_verbs import FaultConsole
from hw_fixtures.firmware.delivery import Delivery
from hw_fixtures.simulation import Simulation
from tests.drivers.lab import open_descriptors


class Bench:
    """Both devices, the shuffler on a pseudo-terminal and the shoe on USB, and a table file for them."""

    def __init__(self, folder: Path) -> None:
        self.simulation = Simulation(seed=7)
        self.serial = self.simulation.serve_pty("shuffler", folder / "shuffler")
        self.usb = self.simulation.serve_usb("shoe")
        self.file = folder / "table.toml"
        self.ports: tuple[Candidate, ...] = ()
        self.write(self.serial, self.usb)

    def write(self, shuffler: str, shoe: str, *, shoe_serial: str = "SHOE-0001") -> None:
        """Write the table file."""
        text = example_config()
        text = text.replace("serial:/dev/dealer-assist/SH-0001", shuffler).replace('"SH-0001"', '"SHUF-0001"')
        text = text.replace("usb:1209:cd01:SE-0001", shoe).replace('"SE-0001"', f'"{shoe_serial}"')
        self.file.write_text(text, encoding="utf-8")

    def act(self, verb: str) -> str:
        """Do something to the devices."""
        return FaultConsole(self.simulation).do(verb)

    @property
    def reach(self) -> Reach:
        """Find this bench's bus and no serial port of the machine; keep quiet for a moment only."""
        return Reach(
            discover=lambda: (*self.ports, *self.usb_candidates()), make_link=self.make_link, quiet_s=0.02
        )

    def usb_candidates(self) -> tuple[Candidate, ...]:
        """List what lies on the simulated bus."""
        return tuple(
            one for one in discover(lambda: self.simulation.usb) if not isinstance(one.address, SerialAddress)
        )

    def make_link(self, address: LinkAddress, baud: int) -> Link:
        """Open pseudo-terminals for real, USB over the stand-in."""
        return make_link(address, baud=baud, usb_backend=lambda: self.simulation.usb)

    @property
    def config(self) -> TableConfig:
        """Read the table file."""
        return load_config(self.file)

    def look(self, *, ask_all: bool = False) -> tuple[Found, ...]:
        """Look at the table's devices."""
        return look_around(self.config, self.reach, ask_all=ask_all)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Give each test devices of its own, running in real time."""
    made = Bench(tmp_path)
    with made.simulation:
        yield made


def _codes(found: tuple[Found, ...]) -> dict[str, list[str]]:
    """Give the problems by the name of the device."""
    return {one.target.name: [problem.code for problem in one.problems] for one in found}


def test_both_devices_are_listed_with_identity_state_and_line(bench: Bench) -> None:
    """A healthy table has two rows and no problem."""
    found = bench.look()
    text = as_text(found)

    assert {"shuffler": [], "shoe": []} == _codes(found)
    assert ["device", "shuffler", "shoe"] == [line.split()[0] for line in text.splitlines()]
    assert "SHUF-0001  SimCo S1 1.0.0  idle" in text
    assert " ms " in text


def test_json_holds_everything_the_table_shows(bench: Bench) -> None:
    """One object for each address, ready for a program."""
    bench.act("load A")
    shuffler, shoe = (json.loads(json.dumps(row)) for row in as_json(bench.look()))

    assert ("shuffler", True, True) == (shuffler["name"], shuffler["asked"], shuffler["usable"])
    assert ("loading", 52) == (shuffler["device"]["state"], shuffler["device"]["cards_inside"])
    assert "shoe" == shoe["device"]["class"]
    assert {"crc_errors", "retransmits", "other_bad_frames"} <= shoe["counters"].keys()
    assert 0 < shoe["link"]["round_trip_ms"] <= shoe["link"]["longest_round_trip_ms"]
    assert [] == shoe["problems"]


def test_unconfigured_usb_device_is_asked_and_a_serial_port_is_not(bench: Bench) -> None:
    """A stranger's serial port may move a motor at a HELLO; `--ask-all` asks it all the same."""
    nothing = f"serial:{bench.file.parent}/nothing"
    bench.write(nothing, "usb:1209:cd01:SHOE-0002", shoe_serial="SHOE-0002")
    bench.ports = (Candidate(address=SerialAddress(path=bench.serial.removeprefix("serial:")), note="tty"),)
    _, _, port, shoe = bench.look()
    *_, asked, _ = bench.look(ask_all=True)

    assert (False, None) == (port.target.is_asked, port.sight)
    assert "not asked" in as_text((port,))
    assert shoe.sight is not None
    assert asked.sight is not None
    assert asked.sight.identity is not None
    assert "SHUF-0001" == asked.sight.identity.serial


def test_other_name_of_a_configured_port_is_no_second_row(bench: Bench) -> None:
    """The by-id link of the table file and the tty it points to are one port."""
    path = Path(bench.serial.removeprefix("serial:"))
    bench.ports = (Candidate(address=SerialAddress(path=str(path.resolve())), note="tty"),)

    assert ["shuffler", "shoe"] == [one.target.name for one in bench.look()]


@pytest.mark.parametrize(
    ("verb", "device", "codes"),
    [
        ("unplug shoe", "shoe", ["missing"]),
        ("usb shoe busy", "shoe", ["busy"]),
        ("usb shoe denied", "shoe", ["denied"]),
        ("identity shoe serial SHOE-0009", "shoe", ["missing"]),
        ("identity shuffler serial SHUF-0009", "shuffler", ["serial"]),
        ("off shuffler", "shuffler", ["no_answer"]),
        ("open shoe", "shoe", ["open"]),
        ("jam infeed", "shuffler", ["fault_0101"]),
    ],
)
def test_each_problem_is_named_with_what_to_do(
    bench: Bench, verb: str, device: str, codes: list[str]
) -> None:
    """Missing, busy, denied, another device, silent, open, faulty: in words, and what to do."""
    said = bench.act(verb)
    found = bench.look()
    (row,) = (one for one in found if one.target.name == device)

    assert codes == [problem.code for problem in row.problems], said
    assert all(problem.remedy in as_text(found) for problem in row.problems)
    assert not row.is_usable


def test_two_devices_with_one_serial_number_are_both_named(bench: Bench, tmp_path: Path) -> None:
    """On one bus the link refuses; on two wires the answers give it away (CDP1 11)."""
    twin = Simulation(seed=8)
    bench.ports = (
        Candidate(
            address=SerialAddress(path=twin.serve_pty("shuffler", tmp_path / "twin").removeprefix("serial:")),
            note="tty",
        ),
    )
    with twin:
        found = bench.look(ask_all=True)

    assert [["duplicate_serial"], [], ["duplicate_serial"]] == [
        [problem.code for problem in one.problems] for one in found
    ]


def test_without_libusb_the_serial_device_is_still_looked_at(bench: Bench) -> None:
    """The missing library is a row of its own with the package to install (field case US05)."""

    def hidden() -> tuple[Candidate, ...]:
        raise DriverConfigError("usb", "libusb", "libusb not found, install libusb-package")

    found = look_around(bench.config, replace(bench.reach, discover=hidden))
    rows = {one.target.name or one.target.note: one for one in found}

    assert rows["shuffler"].is_usable
    assert ["library"] == [problem.code for problem in rows["usb"].problems]
    assert "libusb-package" in as_text(found)


def test_unreadable_device_on_the_bus_names_the_rule(bench: Bench) -> None:
    """Without permission a device has no serial number; the rule to install is named (field case US16)."""
    bench.act("usb shoe denied")
    found = bench.look()

    assert ["denied"] == [problem.code for problem in found[-1].problems]
    assert "70-dealer-assist.rules" in as_text(found[-1:])
    assert "sudo" not in as_text(found)


def test_command_prints_and_gives_one_where_a_device_cannot_be_used(
    bench: Bench, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole command by its front door: table, JSON, exit code."""
    monkeypatch.setattr(devices, "Reach", lambda: bench.reach)
    before = threading.active_count(), open_descriptors()
    healthy = front.main(["devices", "--config", str(bench.file)])
    table = capsys.readouterr().out
    bench.act("open shoe")
    open_lid = front.main(["devices", "--config", str(bench.file), "--json"])
    rows = json.loads(capsys.readouterr().out)["devices"]

    assert (0, 1) == (healthy, open_lid)
    assert "SHOE-0001" in table
    assert ["the lid is open"] == [problem["text"] for problem in rows[1]["problems"]]
    assert before == (threading.active_count(), open_descriptors())


def test_nothing_found_says_how_to_look_further(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a table file and without a device there is one sentence."""
    monkeypatch.setattr(devices, "Reach", lambda: Reach(discover=tuple))

    assert 0 == front.main(["devices"])
    assert "no device found; --config" in capsys.readouterr().out


@pytest.mark.parametrize("wire", ["serial", pytest.param("usb", marks=pytest.mark.full)])
def test_check_passes_a_device_that_conforms(
    bench: Bench, wire: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every check of the kit over a real wire, in real time (CDP1 whole)."""
    monkeypatch.setattr(devices, "Reach", lambda: bench.reach)
    for _ in range(6):
        bench.act("press clear")
    address = bench.serial if wire == "serial" else bench.usb
    code = front.main(["devices", "check", address])
    out = capsys.readouterr().out

    assert 0 == code, out
    assert f"{address}: 23 checks: 23 passed, 0 failed, 0 skipped" == out.splitlines()[-1]


def test_check_finds_what_a_device_does_wrong(
    bench: Bench, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A device that never retransmits fails by name, and the exit code is 1 (issue 4)."""
    monkeypatch.setattr(devices, "Reach", lambda: bench.reach)
    monkeypatch.setattr(devices, "run_checks", _only("unacknowledged events come again"))
    monkeypatch.setattr(Delivery, "tick", lambda *_: True)
    code = front.main(["devices", "check", bench.serial, "--json"])
    report = json.loads(capsys.readouterr().out)

    assert 1 == code
    assert bench.serial == report["link"]
    assert ["failed"] == [row["verdict"] for row in report["findings"]]
    assert "the first event came 1 times in 1.2 s" in report["findings"][0]["text"]


def _only(name: str) -> Callable[..., Iterator[Finding]]:
    """Give a kit of one check."""
    chosen = tuple(check for check in CHECKS if check.name == name)
    return partial(run_checks, checks=chosen)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["check", "serial:/dev/does-not-exist"], 1, "serial:/dev/does-not-exist: No such file"),
        (["check", "tcp:1"], 2, "LINK = 'tcp:1' is not allowed; allowed: serial:PATH or usb:"),
        (["check", "serial:/dev/x", "--key", "/does/not/exist.key"], 2, "/does/not/exist.key: --key"),
        (["--config", "/does/not/exist.toml"], 2, "/does/not/exist.toml"),
    ],
)
def test_link_that_cannot_be_checked_is_a_sentence(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback: what is missing, or what is allowed."""
    assert code == front.main(["devices", *words])
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_key_of_the_wrong_size_is_refused_before_anything_is_opened(
    size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A device's key has 32 bytes, here as in the table file (CDP1 3)."""
    key = tmp_path / "device.key"
    key.write_bytes(bytes(size))

    assert 2 == front.main(["devices", "check", "serial:/dev/does-not-exist", "--key", str(key)])
    assert f"{size} bytes" in capsys.readouterr().err
    key.write_bytes(bytes(32))
    assert 1 == front.main(["devices", "check", "serial:/dev/does-not-exist", "--key", str(key)])
