"""Hand out everybody's payments in one go, for spreadsheets."""

from collections.abc import AsyncIterator, Sequence

import attrs

from haulage.audit import AuditAction, AuditEvent
from haulage.kernel.actor import Actor
from haulage.kernel.policy import Action, authorize
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import MAX_PAGE, Page, PageRequest
from haulage.ports.storage.payments import ListedPayment, PaymentFilter
from haulage.ports.storage.unit_of_work import Storage
from haulage.use_cases.exported_pages import exported_pages
from haulage.use_cases.narrowing_facts import narrowing_facts
from haulage.use_cases.payments.payment_search import searched

MOST_EXPORTED = 50_000
"""Ours: what a spreadsheet still opens; narrow the list for more."""


@attrs.frozen
class ExportPayments:
    """For administrators and operators. The audit trail says who took which payments out."""

    storage: Storage
    clock: Clock

    async def __call__(
        self, actor: Actor, wanted: PaymentFilter, search: str = ""
    ) -> AsyncIterator[Sequence[ListedPayment]]:
        """Page by page, newest first, up to ``MOST_EXPORTED``. Raises ``InvalidInput``."""
        authorize(actor, Action.LIST_ALL_PAYMENTS)
        narrowed, now = searched(wanted, search), self.clock.now()
        # What cannot be asked for is refused before the file begins.
        first = await self._page(PageRequest(MAX_PAGE), narrowed)
        event = AuditEvent(
            AuditAction.PAYMENTS_EXPORTED, actor, now, "payments", "list", narrowing_facts(narrowed)
        )
        await self.storage.write(lambda unit: unit.audit.append(event))
        return exported_pages(first, lambda page: self._page(page, narrowed), MOST_EXPORTED)

    async def _page(self, request: PageRequest, wanted: PaymentFilter) -> Page[ListedPayment]:
        return await self.storage.read(lambda unit: unit.payments.list(request, wanted))
