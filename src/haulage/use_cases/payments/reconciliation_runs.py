"""Run the reconciliation as a job, and record its result.

A run may read for minutes what the card provider has of a month, so that no request waits for it. Every run
is stored while it is the latest: the nightly one, one that an administrator asked for, and an operator's.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.errors import HaulageError
from haulage.kernel.policy import Action, authorize
from haulage.payments.reconciliation_run import ReconciliationRun, RunState
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.runtime.jobs import NotYet
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.use_cases.payments.reconciliation import LONGEST, ReconcilePayments, ReconciliationReport

RUN = "rec"
"""What the ids of runs begin with; a job about anything else is about a day."""
UNDER_WAY = frozenset({RunState.WAITING, RunState.RUNNING})
MAX_FAILURE_LENGTH = 500


@attrs.frozen
class ReconciliationRuns:
    storage: Storage
    clock: Clock
    identifiers: Identifiers
    reconcile: ReconcilePayments

    async def request(
        self, actor: Actor, since: datetime | None = None
    ) -> tuple[ReconciliationRun, datetime]:
        """Start a reconciliation that also repairs; returns the run, or the one already under way, and the
        time of that state. Raises ``InvalidInput``."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        now = self.clock.now()
        self.reconcile.check_since(since)
        wanted = ReconciliationRun(self.identifiers.new(RUN), now, repair=True, since=since)

        async def work(unit: UnitOfWork) -> ReconciliationRun:
            latest = await unit.reconciliation.latest_run()
            if latest is not None and latest.repair and latest.state(now) in UNDER_WAY:
                return latest
            await unit.reconciliation.add_run(wanted)
            await unit.jobs.enqueue(Job(JobKind.RECONCILE_PAYMENTS, wanted.id), now)
            audit_event = AuditEvent(AuditAction.RECONCILIATION_REQUESTED, actor, now, "payment", "all")
            await unit.audit.append(audit_event)
            return wanted

        return await self.storage.write(work), now

    async def latest(self, actor: Actor) -> tuple[ReconciliationRun | None, datetime]:
        """The latest run, and the time at which it is as it is."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        run = await self.storage.read(lambda unit: unit.reconciliation.latest_run())
        return run, self.clock.now()

    async def of_job(self, subject: str) -> None:
        """A run that was asked for, or that of a day, which may have to be done again. Raises ``NotYet`` or
        ``Unavailable``."""
        if not subject.startswith(f"{RUN}_"):
            nightly = ReconciliationRun(self.identifiers.new(RUN), self.clock.now(), repair=False)
            report = await self._recorded(nightly, lambda: self.reconcile.daily(subject))
            if report.again_at is not None:
                raise NotYet(report.again_at, "The balance at the card provider is compared again.")
            return
        run = await self.storage.read(lambda unit: unit.reconciliation.run(subject))
        if run is None or run.finished_at is not None:
            return
        since = None if run.since is None else max(run.since, self.clock.now() - LONGEST)
        await self._recorded(run, lambda: self.reconcile(SYSTEM, since))

    async def at_once(self, actor: Actor, since: datetime | None = None) -> ReconciliationReport:
        """Without a job, for whoever waits for it. Raises ``InvalidInput`` or ``Unavailable``."""
        authorize(actor, Action.RECONCILE_PAYMENTS)
        self.reconcile.check_since(since)
        run = ReconciliationRun(self.identifiers.new(RUN), self.clock.now(), repair=True, since=since)
        return await self._recorded(run, lambda: self.reconcile(actor, since))

    async def _recorded(
        self, run: ReconciliationRun, work: Callable[[], Awaitable[ReconciliationReport]]
    ) -> ReconciliationReport:
        started = attrs.evolve(run, started_at=self.clock.now(), failure=None)
        await self.storage.write(lambda unit: unit.reconciliation.add_run(started))
        try:
            report = await work()
        except HaulageError as error:
            failed = attrs.evolve(started, failure=error.message[:MAX_FAILURE_LENGTH])
            await self.storage.write(lambda unit: unit.reconciliation.save_run(failed))
            raise
        done = attrs.evolve(
            started,
            finished_at=self.clock.now(),
            entries=report.entries,
            found=report.new,
            repaired=report.repaired,
            closed=report.closed,
            open=sum(report.open_by_kind.values()),
        )
        await self.storage.write(lambda unit: unit.reconciliation.save_run(done))
        return report
