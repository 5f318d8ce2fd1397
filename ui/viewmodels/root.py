"""The root's own properties: prompt, primary, bottom bar, status line, which panel and sheet are open."""

from dataclasses import dataclass
from functools import lru_cache

from controller.engine.copying import replace
from controller.engine.prompt import OfferCode, OfferGroup, PromptCode
from controller.engine.state import Phase
from controller.engine.view_types import TableView
from controller.table.envelope import Publication
from ui.desk import Desk
from ui.details import shown_stop
from ui.formatting import hour_text
from ui.options import Wording
from ui.prompts import offer_text, sentences, undo_text
from ui.texts import LANGUAGES, Texts
from ui.viewmodels.behind import missable
from ui.viewmodels.board import house_hand_text, house_moves, house_tile
from ui.viewmodels.books import meter_text, stop_progressive
from ui.viewmodels.devices import copy_text, room_text
from ui.viewmodels.draft import code_offer, entered
from ui.viewmodels.floor import act_rows, floor_offers, group_title
from ui.viewmodels.settlement import WalkShape, walk_shape
from ui.viewmodels.wager_panel import limits_text

_SCREENS = {
    Phase.CLOSED: "D0",
    Phase.OFFER: "D1-offer",
    Phase.WAGERS: "D1-wagers",
    Phase.HOLE: "D2",
    Phase.PREFLOP: "D3",
    Phase.COMMUNITY: "D2-board",
    Phase.FLOP: "D4",
    Phase.RIVER: "D5",
    Phase.REVEAL: "D6",
    Phase.SETTLE: "D7",
    Phase.COLLECT: "D8",
}
_LABELS = (
    "language",
    "button",
    "wager",
    "panel",
    "seat",
    "reason",
    "status",
    "deck",
    "device",
    "approve",
    "history",
    "action",
    "setup",
    "behind",
    "bank",
    "replay",
)
_OVER_BOARD = frozenset({"keypad", "offer", "offer_all", "over", "summary", "closed"})
_SETTINGS_PHASES = frozenset({Phase.CLOSED, Phase.OFFER, Phase.WAGERS})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """Hold the root's properties.

    screen: id of TOUCHSCREEN 6; panel: what the centre shows; sheet: the open sheet; tone: calm, move, stop;
    primaryLook: move, ready, wait; a token is empty where its control is not there; sentTokens: commands not
    answered yet; blocked: empty, `starting`, `silent` or `fault`.
    """

    screen: str = ""
    panel: str = ""
    largePanel: bool = False
    boardHidden: bool = False
    rowHeight: int = 50
    footText: str = ""
    footLines: int = 1
    sheet: str = ""
    sheetLeft: bool = False
    prompt: str = ""
    detail: str = ""
    refused: bool = False
    tone: str = "calm"
    primaryText: str = ""
    primarySub: str = ""
    primaryLook: str = "wait"
    primaryToken: str = ""
    undoText: str = ""
    undoToken: str = ""
    irregularityToken: str = ""
    floorToken: str = ""
    floorSub: str = ""
    settingsToken: str = ""
    reliefToken: str = ""
    reliefText: str = ""
    historyToken: str = ""
    devicesToken: str = ""
    setupToken: str = ""
    serviceToken: str = ""
    floorTitle: str = ""
    actCount: int = 0
    inGroup: bool = False
    menuToken: str = ""
    floorDetail: str = ""
    recordText: str = ""
    recordWarn: bool = False
    roomText: str = ""
    readerText: str = ""
    readerWarn: bool = False
    backToken: str = ""
    bankToken: str = ""
    countToken: str = ""
    noBetToken: str = ""
    closeToken: str = ""
    countText: str = ""
    tableName: str = ""
    roundText: str = ""
    dealerText: str = ""
    clockText: str = ""
    journalText: str = ""
    deckLetter: str = ""
    deckBack: str = "unknown"
    deckText: str = ""
    houseBanked: bool = False
    houseHandText: str = ""
    houseTile: bool = False
    houseMove: bool = False
    burnedText: str = ""
    blocked: str = "starting"
    blockedText: str = ""
    blockedDetail: str = ""
    blockedFault: str = ""
    lookedText: str = ""
    meterText: str = ""
    progressiveMark: str = ""
    progressiveText: str = ""
    behindSeat: str = ""
    behindText: str = ""
    behindToken: str = ""
    sentTokens: tuple[str, ...] = ()
    mirrored: bool = False
    theme: str = "day"
    asleep: bool = False
    language: str = "en"


