"""Where a person's keys live: one folder with `NAME` and `NAME.pub` each, and the games in which a key was enrolled."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.documents.keys import Key, KeyPair, complete_key_pair, is_locked, key_pair_of, write_key_pair
from adjudicator.errors import DocumentError, Problem, SequenceError, TransportError
from adjudicator.names import Digest
from adjudicator.store.files import read_bytes, write_atomic
from adjudicator.store.layout import PRIVATE

OPPONENT = "computer"  # the folder of the computer player, inside that of a game against it

KEY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
KEY_BYTES = 65_536

# Asks the person for the passphrase of the key of this name.
Ask = Callable[[str], str]


@dataclass(frozen=True)
class Keyring:
    """The folder `keys` of the application folder."""

    path: Path
    _unlocked: dict[str, KeyPair] = field(default_factory=dict, repr=False, compare=False)

    def file(self, name: str) -> Path:
        """Return the private key file of a key name. Raises DocumentError for a name that no file should have."""
        if not KEY_NAME.fullmatch(name) or name.endswith((".pub", ".games")):
            raise DocumentError(
                Problem(
                    "document/schema", f"{name!r} cannot name a key", expected="letters, digits, _ . - (at most 32)"
                )
            )
        return self.path / name

    def names(self) -> tuple[str, ...]:
        """Return the names of the keys, sorted."""
        if not self.path.is_dir():
            return ()
        return tuple(sorted(p.name.removesuffix(".pub") for p in self.path.glob("*.pub")))

    def chosen(self, name: str | None) -> str:
        """Return `name`, or the only key there is. Raises TransportError if there is none, or more than one."""
        names = self.names()
        if name is not None:
            return name
        if len(names) == 1:
            return names[0]
        raise TransportError(
            Problem(
                "transport/key-file",
                "which key?" if names else "there is no key yet",
                expected=", ".join(names),
                fix="name one with --key NAME" if names else "make one: adjudicator key new NAME",
            )
        )

    def new(self, name: str, passphrase: str | None) -> Key:
        """Make a key of this name, locked if a passphrase is given. Raises TransportError if the name is taken.

        A private key without its public line was left by a command that was killed: it is completed, not replaced.
        """
        file = self.file(name)
        if file.is_file() and not file.with_name(file.name + ".pub").exists():
            return complete_key_pair(file, name, passphrase)
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        pair = KeyPair.generate()
        write_key_pair(pair, file, name, passphrase)
        return pair.key

    def public(self, name: str) -> Key:
        """Return the public key of a name."""
        file = self.file(name)
        data = read_bytes(file.with_name(file.name + ".pub"), KEY_BYTES)
        return Key.parse(data.decode("ascii", "replace"))

    def unlock(self, name: str, ask: Ask) -> KeyPair:
        """Return the key pair of a name; `ask` is called only if it is locked, and once."""
        if name not in self._unlocked:
            file = self.file(name)
            data = read_bytes(file, KEY_BYTES)
            self._unlocked[name] = key_pair_of(data, ask(name) if is_locked(data) else None, str(file))
        return self._unlocked[name]

    # -- games in which a key was enrolled -------------------------------------------------------------------------

    def _register(self, name: str) -> Path:
        file = self.file(name)
        return file.with_name(file.name + ".games")

    def games(self, name: str) -> tuple[Digest, ...]:
        """Return the ids of the games in which this key was enrolled."""
        file = self._register(name)
        return tuple(file.read_text(encoding="ascii").split()) if file.is_file() else ()

    def refuse_known(self, name: str, game: Digest) -> None:
        """Raise SequenceError if the key was enrolled in this game before: its secrets may be known."""
        if game in self.games(name):
            raise SequenceError(
                Problem(
                    "sequence/second-act",
                    f"your key {name} is enrolled in game {game[:8]} already",
                    fix="use its folder; if that is lost, join again with the mails that you received and sent",
                )
            )

    def remember(self, name: str, game: Digest) -> None:
        """Write down that the key is enrolled in a game."""
        games = (*self.games(name), game)
        write_atomic(self._register(name), "".join(f"{known}\n" for known in games).encode("ascii"), private=True)


def is_solo(folder: Path) -> bool:
    """Answer whether the opponent of a folder's game is the computer player inside it."""
    return keyring_in(folder / OPPONENT).path.is_dir()


def keyring_in(folder: Path) -> Keyring:
    """Return the keyring that lies inside a game folder: for keys that are made for one game only."""
    return Keyring(folder / PRIVATE / "keys")
