"""Make the records with one failure each: `python -m tests.golden.failures`. Keys and walks are fixed: same bytes.

The first line of a file is its expectation: `# expect: CODE`, with ` (taken in)` if the last document is to be taken in
by somebody who holds the others, or ` (N aside)` if the last N documents stand in proofs/.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from adjudicator.archive.stream import record_of, stand_aside
from adjudicator.archive.verification import verify_record
from adjudicator.catalogue.games import open_charter
from adjudicator.documents.signed import parse
from adjudicator.documents.text import split
from adjudicator.errors import AdjudicatorError, Problem
from adjudicator.names import REFEREE
from adjudicator.protocol.ledger import Ledger
from tests.golden import short
from tests.golden.border_states.conduct import ADA, BOB
from tests.golden.people import digest, pair_of
from tests.golden.short import before, chain, changed, charter, direct, first, refereed, replaced, resigned, written
from tests.golden.short import state as stored
from tests.golden.war_between_the_states import conduct as war

FOLDER = Path(__file__).parents[1] / "vectors" / "records"
EXPECT, TAKEN_IN, ASIDE = "# expect: ", " (taken in)", " aside)"
WEAK = "IAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
NO_KEY = "A" * 43 + "="
Documents = list[bytes]


# -- what stands in an act -----------------------------------------------------------------------------------------


def act(kind: str, seat: str = ADA, **changes: Any) -> Documents:
    """Return the direct game up to the first act of a kind, changed and signed again."""
    return replaced(direct(), first(direct(), kind, seat), **changes)


def document(kind: str, seat: str = ADA) -> Any:
    """Return the first act of a kind in the direct game."""
    return parse(direct()[first(direct(), kind, seat)]).document


def opener() -> str:
    """Return the seat that gives the first open order."""
    return next(path for path in direct() if "-order-" in path).rpartition("-")[2].removesuffix(".yaml")


def signature_of_another() -> Documents:
    """Put the signature of Ada's second link under her first."""
    paths = [path for path in sorted(direct()) if path.endswith("-link-union.yaml")]
    (body, frame, _), (_, _, other) = (direct()[path].partition(b"signature: |\n") for path in paths[:2])
    return [*before(direct(), paths[0]), body + frame + other]


def signed_by_nobody() -> Documents:
    """Sign a link for a seat that the charter does not know."""
    return replaced(direct(), first(direct(), "link", ADA), pair=pair_of(ADA), seat="nobody")


def other_opening() -> Documents:
    """Open another salt than the one that was sealed with."""
    opened = document("reveal").opened
    return act("reveal", opened=(replace(opened[0], salt=digest("another salt")), *opened[1:]))


def illegal_order() -> Documents:
    """Place the same block twice."""
    order = document("order", opener()).order
    return act("order", opener(), order={"steps": [*order["steps"], *order["steps"]]})


def order_of_keys() -> Documents:
    """Write the fields of a step in another order."""
    steps = [dict(reversed(step.items())) for step in document("order", opener()).order["steps"]]
    return act("order", opener(), order={"steps": steps})


# -- what stands in a charter or a state ---------------------------------------------------------------------------


def key_of_bob(text: str) -> Documents:
    """Give Bob another key in the charter."""
    ada, bob = parse(direct()["charter.yaml"]).document.seats  # type: ignore[union-attr]
    return charter(seats=(ada, replace(bob, key=text)))


def other_part() -> Documents:
    """Pin another data file."""
    part, *others = parse(direct()["charter.yaml"]).document.parts  # type: ignore[union-attr]
    return charter(parts=(replace(part, hash=digest("another part")), *others))


def altered_state() -> Documents:
    """Alter a seat in a state, which nobody signs."""
    path = stored(short.OPENING)
    due = parse(direct()[path]).document.due  # type: ignore[union-attr]
    other = direct()[path].replace(f'seat: "{due[0].seat}"'.encode(), f'seat: "{due[-1].seat}"'.encode(), 1)
    return [*before(direct(), path), other]


def false_state() -> Documents:
    """Let the referee sign a state with another opened link."""
    path = stored(short.SEALING)
    row, *others = parse(refereed()[path]).document.chains  # type: ignore[union-attr]
    return replaced(refereed(), path, chains=(replace(row, last=digest("another link")), *others))


def false_state_taken_in() -> Documents:
    """Send the false state to somebody who holds what it rests on."""
    return [each for each in false_state() if b'\nkind: "state"\n' not in each] + false_state()[-1:]


