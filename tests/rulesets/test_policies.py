"""The policies for irregularities and what their files may say (G9.1)."""

from pathlib import Path

import pytest

from controller.engine.faults import ConfigFault
from controller.engine.ruleset_policy import FeesOnVoid, Ruling, RulingAuthority, RulingScope
from controller.engine.state import Phase
from controller.rulesets.load import load_ruleset
from controller.rulesets.policy import CODES, load_policy

STANDARD = load_policy("standard")
DETECTED = "I1 I2 I7 I8 I9 I10 I11 I15 I16 I19 I20 I21 I29 I30 I31 I32 I33".split()  # noqa: SIM905


def own(tmp_path: Path, text: str) -> Path:
    """Write a card room's own policy and give its folder."""
    folder = tmp_path / "policies"
    folder.mkdir()
    head = 'extends = "standard"\nname = "ours"\nversion = "1"\n'
    (folder / "ours.toml").write_text(head + text, encoding="utf-8")
    return tmp_path


def test_the_standard_policy_has_every_code() -> None:
    """I1 to I36, each with a default among its allowed rulings and phases of the round (G9.1)."""
    assert tuple(f"I{number}" for number in range(1, 37)) == CODES
    assert CODES == tuple(row.code for row in STANDARD.rows)
    for row in STANDARD.rows:
        assert row.default in row.allowed
        assert row.otherwise is None or row.otherwise in row.allowed
        assert (row.otherwise is None) == (not row.condition)
        assert set(row.phases) <= {phase.value for phase in Phase}


def test_what_the_devices_must_notice_is_marked() -> None:
    """The daggers of the table (G9.1)."""
    assert DETECTED == [row.code for row in STANDARD.rows if row.self_detected]


@pytest.mark.parametrize(
    ("code", "default", "scope", "who"),
    [
        ("I1", Ruling.VOID, RulingScope.ROUND, RulingAuthority.FLOOR),
        ("I9", Ruling.VOID, RulingScope.DECK, RulingAuthority.FLOOR),
        ("I11", Ruling.NEXT_CARD, RulingScope.CARD, RulingAuthority.DEALER),
        ("I14", Ruling.DEAD, RulingScope.SEAT, RulingAuthority.FLOOR),
        ("I16", Ruling.REFUSED, RulingScope.WAGER, RulingAuthority.DEALER),
        ("I21", Ruling.FEE_AT_END, RulingScope.FEE, RulingAuthority.FLOOR),
        ("I26", Ruling.ENTER_CARD, RulingScope.CARD, RulingAuthority.DUAL),
    ],
)
def test_a_row_says_what_the_table_says(
    code: str, default: Ruling, scope: RulingScope, who: RulingAuthority
) -> None:
    """Default, scope and authority (G9.1)."""
    row = STANDARD.row(code)
    assert (default, scope, who) == (row.default, row.scope, row.who)


def test_a_void_keeps_fees_and_does_not_count() -> None:
    """Both are the policy's to say (G8.1, G8.6)."""
    assert (FeesOnVoid.KEPT, False) == (STANDARD.fees_on_void, STANDARD.void_counts_for_rotation)


def test_a_code_that_is_none_is_refused() -> None:
    """There are 36 (G9.1)."""
    with pytest.raises(KeyError):
        STANDARD.row("I37")


def test_texts_002_and_003_have_policies_of_their_own() -> None:
    """A misdeal voids everything there (G7.1 row 22)."""
    assert (Ruling.VOID,) == load_policy("house-limits").row("I3").allowed
    assert (Ruling.VOID,) == load_policy("dealing-procedure").row("I1").allowed
    assert STANDARD.row("I9") == load_policy("house-limits").row("I9")


def test_an_own_policy_is_found_beside_own_rules_and_changes_the_digest(tmp_path: Path) -> None:
    """A rule set's digest covers its policy (G7.1)."""
    folder = own(tmp_path, "[void]\ncounts_for_rotation = true\n")
    assert load_policy("ours", folders=(folder,)).void_counts_for_rotation
    head = 'extends = "california-bad-beat"\nname = "friday"\nversion = "1"\n'
    rules = folder / "friday.toml"
    rules.write_text(head, encoding="utf-8")
    plain = load_ruleset("friday", folders=(folder,))
    rules.write_text(head + 'irregularities = "ours"\n', encoding="utf-8")
    other = load_ruleset("friday", folders=(folder,))
    assert ("ours", True) == (other.irregularities, plain.digest != other.digest)
    rules.write_text(head + 'irregularities = "theirs"\n', encoding="utf-8")
    with pytest.raises(ConfigFault, match=r"irregularities = 'theirs' is not allowed; allowed: .*standard"):
        load_ruleset("friday", folders=(folder,))


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ('[rows.I37]\nevent = "x"', "rows.I37.self_detected", "true or false"),
        ('[rows.I1]\ndefault = "redeal"', "rows.I1.default", "void"),
        ('[rows.I1]\ndefault = "play_on"', "rows.I1.default", "rows.allowed: void"),
        ('[rows.I2]\notherwise = "play_on"', "rows.I2.otherwise", "rows.allowed"),
        ('[rows.I1]\nphases = ["dawn"]', "rows.I1.phases entry 1", "hole"),
        ('[rows.I1]\nwhy = "x"', "rows.I1.why", "basis"),
        ('[void]\nfees = "burned"', "void.fees", "kept, returned"),
    ],
)
def test_a_wrong_policy_is_named(text: str, key: str, allowed: str, tmp_path: Path) -> None:
    """Each refusal names file, key, value and what is allowed (G7.1)."""
    folder = own(tmp_path, text)
    with pytest.raises(ConfigFault) as caught:
        load_policy("ours", folders=(folder,))
    assert key == caught.value.key
    assert allowed in caught.value.allowed


def test_a_policy_without_a_row_is_refused(tmp_path: Path) -> None:
    """Every irregularity has a default (G9.1); a code that is none is refused too."""
    folder = own(tmp_path, "")
    text = 'name = "ours"\nversion = "1"\n[void]\nfees = "kept"\ncounts_for_rotation = false\n'
    file = folder / "policies" / "ours.toml"
    file.write_text(text + "[rows]\n", encoding="utf-8")
    with pytest.raises(ConfigFault, match=r"rows\.I1 = '\(missing\)'"):
        load_policy("ours", folders=(folder,))
    row = (
        '[rows.I99]\nevent = "x"\nself_detected = false\nphases = ["hole"]\ndefault = "void"\n'
        'allowed = ["void"]\nscope = "card"\nwho = "floor"\nbasis = ""\n'
    )
    head = 'extends = "standard"\nname = "ours"\nversion = "1"\n'
    file.write_text(head + row, encoding="utf-8")
    with pytest.raises(ConfigFault, match=r"rows\.I99 = 'x' is not allowed; allowed: I1 to I36"):
        load_policy("ours", folders=(folder,))
