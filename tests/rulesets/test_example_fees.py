"""The example of a card room's own schedule, as the README explains it (G7.1, G8.6)."""

from pathlib import Path

from controller.engine.commands import CloseBetting
from controller.engine.fees import fees_due
from controller.engine.ledger_commands import RecordFee
from controller.engine.state import Phase
from controller.rulesets.load import load_ruleset
from tests.engine.given import Felt

EXAMPLE = Path(__file__).parent / "examples" / "friday-fees.toml"


def test_the_example_opens_charges_and_deals() -> None:
    """A schedule no longer keeps the table shut (G7.1, G8.6)."""
    felt = Felt(rules=load_ruleset(str(EXAMPLE)))
    felt.prepare()
    felt.seat_bank(500_000, 2, 3)
    felt.wager(2, 1_000, trips=500)
    felt.wager(3, 5_000)
    assert [300, 100, 50, 100] == [line.amount for line in fees_due(felt.state)]
    felt.ask(RecordFee())
    felt.ask(CloseBetting())
    assert (Phase.HOLE, 550) == (felt.phase(), felt.state.ledgers.drop)


def test_the_readme_shows_the_example() -> None:
    """Every line of a row that it explains is one of the file's."""
    readme = Path("controller/rulesets/README.md").read_text(encoding="utf-8")
    rows = EXAMPLE.read_text(encoding="utf-8").partition("[[fees]]")[2]
    assert rows.strip() in readme