def panel_of(desk: Desk, view: TableView) -> str:
    """Name what the centre shows."""
    if desk.draft is not None:
        return "keypad"
    if view.hold is not None:
        return "hold"
    if view.recovered:
        return "felt"
    if desk.looked is not None and missable(view, desk.looked):
        return "behind"
    if view.stop is not None:
        return "settle"
    if view.prompt.code is PromptCode.OFFER_TO_ALL:
        return "offer_all"
    if view.prompt.code is PromptCode.GAME_OVER:
        return "over"
    panels = {
        Phase.CLOSED: "closed",
        Phase.OFFER: "offer",
        Phase.WAGERS: "summary",
        Phase.HOLE: "deal",
        Phase.SETTLE: "settle",
        Phase.COLLECT: "collect",
    }
    return panels.get(view.phase, "")


def screen_of(view: TableView) -> str:
    """Give the id of the screen in TOUCHSCREEN 6."""
    if view.hold is not None:
        return "D10"
    return "D13" if view.recovered else _SCREENS[view.phase]


def root_shown(desk: Desk, fault: str, step: str) -> TableShown:
    """Draw the root; before the first view there is only the page that names the step of the start."""
    publication, words = desk.publication, desk.words
    shown = TableShown(
        mirrored=desk.mirrored,
        asleep=desk.asleep,
        theme="dim" if desk.asleep else desk.theme,
        language=words.say.language,
    )
    shown = _with_block(shown, desk.blocked(fault), fault or desk.fault, step, words)
    if publication is None:
        return shown
    view = publication.view
    for part in (_with_prompt, _with_controls, _with_centre, _with_behind):
        shown = part(shown, desk, view)
    return _with_status(shown, publication, words)


def labels_of(words: Wording) -> dict[str, str]:
    """Give the fixed words of the screen, such as `button.close`, as QML reads them."""
    return _labels(words.say)


@lru_cache(maxsize=len(LANGUAGES))
def _labels(say: Texts) -> dict[str, str]:
    """Gather them once for each language; a table draws many times a second."""
    return {
        f"{section}_{key}".replace(".", "_"): text
        for section in _LABELS
        for key, text in say.section(section).items()
        if "{" not in text
    }


def _with_block(shown: TableShown, blocked: str, fault: str, step: str, words: Wording) -> TableShown:
    """Say what covers the table: the start, a silent controller, or a fault (TOUCHSCREEN 4, rule 6)."""
    say = words.say
    match blocked:
        case "starting":
            return replace(shown, blocked=blocked, blockedText=say("panel.starting"), blockedDetail=step)
        case "silent":
            text, detail = say("panel.not_answering"), say("panel.not_answering_detail")
        case "fault":
            text, detail = say("panel.fault"), say("panel.fault_detail")
        case _:
            return replace(shown, blocked="")
    return replace(shown, blocked=blocked, blockedText=text, blockedDetail=detail, blockedFault=fault)


def _with_status(shown: TableShown, publication: Publication, words: Wording) -> TableShown:
    view, say = publication.view, words.say
    deck = next((deck for deck in view.decks if deck.letter == view.deck), None)
    deck = deck or next((deck for deck in view.decks if deck.is_due), None)
    low = any(medium.is_low for medium in publication.media)
    return replace(
        shown,
        tableName=publication.table_name,
        roundText=say("status.round", round=view.round) if view.round else say("status.no_round"),
        dealerText=_dealer(publication.dealer, words),
        clockText=hour_text(publication.utc_us, words.zone),
        journalText=say("status.disk_low" if low else "status.record", seq=publication.seq),
        recordText=say("panel.record_failed", copy=copy_text(view.failed_copy, words))
        if view.failed_copy
        else say("panel.record_low" if low else "panel.record_both"),
        recordWarn=view.failed_copy != "" or low,
        roomText=room_text(view, publication.media, words),
        deckLetter=deck.letter if deck is not None else "",
        deckBack=deck.back if deck is not None else "unknown",
        deckText=say(f"colour.{deck.back}") if deck is not None else "",
    )


def _dealer(name: str, words: Wording) -> str:
    """Name the house dealer; a name that already says dealer stands alone."""
    word = words.say("status.dealer", dealer="").strip()
    if name.casefold().startswith(("dealer", word.casefold())):
        return name
    return words.say("status.dealer", dealer=name)


def _with_prompt(shown: TableShown, desk: Desk, view: TableView) -> TableShown:
    said = sentences(_as_typed(desk, view), desk.words.say, desk.words.money)
    primary = view.prompt.primary
    return replace(
        shown,
        prompt=said.prompt,
        detail=desk.refused or _keypad_detail(desk) or said.detail,
        refused=desk.refused != "" or (desk.draft is not None and desk.draft.refused != ""),
        tone=said.tone,
        primaryText=said.primary,
        primarySub=said.primary_sub,
        primaryLook="ready" if said.look == "move" and desk.form is not None else said.look,
        primaryToken=primary.token if primary is not None and primary.enabled else "",
    )


def _as_typed(desk: Desk, view: TableView) -> TableView:
    """Give the view as the next tap would find it: typed wagers entered, and the bank that was typed."""
    if view.prompt.code is PromptCode.OFFER_BANK:
        return replace(view, prompt=replace(view.prompt, amount=desk.bank()))
    return entered(view, desk.draft)


