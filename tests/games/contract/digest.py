"""Prints one digest over some games of a named engine: it must not depend on the hash seed of the process."""

import sys
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
        if game.name == sys.argv[1]:
            print(game.name, digest(game, range(min(5, game.examples))))
