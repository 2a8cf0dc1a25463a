"""Order of play: what follows when a stage has nothing to ask. Whatever everybody can see to be forced is skipped."""

from collections.abc import Callable

from msgspec.structs import replace

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Step, then
from adjudicator.games.war_between_the_states.conduct import asked, do_wait, over
from adjudicator.games.war_between_the_states.deck import cards_due, do_deck_end
from adjudicator.games.war_between_the_states.ending import do_last_turn
from adjudicator.games.war_between_the_states.gains import do_gains_over, gainer, to_return
from adjudicator.games.war_between_the_states.logistics import do_logistics
from adjudicator.games.war_between_the_states.public import Public, Stage
from adjudicator.games.war_between_the_states.recuperate import keepers
from adjudicator.games.war_between_the_states.result import do_result
from adjudicator.games.war_between_the_states.reveal import do_no_reveal, revealers
from adjudicator.games.war_between_the_states.rules import Rules
from adjudicator.games.war_between_the_states.sequence import both_sides
from adjudicator.games.war_between_the_states.strategy import traders

Do = Callable[[Public], Step[Public]]


@rule("WBS-SEQUENCE")
def go_on(rules: Rules, step: Step[Public]) -> Step[Public]:
    """Return the step that goes on until somebody is asked for something, or the game is decided."""
    while (do := next_step(rules, step.public)) is not None:
        step = then(step, do)
    return step


@rule("WBS-SEQUENCE", "WBS-DECK-END")
def next_step(rules: Rules, public: Public) -> Do | None:
    """Return what happens by itself at this stage, or None if the game waits for an answer."""
    match public.stage:
        case "logistics" | "replace" | "draw" if cards_due(public) > public.deck:
            return do_deck_end
        case "logistics" if not cards_due(public):
            return _to("trade")
        case "trade" if not traders(rules, public):
            return _no_trade
        case "replace" if not cards_due(public):
            return _to("reveal")
        case "reveal" if not revealers(public):
            return do_no_reveal
        case "move" if over(public):
            return lambda table: do_result(rules, table)
        case "move" if not asked(rules, public):
            return lambda table: do_wait(rules, table)
        case "back" if not to_return(rules, public):
            return _to("add")
        case "add" if gainer(public) is None:
            return do_gains_over
        case "keep" if public.turn >= rules.components.turns.limit:
            return do_last_turn
        case "keep" if not keepers(rules, public):
            return lambda table: do_logistics(rules, table)
    return None


def _to(stage: Stage) -> Do:
    return lambda table: Step(replace(table, stage=stage))


def _no_trade(public: Public) -> Step[Public]:
    return Step(replace(both_sides(public, lambda side: replace(side, trades=0)), stage="reveal"))
