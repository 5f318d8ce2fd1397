"""CDP/1, the card device protocol: codec and session without I/O (PROTOCOL.md)."""
