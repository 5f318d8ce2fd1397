"""What each who held a shared bank won or lost in the round (G8.8)."""

from dataclasses import dataclass

from controller.engine.bank_commands import BankPart
from controller.engine.coverage import LayerResult
from controller.engine.view_types import TableView
from ui.options import Wording
from ui.viewmodels.base import FixedRows
from ui.viewmodels.share import MOST_PARTS, contributor_text, part_text


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderRow:
    """Hold one contributor's line: who, what was put in, what came of it."""

    label: str = ""
    value: str = ""
    warn: bool = False


class HoldersModel(FixedRows[HolderRow]):
    """Show up to six contributors of the bank."""

    ROW = HolderRow


def holder_rows(view: TableView, words: Wording) -> tuple[HolderRow, ...]:
    """Draw the contributors of the round that was settled; six empty rows where one person held the bank."""
    layers = view.bank.layers
    rows = [
        _row(
            BankPart(layer=number, contributor=one.contributor, cents=one.cents),
            words,
            layered=len(layers) > 1,
        )
        for number, layer in enumerate(layers, start=1)
        for one in layer.shares
    ]
    return (*rows, *(HolderRow(),) * (MOST_PARTS - len(rows)))


def _row(part: BankPart, words: Wording, *, layered: bool) -> HolderRow:
    return HolderRow(label=part_text(part, words, layered=layered), value=words.money.exact(part.cents))


def holders_text(layers: tuple[LayerResult, ...], words: Wording) -> str:
    """Name all who held a shared bank with their parts, one sum a person; empty where one person held it."""
    if len(layers) <= 1 and all(len(layer.shares) <= 1 for layer in layers):
        return ""
    sums: dict[str, int] = {}
    for layer in layers:
        for one in layer.shares:
            sums[one.contributor] = sums.get(one.contributor, 0) + one.cents
    return words.say("list.comma").join(
        f"{contributor_text(name, words)} {words.money.exact(cents)}" for name, cents in sums.items()
    )
