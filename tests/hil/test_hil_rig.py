"""A real device at `--rig ADDRESS`; what hands must do is asked for in words (CDP1 13, by hand)."""

import random
import time

import pytest

from drivers.address import parse_address
from drivers.conformance import Verdict, run_checks
from drivers.discovery import make_link
from drivers.events import DeviceClass
from drivers.port import DevicePort
from drivers.port_core import PortSettings
from tests.hil.rig import Table

HANDS_S = 60.0


def _conformance(address: str) -> tuple[dict[str, str], tuple[str, str]]:
    """Run the kit; give what failed, and class and serial of who answered."""
    link = make_link(parse_address(address))
    wrong = {
        finding.check.name: finding.text
        for finding in run_checks(link, time.monotonic, random.SystemRandom())
        if finding.verdict is Verdict.FAILED
    }
    return wrong, _who(address)


def _who(address: str) -> tuple[str, str]:
    from drivers.conformance.probe import Probe  # noqa: PLC0415 - needed with a device alone

    link = make_link(parse_address(address))
    link.open()
    try:
        identity = Probe(link, time.monotonic, random.SystemRandom()).hello()
    finally:
        link.close()
    return DeviceClass(identity.device_class).name.lower(), identity.serial


def test_real_device_conforms(rig_address: str) -> None:
    """The conformance kit finds nothing (CDP1 whole)."""
    wrong, who = _conformance(rig_address)

    assert {} == wrong, who


def test_real_cable_may_be_pulled(rig_address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Pull the cable, do something at the device, plug it in: every event arrives once (CDP1 6)."""
    device_class, serial = _who(rig_address)
    table = Table()
    port = DevicePort(
        settings=PortSettings(device="rig", device_class=device_class, serial=serial),
        make_link=lambda: make_link(parse_address(rig_address)),
        inbox=table,
        resume={},
    )
    table.ack = port.submit
    port.start()
    try:
        assert table.wait_for("link_up", 1)
        for ask, kind, count in (
            (f"Pull the cable of {serial} now.", "link_down", 1),
            (f"Draw a card from {serial} or press a key on it, then plug it in again.", "link_up", 2),
        ):
            with capsys.disabled():
                print(f"\n>>> {ask}")  # noqa: T201 - a person must read it
            assert table.wait(lambda kind=kind, count=count: table.kinds[kind] >= count, HANDS_S), ask  # type: ignore[misc]
    finally:
        port.stop()

    assert sorted(set(table.numbers)) == table.numbers
