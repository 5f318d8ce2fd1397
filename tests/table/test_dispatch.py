"""Engine orders in the drivers' words (CDP1 5.2)."""

import pytest

from controller.engine import device_words as words
from controller.engine.cards import Back
from controller.engine.ids import SeatNo
from controller.table.dispatch import BACK_CODES, dispatch
from controller.table.gates import PortGate
from drivers import orders

TARGET = words.Target(place=words.Place.SEAT, seat=SeatNo(3))

OPERATIONS = [
    (words.StartShuffle(deck="A", slot=words.Slot.INFEED), orders.StartShuffle(op_id=7, mode=1, slot=0)),
    (words.Dispense(count=2), orders.Dispense(op_id=7, count=2)),
    (words.Eject(slot=words.Slot.CHAMBER), orders.Eject(op_id=7, slot=1)),
    (words.OpenShoe(deck="B", shoe_id=9012, back=Back.BLUE), orders.OpenShoe(op_id=7, shoe_id=9012, back=2)),
    (words.CloseShoe(), orders.CloseShoe(op_id=7)),
    (words.MarkRound(round=5, mark=words.RoundMark.OPENED), orders.Mark(op_id=7, round_no=5, tag=1)),
    (words.MarkRound(round=5, mark=words.RoundMark.CLOSED), orders.Mark(op_id=7, round_no=5, tag=2)),
    (words.MarkRound(round=5, mark=words.RoundMark.VOID), orders.Mark(op_id=7, round_no=5, tag=3)),
    (words.ClearFault(fault=0x0103), orders.ClearFault(op_id=7, fault=0x0103)),
]
SETTINGS = [
    (words.ExpectDeck(deck="A", deck_id=11, back=Back.RED), orders.Expect(deck_id=11, back=1)),
    (words.SetLock(locked=True), orders.Lock(on=True)),
    (
        words.ArmWindow(round=5, first=4, count=2, mode=words.WindowMode.READ, target=TARGET),
        orders.Arm(round_no=5, first=4, count=2, mode=1),
    ),
    (
        words.ArmWindow(round=5, first=21, count=31, mode=words.WindowMode.STUB, target=TARGET),
        orders.Arm(round_no=5, first=21, count=31, mode=2),
    ),
    (words.Disarm(), orders.Disarm()),
    (words.AskOperation(asked_op_id=42), orders.OpStatus(op_id=42)),
]


@pytest.mark.parametrize(("order", "expected"), OPERATIONS)
def test_operations_carry_their_number(order: words.Order, expected: orders.DeviceOrder) -> None:
    """Whatever moves something goes out under the op_id of its intent (CDP1 4)."""
    assert expected == dispatch(7, order)


@pytest.mark.parametrize(("order", "expected"), SETTINGS)
def test_settings_and_questions_carry_none(order: words.Order, expected: orders.DeviceOrder) -> None:
    """Settings may be sent again at will (CDP1 4)."""
    assert expected == dispatch(None, order)


@pytest.mark.parametrize("order", [order for order, _ in OPERATIONS])
def test_an_operation_without_a_number_is_refused(order: words.Order) -> None:
    """An order that moves cards without an intent on disk must not leave (DURABILITY 6)."""
    with pytest.raises(ValueError, match="only operations carry one"):
        dispatch(None, order)


@pytest.mark.parametrize("order", [order for order, _ in SETTINGS])
def test_a_setting_with_a_number_is_refused(order: words.Order) -> None:
    """A number on a setting would be lost."""
    with pytest.raises(ValueError, match="only operations carry one"):
        dispatch(7, order)


def test_backs_have_the_paper_s_codes() -> None:
    """The enumeration stands in the order of the paper's codes (CDP1 5.1)."""
    named = ["unknown", "red", "blue", "green", "black", "purple", "orange", "brown", "yellow"]
    assert {name: code for code, name in enumerate(named)} == {b.value: c for b, c in BACK_CODES.items()}


class _Outbox:
    """Keep what was queued."""

    def __init__(self) -> None:
        self.items: list[object] = []
        self.links: list[int | None] = []

    def submit(self, item: orders.DeviceOrder | orders.Ack, link: int | None = None) -> bool:
        self.items.append(item)
        self.links.append(link)
        return True


def test_the_gate_gives_each_device_its_own_orders() -> None:
    """Orders and acknowledgements reach the outbox of the device they are for (ARCHITECTURE 3, step 8)."""
    shuffler, shoe = _Outbox(), _Outbox()
    gate = PortGate({"shuffler": shuffler, "shoe": shoe})
    gate.submit("shuffler", 7, words.Dispense(count=2))
    gate.ack("shoe", "SE-1", 9, 12)
    assert [orders.Dispense(op_id=7, count=2)] == shuffler.items
    assert [orders.Ack(serial="SE-1", epoch=9, number=12)] == shoe.items


def test_an_order_names_the_link_that_the_table_has_heard_of() -> None:
    """So that no later link takes an order which was made for the one before (CDP1 4)."""
    shoe = _Outbox()
    gate = PortGate({"shoe": shoe})
    gate.submit("shoe", None, words.Disarm())
    gate.linked("shoe", 3)
    gate.submit("shoe", None, words.Disarm())
    assert [None, 3] == shoe.links
