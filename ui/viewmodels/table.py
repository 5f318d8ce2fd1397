"""The root view model: all other models hang on it as constants, and every tap comes through it."""

from collections.abc import Iterator

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QQmlPropertyMap

from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.ids import Token
from controller.engine.preview_types import Effect
from controller.engine.prompt import Offer
from controller.engine.view_types import TableView
from controller.table.envelope import Publication
from ui.desk import Desk
from ui.details import shown_stop
from ui.replay import Replay
from ui.taps import KEYS
from ui.viewmodels.action import (
    Action,
    ActionShown,
    ActionViewModel,
    ChipsModel,
    FieldsModel,
    LettersModel,
    RanksModel,
    SuitsModel,
    ValuesModel,
    action_shown,
)
from ui.viewmodels.base import ViewModel, shows
from ui.viewmodels.behind import BehindModel, behind_rows, nobody_behind
from ui.viewmodels.board import (
    BOARD_CARDS,
    HOUSE_CARDS,
    BoardModel,
    CardRow,
    HouseHandModel,
    board_rows,
    house_rows,
)
from ui.viewmodels.coverage import CoverageShown, CoverageViewModel, coverage_shown
from ui.viewmodels.decks import DeckRow, DecksModel, deck_rows
from ui.viewmodels.devices import DeviceRow, DevicesModel, ReaderState, device_rows, reader_text
from ui.viewmodels.draft import entered
from ui.viewmodels.floor import (
    ACTS,
    ActRow,
    ActsModel,
    FloorShown,
    FloorViewModel,
    act_rows,
    floor_shown,
    reading_shown,
)
from ui.viewmodels.history import LINES as PAST_LINES
from ui.viewmodels.history import (
    LISTED,
    NO_CELLS,
    HistoryCellsModel,
    HistoryLineRow,
    HistoryLinesModel,
    HistoryShown,
    HistoryViewModel,
    Past,
    RoundRow,
    RoundsModel,
    past,
)
from ui.viewmodels.holders import HolderRow, HoldersModel, holder_rows
from ui.viewmodels.lines import LINES, LineRow, LinesModel, line_rows
from ui.viewmodels.offer import OfferShown, OfferViewModel, offer_shown
from ui.viewmodels.opened import NO_HANDS, OpenedModel, opened_rows
from ui.viewmodels.reasons import ReasonsModel, no_reasons, reason_rows
from ui.viewmodels.replay import (
    NO_REPLAY,
    ReplayRowsModel,
    ReplayShown,
    ReplayViewModel,
    replay_rows,
    replay_shown,
)
from ui.viewmodels.returned import with_returns
from ui.viewmodels.root import TableShown, labels_of, panel_of, root_shown
from ui.viewmodels.rotation import (
    NO_ROWS,
    OfferRowsModel,
    RotationShown,
    RotationViewModel,
    offer_rows,
    rotation_shown,
)
from ui.viewmodels.seats import SeatRow, SeatsModel, empty_rows, seat_rows
from ui.viewmodels.settlement import BettorsModel, CellsModel, bettor_rows, cell_rows, no_bettors, no_cells
from ui.viewmodels.setup import NO_SETUP, SetupModel, setup_rows
from ui.viewmodels.share import MOST_PARTS
from ui.viewmodels.tokens import OF_THE_BAR, in_layer, tokens_in
from ui.viewmodels.wager_panel import WagerPanelShown, WagerPanelViewModel, wager_panel_shown


def _constant(name: str) -> Property:
    """Make a property that always gives the same sub-model; Python owns it, QML only reads it."""

    def get(root: QObject) -> QObject:
        model: QObject = getattr(root, f"_{name}")
        return model

    return Property(QObject, get, constant=True)


@shows(TableShown)
class _Root(ViewModel[TableShown]):
    """Show the root's own properties."""


