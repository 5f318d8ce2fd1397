"""Work the screen as a dealer does, by real taps: for `demo --headless` and the tests of whole rounds.

Nothing here knows a shortcut: each act finds the control on the glass and presses and releases it.
"""

from dataclasses import dataclass, field

from controller.engine.choices import proposed
from controller.engine.commands import PlaceWager, RecordCount
from controller.engine.copying import replace
from controller.engine.ids import SeatNo
from controller.engine.money import Cents
from controller.engine.prompt import Choice, ChoiceKind, Offer, OfferCode, Prompt, Value
from controller.table.envelope import Credential
from ui.app import TouchscreenApp
from ui.forms import takes_form
from ui.viewmodels.draft import Field


class ControlMissing(LookupError):
    """Report a control that should be on the screen and is not.

    intent, arg, screen: what was looked for, and on which screen.
    """

    def __init__(self, intent: str, arg: str, screen: str) -> None:
        self.intent = intent
        self.arg = arg
        self.screen = screen
        super().__init__(f"screen {screen} has no live control {intent!r} with argument {arg!r}")


@dataclass(slots=True, kw_only=True)
class Fingers:
    """Tap for the dealer; main thread only.

    taps: how many were made so far; silent: checks, which no finger makes: the street's end makes them.
    """

    app: TouchscreenApp
    taps: int = 0
    silent: set[str] = field(default_factory=set)

    def take(
        self, offer: Offer, credential: Credential | None = None, second: Credential | None = None
    ) -> None:
        """Tap an offer where it stands; one that needs a supervisor also gets badge and PIN, dual ones two.

        A check is only remembered: ask `left` who is still to be asked.
        """
        if offer.code is OfferCode.CHECK:
            self.silent.add(offer.token)
            return
        try:
            self._take(offer, credential, second)
        except ControlMissing:
            if self._stands(offer):
                raise
        self.answered()

    def _take(self, offer: Offer, credential: Credential | None, second: Credential | None) -> None:
        if self.app.find("offer", token=offer.token) is None and _in_menu(offer):
            self._open_menu(offer)
        if offer.code is OfferCode.NO_PLAY and self.app.find("offer", token=offer.token) is None:
            self.tap("look", str(offer.seat))
        self.tap("offer", token=offer.token)
        if takes_form(offer):
            self._fill(offer)
        if isinstance(offer.command, RecordCount):
            for digit in str(offer.command.count):
                self.tap("count", digit)
            self.tap("offer", token=offer.token)
        if offer.needs is not None:
            assert credential is not None, "an offer that needs a role needs a credential"
            self.approve(credential)
            if offer.needs.dual:
                assert second is not None, "dual control takes a second credential"
                self.answered()
                self.approve(second)

    def _open_menu(self, offer: Offer) -> None:
        """Open the floor's menu, and in it the group and the page where the offer stands."""
        self.tap("sheet", "floor")
        if offer.group is None or self.app.find("offer", token=offer.token) is not None:
            return
        self.tap("group", offer.group.value)
        while self.app.find("offer", token=offer.token) is None:
            self.tap("group")

    def _fill(self, offer: Offer) -> None:
        """Bring each open field to what the offer's command holds, then apply."""
        for choice in offer.choices:
            wanted = proposed(offer, choice.field)
            form = self.app.desk.form
            if form is None or form.value_of(choice.field) == wanted:
                continue
            self.tap("form_field", choice.field.value)
            self._put(choice, wanted)
        self.tap("apply")

    def _put(self, choice: Choice, wanted: Value) -> None:
        """Tap the keys of one field."""
        if wanted is None:
            self.tap("form_clear")
            return
        match choice.kind:
            case ChoiceKind.PICK | ChoiceKind.TEXT if wanted in choice.values:
                self._turn_to("form_pick", str(choice.values.index(wanted)))
            case ChoiceKind.CENTS:
                self.tap("form_clear")
                self._chips("form_chip", int(wanted))
            case ChoiceKind.COUNT:
                self._each("form_digit", str(wanted))
            case ChoiceKind.CARD:
                self.tap("form_suit", str(wanted)[1])
                self.tap("form_rank", str(wanted)[0])
            case _:
                self.tap("form_write")
                self._each("form_letter", str(wanted))
                self.tap("form_write")

    def _turn_to(self, intent: str, arg: str) -> None:
        """Turn the pages of a list until a key is there, then tap it."""
        while self.app.find(intent, arg) is None:
            self.tap("form_page")
        self.tap(intent, arg)

    def _each(self, intent: str, keys: str) -> None:
        for key in keys:
            self.tap(intent, key)

    def _stands(self, offer: Offer) -> bool:
        """Tell whether the table still offers this; devices may have moved it on under the finger."""
        view = self.app.desk.view
        return view is not None and view.prompt.offer(offer.token) is not None

    def left(self, prompt: Prompt) -> Prompt:
        """Give the prompt without the seats that have checked by saying nothing (TOUCHSCREEN 5)."""
        silent = {offer.seat for offer in prompt.offers if offer.token in self.silent}
        return replace(prompt, open_seats=tuple(seat for seat in prompt.open_seats if seat not in silent))

    def approve(self, credential: Credential) -> None:
        """Show the badge to the reader, or type a badge of digits, then type the PIN."""
        if credential.badge.isdigit():
            self._digits(credential.badge)
        else:
            self.app.badge(credential.badge)
            self.app.process()
        self._digits(credential.pin)

    def wager(self, wager: PlaceWager) -> None:
        """Bring a bettor's amounts to those given, by chips; what stands already costs no tap."""
        view = self.app.desk.view
        assert view is not None
        standing = next(
            (one for one in view.seats[wager.seat - 1].bettors if one.number == wager.bettor), None
        )
        if (
            standing is not None
            and standing.is_in
            and _same(wager, standing.ante, standing.trips, standing.bad_beat)
        ):
            return
        self._open(wager.seat)
        if wager.bettor:
            self.tap("tab", str(wager.bettor))
        self._amount(Field.ANTE, wager.ante)
        self._amount(Field.TRIPS, wager.trips)
        self._amount(Field.BAD_BEAT, wager.bad_beat)
        self.tap("close")
        self.answered()

    def bank(self, seat: SeatNo, amount: Cents) -> None:
        """Bring the bank to an amount: in the offer by its key, before the deal on the banker's tile."""
        if self.app.find("bank") is not None:
            self.tap("bank")
        else:
            self._open(seat)
        self._amount(Field.BANK, amount)
        self.tap("close")
        self.answered()

    def tap(self, intent: str, arg: str | None = None, token: str | None = None) -> None:
        """Find a live control and tap it; raise ControlMissing where there is none."""
        self.app.wait_for(lambda: self.app.find(intent, arg, token) is not None, 1.0)
        item = self.app.find(intent, arg, token)
        if item is None:
            raise ControlMissing(intent, arg or token or "", self.app.table.shown.screen)
        self.app.tap(item)
        self.taps += 1

    def answered(self) -> None:
        """Wait until every command that was sent has its answer."""
        self.app.wait_for(lambda: not self.app.desk.sent)

    def _open(self, seat: SeatNo) -> None:
        draft = self.app.desk.draft
        if draft is None or draft.seat != seat:
            self.tap("tile", str(seat))
            self.app.wait_for(lambda: self.app.desk.draft is not None, 1.0)

    def _amount(self, field: Field, cents: Cents) -> None:
        """Clear a field that holds another amount, then add chips, largest first."""
        draft = self.app.desk.draft
        assert draft is not None
        if draft.now.of(field) == cents:
            return
        self.tap("field", field)
        if draft.now.of(field):
            self.tap("clear")
        self._chips("chip", cents)

    def _chips(self, intent: str, cents: Cents) -> None:
        for place, chip in sorted(enumerate(self.app.options.chips), key=_value, reverse=True):
            count, cents = divmod(cents, chip)
            for _ in range(count):
                self.tap(intent, str(place))
        if cents:
            raise ValueError(
                f"{cents} cents are left; allowed: amounts of whole chips {self.app.options.chips}"
            )

    def _digits(self, digits: str) -> None:
        for digit in digits:
            self.tap("digit", digit)
        self.tap("confirm")


def _in_menu(offer: Offer) -> bool:
    """Tell whether an offer may stand in the floor's menu."""
    return offer.needs is not None or offer.group is not None


def _value(chip: tuple[int, Cents]) -> Cents:
    return chip[1]


def _same(wager: PlaceWager, ante: Cents, trips: Cents, bad_beat: Cents) -> bool:
    return (wager.ante, wager.trips, wager.bad_beat) == (ante, trips, bad_beat)
