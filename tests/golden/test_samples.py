"""The samples: each is verified, replayed to the last byte, shows what the table says, and can be made again."""

from functools import cache
from types import SimpleNamespace

import pytest

from adjudicator.archive.checking import record_at, verify_path
from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.catalogue.games import open_charter, rule_set
from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, parse
from adjudicator.errors import ProofError
from adjudicator.games.border_states.event_words import ENDS
from adjudicator.protocol.ledger import Ledger
from adjudicator.roles import archivist
from adjudicator.store.layout import CHARTER, PROOFS, RECORD, REFUSED, layout
from tests.golden.make import SAMPLES, overview
from tests.golden.people import GAME
from tests.golden.sample import FOLDER, Sample, made, place

SPACE = 3_000_000
NOT_YET = {"forfeit"}  # a game is forfeited by a ruling on time, and clocks are not defined yet
QUICK = ("illegal-both", "referee-forks", "false-state")

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)


@cache
def record(sample: Sample) -> dict[str, bytes]:
    return record_at(place(sample))


@cache
def verified(sample: Sample) -> Verified:
    return verify_record(record(sample))


def fed(files: dict[str, bytes]) -> Ledger:
    """Return a ledger that was given a record document by document, but for what is refused."""
    charter = parse(files[CHARTER])
    ledger = Ledger(charter, open_charter(charter.document)[1])
    for signed in documents(files):
        ledger.add(signed)
    return ledger


def documents(files: dict[str, bytes]) -> list[Signed]:
    """Return the signed documents of a record by the state that they answer, a state before its answers."""
    found = [parse(data) for path, data in files.items() if path.startswith((f"{RECORD}/", f"{PROOFS}/"))
             and not path.startswith(f"{PROOFS}/{REFUSED}")]  # fmt: skip
    signed = [each for each in found if each.signature]
    return sorted(signed, key=lambda each: (each.document.number, not isinstance(each.document, State), each.id))


@every_sample
def test_verification_says_what_the_table_says(sample):
    found = verify_path(place(sample))
    assert isinstance(found, Verified)
    problems = found.wrong.problems if found.wrong else ()
    assert [problem.code for problem in problems] == ([sample.wrong] if sample.wrong else [])
    outcome = found.outcome
    ends = (outcome.how, outcome.rule, outcome.winner) if outcome else ("", "", None)
    assert ends == (sample.how, sample.rule, sample.winner)
    assert bool(found.referee) == sample.refereed
    assert (found.refused, found.parked) == (sample.refused, 0)
    assert found.conflicts == (0 if sample.wrong else sample.aside)
    checked = archivist.check(place(sample), finished=True)
    assert (checked.verdict, checked.exit_code) == (("BAD", 5) if sample.wrong else ("good", 0))


@every_sample
def test_the_charter_is_that_of_the_table(sample):
    charter = parse(record(sample)[CHARTER]).document
    assert (charter.engine, charter.options) == (GAME, sample.options)
    assert (charter.referee is not None) == sample.refereed


@every_sample
def test_replayed_to_the_last_byte(sample):
    """Every stored state is the one computed, and a ledger that takes in the documents lays out the same folder."""
    files = record(sample)
    for position in verified(sample).positions[1:]:
        stored = files[f"{RECORD}/{position.number:04d}-state.yaml"]
        assert stored.partition(b"signature: |\n")[0] == position.text.encode("ascii")
    ledger = fed(files)
    laid = {path: text.encode("ascii") for path, text in layout(ledger).items()}
    assert laid == {path: data for path, data in files.items() if not path.startswith(f"{PROOFS}/{REFUSED}")}
    assert len(ledger.set_aside()) == sample.aside
    assert bool(ledger.forks()) == (sample.wrong == "proof/fork")


@every_sample
def test_the_record_shows_what_it_was_chosen_for(sample):
    if sample.conduct.early:
        return
    found = verified(sample)
    publics = [position.public for position in found.positions if position.public is not None]
    engine = open_charter(parse(record(sample)[CHARTER]).document)[1]
    table = SimpleNamespace(engine=engine)
    assert sample.where(SimpleNamespace(table=table, public=publics[-1], publics=publics, outcome=found.outcome))


def test_what_is_refused_is_signed_and_false():
    for sample in SAMPLES:
        refused = [data for path, data in record(sample).items() if path.startswith(f"{PROOFS}/{REFUSED}")]
        assert len(refused) == sample.refused
        for data in refused:
            with pytest.raises(ProofError) as caught:
                fed(record(sample)).add(parse(data))
            assert caught.value.problems[0].code == "proof/state-differs"


# -- nothing is missing --------------------------------------------------------------------------------------------


def test_every_end_is_shown():
    assert {sample.how for sample in SAMPLES} - {""} == set(ENDS) - NOT_YET
    assert {sample.rule for sample in SAMPLES if sample.how == "score"} == {"BS-VICTORY", "BS-VICTORY-TIES"}
    assert {sample.rule for sample in SAMPLES if sample.how == "illegal"} == {"BS-COMBAT-I", "BS-END-I"}
    shown = [sample.where for sample in SAMPLES]
    assert len([where for where in set(shown) if where.__name__.startswith("tie_")]) == 3
    for how in ("resignation", "illegal"):
        assert {sample.winner for sample in SAMPLES if sample.how == how} >= {"union", None}


def test_every_variant_is_shown_alone_and_some_together():
    spellings = {
        f"{option.name}={value}" if value else option.name
        for option in rule_set(GAME).options
        for value in option.values or ("",)
    }
    alone = {sample.options[0] for sample in SAMPLES if len(sample.options) == 1}
    assert alone == spellings - {"cube-split=count"}, "that one is how it is without an option"
    together = {option for sample in SAMPLES if len(sample.options) > 1 for option in sample.options}
    assert together >= alone - {"without-characters"}
    assert {sample.refereed for sample in SAMPLES if sample.options} == {False, True}


def test_the_folder_holds_these_samples_and_no_more():
    assert {path.name for path in (FOLDER / GAME).iterdir()} == {sample.name for sample in SAMPLES}
    assert (FOLDER / "README.md").read_text(encoding="ascii") == overview()
    assert all(sample.folder for sample in SAMPLES if sample.refused or sample.wrong)
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < SPACE


# -- made again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [sample for sample in SAMPLES if sample.name in QUICK], ids=lambda s: s.name)
def test_some_are_made_again_byte_for_byte(sample):
    assert made(sample).files == record(sample)


@pytest.mark.soak
@every_sample
def test_all_are_made_again_byte_for_byte(sample):
    assert made(sample).files == record(sample)
