"""What the records say: money that does not balance, cards that are not those sealed (DURABILITY 2, 14)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.record import canonical
from controller.verify.money import RoundMoney
from controller.verify.verification import FileReport, Request, verify
from tests.verify.kit import (
    Day,
    Raw,
    chained,
    found,
    item,
    mirror_of,
    places,
    played_day,
    raw_mirror,
)

Change = Callable[[Raw], None]


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


def checked(day: Day, folder: Path) -> FileReport:
    """Verify a day by its mirror."""
    return verify(Request(files=[mirror_of(day, folder / "x.bb")])).files[0]


def reasons(day: Day, folder: Path, code: int) -> list[tuple[int | None, str]]:
    """Give record and reason of each finding of one code, and let there be no other."""
    report = verify(Request(files=[mirror_of(day, folder / "x.bb")]))
    assert {code} == {one.verdict.value for one in found(report)}, found(report)
    return [(one.seq, one.reason) for one in found(report)]


def setting(kind: str, name: str, change: Callable[[int], object]) -> Change:
    """Change one field of an event."""

    def edit(body: Raw) -> None:
        event = item(body, kind)
        event[name] = change(event[name])

    return edit


def line(number: int, name: str, change: Callable[[int], object]) -> Change:
    """Change one field of a line of a seat's step."""

    def edit(body: Raw) -> None:
        one = item(body, "seat_turned_up")["lines"][number]
        one[name] = change(one[name])

    return edit


def more(cents: int) -> int:
    """Add a cent."""
    return cents + 1


MONEY: dict[str, tuple[str, Change, str]] = {
    "paid": ("round_settled", setting("round_settled", "paid", more), "bank moved another amount"),
    "collected": ("round_settled", setting("round_settled", "collected", more), "bank moved another amount"),
    "net": ("round_settled", setting("round_settled", "net", more), "the bank's net is not"),
    "seat paid": ("seat_settled", setting("seat_settled", "paid", more), "step 0 moved another amount"),
    "seat": ("seat_settled", setting("seat_settled", "seat", more), "step 0 moved another amount"),
    "line paid": ("seat_turned_up", line(0, "paid", more), "step 0 moved another amount"),
    "stake": ("seat_turned_up", line(0, "stake", more), "another stake than was placed"),
    "outcome": ("seat_turned_up", line(0, "outcome", lambda _: "maybe"), "its outcome does not allow"),
    "dropped": (
        "seat_turned_up",
        setting("seat_turned_up", "lines", lambda lines: lines[1:]),  # type: ignore[index]  # a list here
        "was placed and has no outcome",
    ),
    "twice": (
        "seat_turned_up",
        setting("seat_turned_up", "lines", lambda lines: [*lines, lines[0]]),  # type: ignore[misc,index]  # as above
        "ends twice",
    ),
    "step": ("seat_turned_up", setting("seat_turned_up", "step", lambda _: 7), "a step of the settlement"),
    "bank": ("betting_closed", setting("betting_closed", "bank", lambda _: 1), "beyond the player-dealer's"),
    "bets": (
        "betting_closed",
        setting("betting_closed", "stakes", lambda _: []),
        "another stake than was placed",
    ),
}


@pytest.mark.parametrize("name", MONEY)
def test_money_that_does_not_balance_is_named(day: Day, tmp_path: Path, name: str) -> None:
    """Whatever amount is changed, with all hashes made to fit, the round's end tells (41)."""
    kind, change, phrase = MONEY[name]
    forged = day.rewritten(day.find(kind), change)
    told = reasons(forged, tmp_path, 41)

    assert {day.find("round_settled")} == {seq for seq, _ in told}
    assert any(phrase in reason for _, reason in told), told
    assert [False, True, None] == [one.balances for one in checked(forged, tmp_path).rounds]


def test_a_step_that_was_never_closed_is_named(day: Day, tmp_path: Path) -> None:
    """A seat's step without its end leaves the round unsettled (41)."""
    seq = day.find("seat_settled")

    def drop(body: Raw) -> None:
        body["events"] = [one for one in body["events"] if one["kind"] != "seat_settled"] or [
            {"kind": "stack_taken"}
        ]

    told = reasons(day.rewritten(seq, drop), tmp_path, 41)

    assert "round 1: a step of the settlement was never closed" in [reason for _, reason in told]


def test_a_play_of_another_amount_is_named(day: Day, tmp_path: Path) -> None:
    """The Play of a decision is what the settlement must end (41)."""
    plays = [seq for seq in range(1, day.last) if any(map(_plays, day.body(seq)["events"]))]

    def higher(body: Raw) -> None:
        item(body, "decision_made")["plays"][0][1] += 100

    told = reasons(day.rewritten(plays[0], higher), tmp_path, 41)

    assert any("play of seat" in reason for _, reason in told)


def _plays(event: Raw) -> bool:
    return event["kind"] == "decision_made" and bool(event["plays"]) and event["plays"][0][1] > 0


