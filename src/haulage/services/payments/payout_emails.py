"""Mails to drivers about their payouts, queued in the transaction of the change (OUT-09).

Whoever wants no such mails gets none. The only thing that somebody else wrote is the reason of a failure,
which the provider names.
"""

from datetime import datetime

import attrs

from haulage.kernel.money import dollars
from haulage.payouts import Payout, PayoutStatus
from haulage.ports.messaging.email import EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email
from haulage.services.payments.ledger_entries import derived_id


@attrs.frozen
class PayoutEmails:
    """One for each end that a payout comes to: it may be paid, and come back days later."""

    templates: EmailTemplates
    public_url: str

    async def tell(self, unit: UnitOfWork, payout: Payout, at: datetime) -> None:
        """That it was paid, or failed and why. A payout that was canceled is no news to who canceled it."""
        method = await unit.payout_methods.get(payout.method_id)
        called = method.in_words if method else "payout method"
        if payout.status is PayoutStatus.PAID:
            amount = dollars(payout.net_cents)
            await self._queue(unit, EmailKind.PAYOUT_PAID, payout, at, amount=amount, method=called)
        elif payout.status is PayoutStatus.FAILED:
            data = {"method": called, "reason": payout.failure_reason or ""}
            amount = dollars(payout.amount_cents)
            await self._queue(unit, EmailKind.PAYOUT_FAILED, payout, at, amount=amount, **data)

    async def _queue(
        self, unit: UnitOfWork, kind: EmailKind, payout: Payout, at: datetime, **data: str
    ) -> None:
        driver = await unit.drivers.get(payout.driver_id)
        settings = await unit.payout_settings.of_driver(payout.driver_id)
        if driver is None or not driver.email or not settings.notifications.email:
            return
        link = f"{self.public_url}/driver-dashboard?tab=payouts"
        mail = self.templates.render(kind, to=driver.email, data={"name": driver.name, "link": link, **data})
        id = derived_id("mil", f"{payout.id}/{payout.status}")
        await queue_email(unit, QueuedEmail(id, kind, mail, at))
