import hashlib
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.documents import kinds
from adjudicator.documents.charter import charter_keys
from adjudicator.documents.keys import KeyPair
from adjudicator.documents.signed import Signed, parse, retyped, sign, unsigned, verify, write
from adjudicator.documents.text import emit
from adjudicator.errors import DocumentError, Problem, ProofError
from tests.documents.conftest import GAME, STATE

HEAD: dict[str, Any] = {"game": GAME, "number": 3, "state": STATE, "seat": "union", "request": "turn-1.draw"}
PAIR = KeyPair.from_seed(bytes(range(32)))
DOCUMENTS: list[kinds.AnyDocument] = [
    kinds.Enrolment(game=GAME, state=GAME, seat="union", nonce="01" * 32, public="02" * 32,
                    private="03" * 32, seal=None),
    kinds.Commitment(**HEAD, slots=(kinds.SlotHash("show", "04" * 32), kinds.SlotHash("hide", "05" * 32))),
    kinds.Reveal(**HEAD, opened=(kinds.Opening("show", "3", "06" * 32), kinds.Opening("moves", [{"a": 1}], "07" * 32))),
    kinds.Order(**HEAD, order={"keep": ["red", "blue"], "none": None}, opened=()),
    kinds.Order(**HEAD, order={}, opened=(kinds.Opening("union.turn-1.round-1.blocks.hide", {"x": 1}, "08" * 32),)),
    kinds.Link(**HEAD, label="turn-1", index=1, link="09" * 32),
    kinds.Audit(**HEAD, label="turn-1", index=1, link="0a" * 32),
    kinds.Resignation(**HEAD),
]


def problem_of(text: str | bytes) -> Problem:
    with pytest.raises(DocumentError) as refused:
        parse(text)
    return refused.value.problems[0]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.kind)
def test_an_act_comes_back_as_it_was_written(document: kinds.AnyDocument) -> None:
    text = write(document, PAIR)
    signed = parse(text)
    assert signed.file_text == text
    assert signed.id == hashlib.sha256(text.split("signature: |\n")[0].encode()).hexdigest()
    assert signed.signer == "union"
    assert signed.namespace == "turnfile-act"
    assert emit(signed.document) == emit(document) == signed.text
    assert type(signed.document) is type(document)
    verify(signed, PAIR.key)
    assert parse(text.encode()) == signed


def test_a_charter_and_its_keys(charter: kinds.Charter, union: KeyPair, confederate: KeyPair, referee: KeyPair) -> None:
    signed = parse(write(charter, union))
    assert signed.document == charter
    assert (signed.signer, signed.namespace) == ("union", "turnfile-charter")
    keys = charter_keys(charter)
    assert keys == {"union": union.key, "confederate": confederate.key, "referee": referee.key}
    verify(signed, keys[signed.signer])
    with pytest.raises(ProofError) as refused:
        verify(signed, keys["confederate"])
    assert refused.value.problems[0].code == "proof/unknown-key"


def test_a_state_need_not_be_signed_and_its_id_is_the_same(state: kinds.State, referee: KeyPair) -> None:
    bare, countersigned = unsigned(state), sign(state, referee)
    assert bare.id == countersigned.id
    assert parse(bare.file_text) == bare
    read = parse(countersigned.file_text)
    assert (read.signer, read.namespace, read.document) == ("referee", "turnfile-state", state)
    verify(read, referee.key)
    with pytest.raises(ProofError) as refused:
        verify(bare, referee.key)
    assert refused.value.problems[0].code == "proof/signature"


def test_everything_else_must_be_signed(order: kinds.Order) -> None:
    problem = problem_of(emit(order))
    assert (problem.code, problem.message) == ("document/unreadable", "the document has no signature")


def test_the_text_before_the_signature_is_what_ssh_keygen_verifies(tmp_path: Path, order: kinds.Order) -> None:
    (tmp_path / "act.yaml").write_text(write(order, PAIR), encoding="ascii", newline="\n")
    (tmp_path / "signers").write_text(f"union {PAIR.key.line('')}\n", encoding="ascii")
    script = """set -e
        sed '/^signature: |$/,$d' act.yaml > text
        sed '1,/^signature: |$/d; s/^  //' act.yaml > sig
        ssh-keygen -Y verify -f signers -I union -n turnfile-act -s sig < text
        sha256sum < text"""
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[1].split()[0] == parse(write(order, PAIR)).id


