"""Prints one digest over some games of every engine: it must not depend on the hash seed of the process."""

from hashlib import sha256

import msgspec

from tests.games.contract.driver import play
from tests.games.contract.games import GAMES, Game


def digest(game: Game, seeds: range) -> str:
    """Return a digest of all public values, requests, face-down handles and outcomes of some games."""
    total = sha256()
    for seed in seeds:
        engine = game.engine()
        played = play(engine, seed)
        for public in played.publics:
            handles = sorted(engine.handles(public))
            total.update(msgspec.json.encode([public, engine.requests(public), handles]))
        total.update(msgspec.json.encode(played.outcome))
    return total.hexdigest()


if __name__ == "__main__":
    for game in GAMES:
        print(game.rules.name, digest(game, range(5)))
