"""The published schemas are those of the types."""

from adjudicator.catalogue.schemas import SCHEMAS, write_all


def test_the_published_schemas_are_current(tmp_path):
    written = {file.relative_to(tmp_path): file.read_bytes() for file in write_all(tmp_path)}
    published = {file.relative_to(SCHEMAS): file.read_bytes() for file in SCHEMAS.rglob("*.schema.json")}
    assert published == written, "write them again: python -m adjudicator.catalogue.schemas"
