"""Drop and meter in the record, from one round to the next (GAME G5.7, G8.6, G11.2, V1)."""

from collections.abc import Callable
from typing import Any

import pytest

from controller.verify.books import Books

Raw = dict[str, Any]
FEE: Raw = {"payer": "bettor", "seat": 2, "bettor": 0, "wager": None, "amount": 100}
STAKE: Raw = {"seat": 2, "bettor": 0, "progressive": 100}
WON: Raw = {"position": 2, "bettor": "seat-2", "stake": 100, "from_meter": 0, "from_house": 1_000}
MOVED: Raw = {"before": 5_000, "fed": 30, "paid": 0, "seeded": 0, "after": 5_030, "house_net": -930}


def fees(**changes: object) -> Raw:
    """Tell one fee that goes to the drop."""
    return {"lines": [FEE], "total": 100, "late": False, "drop": 700, **changes}


def in_round() -> Books:
    """Give the books of a round whose fee lies on the felt and whose meter stood at 5,000."""
    books = Books(drop=600)
    books.open_round()
    assert [] == books.record_fees({"lines": [FEE], "total": 100})
    assert [] == books.set_meter({"before": None, "after": 5_000})
    books.close_betting({"stakes": [STAKE]})
    return books


def test_a_sound_round_has_no_faults() -> None:
    """Recorded, dropped, turned up, moved, settled (V1, V2)."""
    books = in_round()
    assert [] == books.drop_fees(fees())
    assert [] == books.turn_up({"lines": [WON]})
    assert [] == books.move_meter(MOVED)
    assert [] == books.settle()
    assert (700, 5_030) == (books.drop, books.meter)


@pytest.mark.parametrize(
    ("told", "phrase"),
    [
        (lambda b: b.drop_fees(fees(total=90)), "not their total"),
        (lambda b: b.drop_fees(fees(drop=701)), "drop is not what it was"),
        (lambda b: b.drop_fees(fees(lines=[{**FEE, "seat": 3}])), "not recorded"),
        (lambda b: b.return_fees(fees(drop=500)), "drop is not what it was"),
        (lambda b: b.set_meter({"before": 4_999, "after": 1}), "another value"),
        (lambda b: b.turn_up({"lines": [{**WON, "stake": 99}]}), "another stake"),
        (lambda b: b.turn_up({"lines": [WON, WON]}), "ends twice"),
        (lambda b: b.turn_up({"lines": [WON]}) + b.move_meter({**MOVED, "before": 4_999}), "another value"),
        (
            lambda b: b.turn_up({"lines": [WON]}) + b.move_meter({**MOVED, "after": 5_031}),
            "less what",
        ),
        (lambda b: b.turn_up({"lines": [WON]}) + b.move_meter({**MOVED, "paid": 1}), "the wagers say"),
        (lambda b: b.turn_up({"lines": [WON]}) + b.move_meter({**MOVED, "house_net": -931}), "do not cancel"),
        (lambda b: b.settle(), "no outcome"),
        (lambda b: b.turn_up({"lines": [WON]}) + b.settle(), "the meter was not"),
    ],
    ids=list("abcdefghijklm"),
)
def test_a_book_that_does_not_fit_is_named(told: Callable[[Books], list[str]], phrase: str) -> None:
    """Whatever is changed, the next value of the book tells (41)."""
    faults = told(in_round())
    assert any(phrase in fault for fault in faults), faults


def test_late_fees_need_not_lie_on_the_felt() -> None:
    """Missed ones are taken at the end of the round (I21)."""
    assert [] == in_round().drop_fees(fees(late=True, lines=[{**FEE, "seat": 5}]))


def test_after_missing_records_a_book_is_taken_as_it_is_next_told() -> None:
    """Nobody is accused of what is not there."""
    books = in_round()
    books.lose()
    assert [] == books.drop_fees(fees(drop=99_100))
    assert 99_100 == books.drop
