"""The samples: each is verified, replayed to the last byte, shows what the table says, and can be made again."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.archive.bundle import unpacked
from adjudicator.archive.checking import record_at, verify_path
from adjudicator.archive.stream import ASIDE, STREAM
from adjudicator.archive.verification import verify_record
from adjudicator.archive.verified import Verified
from adjudicator.catalogue.games import open_charter, rule_set
from adjudicator.documents.kinds import State
from adjudicator.documents.signed import Signed, parse
from adjudicator.errors import ProofError
from adjudicator.names import REFEREE
from adjudicator.protocol.dealing import opened_seeds
from adjudicator.protocol.ledger import Ledger
from adjudicator.roles import archivist, retelling
from adjudicator.store.layout import CHARTER, PROOFS, RECORD, REFUSED, layout
from tests.golden.make import ABOUT, SAMPLES, key, overview
from tests.golden.people import BORDER_STATES, WAR
from tests.golden.sample import FOLDER, Sample, made, place

SPACE = {BORDER_STATES: 3_000_000, WAR: 3_100_000}
NOT_YET = {"forfeit"}  # a game is forfeited by a ruling on time, and clocks are not defined yet
QUICK = ("illegal-both", "referee-forks", "false-state", "false-secret", "two-deals", "dealer-rubbish")
RULES = {
    BORDER_STATES: {"score": {"BS-VICTORY", "BS-VICTORY-TIES"}, "illegal": {"BS-COMBAT-I", "BS-END-I"}},
    WAR: {"illegal": {"WBS-REVEAL", "WBS-STRATEGY", "WBS-GAIN"}},
}

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=key)
every_game = pytest.mark.parametrize("game", ABOUT)


def of(game: str) -> tuple[Sample, ...]:
    return tuple(sample for sample in SAMPLES if sample.game == game)


def ends_of(game: str) -> set[str]:
    """Return the ways to end that a game has words for."""
    return set(import_module(f"{rule_set(game).package}.event_words").ENDS)


@cache
def record(sample: Sample) -> dict[str, bytes]:
    return record_at(place(sample))


@cache
def verified(sample: Sample) -> Verified:
    return verify_record(record(sample))


@cache
def fed(sample: Sample) -> Ledger:
    """Return a ledger that was given a record document by document, but for what is refused."""
    files = record(sample)
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
    problems = found.fault.problems if found.fault else ()
    assert [problem.code for problem in problems] == ([sample.wrong] if sample.wrong else [])
    outcome = found.outcome
    ends = (outcome.how, outcome.rule, outcome.winner) if outcome else ("", "", None)
    assert ends == (sample.how, sample.rule, sample.winner)
    assert bool(found.referee) == sample.refereed
    assert (found.conflicts, found.refused, found.parked) == (sample.aside, sample.refused, 0)
    checked = archivist.check(place(sample), finished=True)
    expected = ("BAD", 5) if sample.wrong else ("good", 0) if sample.how else ("BAD", 6)
    assert (checked.verdict, checked.exit_code) == expected
    if expected == ("BAD", 6):
        checked = archivist.check(place(sample))
        assert (checked.verdict, checked.exit_code) == ("UNFINISHED", 0)


@every_sample
def test_the_charter_is_that_of_the_table(sample):
    charter = parse(record(sample)[CHARTER]).document
    assert (charter.engine, charter.options) == (sample.game, sample.options)
    assert (charter.referee is not None) == sample.refereed


@every_sample
def test_replayed_to_the_last_byte(sample):
    """Every stored state is the one computed, and a ledger that takes in the documents lays out the same folder."""
    files = record(sample)
    for position in verified(sample).positions[1:]:
        stored = files[f"{RECORD}/{position.number:04d}-state.yaml"]
        assert stored.partition(b"signature: |\n")[0] == position.text.encode("ascii")
    ledger = fed(sample)
    laid = {path: text.encode("ascii") for path, text in layout(ledger).items()}
    assert laid == {path: data for path, data in files.items() if not path.startswith(f"{PROOFS}/{REFUSED}")}
    assert len(ledger.set_aside()) == sample.aside
    assert bool(ledger.forks()) == (sample.wrong == "proof/fork")


@every_sample
def test_the_record_shows_what_it_was_chosen_for(sample):
    if sample.conduct.early:
        return
    found = verified(sample)
    steps = [(position.public, position.events) for position in found.positions if position.public is not None]
    publics, events = zip(*steps, strict=True)
    engine = open_charter(parse(record(sample)[CHARTER]).document)[1]
    shown = {"table": SimpleNamespace(engine=engine), "outcome": found.outcome, "public": publics[-1]}
    assert sample.where(SimpleNamespace(**shown, publics=publics, events=events))


def test_what_is_refused_is_signed_and_false():
    for sample in SAMPLES:
        refused = [data for path, data in record(sample).items() if path.startswith(f"{PROOFS}/{REFUSED}")]
        assert len(refused) == sample.refused
        for data in refused:
            with pytest.raises(ProofError) as caught:
                fed(sample).add(parse(data))
            assert caught.value.problems[0].code in ("proof/state-differs", "proof/audit")


# -- nothing is missing --------------------------------------------------------------------------------------------


@every_game
def test_every_end_is_shown(game):
    assert {sample.how for sample in of(game)} - {""} == ends_of(game) - NOT_YET
    for how, rules in RULES[game].items():
        assert {sample.rule for sample in of(game) if sample.how == how} == rules
    for how in ("resignation", "illegal"):
        assert {sample.winner for sample in of(game) if sample.how == how} >= {rule_set(game).seats[0], None}


def test_every_tie_is_shown():
    assert len({sample.where for sample in of(BORDER_STATES) if sample.where.__name__.startswith("tie_")}) == 3
    assert [sample.winner for sample in of(WAR) if sample.where.__name__ == "tie"] == ["south"]


def test_every_fault_of_a_dealer_is_shown():
    assert {sample.wrong for sample in of(WAR)} == {"", "proof/deal", "proof/envelope"}
    assert all(verified(sample).wrong is None for sample in of(WAR)), "the record is good, and proves it"
    unproven = [sample for sample in of(WAR) if sample.name.startswith("dealer-") and not sample.wrong]
    assert {sample.how for sample in unproven} == {"dealer"}


@pytest.mark.parametrize("sample", of(WAR), ids=key)
def test_an_honest_dealer_has_opened_his_secret_and_the_others_are_named(sample):
    """A game that a card of his ended needs no secret any more, and one that has no end has none yet."""
    found, ledger = verified(sample), fed(sample)
    assert found.redealt == bool(opened_seeds(ledger.game, ledger.branch())) == (sample.how not in ("dealer", ""))
    assert bool(ledger.dealt_falsely()) == bool(sample.wrong)
    dealt = [row for position in found.positions for act in position.came if act.document.kind == "deal"
             for row in act.document.cards]  # fmt: skip
    names = [row.name for row in dealt]
    assert len(names) >= 14 and len(names) == len(set(names))
    assert all(name.startswith(f"{REFEREE}.") for name in names)


@every_game
def test_every_variant_is_shown_alone_and_some_together(game):
    spellings = {
        f"{option.name}={value}" if value else option.name
        for option in rule_set(game).options
        for value in option.values or ("",)
    }
    alone = {sample.options[0] for sample in of(game) if len(sample.options) == 1}
    assert alone == spellings - {"cube-split=count"}, "that one is how it is without an option"
    together = {option for sample in of(game) if len(sample.options) > 1 for option in sample.options}
    assert together >= alone - {"without-characters"}
    dealt = open_charter(parse(record(of(game)[0])[CHARTER]).document)[1].dealer
    assert {sample.refereed for sample in of(game) if sample.options} == ({True} if dealt else {False, True})


def files_below(folder: Any) -> Iterable[Any]:
    return (path for path in folder.rglob("*") if path.is_file())


def test_the_folder_holds_these_samples_and_no_more():
    assert {path.name for path in FOLDER.iterdir()} == {"README.md", *ABOUT}
    assert (FOLDER / "README.md").read_text(encoding="ascii") == overview()
    assert all(sample.folder for sample in SAMPLES if sample.refused or verified(sample).wrong)


@every_game
def test_the_folder_of_a_game_holds_its_samples_and_is_not_large(game):
    assert {path.name for path in (FOLDER / game).iterdir()} == {sample.name for sample in of(game)}
    assert sum(path.stat().st_size for path in files_below(FOLDER / game)) < SPACE[game]


@pytest.mark.parametrize("sample", [sample for sample in of(WAR) if sample.wrong], ids=key)
def test_a_record_that_proves_a_false_deal_can_be_packed(sample):
    again, kept = unpacked(archivist.pack(place(sample)).data), unpacked(place(sample).read_bytes())
    for stream in (STREAM, ASIDE):  # the specification beside them is that of its day
        assert again.get(stream) == kept.get(stream)
    assert archivist.check(place(sample)).problems[0].code == sample.wrong


# -- made again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [sample for sample in SAMPLES if sample.name in QUICK], ids=key)
def test_some_are_made_again_byte_for_byte(sample):
    assert made(sample).files == record(sample)


@pytest.mark.soak
@every_sample
def test_all_are_made_again_byte_for_byte(sample):
    assert made(sample).files == record(sample)


WHY = {  # what the retelling says of who leaves: a part of it
    "illegal-opponents-card": "card_01 is not among the cards the South can choose from.",
    "illegal-unplayable-card": "War of Attrition is a card that only the other side can play.",
    "illegal-trade": "the North named 3 cards; accepted: at most 2 cards.",
    "dealer-both-shown": "Infantry was dealt to the North and to the South.",
    "dealer-no-such-card": "'george-washington', dealt to the South, is no card of the deck.",
}


@pytest.mark.parametrize("sample", [sample for sample in of(WAR) if sample.name in WHY], ids=key)
def test_who_has_to_leave_is_told_why(sample):
    lines = list(retelling.told(place(sample)))
    assert lines[1] == "north: Ada, south: Bob, referee: Carol"
    assert any(" leaves the game (" in line and WHY[sample.name] in line for line in lines)


def test_a_card_that_is_opened_is_explained_with_its_name_first():
    (sample,) = (sample for sample in of(WAR) if sample.name == "illegal-unplayable-card")
    found = verified(sample).positions
    (number,) = (after.number for after in found if any(event.name == "retired" for event in after.events))
    lines = [line.strip() for line in retelling.explained(place(sample), number)]
    assert any(line.startswith("war-of-attrition (referee.turn-1.logistics.card_") for line in lines)
