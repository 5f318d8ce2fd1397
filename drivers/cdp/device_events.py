"""Event payloads to typed events (CDP1 5.3).

What cannot be read - an unknown type, a type of the other class, a payload that is too short - becomes an
`UnknownEvent` with its bytes, for it must be journaled and must not stop the stream (CDP1 4). Bytes after
a known payload are ignored.
"""

import struct
from collections.abc import Callable, Mapping

from drivers import events as ev
from drivers.cdp.message_ids import Evt
from drivers.events import DeviceClass, NumberedEvent, UnknownEvent

_NO_U16 = 0xFFFF
_SOME_IN_TRAY = 0xFF
_MAX_DIFFERING = 80

_Reader = Callable[[bytes], NumberedEvent]


def read_event(event_type: int, payload: bytes, device_class: int) -> NumberedEvent:
    """Read one event of a device of this class; never raises."""
    reader = _BOTH.get(event_type) or _OF_CLASS.get(device_class, {}).get(event_type)
    if reader is None:
        return UnknownEvent(event_type=event_type, payload=payload)
    try:
        return reader(payload)
    except (struct.error, IndexError, ValueError):
        return UnknownEvent(event_type=event_type, payload=payload)


def _known(value: int) -> int | None:
    return None if value == _NO_U16 else value


def _booted(data: bytes) -> NumberedEvent:
    t_ms, boot_id, reason = struct.unpack_from("<IIB", data)
    return ev.Booted(t_ms=t_ms, boot_id=boot_id, reason=reason)


def _state_changed(data: bytes) -> NumberedEvent:
    t_ms, old, new = struct.unpack_from("<IBB", data)
    return ev.StateChanged(t_ms=t_ms, old=old, new=new)


def _fault_raised(data: bytes) -> NumberedEvent:
    t_ms, fault, severity, where, detail = struct.unpack_from("<IHBBI", data)
    return ev.FaultRaised(t_ms=t_ms, fault=fault, severity=severity, where=where, detail=detail)


def _fault_cleared(data: bytes) -> NumberedEvent:
    t_ms, fault, by = struct.unpack_from("<IHB", data)
    return ev.FaultCleared(t_ms=t_ms, fault=fault, by=by)


def _door_moved(data: bytes) -> NumberedEvent:
    t_ms, door, is_open = struct.unpack_from("<IB?", data)
    return ev.DoorMoved(t_ms=t_ms, door=door, is_open=is_open)


def _op_started(data: bytes) -> NumberedEvent:
    t_ms, op_id = struct.unpack_from("<II", data)
    return ev.OpStarted(t_ms=t_ms, op_id=op_id)


def _op_done(data: bytes) -> NumberedEvent:
    t_ms, op_id, result, mode, n_in, n_out, n_inside = struct.unpack_from("<IIBBHHH", data)
    return ev.OpDone(
        t_ms=t_ms,
        op_id=op_id,
        result=result,
        mode=mode,
        n_in=_known(n_in),
        n_out=_known(n_out),
        n_inside=_known(n_inside),
    )


def _log_overrun(data: bytes) -> NumberedEvent:
    t_ms, first, last = struct.unpack_from("<III", data)
    return ev.LogOverrun(t_ms=t_ms, first=first, last=last)


def _config_changed(data: bytes) -> NumberedEvent:
    t_ms, key, digest = struct.unpack_from("<IBI", data)
    return ev.ConfigChanged(t_ms=t_ms, key=key, hash=digest)


def _tampered(data: bytes) -> NumberedEvent:
    t_ms, what = struct.unpack_from("<IB", data)
    return ev.Tampered(t_ms=t_ms, what=what)


def _button_moved(data: bytes) -> NumberedEvent:
    t_ms, button, is_down = struct.unpack_from("<IB?", data)
    return ev.ButtonMoved(t_ms=t_ms, button=button, is_down=is_down)


def _cards_loaded(data: bytes) -> NumberedEvent:
    t_ms, slot, count = struct.unpack_from("<IBH", data)
    return ev.CardsLoaded(t_ms=t_ms, slot=slot, count=_known(count))


