"""Mails to customer and driver about a pickup that was moved, queued with the change (OP-26)."""

from datetime import datetime

import attrs

from haulage.dispatch import JobOffer
from haulage.kernel.money import dollars
from haulage.orders import Order, PaymentStatus
from haulage.ports.messaging.email import EmailKind
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.dispatch.driver_change_emails import time_to_answer
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.pickup_words import pickup_in_words


@attrs.frozen
class ReschedulingEmails:
    """Mails to both. Nobody is told of an order that is not paid."""

    mails: OrderEmails

    async def moved(
        self, unit: UnitOfWork, before: Order, moved: Order, offer: JobOffer | None, now: datetime
    ) -> None:
        """*offer* is what the order's driver, or whoever is next, has to answer."""
        if moved.payment_status is PaymentStatus.UNPAID:
            return
        pickup = pickup_in_words(moved)
        await self._email_customer(unit, before, moved, pickup, now)
        if before.driver_id is None:
            return
        if moved.driver_id is None:
            what = (
                f"The customer has moved the pickup of order #{moved.number} to {pickup}, when you do not "
                "work or have another job. We are asking other drivers to take it."
            )
            await self.mails.to_driver(unit, EmailKind.ORDER_TAKEN_AWAY, before, now, what=what)
        elif offer is not None:
            await self.mails.to_driver(
                unit, EmailKind.JOB_MOVED, moved, now, pickup=pickup, what=time_to_answer(offer)
            )

    async def _email_customer(
        self, unit: UnitOfWork, before: Order, moved: Order, pickup: str, now: datetime
    ) -> None:
        if moved.driver_id is not None:
            what = "Your driver works then, and is asked to accept the new time."
        elif before.driver_id is not None:
            what = "Your driver cannot come then. We are asking other drivers now."
        else:
            what = "We are asking drivers who work then."
        price = f"The price stays {dollars(moved.price_cents)}."
        await self.mails.to_customer(
            unit, EmailKind.PICKUP_MOVED, moved, now, pickup=pickup, what=what, price=price
        )
