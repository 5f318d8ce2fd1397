"""Check that a picture shows no card but those that lie face up (V9, INV6)."""

import dataclasses
from collections.abc import Iterator
from typing import Final

from controller.cli.world_watch import Violation
from controller.engine.cards import Card, Exposed, Hidden, HiddenBytes
from controller.engine.state import TableState
from controller.engine.view_types import TableView

_FIELDS: Final[dict[type[object], tuple[str, ...]]] = {}


class Secrecy:
    """Look at pictures: at every card on the felt each time, at every field where something changed."""

    def __init__(self) -> None:
        self._seen: set[tuple[object, ...]] = set()

    def look(self, view: TableView, state: TableState) -> None:
        """Check one picture against the state it was made from; raise Violation for a card too many."""
        up = frozenset(_face_up(state))
        shown = {card.card for card in (*view.board, *view.bank.cards) if card.card is not None}
        for seat in view.seats:
            shown.update(card.card for card in seat.cards if card.card is not None)
        if not shown <= up:
            raise Violation("V9", f"a picture in phase {view.phase.value} shows a card that is not face up")
        mark = (view.round, view.phase, view.prompt.code, view.step, len(up), view.hold is None)
        if mark not in self._seen:
            self._seen = {seen for seen in self._seen if seen[0] == view.round} | {mark}
            if any(_is_secret(value, up) for value in walk(view)):
                raise Violation("V9", f"a field of the picture in phase {view.phase.value} holds a card")


def _face_up(state: TableState) -> Iterator[Card]:
    """Give the identities of the cards that lie face up."""
    piles = [seat.cards for seat in state.seats]
    if state.round is not None:
        piles += [state.round.board, state.round.dealer_cards]
    for pile in piles:
        yield from (card.card for card in pile if isinstance(card, Exposed))


def _is_secret(value: object, up: frozenset[Card]) -> bool:
    if isinstance(value, Card):
        return value not in up
    return isinstance(value, Hidden | HiddenBytes)


def walk(root: object) -> Iterator[object]:
    """Give a value and everything inside it, in any order."""
    waiting = [root]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, tuple | list | frozenset):
            waiting.extend(value)
        else:
            waiting.extend(getattr(value, name) for name in _field_names(value.__class__))


def _field_names(kind: type[object]) -> tuple[str, ...]:
    """Name the fields of a dataclass; anything else has none."""
    names = _FIELDS.get(kind)
    if names is None:
        fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
        names = _FIELDS[kind] = tuple(field.name for field in fields)
    return names
