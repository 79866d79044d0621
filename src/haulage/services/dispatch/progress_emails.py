"""Mails about an order that goes as it should: the driver is on the way, and everything was delivered."""

from datetime import datetime

import attrs

from haulage.messaging import AutoMessages
from haulage.orders import Order
from haulage.ports.messaging.email import EmailKind
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.drivers.driver_words import how_they_come, what_to_look_for
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.payments.ledger_entries import derived_id


@attrs.frozen
class ProgressEmails:
    """Each once an order and driver, to customers who want the automatic message of the same kind."""

    mails: OrderEmails

    async def on_the_way(self, unit: UnitOfWork, order: Order, now: datetime) -> None:
        """The driver has set out to the pickup."""
        if (await _wanted(unit, order)).driver_arriving:
            email_id = derived_id("mil", f"{order.id}/on_the_way/{order.driver_id}")
            what = f"Your driver is on the way to the pickup: they come {await how_they_come(unit, order)}."
            if looks := await what_to_look_for(unit, order):
                what = f"{what} Look for: {looks}."
            await self._once(unit, EmailKind.ON_THE_WAY, order, now, email_id, what=what)

    async def delivered(self, unit: UnitOfWork, order: Order, now: datetime) -> None:
        """Everything was handed over; what comes next is a rating, a tip and the receipt."""
        if (await _wanted(unit, order)).delivery_complete:
            email_id, site = derived_id("mil", f"{order.id}/delivered"), self.mails.public_url
            await self._once(
                unit,
                EmailKind.DELIVERED,
                order,
                now,
                email_id,
                rate_link=f"{site}/rate/{order.id}",
                receipt_link=f"{site}/dashboard?tab=payments&search={order.number}",
            )

    async def _once(
        self, unit: UnitOfWork, kind: EmailKind, order: Order, now: datetime, email_id: str, **data: str
    ) -> None:
        if await unit.emails.get(email_id) is None:
            await self.mails.to_customer(unit, kind, order, now, email_id=email_id, **data)


async def _wanted(unit: UnitOfWork, order: Order) -> AutoMessages:
    preferences = await unit.preferences.get(order.customer_id)
    return preferences.auto_messages if preferences else AutoMessages()
