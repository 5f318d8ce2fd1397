"""Break simulated devices in every way of CDP1 12, by calls; `fault_verbs` types them.

Every fault is an act on a running simulation; what is random in it comes from the simulation's seed.
"""

from dataclasses import fields
from typing import Final

from hw_fixtures.bench import Bench
from hw_fixtures.firmware.deck import PhysicalCard, joker
from hw_fixtures.firmware.nv import CutPoint
from hw_fixtures.peer.codes import (
    CUT_CARD,
    FOREIGN,
    Back,
    BootReason,
    Button,
    DeviceClass,
    Fault,
    Kind,
    Message,
)
from hw_fixtures.simulation import Which
from hw_fixtures.wires.lane import Lane, Mischief
from hw_fixtures.wires.usb_port import UsbFaults
from hw_fixtures.world import Impossible

BANNER: Final = b"\r\nSimCo S1 boot v1.0.0 (c) 2026\r\nmem ok\r\nnv ok\r\n"
MODEM: Final = b"AT\rATI\rAT+GCAP\r"
OVERLONG: Final = b"\x55" * 300
_IDENTITY: Final = {"serial", "maker", "model"}


class Faults(Bench):
    """Add to the bench what only a test wants: lines, links, power, identity, cards, mechanics, malice."""

    # -- bytes and frames ---------------------------------------------------------------------

    def lane(self, which: Which, direction: str) -> Lane:
        """Find a lane: `in` leads to the device, `out` to the host."""
        cable = self.simulation.cables[which]
        lanes = {"in": cable.to_device, "out": cable.to_host}
        if direction not in lanes:
            raise Impossible(f"direction {direction!r}: allowed is in (to the device) or out (to the host)")
        return lanes[direction]

    def spoil(
        self, which: Which, direction: str, mischief: Mischief, kind: Kind | None = None, times: int = 1
    ) -> str:
        """Spoil the next frames in one direction, or the next of one kind."""
        with self.simulation.runtime.moment():
            self.lane(which, direction).plan(mischief, kind=kind, times=times)
        return f"{mischief.value}: next {times} {kind.name if kind else 'frames'} {direction} of the {which}"

    def raw(self, which: Which, direction: str, data: bytes) -> str:
        """Put raw bytes on a line."""
        with self.simulation.runtime.moment() as now_ms:
            self.lane(which, direction).noise(data, now_ms)
        return f"{len(data)} raw bytes {direction} of the {which}"

    def repeat_old(self, which: Which, direction: str, count: int) -> str:
        """Send the last frames of a direction once more, of whatever session they were."""
        with self.simulation.runtime.moment() as now_ms:
            self.lane(which, direction).repeat_old(count, now_ms)
        return f"{count} old frames again {direction} of the {which}"

    def block(self, which: Which, direction: str, kinds: frozenset[Kind]) -> str:
        """Lose every frame of these kinds from now on; no kind ends it."""
        with self.simulation.runtime.moment():
            self.lane(which, direction).blocked = kinds
        names = ", ".join(sorted(kind.name for kind in kinds)) or "nothing"
        return f"{names} blocked {direction} of the {which}"

    def pace(self, which: Which, baud: int | None) -> str:
        """Pace both lanes at so many baud, ten bits a byte; None ends it."""
        with self.simulation.runtime.moment():
            for direction in ("in", "out"):
                self.lane(which, direction).baud = baud
        return f"line of the {which} paced at {baud or 'no'} baud"

    def bytewise(self, which: Which, *, on: bool) -> str:
        """Hand over one byte at a time."""
        with self.simulation.runtime.moment():
            for direction in ("in", "out"):
                self.lane(which, direction).bytewise = on
        return f"bytes of the {which} come {'one by one' if on else 'as they are'}"

    def usb(self, which: Which, fault: str, value: int) -> str:
        """Arm a fault of the USB side; raise Impossible without that side."""
        port = self.simulation.usb_ports.get(which)
        known = {field.name: field.type for field in fields(UsbFaults)}
        if port is None or fault not in known:
            raise Impossible(
                f"usb fault {fault!r} of the {which}: allowed is {', '.join(known)} on a USB wire"
            )
        with self.simulation.runtime.moment():
            setattr(port.faults, fault, value if known[fault] is int else bool(value))
        return f"usb {fault} of the {which} = {value}"

    # -- power and identity -------------------------------------------------------------------

    def power(self, which: Which, *, on: bool) -> str:
        """Switch a device off or on and leave it so."""
        with self.simulation.runtime.moment() as now_ms:
            machine = self.simulation.machine(which)
            if on:
                machine.power_on(now_ms)
            else:
                machine.power_off()
            self.simulation.cables[which].restart_stream(ends_session=True)
        return f"{which} is {'on' if on else 'off'}"

    def restart(self, which: Which, reason: BootReason, times: int = 1) -> str:
        """Let a device restart, several times in a row for a brown-out loop."""
        with self.simulation.runtime.moment() as now_ms:
            for _ in range(times):
                self.simulation.machine(which).power_cycle(now_ms, reason)
            self.simulation.cables[which].restart_stream(ends_session=True)
        return f"{which} started again {times} times: {reason.name.lower()}"

    def cut_at_write(self, which: Which, writes: int, point: CutPoint) -> str:
        """Let the power fail at the n-th NV write from now; the device stays off."""
        with self.simulation.runtime.moment():
            self.simulation.machine(which).nv.cut_power_at(writes, point)
        return f"power of the {which} fails {point.value} NV write {writes}"

    def cut_in_mid_card(self) -> str:
        """Let the power fail while a card leaves the shoe."""
        with self.simulation.runtime.moment() as now_ms:
            card = self.world.shoe.cut_in_mid_card(now_ms)
            if card is not None:
                self.world.places.setdefault("felt", []).append(card)
        return "the shoe lost its power in mid-card"

    def lose_nv(self, which: Which) -> str:
        """Lose all of NV: numbers restart under a new epoch."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).lose_nv(now_ms)
            self.simulation.cables[which].restart_stream(ends_session=True)
        return f"{which} forgot everything"

    def clock(self, which: Which, what: str, value: int) -> str:
        """Set a device clock's skew in ppm, jump in ms, or base in ms."""
        names = {"skew": "skew_ppm", "jump": "jump_ms", "base": "base_ms"}
        if what not in names:
            raise Impossible(f"clock {what!r}: allowed is {', '.join(names)}")
        with self.simulation.runtime.moment():
            setattr(self.simulation.machine(which).hw.crystal, names[what], value)
        return f"clock of the {which}: {what} {value}"

    def identity(self, which: Which, what: str, value: str) -> str:
        """Change serial, maker, model, class, digest (hex) or version (major.low.high), then restart."""
        if what in _IDENTITY:
            self.simulation.change_identity(which, **{what: value})
        elif what == "class":
            self.simulation.change_identity(which, device_class=DeviceClass(int(value)))
        elif what == "digest":
            self.simulation.change_identity(which, digest=bytes.fromhex(value).ljust(32, b"\0"))
        elif what == "version":
            self.simulation.change_identity(which, versions=tuple(map(int, value.split("."))))
        else:
            raise Impossible(f"identity {what!r}: allowed is serial, maker, model, class, digest, version")
        return f"{what} of the {which} is now {value}"

    # -- cards --------------------------------------------------------------------------------

    def slip_in(self, what: str) -> str:
        """Put a strange card on top of the cards to be dealt: joker, cut, blank, or an extra of the deck."""
        with self.simulation.runtime.moment():
            coming = self.world.coming
            if not coming:
                raise Impossible("no deck is ready to be dealt")
            back = coming[0].back
            cards = {
                "joker": joker(back),
                "cut": PhysicalCard(CUT_CARD, Back.UNKNOWN),
                "blank": PhysicalCard(FOREIGN, back),
                "extra": PhysicalCard(coming[-1].code, back),
            }
            if what not in cards:
                raise Impossible(f"card {what!r}: allowed is {', '.join(cards)}")
            self.world.slip_in(cards[what])
        return f"a {what} card comes next"

    def wrong_composition(self, letter: str) -> str:
        """Make one card of a deck a duplicate of another: 52 by count, wrong by content."""
        with self.simulation.runtime.moment():
            deck = self.world.deck(letter)
            deck.cards[0].code = deck.cards[1].code
        return f"deck {deck.letter} holds one card twice and lacks one"

    def retain(self, count: int) -> str:
        """Let the next shuffle keep cards inside the machine."""
        with self.simulation.runtime.moment():
            self.world.shuffler.hw.retain_next = count
        return f"the next shuffle keeps {count} cards inside"

    # -- mechanics and malice -----------------------------------------------------------------

    def break_part(self, which: Which, fault: Fault) -> str:
        """Raise a fault whose cause stays."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).cause(fault, now_ms)
        return f"{fault.name.lower()} at the {which}"

    def mend(self, which: Which, fault: Fault) -> str:
        """Let a fault go away by itself."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).mend(fault, now_ms, clears_itself=True)
        return f"{fault.name.lower()} at the {which} cleared itself"

    def jam_after(self, fault: Fault, cards: int) -> str:
        """Jam the running or next shuffle after so many cards."""
        with self.simulation.runtime.moment():
            self.world.shuffler.hw.jam_after = (cards, fault)
        return f"{fault.name.lower()} after {cards} cards"

    def bounce(self, which: Which, times: int = 3) -> str:
        """Open and shut a door quickly, several times."""
        with self.simulation.runtime.moment() as now_ms:
            for is_open in (True, False) * times:
                self.simulation.machine(which).set_door(0, is_open=is_open, now_ms=now_ms)
        return f"door of the {which} bounced {times} times"

    def stick_sensor(self, which: Which, message: Message, value: int | None) -> str:
        """Let a sensor show one value for ever: DOOR, LID or TRAY; None frees it."""
        with self.simulation.runtime.moment():
            stuck = self.simulation.machine(which).hw.stuck
            if value is None:
                stuck.pop((message, 0), None)
            else:
                stuck[message, 0] = value
        shown = "free" if value is None else f"stuck at {value}"
        return f"sensor {message.name.lower()} of the {which}: {shown}"

    def lie(self, what: str, *, on: bool) -> str:
        """Let the shuffler call a sorted deck shuffled, or report every deck perfect."""
        names = {"shuffle": "claims_shuffle", "perfect": "claims_perfect", "stall": "stall", "sorts": "sorts"}
        if what not in names:
            raise Impossible(f"lie {what!r}: allowed is {', '.join(names)}")
        with self.simulation.runtime.moment():
            setattr(self.world.shuffler.hw, names[what], on)
        return f"shuffler {what}: {on}"

    def say(self, which: Which, message: int, body: bytes) -> str:
        """Log an untrue event."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).say(message, body, now_ms)
        return f"the {which} said {message:02x}"

    def say_again(self, which: Which, message: Message) -> str:
        """Log the last event of a type once more, under a new number: an OP_DONE twice, a card twice."""
        log = self.simulation.machine(which).nv.log
        last = next((log[seq] for seq in sorted(log, reverse=True) if log[seq].message == message), None)
        if last is None:
            raise Impossible(f"the {which} has no {message.name} in its log")
        return self.say(which, message, last.payload[4:])

    def flood(self, which: Which, count: int) -> str:
        """Log a flood of key presses."""
        with self.simulation.runtime.moment() as now_ms:
            for _ in range(count):
                self.simulation.machine(which).say(Message.BUTTON, bytes((Button.STOP, 1)), now_ms)
        return f"{count} events from the {which}"
