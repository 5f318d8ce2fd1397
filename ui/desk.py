"""What the screen knows beside the view: the open keypad or sheet, and the taps on their way (no Qt here).

The desk turns a tap into at most one command of an offer that the guide made (TOUCHSCREEN 4). It decides
nothing about the game; what it may not send, the table refuses anyway.
"""

from controller.engine.commands import Ask
from controller.engine.copying import replace
from controller.engine.ids import CommandId, SeatNo, Token
from controller.engine.money import Cents
from controller.engine.prompt import Offer, OfferCode, PromptCode
from controller.engine.refusals import RefusalCode, Refused
from controller.engine.state import Phase
from controller.engine.view_types import TableView
from controller.table.envelope import Credential, Outcome, Publication
from ui.fills import filled, meaning
from ui.forms import FORM_KEYS, Form, kept, open_form, takes_form
from ui.options import ScreenOptions, Wording, under, wording_of
from ui.post import Post, Sent, Submit
from ui.previews import Previews
from ui.refusals import KEEPS_FIRST, about_a_person, reason_text
from ui.replay import Reader, Reading
from ui.sheets import is_gone, looked_enough, sheet_after
from ui.taps import UNGUARDED, Clock, TapGuard
from ui.viewmodels.behind import missable
from ui.viewmodels.draft import (
    DRAFT_KEYS,
    FELT_FIRST,
    Draft,
    Field,
    code_offer,
    draft_command,
    fresh_draft,
    may_draft,
    open_draft,
    open_offer_draft,
    proposed_bank,
    removal,
    seat_offer,
)
from ui.viewmodels.floor import ApprovalEntry

VIEW_S, SLEEP_S = 3.0, 300.0
COUNT_DIGITS = 3


