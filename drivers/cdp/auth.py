"""Proof that a device holds its key: two keyed digests over one pair of nonces (CDP1 3, AUTH)."""

import hashlib
import hmac
import struct
from dataclasses import dataclass, field

NONCE_BYTES = 16
KEY_BYTES = 32
_MAC_BYTES = 16
_DEVICE = b"CDP1D"
_HOST = b"CDP1H"


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Hold what both digests cover; the key never appears in a repr."""

    key: bytes = field(repr=False)
    host_nonce: bytes = field(repr=False)
    device_nonce: bytes = field(repr=False)
    serial: str
    boot_id: int
    session: int

    def device_mac(self) -> bytes:
        """Compute what the device must answer in step 1."""
        return self._mac(_DEVICE)

    def host_mac(self) -> bytes:
        """Compute what the host sends in step 2."""
        return self._mac(_HOST)

    def device_is_genuine(self, mac: bytes) -> bool:
        """Compare in constant time."""
        return hmac.compare_digest(mac, self.device_mac())

    def _mac(self, label: bytes) -> bytes:
        serial = self.serial.encode("ascii", "replace")
        tail = struct.pack("<IH", self.boot_id, self.session)
        data = label + self.host_nonce + self.device_nonce + bytes([len(serial)]) + serial + tail
        return hmac.new(self.key, data, hashlib.sha256).digest()[:_MAC_BYTES]
