"""One scene for each screen of TOUCHSCREEN 6, by name."""

from collections.abc import Callable

from controller.engine.copying import replace
from controller.engine.ruleset import Coverage, ProgressiveHand
from controller.engine.view_types import TableView
from controller.table.envelope import Publication
from ui.scenes import samples as s
from ui.scenes.around import (
    closed,
    collect,
    collect_off,
    hold,
    link_lost,
    not_ready,
    offered,
    recovered,
    wagers,
)
from ui.scenes.books import fees_due, fees_taken, hit, progressive
from ui.scenes.deal import before_flop, board, burn, flop, hole, hole_wait, preflop
from ui.scenes.disputes import dispute
from ui.scenes.house import (
    ante_refund,
    cap_hit,
    exhausted,
    house_preflop,
    house_reveal,
    house_settle,
    house_stack,
    limits,
    limits_over,
    six_places,
)
from ui.scenes.machines import FAULTS, LOW_MEDIA, MEDIA
from ui.scenes.menus import blocked, corrections, lost_log, opener, rulings, slips
from ui.scenes.notices import posting
from ui.scenes.rotation import ended, log, over, ticking, to_all, walked
from ui.scenes.settling import (
    fold_first,
    late_play,
    reveal,
    river,
    second_walk,
    settle,
    settle_folded,
)
from ui.scenes.sharing import shared_bank, shared_result, shared_settle
from ui.scenes.told import corrected_history

SCENES: dict[str, Callable[[], TableView]] = {
    "D0-closed": closed,
    "D1-offer": offered,
    "D1-offer-walked": walked,
    "D1-offer-all": to_all,
    "D1-offer-all-30": lambda: to_all(10, 1),
    "D1-offer-all-35": lambda: to_all(5, 2),
    "D1-game-over": over,
    "D0-game-ended": ended,
    "D0-opener": opener,
    "D1-slips": slips,
    "D1-blocked": blocked,
    "D1-wagers": wagers,
    "D1-wagers-35": lambda: ticking(4, 2),
    "D1-not-ready": not_ready,
    "D1-shared": shared_bank,
    "D1-limits": limits,
    "D1-over-max": limits_over,
    "D1-fees": fees_due,
    "D1-fees-taken": fees_taken,
    "D1-progressive": progressive,
    "D2-hole": hole,
    "D2-wait": hole_wait,
    "D2-bank": lambda: hole(bank=True),
    "D2-board": board,
    "D2-burn": burn,
    "D2-stub": lambda: board(stub=True),
    "D3-preflop": preflop,
    "D4-before-flop": before_flop,
    "D4-flop": flop,
    "D5-river": river,
    "D5-late-play": late_play,
    "D5-late-play-marked": lambda: late_play(marked=True),
    "D6-reveal": reveal,
    "D2-house": house_stack,
    "D2-six": six_places,
    "D3-house": house_preflop,
    "D6-house": house_reveal,
    "D7-house": house_settle,
    "D7-cap": cap_hit,
    "D7-refund": ante_refund,
    "D7-exhausted": exhausted,
    "D7-settle": settle,
    "D7-three": lambda: settle(behind=2),
    "D7-three-partly": lambda: settle(behind=2, partly=True),
    "D7-back-line": lambda: settle(behind=3),
    "D7-back-line-partly": lambda: settle(behind=3, partly=True),
    "D7-partly": lambda: settle(behind=0, partly=True),
    "D7-two-sided": lambda: settle(reading=Coverage.GROSS_TWO_SIDED),
    "D7-folded": settle_folded,
    "D7-fold-first": fold_first,
    "D7-second-walk": second_walk,
    "D7-progressive": hit,
    "D7-progressive-meter": lambda: hit(ProgressiveHand.ROYAL_HOLE_AND_FLOP),
    "D7-progressive-lost": lambda: hit(None),
    "D1-posting": posting,
    "D7-corrections": corrections,
    "D8-collect": collect,
    "D8-off": collect_off,
    "D8-count": lambda: collect(counted_first=True),
    "D7-shared": shared_settle,
    "D7-shared-two-sided": lambda: shared_settle(Coverage.GROSS_TWO_SIDED),
    "D8-shared": shared_result,
    "D10-hold": hold,
    "D10-called": lambda: hold(called=True),
    "D10-dispute": dispute,
    "D10-dispute-opened": lambda: dispute(opened=True),
    "D10-link": link_lost,
    "D10-rulings": rulings,
    "D10-lost-log": lambda: lost_log(called=False),
    "D10-lost-log-called": lost_log,
    "D13-recovered": recovered,
    "X-floor-called": lambda: replace(flop(), floor_called=True),
    "X-disk-low": wagers,
    "X-copy-failed": lambda: replace(closed(), failed_copy="mirror"),
}


def publication(name: str) -> Publication:
    """Give a scene by its name."""
    media = LOW_MEDIA if name == "X-disk-low" else MEDIA
    shown = replace(s.publish(SCENES[name]()), offers=log(), faults=FAULTS, media=media)
    return replace(shown, history=corrected_history()) if name == "D7-corrections" else shown
