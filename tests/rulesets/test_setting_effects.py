"""What single settings of a rule file do at the table and to the money, each in a file of its own (G7.1)."""

from dataclasses import replace
from pathlib import Path

import pytest

import controller.rulesets
from controller.engine.commands import (
    OpenTable,
    PlaceWager,
    RepeatWagers,
    SeatPlayer,
    VacateSeat,
)
from controller.engine.ids import SEATS, SeatNo
from controller.engine.life_commands import MoveSeat
from controller.engine.prompt import PromptCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.ruleset import RuleSet
from controller.engine.settlement import Settlement
from controller.engine.views import view
from controller.odds.report import as_table
from controller.rulesets.load import load_ruleset
from tests.engine.given import FLOOR, Felt
from tests.engine.settlement_kit import heads_up, stakes
from tests.engine.test_g8_every_hand import asked, left, play, table, wait
from ui.texts import load_texts

EVERY_HAND = Path(controller.rulesets.__file__).parent / "examples" / "every-hand-2026.toml"
"""The bank offered before every hand, with its clock and its notice (G8.3)."""


def own(tmp_path: Path, text: str, base: str = "california-bad-beat") -> RuleSet:
    """Load a card room's own file with one more setting than its base."""
    file = tmp_path / "friday.toml"
    head = f'extends = "{base}"\nname = "friday"\nversion = "2"\n'
    file.write_text(head + text, encoding="utf-8")
    return load_ruleset(str(file))


def every_hand(tmp_path: Path, rotation: str) -> RuleSet:
    """Load an own file over the example of `every_hand_2026`, which lies beside it."""
    (tmp_path / "base.toml").write_text(EVERY_HAND.read_text("utf-8"), encoding="utf-8")
    return own(tmp_path, f"[rotation]\n{rotation}\n", base="base.toml")


def opened(rules: RuleSet) -> Felt:
    """Give an open table under these rules."""
    felt = Felt(rules=rules)
    felt.prepare()
    return felt


# ---- who and where ------------------------------------------------------------------------------------


def test_the_name_and_version_of_a_set_stand_in_the_opening_and_on_the_screen(tmp_path: Path) -> None:
    """Name, version and hash are recorded as the table opens, and are in every picture (G7.1)."""
    rules = own(tmp_path, "")
    felt = opened(rules)
    (record,) = (event for event in felt.events if event.kind == "table_opened")
    assert ("friday", "2", rules.digest) == (record.ruleset, record.version, record.digest)
    picture = view(felt.state, felt.prompt)
    assert ("friday", "2", rules.digest) == (
        picture.ruleset,
        picture.ruleset_version,
        picture.ruleset_digest,
    )


def test_the_title_of_a_set_heads_its_figures(tmp_path: Path) -> None:
    """The name that people read is the rule file's, not the program's (G5.9, G7.1)."""
    assert as_table(own(tmp_path, 'title = "Friday night"')).startswith("Friday night: friday 2, digest ")


def test_rules_of_one_deck_keep_this_table_shut_and_the_sentence_says_why(tmp_path: Path) -> None:
    """The table turns over two decks; better no round than one that is not alternated (G10.1, G7.1 row 3)."""
    felt = Felt(rules=own(tmp_path, 'decks = "single"'))
    decided = felt.give(OpenTable(approval=FLOOR))
    assert isinstance(decided, Refused)
    assert (RefusalCode.RULES_NOT_PLAYED, "decks", "single", "two_alternating") == (
        decided.code,
        decided.field,
        decided.value,
        decided.allowed,
    )


@pytest.mark.parametrize(
    ("language", "said"), [("en", "from one deck"), ("es", "una baraja"), ("zh", "一副牌")]
)
def test_the_refusal_of_one_deck_names_the_decks_in_each_language(language: str, said: str) -> None:
    """A floor supervisor reads what is wrong, not a code (G7.1 row 3, G10.1)."""
    assert said in load_texts(language)("refusal.rules_not_played")


def test_a_table_of_six_positions_has_no_seventh(tmp_path: Path) -> None:
    """Nobody sits, moves or wagers beyond them, and no offer names them (G7.1 row 2)."""
    felt = opened(own(tmp_path, "positions = 6\nmax_occupied = 6"))
    felt.seat_bank(100_000, 2)
    seven = SeatNo(7)
    for command in (
        SeatPlayer(seat=seven),
        MoveSeat(seat=SeatNo(2), to=seven),
        PlaceWager(seat=seven, bettor=0, ante=1000, blind=1000, trips=0, bad_beat=0),
        RepeatWagers(seat=seven),
    ):
        decided = felt.decided(command)
        assert isinstance(decided, Refused)
        assert (RefusalCode.BAD_SEAT, "7", "1 to 6") == (decided.code, decided.value, decided.allowed)
    assert not {offer.seat for offer in felt.offers} & set(SEATS[6:])
    felt.ask(SeatPlayer(seat=SeatNo(6)))


