"""Matching: who, of a fleet, is best for a job. Exact, ties included, whatever index is asked."""

from haulage.kernel.cargo import Dimensions, Item
from haulage.matching.driver import FleetDriver
from haulage.matching.grid import GridFleet, Position
from haulage.matching.offer import Offer
from haulage.matching.policy import STANDARD_MATCH_POLICY, DistanceTier, MatchPolicy, Weights
from haulage.matching.request import (
    DEFAULT_MAX_DISTANCE_MILES,
    DEFAULT_TOP,
    MatchRequest,
)
from haulage.matching.scoring import Factors, MatchResult, Scorer, score_driver
from haulage.matching.search import best_matches
from haulage.matching.shown import (
    FactorLine,
    MatchAnalysis,
    analyse,
    one_decimal,
)

__all__ = [
    "DEFAULT_MAX_DISTANCE_MILES",
    "DEFAULT_TOP",
    "STANDARD_MATCH_POLICY",
    "Dimensions",
    "DistanceTier",
    "FactorLine",
    "Factors",
    "FleetDriver",
    "GridFleet",
    "Item",
    "MatchAnalysis",
    "MatchPolicy",
    "MatchRequest",
    "MatchResult",
    "Offer",
    "Position",
    "Scorer",
    "Weights",
    "analyse",
    "best_matches",
    "one_decimal",
    "score_driver",
]
