"""Run typed verbs: find the verb of a line, hand it its words, list them all on `help`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from hw_fixtures.world import Impossible

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Verb(Generic[T_contra]):
    """Hold one verb: how it is typed, what it does in a few words, and its act on the words behind it."""

    usage: str
    about: str
    act: Callable[[T_contra, list[str]], str]

    @property
    def name(self) -> str:
        """Give the word that calls it."""
        return self.usage.split()[0]


VerbList: TypeAlias = tuple[Verb[T], ...]


def run_line(verbs: VerbList[T], subject: T, text: str) -> str:
    """Carry out one line and say what happened, or why it cannot be."""
    words = text.split()
    if not words or words[0] == "help":
        return help_text(verbs)
    try:
        return find_verb(verbs, words[0]).act(subject, words[1:])
    except Impossible as impossible:
        return f"not possible: {impossible}"


def find_verb(verbs: VerbList[T], name: str) -> Verb[T]:
    """Find a verb; raise Impossible naming what is allowed."""
    for verb in verbs:
        if verb.name == name:
            return verb
    raise Impossible(f"verb {name!r}: allowed is {', '.join(verb.name for verb in verbs)}, help")


def help_text(verbs: VerbList[T]) -> str:
    """List the verbs, one a line."""
    width = max(len(verb.usage) for verb in verbs)
    return "\n".join(f"{verb.usage:<{width}}  {verb.about}" for verb in verbs)
