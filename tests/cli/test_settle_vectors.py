"""Every public row under every profile it is listed for, through `settle` (G13)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cli.settle import answer_line
from controller.cli.settle_rules import PROFILES, RuleShelf

VECTORS = Path(__file__).parents[1] / "vectors"
DOCUMENT = json.loads((VECTORS / "configs.json").read_text(encoding="utf-8"))
ROWS = [
    json.loads(line)
    for line in (VECTORS / "settlement_public.jsonl").read_text(encoding="utf-8").splitlines()
]


def expectations(row: dict[str, Any], profile: str) -> Iterator[dict[str, Any]]:
    """Give what a row must become under a profile; a row may say nothing about some."""
    if row["interpretation"] == "independent":
        yield row["expected"]
    for one in row.get("expected_by_profile", ()):
        if profile in one["profiles"]:
            yield one["expected"]


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is informative only: the reasons and the id."""
    wagers = [{key: value for key, value in line.items() if key != "reason"} for line in answer["wagers"]]
    kept = {key: answer[key] for key in ("dealer", "seats", "bettor_net", "player_dealer")}
    return {**kept, "wagers": wagers}


@pytest.mark.parametrize("profile", [*DOCUMENT["profiles"], None])
def test_every_public_row_is_settled_as_expected(profile: str | None) -> None:
    """400 rows under the eight profiles, and without one as under gross_pool (G13.2, G13.4)."""
    shelf = RuleShelf((), DOCUMENT["configs"])
    checked = 0
    for number, row in enumerate(ROWS, start=1):
        line = row if profile is None else {**row, "profile": profile}
        answer = json.loads(json.dumps(answer_line(number, json.dumps(line).encode(), shelf)))
        for expected in expectations(row, profile or "gross_pool"):
            assert row["id"] == answer["id"]
            assert comparable(expected) == comparable(answer), (row["id"], profile)
            checked += 1
    assert len(ROWS) == checked == 400


@pytest.mark.parametrize("name", DOCUMENT["profiles"])
def test_the_built_in_profiles_are_those_of_the_vectors(name: str) -> None:
    """A profile may be named or written out, with the same meaning (G13.2)."""
    written = DOCUMENT["profiles"][name]
    built_in = PROFILES[name]
    assert written == {
        "coverage": built_in.coverage,
        "fold_collection": built_in.fold_collection,
        "within_seat": built_in.within_seat,
        "passes": [list(one) for one in built_in.passes],
    }


def test_a_config_may_be_written_into_the_line() -> None:
    """An inline config answers as the named one does (G13.2)."""
    shelf = RuleShelf((), DOCUMENT["configs"])
    for row in ROWS[:40]:
        inline = {
            **row,
            "config": DOCUMENT["configs"][row["config"]],
            "profile": DOCUMENT["profiles"]["net_running"],
        }
        named = {**row, "profile": "net_running"}
        answers = [answer_line(1, json.dumps(line).encode(), shelf) for line in (named, inline)]
        assert answers[0] == answers[1]
        assert "error" not in answers[0]
