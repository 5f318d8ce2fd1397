"""A house dealer and a floor supervisor who do what the prompt says, and nothing else (ARCHITECTURE 11)."""

from dataclasses import replace

from controller.engine.approvals import approved as with_approval
from controller.engine.commands import Ask, PlaceWager, PostBank, ReplaceDeck, SeatPlayer
from controller.engine.guide import find
from controller.engine.ids import SeatNo
from controller.engine.life_commands import SignOnDealer
from controller.engine.prompt import Offer, OfferCode, PromptCode, Task, TaskKind
from controller.engine.refusals import RefusalCode
from controller.engine.ruleset_policy import Ruling
from controller.engine.ruling_commands import Rule
from controller.engine.state import DealingMode, DeckState, HoldCode, Phase
from tests.engine.approving import DEALER, SIGNED
from tests.engine.given import FLOOR, Felt

BANK = 100_000
LIMIT = 400


def approved(felt: Felt, command: Ask) -> Ask:
    """Give a command with the consent it takes: that of a dealer who does not deal yet, else the floor's."""
    if isinstance(command, SignOnDealer):
        signs = SIGNED if command.emergency else DEALER
        deals = felt.state.staff.dealer == signs.person
        return with_approval(command, replace(signs, person="dealer-8") if deals else signs)
    return with_approval(command, FLOOR)


def step(felt: Felt) -> bool:
    """Do the one thing that is due; False when there is nothing to do but wait."""
    felt.pump()
    prompt = felt.prompt
    if prompt.tasks:
        act(felt, prompt.tasks[0])
        felt.pump()
        return True
    offer = _offer(felt)
    if offer is None:
        return False
    felt.ask(approved(felt, _filled(offer)))
    felt.pump()
    return True


def _offer(felt: Felt) -> Offer | None:
    prompt = felt.prompt
    spoiled = {deck.letter for deck in felt.state.decks if deck.state is DeckState.QUARANTINED}
    for offer in felt.offers:
        fits = isinstance(offer.command, ReplaceDeck) and offer.command.deck in spoiled and offer.enabled
        if fits and felt.state.phase in {Phase.COLLECT, Phase.WAGERS}:
            return offer
    primary = prompt.primary
    restored = find(prompt, OfferCode.RESTORE_DEVICE)
    if primary is not None and primary.why_not is RefusalCode.DEVICE_SUSPENDED and restored is not None:
        return restored
    released = find(prompt, OfferCode.RELEASE_DEVICE)
    if released is not None and released.enabled and prompt.code is not PromptCode.HOLD:
        return released
    if prompt.hold is HoldCode.DISPUTE:
        return next(
            one
            for one in prompt.offers
            if isinstance(one.command, Rule) and one.command.ruling is Ruling.RULED
        )
    if prompt.code is PromptCode.HOLD:
        void = find(prompt, OfferCode.VOID_ROUND)
        resume = find(prompt, OfferCode.RESUME)
        return next((offer for offer in (resume, void) if offer is not None and offer.enabled), None)
    if prompt.code is PromptCode.ASK_RIVER and prompt.open_seats:
        return find(prompt, OfferCode.FOLD, prompt.open_seats[0])
    if prompt.code is PromptCode.NOBODY_BANKS:
        return _volunteer(felt)
    if prompt.code is PromptCode.OFFER_TO_ALL:
        return find(prompt, OfferCode.ACCEPT_BANK)
    if primary is not None and primary.why_not is RefusalCode.NO_ENTITLED_SEAT:
        return find(prompt, OfferCode.PLACE_WAGER, _bettor_seat(felt))
    return primary if primary is not None and primary.enabled else None


def _volunteer(felt: Felt) -> Offer | None:
    for seat in (SeatNo(1), SeatNo(5)):
        offer = find(felt.prompt, OfferCode.SEAT_PLAYER, seat)
        if offer is not None:
            return offer
    return find(felt.prompt, OfferCode.ACCEPT_BANK)


def _bettor_seat(felt: Felt) -> SeatNo:
    """Give a seat that may wager; where nobody else sits, seat 5, or seat 1 if that one banks."""
    banker = felt.current().player_dealer
    taken = (seat.number for seat in felt.state.seats if seat.is_taken and seat.number != banker)
    return next(taken, SeatNo(1 if banker == 5 else 5))


def _filled(offer: Offer) -> Ask:
    """Fill what is open in an offer."""
    match offer.command:
        case PlaceWager() as place:
            return replace(place, ante=1000, blind=1000, trips=0, bad_beat=0)
        case PostBank() as post:
            return replace(post, amount=BANK)
        case SeatPlayer() as sit:
            return sit
        case command:
            return command


def act(felt: Felt, task: Task) -> None:
    """Do one act of the hands."""
    table = felt.table
    match task.kind:
        case TaskKind.LOAD_INFEED:
            assert task.deck is not None
            if table.infeed:
                table.clear_infeed()
            table.put_down()
            table.load_infeed(task.deck)
        case TaskKind.TAKE_FROM_CHAMBER:
            table.take_from_chamber()
        case TaskKind.LOAD_SHOE:
            table.load_shoe()
        case TaskKind.DRAW_CARDS:
            table.draw()
        case TaskKind.TAKE_STACK:
            table.clear_tray()
        case TaskKind.PRESS_DEAL:
            table.press_deal()
        case TaskKind.STUB_TO_RACK:
            table.clear_tray(to_rack=True)
        case TaskKind.UNLOAD_SHOE:
            table.unload_shoe()
        case TaskKind.SHUT_DOOR:
            assert task.device is not None
            for door in sorted(felt.device(task.device).doors):
                table.move_door(felt.device(task.device), door, is_open=False)
        case TaskKind.CLEAR_DEVICE:
            assert task.device is not None
            table.clear_faults(felt.device(task.device))
        case TaskKind.REPLUG_DEVICE:
            assert task.device is not None
            felt.plug(task.device)
        case TaskKind.RESTART_DEVICE:
            assert task.device is not None
            felt.device(task.device).slow = False
            table.power_cut(felt.device(task.device))
            felt.plug(task.device)
        case TaskKind.CLEAR_INFEED:
            table.clear_infeed()
        case TaskKind.RESEAT_INFEED:
            assert task.deck is not None
            table.clear_infeed()
            table.load_infeed(task.deck)


def play_until_round(felt: Felt, number: int) -> None:
    """Obey until this round has begun; fail when the prompt leads nowhere."""
    for _ in range(LIMIT):
        if felt.state.rounds >= number and felt.state.phase is not Phase.CLOSED:
            return
        if not step(felt):
            break
    prompt = felt.prompt
    raise AssertionError(
        f"stuck: {prompt.code} in {felt.state.phase}, hold {felt.state.hold}, tasks {prompt.tasks}, "
        f"waiting {prompt.waiting}, primary {prompt.primary}, decks {felt.state.decks}, "
        f"shuffler {felt.state.shuffler}, shoe {felt.state.shoe}, "
        f"window {felt.state.round.window if felt.state.round else None}"
    )


def repair(felt: Felt) -> None:
    """Remove every trouble: faults, doors, links, half-done operations."""
    for device in (felt.table.shuffler, felt.table.shoe):
        device.slow = False
        if device.running is not None:
            felt.table.finish(device)
        felt.table.clear_faults(device)
        for door in sorted(device.doors):
            felt.table.move_door(device, door, is_open=False)
        if not felt.linked[device.name]:
            felt.plug(device.name)
    felt.table.jam_after = None
    felt.answers = True
    felt.pump()


__all__ = ["DealingMode", "approved", "play_until_round", "repair", "step"]
