"""An order in the making, choice by choice; cards for one list may be picked in any order, several at once."""

from collections.abc import Sequence
from typing import Any

from adjudicator.engine.steps import Choice
from adjudicator.protocol.faces import handle_fields
from adjudicator.roles.player import Deciding


class Picking:
    """Where an order begun stands: the steps taken for good, and the cards picked for the list in hand."""

    def __init__(self, task: Deciding) -> None:
        self.task = task
        self._steps: list[dict[str, Any]] = [{}]
        self.picked: tuple[Choice, ...] = ()

    @property
    def begun(self) -> bool:
        """Answer whether anything was chosen that can be taken back."""
        return len(self._steps) > 1 or bool(self.picked)

    def offered(self) -> tuple[Choice, ...]:
        """Return what may be chosen now: to end, and whatever goes together with the cards picked."""
        first = self.task.options(self._steps[-1])
        if not self.picked:
            return first
        so_far = self._all_of(first, self.picked)
        assert so_far is not None
        texts = {choice.text for choice in first}
        ends = tuple(c for c in self.task.options(dict(so_far.so_far)) if c.complete and c.text not in texts)
        rest = (choice for choice in first if choice not in self.picked)
        return (*ends, *(choice for choice in rest if self._all_of(first, (*self.picked, choice)) is not None))

    def take(self, chosen: Sequence[Choice]) -> Choice | None:
        """Make choices, some of those offered; returns the one that completes the order, if one does.

        Raises ValueError, with nothing changed, if they do not go together.
        """
        first = self.task.options(self._steps[-1])
        ends = [choice for choice in chosen if choice not in first]
        if ends:
            if len(chosen) > 1:
                raise ValueError("an end goes with nothing else")
            return ends[0]
        wanted = (*self.picked, *chosen)
        choice = self._all_of(first, wanted)
        if choice is None:
            raise ValueError("these do not go together")
        if choice.complete:
            return choice
        if self._is_list(choice):
            self.picked = wanted
        else:
            self._steps.append(dict(choice.so_far))
            self.picked = ()
        return None

    def back(self) -> None:
        """Take the last choice back."""
        if self.picked:
            self.picked = self.picked[:-1]
        elif len(self._steps) > 1:
            self._steps.pop()

    def _is_list(self, choice: Choice) -> bool:
        """Answer whether a choice only made a list of cards longer: their order says nothing."""
        before = self._steps[-1]
        found = ((name, choice.so_far.get(name)) for name in handle_fields(self.task.order_type))
        return any(isinstance(now, (list, tuple)) and now != before.get(name, ()) for name, now in found)

    def _all_of(self, first: Sequence[Choice], wanted: Sequence[Choice]) -> Choice | None:
        """Return where it leads to make several choices, in the order in which they are offered at first."""
        choice, *others = sorted(wanted, key=first.index)
        for following in others:
            found = () if choice.complete else self.task.options(dict(choice.so_far))
            named = [each for each in found if each.text == following.text]
            if not named:
                return None
            choice = named[0]
        return choice
