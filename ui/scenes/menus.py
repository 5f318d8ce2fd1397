"""Scenes of the floor's menu: rulings, corrections, devices, the tray, slips, seats (G9, G11, S1 to S7)."""

from controller.engine.actors import Role
from controller.engine.choices import card, cents, count, pick, reason_choice, words
from controller.engine.commands import AcceptNumbering, CallFloor, ReleaseDevice, VoidRound
from controller.engine.copying import replace
from controller.engine.house import Moment
from controller.engine.ids import SeatNo
from controller.engine.life_commands import (
    BuyIn,
    CountDrop,
    CountTray,
    CreditTray,
    FillTray,
    MarkAway,
    MoveSeat,
    SignOnDealer,
    VoidSlip,
)
from controller.engine.prompt import Choice, Offer, OfferCode, OfferGroup, OpenField
from controller.engine.ruleset_policy import Irregular, Ruling
from controller.engine.ruling_commands import QuarantineDeck, RestoreDevice, Rule, SuspendDevice
from controller.engine.state import HoldCode
from controller.engine.view_types import DeviceLook, TableView
from ui.scenes import samples as s
from ui.scenes.around import closed, hold, wagers
from ui.scenes.machines import tests
from ui.scenes.settling import settle

CHIPS = (OpenField.CHIPS_1, OpenField.CHIPS_2, OpenField.CHIPS_3, OpenField.CHIPS_4, OpenField.CHIPS_5)
COUNTED = (*(count(field, 0, 100_000) for field in CHIPS), cents(OpenField.OTHER, 0, None))
SEATED = tuple(SeatNo(n) for n in (1, 2, 3, 4, 5, 6, 8))
REPORTED = (
    (Irregular.I8, Ruling.VOID),
    (Irregular.I8, Ruling.READ_AGAIN),
    (Irregular.I8, Ruling.ENTER_CARD),
    (Irregular.I1, Ruling.DEAD),
    (Irregular.I3, Ruling.PLAY_ON),
    (Irregular.I12, Ruling.DEAD),
    (Irregular.I15, Ruling.DECISION_RESTORED),
    (Irregular.I16, Ruling.ADDED_PART_RETURNED),
    (Irregular.I18, Ruling.CHECK_OR_FOLD),
    (Irregular.I20, Ruling.SIDE_WAGER_RETURNED),
    (Irregular.I22, Ruling.BANK_CORRECTED),
    (Irregular.I35, Ruling.RULED),
)


def _rule(code: Irregular, ruling: Ruling, group: OfferGroup, *choices: Choice) -> Offer:
    command = Rule(code=code, ruling=ruling, reason="other", seat=SeatNo(5), place="seat 5 card 1")
    made = s.offer(OfferCode.RULE, command, about=f"{code}.{ruling}", needs=Role.FLOOR)
    return s.in_menu(made, group, *choices, reason_choice("other"))


def rulings() -> TableView:
    """D10: the floor may rule, in each row the card room's default first."""
    view = hold(called=True)
    rows = tuple(_rule(code, ruling, OfferGroup.RULING, *_asked(ruling)) for code, ruling in REPORTED)
    return replace(view, prompt=replace(view.prompt, offers=(*view.prompt.offers, *rows)))


def _asked(ruling: Ruling) -> tuple[Choice, ...]:
    seat = pick(OpenField.SEAT, *s.PLAYING)
    match ruling:
        case Ruling.DECISION_RESTORED:
            return (seat, pick(OpenField.DECISION, "undecided", "fold", "play 4", "play 3"))
        case Ruling.ENTER_CARD:
            return (card(OpenField.CARD, *s.BOARD),)
        case Ruling.SIDE_WAGER_RETURNED:
            return (seat, pick(OpenField.BETTOR, 0, 1), pick(OpenField.WAGER, "trips", "bad_beat"))
        case Ruling.BANK_CORRECTED:
            return (cents(OpenField.AMOUNT, 1, None),)
        case Ruling.DEAD | Ruling.CHECK_OR_FOLD:
            return (seat,)
        case _:
            return ()


def corrections() -> TableView:
    """D7: two cards changed places, a card may be corrected and a closed stop reversed."""
    view = settle()
    lying = ("seat 5 card 1", "seat 5 card 2", "seat 6 card 1", "seat 6 card 2", "board card 1")
    entered = (pick(OpenField.PLACE, *lying), card(OpenField.CARD, *s.BOARD))
    back = pick(OpenField.SEAT, SeatNo(5))
    offers = (
        _rule(
            Irregular.I25,
            Ruling.DEALT_RECORD_DECIDES,
            OfferGroup.RULING,
            *(pick(one, *lying) for one in (OpenField.PLACE, OpenField.OTHER_PLACE)),
        ),
        _rule(Irregular.I26, Ruling.ENTER_CARD, OfferGroup.CARD, *entered),
        _rule(Irregular.I27, Ruling.REVERSE_SETTLEMENT, OfferGroup.SETTLEMENT, back),
    )
    return replace(view, prompt=replace(view.prompt, offers=(*view.prompt.offers, *offers)))


