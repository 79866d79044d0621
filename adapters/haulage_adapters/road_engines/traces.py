"""Cutting a drive into traces that an engine can match to its roads."""

from collections.abc import Iterator, Sequence

from haulage.kernel.geo import Point, great_circle_miles

MOST_POINTS = 250
"""Ours: a longer trace takes longer than whoever sends fixes should wait. Valhalla takes 16,000."""

MOST_MILES = 100.0
"""Valhalla takes 200 km, unless its operator has set another limit."""

WIDEST_GAP_MILES = 1.0
"""Ours: no road is known between fixes farther apart. Valhalla breaks a trace at 2,000 m."""

STANDING_MILES = 0.0125
"""Ours: 20 m, within which a receiver wavers while the vehicle stands, and no road can be told."""


def traces(points: Sequence[Point]) -> Iterator[slice]:
    """Where the traces begin and end, in order; those of a lone point or a standing vehicle are left out."""
    return (cut for cut in _cuts(points) if _moves(points[cut]))


def _cuts(points: Sequence[Point]) -> Iterator[slice]:
    begun, miles = 0, 0.0
    for place in range(1, len(points)):
        step = great_circle_miles(points[place - 1], points[place])
        if step > WIDEST_GAP_MILES or miles + step > MOST_MILES or place - begun >= MOST_POINTS:
            yield slice(begun, place)
            begun, miles = place, 0.0
        else:
            miles += step
    yield slice(begun, len(points))


def _moves(points: Sequence[Point]) -> bool:
    return any(great_circle_miles(points[0], point) > STANDING_MILES for point in points[1:])
