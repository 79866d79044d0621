"""A whole recording at once: all fixes are there, so none is late."""

from collections.abc import Iterable

import attrs

from haulage.behaviour.detector import Detector
from haulage.behaviour.event import DrivingEvent, in_order
from haulage.behaviour.fix import Fix, preferred
from haulage.behaviour.odometer import Odometer, total
from haulage.behaviour.rules import STANDARD_RULES, BehaviourRules
from haulage.behaviour.scores import Metrics, score


@attrs.frozen
class ScoredDrive:
    """What happened on one drive, and what it comes to."""

    events: tuple[DrivingEvent, ...]
    metrics: Metrics


def score_drive(fixes: Iterable[Fix], rules: BehaviourRules = STANDARD_RULES) -> ScoredDrive:
    """Events and scores of a recording, whatever the order of its fixes, each instant counted once."""
    ordered = once_each(fixes)
    detector = Detector()
    events = detector.feed(ordered, rules)
    events += detector.flush(rules)
    totals = total(Odometer().feed(ordered, rules=rules).values())
    return ScoredDrive(tuple(in_order(events)), score(totals, events, rules))


def once_each(fixes: Iterable[Fix]) -> list[Fix]:
    """By time, and of several fixes of one instant the one that counts."""
    by_time: dict[int, Fix] = {}
    for fix in fixes:
        known = by_time.get(fix.at)
        by_time[fix.at] = fix if known is None else preferred(known, fix)
    return [by_time[at] for at in sorted(by_time)]