def signed_without_referee() -> Documents:
    """Sign a state in a game without a referee."""
    return replaced(direct(), stored(short.SEALING), pair=pair_of(REFEREE))


# -- what a dealer deals, and to whom -----------------------------------------------------------------------------


def deal(**changes: Any) -> Documents:
    """Return the game with a dealer up to its first deal, changed and signed again."""
    return replaced(short.dealt(), first(short.dealt(), "deal", REFEREE), **changes)


def cards() -> tuple[Any, ...]:
    """Return the cards of that deal."""
    return parse(short.dealt()[first(short.dealt(), "deal", REFEREE)]).document.cards  # type: ignore[union-attr]


def dealt_to_the_other() -> Documents:
    """Deal the first card to Bob instead of Ada."""
    return deal(cards=(replace(cards()[0], seat=war.BOB), *cards()[1:]))


def sealed_to(key: str | None) -> Documents:
    """Let Bob enrol with another key to be dealt to, or with none."""
    return replaced(short.dealt(), first(short.dealt(), "enrolment", war.BOB), seal=key)


# -- two of a kind -------------------------------------------------------------------------------------------------


def same_tips() -> Documents:
    """Let Bob enrol with Ada's chains."""
    tips = document("enrolment")
    return act("enrolment", BOB, public=tips.public, private=tips.private)


def second_act() -> Documents:
    """Let Bob seal twice, the larger id second."""
    files, other = short.sealed_twice()
    path = first(files, "commitment", BOB)
    return [*before(files, path), other, files[path]]


def branch() -> Documents:
    """Keep the commitment that counts in proofs/."""
    files, other = short.sealed_twice()
    return [*chain(files), other]


def two_histories() -> Documents:
    """Keep one of two signed states in proofs/, with the commitment that it rests on."""
    return [*chain(short.forked()), *stand_aside(short.forked()).values()]


# -- what stands in the wrong place --------------------------------------------------------------------------------


def without(path: str, last: str) -> Documents:
    """Leave a document out of the direct game, which goes on to `last`."""
    return [each for each in [*before(direct(), last), direct()[last]] if each != direct()[path]]


def after_the_end() -> Documents:
    """Add an act to a finished game."""
    number = parse(chain(resigned())[-1]).document.number + 1  # type: ignore[union-attr]
    return [*chain(resigned()), changed(resigned(), first(resigned(), "audit", ADA), number=number)]


def elsewhere(number: int) -> Documents:
    """Add to the direct game, cut at the state of sealing, a link that answers an unknown state."""
    files = direct()
    link = replace(document("link"), number=number, state=digest("unknown"))
    return [*before(files, stored(short.OPENING)), files[stored(short.OPENING)], written(link, pair_of(ADA))]


def out_of_order() -> Documents:
    """Let Bob's commitment stand before Ada's."""
    ada, bob = (first(direct(), "commitment", seat) for seat in (ADA, BOB))
    return [*before(direct(), ada), direct()[bob], direct()[ada]]


