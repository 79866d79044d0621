"""Mails about a change of an order's driver, queued in the transaction of the change (OP-23, OP-25)."""

from datetime import datetime, timedelta

import attrs

from haulage.dispatch import JobOffer
from haulage.kernel.money import dollars
from haulage.orders import Order
from haulage.ports.messaging.email import EmailKind
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.drivers.driver_words import how_they_come
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.payments.ledger_entries import derived_id

MINUTE = timedelta(minutes=1)


def still_free(order: Order) -> str:
    """What a change of driver costs the customer: nothing, whether they stay or go (OP-23)."""
    return (
        f"The price stays {dollars(order.price_cents)}. If this does not suit you, you can cancel free of "
        "charge on the order's page until a driver is on the way."
    )


def time_to_answer(offer: JobOffer) -> str:
    """How long the driver has, in whole minutes or seconds."""
    if offer.expires_at is None:
        return "Please accept or decline it on your dashboard."
    left = offer.expires_at - offer.offered_at
    number, unit = (left // MINUTE, "minute") if left >= MINUTE else (left.seconds, "second")
    return (
        f"Please accept or decline it on your dashboard within {number} {unit}{'' if number == 1 else 's'}: "
        "after that it goes on to somebody else."
    )


@attrs.frozen
class DriverEmails:
    """Tells a customer whose driver changes, and the drivers concerned."""

    mails: OrderEmails

    async def given(
        self, unit: UnitOfWork, before: Order, given: Order, offer: JobOffer, now: datetime
    ) -> None:
        """An administrator has picked another driver, who has yet to accept."""
        what = (
            f"We have asked another driver, who comes {await how_they_come(unit, given)}, to take your order."
        )
        await self.mails.to_customer(
            unit, EmailKind.DRIVER_CHANGED, given, now, what=what, money=still_free(given)
        )
        await self.mails.to_driver(unit, EmailKind.ORDER_GIVEN, given, now, what=time_to_answer(offer))
        await self._taken_away(unit, before, now, "We have given order #{} to another driver.")

    async def released(self, unit: UnitOfWork, before: Order, now: datetime) -> None:
        """An administrator has taken the order from its driver, for whoever comes first."""
        await self.lost(unit, before, now)
        await self._taken_away(unit, before, now, "We are asking other drivers to take order #{}.")

    async def lost(self, unit: UnitOfWork, order: Order, now: datetime) -> None:
        """Whoever was to come does not, and nobody else is found yet."""
        await self.mails.to_customer(unit, EmailKind.DRIVER_LOST, order, now, money=still_free(order))

    async def lost_once(self, unit: UnitOfWork, order: Order, sequence: int, now: datetime) -> None:
        """The same because of one entry of the order's log, however often it is tried."""
        email_id = derived_id("mil", f"{order.id}/lost/{sequence}")
        if await unit.emails.get(email_id) is None:
            await self.mails.to_customer(
                unit, EmailKind.DRIVER_LOST, order, now, email_id=email_id, money=still_free(order)
            )

    async def taken(self, unit: UnitOfWork, order: Order, now: datetime) -> None:
        """A driver has taken an open order. Where it never had another, that is no change."""
        if not order.changed_hands:
            return
        who = "The driver whom you chose" if order.driver_id == order.chosen_driver_id else "Another driver"
        what = f"{who} has taken your order and comes {await how_they_come(unit, order)}."
        await self.mails.to_customer(
            unit, EmailKind.DRIVER_CHANGED, order, now, what=what, money=still_free(order)
        )

    async def _taken_away(self, unit: UnitOfWork, before: Order, now: datetime, sentence: str) -> None:
        what = sentence.format(before.number)
        await self.mails.to_driver(unit, EmailKind.ORDER_TAKEN_AWAY, before, now, what=what)
