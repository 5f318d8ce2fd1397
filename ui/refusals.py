"""Why the table refused, as a dealer reads it: amounts in the table's money, not in cents. No Qt here."""

import re

from controller.engine.refusals import RefusalCode, Refused
from ui.formatting import MoneyFormat
from ui.texts import Texts

_MONEY = frozenset(
    {
        RefusalCode.BELOW_MINIMUM,
        RefusalCode.ABOVE_MAXIMUM,
        RefusalCode.OFF_STEP,
        RefusalCode.SIDE_OVER_ANTE,
        RefusalCode.BANK_TOO_SMALL,
        RefusalCode.BANK_TOO_LARGE,
        RefusalCode.COVER_TOO_SMALL,
        RefusalCode.BAD_AMOUNT,
    }
)
ABOUT_A_PERSON = frozenset(
    {
        RefusalCode.NEEDS_APPROVAL,
        RefusalCode.NEEDS_ROLE,
        RefusalCode.NEEDS_SECOND,
        RefusalCode.NEEDS_LONG_PIN,
        RefusalCode.SAME_PERSON,
        RefusalCode.SAME_ROLE,
        RefusalCode.DEALS_HERE,
        RefusalCode.APPROVAL_MISMATCH,
        RefusalCode.APPROVAL_OUTDATED,
        RefusalCode.APPROVAL_LAPSED,
        RefusalCode.APPROVAL_USED,
        RefusalCode.APPROVAL_ELSEWHERE,
        RefusalCode.WRONG_CREDENTIAL,
        RefusalCode.THROTTLED,
    }
)
"""Refusals that the approval sheet answers; any other one is about what was filled in."""
KEEPS_FIRST = frozenset(
    {
        RefusalCode.WRONG_CREDENTIAL,
        RefusalCode.THROTTLED,
        RefusalCode.NEEDS_ROLE,
        RefusalCode.NEEDS_LONG_PIN,
    }
)
"""Refusals of a second person after which the first one's consent still waits."""
_ONE_SIDED = {
    RefusalCode.OFF_STEP: "list.multiples",
    RefusalCode.SIDE_OVER_ANTE: "list.at_most",
    RefusalCode.BANK_TOO_SMALL: "list.at_least",
    RefusalCode.COVER_TOO_SMALL: "list.at_least",
}


def reason_text(refused: Refused, say: Texts, money: MoneyFormat) -> str:
    """Say why a command was refused, and what is allowed instead."""
    if refused.code is RefusalCode.THROTTLED and refused.allowed:
        return _wait(refused, say)
    allowed = _amounts(refused, say, money) if refused.code in _MONEY else refused.allowed
    return say(refusal_key(refused), seat=refused.seat or "", allowed=allowed)


def _wait(refused: Refused, say: Texts) -> str:
    """Say how long nobody is heard, or who turns the badge on again (DURABILITY 9)."""
    seconds = re.search(r"\d+", refused.allowed)
    return say("refused.badge_off") if seconds is None else say("refused.throttled", seconds=seconds[0])


def refusal_key(refused: Refused) -> str:
    """Give the key of a refusal's sentence: one reason has a second one where it knows better."""
    told = refused.code is RefusalCode.BAD_AMOUNT and refused.allowed
    return "refused.amount" if told else f"refusal.{refused.code.value}"


def _amounts(refused: Refused, say: Texts, money: MoneyFormat) -> str:
    """Write the cents that the engine names as money; other wording stays as it is."""
    amounts = [money.short(int(number)) for number in re.findall(r"\d+", refused.allowed)]
    match amounts:
        case [low, high]:
            return say("list.range", low=low, high=high)
        case [one] if refused.code in _ONE_SIDED:
            return say(_ONE_SIDED[refused.code], amount=one)
        case _:
            return refused.allowed


def about_a_person(refused: Refused | None) -> bool:
    """Tell whether a refusal asks for another person or PIN, not for other values."""
    return refused is not None and refused.code in ABOUT_A_PERSON
