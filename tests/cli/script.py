"""A whole round as a script of console lines: seat 1 banks, seven players, every street."""

import json
from collections.abc import Iterator

PIN = "246810"
BADGE = "FLOOR-1"
BANK = 500_000
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
ANTE = 1_000

Line = dict[str, object]


def round_script() -> list[Line]:
    """Give the lines of one round from the closed table to the swap of decks."""
    return [{"id": f"s{number}", **line} for number, line in enumerate(_round(), start=1)]


def as_text(lines: list[Line]) -> str:
    """Write lines as the console reads them."""
    return "".join(json.dumps(line) + "\n" for line in lines)


def _round() -> Iterator[Line]:
    for seat in (1, *PLAYERS):
        yield {"command": "seat_player", "seat": seat}
    yield {"command": "open_table", "badge": BADGE, "pin": PIN}
    yield _wait("offer_bank", seat=1)
    yield {"command": "answer_offer", "seat": 1, "answer": "accepted", "bank": BANK}
    yield _wait("take_wagers")
    for seat in PLAYERS:
        yield _wager(seat)
    yield _wait("take_wagers", ready=True, idle=True)
    yield {"command": "close_betting"}
    yield from _streets()
    yield _wait("reveal_player_dealer")
    yield {"command": "expose", "what": "player_dealer"}
    for seat in PLAYERS:
        yield _wait("settle_seat", seat=seat)
        yield {"command": "settle_seat", "seat": seat}
    yield _wait("take_wagers")


def _streets() -> Iterator[Line]:
    """Play seats 2 and 3 pre-flop, 4 on the flop, fold the last two on the river."""
    yield _wait("ask_preflop")
    yield _play(2, 4)
    yield _play(3, 3)
    for seat in PLAYERS[2:]:
        yield {"command": "decide", "seat": seat, "act": "check", "multiple": 0}
    yield _wait("expose_flop")
    yield {"command": "expose", "what": "flop"}
    yield _wait("ask_flop")
    yield _play(4, 2)
    for seat in PLAYERS[3:]:
        yield {"command": "decide", "seat": seat, "act": "check", "multiple": 0}
    yield {"command": "expose", "what": "turn_river"}
    yield _wait("ask_river")
    yield _play(5, 1)
    yield _play(6, 1)
    for seat in (7, 8):
        yield {"command": "decide", "seat": seat, "act": "fold", "multiple": 0}


def _wait(prompt: str, **more: object) -> Line:
    return {"command": "await", "prompt": prompt, **more}


def _play(seat: int, multiple: int) -> Line:
    return {"command": "decide", "seat": seat, "act": "play", "multiple": multiple}


def _wager(seat: int) -> Line:
    return {
        "command": "place_wager",
        "seat": seat,
        "bettor": 0,
        "ante": ANTE,
        "blind": ANTE,
        "trips": 500,
        "bad_beat": 500 if seat % 2 else 0,
    }
