"""JSON Schemas, generated from the types; and the words for what is wrong with a file, all of it at once."""

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from inspect import cleandoc
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.documents.composing import Lines, Place
from adjudicator.documents.kinds import KINDS
from adjudicator.errors import Problem

DIALECT = "https://json-schema.org/draft/2020-12/schema"
CODE = "document/schema"
MANY = 100  # no more problems than this are named at once: a hostile file may hold thousands
_MISSING = object()


@cache
def schema_of(kind: Any) -> dict[str, Any]:
    """Return the JSON Schema of a type; nested types stand in `$defs`. Not to be changed by the caller."""
    (schema,), components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    if set(schema) == {"$ref"}:
        schema = components.pop(schema["$ref"].rsplit("/", 1)[1])
    whole = {"$schema": DIALECT, **schema, **({"$defs": components} if components else {})}
    _tidy(whole)
    return whole


def _tidy(schema: Any) -> None:
    """Make a schema the same everywhere: versions differ in the order of a union and in the margin of a docstring."""
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            schema["description"] = cleandoc(schema["description"])
        if isinstance(schema.get("anyOf"), list):
            schema["anyOf"].sort(key=lambda branch: json.dumps(branch, sort_keys=True))
        if isinstance(schema.get("discriminator"), dict):
            schema["discriminator"]["mapping"] = dict(sorted(schema["discriminator"]["mapping"].items()))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        _tidy(part)


@cache
def document_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a document kind: every field has to be present."""
    schema = schema_of(KINDS[kind])
    return {**schema, "title": kind, "required": list(schema["properties"])}


def write_schemas(folder: Path, types: Mapping[str, Any] | None = None) -> list[Path]:
    """Write `<name>.schema.json` of every document kind, or of `types` by name; return the files, sorted."""
    schemas = ({kind: document_schema(kind) for kind in KINDS} if types is None
               else {name: schema_of(kind) for name, kind in types.items()})
    written = []
    for name, schema in sorted(schemas.items()):
        file = folder / f"{name}.schema.json"
        with file.open("w", encoding="utf-8", newline="\n") as out:
            out.write(schema_text(schema))
        written.append(file)
    return written


def schema_text(schema: Mapping[str, Any]) -> str:
    """Return a schema as it stands in its file: sorted keys, indented by two."""
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"


def explain(kind: Any, value: Any, lines: Lines) -> list[Problem]:
    """Return every problem of `value` as a `kind`, in the order of the file; `lines` tells where each part stands.

    Empty only if `value` fits.
    """
    problems = _explain(schema_of(kind), value, lines)
    if not problems:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            message, _, where = str(error).partition(" - at ")
            problems = [Problem(CODE, message[:1].lower() + message[1:], pointer=where.strip("`$.") or "")]
    return problems


def explain_document(fields: Mapping[str, Any], lines: Lines) -> list[Problem]:
    """Return every problem of a document's fields; a missing or unknown kind or version comes alone."""
    kind = fields.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        got = _MISSING if "kind" not in fields else kind
        return [_problem(("kind",), lines, "this kind of document is not known", ", ".join(KINDS), got,
                         _nearest(got, KINDS))]
    if fields.get("turnfile") != 1 or fields["turnfile"] is True:
        return [_problem(("turnfile",), lines, "this version of the format is not known", "1",
                         fields.get("turnfile", _MISSING), "update the program")]
    return explain_or_unknown(_explain(document_schema(kind), fields, lines))


def explain_or_unknown(problems: list[Problem]) -> list[Problem]:
    """Return the problems, or one that says that none could be named."""
    return problems or [Problem(CODE, "the document does not fit the format")]


def _explain(schema: Mapping[str, Any], value: Any, lines: Lines) -> list[Problem]:
    errors = islice(_errors(schema, schema, value, ()), MANY)
    found = [_worded(error, place, lines) for error, place in errors]
    return sorted(found, key=lambda problem: problem.line)


def _errors(root: Mapping[str, Any], schema: Mapping[str, Any], value: Any,
            place: Place) -> Iterator[tuple[Any, Place]]:
    """Yield jsonschema's errors with their places; a union is descended into the one branch that is meant."""
    from jsonschema import Draft202012Validator

    whole = {**schema, "$defs": root.get("$defs", {})}
    for error in Draft202012Validator(whole).iter_errors(value):
        below = (*place, *error.absolute_path)
        if error.validator == "anyOf":
            branch = meant(root, error.schema, error.instance)
            if branch is not None:
                yield from _errors(root, branch, error.instance, below)
                continue
        yield error, below


