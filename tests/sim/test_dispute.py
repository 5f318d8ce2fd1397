"""A folded hand is told to nobody until two persons open it in a dispute (I35, G11.7, DURABILITY 7.4)."""

import io
from pathlib import Path

import pytest

from controller.cli.console_json import view_line
from controller.cli.world_secrecy import walk
from controller.engine.cards import Exposed, Hidden
from controller.engine.events import CardDealt
from controller.engine.ids import SeatNo
from controller.engine.queries import has_folded
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import OpenDispute, OpenFoldedHand
from controller.engine.ruling_events import FoldedHandOpened
from controller.engine.state import Phase
from controller.history.export import as_places, as_rack, told_rounds
from controller.history.text import as_text
from controller.journal.codec import TableRecord, table_codec
from controller.logs import start_logs
from controller.table.envelope import Publication
from hw_fixtures.dealer import SeededStrategy
from hw_fixtures.firmware.deck import PhysicalCard
from hw_fixtures.peer.codes import Slot
from tests.secrecy.needles import Secret, search
from tests.sim.reading import events_of, money_of
from tests.sim.stage import Stage, stage
from tests.verify.kit import places
from tests.verify.test_verify_rulings import floor_asks, rule, verified

DEALING = pytest.mark.parametrize("dealing", ["shoe", "stacks"])
DECK = 52


def dealt_to_the_reveal(dealing: str, swap: tuple[int, ...] = ()) -> Stage:
    """Play a round until all have decided; swap: places of the deck whose cards change over first."""
    table = stage(seed=3, dealing=dealing, strategy=SeededStrategy(3, sides=(0,)))
    table.dealer.play_until(lambda: table.world.state.phase is Phase.HOLE, "the deal")
    pile = whole_deck(table)
    for one, other in zip(swap, reversed(swap), strict=True):
        if one < other:
            pile[one], pile[other] = pile[other], pile[one]
    table.dealer.play_until(lambda: table.world.state.phase is Phase.REVEAL, "the reveal")
    return table


def whole_deck(table: Stage) -> list[PhysicalCard]:
    """Find the deck that is about to be dealt."""
    world = table.simulation.world
    piles = (world.shuffler.hw.slots[Slot.CHAMBER], world.shoe.hw.inside)
    return next(pile for pile in piles if len(pile) == DECK)


def folded_seats(table: Stage) -> tuple[SeatNo, ...]:
    """Give the seats that folded."""
    return tuple(seat.number for seat in table.world.state.seats if has_folded(seat))


def sealed_hand(table: Stage, seat: SeatNo) -> tuple[Hidden, ...]:
    """Give a hand that lies face down, as the table holds it."""
    return tuple(card for card in table.world.state.seat(seat).cards if isinstance(card, Hidden))


def opening(table: Stage, seat: SeatNo) -> None:
    """Freeze the layout and open one hand by two persons."""
    assert floor_asks(table, OpenDispute(reason="other")) is None
    assert floor_asks(table, OpenFoldedHand(seat=seat, reason="other")) is None


def records_of(table: Stage) -> list[TableRecord]:
    """Read the record as anybody does who holds no key."""
    return [table_codec().decode(record, key=None) for record in table.medium.records]


@DEALING
def test_an_opened_hand_is_in_record_history_rack_and_verifier(tmp_path: Path, dealing: str) -> None:
    """Its faces fit the commitments of the deal; the other folded hands stay sealed for ever (INV6)."""
    table = dealt_to_the_reveal(dealing)
    seat, *others = folded_seats(table)
    hand = sealed_hand(table, seat)
    opening(table, seat)
    assert floor_asks(table, rule("I35", Ruling.RULED)) is None
    table.dealer.play_until(lambda: table.world.state.rounds == 2, "round 2")
    report = verified(table, tmp_path)
    assert [] == places(report)
    (told, *_) = told_rounds(records_of(table))
    words = [card.card.value for card in hand if card.card is not None]
    assert f"seat {seat}: folded hand {' '.join(words)} opened in a dispute by F1+S1" in "\n".join(
        as_text([told])
    )
    rack = "\n".join(as_rack([told]))
    assert all(f"seat {seat} card {n}" in rack for n in (1, 2))
    assert all(word in rack for word in words)
    assert 2 * len(others) <= rack.count("sealed")
    assert f"seat {seat} card 1" in next(iter(as_places([told], hand[0].card)))  # type: ignore[arg-type]


