"""A device tests itself between rounds, by anybody's word; what it finds stops the next deal (S5, C11)."""

from dataclasses import replace

import pytest

from controller.engine.commands import CloseBetting, ReleaseDevice, RetestDevice
from controller.engine.device_events import DeviceOrderIssued
from controller.engine.device_state import SELF_TEST
from controller.engine.device_words import SelfTest
from controller.engine.ids import DeviceName
from controller.engine.prompt import OfferCode
from controller.engine.refusals import RefusalCode
from controller.engine.state import DealingMode, Phase
from controller.engine.views import view
from tests.engine.given import FLOOR, Felt
from tests.engine.piles import EVERY_BIT, JAM_OUTPUT
from tests.engine.stages import at

BOTH = pytest.mark.parametrize("device", ["shuffler", "shoe"])
MODES = pytest.mark.parametrize("mode", list(DealingMode))


def _tested(felt: Felt, device: DeviceName) -> str:
    """Give what the screen and the console say of a device's last self-test."""
    return next(one.tested for one in view(felt.state, felt.prompt).devices if one.name == device)


@MODES
@BOTH
def test_a_good_device_passes_and_the_deal_goes_on(device: DeviceName, mode: DealingMode) -> None:
    """SELF_TEST goes out once, journaled first, with no badge asked (CDP1 4, S5)."""
    felt = at(Phase.WAGERS, mode)
    assert felt.offer_code(OfferCode.RETEST_DEVICE).needs is None
    felt.ask(RetestDevice(device=device))
    sent = [one for one in felt.events if isinstance(one, DeviceOrderIssued) and one.order == SelfTest()]
    assert ([device], "ok") == ([one.device for one in sent], _tested(felt, device))
    felt.ask(CloseBetting())
    assert felt.state == felt.replayed()


@BOTH
def test_c11_a_test_that_finds_something_waits_for_the_floor(device: DeviceName) -> None:
    """No deal begins until the floor has looked, though no fault stands any more (C11)."""
    felt = at(Phase.WAGERS)
    felt.device(device).ill = True
    felt.ask(RetestDevice(device=device))
    assert ("faulted", ("self_test",)) == (_tested(felt, device), felt.state.device(device).blocks)
    assert RefusalCode.DEVICE_BLOCKED is felt.refused(CloseBetting())
    felt.device(device).ill = False
    felt.ask(RetestDevice(device=device))
    assert RefusalCode.DEVICE_BLOCKED is felt.refused(CloseBetting())
    felt.ask(ReleaseDevice(device=device, approval=FLOOR))
    felt.ask(CloseBetting())
    assert felt.state == felt.replayed()


@BOTH
def test_no_deal_begins_while_a_device_tests_itself(device: DeviceName) -> None:
    """A second test, and the deal, wait for its end; then they are there again (CDP1 4: BUSY)."""
    felt = at(Phase.WAGERS)
    felt.device(device).slow = True
    felt.ask(RetestDevice(device=device))
    assert "" == _tested(felt, device)
    assert RefusalCode.DEVICE_BUSY is felt.refused(RetestDevice(device=device))
    assert RefusalCode.DEVICE_BUSY is felt.refused(CloseBetting())
    felt.table.finish(felt.device(device))
    felt.pump()
    felt.ask(CloseBetting())


@BOTH
def test_a_device_that_would_only_refuse_is_not_asked(device: DeviceName) -> None:
    """In fault, open, unlinked, or without the capability (CDP1 4: FAULTED, INTERLOCK, NOT_SUPPORTED)."""
    felt = at(Phase.WAGERS)
    good = felt.state
    felt.table.raise_fault(felt.device(device), JAM_OUTPUT)
    felt.pump()
    assert RefusalCode.DEVICE_FAULT is felt.refused(RetestDevice(device=device))
    known = good.device(device)
    for changed, code in (
        (replace(known, doors=frozenset({0})), RefusalCode.DOOR_OPEN),
        (replace(known, linked=False), RefusalCode.DEVICE_NOT_READY),
        (replace(known, capabilities=EVERY_BIT & ~(1 << SELF_TEST)), RefusalCode.DEVICE_NOT_READY),
    ):
        felt.state = replace(good, shuffler=changed) if device == "shuffler" else replace(good, shoe=changed)
        assert code is felt.refused(RetestDevice(device=device))


@pytest.mark.parametrize("phase", [Phase.HOLE, Phase.PREFLOP, Phase.RIVER, Phase.SETTLE, Phase.COLLECT])
def test_no_device_is_tested_while_cards_of_a_round_are_out(phase: Phase) -> None:
    """Its cards lie on the felt and in the machine (S5)."""
    felt = at(phase)
    assert RefusalCode.WRONG_PHASE is felt.refused(RetestDevice(device="shuffler"))


def test_a_test_the_device_refuses_or_forgets_says_so() -> None:
    """A power cut ends it as interrupted; nothing is sent again by itself (CDP1 4)."""
    felt = at(Phase.WAGERS)
    felt.device("shuffler").slow = True
    felt.ask(RetestDevice(device="shuffler"))
    felt.table.power_cut(felt.device("shuffler"))
    felt.pump()
    sent = [one for one in felt.events if isinstance(one, DeviceOrderIssued) and one.order == SelfTest()]
    assert (1, "interrupted") == (len(sent), _tested(felt, "shuffler"))
