"""Trips of every kind, in floats, decimals and whole numbers."""

from decimal import Decimal

from hypothesis import strategies as st

from haulage.kernel.services import FareUrgency, ServiceType
from haulage.pricing import Conditions, Load, TimeOfDay, Trip, Weather


def numbers(at_most: int) -> st.SearchStrategy[float | Decimal | int]:
    """A quantity as callers send it: continuous, to the hundredth, or whole."""
    return st.one_of(
        st.floats(0.001, at_most),
        st.decimals("0.001", at_most, places=3),
        st.integers(1, at_most * 100).map(lambda hundredths: hundredths / 100),
        st.integers(1, at_most),
    )


MILES, MINUTES, POUNDS = numbers(500), numbers(1_000), numbers(2_000)
SERVICES, URGENCIES = st.sampled_from(ServiceType), st.sampled_from(FareUrgency)
LOADS = st.builds(Load, POUNDS, fragile=st.booleans(), assembly=st.booleans())
CONDITIONS = st.builds(Conditions, st.sampled_from(TimeOfDay), st.sampled_from(Weather))
TRIPS = st.builds(Trip, SERVICES, MILES, MINUTES, urgency=URGENCIES, load=LOADS, conditions=CONDITIONS)
