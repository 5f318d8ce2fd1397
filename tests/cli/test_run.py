"""`dealer-assist run` before a window opens, and what it says of silent devices (issue 2)."""

from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli.device_watch import PATIENCE_US, DeviceWatch
from controller.cli.links import links_of
from controller.cli.main import main
from controller.cli.run import Pulse, logging_of, size_of
from controller.cli.running import port_settings
from controller.cli.simulated import WorldSetting, world_config
from controller.cli.systemd import Watchdog
from controller.config import LogSection, example_config
from controller.engine.faults import ConfigFault
from controller.engine.view_types import DeviceLook, DeviceView, TableView
from drivers.errors import LinkDenied, LinkError, LinkMissing
from drivers.serial_link import SerialLink
from drivers.usb_link import UsbLink
from tests.sim.stage import stage

ADDRESSES = ("serial:/dev/dealer-assist/SH-1", "usb:1209:cd01:SE-1")


def test_print_config_needs_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    """The commented example goes to standard output (issue 2)."""
    assert 0 == main(["run", "--print-config"])
    assert example_config() == capsys.readouterr().out


def test_without_a_table_file_the_way_to_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and the sentence names `--print-config`."""
    assert 2 == main(["run"])
    assert "--print-config" in capsys.readouterr().err


def test_a_table_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File, key, value and what is allowed (issue 2, bad input)."""
    assert 2 == main(["run", "--config", str(tmp_path / "none.toml")])
    assert "none.toml" in capsys.readouterr().err


def test_without_a_display_the_way_to_a_table_without_a_screen_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and a sentence, where Qt would end the process by a signal (TOUCHSCREEN 13)."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "table.toml").write_text(example_config(), encoding="utf-8")
    assert 2 == main(["run", "--config", str(tmp_path / "table.toml")])
    assert "console" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "1280", "1280x", "80x60", "1280x800x2", "99999x800", "1280 x 800"])
def test_a_size_that_is_none_is_refused(text: str) -> None:
    """Allowed is what a touch panel has."""
    with pytest.raises(ConfigFault, match="WIDTHxHEIGHT"):
        size_of(text)


def test_sizes_of_panels_are_taken() -> None:
    """Both sizes of TOUCHSCREEN 3."""
    assert ((1280, 800), (1920, 1080)) == (size_of("1280x800"), size_of("1920x1080"))


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A log in a folder that is not there is a wrong table file, exit code 2, and no traceback."""
    for path in (tmp_path, tmp_path / "missing" / "table.log"):
        config = replace(world_config(WorldSetting(seed=1)), log=LogSection(file=path))
        with pytest.raises(ConfigFault, match=r"log\.file") as caught, logging_of(config):
            pass
        assert str(path) == caught.value.file


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_device_key_of_the_wrong_size_is_refused(tmp_path: Path, size: int) -> None:
    """A device proves itself with a key of 32 bytes; an empty file would let any device in (CDP1 3)."""
    path = tmp_path / "device.key"
    path.write_bytes(bytes(size))
    config = world_config(WorldSetting(seed=1))
    section = replace(config.devices.shoe, auth_key_file=path)
    with pytest.raises(ConfigFault, match="32 bytes") as caught:
        port_settings("shoe", section, config, quiet_s=0.0)
    assert (f"{size} bytes", "devices.shoe.auth_key_file") == (caught.value.value, caught.value.key)


def test_either_device_may_hang_on_either_wire() -> None:
    """The address alone says which link is opened (issue 2)."""
    for addresses, kinds in (
        (ADDRESSES, (SerialLink, UsbLink)),
        (("usb:1209:cd01:SHUF-0001", "serial:/dev/ttyUSB1"), (UsbLink, SerialLink)),
    ):
        links = links_of(world_config(WorldSetting(seed=1), addresses=addresses))
        assert kinds == (type(links["shuffler"]()), type(links["shoe"]()))


def _view(**shoe: object) -> TableView:
    """Give a picture whose shuffler answers and whose shoe looks as told."""
    newest = stage().world.picture.newest
    assert newest is not None
    fields: dict[str, object] = {
        "look": DeviceLook.OK,
        "linked": True,
        "serial": "X",
        "model": "S1",
        "firmware": "1.0.0",
        "faults": (),
        "door_open": False,
        "busy_with": "",
        "tray": 0,
        "problem": "",
    }
    devices = (
        DeviceView(name="shuffler", **fields),  # type: ignore[arg-type]
        DeviceView(name="shoe", **(fields | shoe)),  # type: ignore[arg-type]
    )
    return replace(newest.view, devices=devices)


def test_a_device_that_does_not_answer_is_named_once_with_its_address() -> None:
    """After five seconds one sentence says what to check; a second one when it answers (issue 2)."""
    said: list[str] = []
    watch = DeviceWatch({"shuffler": ADDRESSES[0], "shoe": ADDRESSES[1]}, said.append)
    silent = _view(linked=False, problem="busy")
    for now_us in (0, PATIENCE_US - 1, PATIENCE_US, 2 * PATIENCE_US):
        watch.look(silent, now_us)
    assert 1 == len(said)
    assert all(word in said[0] for word in ("shoe", ADDRESSES[1], "busy", "cable"))
    watch.look(_view(), 3 * PATIENCE_US)
    assert "the shoe answers: S1 X" == said[1]


MISSING = LinkMissing(ADDRESSES[1], "no such device on the bus")
DENIED = LinkDenied(ADDRESSES[1], "Permission denied")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (MISSING, (ADDRESSES[1], "no such device on the bus", "plug it in", "address with the table file")),
        (DENIED, ("No permission", "70-dealer-assist.rules", "log in again")),
        (None, ("check its power and cable",)),
    ],
    ids=["missing", "denied", "silent"],
)
def test_what_is_missing_is_said_in_words(trouble: LinkError | None, words: tuple[str, ...]) -> None:
    """No code stands in the sentence, but what is not there and what to do (issue 4, issue 2 `run`)."""
    said: list[str] = []
    watch = DeviceWatch({"shuffler": ADDRESSES[0], "shoe": ADDRESSES[1]}, said.append, lambda _: trouble)
    for now_us in (0, PATIENCE_US):
        watch.look(_view(linked=False, problem="link_lost"), now_us)

    assert ["shoe"] == [word for word in said[0].split() if word in {"shoe", "shuffler"}]
    assert [] == [word for word in words if word not in said[0]]
    assert "link_lost" not in said[0]


def test_systemd_hears_nothing_before_the_table_published() -> None:
    """A screen alone is no table: READY and WATCHDOG need both (TOUCHSCREEN 13)."""
    sent: list[str] = []

    def send(line: str) -> bool:
        sent.append(line)
        return True

    pulse = Pulse(Watchdog(send))
    pulse.turn()
    assert [] == sent
    pulse.published()
    pulse.turn()
    assert ["READY=1", "WATCHDOG=1"] == sent
