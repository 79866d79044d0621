"""Hand out whole lists of the administration, for spreadsheets; the audit trail says who took which."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from enum import StrEnum
from typing import TypeVar

import attrs

from haulage.audit import AuditAction, AuditEntry, AuditEvent
from haulage.behaviour import ContestStatus
from haulage.jobs import JobState, StoredJob
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ledger import SplitStatus
from haulage.payments.difference import Difference
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.audit import AuditFilter
from haulage.ports.storage.behaviour import StoredDrivingEvent
from haulage.ports.storage.claims import ClaimFilter, ListedClaim
from haulage.ports.storage.orders import OrderFilter
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage.ports.storage.payments import ListedSplit, SplitFilter
from haulage.ports.storage.people import ListedPerson, PersonFilter
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.accounts.people import SeePeople
from haulage.use_cases.audit.audit_trail import AuditUseCases
from haulage.use_cases.behaviour.contests import ListContests
from haulage.use_cases.claims.decide_claim import DecideClaims
from haulage.use_cases.exported_pages import exported_pages
from haulage.use_cases.jobs.manage_jobs import ManageJobs
from haulage.use_cases.narrowing_facts import narrowing_facts
from haulage.use_cases.orders.admin_orders import AdminOrder, AdminOrders
from haulage.use_cases.payments.reconciliation import ReconcilePayments
from haulage.use_cases.payments.splits import PaymentSplits

T = TypeVar("T")
Pages = AsyncIterator[Sequence[T]]

MOST_ROWS = 10_000
"""Ours: what one request may hand out; narrow the list for more."""


@attrs.frozen
class ExportLists:
    """For administrators and operators: page by page, in the order of the list, up to ``MOST_ROWS``."""

    storage: Storage
    clock: Clock
    trail: AuditUseCases
    see_people: SeePeople
    admin_orders: AdminOrders
    decide_claims: DecideClaims
    payment_splits: PaymentSplits
    reconcile: ReconcilePayments
    list_contests: ListContests
    manage_jobs: ManageJobs

    async def audit(self, actor: Actor, wanted: AuditFilter) -> Pages[AuditEntry]:
        return await self._handed_out(
            actor,
            Action.READ_AUDIT,
            "audit",
            wanted,
            lambda page: self.trail.list(actor, page, wanted=wanted),
        )

    async def people(self, actor: Actor, wanted: PersonFilter) -> Pages[ListedPerson]:
        return await self._handed_out(
            actor,
            Action.OPERATE_ACCOUNTS,
            "people",
            wanted,
            lambda page: self.see_people.list(actor, wanted, page),
        )

    async def orders(self, actor: Actor, wanted: OrderFilter) -> Pages[AdminOrder]:
        return await self._handed_out(
            actor,
            Action.LIST_ALL_ORDERS,
            "orders",
            wanted,
            lambda page: self.admin_orders(actor, wanted, page),
        )

    async def claims(self, actor: Actor, wanted: ClaimFilter) -> Pages[ListedClaim]:
        return await self._handed_out(
            actor,
            Action.DECIDE_CLAIM,
            "claims",
            wanted,
            lambda page: self.decide_claims.list(actor, page, wanted),
        )

    async def splits(
        self, actor: Actor, status: SplitStatus | None = None, search: str = ""
    ) -> Pages[ListedSplit]:
        return await self._handed_out(
            actor,
            Action.LIST_ALL_SPLITS,
            "splits",
            SplitFilter(status=status, text=search.strip()),
            lambda page: self.payment_splits.list(actor, page, everything=True, status=status, search=search),
        )

    async def differences(self, actor: Actor) -> Pages[Difference]:
        """Open ones."""
        return await self._handed_out(
            actor,
            Action.RECONCILE_PAYMENTS,
            "differences",
            None,
            lambda page: self.reconcile.differences(actor, page),
        )

    async def contests(self, actor: Actor, status: ContestStatus | None = None) -> Pages[StoredDrivingEvent]:
        return await self._handed_out(
            actor,
            Action.DECIDE_DRIVING_CONTEST,
            "contests",
            _InState(status),
            lambda page: self.list_contests(actor, page, status=status),
        )

    async def jobs(self, actor: Actor, state: JobState | None = None) -> Pages[StoredJob]:
        return await self._handed_out(
            actor,
            Action.MANAGE_JOBS,
            "jobs",
            _InState(state),
            lambda page: self.manage_jobs.list(actor, page, state=state),
        )

    async def _handed_out(
        self,
        actor: Actor,
        action: Action,
        what: str,
        wanted: attrs.AttrsInstance | None,
        page_of: Callable[[PageRequest], Awaitable[Page[T]]],
    ) -> Pages[T]:
        """The first page is read at once: whoever asks for what cannot be hears so, instead of getting a
        file that ends before its beginning. Raises what the list raises."""
        authorize(actor, action)
        first = await page_of(PageRequest(MAX_PAGE))
        facts = narrowing_facts(wanted) if wanted is not None else {}
        event = AuditEvent(AuditAction.LIST_EXPORTED, actor, self.clock.now(), what, "list", facts)
        await self.storage.write(lambda unit: unit.audit.append(event))
        return exported_pages(first, page_of, MOST_ROWS)


@attrs.frozen
class _InState:
    state: StrEnum | None
