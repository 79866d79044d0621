"""By how much the provider's balance differs from the books, once nothing is on its way between them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import attrs

from haulage.kernel.money import Cents

QUIET = timedelta(minutes=1)
"""Ours: what lasts so long is not merely on its way. Events take seconds."""


@attrs.frozen
class GapChange:
    """What has made the gap so much greater, at that time: a movement at the provider, or, the other way
    round, its entry in the books a moment later."""

    at: datetime
    cents: Cents


def settled_gap(gap: Cents, changes: Iterable[GapChange], since: datetime, now: datetime) -> Cents:
    """The gap of the latest quiet minute from *since* to *now*, which all *changes* are of.

    Where people pay all day, something is on its way at many a moment, and a gap that opens and closes again
    within seconds is none. Where no minute was quiet it is the gap that lasted longest in all.
    """
    if gap == 0:
        return 0
    lasted: Counter[Cents] = Counter()
    for held, length in _backwards(gap, changes, since, now):
        if length >= QUIET:
            return held
        lasted[held] += int(length.total_seconds())
    return lasted.most_common(1)[0][0]


def _backwards(
    gap: Cents, changes: Iterable[GapChange], since: datetime, now: datetime
) -> Iterator[tuple[Cents, timedelta]]:
    """Each gap that there was and how long it lasted, the latest first. The provider tells whole seconds, so
    what is of one second counts at once."""
    by_second: Counter[datetime] = Counter()
    for change in changes:
        by_second[change.at.replace(microsecond=0)] += change.cents
    end = now
    for at, cents in sorted(by_second.items(), reverse=True):
        if cents:
            yield gap, end - at
            gap, end = gap - cents, at
    yield gap, end - since
