"""Words of people cannot forge a line of what is told, nor act on the terminal or sheet that reads it."""

import csv

import pytest

from controller.history.lines import csv_line, printable


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Jos\u00e9 \u724c", "Jos\u00e9 \u724c"),
        ("x\n round 99: settled", "x\\n round 99: settled"),
        ("\x1b[2J", "\\u001b[2J"),
        ("a\u202eb\r", "a\\u202eb\\r"),
        ("\U000e0001", "\\udb40\\udc01"),
    ],
    ids=["words", "line end", "clear", "turn", "tag"],
)
def test_a_line_shows_what_would_not_be_seen(said: str, shown: str) -> None:
    """As JSON escapes, so that a JSON line stays the same value (DURABILITY 11)."""
    assert shown == printable(said)


def test_a_csv_line_is_one_row_whatever_a_reason_says() -> None:
    """A newline alone is not quoted by the standard writer with an empty line end."""
    line = csv_line(["void", "a\nb", -12, "-3.50", "=HYPERLINK(1)", "-x"])
    assert [["void", "a\\nb", "-12", "-3.50", "'=HYPERLINK(1)", "'-x"]] == list(csv.reader([line]))
