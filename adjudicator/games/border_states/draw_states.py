"""The drawing of the Influence tracks: where the tokens stand, which cubes were won, and the points so far."""

from adjudicator.games.border_states.display_names import short
from adjudicator.games.border_states.draw_battles import state_names
from adjudicator.games.border_states.ending import points
from adjudicator.games.border_states.influence import capacity, secured
from adjudicator.games.border_states.layout import wrapped
from adjudicator.games.border_states.preparation import secured_state
from adjudicator.games.border_states.public import Public, Track
from adjudicator.games.border_states.rules import Rules


def draw_states(rules: Rules, public: Public, width: int) -> list[str]:
    """Return the tracks as a table: wide with the cubes in it, else narrow with the cubes below."""
    wide = _wide(rules, public)
    lines = wide if max(map(len, wide)) <= width else _narrow(rules, public, width)
    return [*lines, *_score(rules, public, width)]


def _wide(rules: Rules, public: Public) -> list[str]:
    reach = range(-rules.control, rules.control + 1)
    words = [_headings(place, rules.control) for place in reach]
    rows = [
        ("", *(one for one, _ in words), "Won", "Token", ""),
        ("State (cubes)", *(two for _, two in words), "U-C", "steps", "Bag"),
    ]
    for colour, track in zip(rules.colours, public.states, strict=True):
        name = f"{state_names(rules)[colour]} ({colour})"
        tokens = (drawn(track, place, rules.control) for place in reach)
        won = won_in(public, colour)
        rows.append((name, *tokens, f"{won[0]}-{won[1]}" if any(won) else "", steps(won), str(track.bag)))
    sizes = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    return ["  ".join(f"{text:<{size}}" for text, size in zip(row, sizes, strict=True)).rstrip() for row in rows]


def _headings(place: int, control: int) -> tuple[str, str]:
    if place == 0:
        return "", "centre"
    side = "Union" if place < 0 else "Confed."
    return side, "Control" if abs(place) == control else "side" if control == 2 else f"side {abs(place)}"


def _narrow(rules: Rules, public: Public, width: int) -> list[str]:
    reach = range(-rules.control, rules.control + 1)
    names = state_names(rules)
    size = max(map(len, names.values()))
    numbers = size + 5 * len(reach) > width
    head = [_abbreviated(place, rules.control) for place in reach]
    lines = [f"{'':<{size}}" + "".join(f" {word:<4}" for word in head)]
    lines = [] if numbers else lines
    notes = []
    for colour, track in zip(rules.colours, public.states, strict=True):
        cells = (drawn(track, place, rules.control) for place in reach)
        if numbers:
            tokens = " ".join(f"{token:+d}" for token in track.tokens)
            lines += wrapped(f"{names[colour]}: {tokens}", width, hang=2)
        else:
            lines.append(f"{names[colour]:<{size}}" + "".join(f" {text:<4}" for text in cells))
        won = won_in(public, colour)
        if any(won):
            move = f" ({steps(won)})" if steps(won) else ""
            notes.append(f"{names[colour]} U {won[0]}, C {won[1]}{move}")
    lines += wrapped(f"Cubes won: {'; '.join(notes)}", width, hang=2) if notes else []
    return [line.rstrip() for line in lines]


def _abbreviated(place: int, control: int) -> str:
    if place == 0:
        return "mid"
    letter = "U" if place < 0 else "C"
    return f"{letter}Ctl" if abs(place) == control else letter if control == 2 else f"{letter}{abs(place)}"


def drawn(track: Track, place: int, control: int) -> str:
    """Return the tokens on one place of a track: `o` each, `#` in a Control area, where they are secured."""
    return ("#" if abs(place) == control else "o") * track.tokens.count(place)


def won_in(public: Public, colour: str) -> tuple[int, ...]:
    """Return how many cubes of a colour each side won in this turn, the Union's first."""
    return tuple(force.cubes.count(colour) for force in public.forces)


def steps(won: tuple[int, ...]) -> str:
    """Return who moves the tokens of a state, and how many steps, by the cubes won so far."""
    union, confederate = won
    if union == confederate:
        return ""
    return f"U {capacity(union, confederate)}" if union > confederate else f"C {capacity(confederate, union)}"


def _score(rules: Rules, public: Public, width: int) -> list[str]:
    told = []
    for side in points(public):
        safe = secured(public.states, side.seat, rules.control)
        where = sum(count > 0 for count in safe)
        states = "1 state" if where == 1 else f"{where} states"
        told.append(f"{short(side.seat)} {side.points} ({sum(safe)} secured{f' in {states}' if where else ''})")
    so_far = "" if public.verdict else " so far"
    lines = wrapped(f"Points{so_far}: {', '.join(told)}.", width, hang=2)
    full = [state_names(rules)[colour] for colour, track in zip(rules.colours, public.states, strict=True)
            if secured_state(rules, track)]  # fmt: skip
    return lines + (wrapped(f"Wholly secured: {', '.join(full)}.", width, hang=2) if full else [])
