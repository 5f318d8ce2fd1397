"""Turn the demo's verbs into acts on the simulated table, typed or called (TOUCHSCREEN 14)."""

from hw_fixtures.firmware.hardware import Misreading, ReadFault
from hw_fixtures.peer.codes import Button, Fault
from hw_fixtures.simulation import WHICH, Simulation, Which
from hw_fixtures.verbs import Verb, VerbList, run_line
from hw_fixtures.world import HAND, RACK, Impossible

DRAW_PACE_MS = 120
FELT = "felt"
_JAMS = {
    "infeed": Fault.JAM_INFEED,
    "transport": Fault.JAM_TRANSPORT,
    "output": Fault.JAM_OUTPUT,
}


class Bench:
    """Act on a simulated table as a person with a free hand would (any thread).

    Every method raises Impossible, with a sentence, for what cannot be done; `do` gives that sentence back.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.world = simulation.world

    def do(self, text: str) -> str:
        """Carry out one line such as `jam infeed` and say what happened; never raises for a wrong line."""
        return run_line(BENCH_VERBS, self, text)

    # -- cards --------------------------------------------------------------------------------

    def draw_one(self, place: str = FELT) -> str:
        """Draw one card from the shoe and lay it on a place."""
        with self.simulation.runtime.moment():
            self.world.draw(place)
        return f"one card drawn to {place}"

    def draw_stack(self, place: str = FELT, count: int = 2) -> str:
        """Draw several cards at a dealer's pace; those that cannot come are left out."""
        with self.simulation.runtime.moment() as now_ms:
            for number in range(count):
                self.world.later(now_ms + number * DRAW_PACE_MS, lambda: self._try_draw(place))
        return f"{count} cards are being drawn to {place}"

    def deal_button(self) -> str:
        """Press the deal key of the shuffler."""
        with self.simulation.runtime.moment() as now_ms:
            self.world.shuffler.press(Button.DEAL, now_ms)
        return "deal key pressed"

    def take_stack(self, place: str = FELT) -> str:
        """Take the cards out of the tray."""
        with self.simulation.runtime.moment():
            count = self.world.take_tray(place)
        return f"{count} cards taken from the tray to {place}"

    def misread(self) -> str:
        """Let the next card be read as the one after the next, so that a duplicate comes soon."""
        with self.simulation.runtime.moment():
            codes = self.world.undealt_codes()
            if len(codes) < 2:
                raise Impossible("there are not two cards left to be dealt")
            self._arm(ReadFault.MISREAD, codes[min(2, len(codes) - 1)])
        return "the next card will be misread"

    def no_read(self) -> str:
        """Let the next card be unreadable."""
        with self.simulation.runtime.moment():
            self._arm(ReadFault.UNREADABLE)
        return "the next card will not be read"

    def double_feed(self) -> str:
        """Let the next two cards leave as one."""
        with self.simulation.runtime.moment():
            self._arm(ReadFault.DOUBLE_FEED)
        return "the next two cards will leave as one"

    def spoil_reading(self, fault: ReadFault, value: int = 0) -> str:
        """Arm any reading fault for the next card."""
        with self.simulation.runtime.moment():
            self._arm(fault, value)
        return f"the next reading will be {fault.name.lower().replace('_', ' ')}"

    def push_back(self) -> str:
        """Push the last drawn card back into the shoe."""
        with self.simulation.runtime.moment():
            self.world.push_back()
        return "the last card is back in the shoe"

    def other_decks_card(self) -> str:
        """Put a card of the other deck on top of the cards to be dealt."""
        with self.simulation.runtime.moment():
            self.world.slip_in_other_card()
        return "a card of the other deck comes next"

    # -- decks --------------------------------------------------------------------------------

    def collect(self) -> str:
        """Take all cards on the felt to the rack."""
        with self.simulation.runtime.moment():
            count = self.world.collect()
        return f"{count} cards collected to the rack"

    def stub(self) -> str:
        """Bring the stub to the rack: out of the tray, or out of the shoe."""
        with self.simulation.runtime.moment():
            in_shoe = bool(self.world.shoe.hw.inside)
            count = self.world.unload_shoe() if in_shoe else self.world.take_tray(RACK)
        return f"{count} cards of the stub to the rack"

    def swap(self) -> str:
        """Change decks as after a round: felt to the rack, shuffled deck into the shoe, rack into the infeed.

        The shuffled deck goes into the shoe only where the used one came out of the shoe (shoe mode).
        """
        with self.simulation.runtime.moment():
            return self.world.swap_decks()

    def load(self, letter: str) -> str:
        """Put a deck that lies outside into the infeed."""
        with self.simulation.runtime.moment():
            count = self.world.load_infeed(letter)
        return f"{count} cards of deck {letter.upper()} in the infeed"

    def to_shoe(self) -> str:
        """Take the shuffled deck out of the shuffler and put it into the shoe."""
        with self.simulation.runtime.moment():
            count = self.world.load_shoe() if self.world.count(HAND) else self.world.chamber_to_shoe()
        return f"{count} cards in the shoe"

    def short_deck(self, letter: str | None = None) -> str:
        """Lose one card of a deck: of the one in the infeed, or of the one named."""
        with self.simulation.runtime.moment():
            self.world.lose_card(letter)
        return "one card is off the table; the deck has 51"

    def sort_mode(self, *, on: bool | None = None) -> str:
        """Leave the shuffler in sort mode, or turn it back."""
        with self.simulation.runtime.moment():
            hardware = self.world.shuffler.hw
            hardware.sorts = not hardware.sorts if on is None else on
        return f"the shuffler's mode switch says {'sort' if hardware.sorts else 'shuffle'}"

    # -- mechanics ----------------------------------------------------------------------------

    def jam(self, where: str = "infeed") -> str:
        """Jam the shuffler at infeed, transport or output."""
        if where not in _JAMS:
            raise Impossible(f"jam {where!r}: allowed is {', '.join(_JAMS)}")
        with self.simulation.runtime.moment() as now_ms:
            self.world.shuffler.cause(_JAMS[where], now_ms)
        return f"jam at the {where}"

    def clear(self) -> str:
        """Remove what jams either device, press its clear key, put an unfinished deck back into infeed."""
        with self.simulation.runtime.moment() as now_ms:
            for which in WHICH:
                machine = self.simulation.machine(which)
                for fault in Fault:
                    machine.mend(fault, now_ms)
                machine.press(Button.CLEAR, now_ms)
            self.world.bring_back_unfinished()
        return "both devices cleared"

    def open_door(self, which: Which = "shuffler") -> str:
        """Open the shuffler's door or the shoe's lid."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).set_door(0, is_open=True, now_ms=now_ms)
        return f"{which} is open"

    def close_door(self, which: Which = "shuffler") -> str:
        """Shut the shuffler's door or the shoe's lid."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.machine(which).set_door(0, is_open=False, now_ms=now_ms)
        return f"{which} is shut"

    # -- links and power ----------------------------------------------------------------------

    def unplug(self, which: Which) -> str:
        """Pull a device's cable."""
        self.simulation.unplug(which)
        return f"{which} is unplugged"

    def plug(self, which: Which) -> str:
        """Put a device's cable back."""
        self.simulation.plug(which)
        return f"{which} is plugged in"

    def noise(self, which: Which, count: int = 100) -> str:
        """Put random bytes on a device's line, both ways."""
        with self.simulation.runtime.moment() as now_ms:
            cable = self.simulation.cables[which]
            cable.to_host.random_noise(count, now_ms)
            cable.to_device.random_noise(count, now_ms)
        return f"{count} bytes of noise on the line of the {which}"

    def mute(self, which: Which, for_ms: int = 2_000) -> str:
        """Let nothing pass a device's line for a while."""
        with self.simulation.runtime.moment() as now_ms:
            self.simulation.cables[which].mute(now_ms + for_ms)
        return f"the line of the {which} is dead for {for_ms / 1000:g} s"

    def power_cycle(self, which: Which) -> str:
        """Cut a device's power for a moment."""
        self.simulation.power_cycle(which)
        return f"{which} starts again"

    # -- looking ------------------------------------------------------------------------------

    def where(self) -> str:
        """Say where each deck lies; faces are not told."""
        with self.simulation.runtime.moment():
            places = {deck.letter: sorted(self.world.whereabouts(deck.letter)) for deck in self.world.decks}
        return "; ".join(f"deck {letter}: {', '.join(found)}" for letter, found in places.items())

    def status(self) -> str:
        """Say how both devices are: plugged, state, faults, open doors."""
        with self.simulation.runtime.moment():
            return "; ".join(self._status(which) for which in WHICH)

    # -- inside -------------------------------------------------------------------------------

    def _status(self, which: Which) -> str:
        machine = self.simulation.machine(which)
        plugged = "plugged in" if self.simulation.cables[which].is_plugged else "unplugged"
        if machine.firmware is None:
            return f"{which}: {plugged}, no power"
        faults = [Fault(code).name.lower() for code in machine.firmware.faults.active]
        state = machine.firmware.state.name.lower()
        return f"{which}: {plugged}, {state}{', ' + ', '.join(faults) if faults else ''}"

    def _arm(self, fault: ReadFault, value: int = 0) -> None:
        self.world.shoe.hw.readings.append(Misreading(fault, value))

    def _try_draw(self, place: str) -> None:
        try:
            self.world.draw(place)
        except Impossible:
            return


