"""The command line and the fixtures for others (CDP1 12)."""

import tomllib
from pathlib import Path

import pytest

from hw_fixtures.__main__ import EXIT_BAD_INPUT, main

pytest_plugins = ["pytester"]


def test_command_line_prints_sections_and_takes_verbs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The printed lines go into a table file as they are; verbs are answered until `quit`."""
    arguments = ["--seed", "5", "--directory", str(tmp_path)]
    assert 0 == main(arguments, ["load A", "dance", "", "quit", "load B"])
    out = capsys.readouterr().out
    sections = tomllib.loads(out.split("# verbs")[0])["devices"]
    assert {
        "shuffler": {"address": f"serial:{tmp_path}/shuffler", "serial": "SHUF-0001", "class": "shuffler"},
        "shoe": {"address": f"serial:{tmp_path}/shoe", "serial": "SHOE-0001", "class": "shoe"},
    } == sections
    assert "52 cards of deck A in the infeed" in out
    assert "not possible: verb 'dance'" in out
    assert "deck B" not in out
    assert [] == list(tmp_path.iterdir())


def test_wrong_script_ends_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file, the line and what is allowed are named."""
    script = tmp_path / "faults.txt"
    script.write_text("at 1s dance\n", encoding="utf-8")
    assert EXIT_BAD_INPUT == main(["--script", str(script)], [])
    assert "faults.txt: line 1: verb 'dance': allowed is" in capsys.readouterr().err


def test_plugin_gives_devices_in_both_kinds_of_time(pytester: pytest.Pytester) -> None:
    """Another suite loads the fixtures with `-p` and sees the seed of a failure."""
    pytester.makepyfile(
        """
        def test_virtual(virtual_devices, virtual_clock):
            for _ in virtual_clock.advance(100):
                with virtual_devices.runtime.moment():
                    pass
            assert 100 == virtual_devices.world.now_ms

        def test_live(pty_address, usb_address, usb_backend, device_bench):
            assert pty_address("shuffler").startswith("serial:")
            assert usb_address("shoe") == "usb:1209:cd01:SHOE-0001"
            assert 1 == len(list(usb_backend.enumerate_devices()))
            assert device_bench.do("load A") == "52 cards of deck A in the infeed"

        def test_fails(virtual_devices):
            assert virtual_devices.seed == 0
        """
    )
    result = pytester.runpytest("-p", "hw_fixtures.pytest_plugin", "--sim-seed", "42")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*seed 42*"])
