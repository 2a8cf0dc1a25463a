import os
import subprocess
import sys

import pytest

from tests.documents.test_signed import TEXTS

# What costs most of a start: it may be loaded only by what needs it.
HEAVY = ("yaml", "jsonschema", "cryptography", "email", "importlib.metadata", "asyncio", "bcrypt")
READ = f"from adjudicator.documents.signed import parse, verify; signed = parse({TEXTS[1]!r})"


def loaded(code: str) -> set[str]:
    program = f"{code}\nimport sys\nprint(*(name for name in {HEAVY} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(("code", "allowed"), [
    ("from adjudicator.documents import charter, keys, kinds, pasted, signature, signed, text", set()),
    ("from adjudicator.documents.text import emit; emit({'a': 1})", set()),
    ("from adjudicator.documents import orders, reading, schemas", {"yaml"}),
    (READ, {"yaml"}),
    (READ + "; from adjudicator.documents.keys import Key; "
     "verify(signed, Key.parse('IAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4'))", {"yaml", "cryptography"}),
])
def test_only_what_is_needed_is_loaded(code: str, allowed: set[str]) -> None:
    assert loaded(code) <= allowed


def test_schemas_and_texts_do_not_depend_on_the_hash_seed() -> None:
    code = ("from tests.documents.test_orders import Form\nfrom adjudicator.documents.schemas import *\n"
            "print(schema_text(schema_of(Form)), *(schema_text(document_schema(kind)) for kind in KINDS))")
    outputs = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                              env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in ("0", "1", "2", "3")}
    assert len(outputs) == 1