def which_word(words: list[str], default: Which | None = None) -> Which:
    """Read a device's name; raise Impossible for another word."""
    if not words and default:
        return default
    word = words[0] if words else ""
    if word == "shuffler":
        return "shuffler"
    if word == "shoe":
        return "shoe"
    raise Impossible(f"device {word!r}: allowed is shuffler or shoe")


def _place(words: list[str]) -> str:
    return " ".join(words) or FELT


def number_word(words: list[str], at: int, default: float) -> float:
    """Read a number at a place of the line; raise Impossible for another word."""
    try:
        return float(words[at].removesuffix("s")) if len(words) > at else default
    except ValueError:
        raise Impossible(f"{words[at]!r}: allowed is a number") from None


def door_words(words: list[str]) -> Which:
    """Read `door`, `lid` or a device's name."""
    usual: Which = "shoe" if "lid" in words else "shuffler"
    return which_word([word for word in words if word not in {"door", "lid"}], usual)


BENCH_VERBS: VerbList[Bench] = (
    Verb("draw [PLACE]", "draw one card from the shoe", lambda bench, w: bench.draw_one(_place(w))),
    Verb("stack [PLACE]", "draw a stack of two", lambda bench, w: bench.draw_stack(_place(w))),
    Verb("board", "draw the five board cards", lambda bench, _: bench.draw_stack("board", 5)),
    Verb("deal", "press the deal key", lambda bench, _: bench.deal_button()),
    Verb("take [PLACE]", "take the stack from the tray", lambda bench, w: bench.take_stack(_place(w))),
    Verb("misread", "the next card is read wrongly", lambda bench, _: bench.misread()),
    Verb("noread", "the next card is not read", lambda bench, _: bench.no_read()),
    Verb("double", "the next two cards leave as one", lambda bench, _: bench.double_feed()),
    Verb("pushback", "push the last card back into the shoe", lambda bench, _: bench.push_back()),
    Verb("other", "a card of the other deck comes next", lambda bench, _: bench.other_decks_card()),
    Verb("collect", "all cards on the felt to the rack", lambda bench, _: bench.collect()),
    Verb("stub", "the stub to the rack", lambda bench, _: bench.stub()),
    Verb("swap", "change decks", lambda bench, _: bench.swap()),
    Verb("load A|B", "put a deck into the infeed", lambda bench, w: bench.load(" ".join(w))),
    Verb("toshoe", "put the shuffled deck into the shoe", lambda bench, _: bench.to_shoe()),
    Verb("short [A|B]", "lose one card of a deck", lambda bench, w: bench.short_deck(w[0] if w else None)),
    Verb("sort", "switch sort mode on or off", lambda bench, _: bench.sort_mode()),
    Verb("jam [infeed|transport|output]", "jam the shuffler", lambda bench, w: bench.jam(*w[:1])),
    Verb("clear", "remove jams, press the clear keys", lambda bench, _: bench.clear()),
    Verb("open [door|lid|DEVICE]", "open a door", lambda bench, w: bench.open_door(door_words(w))),
    Verb("close [door|lid|DEVICE]", "shut a door", lambda bench, w: bench.close_door(door_words(w))),
    Verb("unplug DEVICE", "pull a cable", lambda bench, w: bench.unplug(which_word(w))),
    Verb("plug DEVICE", "put a cable in", lambda bench, w: bench.plug(which_word(w))),
    Verb("replug DEVICE", "as plug", lambda bench, w: bench.plug(which_word(w))),
    Verb(
        "noise DEVICE [BYTES]",
        "random bytes on a line",
        lambda bench, w: bench.noise(which_word(w), int(number_word(w, 1, 100))),
    ),
    Verb(
        "mute DEVICE [SECONDS]",
        "a dead line for a while",
        lambda bench, w: bench.mute(which_word(w), int(1000 * number_word(w, 1, 2))),
    ),
    Verb("power DEVICE", "cut the power for a moment", lambda bench, w: bench.power_cycle(which_word(w))),
    Verb("where", "say where the decks lie", lambda bench, _: bench.where()),
    Verb("status", "say how the devices are", lambda bench, _: bench.status()),
)