class TableViewModel(_Root):
    """Show the whole table; lives on the Qt main thread.

    Slots take what a control copied at its press: intent, argument, token, press number. Signal
    `pressChanged()` says that a press number was taken.
    """

    pressChanged = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(TableShown(), parent)
        self._desk = desk
        self._step = ""
        self._fault = ""
        self._said = ""
        self._reader: ReaderState | None = None
        self._labels = QQmlPropertyMap.create(self)
        self._seats = SeatsModel(empty_rows(), self)
        self._board = BoardModel((CardRow(),) * BOARD_CARDS, self)
        self._house = HouseHandModel((CardRow(),) * HOUSE_CARDS, self)
        self._bettors = BettorsModel(no_bettors(), self)
        self._cells = CellsModel(no_cells(), self)
        self._holders = HoldersModel((HolderRow(),) * MOST_PARTS, self)
        self._behind = BehindModel(nobody_behind(), self)
        self._coverage = CoverageViewModel(CoverageShown(), self)
        self._wagers = WagerPanelViewModel(WagerPanelShown(), self)
        self._offer = OfferViewModel(OfferShown(), self)
        self._decks = DecksModel((DeckRow(),) * 2, self)
        self._devices = DevicesModel((DeviceRow(),) * 2, self)
        self._reasons = ReasonsModel(no_reasons(), self)
        self._acts = ActsModel((ActRow(),) * ACTS, self)
        self._floor = FloorViewModel(FloorShown(), self)
        nothing = Action()
        self._action = ActionViewModel(ActionShown(), self)
        self._fields = FieldsModel(nothing.fields, self)
        self._values = ValuesModel(nothing.values, self)
        self._ranks = RanksModel(nothing.ranks, self)
        self._suits = SuitsModel(nothing.suits, self)
        self._chips = ChipsModel(nothing.chips, self)
        self._letters = LettersModel(nothing.letters, self)
        self._history = HistoryViewModel(HistoryShown(), self)
        self._rounds = RoundsModel((RoundRow(),) * LISTED, self)
        self._pastLines = HistoryLinesModel((HistoryLineRow(),) * PAST_LINES, self)
        self._pastCells = HistoryCellsModel(NO_CELLS, self)
        self._setup = SetupModel(NO_SETUP, self)
        self._opened = OpenedModel(NO_HANDS, self)
        self._lines = LinesModel((LineRow(),) * LINES, self)
        self._rotation = RotationViewModel(RotationShown(), self)
        self._offerRows = OfferRowsModel(NO_ROWS, self)
        self._replay = ReplayViewModel(ReplayShown(), self)
        self._replayRows = ReplayRowsModel(NO_REPLAY, self)
        self.draw()

    def render(self, publication: Publication) -> None:
        """Take what the table published and show it; the only way anything new appears."""
        self._desk.take(publication)
        self.draw()

    def starting(self, step: str) -> None:
        """Name the step of the start on the one static page, by its id or in words (TOUCHSCREEN 13)."""
        say = self._desk.words.say
        self._step = say(f"step.{step}") if f"step.{step}" in say else step
        self.draw()

    def fail(self, fault: str) -> None:
        """Show the fault page; nothing can be tapped any more."""
        self._fault = fault
        self.draw()

    def tick(self) -> None:
        """Look at the clock: the table may have fallen silent, an approval may have lapsed."""
        changed = self._desk.replay.hear() | self._desk.lapse()
        if (
            changed
            or self._desk.asleep != self.shown.asleep
            or self._desk.blocked(self._fault) != self.shown.blocked
        ):
            self.draw()

    def badge(self, code: str) -> None:
        """Take a badge that a reader read; it counts while an approval is asked."""
        self._desk.show_badge(code)
        self.draw()

    def reader(self, state: ReaderState) -> None:
        """Take how the badge reader is, and show it where that changed (S5)."""
        if state != self._reader:
            self._reader = state
            self.draw()

    def draw(self) -> None:
        """Show everything that the desk knows now."""
        desk, view = self._desk, self._desk.view
        self._speak()
        if view is not None:
            self._draw_table(view)
        shown = root_shown(desk, self._fault, self._step)
        told = reader_text(self._reader, desk.words)
        warns = self._reader is not None and not self._reader.is_there
        self.show(replace(shown, readerText=told, readerWarn=warns))
        desk.guard.show(self._live_tokens())

    @Slot(str)
    def touch(self, token: str) -> None:
        """Note that a finger went down; `press` then names this press."""
        self._desk.press(token)
        self.pressChanged.emit()

    @Slot(str, str, str, int)
    def tap(self, intent: str, arg: str, token: str, press: int) -> None:
        """Act on a finger that went up where it went down."""
        if self.shown.blocked:
            return
        self._desk.tap(intent, arg, token, press)
        self.draw()

    @Slot(int)
    def forget(self, press: int) -> None:
        """Drop a press that slid off or was cancelled."""
        self._desk.guard.forget(press)

    @Slot()
    def drawn(self) -> None:
        """Note that a frame is on the glass."""
        self._desk.guard.drawn()

    def seat_rows(self) -> tuple[SeatRow, ...]:
        """Give the tiles as they are shown, for the keyboard."""
        return self._seats.shown

    def _press_number(self) -> int:
        return self._desk.guard.next_press - 1

    def _speak(self) -> None:
        """Put the fixed words of the language into the map that QML reads, when it changed.

        As a map property each of the hundreds of bindings would copy all words to read one.
        """
        words = self._desk.words
        if self._said == words.say.language:
            return
        self._said = words.say.language
        for name, text in labels_of(words).items():
            self._labels.insert(name, text)

    def _draw_table(self, view: TableView) -> None:
        desk, words = self._desk, self._desk.words
        self._seats.show(with_returns(seat_rows(view, desk.draft, words), view, desk.history, words))
        self._board.show(board_rows(view, words))
        self._house.show(house_rows(view, words))
        stop = shown_stop(view, desk.looked)
        self._bettors.show(bettor_rows(stop, words) if stop is not None else no_bettors())
        self._cells.show(cell_rows(stop, words) if stop is not None else no_cells())
        self._holders.show(holder_rows(view, words))
        self._behind.show(behind_rows(view, desk.looked, words) if desk.looked else nobody_behind())
        self._coverage.show(coverage_shown(view, words))
        self._wagers.show(wager_panel_shown(view, desk.draft, words, back_line=desk.options.back_line))
        self._offer.show(offer_shown(view, desk.bank(), words))
        self._decks.show(deck_rows(view, words))
        faults = desk.publication.faults if desk.publication is not None else ()
        self._devices.show(device_rows(view, words, faults))
        self._lines.show(line_rows(entered(view, desk.draft), panel_of(desk, view), words))
        self._draw_sheets(view)

    def _draw_sheets(self, view: TableView) -> None:
        desk, words = self._desk, self._desk.words
        open_reasons = desk.sheet == "irregularity"
        self._reasons.show(reason_rows(view, words) if open_reasons else no_reasons())
        acts = act_rows(view, desk.place, words, reads=desk.reads) if desk.sheet == "floor" else ()
        self._acts.show(acts or (ActRow(),) * ACTS)
        form, entry = desk.form if desk.sheet == "action" else None, desk.entry
        ready = form if form is not None and form.complete else None
        effect = self._effect(ready.offer, ready.command) if ready is not None else None
        self._draw_action(action_shown(view, form, effect, words))
        offer = view.prompt.offer(Token(entry.token)) if entry is not None else None
        if entry is not None and offer is not None:
            told = self._effect(offer, entry.command) if entry.command is not None else None
            self._floor.show(floor_shown(view, offer, entry, told, words))
        else:
            self._floor.show(FloorShown() if entry is None else reading_shown(entry, words))
        self._setup.show(setup_rows(view, words) if desk.sheet == "setup" else NO_SETUP)
        self._opened.show(opened_rows(view, words) if desk.sheet == "opened" else NO_HANDS)
        lines = desk.publication.offers if desk.publication is not None and desk.sheet == "offers" else ()
        self._rotation.show(rotation_shown(view, lines, desk.place, words))
        self._offerRows.show(offer_rows(lines, desk.place, words))
        self._draw_replay(desk.replay if desk.sheet == "replay" else None)
        self._draw_past(Past() if desk.sheet != "history" else past(desk.history, desk.place, words))

    def _draw_replay(self, replay: Replay | None) -> None:
        words, history = self._desk.words, self._desk.history
        newest = history[0].number if history else 0
        self._replay.show(replay_shown(replay, newest, words) if replay else ReplayShown())
        self._replayRows.show(replay_rows(replay, words) if replay else NO_REPLAY)

    def _effect(self, offer: Offer, command: Ask) -> Effect | None:
        """Give what a command would do, as the table judges it now (S0)."""
        published = self._desk.publication
        return self._desk.previews.effect(offer, command, published.seq if published is not None else 0)

    def _draw_action(self, drawn: Action) -> None:
        self._action.show(drawn.head)
        self._fields.show(drawn.fields)
        self._values.show(drawn.values)
        self._ranks.show(drawn.ranks)
        self._suits.show(drawn.suits)
        self._chips.show(drawn.chips)
        self._letters.show(drawn.letters)

    def _draw_past(self, drawn: Past) -> None:
        self._history.show(drawn.head)
        self._rounds.show(drawn.rounds)
        self._pastLines.show(drawn.lines)
        self._pastCells.show(drawn.cells)

    def _live_tokens(self) -> Iterator[tuple[str, str]]:
        """Collect the tokens that controls carry now, from the values that are shown, each with its layer.

        What lies over the table, and which panel is in its middle, decides what a finger can hit there.
        """
        shown = self.shown
        table = f"{shown.blocked}:{shown.asleep}:{shown.sheet}"
        panel = f"{table}:{shown.panel}"
        seats = panel if shown.panel == "closed" else table
        yield KEYS, table if shown.sheet else panel
        for name, token in tokens_in(shown):
            yield token, table if name in OF_THE_BAR else panel
        for value in (self._offer.shown, self._wagers.shown):
            yield from in_layer(value, panel)
        sheets = (self._floor.shown, self._history.shown, self._action.shown, self._rotation.shown)
        yield from in_layer(self._replay.shown, table)
        for sheet in sheets:
            yield from in_layer(sheet, table)
        for rows, layer in (
            (self._seats, seats),
            (self._behind, panel),
            (self._reasons, table),
            (self._acts, table),
            (self._rounds, table),
            (self._devices, table),
        ):
            for row in rows.shown:
                yield from in_layer(row, layer)

    press = Property(int, _press_number, notify=pressChanged)
    labels = _constant("labels")
    seats = _constant("seats")
    board = _constant("board")
    house = _constant("house")
    bettors = _constant("bettors")
    cells = _constant("cells")
    behind = _constant("behind")
    holders = _constant("holders")
    coverage = _constant("coverage")
    wagers = _constant("wagers")
    offer = _constant("offer")
    decks = _constant("decks")
    devices = _constant("devices")
    reasons = _constant("reasons")
    acts = _constant("acts")
    floor = _constant("floor")
    action = _constant("action")
    fields = _constant("fields")
    values = _constant("values")
    ranks = _constant("ranks")
    suits = _constant("suits")
    chips = _constant("chips")
    letters = _constant("letters")
    lines = _constant("lines")
    setup = _constant("setup")
    opened = _constant("opened")
    rotation = _constant("rotation")
    offerRows = _constant("offerRows")
    replay = _constant("replay")
    replayRows = _constant("replayRows")
    history = _constant("history")
    rounds = _constant("rounds")
    pastLines = _constant("pastLines")
    pastCells = _constant("pastCells")
