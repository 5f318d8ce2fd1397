"""Faults: what is wrong with us or the configuration, never what a person or a device did.

    TableFault            stop, fault page, exit code 3, restart by replay; never "log and continue"
      InvariantFault      a rule of G12 does not hold after an event
      (JournalFault, CodecFault, SealFault: controller.journal.faults)
    ConfigFault           before start only: exit code 2; names file, key, value and what is allowed

What a person may not do is no fault but a `Refused` (refusals); drivers have their own family.
"""

LONGEST_VALUE = 80
"""So many characters of a value are repeated."""

LONGEST_PATH = 4_096
"""So many of a path: cut in its middle it would lead nowhere."""


class TableFault(Exception):
    """Stop the table: the program or its disk is wrong (ARCHITECTURE 5); code: its lock's name, if any."""

    code = ""


class InvariantFault(TableFault):
    """Report a broken invariant of G12.

    rule: the invariant, such as `V7`; detail: what was found, without any hidden card.
    """

    def __init__(self, rule: str, detail: str) -> None:
        self.rule = rule
        self.detail = detail
        super().__init__(f"invariant {rule} does not hold: {detail}")


class ConfigFault(Exception):
    """Refuse to start: a file of the operator holds something that is not allowed.

    file, key, value: where and what; allowed: what may stand there instead.
    """

    def __init__(self, *, file: str, key: str, value: object, allowed: str) -> None:
        self.file = file
        self.key = key
        self.value = value
        self.allowed = allowed
        wrong = f"cannot be used, {value}" if key == "file" else f"{key} = {_shown(value)} is not allowed"
        super().__init__(f"{file}: {wrong}; allowed: {allowed}")


def told(fault: BaseException) -> str:
    """Give a fault in one sentence that begins with the name a person looks it up by."""
    name = fault.code if isinstance(fault, TableFault) else type(fault).__name__
    return str(fault) if not name or str(fault).startswith(name) else f"{name}: {fault}"


def _shown(value: object) -> str:
    """Write a value so that a sentence with it can still be read."""
    text = repr(value)
    longest = LONGEST_PATH if isinstance(value, str) and value.startswith("/") else LONGEST_VALUE
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
