"""Ingest position fixes inside a transaction, in whatever order and batches they arrive.

What is stored of a set of fixes is the same in whatever order they arrive, however they are split into
batches and however often they are repeated: one position an instant, the newest as the last one, and
each with the quality flag that it has when all are read in order of time.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from heapq import merge

import attrs

from haulage.drivers import DriverPosition, facing, judged, trail
from haulage.kernel.errors import NotFound
from haulage.ports.storage.unit_of_work import UnitOfWork

CHUNK = 500
"""Stored positions that are read at once where a late fix may change which of them are trusted."""

APART = timedelta(minutes=5)
"""Ours: fixes further apart than this are looked at each by itself, without what was stored between."""


@attrs.frozen
class PositionIngest:
    """The positions that were new, by time and with their quality flags, and where the driver is now."""

    new: Sequence[DriverPosition]
    last: DriverPosition | None


async def store_positions(
    unit: UnitOfWork, driver_id: str, positions: Sequence[DriverPosition], now: datetime
) -> PositionIngest:
    """Store one driver's positions. Raises ``NotFound`` for somebody without a profile."""
    if not await unit.positions.hold(driver_id):
        raise NotFound("Driver profile")
    of_instant = {position.at: position for position in sorted(positions, key=_worst_first)}
    reported = sorted(of_instant.values(), key=_instant)
    last = await unit.drivers.position(driver_id)
    if last is not None and last.at < reported[0].at:
        trusted = await unit.positions.trusted_before(driver_id, reported[0].at)
        return await _store(unit, last, list(trail(trusted, reported)), [], now)
    known = await unit.positions.known(driver_id, list(of_instant))
    fresh = [position for position in reported if position.at not in known]
    if not fresh:
        return PositionIngest((), last)
    late = _LatePositions(unit, driver_id, fresh)
    await late.assess()
    return await _store(unit, last, late.taken, late.changed, now)


async def _store(
    unit: UnitOfWork,
    before: DriverPosition | None,
    new: Sequence[DriverPosition],
    changed: Sequence[DriverPosition],
    now: datetime,
) -> PositionIngest:
    await unit.positions.add(new, now)
    await unit.positions.flag(changed)
    return PositionIngest(new, await _show_last(unit, before, new, changed, now))


def _instant(position: DriverPosition) -> datetime:
    return position.at


def _worst_first(position: DriverPosition) -> tuple[float, ...]:
    """Of two fixes of one instant the more accurate counts, whichever was named first."""
    details = (position.accuracy_meters, position.heading, position.speed_mph)
    known = (-float("inf") if value is None else -value for value in details)
    return (*known, position.point.lat, position.point.lng)


async def _show_last(
    unit: UnitOfWork,
    before: DriverPosition | None,
    new: Sequence[DriverPosition],
    changed: Sequence[DriverPosition],
    now: datetime,
) -> DriverPosition | None:
    """The newest is where the driver is, unless nobody can have come there."""
    newest: DriverPosition | None = max([*new, *changed], key=_instant)
    is_wrong = before is not None and (before.is_jump or any(_is_found_out(it, before) for it in changed))
    if changed or any(it.is_jump for it in new):
        newest = await unit.positions.newest_reachable(new[0].driver_id)
    if newest is None or (before is not None and not is_wrong and newest.at < before.at):
        return before
    shown = facing(None if is_wrong else before, newest)
    await unit.drivers.set_position(shown, now, even_if_older=is_wrong)
    return shown


def _is_found_out(changed: DriverPosition, before: DriverPosition) -> bool:
    return changed.at == before.at and changed.is_jump


class _LatePositions:
    """Assess positions that arrived late, with the stored ones whose assessment they may change."""

    def __init__(self, unit: UnitOfWork, driver_id: str, fresh: Sequence[DriverPosition]) -> None:
        self._unit = unit
        self._driver_id = driver_id
        self._fresh = fresh
        self.taken: list[DriverPosition] = []
        self.changed: list[DriverPosition] = []

    async def assess(self) -> None:
        while len(self.taken) < len(self._fresh):
            await self._from(self._fresh[len(self.taken)].at)

    async def _from(self, start: datetime) -> None:
        """Judge on from here until the stored flags stand as they did."""
        trusted = await self._unit.positions.trusted_before(self._driver_id, start)
        while True:
            stored = await self._unit.positions.since(self._driver_id, start, CHUNK)
            is_last = len(stored) < CHUNK
            for position, is_fresh in self._in_order(stored, None if is_last else stored[-1].at):
                assessed = judged(trusted, position)
                if is_fresh:
                    self.taken.append(assessed)
                elif assessed.quality_flag is not position.quality_flag:
                    self.changed.append(assessed)
                elif assessed.quality_flag is None and self._is_far_from_next(position):
                    return
                trusted = assessed if assessed.quality_flag is None else trusted
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
        """Whether nothing fresh stands soon behind this stored one, whose flag is as it was."""
        if len(self.taken) == len(self._fresh):
            return True
        return self._fresh[len(self.taken)].at - position.at > APART


def _by_instant(read: tuple[DriverPosition, bool]) -> datetime:
    return read[0].at
