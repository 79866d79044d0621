"""What customers and drivers are written about claims. Nothing that somebody typed stands in it."""

from collections.abc import Mapping
from datetime import datetime

from haulage.claims import Claim, ClaimKind
from haulage.kernel.money import dollars
from haulage.orders import Order
from haulage.ports.messaging.email import EmailKind
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.payments.payout_holds import HeldShare

PROBLEMS: Mapping[ClaimKind, str] = {
    ClaimKind.DAMAGE: "something was damaged",
    ClaimKind.MISSING_ITEM: "something is missing",
    ClaimKind.LATE: "it came late",
    ClaimKind.NOT_DELIVERED: "it did not arrive",
    ClaimKind.OTHER: "there was a problem",
}
"""What is wrong with an order, after "that"."""


STILL_HELD = "Your share is still held: another report or a dispute about this order is undecided."


async def opened(
    mails: OrderEmails, unit: UnitOfWork, claim: Claim, order: Order, held: HeldShare, now: datetime
) -> None:
    """The customer's confirmation, and the request for the driver's side."""
    problem = PROBLEMS[claim.kind]
    await mails.to_customer(
        unit,
        EmailKind.CLAIM_OPENED,
        order,
        now,
        what=f"You told us about order #{order.number} that {problem}.",
    )
    what = f"The customer of order #{order.number} reports that {problem}. {_held(held)}"
    await mails.to_driver(unit, EmailKind.CLAIM_SIDE_REQUESTED, order, now, what=what)


async def driver_questioned(mails: OrderEmails, unit: UnitOfWork, order: Order, now: datetime) -> None:
    """Where they read the question, and answer it with their side."""
    what = f"We have a question to you about the report on order #{order.number}. Your dashboard has it."
    await mails.to_driver(unit, EmailKind.CLAIM_SIDE_REQUESTED, order, now, what=what)


def _held(share: HeldShare) -> str:
    if share.cents:
        return (
            f"{dollars(share.cents)} of your share is held until we have decided; the rest is paid as usual."
        )
    if share.was_paid:
        return "Your share was paid before, so nothing is held. Your part of a refund would be taken back."
    return "Nothing of what you earned is held."


async def decided(
    mails: OrderEmails, unit: UnitOfWork, claim: Claim, order: Order, *, is_held: bool, now: datetime
) -> None:
    """The decision, to both sides. *is_held* says whether something else holds the driver's share."""
    back = claim.refunded_cents
    if back:
        customer = f"We have decided about your report: {dollars(back)} goes back to your card."
        driver = (
            f"We have decided about the report on order #{order.number}: the customer gets {dollars(back)} "
            f"back. {STILL_HELD if is_held else 'Your earnings page shows what that means for your share.'}"
        )
    else:
        customer = "We have decided about your report: nothing is refunded."
        share = STILL_HELD if is_held else "Your share is yours."
        driver = f"We have decided about the report on order #{order.number}: nothing is refunded. {share}"
    why = " Our reason is on the order's page."
    await mails.to_customer(unit, EmailKind.CLAIM_DECIDED, order, now, what=customer + why)
    await mails.to_driver(unit, EmailKind.CLAIM_DECIDED, order, now, what=driver)


async def withdrawn(
    mails: OrderEmails, unit: UnitOfWork, order: Order, *, is_held: bool, now: datetime
) -> None:
    """To both sides. *is_held* says whether something else holds the driver's share."""
    customer = f"You have withdrawn your report about order #{order.number}. There is nothing more to do."
    share = STILL_HELD if is_held else "Your share is yours."
    driver = f"The customer has withdrawn their report about order #{order.number}. {share}"
    await mails.to_customer(unit, EmailKind.CLAIM_WITHDRAWN, order, now, what=customer)
    await mails.to_driver(unit, EmailKind.CLAIM_WITHDRAWN, order, now, what=driver)
