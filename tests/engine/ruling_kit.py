"""What tests of rulings share: the floor's words, cards two persons saw, and what money and decks came to."""

from dataclasses import replace

from controller.engine.cards import Card, Hidden
from controller.engine.commands import Exposure
from controller.engine.decide.people import needs
from controller.engine.events import Event
from controller.engine.money import Cents
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.ruling_events import Ruled
from controller.engine.state import Phase
from tests.engine.given import BOTH, FLOOR, Felt


def rule(code: str, ruling: Ruling, **fields: object) -> Rule:
    """Give a ruling; its fields by name."""
    return Rule(code=Irregular(code), ruling=ruling, reason="test", **fields)  # type: ignore[arg-type]


def entered(felt: Felt, face: str) -> Hidden:
    """Give a card as the table seals it when two persons enter what they saw."""
    return Hidden(ordinal=felt.current().next_ordinal, card=Card(face), salt=bytes(range(16)))


def give_ruling(felt: Felt, command: Rule) -> tuple[Event, ...]:
    """Let whoever must approve a ruling do so; it must be accepted."""
    return felt.ask(by(felt, command))


def by(felt: Felt, command: Rule) -> Rule:
    """Give a ruling with exactly the approval that it takes now."""
    need = needs(felt.state, command)
    if need is None:
        return command
    return replace(command, approval=BOTH if need.dual else FLOOR)


def refused_ruling(felt: Felt, command: Rule) -> RefusalCode:
    """Give a ruling with its approval that must be refused, and changes nothing."""
    return felt.refused(by(felt, command))


def ruled(felt: Felt) -> Ruled:
    """Give the last ruling on record."""
    return next(event for event in reversed(felt.events) if isinstance(event, Ruled))


def finish(felt: Felt) -> dict[str, Cents]:
    """Play the round from wherever it stands to its last step, and give what each bettor and the bank won."""
    if felt.phase() is Phase.HOLE:
        felt.hands()
    if felt.phase() in {Phase.PREFLOP, Phase.COMMUNITY} and len(felt.current().board) < 5:
        felt.board()
    while felt.phase() in {Phase.COMMUNITY, Phase.FLOP} and felt.current().dealer_up is False:
        if not felt.current().flop_up:
            felt.expose(Exposure.FLOP if felt.prompt.open_seats else Exposure.PLAYER_DEALER)
        else:
            felt.expose(Exposure.TURN_RIVER if felt.prompt.open_seats else Exposure.PLAYER_DEALER)
    if felt.phase() is Phase.RIVER:
        for number in felt.prompt.open_seats:
            felt.play(number, 1)
    if felt.phase() is Phase.REVEAL:
        felt.expose(Exposure.PLAYER_DEALER)
    felt.settle()
    return nets(felt)


def nets(felt: Felt) -> dict[str, Cents]:
    """Give what each bettor and the bank won in the settled round, and check that it sums to nothing (V1)."""
    settlement = felt.current().settlement
    assert settlement is not None
    won = {bettor.bettor: bettor.net for bettor in settlement.bettors if bettor.net}
    assert 0 == sum(won.values()) + settlement.dealer_net
    assert felt.state.last_result is not None
    assert settlement.dealer_net == felt.state.last_result.net
    return won | {"bank": settlement.dealer_net}


def voided(felt: Felt) -> dict[str, Cents]:
    """Give what went back to whom in the last void."""
    event = next(event for event in reversed(felt.events) if event.kind == "round_voided")
    return {f"seat-{seat}": cents for seat, _, cents in event.returned}
