"""Every error code of `settle`, and which comes first (G13.5)."""

import copy
from collections.abc import Iterator
from typing import Any, Final, cast

import pytest

from tests.cli.settle_kit import (
    BEHIND,
    BETTOR,
    DOCUMENT,
    FOLDED,
    SEAT,
    answer,
    changed,
    configured,
    with_stakes,
)

CODES: list[tuple[str, object, str]] = [
    ("id", 5, "bad_json"),
    ("input", [], "bad_json"),
    ("input/seats", {}, "bad_json"),
    (f"{SEAT}/bettors", "p2", "bad_json"),
    (f"{SEAT}/action", None, "bad_action"),
    (f"{SEAT}/action", "play", "bad_action"),
    (f"{BETTOR}/id", 2, "bad_json"),
    ("note", "x", "unknown_field"),
    ("ruleset", "california-bad-beat", "unknown_field"),
    ("input/dealer", {}, "unknown_field"),
    (f"{BETTOR}/tripz", 5, "unknown_field"),
    (f"{SEAT}/action/amount", 5, "unknown_field"),
    ("id", ..., "missing_field"),
    ("config", ..., "missing_field"),
    ("input/board", ..., "missing_field"),
    ("input/seats", [], "missing_field"),
    (f"{SEAT}/bettors", [], "missing_field"),
    (f"{BETTOR}/ante", ..., "missing_field"),
    ("input/player_dealer/wager", ..., "missing_field"),
    ("config", "ca_999", "unknown_config"),
    ("config", 5, "bad_config"),
    ("config", {}, "bad_config"),
    ("profile", "gross", "unknown_profile"),
    ("profile", {"coverage": "gross_pool"}, "unknown_profile"),
    ("profile", {**DOCUMENT["profiles"]["gross_pool"], "passes": [["ante"]]}, "unknown_profile"),
    ("profile", {**DOCUMENT["profiles"]["gross_pool"], "coverage": "unlimited"}, "unknown_profile"),
    ("profile", None, "unknown_profile"),
    ("profile", {**DOCUMENT["profiles"]["gross_pool"], "passes": "ante"}, "unknown_profile"),
    ("input/seats/0", 5, "bad_json"),
    ("input/board/0", "10h", "bad_card"),
    ("input/board/0", "kh", "bad_card"),
    ("input/board/0", None, "bad_card"),
    ("input/board", "KhQc", "bad_card"),
    (f"{SEAT}/hole", "AsAh", "bad_card"),
    (f"{SEAT}/hole", ["As"], "card_count"),
    ("input/board", ["Kh", "Qc", "9d", "2c"], "card_count"),
    (f"{SEAT}/hole/0", "Kd", "duplicate_card"),
    (f"{FOLDED}/hole/0", "Kd", "duplicate_card"),
    ("input/player_dealer/position", 0, "bad_position"),
    ("input/player_dealer/position", 9, "bad_position"),
    ("input/player_dealer/position", True, "bad_position"),
    (f"{SEAT}/position", 1, "bad_position"),
    (f"{SEAT}/position", 5, "bad_position"),
    (f"{SEAT}/position", "2", "bad_position"),
    (f"{BEHIND}/id", "p2", "duplicate_bettor"),
    (f"{FOLDED}/bettors/0/id", "p2", "duplicate_bettor"),
    (f"{BETTOR}/role", "back_line", "bad_role"),
    (f"{BEHIND}/role", "seated", "bad_role"),
    (f"{BETTOR}/role", None, "bad_role"),
    (f"{BETTOR}/ante", True, "bad_amount"),
    (f"{BETTOR}/ante", 1000.0, "bad_amount"),
    (f"{BETTOR}/ante", "1000", "bad_amount"),
    (f"{BETTOR}/trips", -5, "bad_amount"),
    (f"{BETTOR}/play", None, "bad_amount"),
    ("input/player_dealer/wager", -1, "bad_amount"),
    ("input/player_dealer/wager", 1.5, "bad_amount"),
    ("input/player_dealer/wager", 0, "bad_bank"),
    ("input/player_dealer/wager", None, "bad_bank"),
    (f"{SEAT}/action", {}, "bad_action"),
    (f"{SEAT}/action/type", "check", "bad_action"),
    (f"{SEAT}/action/street", "turn", "bad_action"),
    (f"{SEAT}/action/multiple", "4", "bad_action"),
    (f"{SEAT}/action/multiple", 0, "bad_action"),
    (f"{FOLDED}/action/multiple", 1, "bad_action"),
    (f"{FOLDED}/action/street", "flop", "bad_action"),
    (f"{SEAT}/action/street", [], "bad_action"),
    (f"{FOLDED}/action/street", {}, "bad_action"),
    (f"{FOLDED}/action/multiple", False, "bad_action"),
    (f"{FOLDED}/action/multiple", 0.0, "bad_action"),
    (f"{FOLDED}/action/multiple", [], "bad_action"),
    (f"{SEAT}/action/multiple", 2, "multiple_not_allowed"),
    (f"{SEAT}/action/street", "river", "multiple_not_allowed"),
    (f"{BETTOR}/blind", 900, "ante_blind"),
    (f"{BETTOR}/play", 3000, "play_amount"),
    (f"{BETTOR}/play", ..., "play_amount"),
    (f"{BEHIND}/play", 200, "play_amount"),
    (f"{FOLDED}/bettors/0/play", 300, "play_amount"),
    (f"{BETTOR}/trips", 1100, "side_over_ante"),
    (f"{FOLDED}/bettors/0/bad_beat", 400, "side_over_ante"),
    (f"{BETTOR}/trips", 50, "below_minimum"),
]


