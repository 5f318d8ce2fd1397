"""A sample line for `settle` and short ways to change it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.cli.settle import answer_line
from controller.cli.settle_rules import RuleShelf

VECTORS = Path(__file__).parents[1] / "vectors"
CONFIGS = VECTORS / "configs.json"
DOCUMENT = json.loads(CONFIGS.read_text(encoding="utf-8"))
LINE: dict[str, Any] = {
    "id": "r1",
    "config": "ca_000",
    "input": {
        "player_dealer": {"position": 1, "wager": 1_000_000, "hole": ["Kd", "5c"]},
        "board": ["Kh", "Qc", "9d", "2c", "7s"],
        "seats": [
            {
                "position": 2,
                "hole": ["As", "Ah"],
                "action": {"type": "play", "street": "preflop", "multiple": 4},
                "bettors": [
                    {"id": "p2", "role": "seated", "ante": 1000, "blind": 1000, "play": 4000, "trips": 500},
                    {"id": "b2", "role": "back_line", "ante": 200, "blind": 200, "play": 800},
                ],
            },
            {
                "position": 5,
                "hole": ["2s", "3d"],
                "action": {"type": "fold"},
                "bettors": [{"id": "p5", "role": "seated", "ante": 300, "blind": 300, "bad_beat": 300}],
            },
        ],
    },
}


def answer(line: dict[str, Any] | bytes) -> dict[str, Any]:
    """Answer one line with the configs of the vectors, as JSON would carry it."""
    raw = line if isinstance(line, bytes) else json.dumps(line).encode()
    shelf = RuleShelf((), DOCUMENT["configs"])
    answered: dict[str, Any] = json.loads(json.dumps(answer_line(7, raw, shelf)))
    return answered


def changed(path: str, value: object) -> dict[str, Any]:
    """Give the sample line with one place changed; `...` takes the key away."""
    line = copy.deepcopy(LINE)
    *way, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    place: Any = line
    for part in way:
        place = place[part]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return line


def configured(**settings: object) -> dict[str, Any]:
    """Give the sample line with `ca_000` written into it and some settings changed."""
    return changed("config", {**DOCUMENT["configs"]["ca_000"], **settings})


SEAT, FOLDED = "input/seats/0", "input/seats/1"
BETTOR, BEHIND = f"{SEAT}/bettors/0", f"{SEAT}/bettors/1"
HOUSE = {**changed("config", "house_004"), "id": "house"}


def with_stakes(path: str, **amounts: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Give a change of one bettor's stakes, on top of a line's config."""

    def change(line: dict[str, Any]) -> dict[str, Any]:
        place: Any = line
        for part in path.split("/"):
            place = place[int(part) if part.isdigit() else part]
        place.update(amounts)
        return line

    return change
