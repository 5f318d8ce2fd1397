"""Rounds as console lines: fees, a shared bank, a missing Play, the progressive, the bank offered to all."""

from collections.abc import Iterator
from pathlib import Path

import controller.rulesets

PIN = "24681357"
FLOOR = {"badge": "FLOOR-1", "pin": PIN}
FRIDAY = Path(__file__).parents[1] / "rulesets" / "examples" / "friday-fees.toml"
EVERY_HAND = Path(controller.rulesets.__file__).parent / "examples" / "every-hand-2026.toml"

Line = dict[str, object]


def _wait(prompt: str, **more: object) -> Line:
    return {"command": "await", "prompt": prompt, **more}


def _wager(seat: int, bettor: int = 0, **more: int) -> Line:
    stakes = {"ante": 1000, "blind": 1000, "trips": 0, "bad_beat": 0, **more}
    return {"command": "place_wager", "seat": seat, "bettor": bettor, **stakes}


def _decide(seat: int, act: str, multiple: int = 0) -> Line:
    return {"command": "decide", "seat": seat, "act": act, "multiple": multiple}


def _seats(*numbers: int) -> Iterator[Line]:
    for seat in numbers:
        yield {"command": "seat_player", "seat": seat}
    yield {"command": "open_table", **FLOOR}


def _settle(*seats: int) -> Iterator[Line]:
    for seat in seats:
        yield _wait("settle_seat", seat=seat)
        yield {"command": "settle_seat", "seat": seat}


def fees_and_shared_bank() -> Iterator[Line]:
    """Play with a bank of two layers, one fee waived, the others taken, and a Play behind that is missing."""
    yield from _seats(1, 2, 3)
    yield _wait("offer_bank", seat=1)
    yield {"command": "answer_offer", "seat": 1, "answer": "accepted", "bank": 50_000}
    yield _wait("take_wagers")
    parts = [("seat-1", 1, 20_000), ("anna", 1, 10_000), ("backer", 2, 500_000)]
    yield {
        "command": "share_bank",
        "parts": [{"layer": n, "contributor": who, "cents": cents} for who, n, cents in parts],
    }
    yield _wager(2, trips=500)
    yield _wager(2, 1)
    yield _wager(3, bad_beat=500)
    fee = {"payer": "bettor", "seat": 3, "bettor": 0, "wager": None, "amount": 60, "reason": "courtesy"}
    yield {"command": "waive_fee", **fee, **FLOOR}
    yield {"command": "record_fee"}
    yield _wait("take_wagers", ready=True, idle=True)
    yield {"command": "close_betting"}
    yield _wait("ask_preflop")
    yield _decide(2, "play", 4)
    yield {"command": "mark_no_play", "seat": 2, "bettor": 1}
    yield _decide(3, "check")
    yield _wait("expose_flop")
    yield {"command": "expose", "what": "flop"}
    yield _wait("ask_flop")
    yield _decide(3, "play", 2)
    yield _wait("reveal_player_dealer")
    yield {"command": "expose", "what": "player_dealer"}
    yield from _settle(2, 3)
    yield _wait("collect_cards")


def progressive(shift_pin: str) -> Iterator[Line]:
    """Set the meter, play a round with the progressive's stake, against the house."""
    yield from _seats(2, 3)
    yield _wait("take_wagers")
    both = {**FLOOR, "badge2": "SHIFT-1", "pin2": shift_pin}
    yield {"command": "set_meter", "amount": 2_000_000, "reason": "sign", **both}
    yield _wager(2, progressive=100)
    yield _wager(3, trips=500)
    yield _wait("take_wagers", ready=True, idle=True)
    yield {"command": "close_betting"}
    yield _wait("ask_preflop")
    yield _decide(2, "play", 4)
    yield _decide(3, "play", 3)
    yield _wait("reveal_player_dealer")
    yield {"command": "expose", "what": "player_dealer"}
    yield from _settle(2, 3)
    yield _wait("collect_cards")


def every_hand() -> Iterator[Line]:
    """Offer the bank to all at once: one away, nobody takes it, then one does; the clock and the log."""
    yield from _seats(1, 4, 6)
    yield _wait("offer_to_all")
    yield {"command": "flag_third_party", "seat": 1, "is_third_party": True, **FLOOR}
    yield {"command": "answer_offer", "seat": 6, "answer": "absent", "bank": None}
    yield {"command": "decline_all"}
    yield _wait("nobody_banks")
    yield {"command": "answer_offer", "seat": 4, "answer": "accepted", "bank": 50_000}
    yield _wager(6)
    yield _wait("take_wagers", ready=True, idle=True)
    yield {"command": "close_betting"}
    yield _wait("ask_preflop")
    yield {"command": "offers"}
    yield _decide(6, "check")
    yield _wait("expose_flop")
    yield {"command": "expose", "what": "flop"}
    yield _wait("ask_flop")
    yield _decide(6, "play", 2)
    yield _wait("reveal_player_dealer")
    yield {"command": "expose", "what": "player_dealer"}
    yield from _settle(6)
    yield _wait("offer_to_all")
    yield {"command": "mark_away", "seat": 6, "is_away": True}
    yield {"command": "end_game", "reason": "closing_time", **FLOOR}
    yield _wait("open_table")
