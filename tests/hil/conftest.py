"""The option that points the suite at a real device: `pytest tests/hil --rig usb:1209:cd01:SHOE-0001`."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--rig ADDRESS`."""
    parser.addoption("--rig", metavar="ADDRESS", default=None, help="run the rig tests on this real device")


@pytest.fixture
def rig_address(request: pytest.FixtureRequest) -> str:
    """Give the address of the real device; without one the test is skipped, and counted."""
    address = request.config.getoption("--rig", default=None)
    if address is None:
        pytest.skip("no real device: give --rig serial:PATH or --rig usb:VVVV:PPPP:SERIAL")
    return str(address)