def test_who_sits_beyond_the_positions_may_still_leave(tmp_path: Path) -> None:
    """A rule file of fewer positions may come while people sit (G7.1 row 2)."""
    felt = Felt(rules=own(tmp_path, ""))
    felt.ask(SeatPlayer(seat=SeatNo(8)))
    felt.state = replace(felt.state, ruleset=own(tmp_path, "positions = 6\nmax_occupied = 6"))
    felt.ask(VacateSeat(seat=SeatNo(8)))
    assert RefusalCode.BAD_SEAT is felt.refused(SeatPlayer(seat=SeatNo(8)))


def test_no_more_seats_are_taken_than_the_set_allows(tmp_path: Path) -> None:
    """Three seats with the player-dealer; a fourth neither sits down nor wagers itself in (G7.1 row 2)."""
    felt = opened(own(tmp_path, "max_occupied = 3"))
    felt.seat_bank(100_000, 2, 3)
    place = PlaceWager(seat=SeatNo(4), bettor=0, ante=1000, blind=1000, trips=0, bad_beat=0)
    for command in (SeatPlayer(seat=SeatNo(4)), place):
        decided = felt.decided(command)
        assert isinstance(decided, Refused)
        assert (RefusalCode.TABLE_FULL, "at most 3 seats") == (decided.code, decided.allowed)
    felt.ask(VacateSeat(seat=SeatNo(3)))
    felt.ask(place)


# ---- the clock of every_hand_2026 ---------------------------------------------------------------------


@pytest.mark.parametrize(("window", "remaining"), [("rolling", 15), ("fixed", 55)])
def test_the_window_of_the_clock_rolls_or_stands(window: str, remaining: int, tmp_path: Path) -> None:
    """Seat 1 banks at 0 min, seat 4 at 20: rolling ends at 40, fixed with the next block at 80 (G8.3)."""
    felt = table(1, 4, rules=every_hand(tmp_path, f'window = "{window}"'))
    play(felt, 1)
    play(felt, 4, 20)
    wait(felt, 5)
    assert remaining == left(felt)


@pytest.mark.parametrize("minutes", [20, 60])
def test_the_length_of_the_window_is_the_rule_sets(minutes: int, tmp_path: Path) -> None:
    """One player-dealer alone: the game goes on until the minutes of the file are over (G8.3)."""
    rules = every_hand(tmp_path, f"window_minutes = {minutes}\nwarn_minutes = [10]")
    felt = table(1, 4, rules=rules)
    play(felt, 1)
    assert minutes == left(felt)
    wait(felt, minutes - 1)
    assert PromptCode.OFFER_TO_ALL is asked(felt)
    wait(felt, 1)
    assert PromptCode.GAME_OVER is asked(felt)


def test_the_clock_warns_at_the_minutes_of_the_rule_set(tmp_path: Path) -> None:
    """Two marks, one at 5 and one at 12 minutes (G8.3)."""
    felt = table(1, 4, rules=every_hand(tmp_path, "warn_minutes = [5, 12]"))
    play(felt, 1)
    warned = []
    for _ in range(13):
        warned.append(view(felt.state, felt.prompt).rotation.warned)
        wait(felt, 1)
    assert [0] * 5 + [1] * 7 + [2] == warned


def test_the_notice_on_the_screen_is_the_wording_of_the_file(tmp_path: Path) -> None:
    """The card room's own text, nothing where the bank is not offered before every hand (G8.3)."""
    wording = "The bank is offered to every seat."
    felt = table(1, 4, rules=every_hand(tmp_path, f'notice = "{wording}"'))
    assert wording == view(felt.state, felt.prompt).rotation.notice
    other = opened(own(tmp_path, f'[rotation]\nnotice = "{wording}"'))
    assert "" == view(other.state, other.prompt).rotation.notice


# ---- rounding of winnings -----------------------------------------------------------------------------


def flush_on_25(rules: RuleSet) -> Settlement:
    """Let a flush win with Ante and Blind of 25.00 each: 3:2 on the Blind are 37.50."""
    return heads_up("Ah 4h", "Kd Qc", "9h 7h 3h 2c 5d", stakes(25, 25), rules=rules)


def blind_paid(rules: RuleSet) -> int:
    """Give what the Blind is paid."""
    return next(line.paid for line in flush_on_25(rules).lines if line.wager == "blind")


@pytest.mark.parametrize(("rounding", "paid"), [("exact", 3750), ("down", 3700), ("up", 3800)])
def test_3_to_2_is_rounded_as_the_file_says(rounding: str, paid: int, tmp_path: Path) -> None:
    """With a chip of 1.00: exact to the cent, down or up to the chip (G2.7)."""
    assert paid == blind_paid(own(tmp_path, f'rounding = "{rounding}"\nchip = 100'))


@pytest.mark.parametrize(("chip", "paid"), [(1, 3750), (100, 3800), (500, 4000)])
def test_the_chip_is_what_winnings_are_rounded_to(chip: int, paid: int, tmp_path: Path) -> None:
    """Up to a multiple of the least chip (G2.7)."""
    assert paid == blind_paid(own(tmp_path, f'rounding = "up"\nchip = {chip}'))
