"""A start under other rules than those the open table was opened under is refused (G7.1, field case ST38)."""

import pytest

from controller.engine.commands import CloseTable, OpenTable
from controller.engine.copying import replace
from controller.engine.faults import ConfigFault
from controller.journal.journal import Journal
from controller.journal.replay import Replay
from controller.rulesets.load import load_ruleset
from controller.table.rules_lock import check_rules
from tests.table.test_table import FLOOR, STATE, Bench, _open, bench

__all__ = ["bench"]
OTHER = load_ruleset("gega-004210")
SAME = STATE.ruleset


def found(bench: Bench) -> Replay:
    """Give the record as a start finds it."""
    _, records, _ = Journal.in_memory(bench.medium, bench.clock.now)
    return records


def test_rules_may_change_while_the_table_is_closed(bench: Bench) -> None:
    """Before the first opening, and again after a closing (G7.1)."""
    check_rules(found(bench), OTHER)
    _open(bench)
    assert bench.ask(CloseTable(), credential=FLOOR).refused is None
    check_rules(found(bench), OTHER)
    assert bench.ask(OpenTable(), credential=FLOOR).refused is None
    with pytest.raises(ConfigFault):
        check_rules(found(bench), OTHER)


def test_an_open_table_goes_on_under_its_own_rules_only(bench: Bench) -> None:
    """The message names key, value, and the rules that the file must name (ST21, ST38)."""
    _open(bench)
    check_rules(found(bench), SAME)
    with pytest.raises(ConfigFault) as caught:
        check_rules(found(bench), OTHER)
    fault = caught.value
    assert ("table.rules", True) == (fault.key, str(fault.value).startswith("gega-004210"))
    assert fault.allowed.startswith(f"{SAME.name}, digest {SAME.digest[:12]}, until the table is closed")


def test_one_changed_setting_is_other_rules(bench: Bench) -> None:
    """The digest counts, not the name: a pay table edited in place is seen (G7.1)."""
    _open(bench)
    with pytest.raises(ConfigFault, match="until the table is closed"):
        check_rules(found(bench), replace(SAME, digest="0" * 64))