class Desk(Reading):
    """Hold the dealer's side of the screen; Qt main thread only.

    view: the last one published; draft: the open keypad; sheet: the open sheet's name; entry: the approval
    being typed; form: the open fields being filled; looked: a settled seat shown again; refused: the last
    refusal as a sentence; place: round and page that D11 shows, or the floor menu's group; empty: the first.
    """

    def __init__(
        self, options: ScreenOptions, submit: Submit, clock: Clock, reader: Reader | None = None
    ) -> None:
        super().__init__(reader)
        self.options = options
        self.words: Wording = wording_of(options, options.language)
        self.guard = TapGuard(clock)
        self.publication: Publication | None = None
        self.draft: Draft | None = None
        self.sheet = ""
        self.entry: ApprovalEntry | None = None
        self.form: Form | None = None
        self.looked: SeatNo | None = None
        self.refused = ""
        self.count = ""
        self.place = ""
        self.theme = options.theme
        self.mirrored = options.mirrored
        self._bank: tuple[SeatNo, Cents] | None = None
        self._after: tuple[str, str] | None = None
        self.previews = Previews(options, submit)
        self._post = Post(options, submit, clock)
        self._clock = clock
        self._heard_at = clock()
        self._touched_at = clock()
        self._press = 0

    @property
    def view(self) -> TableView | None:
        """Give the last view, None before the first."""
        return self.publication.view if self.publication is not None else None

    @property
    def sent(self) -> dict[CommandId, Sent]:
        """Give the commands without an answer yet."""
        return self._post.sent

    @property
    def fault(self) -> str:
        """Give why the table thread stopped, empty while it runs."""
        return self.publication.fault if self.publication is not None else ""

    def bank(self, offer: Offer | None = None) -> Cents:
        """Give the wager that an acceptance would post: typed, else proposed."""
        assert self.view is not None
        prompt = self.view.prompt
        if self.draft is not None and self.draft.field is Field.BANK:
            return self.draft.now.bank
        if self._bank is not None and self._bank[0] == prompt.seat:
            return self._bank[1]
        return proposed_bank(prompt, offer)

    def take(self, publication: Publication) -> None:
        """Take what the table published; answers first, then what the new view leaves open."""
        self._heard_at = self._clock()
        before, self.publication = self.view, publication
        self.words = under(self.words, publication)
        if before is not None and meaning(before) != meaning(publication.view):
            self.refused = ""
        self.previews.hear(publication.effects)
        for outcome in publication.outcomes:
            self._answer(outcome)
        self._settle_down(publication.view)

    def silent(self) -> bool:
        """Tell whether the table thread has stopped answering: 1 s for a command, 3 s for any view."""
        unheard = self._clock() - self._heard_at >= VIEW_S
        return self.publication is not None and (unheard or self._post.late())

    @property
    def asleep(self) -> bool:
        """Tell whether the closed table has dimmed by itself; an open one never does (P8)."""
        closed = self.view is not None and self.view.phase is Phase.CLOSED and not self.sheet
        return closed and self._clock() - self._touched_at >= SLEEP_S

    def lapse(self) -> bool:
        """Close an approval untouched or waiting for 60 s, or what a badge opened; tell whether one was."""
        if looked_enough(self.sheet, self._clock() - self._touched_at):
            self._close_sheet()
            return True
        if self.entry is None or not self.entry.lapsed(self._clock(), self._touched_at):
            return False
        self._close_sheet()
        self.refused = self.words.say("approve.lapsed")
        return True

    def press(self, token: str) -> None:
        """Note a finger going down."""
        self.guard.press(token)

    def tap(self, intent: str, arg: str, token: str, press: int) -> None:
        """Act on a release with what was copied at its press; anything stale does nothing."""
        heard = self.guard.release(press, token, is_key=intent in UNGUARDED | FORM_KEYS)
        if self.view is None or not (heard or intent == "wake"):
            return
        self._press = press
        self._touched_at = self._clock()
        if intent in FORM_KEYS:
            self._tap_form(intent, arg, token)
            return
        if intent in DRAFT_KEYS:
            if not self._post.waits("sit"):
                self.draft = self.draft and self.draft.key(intent, arg, self.words.chips)
            return
        handler = getattr(self, f"_tap_{intent}", None)
        if handler is not None:
            handler(arg, token)

    def blocked(self, fault: str) -> str:
        """Tell which local page covers the table: starting, silent, fault, or none."""
        if fault or self.fault:
            return "fault"
        if self.publication is None:
            return "starting"
        return "silent" if self.silent() else ""

    def _tap_offer(self, _arg: str, token: str) -> None:
        view = self._view()
        offer = view.prompt.offer(Token(token))
        if offer is None or not offer.enabled or self._post.has(token):
            return
        if takes_form(offer):
            self.sheet, self.form = "action", open_form(offer)
        elif offer.code in FELT_FIRST and self.draft is not None and self.draft.is_dirty:
            self._commit((offer.code, str(offer.seat or "")))
        elif offer.needs is not None:
            self.sheet, self.entry = "approve", ApprovalEntry(token=offer.token, command=offer.command)
        elif offer.code is OfferCode.RECORD_COUNT and not self.count:
            self.sheet = "count"
        else:
            self._send(
                offer,
                filled(offer, self.bank, self.count),
                "sit" if offer.code is OfferCode.SEAT_PLAYER else "offer",
            )
            self._leave_after(offer)

    def _leave_after(self, offer: Offer) -> None:
        """Close what the command has made an end of."""
        if self.sheet and offer.code is not OfferCode.RETEST_DEVICE:
            self._close_sheet()
        if self.draft is not None and (
            offer.seat == self.draft.seat or offer.code is OfferCode.CLOSE_BETTING
        ):
            self.draft = None

    def _tap_form(self, intent: str, arg: str, token: str) -> None:
        """Edit the draft of a form; a key of another form or field is none of its keys."""
        if self.form is not None and self.form.key_token == token and not self._post.waits("form"):
            self.form = self.form.key(intent, arg, self.words.chips)

    def _tap_apply(self, _arg: str, token: str) -> None:
        """Make the form its one command: at once, or after the approval it needs."""
        form = self.form
        if form is None or form.apply_token != token or self._post.waits("form"):
            return
        if form.offer.needs is not None:
            self.sheet, self.entry = "approve", ApprovalEntry(token=form.offer.token, command=form.command)
        else:
            self._send(form.offer, form.command, "form")

    def _tap_tile(self, arg: str, _token: str) -> None:
        if self.draft is None or self.draft.seat != int(arg):
            self._switch("tile", arg)

    def _tap_wake(self, _arg: str, _token: str) -> None:
        """Do nothing: the touch that wakes the screen is only noted (P8)."""

    def _tap_bank(self, _arg: str, _token: str) -> None:
        self.draft = open_offer_draft(self._view(), self.bank())

    def _tap_close(self, _arg: str, _token: str) -> None:
        self._switch("", "")

    def _tap_tab(self, arg: str, _token: str) -> None:
        if self.draft is not None:
            self._switch("tab", arg)

    def _switch(self, kind: str, arg: str) -> None:
        """Enter what was typed, if anything, and then go on."""
        self._after = (kind, arg)
        if self.draft is not None and self.draft.is_dirty:
            self._commit(self._after)
        else:
            self._go_on()

    def _tap_nobet(self, _arg: str, _token: str) -> None:
        if self.draft is None:
            return
        offer = removal(self.draft, self._view().prompt)
        if offer is not None and not self._post.has(offer.token):
            self._send(offer, offer.command, "offer")
            self.draft = None

    def _tap_look(self, arg: str, _token: str) -> None:
        seat = SeatNo(int(arg))
        self.looked = None if self.looked == seat else seat

    def _tap_sheet(self, arg: str, _token: str) -> None:
        self.sheet, _, self.place = arg.partition(":")

    def _tap_round(self, arg: str, _token: str) -> None:
        self.place = arg

    _tap_group = _tap_round

    def _tap_back(self, _arg: str, _token: str) -> None:
        self._close_sheet()

    def _tap_setting(self, arg: str, _token: str) -> None:
        name, _, value = arg.partition(":")
        match name:
            case "theme":
                self.theme = value
            case "hand":
                self.mirrored = value == "left"
            case "language":
                self.words = under(wording_of(self.options, value), self.publication)
            case _:
                raise ValueError(f"setting {name!r}; allowed: theme, hand, language")

    def _tap_count(self, arg: str, _token: str) -> None:
        self.count = (self.count + arg)[:COUNT_DIGITS]

    def _tap_uncount(self, _arg: str, _token: str) -> None:
        self.count = self.count[:-1]

    def _tap_confirm(self, _arg: str, _token: str) -> None:
        """Go from the badge to the PIN, or send the command with both."""
        entry = self.entry
        if entry is None or entry.sent:
            return
        offer = self._view().prompt.offer(Token(entry.token))
        credential = entry.credential
        if not entry.at_pin and entry.badge:
            self.entry = replace(entry, at_pin=True)
        elif credential is not None and (offer is not None or entry.command is None):
            self.entry = replace(entry, sent=True, refused="")
            if offer is not None and entry.command is not None:
                self._send(offer, entry.command, "approval", credential)
            elif (full := self._admission(credential)) is not None:
                self._answer(full)

    def _commit(self, after: tuple[str, str]) -> None:
        """Make the draft one command now, and go on as `after` says once it is accepted."""
        assert self.draft is not None
        is_offer = self.draft.field is Field.BANK and self._view().prompt.code is PromptCode.OFFER_BANK
        made = None if is_offer else draft_command(self.draft, self._view().prompt)
        self._after = after
        if made is not None:
            self._send(*made, "draft")
            return
        if self.draft.field is Field.BANK:
            self._bank = (self.draft.seat, self.draft.now.bank)
        self._go_on()

    def _go_on(self) -> None:
        """Do what the tap that ended the draft was for."""
        kind, arg = self._after or ("", "")
        draft, self.draft, self._after = self.draft, None, None
        view = self._view()
        if kind == "tile":
            self.draft = open_draft(view, SeatNo(int(arg)))
        elif kind == "tab" and draft is not None:
            self.draft = open_draft(view, draft.seat, int(arg))
        elif kind in {OfferCode.CLOSE_BETTING, OfferCode.SEAT_PLAYER}:
            of_seat = seat_offer(view.prompt, OfferCode.SEAT_PLAYER, int(arg)) if arg else None
            offer = of_seat or code_offer(view.prompt, OfferCode.CLOSE_BETTING)
            if offer is not None and offer.code == kind and offer.enabled:
                self._send(offer, offer.command, "sit" if arg else "offer")

    def _send(self, offer: Offer, command: Ask, kind: str, credential: Credential | None = None) -> None:
        self.refused = ""
        full = self._post.send(offer, command, press=self._press, kind=kind, credential=credential)
        if full is not None:
            refused = Refused(code=RefusalCode.QUEUE_FULL)
            self._answer(Outcome(command_id=full, seq=0, refused=refused))

    def _answer(self, outcome: Outcome) -> None:
        sent = self.sent.pop(outcome.command_id, None)
        if sent is None:
            return
        refused, words = outcome.refused, self.words
        reason = reason_text(refused, words.say, words.money) if refused is not None else ""
        match sent.kind:
            case "draft" if reason:
                self._after = None
                self.draft = replace(self.draft, refused=reason) if self.draft is not None else None
            case "draft":
                self._go_on()
            case "sit" if not reason and sent.seat is not None:
                self.draft = open_draft(self._view(), sent.seat) or self.draft
            case "approval" if refused is not None and refused.code is RefusalCode.NEEDS_SECOND:
                self.entry = self.entry and self.entry.asks_second(self._clock(), reason)
            case "form" | "approval" if reason and self.form and not about_a_person(refused):
                self.sheet, self.entry = "action", None
                self.form = replace(self.form, refused=reason)
            case "approval" if reason:
                first = refused is not None and refused.code in KEEPS_FIRST
                self.entry = self.entry and self.entry.again(reason, keeps_first=first)
            case "form" | "approval":
                following = sheet_after(self.entry)
                self._close_sheet()
                self.sheet = following
                if following == "replay" and self.history:
                    self.replay.choose(self.history[0].number)
            case _:
                self.refused = self.words.say("detail.refused", reason=reason) if reason else ""

    def _settle_down(self, view: TableView) -> None:
        """Drop what the new view has no place for."""
        if self.draft is not None and not may_draft(view, self.draft):
            self.draft = self._after = None
        elif self.draft is not None and not self._post.waits("draft"):
            self.draft = fresh_draft(view, self.draft)
        entry = self.entry
        if entry is not None and entry.command is not None and view.prompt.offer(Token(entry.token)) is None:
            self._close_sheet()
        if self.form is not None:
            self.form = kept(self.form, view.prompt.offer(self.form.offer.token))
        if self.sheet == "action" and self.form is None:
            self._close_sheet()
        if is_gone(self.sheet, view):
            self._close_sheet()
        looked = self.looked
        if looked is not None and not (view.seats[looked - 1].is_settled or missable(view, looked)):
            self.looked = None

    def _close_sheet(self) -> None:
        self.sheet, self.entry, self.form, self.count = "", None, None, ""
        self.replay.close()

    def _view(self) -> TableView:
        assert self.view is not None, "a tap is heard only after the first view"
        return self.view
