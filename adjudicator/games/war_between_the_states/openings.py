"""What was opened, held against the rules: a card that cannot be there is the dealer's fault, one that the side cannot
play is its own, and so is every other illegal choice."""

from collections.abc import Mapping

from adjudicator.engine.citation import rule
from adjudicator.engine.interface import Answers
from adjudicator.engine.steps import Known, Step
from adjudicator.errors import Problem
from adjudicator.games.war_between_the_states.deck import cards_open
from adjudicator.games.war_between_the_states.ending import Why, do_retire
from adjudicator.games.war_between_the_states.public import Public
from adjudicator.games.war_between_the_states.rules import SEATS, Rules, playable
from adjudicator.names import REFEREE, Handle, RuleId, Seat


def opened_by(answers: Answers) -> Mapping[Seat, Known]:
    """Return what each side has opened in this step."""
    found: dict[Seat, Known] = {seat: {} for seat in SEATS}
    for (seat, _), answer in answers.items():
        if seat in found:
            found[seat] = {**found[seat], **answer.opened}
    return found


@rule("WBS-DEALER")
def dealt_falsely(rules: Rules, public: Public, opened: Mapping[Seat, Known]) -> tuple[Handle, ...]:
    """Return the opened handles that prove the dealer's fault: no card, one that lies open, or one opened twice.

    Their owner can only open what was dealt to him, so the fault is never his.
    """
    rows = sorted((handle, value) for values in opened.values() for handle, value in _named(values))
    names = [value for _, value in rows]
    out = cards_open(public)
    return tuple(
        handle for handle, value in rows if value not in rules.cards or value in out or names.count(value) > 1
    )


def _why_false(rules: Rules, public: Public, opened: Mapping[Seat, Known], false: tuple[Handle, ...]) -> Why:
    """Return for each card that was dealt falsely what is false about it, and who has opened it."""
    found: dict[str, tuple[Seat, ...]] = {}
    for seat, values in opened.items():
        for handle, value in sorted(_named(values)):
            if handle in false:
                found[value] = (*found.get(value, ()), seat)
    out = cards_open(public)
    return tuple(
        ("no-card" if value not in rules.cards else "open-already" if value in out else "twice", value, seats)
        for value, seats in found.items()
    )


def _named(values: Known) -> list[tuple[Handle, str]]:
    # What is no text cannot name a card; no card has an empty name.
    return [(handle, value if isinstance(value, str) else "") for handle, value in values.items()]


@rule("WBS-CARDS", "WBS-REVEAL")
def unplayable(rules: Rules, seat: Seat, opened: Known) -> tuple[Handle, ...]:
    """Return the opened handles of a side whose cards it cannot play."""
    found = []
    for handle in sorted(opened):
        card = rules.card(opened[handle])
        if card is not None and not playable(card, seat):
            found.append(handle)
    return tuple(found)


@rule("WBS-DEALER", "WBS-RETIREMENT")
def do_judge(
    rules: Rules,
    public: Public,
    illegal: Mapping[Seat, Problem],
    opened: Mapping[Seat, Known],
    cited: RuleId,
) -> Step[Public] | None:
    """Return the step that ends the game for what was chosen or opened, or None if all is in order.

    `illegal` are the sides whose choice anybody can see to be illegal, each with what is wrong. A dealer's fault goes
    before those of the sides: nothing that rests on a false deal can be held against them.
    """
    false = dealt_falsely(rules, public, opened)
    if false:
        why = {REFEREE: _why_false(rules, public, opened, false)}
        return do_retire(public, (REFEREE,), "dealer", "WBS-DEALER", false, why)
    barred = {seat: unplayable(rules, seat, values) for seat, values in opened.items()}
    guilty = tuple(seat for seat in SEATS if seat in illegal or barred.get(seat))
    if not guilty:
        return None
    handles = tuple(handle for seat in guilty for handle in barred.get(seat, ()))
    why = {seat: _why_illegal(illegal.get(seat), opened[seat], barred[seat]) for seat in guilty}
    return do_retire(public, guilty, "illegal", cited, handles, why)


def _why_illegal(problem: Problem | None, opened: Known, barred: tuple[Handle, ...]) -> Why:
    """Return what is illegal about a choice: what anybody sees first, else the cards that the side cannot play."""
    if problem is not None:
        return (("broken", problem.message, (problem.expected,)),)
    return tuple(("unplayable", opened[handle], ()) for handle in barred)
