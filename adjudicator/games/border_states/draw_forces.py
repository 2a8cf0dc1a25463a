"""The drawing of one side: President and cards, its choices of the turn, hand and queue as far as one may see them."""

from collections.abc import Collection

from adjudicator.engine.steps import Known
from adjudicator.games.border_states.display_names import recruit_said, short
from adjudicator.games.border_states.hands import Holding, characters_dealt, characters_left, holding, six_used
from adjudicator.games.border_states.layout import wrapped
from adjudicator.games.border_states.public import HAND, HIDE, SHOW, Force, Pair, Public
from adjudicator.games.border_states.recruitment import named_openly, queue_length
from adjudicator.games.border_states.rules import Rules
from adjudicator.games.border_states.sequence import slot_name
from adjudicator.names import Seat


def draw_force(rules: Rules, public: Public, force: Force, known: Known, seat: Seat | None, width: int) -> list[str]:
    """Return the lines of one side; its own seat sees hand, queue and hidden blocks, all others what is public."""
    own = force.seat == seat
    mine: Known = known if own else {}
    lines = [f"{short(force.seat).upper()}{' (you)' if own else ''}"]
    texts = [*_leaders(rules, force, mine, own)]
    if public.turn:
        texts += [_round(public, force, number, mine) for number in range(1, len(force.rounds) + 1)]
        held = holding(rules, public, mine, force.seat) if own else None
        texts += _held(rules, held) if held else _unseen(rules, force)
    for text in texts:
        lines += wrapped(text, width, 2, 2)
    return lines


def _leaders(rules: Rules, force: Force, mine: Known, own: bool) -> list[str]:
    texts = []
    if rules.variants.presidents:
        name = next((each.name for each in rules.components.presidents.each if each.seat == force.seat), "")
        texts.append(f"President {name}: {'ready' if force.president else 'used'}")
    if rules.variants.characters:
        names: dict[str, str] = {card.id: card.name for card in rules.components.characters.each}
        played = ", ".join(names.get(card, card) for card in force.characters) or "none"
        if own and characters_dealt(rules, mine):
            left = ", ".join(names.get(card, card) for card in characters_left(rules, mine, force)) or "none"
        else:
            left = str(rules.components.characters.dealt - len(force.characters))
        texts.append(f"Character cards left: {left}; played: {played}")
    return texts


def _round(public: Public, force: Force, number: int, mine: Known) -> str:
    pair = force.rounds[number - 1]
    text = f"Round {number}: recruited {recruit_said(pair.recruit)}"
    if pair.show is None:
        return f"{text}; was silent, two blocks set aside unnamed"
    hidden = mine.get(slot_name(force.seat, public.turn, number, HIDE))
    hide = f"{pair.hide} (now face-up)" if pair.hide else f"{hidden}?" if isinstance(hidden, str) else "?"
    return f"{text}, showed {pair.show}, hid {hide}{_aside(pair)}"


def _aside(pair: Pair) -> str:
    words = {SHOW: "the shown block", HIDE: "the hidden block"}
    if not pair.aside:
        return ""
    return f"; set aside: {'both' if len(pair.aside) == 2 else words.get(pair.aside[0], pair.aside[0])}"


def _held(rules: Rules, held: Holding) -> list[str]:
    hand = ", ".join(block for block in rules.blocks if block in held.hand)
    queue = "  ".join(f"{place}:{block}" for place, block in enumerate(held.queue, 1))
    return [f"Hand: {hand or 'empty'}", f"Queue, left to right: {queue or 'empty'}"]


def _unseen(rules: Rules, force: Force) -> list[str]:
    count = max(0, HAND - len(force.rounds))
    blocks = "1 block" if count == 1 else f"{count} blocks"
    places = " ".join(["[?]"] * queue_length(force))
    texts = [f"Hand: {blocks}. Queue: {places or 'empty'}"]
    seen = named_openly(force)
    if not force.hand:
        return [*texts, f"Not seen yet: {_listed(rules, rules.blocks, seen)}"]
    started = _listed(rules, force.hand, seen)
    queued = _listed(rules, six_used(rules, force.hand), seen)
    return [*texts, f"Hand when the turn began, not seen since: {started}",
            f"Queue when the turn began, not seen since (order unknown): {queued}"]  # fmt: skip


def _listed(rules: Rules, blocks: Collection[str], seen: tuple[str, ...]) -> str:
    return ", ".join(block for block in rules.blocks if block in blocks and block not in seen) or "none"
