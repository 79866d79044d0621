"""Ask the provider about every open check that nobody has told of for long."""

from datetime import datetime, timedelta

import attrs

from haulage.kernel.errors import Conflict, Unavailable
from haulage.ports.runtime.alarms import Alarm
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.screening import ADVERSE, STUCK_AFTER, CaseStatus
from haulage.services.email.administrator_email import AdministratorEmail
from haulage.use_cases.screening.fetch_report import FetchReport

OPEN_AT_PROVIDER = frozenset({CaseStatus.ORDERED})
MAY_CHANGE = OPEN_AT_PROVIDER | ADVERSE | {CaseStatus.IN_REVIEW, CaseStatus.DISPUTED}
"""A report may be corrected or disputed there for as long as nobody was rejected over it."""

MOST_A_RUN = 200
FAILURES_IN_A_ROW = 3
MOST_COUNTED = 100
"""Ours, as all figures here: a run asks within a few minutes, and a provider that is down is left alone."""

UNANSWERED, STUCK = "screening.provider_unanswering", "screening.stuck"


@attrs.frozen
class SweepReports:
    """A webhook may be lost, and the job that looks for a result be given up: whatever was not asked about
    for *every* is asked about here, the longest unasked first. A provider that is down, slow or lying leaves
    a case as it is."""

    storage: Storage
    clock: Clock
    fetch: FetchReport
    every: timedelta
    alarm: Alarm
    ended_waits: AdministratorEmail

    async def __call__(self, _hour: str) -> None:
        await self._tell_of_ended_waits()
        await self._ask()
        await self._report_stuck()

    async def _tell_of_ended_waits(self) -> None:
        """Once for each: nothing but a reviewer ends a case whose waiting period is over (OP-100)."""
        now = self.clock.now()

        async def tell(unit: UnitOfWork) -> None:
            ended = await unit.screenings.ended_waits(now, MOST_A_RUN)
            if ended:
                await unit.screenings.record_notified(ended, now)
                await self.ended_waits.queue(unit, len(ended), now)

        await self.storage.write(tell)

    async def _ask(self) -> None:
        statuses = MAY_CHANGE if self.fetch.reports_change else OPEN_AT_PROVIDER
        before = self.clock.now() - self.every
        found = await self.storage.read(
            lambda unit: unit.screenings.least_recently_polled(statuses, before, MOST_A_RUN)
        )
        failures = 0
        for case_id in found:
            try:
                await self.fetch(case_id)
                failures = 0
            except Conflict:
                continue  # somebody takes a step at this moment
            except Unavailable:
                failures += 1
                await self._note(case_id, self.clock.now())
            if failures == FAILURES_IN_A_ROW:
                self.alarm(UNANSWERED, cases=len(found))
                return

    async def _note(self, case_id: str, now: datetime) -> None:
        """The one that fails does not stand before the others for ever."""
        await self.storage.write(lambda unit: unit.screenings.note_polled(case_id, now))

    async def _report_stuck(self) -> None:
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> dict[str, int]:
            counted = {
                str(status): await unit.screenings.count_unchanged(status, now - after, MOST_COUNTED)
                for status, after in STUCK_AFTER.items()
            }
            return {status: count for status, count in counted.items() if count}

        stuck = await self.storage.read(query)
        if stuck:
            self.alarm(STUCK, **stuck)
