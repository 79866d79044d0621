"""Mails about orders that were cancelled or failed, queued in the transaction of the change.

Nothing that somebody typed stands in them: what a driver or a customer wrote is shown on their pages.
"""

from datetime import datetime

import attrs

from haulage.kernel.money import Cents, dollars
from haulage.orders import Order
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email

MONEY_WAITS = "What happens to your payment is decided with your bank, where it is disputed."


def money_sentence(order: Order, retained: Cents, paid: Cents) -> str:
    """What a failed delivery costs, where *paid* is what there was to keep from."""
    if not retained:
        return f"You pay nothing: {dollars(paid)} goes back to your card."
    if retained >= paid and order.picked_up_at is not None:
        return f"The fare of {dollars(retained)} stays as it is, and the way back costs you nothing more."
    if retained >= paid:
        return f"{dollars(retained)} is kept for the driver's trip, as if you had canceled late."
    return (
        f"{dollars(retained)} is kept for the driver's trip, as if you had canceled late; "
        f"{dollars(paid - retained)} goes back to your card."
    )


def cancellation_sentence(fee: Cents, back: Cents) -> str:
    """What cancelling costs, and what of the payment goes back."""
    if not fee and back <= 0:
        return "Canceling was free, and what you paid was given back before."
    if not fee:
        return f"Canceling was free: {dollars(back)} goes back to your card."
    if back <= 0:
        return f"{dollars(fee)} is kept as the cancellation fee."
    return f"{dollars(fee)} is kept as the cancellation fee; {dollars(back)} goes back to your card."


@attrs.frozen
class OrderEmails:
    """Mails customers and drivers; who has no address any more gets none."""

    identifiers: Identifiers
    templates: EmailTemplates
    public_url: str

    async def to_customer(
        self,
        unit: UnitOfWork,
        kind: EmailKind,
        order: Order,
        at: datetime,
        *,
        email_id: str | None = None,
        **data: str,
    ) -> None:
        """*email_id* is that of the only mail there is of its cause, where it might be tried again."""
        user = await unit.accounts.user(order.customer_id)
        if user is not None and user.email:
            link = f"{self.public_url}/track/{order.id}"
            await self._queue(unit, kind, user.email, at, order, email_id, name=user.name, link=link, **data)

    async def to_driver(
        self, unit: UnitOfWork, kind: EmailKind, order: Order, at: datetime, **data: str
    ) -> None:
        driver = await unit.drivers.get(order.driver_id) if order.driver_id else None
        if driver is not None and driver.email:
            link = f"{self.public_url}/driver-dashboard"
            await self._queue(unit, kind, driver.email, at, order, None, name=driver.name, link=link, **data)

    async def _queue(
        self,
        unit: UnitOfWork,
        kind: EmailKind,
        to: str,
        at: datetime,
        order: Order,
        email_id: str | None,
        **data: str,
    ) -> None:
        mail = self.templates.render(kind, to=to, data={"number": str(order.number), **data})
        queued = QueuedEmail(email_id or self.identifiers.new("mil"), kind, mail, at)
        await queue_email(unit, queued)
