"""Heads as people pass them on (DURABILITY 3.5, 5 step 7)."""

import pytest

from controller.engine.faults import ConfigFault
from controller.journal.anchor import Anchor
from controller.journal.faults import RolledBack
from tests.journal.table import SimTable, note_card

DIGITS = "0123456789abcdef"


@pytest.mark.parametrize(
    "text", [f"7:{DIGITS}", f" 7 : {DIGITS.upper()} ", f"7 {DIGITS}", "7:0123 4567 89ab cdef"]
)
def test_a_printed_head_is_read_as_people_type_it(text: str) -> None:
    """Capitals and spaces do not matter."""
    assert Anchor(seq=7, digits=DIGITS) == Anchor.typed(text)


@pytest.mark.parametrize(
    "text", ["", "7", f":{DIGITS}", f"7:{DIGITS[1:]}", f"7:{DIGITS}x", "7:" + "0" * 65, f"-7:{DIGITS}"]
)
def test_anything_else_is_refused(text: str) -> None:
    """The fault names what was typed and what is allowed."""
    with pytest.raises(ConfigFault) as caught:
        Anchor.typed(text)
    assert (text, "anchor") == (caught.value.value, caught.value.key)


def test_a_typed_head_is_checked_against_the_record() -> None:
    """What is printed now is found later; a record rolled back behind it is not (J-ROLLBACK, F9)."""
    table = SimTable()
    journal = table.played()
    names, data = dict(table.disk.names), {key: bytearray(held) for key, held in table.disk.data.items()}
    note_card(journal, table.clock, 3)
    printed = str(Anchor.of(journal.head))
    journal.check_anchor(Anchor.typed(printed))
    table.disk.names, table.disk.data = names, data
    journal, _, _ = table.start()
    with pytest.raises(RolledBack):
        journal.check_anchor(Anchor.typed(printed))
