"""By how much the provider's balance differs from the books, once nothing is on its way between them."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

import attrs

from haulage.kernel.money import Cents


@attrs.frozen
class GapChange:
    """What has made the gap so much greater, at that time: a movement at the provider, or, the other way
    round, its entry in the books a moment later."""

    at: datetime
    cents: Cents


def settled_gap(gap: Cents, changes: Iterable[GapChange], since: datetime, now: datetime) -> Cents:
    """The gap that lasted longest from *since* to *now*, with all *changes* of that time undone one by one.

    Where people pay all day, something is on its way at nearly every moment, and a gap that opens and closes
    again within seconds is none. The provider tells whole seconds, so what is of one second counts at once.
    """
    if gap == 0:
        return 0
    lasted: Counter[Cents] = Counter()
    by_second: Counter[datetime] = Counter()
    for change in changes:
        by_second[change.at.replace(microsecond=0)] += change.cents
    for at, cents in sorted(by_second.items(), reverse=True):
        lasted[gap] += _seconds(at, now)
        gap, now = gap - cents, at
    lasted[gap] += _seconds(since, now)
    return lasted.most_common(1)[0][0]


def _seconds(start: datetime, end: datetime) -> int:
    return max(0, int((end - start).total_seconds()))
