"""Enrolling in a game, once: a command that was killed in between signs the same enrolment when it is run again."""

import secrets

from adjudicator.documents.keys import KeyPair
from adjudicator.protocol.seat import enrolment
from adjudicator.protocol.secrets import Secret
from adjudicator.roles.keyring import Keyring
from adjudicator.roles.table import Table


def enrol(table: Table, keyring: Keyring, pair: KeyPair) -> str:
    """Sign the own enrolment and take it in. Returns how a message names it.

    The nonce is on disk before anything is signed with it. Without one, SequenceError if the key was enrolled in this
    game before.
    """
    game, key = table.ledger.game, table.settings.key
    nonce = table.folder.nonce()
    if nonce is None:
        keyring.refuse_known(key, game.id)
        nonce = secrets.token_hex(32)
        table.folder.save_nonce(nonce)
    if game.id not in keyring.games(key):
        keyring.remember(key, game.id)
    secret = Secret.derive(pair.seed, nonce, game.id, table.seat, game.charter.links)
    return table.act(pair, enrolment(game, nonce, secret))
