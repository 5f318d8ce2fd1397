"""`dealer-assist settle`: recorded rounds in, settlements out, one JSON object a line (G13).

Each line is answered by itself and flushed at once; a wrong line becomes an error object with the first
failed check of G13.5, and the others are still answered.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from controller.cli.settle_input import read_round
from controller.cli.settle_rules import RuleShelf
from controller.cli.settle_shape import JsonObject, LineFault, check_shape, parse_line
from controller.engine.faults import ConfigFault
from controller.engine.money import FractionOfCent
from controller.engine.settlement import Reason, Settlement, WagerLine, settle

_REASONS: Mapping[Reason, str] = {
    Reason.HIGHER_HAND: "higher hand",
    Reason.LOWER_HAND: "lower hand",
    Reason.TIE: "tie",
    Reason.NOT_QUALIFIED: "player-dealer does not qualify",
    Reason.FOLDED: "folded",
    Reason.PAY_ROW: "{hand}",
    Reason.NO_PAY_ROW: "no pay row for {hand}",
    Reason.BOARD_PAY_ROW: "folded: board {hand}",
    Reason.BOARD_NO_PAY_ROW: "folded: no pay row for the board's {hand}",
    Reason.DEALER_BEATEN: "player-dealer beaten with {hand}",
    Reason.PLAYER_BEATEN: "player beaten with {hand}",
    Reason.BEATEN_TOO_LOW: "beaten hand below three of a kind",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `settle` (G13.1)."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="JSON Lines; standard input without")
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="DIR",
        help="folder of own rule files, looked in first",
    )
    parser.add_argument(
        "--configs", type=Path, metavar="FILE", help="JSON file whose `configs` the lines may name"
    )


def run(args: argparse.Namespace) -> int:
    """Answer every line; 0 when all were settled, 1 when at least one is an error (G13.6).

    Raises ConfigFault, exit status 2, before the first answer: unreadable input, configs or rules folder.
    """
    shelf = RuleShelf(_folders(args.rules), _configs(args.configs))
    if args.file is None:
        return answer_all(sys.stdin.buffer, shelf)
    with _opened(args.file) as lines:
        return answer_all(lines, shelf)


def _opened(file: str) -> BinaryIO:
    try:
        return Path(file).open("rb")
    except OSError as error:
        raise ConfigFault(
            file=file, key="FILE", value=error.strerror, allowed="a file that can be read"
        ) from error


def answer_all(lines: Iterable[bytes], shelf: RuleShelf) -> int:
    """Print the answer to each line that is not blank, and give the exit status."""
    status = 0
    for number, raw in enumerate(lines, start=1):
        if raw.strip():
            text, settled = answer_text(number, raw, shelf)
            status = status if settled else 1
            print(text, flush=True)
    return status


def answer_text(number: int, raw: bytes, shelf: RuleShelf) -> tuple[str, bool]:
    """Write the answer to one line as JSON, and tell whether it is a settlement."""
    answer = answer_line(number, raw, shelf)
    try:
        return json.dumps(answer, separators=(",", ":")), "error" not in answer
    except ValueError as error:
        # An amount with more digits than may be written; the other lines must still be answered (G13.5).
        return json.dumps(_error(answer["id"], number, "internal", str(error))), False


def answer_line(number: int, raw: bytes, shelf: RuleShelf) -> dict[str, object]:
    """Settle one line, or say what is wrong with it (G13.4, G13.5)."""
    row_id: object = None
    try:
        line = parse_line(raw)
        row_id = line.get("id") if isinstance(line.get("id"), str) else None
        return {"id": row_id, **_settled(line, shelf)}
    except LineFault as fault:
        return _error(row_id, number, fault.code, str(fault))
    except FractionOfCent as fraction:
        return _error(row_id, number, "fraction", str(fraction))
    except RecursionError:
        # Read, but too deep to be written into the message that refuses it.
        return _error(
            row_id, number, "bad_json", "line: nested too deeply; allowed: a line as G13.2 shows it"
        )
    except Exception as error:  # noqa: BLE001 - the other lines must still be answered (G13.5)
        return _error(row_id, number, "internal", f"{type(error).__name__}: {error}")


def _settled(line: JsonObject, shelf: RuleShelf) -> dict[str, object]:
    check_shape(line)
    rules = shelf.rules_of(line)
    body = line["input"]
    assert isinstance(body, dict)
    return _answer(settle(rules, read_round(rules, body)), house_banked=rules.house_banked)


def _answer(settlement: Settlement, *, house_banked: bool) -> dict[str, object]:
    # The published results mark a round that the house banked, which the paper's list of keys does not name.
    mark = {"house": True} if house_banked else {}
    return {
        "dealer": {"hand": settlement.dealer_hand.category, "qualifies": settlement.qualifies},
        "seats": [
            {
                "position": seat.position,
                "folded": seat.folded,
                "hand": None if seat.hand is None else seat.hand.category,
                "trips_hand": seat.trips_hand,
                "compare": seat.compare,
            }
            for seat in settlement.seats
        ],
        "wagers": [_wager(line) for line in settlement.lines],
        "bettor_net": {bettor.bettor: bettor.net for bettor in settlement.bettors},
        "player_dealer": {
            "paid": settlement.dealer_paid,
            "collected": settlement.dealer_collected,
            "net": settlement.dealer_net,
            **mark,
        },
    }


def _wager(line: WagerLine) -> dict[str, object]:
    return {
        "position": line.position,
        "bettor": line.bettor,
        "wager": line.wager,
        "stake": line.stake,
        "over_limit_returned": line.over_limit_returned,
        "outcome": line.outcome,
        "due": line.due,
        "payout_capped": line.payout_capped,
        "paid": line.paid,
        "collected": line.collected,
        "returned": line.returned,
        "coverage": line.covered,
        "result": line.result,
        "reason": _REASONS[line.reason].format(hand=line.decided_by),
    }


def _error(row_id: object, number: int, code: str, message: str) -> dict[str, object]:
    return {"id": row_id, "line": number, "error": {"code": code, "message": message}}


def _folders(rules: Path | None) -> tuple[Path, ...]:
    if rules is None:
        return ()
    if not rules.is_dir():
        raise ConfigFault(file="settle", key="--rules", value=str(rules), allowed="a folder of rule files")
    return (rules,)


def _configs(path: Path | None) -> JsonObject:
    if path is None:
        return {}
    try:
        document = json.loads(path.read_bytes())
    except RecursionError as error:
        raise ConfigFault(
            file=str(path), key="--configs", value=str(error), allowed="JSON that is not nested so deeply"
        ) from error
    except (OSError, ValueError) as error:
        raise ConfigFault(
            file=str(path), key="--configs", value=str(error), allowed="a JSON file that can be read"
        ) from error
    configs = document.get("configs") if isinstance(document, dict) else None
    if not isinstance(configs, dict):
        raise ConfigFault(
            file=str(path), key="configs", value=configs, allowed="an object of configs by their names"
        )
    return configs