def exposed(name: str, value: object) -> Change:
    """Change a field of the first card that is turned up."""

    def edit(body: Raw) -> None:
        item(body, "cards_exposed")["cards"][0][name] = value

    return edit


def face_for_seal(body: Raw) -> None:
    """Put a face where its seal should be."""
    item(body, "card_dealt")["card"] = {"ordinal": 0, "card": "2c", "salt": "00" * 16}


def short_seal(body: Raw) -> None:
    """Cut a seal's ciphertext."""
    seal = item(body, "card_dealt")["card"]
    seal["sealed"] = seal["sealed"][2:]


def another_commitment(body: Raw) -> None:
    """Change what a card was bound to."""
    item(body, "card_dealt")["card"]["commit"] = "ab" * 32


CARDS: dict[str, tuple[str, Change, str]] = {
    "salt": ("cards_exposed", exposed("salt", "00" * 16), "is not the one that was sealed"),
    "salt size": ("cards_exposed", exposed("salt", "00"), "is not the one that was sealed"),
    "ordinal": ("cards_exposed", exposed("ordinal", 51), "card 51 is turned up, but was never sealed"),
    "no card": ("cards_exposed", exposed("card", "1x"), "a reveal has no card of the deck"),
    "no text": ("cards_exposed", exposed("card", 1), "a reveal has fields of other types"),
    "face": ("card_dealt", face_for_seal, "a face stands outside of a seal"),
    "size": ("card_dealt", short_seal, "has another size"),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_card_that_is_not_the_one_sealed_is_named(day: Day, tmp_path: Path, name: str) -> None:
    """Whatever of a seal or reveal is changed, with all hashes made to fit, is found there (40)."""
    kind, change, phrase = CARDS[name]
    told = reasons(day.rewritten(day.find(kind), change), tmp_path, 40)

    assert (day.find(kind), True) == (told[0][0], phrase in told[0][1])


def test_another_card_is_named_at_its_reveal(day: Day, tmp_path: Path) -> None:
    """Each other identity of the deck contradicts the commitment, and maybe another card (40)."""
    seq = day.find("cards_exposed")
    mine = item(day.body(seq), "cards_exposed")["cards"][0]["card"]
    other = next(card for card in ("2c", "3c") if card != mine)
    told = reasons(day.rewritten(seq, exposed("card", other)), tmp_path, 40)

    assert (seq, True) == (told[0][0], "is not the one that was sealed" in told[0][1])


def test_a_commitment_changed_afterwards_is_named_at_the_reveal(day: Day, tmp_path: Path) -> None:
    """A forger without the salt cannot make another commitment fit (40)."""
    seq = day.find("card_dealt")
    ordinal = item(day.body(seq), "card_dealt")["card"]["ordinal"]
    face = f'"ordinal":{ordinal},"salt":'.encode()
    reveal = next(record.seq for record in day.records if face in record.body)
    told = reasons(day.rewritten(seq, another_commitment), tmp_path, 40)

    assert [(reveal, f"card {ordinal} is not the one that was sealed")] == told


def test_one_identity_at_two_places_is_named(day: Day, tmp_path: Path) -> None:
    """No card lies twice in a round, whatever its seals say (INV5, 40)."""
    seq = day.find("cards_exposed")

    def doubled(body: Raw) -> None:
        cards = item(body, "cards_exposed")["cards"]
        cards[1] |= {"card": cards[0]["card"], "salt": cards[0]["salt"]}

    told = [reason for _, reason in reasons(day.rewritten(seq, doubled), tmp_path, 40)]

    assert any("have one identity" in reason for reason in told)


def test_another_round_of_a_key_makes_its_reveals_wrong(day: Day, tmp_path: Path) -> None:
    """Commitments are bound to their round (40)."""
    seq = day.find("round_key", 1)
    forged = day.rewritten(seq, lambda body: item(body, "round_key").update(round_no=9))
    rounds = checked(forged, tmp_path).rounds

    assert [0, 21] == [one.matched for one in rounds[:2]]
    assert [21, 0] == [one.wrong for one in rounds[:2]]


def test_a_missing_record_accuses_nobody(day: Day, tmp_path: Path) -> None:
    """Where a record of a round is missing, the round is not judged; the other one is (20)."""
    gone = day.find("seat_settled")
    records = [record for record in day.records if record.seq != gone]
    report = verify(Request(files=[raw_mirror(tmp_path / "x.bb", day.header, records)]))
    first, second = report.files[0].rounds[:2]

    assert [(20, gone)] == places(report)
    assert first.sentence().startswith("round 1: settled, money not judged, records are missing")
    assert "round 2: settled, money balances, 21 reveals match" == second.sentence()


def test_a_missing_seal_accuses_nobody(day: Day, tmp_path: Path) -> None:
    """A reveal whose seal may have stood in a missing record is counted as not checked (20)."""
    gone = day.find("card_dealt")
    end = day.find("round_opened", 1)
    records = [record for record in day.records if record.seq not in (gone, end)]
    report = verify(Request(files=[raw_mirror(tmp_path / "x.bb", day.header, records)]))

    assert [(20, gone), (20, end)] == places(report)
    assert [True, True] == [one.has_hole for one in report.files[0].rounds[:2]]


@pytest.mark.parametrize(
    ("kind", "change", "phrase"),
    [
        ("round_settled", setting("round_settled", "net", str), "round_settled has a field of another type"),
        ("round_settled", setting("round_settled", "paid", lambda _: -1), "of another type"),
        ("betting_closed", setting("betting_closed", "stakes", lambda _: [1]), "of another type"),
        ("round_opened", setting("round_opened", "round", lambda _: None), "of another type"),
        ("decision_made", setting("decision_made", "plays", lambda _: [[1]]), "of another type"),
        ("card_dealt", lambda body: item(body, "card_dealt").update(kind="card_flown"), "unknown kind"),
        ("card_dealt", lambda body: body.update(v=2), "catalogue version 2"),
    ],
    ids=["text", "negative", "no object", "no number", "no pair", "kind", "version"],
)
def test_what_version_1_does_not_know_is_31(
    day: Day, tmp_path: Path, kind: str, change: Change, phrase: str
) -> None:
    """A field of another type, an unknown kind, another version: the chain is checked all the same (31)."""
    seq = day.find(kind)
    report = verify(Request(files=[mirror_of(day.rewritten(seq, change), tmp_path / "x.bb")]))
    told = [one for one in found(report) if one.verdict == 31]

    assert (seq, True) == (told[0].seq, phrase in told[0].reason)
    assert ("whole", day.last) == report.files[0].copies["file"]


def test_a_body_in_another_form_is_31(day: Day, tmp_path: Path) -> None:
    """A blank in a body changes no value, and still is another program's work (31)."""
    bodies = [record.body for record in day.records]
    bodies[40] = bodies[40].replace(b'{"actor":', b'{"actor": ')

    assert [(41, "the body has blanks, escapes or numbers in another form")] == reasons(
        chained(day.header, bodies), tmp_path, 31
    )


def test_counts_are_those_of_the_record(day: Day, tmp_path: Path) -> None:
    """Overrides, clock steps, locks and recoveries are counted by their notes and events."""
    body = day.body(day.last)
    notes = [
        {"kind": "clock_step", "before_us": 1, "after_us": 2},
        {"kind": "lock_raised", "code": "J-FORK", "detail": ""},
        {"kind": "lock_raised", "code": "J-WRITE", "detail": ""},
        {"kind": "lock_cleared", "code": "J-FORK", "persons": ["f1", "s1"]},
        {"kind": "power_up", "clean": False, "software": "1", "manifest": None},
        {"kind": "recovered", "primary": "torn", "mirror": "clean", "actions": ["x"], "evidence": None},
    ]
    events = [
        {"kind": "hold_cleared", "approved_by": "dealer:1"},
        {"kind": "deck_replaced", "approved_by": "floor-1", "deck": "A"},
    ]
    last = body | {"cause": None, "events": events, "notes": notes}
    longer = chained(day.header, [*(record.body for record in day.records), canonical(last)])
    counts = checked(longer, tmp_path).counts

    assert (day.last + 1, 3, 2, 0) == (counts.records, counts.rounds, counts.settled, counts.void)
    assert (1, 1, 2, ["J-WRITE"]) == (
        counts.overrides,
        counts.clock_steps,
        counts.locks,
        counts.open_locks,
    )
    assert (2, 1) == (counts.starts, counts.recoveries)


STAKE: Raw = {"seat": 2, "bettor": 0, "ante": 100, "blind": 100, "trips": 0, "bad_beat": 5}


def felt() -> RoundMoney:
    """Give a round with one bettor's stakes and a Play of four times the Ante."""
    money = RoundMoney()
    money.close_betting({"player_dealer": 1, "bank": 10_000, "stakes": [STAKE]})
    money.decide({"seat": 2, "plays": [[0, 300]]})
    money.undo({"seat": 2})
    money.decide({"seat": 2, "plays": [[0, 400]]})
    return money


@pytest.mark.parametrize(
    ("returned", "total", "expected"),
    [
        ([[2, 0, 605]], 605, []),
        ([[2, 0, 600]], 600, ["what was returned is not what was placed"]),
        ([[2, 0, 605]], 600, ["what was returned is not the total"]),
        ([], 0, ["what was returned is not what was placed"]),
        ([[2, 0, 605], [2, 1, 0]], 605, []),
    ],
)
def test_a_void_gives_everything_back(returned: list[object], total: int, expected: list[str]) -> None:
    """What stands on the felt goes back in whole, the Play that stands included (G9.1, 41)."""
    event: Raw = {"returned": returned, "total": total}
    assert expected == felt().void(event)


def test_a_decision_that_was_never_made_cannot_be_undone() -> None:
    """An undo needs something to undo."""
    money = felt()
    money.undo({"seat": 3})

    assert ["seat 3 takes back a decision it never made"] == money.faults
