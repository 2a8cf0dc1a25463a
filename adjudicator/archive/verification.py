"""Verifying a record from its files alone, in chain order; the first thing that is wrong is named, and ends it."""

import gc
from collections.abc import Mapping
from typing import Any

from adjudicator.archive.aside import asides
from adjudicator.archive.differing import differs
from adjudicator.archive.verified import Verified
from adjudicator.catalogue.games import open_charter
from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, countersigned, parse
from adjudicator.errors import AdjudicatorError, DocumentError, Problem, ProofError, SequenceError
from adjudicator.protocol.advance import advance
from adjudicator.protocol.charter import check_charter
from adjudicator.protocol.confirmation import Confirmations
from adjudicator.protocol.dealing import false_deal, opened_seeds
from adjudicator.protocol.fit import fit, same_tips, says
from adjudicator.protocol.ledger import Ledger
from adjudicator.protocol.mailing import counted_acts
from adjudicator.protocol.position import Act, Game, Position
from adjudicator.protocol.tree import leading
from adjudicator.store.layout import CHARTER, INBOX, PROOFS, RECORD, REFUSED, RecordName, act_name


def verify_record(files: Mapping[str, bytes]) -> Verified:
    """Verify a record given as its files, path to bytes (`charter.yaml`, `record/...`, `proofs/...`, `inbox/...`).

    Never raises for what the files hold: the first thing wrong is returned in `wrong`.
    """
    verified = Verified()
    walk = _Walk(files, verified)
    # A record makes hardly any garbage while it is walked; to look for some, over and over, costs a tenth of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        walk.run()
    except AdjudicatorError as error:
        verified.wrong = error.located(walk.at)
        verified.unexamined = walk.left()
    finally:
        if collecting:
            gc.enable()
    return verified