@pytest.mark.parametrize(("change", "code", "line"), [
    pytest.param(lambda text: text + "note: \"x\"\n", "document/not-canonical", 23, id="unsigned text after"),
    pytest.param(lambda text: text + "  x\n", "document/not-canonical", 23, id="indented text after"),
    pytest.param(lambda text: text + "\n", "document/not-canonical", 23, id="empty line after"),
    pytest.param(lambda text: text + text[text.index("signature"):], "document/not-canonical", 23, id="second block"),
    pytest.param(lambda text: text[:-1], "document/not-canonical", 22, id="last line cut"),
    pytest.param(lambda text: text[:-40], "document/not-canonical", 21, id="armor cut"),
    pytest.param(lambda text: text.replace("signature: |", "signature: |-"), "document/not-canonical", 16, id="block"),
    pytest.param(lambda text: text.replace("  -----BEGIN", "   -----BEGIN"), "document/not-canonical", 17, id="indent"),
    pytest.param(lambda text: text.replace("number: 4", "number:  4"), "document/not-canonical", 5, id="two blanks"),
    pytest.param(lambda text: text.replace("number: 4\n", "number: 4\n\n"), "document/not-canonical", 6, id="empty"),
    pytest.param(lambda text: text.replace('"union"', '"\\x75nion"'), "document/not-canonical", 7, id="escape"),
    pytest.param(lambda text: text.replace("number: 4\nstate", "state"), "document/schema", 2, id="field missing"),
    pytest.param(lambda text: text.replace("opened: []\n", "opened: []\nz: 1\n"), "document/schema", 16, id="one more"),
    pytest.param(lambda text: text.replace("turnfile: 1", "turnfile: 2"), "document/schema", 2, id="other version"),
    pytest.param(lambda text: text.replace("turnfile: 1", "turnfile: true"), "document/schema", 2, id="true is not 1"),
    pytest.param(lambda text: text.replace("turnfile: 1\n", ""), "document/schema", 2, id="no version"),
    pytest.param(lambda text: text.replace('kind: "order"', 'kind: "enrolment"'), "document/schema", 2, id="kind"),
    pytest.param(lambda text: text.replace('kind: "order"\n', ""), "document/schema", 2, id="no kind"),
    pytest.param(lambda text: text.replace('kind: "order"', "kind: []"), "document/schema", 3, id="kind a list"),
])
def test_what_is_not_the_one_text_is_refused(
    order: kinds.Order, change: Callable[[str], str], code: str, line: int,
) -> None:
    problem = problem_of(change(write(order, PAIR)))
    assert (problem.code, problem.line) == (code, line), problem


def test_two_key_orders_do_not_both_pass(order: kinds.Order) -> None:
    text = write(order, PAIR).replace('seat: "union"\nrequest: "turn-1.round-2.place-1"\n',
                                      'request: "turn-1.round-2.place-1"\nseat: "union"\n')
    problem = problem_of(text)
    assert (problem.code, problem.line, problem.expected) == ("document/not-canonical", 7, 'seat: "union"')


def test_an_order_is_compared_once_its_type_is_known(order: kinds.Order) -> None:
    class Step(Struct, frozen=True):
        step: str
        block: str
        battle: int
        front: str

    class Place(Struct, frozen=True):
        steps: tuple[Step, ...]

    signed = parse(write(order, PAIR))
    assert isinstance(signed.document, kinds.Order)
    typed = retyped(signed.document.order, Place)
    assert signed.respells(replace(signed.document, order=typed))
    steps = [{"block": "show", "step": "block", "battle": 1, "front": "top"}]
    swapped = parse(write(replace(order, order={"steps": steps}), PAIR))
    assert isinstance(swapped.document, kinds.Order)
    typed = retyped(swapped.document.order, Place)
    assert not swapped.respells(replace(swapped.document, order=typed))
    with pytest.raises(DocumentError) as refused:
        retyped({"steps": [{"step": "block", "block": "show", "battle": "1", "front": "top"}]}, Place)
    assert (refused.value.problems[0].code, refused.value.problems[0].pointer) == ("document/schema", "steps[0].battle")


@pytest.mark.parametrize(("change", "pointer"), [
    ({"options": ("b", "a")}, "options"), ({"options": ("a", "a")}, "options"), ({"proposer": "nobody"}, "proposer"),
    ({"parts": (kinds.Part("b", "11" * 32), kinds.Part("a", "11" * 32))}, "parts"), ({"seats": ()}, "seats"),
    ({"title": ("Я" * 11,)}, "title[0]"), ({"referee": None, "proposer": "referee"}, "proposer"),
])
def test_a_charter_says_nothing_in_two_ways(charter: kinds.Charter, change: dict[str, Any], pointer: str) -> None:
    problem = problem_of(write(replace(charter, **change), PAIR))
    assert (problem.code, problem.pointer) == ("document/schema", pointer)


@pytest.mark.parametrize(("key", "code"), [
    ("same", "proof/unknown-key"), ("IAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "proof/weak-key"),
])
def test_keys_of_a_charter_are_good_and_distinct(charter: kinds.Charter, key: str, code: str) -> None:
    first, second = charter.seats
    second = replace(second, key=first.key if key == "same" else key)
    with pytest.raises(ProofError) as refused:
        charter_keys(replace(charter, seats=(first, second)))
    assert refused.value.problems[0].code == code


def test_a_document_that_is_too_large_is_not_written(order: kinds.Order) -> None:
    with pytest.raises(DocumentError) as refused:
        write(replace(order, order={"rows": ["x" * 60] * 973}), PAIR)
    assert refused.value.problems[0].code == "document/too-large"


def refused_or_canonical(text: str) -> Signed | None:
    try:
        signed = parse(text)
    except DocumentError:
        return None
    assert signed.file_text == text
    return signed


TEXTS = [write(document, PAIR) for document in DOCUMENTS]


@settings(max_examples=400)
@given(st.sampled_from(TEXTS), st.integers(0, 2000), st.integers(0, 12),
       st.text(st.sampled_from('\n -"\\:[]{}#&*!|>\'abc019'), max_size=8))
def test_a_changed_text_is_refused_or_canonical_again(text: str, place: int, cut: int, new: str) -> None:
    place %= len(text)
    changed = text[:place] + new + text[place + cut:]
    signed = refused_or_canonical(changed)
    if signed is not None and changed != text:
        with pytest.raises(ProofError):
            verify(signed, PAIR.key)


@given(st.text(max_size=80) | st.binary(max_size=80))
def test_parsing_is_total(text: Any) -> None:
    for begin in ("", "---\n", '---\nturnfile: 1\nkind: "order"\n', TEXTS[0][:-30]):
        with pytest.raises(DocumentError):
            parse(begin.encode() + text if isinstance(text, bytes) else begin + text)
