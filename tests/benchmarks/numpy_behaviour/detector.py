"""The batch detector.

The same comparisons of the same floats in the same order as in the core's detector, so its events are
the core's to the last bit. Which fixes show something is found block by block, in the processor's
cache; only those few are looked at again.
"""

from typing import TypeAlias

import attrs
import numpy as np

from haulage.behaviour import STANDARD_RULES, BehaviourRules, EventType
from haulage.behaviour.detector import SECONDS_PER_MINUTE
from haulage.behaviour.fix import MICROSECONDS
from haulage.behaviour.rules import METERS_PER_SECOND_PER_MPH

from .columns import KINDS, EventColumns, FixColumns, Flags, Floats, Integers

BLOCK = 16_384
"""Measured best: the block's columns stay in the cache."""

Found: TypeAlias = tuple[Integers, Integers, Floats, Integers, Integers, Integers]
"""Kind, severity, worst value, first row, last row and row of the worst."""


@attrs.frozen
class NumpyDetector:
    """Finds the events of whole columns by one set of rules."""

    rules: BehaviourRules = STANDARD_RULES

    def events(self, fixes: FixColumns) -> EventColumns:
        """Every event, as the core's detector finds it when each driver's stream has ended."""
        linked, shown = self._shown(fixes)
        found = [self._of_kind(kind, fixes, linked, shown[kind]) for kind in KINDS]
        kind, severity, worst, first, last, worst_row = map(np.concatenate, zip(*found, strict=True))
        order = np.lexsort((kind, first))
        return EventColumns(
            fixes, kind[order], severity[order], worst[order], first[order], last[order], worst_row[order]
        )

    def _shown(self, fixes: FixColumns) -> tuple[Flags, dict[EventType, Flags]]:
        """Which fixes follow the one before without a gap, and which show something of each type."""
        count = len(fixes)
        linked = np.zeros(count, dtype=np.bool_)
        shown = {kind: np.zeros(count, dtype=np.bool_) for kind in KINDS}
        for start in range(0, count, BLOCK):
            self._show_block(fixes, slice(start, min(start + BLOCK, count)), linked, shown)
        return linked, shown

    def _show_block(
        self, fixes: FixColumns, block: slice, linked: Flags, shown: dict[EventType, Flags]
    ) -> None:
        limits = self.rules.thresholds
        speed = fixes.speed_mph[block]
        np.greater(
            speed - fixes.limit_mph[block],
            limits[EventType.SPEEDING].above,
            out=shown[EventType.SPEEDING][block],
        )
        np.greater(
            fixes.off_route_meters[block],
            limits[EventType.ROUTE_DEVIATION].above,
            out=shown[EventType.ROUTE_DEVIATION][block],
        )
        np.logical_and(
            speed < self.rules.standing_below_mph, ~fixes.engine_off[block], out=shown[EventType.IDLE][block]
        )
        later = slice(max(block.start, 1), block.stop)
        earlier = slice(later.start - 1, later.stop - 1)
        step = fixes.at[later] - fixes.at[earlier]
        joined = (step <= int(self.rules.gap_seconds * MICROSECONDS)) & (
            fixes.driver[later] == fixes.driver[earlier]
        )
        linked[later] = joined
        change = _change(fixes, later, earlier, step)
        np.logical_and(
            change < -limits[EventType.HARSH_BRAKING].above,
            joined,
            out=shown[EventType.HARSH_BRAKING][later],
        )
        np.logical_and(
            change > limits[EventType.HARSH_ACCELERATION].above,
            joined,
            out=shown[EventType.HARSH_ACCELERATION][later],
        )

    def _of_kind(self, kind: EventType, fixes: FixColumns, linked: Flags, shown: Flags) -> Found:
        rows = np.flatnonzero(shown)
        if not len(rows):
            nothing = np.empty(0, dtype=np.int64)
            return nothing, nothing, np.empty(0), nothing, nothing, nothing
        begins = np.ones(len(rows), dtype=np.bool_)
        begins[1:] = (np.diff(rows) != 1) | ~linked[rows[1:]]
        runs = np.flatnonzero(begins)
        first = rows[runs]
        last = rows[np.append(runs[1:], len(rows)) - 1]
        seconds = (fixes.at[last] - fixes.at[first]) / MICROSECONDS
        if kind is EventType.IDLE:
            worst, worst_row = seconds / SECONDS_PER_MINUTE, first
            counts = worst > self.rules.thresholds[kind].above
        else:
            worst, worst_row = _worst(_values(kind, fixes, rows), rows, runs)
            counts = ~(seconds < self.rules.thresholds[kind].at_least_seconds)
        severity = (worst > np.array(self.rules.thresholds[kind].steps)[:, None]).sum(axis=0)
        kinds = np.full(len(first), KINDS.index(kind), dtype=np.int64)
        return (
            kinds[counts],
            severity[counts],
            worst[counts],
            first[counts],
            last[counts],
            worst_row[counts],
        )


def _change(fixes: FixColumns, later: slice | Integers, earlier: slice | Integers, step: Integers) -> Floats:
    """Acceleration in metres a second squared, given to the later fix."""
    speeds = fixes.speed_mph
    with np.errstate(divide="ignore", invalid="ignore"):  # Another driver's fix may be of the same instant.
        change: Floats = (speeds[later] - speeds[earlier]) * METERS_PER_SECOND_PER_MPH / (step / MICROSECONDS)
    return change


def _values(kind: EventType, fixes: FixColumns, rows: Integers) -> Floats:
    """By how much these fixes show it, in the unit of the type's threshold."""
    if kind is EventType.SPEEDING:
        return fixes.speed_mph[rows] - fixes.limit_mph[rows]
    if kind is EventType.ROUTE_DEVIATION:
        return fixes.off_route_meters[rows]
    change = _change(fixes, rows, rows - 1, fixes.at[rows] - fixes.at[rows - 1])
    return -change if kind is EventType.HARSH_BRAKING else change


def _worst(values: Floats, rows: Integers, runs: Integers) -> tuple[Floats, Integers]:
    """Each run's largest value, and the first row that has it."""
    worst = np.maximum.reduceat(values, runs)
    lengths = np.diff(np.append(runs, len(rows)))
    places = np.where(values == np.repeat(worst, lengths), rows, np.iinfo(np.int64).max)
    return worst, np.minimum.reduceat(places, runs)
