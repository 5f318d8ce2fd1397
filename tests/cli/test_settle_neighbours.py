"""Neighbours of the field cases of groups 1 to 3: the same kinds of fault, other cards and other rules.

Each row: hole cards of the player and the dealer side, the board, the Play's multiple (0 is a fold), changes
to `ca_000` (Trips 50/40/30/8/7/4/3), and what each wager moves, in cents: paid above 0, collected below.
The stakes are Ante and Blind 1000, Trips and Bad Beat 500.
"""

from typing import Any

import pytest

from tests.cli.settle_kit import DOCUMENT, answer

ANTE = 1000
SIDE = 500
Moved = tuple[int, int, int, int, int]

TRIPS_UP = "7h 7d 7s 2c Kd"
ROWS: list[tuple[str, str, str, str, int, dict[str, object], Moved]] = [
    ("HE01 wheel beats trips", "As 9d", "2c 2d", "2h 3c 4d 5s Kc", 1, {}, (1000, 1000, 1000, 2000, 4500)),
    ("HE05 fifth card of a pair", "8h 4s", "8d 3s", "8c Ac Kd Qh 2s", 4, {}, (0, 0, 0, -500, -500)),
    ("HE06 board quads tie", "2d 3h", "4s 5h", "7c 7d 7h 7s Ac", 1, {}, (0, 0, 0, 15_000, -500)),
    (
        "HE08 steel wheel beaten",
        "Ad Qs",
        "6d Qh",
        "2d 3d 4d 5d Kc",
        1,
        {},
        (-1000, -1000, -1000, 20_000, 3_750_000),
    ),
    (
        "HE15 no wrap round the ace",
        "Kd Ah",
        "9s 8s",
        "Qc 2d 3s 9h 7c",
        4,
        {},
        (-1000, -1000, -4000, -500, -500),
    ),
    ("HE16 sixth suited card", "2h 3h", "4h 5c", "Ah Kh Qh 9h 8h", 1, {}, (0, 0, 0, 3500, -500)),
    ("HE18 royal on the board", "2c 3d", "2d 3c", "Ah Kh Qh Jh Th", 4, {}, (0, 0, 0, 25_000, -500)),
    ("ST03 not qualified, lost", "3s 2h", "Ks 4d", "9s 8d 7c Jh Qc", 2, {}, (0, -1000, -2000, -500, -500)),
    ("ST21 fold, board trips", "Ah Ad", "Qc Js", TRIPS_UP, 0, {}, (-1000, -1000, 0, 1500, -500)),
    (
        "ST21 fold, own full house",
        "Ah Ad",
        "Qc Js",
        TRIPS_UP,
        0,
        {"trips_on_fold": "seven_cards"},
        (-1000, -1000, 0, 4000, -500),
    ),
    (
        "ST21 fold, all is lost",
        "Ah Ad",
        "Qc Js",
        TRIPS_UP,
        0,
        {"trips_on_fold": "loses"},
        (-1000, -1000, 0, -500, -500),
    ),
    ("ST23 both have trips", "Ks 3d", "Kh 4d", "Kd Kc 9s 8h 2c", 1, {}, (0, 0, 0, 1500, -500)),
    (
        "ST23 full house beats trips",
        "9d 9c",
        "Kh 4d",
        "Kd Kc 9s 8h 2c",
        1,
        {},
        (1000, 3000, 1000, 4000, 4500),
    ),
    (
        "ST33 cap used up to the cent",
        "Ah Kh",
        "Qs Qc",
        "Qh Jh Th 2c 3d",
        4,
        {"banking": "house", "max_aggregate_payout": 530_000, "bad_beat_pays": None},
        (1000, 500_000, 4000, 25_000, 0),
    ),
    (
        "ST33 cap cuts the last wager",
        "Ah Kh",
        "Qs Qc",
        "Qh Jh Th 2c 3d",
        4,
        {"banking": "house", "max_aggregate_payout": 529_999, "bad_beat_pays": None},
        (1000, 500_000, 4000, 24_999, 0),
    ),
]


def line(hole: str, dealer: str, board: str, multiple: int, settings: dict[str, object]) -> dict[str, Any]:
    """Make the line of one row."""
    config = {**DOCUMENT["configs"]["ca_000"], **settings}
    house = config["banking"] == "house"
    act = {"type": "play", "street": "preflop" if multiple > 2 else "flop" if multiple == 2 else "river"}
    bad_beat = 0 if config["bad_beat_pays"] is None else SIDE
    bettor = {"id": "p", "role": "seated", "ante": ANTE, "blind": ANTE, "play": multiple * ANTE}
    seat = {
        "position": 5,
        "hole": hole.split(),
        "action": {**act, "multiple": multiple} if multiple else {"type": "fold"},
        "bettors": [{**bettor, "trips": SIDE, "bad_beat": bad_beat}],
    }
    bank = {"position": 0 if house else 8, "wager": None if house else 10**9, "hole": dealer.split()}
    return {
        "id": "n",
        "config": config,
        "input": {"player_dealer": bank, "board": board.split(), "seats": [seat]},
    }


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "multiple", "settings", "moved"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_a_neighbour_of_a_field_case_is_settled_right(
    hole: str, dealer: str, board: str, multiple: int, settings: dict[str, object], moved: Moved
) -> None:
    """Hands G4.1, truth table G4.3, folds G3.8 and G4.4, bad beats G4.5, cap G6.5."""
    got = answer(line(hole, dealer, board, multiple, settings))
    told = {one["wager"]: one["paid"] - one["collected"] for one in got["wagers"]}
    assert moved == tuple(told.get(name, 0) for name in ("ante", "blind", "play", "trips", "bad_beat"))


@pytest.mark.parametrize(
    ("rounding", "chip", "paid"),
    [("exact", 1, None), ("down", 1, 1), ("up", 1, 2), ("down", 100, 0), ("up", 100, 100)],
)
def test_three_to_two_on_one_cent(rounding: str, chip: int, paid: int | None) -> None:
    """ST03, an odd Ante: 1.5 cents by each rounding, an error where it must be exact (G2.7)."""
    limits = {name: [1, 1_000_000] for name in ("ante", "blind", "play", "trips", "bad_beat")}
    settings: dict[str, object] = {"rounding": rounding, "chip": chip, "limits": limits}
    asked = line("2h 3h", "Ks Qc", "Ah 9h 7h 4c 5d", 1, settings)
    asked["input"]["seats"][0]["bettors"] = [{"id": "p", "role": "seated", "ante": 1, "blind": 1, "play": 1}]
    got = answer(asked)
    if paid is None:
        assert "fraction" == got["error"]["code"]
        return
    blind = next(one for one in got["wagers"] if one["wager"] == "blind")
    assert ("win", paid, 0) == (blind["outcome"], blind["paid"], blind["collected"])