@pytest.mark.parametrize(("path", "value", "code"), CODES)
def test_a_wrong_line_names_its_code(path: str, value: object, code: str) -> None:
    """One wrong place gives its own code, with the id, the line and a message (G13.5)."""
    line = changed(path, value)
    got = answer(line)
    assert code == got["error"]["code"]
    assert 7 == got["line"]
    assert (line.get("id") if isinstance(line.get("id"), str) else None) == got["id"]
    assert "allowed: " in got["error"]["message"]


LIMITS = DOCUMENT["configs"]["ca_000"]["limits"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (configured(ante_step=300), "off_step"),
        (configured(bad_beat_pays=None), "bad_beat_not_offered"),
        (configured(bad_beat_requires_trips=True), "bad_beat_needs_trips"),
        (configured(limits={**LIMITS, "ante": [300, 900]}), "below_minimum"),
        (configured(limits={**LIMITS, "ante": [100, 900]}), "above_maximum"),
        (configured(limits={**LIMITS, "play": [100, 3999]}), "above_maximum"),
        (configured(play_multiples={"preflop": [3], "flop": [2], "river": [1]}), "multiple_not_allowed"),
        (configured(positions=4), "bad_position"),
        (configured(banking="house"), "bad_bank"),
        (configured(extra=1), "bad_config"),
        (configured(chip=0), "bad_config"),
        (configured(chip=True), "bad_config"),
        (configured(rounding="near"), "bad_config"),
        (configured(blind_on_tie="lose"), "bad_config"),
        (configured(limits={**LIMITS, "ante": [200, 100]}), "bad_config"),
        (configured(blind_pays={"flush": [3]}), "bad_config"),
        (configured(trips_pays=None), "bad_config"),
        (configured(play_multiples={"preflop": [4]}), "bad_config"),
        (configured(trips_on_fold="sometimes"), "bad_config"),
        (configured(name=5), "bad_config"),
        (configured(side_max_is_ante=1), "bad_config"),
        (configured(limits={"ante": [1, 2]}), "bad_config"),
        (configured(play_multiples={"preflop": [0], "flop": [2], "river": [1]}), "bad_config"),
        (configured(positions=9), "bad_config"),
    ],
)
def test_a_config_decides_what_is_allowed(line: dict[str, Any], code: str) -> None:
    """Steps, prerequisites, limits and the config itself are judged by the config (G13.2, G13.5)."""
    assert code == answer(line)["error"]["code"]


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b"[1]",
        b'"text"',
        b'{"id": "a", "id": "b"}',
        b'{"id": NaN}',
        b"\xff\xfe",
        b'\xef\xbb\xbf{"id": "a"}',
        b"[" * 100_000,
        b'{"id": ' + b"1" * 5000 + b"}",
    ],
)
def test_what_is_no_json_object_is_refused(raw: bytes) -> None:
    """Broken, doubled, endless and foreign text is `bad_json` and has no id (G13.5)."""
    got = answer(raw)
    assert ("bad_json", None) == (got["error"]["code"], got["id"])


def test_the_first_failure_in_the_list_wins() -> None:
    """Of many faults in a line the one named first in G13.5 is reported (G13.5)."""
    line = changed(f"{BETTOR}/ante", "1000")
    line["input"]["seats"][1]["hole"][0] = "Kd"
    assert "duplicate_card" == answer(line)["error"]["code"]
    line["input"]["board"][4] = "7x"
    assert "bad_card" == answer(line)["error"]["code"]
    line["profile"] = "none"
    assert "unknown_profile" == answer(line)["error"]["code"]
    line["extra"] = 1
    assert "unknown_field" == answer(line)["error"]["code"]


def test_a_fraction_of_a_cent_is_an_error_under_exact() -> None:
    """A flush pays 3:2 on a Blind of 101, which `exact` cannot pay (G2.7)."""
    line = configured()
    line["input"]["board"] = ["Ks", "Qs", "9s", "2c", "7s"]
    with_stakes(BETTOR, ante=101, blind=101, play=404, trips=0)(line)
    assert "fraction" == answer(line)["error"]["code"]


ODD: Final[tuple[object, ...]] = (
    *(None, True, False, 0, -1, 1.5, 10**30, "", "x", [], [1], [[]], {}, {"x": {}}),
)
"""One value of each kind that JSON has, and some that only look right."""


PROFILE = {
    "coverage": "gross_pool",
    "fold_collection": "at_fold",
    "within_seat": "wager_major",
    "passes": [["ante", "blind", "play"], ["trips", "bad_beat"]],
}


def _places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Name every place of a line, objects and arrays too."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from _places(one, (*path, key))


def _with(line: dict[str, Any], path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    wrong: Any = copy.deepcopy(line)
    place = wrong
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return cast("dict[str, Any]", wrong)


def test_whatever_stands_in_a_line_has_a_reason_of_its_own() -> None:
    """No value of any kind, at any place of a line, its config or its profile, is `internal` (G13.5)."""
    more = {"trips_on_fold": "loses", "settle_direction": "clockwise", "ante_step": 1}
    line = {**configured(**more), "profile": PROFILE}
    tried = [(path, odd, answer(_with(line, path, odd))) for path in _places(line) for odd in ODD]
    wrong = [(path, odd, got["error"]) for path, odd, got in tried if "error" in got]
    assert [] == [one for one in wrong if one[2]["code"] == "internal"]
    assert len(wrong) > 1000
    assert all(" is not allowed; allowed: " in error["message"] for _, _, error in wrong)
