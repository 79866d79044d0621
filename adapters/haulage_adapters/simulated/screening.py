"""A screening agency that checks nobody, and behaves like one that does (ONB-38).

What it finds is a function of the seed and the order's reference: the same after a restart and in every
process.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta

from haulage.ports.runtime.clock import Clock
from haulage.ports.screening import FoundScreening, ScreeningRequest
from haulage.screening import (
    Agency,
    CriminalRecord,
    Outcome,
    Progress,
    ProviderOrder,
    ScreeningReport,
)

CLEAR_SHARE = 0.9
COMPLETE_AFTER = timedelta(seconds=10)
PREFIX = "sim_"

SIMULATED_AGENCY = Agency(
    "Simulated Screening", "No address: this agency is simulated", "no phone", "no website", simulated=True
)

SAMPLES: Mapping[Outcome, ScreeningReport] = {
    Outcome.CLEAR: ScreeningReport(Progress.COMPLETE, Outcome.CLEAR),
    Outcome.CONSIDER: ScreeningReport(
        Progress.COMPLETE,
        Outcome.CONSIDER,
        records=(
            CriminalRecord(
                "Disorderly conduct (invented)",
                type="misdemeanor",
                disposition="Convicted",
                location="An invented county court",
            ),
        ),
    ),
}


class SimulatedScreening:
    """With *finishes* a check is complete after *seconds*, and *clear_share* of them found nothing: in test
    mode only. Otherwise it stays under way until an operator says what was found (OP-77)."""

    agency = SIMULATED_AGENCY

    def __init__(
        self,
        clock: Clock,
        *,
        finishes: bool,
        clear_share: float = CLEAR_SHARE,
        seed: str = "haulage",
        complete_after: timedelta = COMPLETE_AFTER,
    ) -> None:
        if not 0 <= clear_share <= 1:
            raise ValueError("clear_share must be between 0 and 1")
        self._clock = clock
        self._finishes = finishes
        self._clear_share = clear_share
        self._seed = seed
        self._complete_after = complete_after

    async def order(self, request: ScreeningRequest, now: datetime) -> ProviderOrder:
        candidate_id = f"{PREFIX}{request.reference}"
        return ProviderOrder(candidate_id, now, report_id=f"{PREFIX}report_{request.reference}")

    async def look_up(self, order: ProviderOrder) -> FoundScreening:
        """Of another agency's order it says nothing."""
        if not self._finishes or not order.candidate_id.startswith(PREFIX):
            return FoundScreening(order, None)
        if self._clock.now() < order.ordered_at + self._complete_after:
            return FoundScreening(order, ScreeningReport(Progress.PENDING))
        is_clear = self._luck(order.candidate_id) < self._clear_share
        return FoundScreening(order, SAMPLES[Outcome.CLEAR if is_clear else Outcome.CONSIDER])

    async def check(self) -> None:
        """It is in this process and always answers."""

    def _luck(self, reference: str) -> float:
        """A number in [0, 1), evenly spread over orders."""
        digest = hashlib.sha256(f"{self._seed}:{reference}".encode()).digest()
        return int.from_bytes(digest[:8]) / 2**64
