"""D9: nine reasons that stop the table and call the floor."""

from dataclasses import dataclass

from controller.engine.commands import Irregularity, ReportIrregularity
from controller.engine.view_types import TableView
from ui.options import Wording
from ui.viewmodels.base import FixedRows


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonRow:
    """Hold one reason. reasonId: its code; token: of the offer to report, empty where it is not offered."""

    reasonId: str
    text: str = ""
    token: str = ""


class ReasonsModel(FixedRows[ReasonRow]):
    """Show the nine reasons, in a fixed order."""

    ROW = ReasonRow


def no_reasons() -> tuple[ReasonRow, ...]:
    """Give the nine rows before anything is known."""
    return tuple(ReasonRow(reasonId=reason) for reason in Irregularity)


def reason_rows(view: TableView, words: Wording) -> tuple[ReasonRow, ...]:
    """Draw the reasons that the guide offers."""
    tokens = {
        offer.command.reason: offer.token
        for offer in view.prompt.offers
        if isinstance(offer.command, ReportIrregularity) and offer.enabled
    }
    return tuple(
        ReasonRow(reasonId=reason, text=words.say(f"reason.{reason}"), token=tokens.get(reason, ""))
        for reason in Irregularity
    )
