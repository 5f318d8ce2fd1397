"""Scenes of tables where the house banks (G8.5): limits, the house's hand, caps, the Ante refund."""

from dataclasses import replace

from controller.engine.ids import SeatNo
from controller.engine.prompt import OfferCode, PromptCode
from controller.engine.view_types import Below, SeatState, SeatView, TableView
from ui.scenes import samples as s
from ui.scenes.around import wagers


def housed(view: TableView, rules: str = "house-limits") -> TableView:
    """Put the house in the player-dealer's place: the banker's seat plays or is empty."""
    rows = tuple(_without_banker(row) for row in view.seats)
    bank = replace(view.bank, seat=None, amount=0, counted=0, rounds=1)
    return replace(view, ruleset=rules, house_banked=True, seats=rows, bank=bank, coverage=None)


def _without_banker(row: SeatView) -> SeatView:
    if row.state is SeatState.BANK:
        return replace(row, state=SeatState.EMPTY)
    return replace(row, bettors=tuple(replace(one, bad_beat=0) for one in row.bettors))


def limits() -> TableView:
    """D1: seat 2 is over the maximum, seat 5 under the minimum, seat 6 for the second time (G2.5)."""
    view = housed(wagers())
    changes = {
        2: replace(s.bettor(0, 120_000, 3_000, 0), over=40_500),
        5: replace(s.bettor(0, 200, 0, 0), below=Below.FIRST),
        6: replace(s.bettor(0, 200, 0, 0), below=Below.AGAIN),
    }
    rows = tuple(
        replace(row, bettors=(changes[row.number],)) if row.number in changes else row for row in view.seats
    )
    kept = tuple(offer for offer in view.prompt.offers if offer.code is not OfferCode.POST_BANK)
    return replace(view, seats=rows, prompt=replace(view.prompt, amount=0, offers=kept))


def limits_over() -> TableView:
    """D1: only seat 2 is over the maximum."""
    view = limits()
    rows = tuple(
        replace(row, bettors=(s.bettor(),)) if row.number in {SeatNo(5), SeatNo(6)} else row
        for row in view.seats
    )
    assert view.prompt.code is PromptCode.TAKE_WAGERS
    return replace(view, seats=rows)
