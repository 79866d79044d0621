"""How long a delivery takes, without the pauses, and how well that compares (DRV-17 to DRV-22, OP-50)."""

from datetime import datetime, timedelta
from fractions import Fraction

import attrs

from haulage.kernel.errors import RuleBroken

DEFAULT_ESTIMATE_MINUTES = 45
"""DRV-20: where nothing was estimated."""

MAX_EFFICIENCY = 150
"""DRV-22, in per cent."""

BONUS_SHARE_OF_ESTIMATE = Fraction(9, 10)
"""DRV-21: quicker than this share of the estimate earns the bonus."""


class NotRunning(RuleBroken):
    """The delivery is not under way, so it cannot be stopped, paused or resumed (DRV-18)."""

    code = "delivery_not_in_progress"
    message = "Delivery is not in progress"


class AlreadyRunning(RuleBroken):
    """The delivery has begun already (DRV-18)."""

    code = "delivery_already_in_progress"
    message = "Delivery is already in progress"


@attrs.frozen
class Pause:
    """A stretch that does not count; without an end it lasts."""

    start: datetime
    end: datetime | None = None


@attrs.frozen
class Timer:
    """The clock of one delivery: when it began and ended, and its pauses in order."""

    started_at: datetime | None = None
    ended_at: datetime | None = None
    pauses: tuple[Pause, ...] = ()

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None

    @property
    def is_running(self) -> bool:
        """Begun, not ended and not paused."""
        return self.is_open and not self.is_paused

    @property
    def is_open(self) -> bool:
        return self.started_at is not None and self.ended_at is None

    @property
    def is_paused(self) -> bool:
        return self.is_open and bool(self.pauses) and self.pauses[-1].end is None

    def worked(self, now: datetime) -> timedelta:
        """The time at work until *now* or the end, without the pauses; nothing before the start."""
        if self.started_at is None:
            return timedelta(0)
        end = self.ended_at or max(now, self.started_at)
        rest = sum((_within(pause, end) for pause in self.pauses), timedelta(0))
        return end - self.started_at - rest


def _within(pause: Pause, end: datetime) -> timedelta:
    """How much of a break lies before *end*: a device whose clock is ahead tells of one that is to come."""
    return max(timedelta(0), min(pause.end or end, end) - pause.start)


def begin(timer: Timer, now: datetime) -> Timer:
    """Raises ``AlreadyRunning``."""
    if timer.has_begun:
        raise AlreadyRunning
    return Timer(started_at=now)


def pause(timer: Timer, now: datetime) -> Timer:
    """Pausing twice changes nothing. Raises ``NotRunning``."""
    _require_open(timer)
    if timer.is_paused:
        return timer
    return attrs.evolve(timer, pauses=(*timer.pauses, Pause(now)))


def resume(timer: Timer, now: datetime) -> Timer:
    """Resuming what is not paused changes nothing. Raises ``NotRunning``."""
    _require_open(timer)
    if not timer.is_paused:
        return timer
    *before, last = timer.pauses
    return attrs.evolve(timer, pauses=(*before, attrs.evolve(last, end=max(now, last.start))))


def end(timer: Timer, now: datetime) -> Timer:
    """Stop the clock; a pause ends with it. Stopping twice changes nothing (OP-49).

    Raises ``NotRunning`` before the start.
    """
    if timer.started_at is not None and timer.ended_at is not None:
        return timer
    return attrs.evolve(resume(timer, now), ended_at=max(now, timer.started_at or now))


def efficiency_percent(estimate_minutes: int, worked: timedelta) -> Fraction:
    """Estimate over actual, at most 150 (OP-50); no time at all is as quick as can be."""
    actual = Fraction(worked // timedelta(microseconds=1), 60_000_000)
    if actual <= 0:
        return Fraction(MAX_EFFICIENCY)
    return min(Fraction(MAX_EFFICIENCY), estimate_minutes / actual * 100)


def earns_bonus(estimate_minutes: int, worked: timedelta) -> bool:
    """Finished in under nine tenths of the estimate (DRV-21)."""
    return (
        worked
        < timedelta(minutes=estimate_minutes)
        * BONUS_SHARE_OF_ESTIMATE.numerator
        / BONUS_SHARE_OF_ESTIMATE.denominator
    )


def _require_open(timer: Timer) -> None:
    if not timer.is_open:
        raise NotRunning
