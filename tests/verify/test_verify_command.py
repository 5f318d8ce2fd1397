"""The command line: one exit code for each verdict, and never a card in what it prints (DURABILITY 14)."""

import json
import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from controller.cli.main import main
from controller.verify.findings import MEANING, Verdict
from tests.verify.kit import Day, Files, by_root, mirror_of, played_day, primary_of, run_on, written
from tests.verify.test_verify_checkpoints import KEY, OTHER, appended, checkpoint, closed, signed
from tests.verify.test_verify_content import exposed, more, setting
from tests.verify.test_verify_tamper import later

FACES = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played, closed and signed."""
    played = played_day()
    return closed(played, signed(checkpoint(played)))


def words(day: Day, files: Files, folder: Path) -> list[str]:
    """Give a command line with all evidence."""
    key = folder / "key.pub"
    key.write_bytes(KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    head = f"{day.last}:{day.records[-1].h.hex()[:16]}"
    return [
        *("verify", str(files.primary), "--mirror", str(files.mirror)),
        *("--pubkey", str(key), "--anchor", head),
    ]


def spoiled(day: Day, verdict: Verdict, folder: Path) -> Files:
    """Write a day so that this is the verdict."""
    files = written(day, folder)
    match verdict:
        case Verdict.TORN:
            primary_of(day.cut(day.last - 1), files.primary)
        case Verdict.BROKEN:
            by_root(files.primary, ("DELETE FROM rec WHERE seq = 50", ()))
            files.mirror.write_bytes(files.mirror.read_bytes().replace(b'"actor"', b'"Actor"', 3))
        case Verdict.DIFFERENT:
            mirror_of(day.rewritten(day.last, later), files.mirror)
        case Verdict.ANCHOR:
            files = written(day.cut(day.last - 1), folder)
        case Verdict.SIGNATURE:
            played = day.cut(day.last - 2)
            wrong = appended(played, signed(checkpoint(played), OTHER))
            files = written(wrong, folder)
        case Verdict.ONE_COPY:
            files.mirror.write_bytes(b"DAB1")
        case Verdict.UNREADABLE:
            files.primary.write_bytes(b"")
            files.mirror.write_bytes(b"")
        case Verdict.UNKNOWN:
            run_on(files.primary, "PRAGMA user_version = 9")
        case Verdict.REVEAL:
            files = written(day.rewritten(day.find("cards_exposed"), exposed("card", "2c")), folder)
        case Verdict.MONEY:
            forged = day.rewritten(day.find("round_settled"), setting("round_settled", "net", more))
            files = written(forged, folder)
        case _:
            pass
    return files


SPOILED = [one for one in Verdict if one not in (Verdict.USAGE, Verdict.INCOMPLETE)]


@pytest.mark.parametrize("verdict", SPOILED, ids=lambda one: one.name.lower())
def test_each_verdict_has_its_exit_code(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str], verdict: Verdict
) -> None:
    """The exit code is the highest one found, and the last line says what it means."""
    code = main(words(day, spoiled(day, verdict, tmp_path), tmp_path))
    printed = capsys.readouterr().out

    assert verdict.value == code, printed
    assert f"verdict {code}: {MEANING[verdict]}" == printed.splitlines()[-1]
    assert [] == FACES.findall(printed)


@pytest.mark.parametrize("verdict", [*SPOILED, Verdict.INCOMPLETE], ids=lambda one: one.name.lower())
def test_json_says_the_same_and_no_card(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str], verdict: Verdict
) -> None:
    """One JSON object with the verdict, each finding and each round; no card, salt or seal is in it."""
    line = [*words(day, spoiled(day, verdict, tmp_path), tmp_path), "--json"]
    if verdict is Verdict.INCOMPLETE:
        line = [*line[:2], "--json"]
    code = main(line)
    printed = capsys.readouterr().out
    told = json.loads(printed)
    secret = {one["salt"] for seq in exposing(day) for one in exposing(day)[seq]}

    assert (verdict.value, verdict.value) == (code, told["verdict"])
    assert [] == FACES.findall(printed)
    assert [] == [salt for salt in secret if salt in printed]


def exposing(day: Day) -> dict[int, list[dict[str, str]]]:
    """Give the cards that each record turns up."""
    return {
        record.seq: event["cards"]
        for record in day.records
        for event in json.loads(record.body)["events"]
        if event["kind"] == "cards_exposed"
    }


def test_the_report_lists_what_the_paper_lists(
    day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Table, day, numbers, head, counts, checkpoints and each round stand in the text."""
    main(words(day, written(day, tmp_path), tmp_path))
    printed = capsys.readouterr().out
    events = sum(len(json.loads(record.body)["events"]) for record in day.records)

    for phrase in (
        "table WORLD, gaming day 2026-12-01",
        f"first record 1, head {day.last}:{day.records[-1].h.hex()[:16]}, closed",
        f"{day.last} records, {events} events, 3 rounds (2 settled, 0 void)",
        "checkpoints: 1 good, 0 bad, 0 not checked; keys: k1 (1)",
        "round 1: settled, money balances, 21 reveals match",
    ):
        assert phrase in printed


def test_wrong_use_is_2(day: Day, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What makes no sense is refused before anything is read."""
    files = written(day, tmp_path)
    nothing = tmp_path / "nothing"
    wrong = [
        [str(nothing)],
        [str(files.mirror), "--mirror", str(files.mirror), "--mirror", str(files.mirror)],
        [str(files.mirror), "--pubkey", str(nothing)],
        [str(files.mirror), "--pubkey", str(files.mirror)],
        [str(files.mirror), "--mirror", str(nothing)],
    ]
    for line in wrong:
        assert 2 == main(["verify", *line]), line
        assert capsys.readouterr().err.startswith("dealer-assist: ")


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["x", "--anchor", "5"],
        ["x", "--anchor", "0:0123456789abcdef"],
        ["x", "--anchor", "5:0123"],
        ["x", "--anchor", "5:xyzxyzxyzxyzxyzx"],
        ["x", "--chain-nonce", "00"],
    ],
)
def test_arguments_of_another_form_are_2(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An anchor is a number and at least 16 digits; a chain nonce has 32."""
    with pytest.raises(SystemExit) as left:
        main(["verify", *line])

    assert 2 == left.value.code
    assert "usage" in capsys.readouterr().err
