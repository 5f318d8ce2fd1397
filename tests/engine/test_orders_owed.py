"""Asking the devices' orders less often leaves none out (CDP1 7)."""

import importlib
from dataclasses import replace

import pytest

from controller.engine.commands import Command
from controller.engine.decide.orders import may_owe
from controller.engine.events import Event, PhaseEntered
from controller.engine.refusals import Refused
from controller.engine.ruleset import CommunityDeal
from controller.engine.state import DealingMode, Phase, TableState
from tests.engine.given import CALIFORNIA, Felt
from tests.engine.piles import EVERY_BIT
from tests.engine.robot import play_until_round

DECIDING = importlib.import_module("controller.engine.decide")


class Doubting(Felt):
    """Judge every command twice: as it is judged, and with the orders asked after every event."""

    spared = 0

    def decided(self, command: Command) -> Refused | tuple[Event, ...]:
        """Compare both answers, and count how often an asking was spared."""
        quick = super().decided(command)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(DECIDING, "may_owe", self.always)
            assert super().decided(command) == quick
        return quick

    def always(self, state: TableState, events: tuple[Event, ...]) -> bool:
        """Ask in any case."""
        self.spared += not may_owe(state, events)
        return True


@pytest.mark.parametrize("mode", list(DealingMode))
@pytest.mark.parametrize("deal", list(CommunityDeal))
def test_sparing_a_question_leaves_no_order_out(deal: CommunityDeal, mode: DealingMode) -> None:
    """Two rounds give the same events where the orders are asked for after every one of them (CDP1 7)."""
    felt = Doubting(rules=replace(CALIFORNIA, community_deal=deal), mode=mode, capabilities=EVERY_BIT)
    felt.prepare()
    felt.seat_bank(100_000, 2, 3)
    felt.wager(2, 1000)
    felt.wager(3, 1000)
    play_until_round(felt, 3)
    assert felt.spared > 5


def test_a_phase_may_owe_an_order() -> None:
    """What enters a phase is never spared, whatever stands beside it (CDP1 7)."""
    felt = Felt()
    assert may_owe(felt.state, (PhaseEntered(phase=Phase.COLLECT),))
    assert not may_owe(felt.state, ())