class _Walk:
    """One pass over a record. `at` is the file being examined."""

    def __init__(self, files: Mapping[str, bytes], verified: Verified) -> None:
        self.files = files
        self.verified = verified
        self.at = CHARTER
        self.examined = 0
        self.acts: list[Signed] = []  # and the signed states among them

    def left(self) -> int:
        """Return how many documents of the record were not examined."""
        record = sum(name.startswith(f"{RECORD}/") for name in self.files)
        return max(record - self.examined - 1, 0) if self.examined else record

    def run(self) -> None:
        """Examine everything in order."""
        if CHARTER not in self.files:
            raise DocumentError(Problem("document/unreadable", "there is no charter", expected=CHARTER))
        charter = parse(self.files[CHARTER])
        rules, engine = open_charter(check_charter(charter))
        game = Game(check_charter(charter), charter.id, engine)
        verified = self.verified
        verified.rules = rules
        verified.engine = engine
        verified.game = charter.id
        verified.title = f"{rules.title}, rules {rules.number}"
        verified.seats = tuple((row.seat, " ".join(row.name)) for row in game.charter.seats)
        if game.charter.referee:
            verified.referee = " ".join(game.charter.referee.name)
        verified.counts["signatures"] = 1
        names = self._names()
        ledger = Ledger(charter, engine)
        position = ledger.root
        verified.positions.append(position)
        while True:
            acts = self._acts_at(game, ledger, position, names)
            following = leading(tuple(acts.get(place) for place in self._places(position)))
            if position.state is None and (copied := same_tips(following)):
                raise ProofError(copied)
            if not following:
                break
            if len(following) < len(acts):
                extra = next(act for act in acts.values() if act not in following)
                self.at = f"{RECORD}/{act_name(position, extra)}"
                raise SequenceError(
                    Problem(
                        "sequence/not-due", "it does not count beside the resignation at this state", fix="move it out"
                    )
                )
            position = self._next(game, position, following, names)
            verified.positions.append(position)
        self._end(position, acts, names)
        self._leftovers(ledger)
        self._dealt(game)

    def _names(self) -> dict[int, list[RecordName]]:
        """Return the record's names by state number; raises for a file that does not belong there."""
        names: dict[int, list[RecordName]] = {}
        for path in sorted(self.files):
            part, _, name = path.partition("/")
            if part != RECORD:
                continue
            parsed = RecordName.parse(name)
            if parsed is None or (parsed.kind == "state" and not parsed.number):
                self.at = path
                raise DocumentError(
                    Problem(
                        "document/unreadable", "no document of a record has this name", expected="SSSS-P-kind-seat.yaml"
                    )
                )
            names.setdefault(parsed.number, []).append(parsed)
        for group in names.values():
            group.sort(key=lambda name: (name.kind != "state", name.place, name.kind, name.seat))
        return names

    @staticmethod
    def _places(position: Position) -> list[tuple[str, str]]:
        return [(row.seat, row.request) for row in position.due]

    def _acts_at(
        self, game: Game, ledger: Ledger, position: Position, names: dict[int, list[RecordName]]
    ) -> dict[tuple[str, str], Act]:
        acts: dict[tuple[str, str], Act] = {}
        for name in names.get(position.number, ()):
            if name.kind == "state":
                continue
            self.at = f"{RECORD}/{name}"
            signed = parse(self.files[self.at])
            document = signed.act
            ledger.authenticate(signed)
            self.verified.counts["signatures"] += 1
            if (document.number, document.state) != (position.number, position.id):
                code = "sequence/diverged" if document.number == position.number else "sequence/not-due"
                raise SequenceError(
                    Problem(
                        code,
                        f"{says(document.seat, document.request, document.kind)} answers another state than its place",
                        expected=f"state {position.number} {position.id[:8]}",
                        got=f"state {document.number} {document.state[:8]}",
                    )
                )
            act = fit(game, position, signed)
            if act_name(position, act) != name:
                raise SequenceError(
                    Problem(
                        "sequence/not-due",
                        "the name is not that of its document",
                        expected=str(act_name(position, act)),
                    )
                )
            if act.place in acts:
                raise SequenceError(
                    Problem(
                        "sequence/second-act", f"{says(act.seat, act.place[1], document.kind)} is a second act here"
                    )
                )
            acts[act.place] = act
            self.acts.append(signed)
            self.examined += 1
            self._count(document)
        return acts

    def _count(self, document: Any) -> None:
        self.verified.counts["acts"] += 1
        self.verified.counts["openings"] += len(getattr(document, "opened", ()))
        if document.kind in ("link", "audit", "deal"):
            self.verified.counts[f"{document.kind}s"] += 1

    def _next(
        self, game: Game, position: Position, acts: tuple[Act, ...], names: dict[int, list[RecordName]]
    ) -> Position:
        following = advance(game, position, acts)
        name = RecordName(following.number)
        self.at = f"{RECORD}/{name}"
        stored = self.files.get(self.at)
        if stored is None:
            raise SequenceError(
                Problem(
                    "sequence/ahead", f"state {following.number} is missing", fix="it can be computed: receive any mail"
                )
            )
        if stored != following.text.encode("ascii"):
            self._confirmed(game, stored, following)
        self.verified.states = following.number
        self.examined += 1
        return following

    def _confirmed(self, game: Game, stored: bytes, computed: Position) -> None:
        """Check a state that is not stored as computed: it may differ in nothing but the referee's signature."""
        assert computed.state is not None
        signed = countersigned(computed.state, computed.text, stored)
        if signed is None:
            raise differs(stored, computed.text)
        Confirmations(game, {computed.id: computed}).add(signed)
        self.verified.counts["signatures"] += 1
        self.acts.append(signed)

    def _end(self, position: Position, acts: dict[tuple[str, str], Act], names: dict[int, list[RecordName]]) -> None:
        missing = [row for row in position.due if (row.seat, row.request) not in acts]
        self.verified.waits = tuple(f"{row.seat}: {row.answer} {row.request}" for row in missing)
        self.verified.head = position.id
        if position.state is not None:
            self.verified.outcome = position.state.outcome
        later = [name for number, group in sorted(names.items()) for name in group if number > position.number]
        if later:
            self.at = f"{RECORD}/{later[0]}"
            if not missing:
                raise SequenceError(Problem("sequence/finished", "it comes after the end of the game"))
            row = missing[0]
            place = 1 + self._places(position).index((row.seat, row.request))
            self.at = f"{RECORD}/{RecordName(position.number, place, row.answer, row.seat)}"
            raise SequenceError(
                Problem(
                    "sequence/ahead",
                    f"{says(row.seat, row.request, row.answer)} is missing",
                    fix="get it from the others",
                )
            )

    def _dealt(self, game: Game) -> None:
        """Deal the whole game again, once the dealer has opened his secret."""
        self.verified.redealt = bool(opened_seeds(game, self.verified.positions))
        found = false_deal(game, self.verified.positions)
        if found is not None:
            position, act, problem = found
            self.verified.false_deal = ProofError(problem).located(f"{RECORD}/{act_name(position, act)}")

    def _leftovers(self, ledger: Ledger) -> None:
        """Check what does not count: it must be signed, and must not be what should count."""
        kept: dict[str, Signed] = {}
        refused: dict[str, bytes] = {}
        for path in sorted(self.files):
            part, _, name = path.partition("/")
            if part == PROOFS and name.startswith(REFUSED):
                refused[path] = self.files[path]
            elif part in (PROOFS, INBOX):
                self.at = path
                kept[path] = parse(self.files[path])
                if not isinstance(kept[path].document, State):
                    ledger.authenticate(kept[path])
        if not kept and not refused:
            return
        for signed in self.acts:
            ledger.add(signed)
        for path, signed in kept.items():
            self.at = path
            if path.startswith(f"{INBOX}/") and not isinstance(signed.document, State):
                ledger.unpark(signed)
            else:
                ledger.add(signed)
        fork = ledger.blocked()
        if fork is not None and ledger.forks():
            # Of the states that fork the game none counts more than the other: the error names them.
            self.verified.asides = tuple(a for a in asides(ledger, kept, refused) if a.kind != "state")
            self.at = next((path for path, s in kept.items() if isinstance(s.document, State)), PROOFS)
            raise ProofError(fork)
        recorded = {signed.id for signed in self.acts}
        counted = {act.id for act in counted_acts(ledger)}
        for path, signed in kept.items():
            if signed.id in counted and signed.id not in recorded:
                self.at = path
                document = signed.act
                raise ProofError(
                    Problem(
                        "proof/fork",
                        f"{says(document.seat, document.request, document.kind)} counts, but is not in record/",
                        fix="receive any mail: the program puts it in its place",
                    )
                )
        self.verified.asides = asides(ledger, kept, refused)
