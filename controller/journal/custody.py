"""Keep the key of the open round: in memory, and wrapped in `seal.state` on both media (DURABILITY 7.3)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from controller.engine.faults import ConfigFault
from controller.journal.faults import SealFault
from controller.journal.files import Files, replace_whole
from controller.journal.seal import GCM_NONCE_SIZE, KEY_SIZE, RoundKey, unwrap_round_key, wrap_round_key
from controller.journal.store import CopyName

Entropy = Callable[[int], bytes]
"""Gives so many random bytes; `secrets.token_bytes` in use, seeded in the deterministic world."""

ROOT_SIZE: Final = 32


class KeyKeeper(Protocol):
    """Keep the key of the open round where a restart finds it."""

    def find(self, round_no: int) -> RoundKey | None:
        """Give a round's key, None if it is gone."""

    def make(self, round_no: int, *, without: CopyName | None = None) -> RoundKey:
        """Make and keep a round's key, over the one before; without: a medium that is out of use."""


class Custody:
    """Make, keep and find round keys; table thread only.

    paths: `seal.state` on each usable medium, by the copy that lies there; table_root: the key that wraps
    them, from the key file.
    """

    def __init__(
        self,
        *,
        table_id: str,
        table_root: bytes,
        paths: Mapping[CopyName, Path],
        files: Files,
        entropy: Entropy,
    ) -> None:
        self._table_id = table_id
        self._root = table_root
        self._paths = paths
        self._files = files
        self._entropy = entropy

    def find(self, round_no: int) -> RoundKey | None:
        """Give a round's key from either medium, and put it back on one that lacks it; raise OSError.

        None means that the key is gone for good, as it is on purpose once the next round's was made.
        """
        found = {path: self._read(path) for path in self._paths.values()}
        key = next((key for key in found.values() if key is not None and key.round_no == round_no), None)
        if key is not None:
            self._put(key, tuple(path for path, held in found.items() if held != key))
        return key

    def make(self, round_no: int, *, without: CopyName | None = None) -> RoundKey:
        """Make a round's key and put it in place on each medium, over the one before; raise OSError."""
        paths = tuple(path for name, path in self._paths.items() if name != without)
        key = RoundKey(table_id=self._table_id, round_no=round_no, key=self._entropy(KEY_SIZE))
        self._put(key, paths)
        return key

    def _put(self, key: RoundKey, paths: tuple[Path, ...]) -> None:
        for path in paths:
            state = wrap_round_key(self._root, key, self._entropy(GCM_NONCE_SIZE))
            replace_whole(self._files, path, state)

    def _read(self, path: Path) -> RoundKey | None:
        """Open one copy; one that does not open counts as lost, since the other medium has it too."""
        try:
            return unwrap_round_key(self._root, self._table_id, self._files.read(path))
        except (OSError, SealFault):
            return None


def load_table_root(path: Path, files: Files, entropy: Entropy, *, create: bool) -> bytes:
    """Give the 32 bytes of the key file, made first where `create` allows; raise ConfigFault otherwise."""
    if create and files.size(path) is None:
        files.make_folder(path.parent)
        replace_whole(files, path, entropy(ROOT_SIZE))
    try:
        root = files.read(path)
    except OSError as error:
        raise _bad_key_file(path, type(error).__name__) from None
    if len(root) != ROOT_SIZE:
        raise _bad_key_file(path, f"{len(root)} bytes")
    return root


def _bad_key_file(path: Path, found: str) -> ConfigFault:
    return ConfigFault(
        file=str(path), key="journal.key_file", value=found, allowed=f"a readable file of {ROOT_SIZE} bytes"
    )