def _deck_reported(data: bytes) -> NumberedEvent:
    head = struct.Struct("<IIIHBBBB")
    t_ms, op_id, deck_id, count, seen, unreadable, wrong_back, k = head.unpack_from(data)
    if k > _MAX_DIFFERING:
        raise ValueError(k)
    pairs = struct.unpack_from(f"<{2 * k}B", data, head.size)
    return ev.DeckReported(
        t_ms=t_ms,
        op_id=op_id,
        deck_id=deck_id,
        count=count,
        seen=seen,
        unreadable=unreadable,
        wrong_back=wrong_back,
        differing=tuple(zip(pairs[::2], pairs[1::2], strict=True)),
    )


def _deck_ready(data: bytes) -> NumberedEvent:
    t_ms, op_id, slot, deck_id, count, mode = struct.unpack_from("<IIBIHB", data)
    return ev.DeckReady(t_ms=t_ms, op_id=op_id, slot=slot, deck_id=deck_id, count=count, mode=mode)


def _deck_removed(data: bytes) -> NumberedEvent:
    t_ms, slot = struct.unpack_from("<IB", data)
    return ev.DeckRemoved(t_ms=t_ms, slot=slot)


def _deck_rejected(data: bytes) -> NumberedEvent:
    t_ms, op_id, slot, deck_id, fault = struct.unpack_from("<IIBIH", data)
    return ev.DeckRejected(t_ms=t_ms, op_id=op_id, slot=slot, deck_id=deck_id, fault=fault)


def _tray_changed(data: bytes) -> NumberedEvent:
    t_ms, count = struct.unpack_from("<IB", data)
    return ev.TrayChanged(t_ms=t_ms, count=None if count == _SOME_IN_TRAY else count)


def _card_read(data: bytes) -> NumberedEvent:
    t_ms, index, shoe_id, card, back, confidence, flags, raw = struct.unpack_from("<IHIBBBHI", data)
    return ev.CardRead(
        t_ms=t_ms,
        index=_known(index),
        shoe_id=shoe_id,
        card=card,
        back=back,
        confidence=confidence,
        flags=flags,
        raw=raw,
    )


def _cut_card_seen(data: bytes) -> NumberedEvent:
    t_ms, index = struct.unpack_from("<IH", data)
    return ev.CutCardSeen(t_ms=t_ms, index=index)


def _shoe_emptied(data: bytes) -> NumberedEvent:
    t_ms, index = struct.unpack_from("<IH", data)
    return ev.ShoeEmptied(t_ms=t_ms, index=index)


def _card_returned(data: bytes) -> NumberedEvent:
    t_ms, index = struct.unpack_from("<IH", data)
    return ev.CardReturned(t_ms=t_ms, index=index)


def _lid_moved(data: bytes) -> NumberedEvent:
    t_ms, is_open = struct.unpack_from("<I?", data)
    return ev.LidMoved(t_ms=t_ms, is_open=is_open)


def _round_marked(data: bytes) -> NumberedEvent:
    t_ms, op_id, round_no, tag, next_index = struct.unpack_from("<IIIBH", data)
    return ev.RoundMarked(t_ms=t_ms, op_id=op_id, round_no=round_no, tag=tag, next_index=_known(next_index))


_BOTH: Mapping[int, _Reader] = {
    Evt.BOOT: _booted,
    Evt.STATE: _state_changed,
    Evt.FAULT_RAISED: _fault_raised,
    Evt.FAULT_CLEARED: _fault_cleared,
    Evt.DOOR: _door_moved,
    Evt.OP_STARTED: _op_started,
    Evt.OP_DONE: _op_done,
    Evt.LOG_OVERRUN: _log_overrun,
    Evt.CONFIG_CHANGED: _config_changed,
    Evt.TAMPER: _tampered,
    Evt.BUTTON: _button_moved,
}
_OF_CLASS: Mapping[int, Mapping[int, _Reader]] = {
    DeviceClass.SHUFFLER: {
        Evt.CARDS_LOADED: _cards_loaded,
        Evt.DECK_REPORT: _deck_reported,
        Evt.DECK_READY: _deck_ready,
        Evt.DECK_REMOVED: _deck_removed,
        Evt.DECK_REJECTED: _deck_rejected,
        Evt.TRAY: _tray_changed,
    },
    DeviceClass.SHOE: {
        Evt.CARD: _card_read,
        Evt.CUT_CARD: _cut_card_seen,
        Evt.SHOE_EMPTY: _shoe_emptied,
        Evt.CARD_RETURNED: _card_returned,
        Evt.LID: _lid_moved,
        Evt.ROUND_MARK: _round_marked,
    },
}
