"""List payment splits, and retry a failed transfer (SPL-04 to SPL-07)."""

from collections.abc import Mapping
from datetime import timedelta

import attrs

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound, Unauthenticated
from haulage.kernel.money import Cents, half_up
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.ledger import PaymentSplit, SplitNotFailed, SplitStatus
from haulage.ledger.payment_split import retry
from haulage.orders import Order
from haulage.ports.runtime.clock import Clock
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.payments import ListedSplit, SplitFigures, SplitFilter
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.orders.order_views import plain_view
from haulage.services.payments.ledger_postings import send_share
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.payment_search import MAX_SEARCH_LENGTH

ANALYSED = timedelta(days=30)
"""SPL-07: the period of the analytics."""

RETRIED = "Payment split retry initiated successfully!"
"""SPL-04."""


@attrs.define
class SplitNotFound(NotFound):
    """No payment split has this id; a split that did not fail gives the same answer (SPL-04)."""

    code = "split_not_found"
    message = SplitNotFailed().message
    what: str = "Payment split"


@attrs.frozen
class SplitAnalytics:
    """SPL-06 over the last 30 days: what completed splits brought drivers and the platform, in cents.

    ``success_rate`` is completed of completed and failed, from 0 to 1 (OP-36); None while there are none.
    """

    figures: SplitFigures

    @property
    def success_rate(self) -> float | None:
        decided = self.figures.completed + self.figures.failed
        return round(self.figures.completed / decided, 4) if decided else None

    @property
    def average_driver_payout_cents(self) -> Cents:
        completed = self.figures.completed
        return half_up(self.figures.driver_cents, completed) if completed else 0


@attrs.frozen
class PaymentSplits:
    """Lists payment splits, sums them up, and retries a failed one.

    Everybody sees the splits of what they paid for and of what they drove; admins see all.
    """

    storage: Storage
    clock: Clock

    async def list(
        self,
        actor: Actor,
        page: PageRequest,
        *,
        everything: bool = False,
        status: SplitStatus | None = None,
        search: str = "",
    ) -> Page[ListedSplit]:
        """Newest first. *search* is an order's number, part of a customer's or driver's name, or a customer's
        mail address. Raises ``InvalidInput``."""
        text = search.strip()
        if len(text) > MAX_SEARCH_LENGTH or "\0" in text:
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        wanted = attrs.evolve(_visible(actor, everything=everything), status=status, text=text)

        async def query(unit: UnitOfWork) -> Page[ListedSplit]:
            found = await unit.splits.list(wanted, page)
            orders = await unit.orders.by_ids([each.split.order_id for each in found.items])
            return Page([_shown_to(actor, each, orders) for each in found.items], found.next)

        return await self.storage.read(query)

    async def analytics(self, actor: Actor, *, everything: bool = False) -> SplitAnalytics:
        """Of the last 30 days."""
        wanted = _visible(actor, everything=everything)
        since = self.clock.now() - ANALYSED
        return SplitAnalytics(await self.storage.read(lambda unit: unit.splits.figures(wanted, since)))

    async def retry(
        self, actor: Actor, payment_id: str, once: IdempotentRequest[PaymentSplit] | None = None
    ) -> PaymentSplit:
        """Have the driver's part of a payment sent again, named by our id of the payment or the provider's
        (SPL-04, OP-34). Raises ``SplitNotFound`` or ``SplitNotFailed``."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> PaymentSplit:
            split = await self._allowed(unit, actor, payment_id)
            again = await unit.splits.save(split, retry(split, now))
            await unit.jobs.enqueue(send_share(again), now)
            facts: dict[str, Fact] = {"order": split.order_id, "attempts": again.attempts}
            audit_event = AuditEvent(
                AuditAction.SPLIT_RETRIED, actor, now, "payment", split.payment_id, facts
            )
            await unit.audit.append(audit_event)
            return again

        return await write_once(self.storage, once, work, now)

    async def _allowed(self, unit: UnitOfWork, actor: Actor, payment_id: str) -> PaymentSplit:
        payment = await unit.payments.get(payment_id) or await unit.payments.of_reference(payment_id)
        split = await unit.splits.of_payment(payment.id) if payment else None
        driver_id = split.driver_id if split else None
        try:
            authorize(actor, Action.RETRY_SPLIT, Facts("Payment split", driver_id=driver_id))
        except NotFound:
            raise SplitNotFound from None
        if split is None:
            raise SplitNotFound
        return split


def _shown_to(actor: Actor, listed: ListedSplit, orders: Mapping[str, Order]) -> ListedSplit:
    """With the driver's name as the order's view has it; drivers know their own."""
    order, name = orders.get(listed.split.order_id), listed.driver_name
    if name is None or order is None or listed.driver_id == actor.driver_id:
        return listed
    return attrs.evolve(listed, driver_name=plain_view(actor, order).driver_called(name))


def _visible(actor: Actor, *, everything: bool) -> SplitFilter:
    if everything:
        authorize(actor, Action.LIST_ALL_SPLITS)
        return SplitFilter()
    authorize(actor, Action.LIST_SPLITS)
    if actor.user_id is None:
        raise Unauthenticated
    return SplitFilter(customer_id=actor.user_id, driver_id=actor.driver_id)
