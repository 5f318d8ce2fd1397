"""What the custody tests share: acts of a fault script on a table, and searches for faces (CDP1 8)."""

import re

from controller.cli.world_secrecy import walk
from controller.engine.cards import Card, Hidden, HiddenBytes
from controller.engine.events import CardAstray, HoldRaised, RoundSettled, RoundVoided
from controller.engine.prompt import OfferCode, Prompt
from controller.engine.state import HoldCode, Phase
from controller.table.envelope import Publication
from hw_fixtures.fault_verbs import FaultConsole
from tests.sim.reading import events_of
from tests.sim.stage import Stage, stage

FACE = re.compile(rb'"([2-9TJQKA][cdhs])"')
PATIENCE_MS = 60_000


def act(table: Stage, *lines: str) -> None:
    """Carry out lines of a fault script; none of them may be impossible."""
    console = FaultConsole(table.simulation)
    for line in lines:
        said = console.do(line)
        assert "allowed" not in said, said


def dealing_table(dealing: str, seed: int = 4) -> Stage:
    """Give a table in the middle of its first deal, with two cards read."""
    table = stage(seed=seed, dealing=dealing)
    world = table.world
    table.dealer.play_until(lambda: world.state.phase is Phase.HOLE, "the deal")
    table.dealer.play_until(lambda: world.state.round is not None and _read(table) == 2, "two cards")
    return table


def _read(table: Stage) -> int:
    return sum(len(seat.cards) for seat in table.world.state.seats)


def until_hold(table: Stage) -> HoldCode:
    """Deal until the table stands still, and say why."""
    table.dealer.play_until(lambda: table.world.state.hold is not None, "a hold", PATIENCE_MS)
    hold = table.world.state.hold
    assert hold is not None
    return hold.code


def holds_of(table: Stage) -> list[HoldCode]:
    """Give every hold of the record."""
    return [event.code for event in events_of(table) if isinstance(event, HoldRaised)]


def ended(table: Stage) -> tuple[int, int]:
    """Count the rounds with a result, and the void ones."""
    events = list(events_of(table))
    settled = sum(isinstance(event, RoundSettled) for event in events)
    return settled, sum(isinstance(event, RoundVoided) for event in events)


def cards_astray(table: Stage) -> list[CardAstray]:
    """Give the cards that belong to nothing, in the order of the record."""
    return [event for event in events_of(table) if isinstance(event, CardAstray)]


def faces_in_record(table: Stage) -> set[str]:
    """Give every face that any record names in plain bytes."""
    found = (face for record in table.medium.records for face in FACE.findall(record.body))
    return {face.decode() for face in found}


def secrets_in(publication: Publication) -> list[object]:
    """Give every card and every sealed thing in a picture."""
    return [value for value in walk(publication) if isinstance(value, Card | Hidden | HiddenBytes)]


def may_close_betting(prompt: Prompt) -> bool:
    """Tell whether "no more bets" would be taken now."""
    offers = prompt.offers if prompt.primary is None else (prompt.primary, *prompt.offers)
    return any(offer.code is OfferCode.CLOSE_BETTING and offer.enabled for offer in offers)
