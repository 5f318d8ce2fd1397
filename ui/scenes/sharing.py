"""Scenes of a bank that several people hold (G8.8)."""

from controller.engine.bank_commands import BankPart, ShareBank
from controller.engine.copying import replace
from controller.engine.coverage import BankLeft, Contribution, LayerResult
from controller.engine.prompt import OfferCode
from controller.engine.ruleset_names import Coverage
from controller.engine.view_types import TableView
from ui.scenes.around import collect, wagers
from ui.scenes.settling import settle

NAMED = "Palm Avenue Players"
PARTS = (
    BankPart(layer=1, contributor="seat-4", cents=20_000),
    BankPart(layer=1, contributor="partner-1", cents=15_000),
    BankPart(layer=2, contributor="partner-2", cents=15_000),
    BankPart(layer=2, contributor=NAMED, cents=500_000),
)


def shared_bank() -> TableView:
    """D1: the player-dealer's wager is held by four, in two layers."""
    view = wagers()
    total = sum(part.cents for part in PARTS)
    offers = tuple(
        replace(one, command=ShareBank(parts=PARTS)) if one.code is OfferCode.SHARE_BANK else one
        for one in view.prompt.offers
    )
    prompt = replace(view.prompt, offers=offers, amount=total)
    return replace(view, prompt=prompt, bank=replace(view.bank, amount=total, parts=PARTS))


def shared_result() -> TableView:
    """D8: what each of the four won or lost."""
    view = collect()
    shares = (
        (-20_000, "seat-4"),
        (-15_000, "partner-1"),
        (-291, "partner-2"),
        (-9_709, PARTS[3].contributor),
    )
    paid = tuple(Contribution(contributor=who, cents=cents) for cents, who in shares)
    layers = (
        LayerResult(cents=35_000, paid=35_000, collected=0, shares=paid[:2]),
        LayerResult(cents=515_000, paid=24_000, collected=14_000, shares=paid[2:]),
    )
    return replace(view, bank=replace(view.bank, amount=550_000, parts=PARTS, layers=layers))


def shared_settle(reading: Coverage = Coverage.GROSS_POOL) -> TableView:
    """D7: what both layers still have once seat 6 is done."""
    view = settle(behind=2, reading=reading)
    assert view.coverage is not None
    lefts = (BankLeft(to_pay=0, to_collect=13_000), BankLeft(to_pay=501_500, to_collect=501_500))
    coverage = replace(view.coverage, bank=550_000, layers=lefts)
    return replace(view, coverage=coverage, bank=replace(view.bank, amount=550_000, parts=PARTS))
