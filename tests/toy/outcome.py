"""How a game of the toy ended."""

from adjudicator.engine.citation import rule
from adjudicator.engine.steps import Outcome, Points
from tests.toy.table import Parts, Table, score


@rule("TOY-END")
def outcome_of(parts: Parts, table: Table) -> Outcome:
    """Return the outcome: the seat that stayed, else more points, else more tokens, else nobody."""
    points = tuple(Points(side.seat, score(parts, side)) for side in table.sides)
    if table.gone:
        staying = table.staying()
        return Outcome(
            winner=staying[0] if len(staying) == 1 else None,
            how=table.gone[0].how,
            seats=tuple(row.seat for row in table.gone),
            rule=table.gone[0].rule,
            handles=tuple(handle for row in table.gone for handle in row.handles),
            points=points,
        )
    winner, how = None, "draw"
    for name, values in (
        ("points", [row.points for row in points]),
        ("tie-break", [len(side.tokens) for side in table.sides]),
    ):
        if max(values) != min(values):
            winner, how = table.sides[values.index(max(values))].seat, name
            break
    return Outcome(winner=winner, how=how, seats=(), rule="TOY-END", handles=(), points=points)
