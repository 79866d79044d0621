"""The batch detector: its events are the core's, whatever the drives."""

from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.numpy_behaviour import FixColumns, NumpyDetector
from benchmarks.numpy_behaviour import detector as batch
from core.behaviour.drives import a_drive, a_fix, drives, mps
from haulage.behaviour import STANDARD_RULES, Detector, DrivingEvent, EventType, Fix, in_order
from haulage.kernel.errors import InvalidInput

RESTLESS = attrs.evolve(STANDARD_RULES.thresholds[EventType.IDLE], above=0.05)
RULES = attrs.evolve(STANDARD_RULES, thresholds={**STANDARD_RULES.thresholds, EventType.IDLE: RESTLESS})
"""Idling counts after three seconds, so that short drives have all kinds of events."""


def streamed(fleet: list[list[Fix]]) -> list[tuple[int, DrivingEvent]]:
    found = []
    for number, fixes in enumerate(fleet):
        detector = Detector()
        events = detector.feed(fixes, RULES) + detector.flush(RULES)
        found += [(number, event) for event in in_order(events)]
    return found


def at_once(fleet: list[list[Fix]]) -> list[tuple[int, DrivingEvent]]:
    events = NumpyDetector(RULES).events(FixColumns.of(fleet))
    return [events.event(row) for row in range(len(events))]


@given(st.lists(drives(most=30), max_size=4))
def test_every_event_is_the_one_of_the_stream(fleet: list[list[Fix]]) -> None:
    assert at_once(fleet) == streamed(fleet)


@given(drives(most=30))
def test_episodes_go_on_from_block_to_block(fixes: list[Fix]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batch, "BLOCK", 3)
        assert at_once([fixes, fixes]) == streamed([fixes, fixes])


def test_one_drivers_last_fix_is_no_step_to_the_nexts_first() -> None:
    fast, slow = a_drive(mps(20, 20)), a_drive(mps(1, 1))
    assert at_once([fast, slow]) == []
    assert at_once([fast, [fix._replace(at=fix.at + 2_000_000) for fix in slow]]) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"speed_mph": [1.0]}, "speed_mph"),
        ({"speed_mph": [1.0, np.nan]}, "speed_mph"),
        ({"speed_mph": [1.0, 251.0]}, "speed_mph"),
        ({"at": [2, 2]}, "at"),
    ],
)
def test_bad_columns_are_refused_by_name(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        attrs.evolve(FixColumns.of([[a_fix(0), a_fix(1)]]), **change)
    assert refused.value.field == field


def test_a_driver_that_comes_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="together"):
        attrs.evolve(FixColumns.of([[a_fix(0)], [a_fix(1)], [a_fix(2)]]), driver=[0, 1, 0])


def test_no_fixes_have_no_events() -> None:
    assert at_once([]) == []
