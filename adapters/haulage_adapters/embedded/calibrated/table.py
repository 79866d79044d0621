"""The calibration that the embedded routes use. Written by ``fit.py``; do not edit by hand.

Source: New York yellow-cab trips, first 20 days of January 2015, TLC trip records (6,536 trips).
Fitted by least absolute errors of logarithms: distances along and across Manhattan's grid and outside
it against the meter's miles, then minutes against the length of the trip, the hour of the week, the
areas passed, and the shares across the avenues and over crossings. Areas without trips, long trips and
what lies outside the New York area are beliefs, written as such in ``fit.py``.
"""

from haulage_adapters.embedded.calibrated.calibration import Calibration
from haulage_adapters.embedded.calibrated.geography import Area

# fmt: off
NEW_YORK = Calibration(
    source="New York yellow-cab trips, first 20 days of January 2015, TLC trip records",
    along_factor=1.026,
    across_factor=1.024,
    road_factor=1.342,
    long_road_factor=(
        (10.0, 1.0),
        (30.0, 0.92),
        (100.0, 0.86),
        (400.0, 0.83),
    ),
    minutes_per_mile=(
        (0.25, 7.975),
        (0.5, 5.767),
        (1.0, 5.178),
        (2.0, 4.804),
        (4.0, 4.195),
        (8.0, 3.332),
        (16.0, 2.4),
        (32.0, 1.818),
        (64.0, 1.429),
        (200.0, 1.154),
    ),
    hour_factor=(
        (
            0.795, 0.813, 0.788, 0.753, 0.743, 0.711, 0.75, 0.967,
            1.179, 1.269, 1.221, 1.17, 1.206, 1.247, 1.22, 1.188,
            1.118, 1.113, 1.101, 1.023, 0.942, 0.92, 0.869, 0.858,
        ),
        (
            0.81, 0.818, 0.798, 0.774, 0.754, 0.713, 0.792, 1.026,
            1.298, 1.391, 1.385, 1.315, 1.373, 1.387, 1.303, 1.3,
            1.213, 1.224, 1.171, 1.004, 1.001, 0.912, 0.928, 0.885,
        ),
        (
            0.836, 0.829, 0.802, 0.766, 0.745, 0.726, 0.81, 1.013,
            1.305, 1.381, 1.334, 1.273, 1.31, 1.351, 1.228, 1.267,
            1.191, 1.162, 1.154, 1.076, 1.001, 0.932, 0.924, 0.883,
        ),
        (
            0.85, 0.902, 0.849, 0.816, 0.788, 0.743, 0.797, 0.99,
            1.214, 1.288, 1.296, 1.231, 1.302, 1.374, 1.285, 1.218,
            1.217, 1.193, 1.193, 1.099, 1.049, 0.974, 0.924, 0.898,
        ),
        (
            0.82, 0.811, 0.801, 0.786, 0.756, 0.729, 0.802, 1.041,
            1.275, 1.304, 1.274, 1.187, 1.274, 1.288, 1.231, 1.217,
            1.203, 1.184, 1.164, 1.179, 1.037, 0.992, 0.944, 0.943,
        ),
        (
            0.943, 0.863, 0.821, 0.815, 0.776, 0.776, 0.781, 0.808,
            0.797, 0.844, 0.933, 0.997, 1.066, 1.141, 1.132, 1.096,
            1.15, 1.086, 1.183, 1.128, 1.11, 1.037, 1.022, 0.973,
        ),
        (
            0.962, 0.897, 0.804, 0.79, 0.752, 0.77, 0.797, 0.817,
            0.807, 0.804, 0.866, 0.936, 1.069, 1.146, 1.107, 1.072,
            1.116, 1.03, 1.074, 0.995, 1.004, 0.972, 0.9, 0.837,
        ),
    ),
    area_factor={
        Area.DOWNTOWN: 0.996,
        Area.VILLAGES: 0.997,
        Area.MIDTOWN_SOUTH: 0.955,
        Area.MIDTOWN_EAST: 1.079,
        Area.MIDTOWN_WEST: 1.074,
        Area.UPPER_EAST: 0.899,
        Area.UPPER_WEST: 0.87,
        Area.UPTOWN: 0.91,
        Area.BROOKLYN_QUEENS_RIVERSIDE: 1.037,
        Area.LONG_ISLAND: 0.861,
        Area.MAINLAND: 0.85,
        Area.STATEN_ISLAND: 0.62,
        Area.WEST: 0.753,
        Area.ELSEWHERE: 1.0,
    },
    across_slowness=0.376,
    crossing_slowness=-0.115,
    elsewhere_road_factor=(
        (10.0, 1.42),
        (30.0, 1.32),
        (100.0, 1.22),
        (400.0, 1.17),
    ),
    elsewhere_mph=(
        (0.5, 11.0),
        (2.0, 14.0),
        (5.0, 17.0),
        (10.0, 22.0),
        (25.0, 32.0),
        (60.0, 44.0),
        (200.0, 55.0),
    ),
)
