"""Taking fixes over inside a transaction, so that it does not matter how they came.

What is kept of a set of fixes is the same in whatever order they arrive, however they are split into
batches and however often they are repeated: one position an instant, the newest as the last one, and
each with the doubt that it has when all are read in order of time.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from heapq import merge

from haulage.drivers import DriverPosition, facing, judged, trail
from haulage.ports.storage import UnitOfWork

CHUNK = 500
"""Stored positions that are read at once where a late fix may change what is believed of them."""

APART = timedelta(minutes=5)
"""Ours: fixes further apart than this are looked at each by itself, without what was stored between."""


async def take_over(
    unit: UnitOfWork, driver_id: str, positions: Sequence[DriverPosition], now: datetime
) -> Sequence[DriverPosition]:
    """Keep one driver's positions; return those that were new, by time, with their doubts."""
    await unit.positions.hold(driver_id)
    of_instant = {position.at: position for position in sorted(positions, key=_worst_first)}
    known = await unit.positions.known(driver_id, list(of_instant))
    fresh = sorted((it for it in of_instant.values() if it.at not in known), key=_instant)
    if not fresh:
        return ()
    taken, changed = await _judge(unit, driver_id, fresh)
    await unit.positions.add(taken, now)
    await unit.positions.doubt(changed)
    await _show_last(unit, [*taken, *changed], now)
    return taken


def _instant(position: DriverPosition) -> datetime:
    return position.at


def _worst_first(position: DriverPosition) -> tuple[float, ...]:
    """Of two fixes of one instant the more accurate counts, whichever was named first."""
    told = (position.accuracy_meters, position.heading, position.speed_mph)
    known = (-float("inf") if value is None else -value for value in told)
    return (*known, position.point.lat, position.point.lng)


async def _show_last(unit: UnitOfWork, positions: Sequence[DriverPosition], now: datetime) -> None:
    """The newest is where the driver is; of one that is known already only its doubt is new."""
    newest = max(positions, key=_instant)
    before = await unit.drivers.position(newest.driver_id)
    if before is None or newest.at >= before.at:
        await unit.drivers.set_position(facing(before, newest), now)


async def _judge(
    unit: UnitOfWork, driver_id: str, fresh: Sequence[DriverPosition]
) -> tuple[list[DriverPosition], list[DriverPosition]]:
    """The fresh positions with their doubts, and the stored ones whose doubts are others now."""
    believed = await unit.positions.believed_before(driver_id, fresh[0].at)
    later = await unit.positions.since(driver_id, fresh[0].at, 1)
    if not later:
        return list(trail(believed, fresh)), []
    weighing = _Weighing(unit, driver_id, fresh)
    await weighing.all()
    return weighing.taken, weighing.changed


class _Weighing:
    """Reads late fixes among the stored ones, as far as they may change what is believed of those."""

    def __init__(self, unit: UnitOfWork, driver_id: str, fresh: Sequence[DriverPosition]) -> None:
        self._unit = unit
        self._driver_id = driver_id
        self._fresh = fresh
        self.taken: list[DriverPosition] = []
        self.changed: list[DriverPosition] = []

    async def all(self) -> None:
        while len(self.taken) < len(self._fresh):
            await self._from(self._fresh[len(self.taken)].at)

    async def _from(self, start: datetime) -> None:
        """Judge on from here until the stored judgements stand as they did."""
        believed = await self._unit.positions.believed_before(self._driver_id, start)
        while True:
            stored = await self._unit.positions.since(self._driver_id, start, CHUNK)
            is_last = len(stored) < CHUNK
            for position, is_fresh in self._in_order(stored, None if is_last else stored[-1].at):
                told = judged(believed, position)
                if is_fresh:
                    self.taken.append(told)
                elif told.doubt is not position.doubt:
                    self.changed.append(told)
                elif told.doubt is None and self._is_far_from_next(position):
                    return
                believed = told if told.doubt is None else believed
            if is_last:
                return
            start = stored[-1].at + timedelta(microseconds=1)

    def _in_order(
        self, stored: Sequence[DriverPosition], until: datetime | None
    ) -> Iterator[tuple[DriverPosition, bool]]:
        """Stored and fresh positions by time, each with whether it is fresh."""
        waiting = self._fresh[len(self.taken) :]
        due = [it for it in waiting if until is None or it.at <= until]
        both = merge(((it, False) for it in stored), ((it, True) for it in due), key=_by_instant)
        yield from both

    def _is_far_from_next(self, position: DriverPosition) -> bool:
        """Whether nothing fresh stands soon behind this stored one, whose judgement is as it was."""
        if len(self.taken) == len(self._fresh):
            return True
        return self._fresh[len(self.taken)].at - position.at > APART


def _by_instant(read: tuple[DriverPosition, bool]) -> datetime:
    return read[0].at
