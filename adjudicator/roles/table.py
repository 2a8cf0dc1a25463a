"""A game in hand: its folder, its ledger and its rules, opened together and saved together."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adjudicator.catalogue.games import open_charter
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, countersigned, parse, sign
from adjudicator.engine.interface import RuleSet
from adjudicator.errors import AdjudicatorError, Problem, ProofError, SequenceError
from adjudicator.names import Seat
from adjudicator.protocol.charter import check_charter
from adjudicator.protocol.ledger import Ledger, Verdict
from adjudicator.protocol.mailing import own_documents, turn_file
from adjudicator.protocol.seat import OwnSeat
from adjudicator.protocol.secrets import Secret
from adjudicator.roles.wording import confirmed, done
from adjudicator.store.folder import GameFolder, Settings
from adjudicator.store.layout import CHARTER, INBOX, OUTBOX, RECORD, RecordName, aside_name, layout


@dataclass
class Taken:
    """What became of what arrived: acts that are new, how many were known, what is parked or refused and why."""

    new: list[str] = field(default_factory=list)
    known: int = 0
    problems: list[Problem] = field(default_factory=list)

    @property
    def refused(self) -> tuple[Problem, ...]:
        """Return the problems that kept a document out."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


class Table:
    """One copy of one game, in memory and on disk. Change it through `take` and `act`; both save."""

    def __init__(self, folder: GameFolder, settings: Settings, ledger: Ledger, rules: RuleSet) -> None:
        self.folder = folder
        self.settings = settings
        self.ledger = ledger
        self.rules = rules

    @staticmethod
    def is_laid(path: Path) -> bool:
        """Answer whether a folder holds a game."""
        return GameFolder(path).exists()

    @classmethod
    def lay(cls, path: Path, settings: Settings, charter: Signed) -> "Table":
        """Return a new table for a charter, its folder written. Raises SequenceError if the folder is taken."""
        folder = GameFolder(path)
        if folder.exists():
            raise SequenceError(
                Problem("sequence/second-act", f"{path} holds a game already", fix="choose another folder name")
            )
        table = cls._of(folder, settings, charter)
        folder.save_settings(settings)
        folder.hold()
        table.save()
        return table

    @classmethod
    def open(cls, path: Path, reading: bool = False) -> "Table":
        """Return the table of a folder, every stored act verified again.

        Unless it is only for `reading`, no other process may work in the folder meanwhile: TransportError. A file of
        the folder that is damaged raises the error that says which one, and how to get it back.
        """
        folder = GameFolder(path)
        folder.require()
        if not reading:
            folder.hold()
        try:
            charter = parse(folder.read(CHARTER))
            table = cls._of(folder, folder.settings(), charter)
        except AdjudicatorError as error:
            raise error.located(CHARTER) from None
        for name, data in (*folder.acts(), *folder.signed_states()):
            try:
                signed = table._recognised(name, data) or parse(data)
                if name.startswith(f"{INBOX}/"):
                    table.ledger.unpark(signed)
                else:
                    table.ledger.add(signed)
            except AdjudicatorError as error:
                problems = (
                    replace(p, fix=f"delete {name}, then receive the last mails of the others again")
                    for p in error.problems
                )
                raise type(error)(problems).located(name) from None
        return table

    def _recognised(self, name: str, data: bytes) -> Signed | None:
        """Return a signed state of the record without reading it, if it is the one computed here."""
        known = RecordName.parse(name.removeprefix(f"{RECORD}/"))
        if known is None or known.kind != "state":
            return None
        line = self.ledger.branch()
        position = line[known.number] if known.number < len(line) else None
        return countersigned(position.state, position.text, data) if position and position.state else None

    @classmethod
    def _of(cls, folder: GameFolder, settings: Settings, charter: Signed) -> "Table":
        rules, engine = open_charter(check_charter(charter))
        return cls(folder, settings, Ledger(charter, engine), rules)

    @property
    def seat(self) -> Seat:
        """Return the seat that plays from this folder."""
        return self.settings.seat

    @property
    def public(self) -> Any:
        """Return the public value at the head; None before everybody has enrolled."""
        return self.ledger.head().public

    def save(self) -> None:
        """Bring the folder to what the ledger says."""
        self.folder.save(layout(self.ledger))

    @property
    def enrolled(self) -> bool:
        """Answer whether the own seat has enrolled."""
        return self.ledger.counting(self.ledger.root, (self.seat, "enrol")) is not None

    # -- what arrives ----------------------------------------------------------------------------------------------

    def take(self, batches: Sequence[Sequence[Signed]]) -> Taken:
        """Take in the documents of several files, by state number; save what stands.

        A document that is refused stops the rest of its own file: they rest on it. Refused proofs are kept.
        """
        taken = Taken()
        before = {signed.id for signed, _ in self.ledger.unfit()}
        stopped: set[int] = set()
        order = [
            (number_of(signed), batch, place)
            for batch, documents in enumerate(batches)
            for place, signed in enumerate(documents)
        ]
        for _, batch, place in sorted(order):
            if batch in stopped:
                continue
            signed = batches[batch][place]
            try:
                verdict = self.ledger.add(signed)
            except AdjudicatorError as error:
                stopped.add(batch)
                taken.problems.extend(self._named(signed, problem) for problem in error.problems)
                if isinstance(error, ProofError) and any(p.code in _KEPT for p in error.problems):
                    self.folder.keep_refused(aside_name(signed), signed.file_text)
                continue
            taken.problems.extend(verdict.problems if verdict.kind != "conflict" else self._doubled(signed, verdict))
            if verdict.kind == "duplicate":
                taken.known += 1
            elif verdict.kind in ("new", "conflict"):
                taken.new.append(self._done(signed.document))
        for signed, reason in self.ledger.unfit():
            if signed.id not in before:
                taken.problems.extend(reason.problems)
        self.save()
        return taken

    def _named(self, signed: Signed, problem: Problem) -> Problem:
        """Return a problem that says which document of a mail it is about."""
        document: Any = signed.document
        what = f"state {document.number}" if isinstance(document, State) else says_kind(document)
        return replace(problem, message=f"{what}: {problem.message}")

    def _doubled(self, signed: Signed, verdict: Verdict) -> tuple[Problem, ...]:
        """Say of a second act for one place which of the two counts, and why."""
        document: Any = signed.document
        position = None if isinstance(document, State) else self.ledger.positions.get(document.state)
        if position is None:
            return verdict.problems
        counting = self.ledger.counting(position, (document.seat, document.request))
        which = "this one" if counting and counting.id == signed.id else "the other one"
        return tuple(
            replace(
                problem,
                message=f"{document.seat} signed two different answers to one question: {says_kind(document)}",
                expected="one answer",
                got=f"two; {which} counts: what others built on, else what the referee signs, else the smaller id",
                fix="both are kept, as proof, in record/ and proofs/; the game goes on",
            )
            for problem in verdict.problems
        )

    def _done(self, document: Any) -> str:
        if isinstance(document, State):
            return confirmed(document.number)
        return done(document.seat, document.kind, document.request, self.rules.view.about)

    # -- own acts --------------------------------------------------------------------------------------------------

    def secret(self, pair: KeyPair) -> Secret | None:
        """Return the secret of the own seat, or None before it has enrolled.

        Raises ProofError if the key is not the one that the charter gives the seat.
        """
        expected = self.ledger.game.keys[self.seat]
        if expected != pair.key:
            raise ProofError(
                Problem(
                    "proof/unknown-key",
                    f"this is not the key of {self.seat} in this game",
                    expected=expected.text,
                    got=pair.public_text,
                    fix="name the right key with --key",
                )
            )
        act = self.ledger.counting(self.ledger.root, (self.seat, "enrol"))
        if act is None:
            return None
        game = self.ledger.game
        return Secret.derive(pair.seed, act.document.nonce, game.id, self.seat, game.charter.links)

    def own(self, pair: KeyPair) -> OwnSeat | None:
        """Return the own seat's view, or None before it has enrolled."""
        secret = self.secret(pair)
        return OwnSeat(self.ledger.game, self.ledger.branch(), secret) if secret else None

    def act(self, pair: KeyPair, document: Any) -> str:
        """Sign a document, take it in as the others will read it, and save. Returns in words what was done.

        Raises SequenceError rather than sign a second act for a place that an own act fills.
        """
        signed = parse(sign(document, pair).file_text)
        if not isinstance(document, State):
            position = self.ledger.positions.get(document.state)
            filled = position.candidates.get((document.seat, document.request), {}) if position else {}
            if filled and signed.id not in filled:
                done_ = self._done(next(iter(filled.values())).document)
                raise SequenceError(
                    Problem("sequence/second-act", f"signed already: {done_}", fix="what is signed stays")
                )
        self.ledger.add(signed)
        self.save()
        return self._done(document)

    def go_on(self, pair: KeyPair) -> list[str]:
        """Do all that leaves nothing to choose: reveals, links, audits. What they rest on is on disk already."""
        made: list[str] = []
        while not self.ledger.blocked() and (own := self.own(pair)) is not None and (documents := own.mechanical()):
            made.extend(self.act(pair, document) for document in documents)
        return made

    def post(self) -> list[Path]:
        """Write the turn file to every other signer; returns the files to mail."""
        head = self.ledger.head().number
        files = []
        for signer in self.ledger.game.signers:
            if signer != self.seat:
                text = turn_file(self.ledger, signer, self.folder.sent(signer))
                files.append(self.folder.post(signer, head, text))
        return files

    def last_mails(self) -> tuple[str, ...]:
        """Return the turn file written last to each other signer, as a path."""
        sent = [(signer, self.folder.sent(signer)) for signer in self.ledger.game.signers if signer != self.seat]
        return tuple(
            str(self.folder.path / OUTBOX / self.folder.mail_name(signer, numbers[-1]))
            for signer, numbers in sent
            if numbers
        )

    def unsent(self) -> bool:
        """Answer whether the last own acts stand in no turn file: the command that signed them was killed."""
        mine = own_documents(self.ledger, self.seat)
        last = [signed.file_text for number, signed in mine if number == mine[-1][0]]
        for signer in self.ledger.game.signers:
            if signer != self.seat:
                text = self.folder.posted(signer, self.ledger.head().number)
                if any(act not in text for act in last):
                    return True
        return False


def says_kind(document: Any) -> str:
    """Return how a message names an act: kind, seat, what it answers."""
    return f"the {document.kind} of {document.seat} for {document.request}, state {document.number}"


def number_of(signed: Signed) -> tuple[int, bool]:
    """Return the order of taking in: by state number, a state before the acts that answer it."""
    document: Any = signed.document
    return document.number, not isinstance(document, State)


_KEPT = ("proof/opening", "proof/link", "proof/audit", "proof/state-differs")