LINK, UNKNOWN = digest("another link"), digest("unknown")
SEALED, COMMITTED = stored(short.SEALING), stored(short.OPENING)
# fmt: off
CASES: dict[str, tuple[str, Callable[[], Documents]]] = {
    "signature-of-another": ("proof/signature", signature_of_another),
    "unknown-key-other-seat": ("proof/unknown-key", lambda: act("link", pair=pair_of(BOB))),
    "unknown-key-no-seat": ("proof/unknown-key", signed_by_nobody),
    "unknown-key-charter": ("proof/unknown-key", lambda: charter(pair=pair_of(BOB))),
    "unknown-key-twice": ("proof/unknown-key", lambda: key_of_bob(pair_of(ADA).key.text)),
    "unknown-key-no-referee": ("proof/unknown-key", signed_without_referee),
    "weak-key": ("proof/weak-key", lambda: key_of_bob(WEAK)),
    "opening": ("proof/opening", other_opening),
    "link": ("proof/link", lambda: act("link", link=LINK)),
    "link-index": ("proof/link", lambda: act("link", index=2)),
    "link-one-tip": ("proof/link", lambda: act("enrolment", public=document("enrolment").private)),
    "link-same-tips": ("proof/link", same_tips),
    "audit": ("proof/audit", lambda: replaced(resigned(), first(resigned(), "audit", ADA), link=LINK)),
    "audit-label": ("proof/audit", lambda: replaced(resigned(), first(resigned(), "audit", ADA), label="turn-2")),
    "state-altered": ("proof/state-differs", altered_state),
    "state-false": ("proof/state-differs", false_state),
    "state-false-taken-in": ("proof/state-differs" + TAKEN_IN, false_state_taken_in),
    "fork-branch": ("proof/fork (1 aside)", branch),
    "fork-referee": ("proof/fork (2 aside)", two_histories),
    "other-game": ("sequence/other-game", lambda: act("link", game=UNKNOWN)),
    "other-game-state": ("sequence/other-game" + TAKEN_IN, lambda: replaced(refereed(), SEALED, game=UNKNOWN)),
    "other-rules": ("sequence/other-rules", lambda: charter(rules=999)),
    "other-rules-clock": ("sequence/other-rules", lambda: charter(clock={"days": 7})),
    "other-parts": ("sequence/other-parts", other_part),
    "ahead-act": ("sequence/ahead", lambda: without(first(direct(), "commitment", BOB), COMMITTED)),
    "ahead-state": ("sequence/ahead", lambda: without(SEALED, first(direct(), "commitment", ADA))),
    "ahead-taken-in": ("sequence/ahead" + TAKEN_IN, lambda: elsewhere(short.OPENING + 1)),
    "diverged": ("sequence/diverged", lambda: act("commitment", state=UNKNOWN)),
    "diverged-taken-in": ("sequence/diverged" + TAKEN_IN, lambda: elsewhere(short.OPENING)),
    "stale-taken-in": ("sequence/stale" + TAKEN_IN, lambda: elsewhere(short.SEALING)),
    "not-due-request": ("sequence/not-due", lambda: act("commitment", request="turn-1.round-9.blocks")),
    "not-due-order": ("sequence/not-due", out_of_order),
    "second-act": ("sequence/second-act", second_act),
    "finished": ("sequence/finished", after_the_end),
    "deal": ("proof/deal", lambda: chain(short.dealt(war.QUIT_LIKED))),
    "envelope": ("proof/envelope", lambda: chain(short.dealt(war.QUIT_RUBBISH))),
    "deal-one-too-few": ("document/schema", lambda: deal(cards=cards()[:-1])),
    "deal-other-owner": ("document/schema", dealt_to_the_other),
    "deal-other-draw": ("document/schema", lambda: deal(label="turn-1")),
    "deal-by-a-player": ("sequence/not-due", lambda: deal(seat=war.ADA, pair=pair_of(war.ADA))),
    "seal-none": ("document/schema", lambda: sealed_to(None)),
    "seal-weak": ("proof/weak-key", lambda: sealed_to(NO_KEY)),
    "illegal-order": ("order/BS-COMBAT-III", illegal_order),
    "schema-slots": ("document/schema", lambda: act("commitment", slots=document("commitment").slots[:-1])),
    "schema-opened": ("document/schema", lambda: act("reveal", opened=document("reveal").opened[::-1])),
    "not-canonical-order": ("document/not-canonical", order_of_keys),
}
# fmt: on


def made(name: str) -> bytes:
    """Return the bytes of a file."""
    expected, make = CASES[name]
    return f"{EXPECT}{expected}\n".encode("ascii") + b"".join(make())


def answer(expected: str, stream: bytes) -> set[str]:
    """Return the codes with which a file is refused; none for a good record."""
    documents = [text.encode("ascii") for text in split(stream)]
    count = int(expected.partition("(")[2].removesuffix(ASIDE)) if expected.endswith(ASIDE) else 0
    try:
        if expected.endswith(TAKEN_IN):
            return _codes(taken_in(documents))
        cut = len(documents) - count
        wrong = verify_record(record_of(b"".join(documents[:cut]), b"".join(documents[cut:]))).fault
    except AdjudicatorError as error:
        wrong = error
    return _codes(wrong.problems) if wrong else set()


def _codes(problems: tuple[Problem, ...] | list[Problem]) -> set[str]:
    return {problem.code for problem in problems}


def taken_in(documents: Documents) -> tuple[Problem, ...]:
    """Return what is said of the last document by a ledger that holds the others."""
    founding, *others, last = (parse(each) for each in documents)
    ledger = Ledger(founding, open_charter(founding.document)[1])  # type: ignore[arg-type]
    for signed in others:
        if signed.signature is not None:
            assert not ledger.add(signed).problems
    return ledger.add(last).problems


def main() -> None:
    """Write every file again, and take away what is none of them."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.yaml"):
        if old.stem not in CASES:
            old.unlink()
    for name in CASES:
        (FOLDER / f"{name}.yaml").write_bytes(made(name))


if __name__ == "__main__":
    main()
