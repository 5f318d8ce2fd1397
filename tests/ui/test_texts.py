"""Three languages say the same things (TOUCHSCREEN 11)."""

import string

import pytest

from controller.engine.faults import ConfigFault
from controller.engine.prompt import OfferCode, PromptCode, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset import Category
from controller.engine.state import DeckPlace, DeckState, HoldCode, Phase
from drivers.events import FaultCode, StopReason
from ui.texts import LANGUAGES, load_texts

ENGLISH = load_texts("en")


def fields_of(text: str) -> set[str]:
    """List the named fields of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_ids(language: str) -> None:
    """A sentence is in every language or in none (TOUCHSCREEN 11)."""
    assert set(ENGLISH) == set(load_texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_same_fields_in_every_language(language: str) -> None:
    """A language may leave no figure out, except ranks that a short hand name needs only one way."""
    other = load_texts(language)
    free = {"hand_short", "hand_long"}
    different = [
        key
        for key in ENGLISH
        if key.split(".")[0] not in free and fields_of(ENGLISH.raw(key)) != fields_of(other.raw(key))
    ]
    assert [] == different


def test_an_unknown_language_is_a_config_fault() -> None:
    """A language that is not there is refused with those that are."""
    with pytest.raises(ConfigFault, match="en, es, zh"):
        load_texts("fr")


@pytest.mark.parametrize(
    ("section", "codes"),
    [
        ("refusal", list(RefusalCode)),
        ("hold", list(HoldCode)),
        ("phase", list(Phase)),
        ("deck", [*DeckState, *DeckPlace]),
        ("hand_long", list(Category)),
        ("hand_short", list(Category)),
    ],
)
def test_every_code_has_a_sentence(section: str, codes: list[str]) -> None:
    """No code of the engine can reach the screen without words (ARCHITECTURE 9)."""
    assert [] == [code for code in codes if f"{section}.{code}" not in ENGLISH]


def test_every_task_has_a_sentence() -> None:
    """Each act of the hands can be said; card tasks are said by whom they are for."""
    said = {TaskKind.DRAW_CARDS, TaskKind.TAKE_STACK, TaskKind.PRESS_DEAL, TaskKind.STUB_TO_RACK}
    assert [] == [kind for kind in TaskKind if kind not in said and f"prompt.{kind}" not in ENGLISH]


def test_every_offer_has_a_short_text() -> None:
    """Each offer can stand on a button; exposures are said by what they turn up."""
    missing = [code for code in OfferCode if f"primary.{code}" not in ENGLISH]
    assert [OfferCode.EXPOSE] == missing


def test_english_prompts_have_at_most_forty_characters() -> None:
    """A prompt is one imperative sentence of at most 40 characters, longest fields included (P2)."""
    longest = {
        "seat": "8",
        "seats": "5 and 1",
        "deck": "A",
        "next": "B",
        "device": "shuffler",
        "count": "5",
        "round": "99999",
        "pay": "$999.00",
        "take": "$99.00",
        "amount": "$999.00",
    }
    sections = (*ENGLISH.section("prompt").items(), *ENGLISH.section("hold").items())
    long = [text for _, raw in sections if len(text := raw.format(**longest)) > 40]
    assert [] == long


def test_every_prompt_code_is_known_to_the_words() -> None:
    """The prompt codes are a closed set; a new one must be given words first (ARCHITECTURE 11)."""
    assert 20 == len(PromptCode)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_and_every_reason_of_a_refusal_has_words(language: str) -> None:
    """No code of the paper is left to a number, and no reason to a driver's English (CDP1 5.1, S5)."""
    say = load_texts(language)
    faults = {f"f{code:04x}" for code in FaultCode} | {"unknown"}
    by_ruling = {StopReason.EPOCH, StopReason.GAP}
    assert faults == set(say.section("fault"))
    assert {*(set(StopReason) - by_ruling), "protocol"} == set(say.section("stopped"))
