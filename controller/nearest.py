"""The word somebody meant by one that nobody knows; pure."""

from collections.abc import Iterable
from difflib import get_close_matches

LIKE = 0.7
"""Words less alike than this are other words."""


def did_you_mean(word: object, words: Iterable[str]) -> str:
    """Give `did you mean X? ` for a misspelt word of these, else nothing."""
    near = get_close_matches(str(word), list(words), n=1, cutoff=LIKE)
    return f"did you mean {near[0]}? " if near else ""