@DEALING
def test_other_folded_cards_change_nothing_until_the_opening(dealing: str) -> None:
    """Two runs with the cards of two folded hands changed over: all the same but the opening itself."""
    straight = dealt_to_the_reveal(dealing)
    one, other = folded_seats(straight)[:2]
    spots = tuple(_indexes(straight, one) + _indexes(straight, other))
    turned = dealt_to_the_reveal(dealing, spots)
    assert _told(straight) == _told(turned)
    for table in (straight, turned):
        assert floor_asks(table, OpenDispute(reason="other")) is None
    assert _told(straight) == _told(turned)
    for table in (straight, turned):
        assert floor_asks(table, OpenFoldedHand(seat=one, reason="other")) is None
    assert _told(straight) != _told(turned)
    assert len(straight.medium.records) == len(turned.medium.records)


@DEALING
def test_no_byte_holds_an_opened_card_before_it_is_on_record(dealing: str) -> None:
    """Record, log, console and the preview before the badge: no salt and no face until the event (INV7)."""
    sink = io.StringIO()
    log = start_logs(sink, level="debug")
    try:
        table = dealt_to_the_reveal(dealing)
        seat, *others = folded_seats(table)
        salts = _salts(table, seat)
        rest = [salt for number in others for salt in _salts(table, number)]
        shown: list[str] = []

        def look(made: Publication) -> None:
            shown.append(view_line(made.view, seq=made.seq, head=made.head))

        table.world.picture.look = look
        assert floor_asks(table, OpenDispute(reason="other")) is None
        refused = floor_asks(table, OpenFoldedHand(seat=seat, reason="other"), alone=True)
        assert refused is not None
        assert RefusalCode.NEEDS_SECOND is refused.code
        assert [] == _found(table, shown, sink, [*salts, *rest])
        assert floor_asks(table, OpenFoldedHand(seat=seat, reason="other")) is None
    finally:
        log.stop()
    assert {one.what for one in salts} == set(_found(table, shown, sink, [*salts, *rest]))


def test_an_opened_hand_is_still_open_after_a_restart_and_the_round_goes_on(tmp_path: Path) -> None:
    """The record alone says it: the picture shows it again, the round settles to the same cent (V12)."""
    table, plain = dealt_to_the_reveal("shoe"), dealt_to_the_reveal("shoe")
    seat = folded_seats(table)[0]
    opening(table, seat)
    shown = table.world.picture.newest
    table.restart()
    again = table.world.picture.newest
    assert shown is not None
    assert again is not None
    assert shown.view.hold is not None
    assert again.view.hold is not None
    assert shown.view.hold.opened == again.view.hold.opened != ()
    for one in (table, plain):
        one.dealer.play_until(lambda one=one: one.world.state.rounds == 2, "round 2")  # type: ignore[misc]
    assert money_of(plain) == money_of(table)
    assert [] == places(verified(table, tmp_path))


def _indexes(table: Stage, seat: SeatNo) -> list[int]:
    """Give the places in the deck of a seat's cards."""
    dealt = [event for event in events_of(table) if isinstance(event, CardDealt)]
    return [event.index for event in dealt if event.target.seat == seat]


def _told(table: Stage) -> tuple[str, ...]:
    """Give what the table shows and what its record says in plain."""
    newest = table.world.picture.newest
    assert newest is not None
    plain = [
        repr(
            [value for value in walk(record.content.events) if isinstance(value, Exposed | FoldedHandOpened)]
        )
        for record in records_of(table)
    ]
    return (view_line(newest.view, seq=newest.seq, head=""), *plain)


def _salts(table: Stage, seat: SeatNo) -> list[Secret]:
    return [
        Secret(what=f"seat {seat} seal {card.ordinal}", data=card.salt or b"")
        for card in sealed_hand(table, seat)
    ]


def _found(table: Stage, shown: list[str], sink: io.StringIO, secrets: list[Secret]) -> list[str]:
    """Search every byte that left the table."""
    written = {
        "record": b"".join(record.body for record in table.medium.records),
        "console": "\n".join(shown).encode(),
        "log": sink.getvalue().encode(),
    }
    return [one.what for name, data in written.items() for one in search(name, data, tuple(secrets))]