def _keypad_detail(desk: Desk) -> str:
    """Say under an open keypad why it was refused, what it allows, or how it ends (TOUCHSCREEN 8)."""
    draft, words = desk.draft, desk.words
    if draft is None:
        return ""
    if draft.refused:
        return words.say("detail.refused", reason=draft.refused)
    view = desk.view
    limits = limits_text(draft, view, words) if view is not None else ""
    offered = view is not None and view.prompt.code is PromptCode.OFFER_BANK
    ends = words.say("detail.bank_open" if offered else "detail.take_wagers_open")
    return f"{limits}. {ends}" if limits else ends


def _in_use(view: TableView) -> bool:
    """Tell whether the floor may take a deck or device out of use now, or put one back (S5)."""
    return any(one.group is OfferGroup.DEVICES for one in view.prompt.offers)


def _with_controls(shown: TableShown, desk: Desk, view: TableView) -> TableShown:
    prompt = view.prompt
    undo = code_offer(prompt, OfferCode.UNDO)
    report = code_offer(prompt, OfferCode.REPORT_IRREGULARITY)
    settings = view.phase in _SETTINGS_PHASES and view.hold is None
    count = code_offer(prompt, OfferCode.RECORD_COUNT)
    relief = code_offer(prompt, OfferCode.SIGN_ON_DEALER) if settings else None
    draft = desk.draft
    place = desk.place if desk.sheet == "floor" else ""
    return replace(
        shown,
        undoText=undo_text(view, desk.words.say),
        undoToken=undo.token if undo is not None and undo.enabled else "",
        irregularityToken="sheet:irregularity" if report is not None and report.enabled else "",
        floorToken="sheet:floor",
        floorSub=desk.words.say("button.floor_called") if view.floor_called else "",
        floorTitle=group_title(place, desk.words),
        actCount=sum(row.used for row in act_rows(view, place, desk.words)) if desk.sheet == "floor" else 0,
        inGroup=place != "",
        menuToken="sheet:floor:menu" if place else "",
        floorDetail=desk.words.say("panel.floor_detail" if floor_offers(view) else "panel.floor_none"),
        historyToken="sheet:history" if desk.publication and desk.publication.history else "",
        devicesToken="sheet:devices",
        setupToken="sheet:setup",
        serviceToken="sheet:service" if _in_use(view) else "",
        settingsToken="sheet:settings" if settings else "",
        reliefToken=relief.token if relief is not None and relief.enabled else "",
        reliefText=offer_text(relief, view, desk.words.say) if relief is not None else "",
        backToken=f"back:{desk.sheet}" if desk.sheet else "",
        bankToken=f"bank:{prompt.seat}" if prompt.code is PromptCode.OFFER_BANK else "",
        countToken=count.token if count is not None and count.enabled else "",
        closeToken=f"close:{draft.seat}:{draft.bettor}" if draft is not None else "",
        noBetToken=f"nobet:{draft.seat}:{draft.bettor}" if draft is not None else "",
    )


def _with_centre(shown: TableShown, desk: Desk, view: TableView) -> TableShown:
    panel = panel_of(desk, view)
    stop = shown_stop(view, desk.looked) if panel == "settle" else None
    mark, said = stop_progressive(stop, desk.words)
    walk = walk_shape(stop, view, desk.words) if panel == "settle" else WalkShape()
    seat = desk.draft.seat if desk.draft is not None else view.prompt.seat or 0
    shared = panel == "collect" and bool(view.bank.layers)
    return replace(
        shown,
        screen=screen_of(view),
        panel=panel,
        largePanel=panel == "keypad" or walk.large or shared,
        boardHidden=shared or panel in _OVER_BOARD or walk.hides_board,
        rowHeight=walk.row_height,
        footText=walk.foot,
        footLines=walk.foot_lines,
        sheet=desk.sheet,
        sentTokens=tuple(sent.token for sent in desk.sent.values()),
        sheetLeft=seat in {5, 6, 7, 8},
        houseBanked=view.house_banked,
        houseHandText=house_hand_text(view, desk.words),
        houseTile=house_tile(view, panel),
        houseMove=house_moves(view),
        burnedText=desk.words.say("panel.burned", count=view.burned) if view.burned else "",
        countText=desk.count,
        lookedText=desk.words.say("seat.looked", seat=desk.looked) if desk.looked else "",
        meterText=meter_text(view, desk.words),
        progressiveMark=mark,
        progressiveText=said,
    )


def _with_behind(shown: TableShown, desk: Desk, view: TableView) -> TableShown:
    """Head the panel of those behind the tapped seat."""
    if shown.panel != "behind" or desk.looked is None:
        return shown
    return replace(
        shown,
        behindSeat=str(desk.looked),
        behindText=desk.words.say("behind.title", seat=desk.looked),
        behindToken=f"look:{view.round}:{desk.looked}",
    )
