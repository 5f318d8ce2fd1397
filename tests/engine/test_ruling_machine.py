"""Play, irregularities, rulings and restarts in any order: money nets, seals and authority hold (G9, V14).

It walks the table of `test_machine` and rules on whatever is offered, with any values its choices allow.
"""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from controller.engine.actors import Role
from controller.engine.cards import Card, Hidden
from controller.engine.choices import filled
from controller.engine.commands import Ask, Irregularity, ReportIrregularity
from controller.engine.decide.people import needs
from controller.engine.events import Event, RoundOpened, SeatSettled
from controller.engine.ids import RoundNo
from controller.engine.preview import effect_of
from controller.engine.prompt import Choice, ChoiceKind, Offer, OpenField, Value
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset_policy import Irregular
from controller.engine.ruling_commands import OpenDispute, Rule
from controller.engine.ruling_events import SettlementRepeated, SettlementReversed
from controller.engine.showdown import walk_of
from controller.engine.state import Phase
from controller.history.rounds import rounds_of
from tests.engine.robot import step
from tests.engine.ruling_kit import by
from tests.engine.test_machine import Table

AMOUNTS = st.sampled_from([0, 500, 1000, 2000, 2500, 4000, 100_000])
MOST = 40
"""So many steps of a robot reach a settlement from anywhere, unless something stands in its way."""
MOVING = frozenset({Irregular(f"I{number}") for number in (10, 14, 22, 24, 26, 27, 36)})
"""Rulings that change money which was settled."""
SETTLED = frozenset({Phase.SETTLE, Phase.COLLECT})


def value_for(choice: Choice, data: st.DataObject) -> Value:
    """Draw what a person may put into a field."""
    match choice.kind:
        case ChoiceKind.PICK:
            picked: Value = data.draw(st.sampled_from(choice.values)) if choice.values else None
            return picked
        case ChoiceKind.CENTS | ChoiceKind.COUNT:
            cents: Value = data.draw(AMOUNTS)
            return cents
        case ChoiceKind.CARD:
            face: Value = data.draw(st.sampled_from([*Card]))
            return face
        case _:
            return "test"


class Rulings(Table):
    """Rule on a table that walks anywhere."""

    @rule(data=st.data())
    def rule_on_it(self, data: st.DataObject) -> None:
        """Make any ruling that is offered, never without approval; a refusal changes nothing."""
        self._rule_on([offer for offer in self.felt.offers if isinstance(offer.command, Rule)], data)

    @rule(data=st.data(), steps=st.integers(0, 3))
    def correct_the_settlement(self, data: st.DataObject, steps: int) -> None:
        """Go to the settlement, close some steps, and change what they were settled by."""
        for _ in range(MOST):
            if self.felt.state.phase in SETTLED or not step(self.felt):
                break
        for _ in range(steps):
            step(self.felt)
        rulings = ((offer, offer.command) for offer in self.felt.offers)
        self._rule_on([one for one, ask in rulings if isinstance(ask, Rule) and ask.code in MOVING], data)

    def _rule_on(self, offers: list[Offer], data: st.DataObject) -> None:
        """Make one of these rulings, whatever its choices allow."""
        if not offers:
            return
        command = self._chosen(data.draw(st.sampled_from(offers)), data)
        before = self.felt.state
        self._takes_approval(command)
        effect = effect_of(before, command)
        decided = self.felt.give(by(self.felt, command))
        assert (effect.refused is None) is not isinstance(decided, Refused)
        if isinstance(decided, Refused):
            assert before == self.felt.state

    @rule(reason=st.sampled_from(list(Irregularity)), dispute=st.booleans())
    def report_it(self, reason: Irregularity, dispute: bool) -> None:  # noqa: FBT001
        """Stop the table for what a person sees, or for a dispute."""
        self._try(OpenDispute(reason="test") if dispute else ReportIrregularity(reason=reason))

    def _chosen(self, offer: Offer, data: st.DataObject) -> Rule:
        """Fill an offer; a card is sealed as the table does it."""
        command = filled(offer, {choice.field: value_for(choice, data) for choice in offer.choices})
        assert isinstance(command, Rule)
        if OpenField.CARD not in offer.open_fields or not isinstance(command.card, str):
            return command
        ordinal = self.felt.current().next_ordinal
        sealed = Hidden(ordinal=ordinal, card=Card(command.card), salt=bytes(16))
        return _with_card(command, sealed)

    def _takes_approval(self, command: Ask) -> None:
        """Without an approval nothing is ruled that takes one (G9.1)."""
        need = needs(self.felt.state, command)
        if need is None:
            return
        refused = self.felt.decided(command)
        assert isinstance(refused, Refused)
        assert RefusalCode.NEEDS_APPROVAL is refused.code
        assert need.role in {Role.FLOOR, Role.SHIFT}

    @invariant()
    def books_balance(self) -> None:
        """Whatever was corrected, no money appears or is lost (V1)."""
        assert 0 == self.felt.state.ledgers.balance

    @invariant()
    def entries_net_to_what_counts(self) -> None:
        """What was settled, less what was reversed, more what was repeated, is what stands closed (V14)."""
        state = self.felt.state
        current = state.round
        if current is None or current.settlement is None or current.is_void or state.phase not in SETTLED:
            return
        undone = state.previous.undone if state.previous and state.previous.number == current.number else ()
        steps = [one for i, one in enumerate(walk_of(state)[: current.step]) if i not in undone]
        standing = sum(line.net for step in steps for line in step.lines)
        assert standing == sum(_moved(self._events_of_round(), current.number))

    def teardown(self) -> None:
        """The record tells every round as the state counts it, corrections included (V14)."""
        last = self.felt.state.last_result
        told = {one.number: one for one in rounds_of(self.felt.events)}
        if last is not None and not last.is_void:
            assert (last.paid, last.collected) == (told[last.number].paid, told[last.number].collected)
        assert all(one.balances for one in told.values())
        super().teardown()

    def _events_of_round(self) -> list[Event]:
        events = self.felt.events
        opened = max(at for at, event in enumerate(events) if isinstance(event, RoundOpened))
        return events[opened:]


def _with_card(command: Rule, card: Hidden) -> Rule:
    return Rule(
        code=command.code, ruling=command.ruling, reason=command.reason, place=command.place, card=card
    )


def _moved(events: list[Event], number: RoundNo) -> Iterator[int]:
    """Give what each entry of this round moved; one of the round before may stand among them (I10, I27)."""
    for event in events:
        match event:
            case SeatSettled():
                yield event.paid - event.collected
            case SettlementRepeated() if event.round == number:
                yield event.paid - event.collected
            case SettlementReversed() if event.round == number:
                yield event.collected - event.paid
            case _:
                pass


TestRulings = Rulings.TestCase
TestRulings.settings = settings(
    max_examples=4, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.full
@pytest.mark.parametrize("number", range(20))
def test_ten_thousand_steps_of_rulings(number: int) -> None:
    """Twenty parts of ten walks of fifty steps each, every part with a seed of its own (issue 6, V1, V14)."""
    ended: list[int] = []

    class Walk(Rulings):
        """Count the walks that came to their end."""

        def teardown(self) -> None:
            """End as any walk does."""
            super().teardown()
            ended.append(len(self.felt.events))

    walk = seed(number)(Walk)
    part = settings(
        max_examples=10,
        stateful_step_count=50,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(walk, settings=part)
    assert 10_000 == 20 * part.max_examples * part.stateful_step_count
    assert 10 <= len(ended)
