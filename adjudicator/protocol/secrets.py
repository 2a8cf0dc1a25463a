"""What only a seat knows: its secret, the salts and the two hash chains that follow from it.

All is derived from the signing key's seed and the nonce of the own enrolment: whoever has the key and the mails
can recover everything. How a seat makes its secret is its own affair; the others see only tips, links and salts.
"""

import hmac
from functools import cached_property

from adjudicator.names import Digest, Seat
from adjudicator.protocol.hashes import ChainName, commitment_hash, previous_link


class Secret:
    """The secret of one seat in one game. `links` is the length of its chains, from the charter."""

    def __init__(self, secret: bytes, game: Digest, seat: Seat, links: int) -> None:
        self._secret = secret
        self.game = game
        self.seat = seat
        self.links = links

    @classmethod
    def derive(cls, seed: bytes, nonce: Digest, game: Digest, seat: Seat, links: int) -> "Secret":
        """Return the secret that follows from the key's 32-byte seed and the nonce of the seat's enrolment."""
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        info = f"turnfile1/secret\n{game}\n{seat}\n".encode("ascii")
        secret = HKDF(algorithm=SHA256(), length=32, salt=bytes.fromhex(nonce), info=info).derive(seed)
        return cls(secret, game, seat, links)

    def __repr__(self) -> str:
        return f"Secret({self.game[:8]}, {self.seat})"

    def _subkey(self, name: str) -> bytes:
        return hmac.digest(self._secret, f"{name}\n".encode("ascii"), "sha256")

    @cached_property
    def _salt_key(self) -> bytes:
        return self._subkey("turnfile1/salt")

    def salt(self, context: str) -> Digest:
        """Return the salt for the commitment to `context`; the value is in it, so a changed mind shows nothing."""
        return hmac.digest(self._salt_key, context.encode("ascii"), "sha256").hex()

    def commitment(self, context: str) -> Digest:
        """Return the commitment to `context` under the seat's own salt."""
        return commitment_hash(context, self.salt(context))

    @cached_property
    def seal(self) -> bytes:
        """Return the X25519 secret key to which a dealer seals what only this seat may see."""
        return self._subkey("turnfile1/seal")

    @cached_property
    def _chains(self) -> dict[ChainName, tuple[Digest, ...]]:
        return {"public": self._chain("public"), "private": self._chain("private")}

    def _chain(self, name: ChainName) -> tuple[Digest, ...]:
        link = self._subkey(f"turnfile1/chain\n{name}").hex()
        chain = [link]
        for index in range(self.links, 0, -1):
            link = previous_link(self.game, self.seat, name, index, link)
            chain.append(link)
        return tuple(reversed(chain))

    def link(self, chain: ChainName, index: int) -> Digest:
        """Return link `index` of a chain; 0 is the tip, `links` the deepest."""
        return self._chains[chain][index]