def resolved(root: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the schema that a `$ref` points to, or the schema itself."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def meant(root: Mapping[str, Any], union: Mapping[str, Any], value: Any) -> Mapping[str, Any] | None:
    """Return the branch of a union that `value` is meant for: by its tag, else the only one of its shape."""
    if "discriminator" in union and isinstance(value, dict):
        tag = value.get(union["discriminator"]["propertyName"])
        target = union["discriminator"]["mapping"].get(tag) if isinstance(tag, str) else None
        return resolved(root, {"$ref": target}) if target else None
    branches = [resolved(root, branch) for branch in union["anyOf"]]
    branches = [branch for branch in branches if branch.get("type") != "null"]
    fitting = [branch for branch in branches if "anyOf" in branch or branch.get("type") == _type_name(value)]
    if len(fitting) == 1:
        return fitting[0]
    return branches[0] if len(branches) == 1 else None


def _worded(error: Any, place: Place, lines: Lines) -> Problem:
    value, limit, schema = error.instance, error.validator_value, error.schema
    match error.validator:
        case "required":
            name = next(name for name in limit if name not in value and f"'{name}'" in error.message)
            problem = _problem((*place, name), lines, f"{name} is missing", _describe(schema["properties"][name]),
                               _MISSING, f"add {name}")
        case "additionalProperties":
            known = schema.get("properties", {})
            name = next(name for name in value if name not in known)
            others = [name for name in value if name not in known]
            near = _nearest(name, known)
            shown = ", ".join([_shown_name(other) for other in others[:5]] + ["..."] * (len(others) > 5))
            message = f"{shown} is no field here" if len(others) == 1 else f"{shown} are no fields here"
            problem = _problem((*place, name), lines, message, ", ".join(known), _MISSING, near or "remove it")
        case "type":
            fix = ""
            if limit == "array" and not isinstance(value, dict):
                fix = f"write [{_shown(value)}]" if value not in ("", None) else "write [] for nothing"
            problem = _problem(place, lines, "this is not of the right type", _describe(schema),
                               f'"{_shown(value)}"' if isinstance(value, str) else _shown(value), fix, shown=True)
        case "enum" | "const":
            words = limit if error.validator == "enum" else [limit]
            problem = _problem(place, lines, "this is none of the values that are possible here",
                               ", ".join(_shown(word) for word in words), value, _nearest(value, words))
        case "pattern":
            problem = _problem(place, lines, "this is not spelt as it has to be", _describe(schema), value, "")
        case "anyOf":
            problem = _union_problem(schema, value, place, lines)
        case "minLength" | "maxLength":
            word = "at least" if error.validator == "minLength" else "at most"
            problem = _problem(place, lines, "the text has the wrong length", f"{word} {limit} characters", value, "")
        case "minItems" | "maxItems":
            word = "at least" if error.validator == "minItems" else "at most"
            problem = _problem(place, lines, "the list has the wrong length", f"{word} {limit} items",
                               f"{len(value)} items", "", shown=True)
        case _:
            problem = _problem(place, lines, "this is out of range", _describe(schema), value, "")
    return problem


def _union_problem(schema: Mapping[str, Any], value: Any, place: Place, lines: Lines) -> Problem:
    if "discriminator" in schema and isinstance(value, dict):
        tag, words = schema["discriminator"]["propertyName"], list(schema["discriminator"]["mapping"])
        got = value.get(tag, _MISSING)
        return _problem((*place, tag), lines, f"{tag} is missing" if got is _MISSING else f"this {tag} is not known",
                        ", ".join(_shown(word) for word in words), got, _nearest(got, words))
    return _problem(place, lines, "this is not of the right type", _describe(schema), value, "")


def _problem(place: Place, lines: Lines, message: str, expected: str, got: Any, fix: str,
             shown: bool = False) -> Problem:
    line = next((lines[place[:n]] for n in range(len(place), -1, -1) if place[:n] in lines), 0)
    return Problem(CODE, message, pointer=pointer(place), line=line, expected=expected, fix=fix,
                   got=got if shown else "" if got is _MISSING else _shown(got))


def pointer(place: Place) -> str:
    """Return a place as it is printed: `steps[1].front`; items are counted from 0."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{_shown_name(part)}" for part in place).lstrip(".")


def _shown_name(name: str) -> str:
    return name if name.isascii() and name.isprintable() and len(name) <= 40 else ascii(name[:40])


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return f"a map of {len(value)} fields"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)} items"
    if isinstance(value, str):
        return ascii(value[:60])[1:-1] if value else "an empty text"
    return json.dumps(value) if value is None or isinstance(value, bool) else str(value)


def _nearest(value: Any, words: Any) -> str:
    if not isinstance(value, str):
        return ""
    near = get_close_matches(value[:100], [word for word in words if isinstance(word, str)], 1)
    return f"did you mean {near[0]}?" if near else ""


def _type_name(value: Any) -> str:
    names = {bool: "boolean", int: "integer", str: "string", dict: "object", list: "array", tuple: "array"}
    return "null" if value is None else names.get(type(value), "")


_PATTERN_WORDS = {
    "[0-9a-f]{64}": "64 hex digits in lower case",
    "[A-Za-z0-9+/]{43}[A-Za-z0-9+/=]": "the 44 characters of a key",
    "[a-z][a-z0-9_]{0,15}": "the name of a seat",
    "[a-z0-9_.-]{1,40}": "a name of lower-case letters, digits and _.-, at most 40",
    "[a-z0-9_.-]{1,48}": "a name of lower-case letters, digits and _.-, at most 48",
    "[a-z_]{1,16}": "the name of a slot",
}
_TYPE_WORDS = {"string": "a text", "integer": "a whole number", "boolean": "true or false", "null": "null",
               "object": "a map", "array": "a list", "number": "a number"}


def _describe(schema: Mapping[str, Any]) -> str:
    """Return in words what a schema accepts."""
    if "$ref" in schema:
        return "a map"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_describe(branch) for branch in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(_shown(word) for word in schema["enum"])
    if "const" in schema:
        return _shown(schema["const"])
    if "pattern" in schema:
        core = schema["pattern"].removeprefix("^").removesuffix("(?!\\n)").removesuffix("$")
        return _PATTERN_WORDS.get(core, f"a text like {core}")
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"a whole number from {low} to {high}"
    kind = schema.get("type")
    return _TYPE_WORDS.get(kind, "a value") if isinstance(kind, str) else "a value"
