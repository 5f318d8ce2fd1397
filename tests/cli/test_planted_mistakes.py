"""The public rows notice a settlement in which any single rule is wrong (G4 to G6, G13.2).

Each mistake of `planted_cards` and `planted_bank` is planted by itself; then the rows go through `settle`
under every profile they are listed for, until one is answered wrongly. What they cannot know of (fees, the
progressive, a shared bank, a missing Play, what a table does before it deals: G13.3) is in `planted_engine`
with the test of the engine that fails, which is run here with the mistake planted.
"""

import json
from collections.abc import Iterator
from functools import cache

import pytest

from controller.cli.settle import answer_line
from controller.cli.settle_rules import RuleShelf
from tests.cli.planted_bank import BANK_MISTAKES
from tests.cli.planted_cards import CARD_MISTAKES, PAY_ROWS
from tests.cli.planted_engine import ENGINE_MISTAKES, EngineMistake
from tests.cli.planting import Mistake
from tests.cli.test_settle_vectors import DOCUMENT, ROWS, comparable, expectations

MISTAKES = (*CARD_MISTAKES, *BANK_MISTAKES, *PAY_ROWS)
PUSHED = {
    "a_high_card_qualifies",
    "a_folded_ante_is_returned",
    "any_winning_blind_is_paid",
    "trips_lose_with_the_main_hand",
    "the_bad_beat_goes_by_the_winning_hand",
    "the_ace_is_never_low",
    "rounding_up_goes_down",
    "no_cap_is_applied",
    "the_pool_forgets_what_was_collected",
    "a_bank_that_ended_goes_on",
    "folds_go_first_where_they_wait",
    "every_seat_is_settled_bettor_by_bettor",
    "the_walk_starts_at_seat_1",
    "a_bettor_behind_a_seat_is_forgotten",
    "ca_blind_pays_one_too_much_for_a_flush",
    "gega_trips_pays_one_too_much_for_a_full_house",
    "ca_bad_beat_pays_one_too_much_for_a_straight_flush",
}
"""One of each kind, planted with every push; the others on request."""


@cache
def questions() -> tuple[tuple[str, bytes, dict[str, object]], ...]:
    """Give every row under every profile it is listed for: its name, its line, and what must come out.

    Rows that say the same under every profile come under one first, and under the others last.
    """
    return tuple(_questions())


def _questions() -> Iterator[tuple[str, bytes, dict[str, object]]]:
    asked = [(row, profile) for profile in DOCUMENT["profiles"] for row in ROWS]
    for plain in (True, False):
        for row, profile in asked:
            independent = row["interpretation"] == "independent"
            if plain is not (not independent or profile == "gross_pool"):
                continue
            line = json.dumps({**row, "profile": profile}).encode()
            for expected in expectations(row, profile):
                yield f"{row['id']} under {profile}", line, comparable(expected)


def noticed_by() -> str | None:
    """Give the first row that is answered wrongly now, None where all are right."""
    shelf = RuleShelf((), DOCUMENT["configs"])
    for number, (name, line, expected) in enumerate(questions(), start=1):
        answer = answer_line(number, line, shelf)
        if "error" in answer or comparable(json.loads(json.dumps(answer))) != expected:
            return name
    return None


@pytest.mark.full
def test_without_a_mistake_every_row_is_right() -> None:
    """So what is noticed below is the mistake alone; test_settle_vectors says it with every push (G13.2)."""
    assert None is noticed_by()


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(one, id=one.name, marks=() if one.name in PUSHED else pytest.mark.full)
        for one in MISTAKES
    ],
)
def test_a_single_rule_that_is_wrong_is_noticed_by_a_public_row(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row and profile are found for every one of the table's mistakes (G4 to G6)."""
    mistake.plant(monkeypatch)
    assert noticed_by() is not None, f"{mistake.name} ({mistake.clause}) stays unseen"


@pytest.mark.parametrize("mistake", ENGINE_MISTAKES, ids=lambda one: one.name)
def test_what_the_rows_cannot_know_is_noticed_by_a_test_of_the_engine(
    mistake: EngineMistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The named test passes as it is and fails with the mistake planted (G2, G3, G6, G8)."""
    mistake.test()
    mistake.plant(monkeypatch)
    with pytest.raises((AssertionError, *mistake.stops)):
        mistake.test()


def test_the_mistakes_planted_with_every_push_are_in_the_table() -> None:
    """No name of the subset is misspelt (G13.2)."""
    assert PUSHED <= {one.name for one in MISTAKES}
