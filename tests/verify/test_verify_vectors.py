"""The published vectors of the format, by the verifier's own arithmetic (DURABILITY 3.9)."""

import struct
import zlib
from pathlib import Path

from controller.verify.canonical import parse
from controller.verify.cards import commitment
from controller.verify.chain import Record, genesis, link
from controller.verify.mirror import read_mirror
from controller.verify.reading import Reading

COUNTING = bytes(range(16))
GENESIS = "68d551514301c9cdcbd329b4cf16d1551c4a1c71c67a4a84a13cf7affc245069"
PROBE = b'{"kind":"probe","n":2,"v":1}'
FIRST = "b42d2a44b2a4752d47ac484a74f673fdeed7771b0a250c4641fd211a7c4d223e"
SECOND = "35c6d7ee5791d9e6fde70bc6ae629e3b0fadcac2094b0a486b801bf83ebb1f1e"
COMMIT = "adcd8681ddaec6ae539792b924c2376bd9ad31fe6fa1a1122aef7ba4315743e8"


def mirror_bytes(*bodies: bytes) -> bytes:
    """Write a mirror by hand, from the paper alone (DURABILITY 3.3)."""
    head = b"DABB" + struct.pack(">HH", 1, 0) + COUNTING + struct.pack(">Q", 1) + bytes.fromhex(GENESIS)
    data = head + struct.pack(">I", zlib.crc32(head))
    h = bytes.fromhex(GENESIS)
    for seq, body in enumerate(bodies, start=1):
        h = link(h, seq, body)
        record = b"DAB1" + struct.pack(">IQ", len(body), seq) + body + h
        data += record + struct.pack(">I", zlib.crc32(record))
    return data


def read(data: bytes) -> Reading:
    """Read a mirror's bytes."""
    return read_mirror(data, "mirror")


def test_the_chain_begins_and_goes_on_as_published() -> None:
    """Genesis and the first two links."""
    assert GENESIS == genesis("T1", COUNTING).hex()
    assert FIRST == link(bytes.fromhex(GENESIS), 1, PROBE).hex()
    assert SECOND == link(bytes.fromhex(FIRST), 2, PROBE).hex()
    assert {"kind": "probe", "n": 2, "v": 1} == parse(PROBE)


def test_a_mirror_of_the_published_bytes_reads() -> None:
    """Header with CRC 101ca786, a record of 80 bytes with CRC b1152fdf."""
    data = mirror_bytes(PROBE, PROBE)
    reading = read(data)

    assert "101ca786" == data[64:68].hex()
    assert (80, "b1152fdf") == (len(mirror_bytes(PROBE)) - 68, data[68 + 76 : 68 + 80].hex())
    assert [
        Record(1, PROBE, bytes.fromhex(FIRST)),
        Record(2, PROBE, bytes.fromhex(SECOND)),
    ] == reading.records


def test_a_card_is_bound_as_published() -> None:
    """The commitment of an ace of hearts in round 7, ordinal 3."""
    assert COMMIT == commitment("T1", 7, 3, "Ah", COUNTING).hex()


def test_the_readers_guide_is_enough(tmp_path: Path) -> None:
    """A file made by hand from the paper is one that the verifier reads to its end."""
    (tmp_path / "x.bb").write_bytes(mirror_bytes(PROBE))

    assert 1 == read((tmp_path / "x.bb").read_bytes()).valid_to + 1
    assert "damaged" == read(mirror_bytes(PROBE)).state