def lost_log(*, called: bool = True) -> TableView:
    """D10: the shoe lost its log within the round; the floor accepts the new one (CDP1 3)."""
    view = hold(called=called)
    assert view.hold is not None
    accept = s.offer(OfferCode.ACCEPT_NUMBERING, AcceptNumbering(device="shoe"), needs=Role.FLOOR)
    accept = s.in_menu(accept, OfferGroup.DEVICES)
    void = s.in_menu(
        s.offer(OfferCode.VOID_ROUND, VoidRound(reason="device"), needs=Role.FLOOR),
        OfferGroup.VOID,
        reason_choice("device"),
    )
    prompt = replace(
        view.prompt,
        hold=HoldCode.EVENTS_LOST,
        places=(),
        primary=accept if called else s.offer(OfferCode.CALL_FLOOR, CallFloor()),
        offers=(void,) if called else (accept, void),
        waiting=None,
    )
    held = replace(view.hold, code=HoldCode.EVENTS_LOST, places=(), touched=True)
    shoe = s.device("shoe", look=DeviceLook.STOP, problem="events_lost")
    return replace(view, prompt=prompt, hold=held, devices=(s.device("shuffler"), shoe))


def blocked() -> TableView:
    """D1: the shuffler's fault is gone, but the floor must look at it first (C11)."""
    view = wagers()
    why = reason_choice("device")
    release = s.offer(OfferCode.RELEASE_DEVICE, ReleaseDevice(device="shuffler"), needs=Role.FLOOR)
    suspend = s.offer(
        OfferCode.SUSPEND_DEVICE, SuspendDevice(device="shuffler", reason="device"), needs=Role.FLOOR
    )
    restore = s.offer(OfferCode.RESTORE_DEVICE, RestoreDevice(device="shoe"), needs=Role.FLOOR)
    decks = tuple(
        s.in_menu(
            s.offer(
                OfferCode.QUARANTINE_DECK,
                QuarantineDeck(deck=letter, reason="other"),
                about=letter,
                needs=Role.FLOOR,
            ),
            OfferGroup.DEVICES,
            reason_choice("other_deck_or_double"),
        )
        for letter in ("A", "B")
    )
    offers = (
        s.in_menu(release, OfferGroup.DEVICES),
        *decks,
        s.in_menu(suspend, OfferGroup.DEVICES, why),
        s.in_menu(restore, OfferGroup.DEVICES),
    )
    gone = s.device("shuffler", look=DeviceLook.WARN, problem="blocked", tested="faulted")
    prompt = replace(view.prompt, offers=(*view.prompt.offers, *offers, *tests()))
    return replace(view, prompt=prompt, devices=(gone, s.device("shoe", tested="ok")))


def opener() -> TableView:
    """D0: a dealer signs on, the tray is counted for the opening."""
    view = closed()
    sign_on = s.in_menu(
        s.offer(OfferCode.SIGN_ON_DEALER, SignOnDealer(), needs=Role.DEALER), OfferGroup.DEALER
    )
    return replace(
        view, prompt=replace(view.prompt, offers=(sign_on, *_counts(Moment.OPENER), *view.prompt.offers))
    )


def _counts(moment: Moment) -> tuple[Offer, ...]:
    moments = pick(OpenField.MOMENT, *(one.value for one in Moment))
    tray = s.offer(OfferCode.COUNT_TRAY, CountTray(moment=moment, chips_1=40, chips_2=60), needs=Role.FLOOR)
    drop = s.offer(OfferCode.COUNT_DROP, CountDrop(amount=1_250), needs=Role.FLOOR)
    return (
        s.in_menu(tray, OfferGroup.TABLE, moments, *COUNTED),
        s.in_menu(drop, OfferGroup.TABLE, cents(OpenField.AMOUNT, 0, None)),
    )


def slips() -> TableView:
    """D1: slips, counts and seats between rounds."""
    view = wagers()
    filled = (*COUNTED, words(OpenField.REQUESTER, "floor", "dealer"))
    wrong = words(OpenField.REASON, "wrong_amount", "written_twice")
    seat, free = pick(OpenField.SEAT, *SEATED), pick(OpenField.TO, SeatNo(7))
    offers = (
        s.in_menu(
            s.offer(OfferCode.FILL_TRAY, FillTray(requester=""), needs=Role.FLOOR), OfferGroup.TABLE, *filled
        ),
        s.in_menu(
            s.offer(OfferCode.CREDIT_TRAY, CreditTray(requester=""), needs=Role.FLOOR),
            OfferGroup.TABLE,
            *filled,
        ),
        s.in_menu(
            s.offer(OfferCode.VOID_SLIP, VoidSlip(slip=12, reason=""), needs=Role.FLOOR),
            OfferGroup.TABLE,
            wrong,
        ),
        *_counts(Moment.CLOSER),
        s.in_menu(
            s.offer(OfferCode.BUY_IN, BuyIn(seat=s.BANK_SEAT, amount=0)),
            OfferGroup.TABLE,
            seat,
            cents(OpenField.AMOUNT, 1, None),
        ),
        s.in_menu(
            s.offer(OfferCode.MOVE_SEAT, MoveSeat(seat=SeatNo(1), to=SeatNo(7))), OfferGroup.TABLE, seat, free
        ),
        s.in_menu(
            s.offer(OfferCode.MARK_AWAY, MarkAway(seat=SeatNo(1), is_away=True)), OfferGroup.TABLE, seat
        ),
    )
    return replace(view, prompt=replace(view.prompt, offers=(*offers, *view.prompt.offers)))
