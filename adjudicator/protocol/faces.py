"""Own cards by their faces: a player writes and reads what a card is, where documents name the handle it lies under."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from adjudicator.documents.orders import Scalar
from adjudicator.engine.steps import Known, Order
from adjudicator.names import REFEREE, Handle, split_handle

_FACE = re.compile(r"[a-z0-9_-]{1,48}", re.ASCII)
_HANDLE = inspect.type_info(Handle)


def faces_of(known: Known) -> dict[Handle, str]:
    """Return the face of every known card that was dealt; two that look alike have none, nor has one without a name."""
    dealt = {name: value for name, value in known.items() if "." in name and split_handle(name)[0] == REFEREE}
    values = list(dealt.values())
    named = {name: v for name, v in dealt.items() if isinstance(v, str) and _FACE.fullmatch(v)}
    return {name: value for name, value in named.items() if values.count(value) == 1}


def with_faces(order: Order, faces: Mapping[Handle, str]) -> Order:
    """Return an order for people to read: cards in place of their handles."""
    return _mapped(order, lambda handle: faces.get(handle, handle), in_order=False)


def with_handles(order: Order, faces: Mapping[Handle, str]) -> Order:
    """Return an order as it is signed: handles in place of what a player called their cards, lists of them sorted."""
    handles = {face: handle for handle, face in faces.items()}
    return _mapped(order, lambda word: handles.get(word, word), in_order=True)


def named(value: Any, kind: type[Order], faces: Mapping[Handle, str], offered: Callable[[str], Iterable[Any]]) -> Any:
    """Return what stands in an order file, with the words of the program for printed names.

    Own cards get their faces; what is written in another way than the program writes it gets the word that is `offered`
    for its field. A name that is no card of one's own is only spelled as such words are, so that the rules can say so.
    """
    by_words = {_words(face): face for face in faces.values()}

    def face(text: str) -> str:
        if _FACE.fullmatch(text) or text.startswith(f"{REFEREE}."):
            return text
        return Scalar(by_words.get(_words(text), _spelled(text) or text))

    def word(name: str, text: str) -> str:
        if not isinstance(text, str) or _FACE.fullmatch(text) or not _words(text):
            return text
        words = {_words(each): each for each in offered(name) if isinstance(each, str)}
        return Scalar(words[_words(text)]) if _words(text) in words else text

    if not isinstance(value, dict):
        return value
    return {
        name: _map(part, face, False) if name in handle_fields(kind) else word(name, part)
        for name, part in value.items()
    }


def _words(text: str) -> str:
    """Return the letters and digits of a name: case, blanks and apostrophes make no difference."""
    return "".join(letter for letter in text.lower().replace("&", "and") if letter.isalnum())


def _spelled(text: str) -> str:
    """Return a name as the ids of cards are spelled."""
    kept = re.sub("['\u2019.]", "", text.lower().replace("&", "and"))
    return re.sub("[^a-z0-9]+", "-", kept).strip("-")[:48]


def shown(fields: Mapping[str, Any], kind: type[Order], faces: Mapping[Handle, str]) -> dict[str, Any]:
    """Return the fields of an order begun, with cards in place of their handles."""
    return {
        name: _map(value, lambda handle: faces.get(handle, handle), False) if name in handle_fields(kind) else value
        for name, value in fields.items()
    }


def _mapped(order: Order, change: Callable[[str], str], in_order: bool) -> Order:
    fields = {name: _map(getattr(order, name), change, in_order) for name in handle_fields(type(order))}
    return msgspec.structs.replace(order, **fields)


def _map(value: Any, change: Callable[[str], str], in_order: bool) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, (list, tuple)):
        items = [_map(item, change, in_order) for item in value]
        return type(value)(sorted(items) if in_order else items)
    return value


@cache
def handle_fields(kind: type[Order]) -> tuple[str, ...]:
    """Return the fields of an order that hold handles: one, one or none, or a list of them."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(field.name for field in info.fields if _holds_handles(field.type))


def _holds_handles(kind: inspect.Type) -> bool:
    match kind:
        case inspect.VarTupleType(item):
            return _holds_handles(item)
        case inspect.UnionType(types):
            return any(_holds_handles(each) for each in types)
    return kind == _HANDLE
