"""Whatever a forger writes into a record with fitting hashes, the verifier ends with a verdict."""

import json
import random
from pathlib import Path

import pytest

from controller.journal.record import canonical
from controller.verify.findings import Verdict
from controller.verify.report import as_json, as_text
from controller.verify.verification import Request, verify
from tests.verify.kit import Day, Raw, chained, mirror_of, played_day

PARTS = [pytest.param(part, marks=[] if part < 1 else [pytest.mark.full]) for part in range(40)]
FORGED_EACH = 25
PLACES_EACH = 6
VALUES: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2**53 - 1, "", "Ah", "0", "00" * 16, [], [[]], [0, 0], {}, {"kind": "x"}),
    *({"ordinal": 0, "commit": None, "sealed": None}, {"ordinal": 1, "card": "Ah", "salt": "00" * 16}),
)


@pytest.fixture(scope="module")
def day() -> Day:
    """Give two rounds really played."""
    return played_day()


def forge(value: object, chance: random.Random) -> object:
    """Put another value somewhere into a value."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(sorted(value))
        if chance.random() < 0.05:
            return {key: item for key, item in value.items() if key != name}
        return value | {name: forge(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        if chance.random() < 0.1:
            return [*value[:at], *value[at + 1 :], *value[at : at + 1] * chance.choice((0, 2))]
        return [*value[:at], forge(value[at], chance), *value[at + 1 :]]
    return chance.choice(VALUES)


@pytest.mark.parametrize("part", PARTS)
def test_a_forged_body_ends_in_a_verdict(day: Day, tmp_path: Path, part: int) -> None:
    """Fields of any type at any place raise nothing, and the report holds no text of theirs."""
    chance = random.Random(part)
    bodies = [record.body for record in day.records]
    for _ in range(FORGED_EACH):
        forged = list(bodies)
        for _ in range(PLACES_EACH):
            at = chance.randrange(len(forged))
            body: Raw = json.loads(forged[at])
            forged[at] = canonical(forge(body, chance))  # type: ignore[arg-type]  # values of JSON
        report = verify(Request(files=[mirror_of(chained(day.header, forged), tmp_path / "x.bb")]))

        assert report.verdict in set(Verdict)
        assert "Ah" not in as_text(report) + json.dumps(as_json(report))
