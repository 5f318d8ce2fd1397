"""`dealer-assist verify FILE...`: check a table's record with code of its own (DURABILITY 14).

The exit code is the verdict; `controller.verify.findings` names them all.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from controller.verify.checkpoints import BadKey, load_key
from controller.verify.findings import Verdict
from controller.verify.report import as_json, as_text
from controller.verify.verification import Anchor, Request, verify

_ANCHOR = re.compile(r"([1-9][0-9]{0,15}):([0-9a-fA-F]{16,64})")
_CHAIN_NONCE = re.compile(r"[0-9a-fA-F]{32}")


class WrongUse(Exception):
    """Report arguments that make no sense together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `verify`."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="a .db or .bb file; days in order"
    )
    parser.add_argument(
        "--mirror", action="append", default=[], type=Path, metavar="FILE", help="other copy, one per FILE"
    )
    parser.add_argument(
        "--pubkey", action="append", default=[], type=Path, metavar="FILE", help="key of the checkpoints"
    )
    parser.add_argument(
        "--anchor", action="append", default=[], type=_anchor, metavar="SEQ:HEX", help="a head seen elsewhere"
    )
    parser.add_argument("--table-id", metavar="ID", help="the table that the files must be of")
    parser.add_argument("--chain-nonce", type=_chain_nonce, metavar="HEX", help="the table's own chain nonce")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print what was found and give the verdict as exit code; what makes no sense is exit code 2."""
    try:
        report = verify(_request(args))
    except (WrongUse, BadKey) as wrong:
        return _refuse(str(wrong))
    except OSError as error:
        return _refuse(f"{error.filename or 'a file'} cannot be read: {error.strerror or error}")
    if args.json:
        print(json.dumps(as_json(report), indent=2))
    else:
        print(as_text(report))
    return report.verdict.value


def _request(args: argparse.Namespace) -> Request:
    """Put the arguments together; raise WrongUse, BadKey or OSError."""
    if len(args.mirror) > len(args.files):
        raise WrongUse(f"{len(args.mirror)} mirrors for {len(args.files)} files, allowed is one for each")
    for path in (*args.files, *args.mirror):
        if not path.is_file():
            raise WrongUse(f"{path} is no file")
    return Request(
        files=args.files,
        mirrors=args.mirror,
        keys=[load_key(path) for path in args.pubkey],
        anchors=args.anchor,
        table_id=args.table_id,
        chain_nonce=args.chain_nonce,
    )


def _anchor(text: str) -> Anchor:
    """Read SEQ:HEX with the first 16 digits of the hash or more."""
    match = _ANCHOR.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not SEQ:HEX with 16 to 64 digits of the hash")
    return Anchor(seq=int(match[1]), digits=match[2].lower())


def _chain_nonce(text: str) -> bytes:
    if _CHAIN_NONCE.fullmatch(text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not 32 hexadecimal digits")
    return bytes.fromhex(text)


def _refuse(sentence: str) -> int:
    print(f"dealer-assist: {sentence}", file=sys.stderr)
    return Verdict.USAGE.value
