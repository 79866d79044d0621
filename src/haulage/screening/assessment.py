"""The individualized assessment that precedes a rejection: eight factors in writing (OP-76).

They are those of New York Correction Law section 753(1), which this platform weighs everywhere.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import attrs

from haulage.kernel.errors import InvalidInput

MAX_FACTOR = 1_000


class Factor(StrEnum):
    PUBLIC_POLICY = "public_policy"
    DUTIES = "duties"
    FITNESS = "fitness"
    TIME_ELAPSED = "time_elapsed"
    AGE_THEN = "age_then"
    SERIOUSNESS = "seriousness"
    REHABILITATION = "rehabilitation"
    SAFETY = "safety"


QUESTIONS: Mapping[Factor, str] = {
    Factor.PUBLIC_POLICY: "The policy to encourage the employment of people with a conviction",
    Factor.DUTIES: "The duties of the job",
    Factor.FITNESS: "How the findings bear on the fitness for these duties",
    Factor.TIME_ELAPSED: "How long ago it was",
    Factor.AGE_THEN: "How old the person was then",
    Factor.SERIOUSNESS: "How serious it was",
    Factor.REHABILITATION: "What is known of rehabilitation and good conduct",
    Factor.SAFETY: "The interest in protecting property and the safety of people",
}


@attrs.frozen
class Assessment:
    """What a reviewer wrote to each factor."""

    factors: Mapping[str, str]
    by: str
    at: datetime


def assessment(factors: Mapping[str, str], by: str, at: datetime) -> Assessment:
    """Raises ``InvalidInput`` for a factor that nothing was written to, and for one that is none."""
    for name in factors:
        if name not in set(Factor):
            raise InvalidInput(f"factors.{name}", "is no factor of the assessment")
    written = {}
    for factor in Factor:
        text = factors.get(factor, "").strip()
        if not text or len(text) > MAX_FACTOR:
            raise InvalidInput(f"factors.{factor}", f"is required, at most {MAX_FACTOR} characters")
        written[str(factor)] = text
    return Assessment(written, by, at)
