"""The lines about a claim in its order's thread, where its customer reads what became of it."""

from datetime import datetime

from haulage.claims import Claim, ClaimState
from haulage.kernel.money import dollars
from haulage.messaging import SYSTEM_SENDER, MessageKind, NewMessage, Participant, Party, filled, template_of
from haulage.orders import Order
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.use_cases.messaging.post_message import post

TEMPLATE = {
    ClaimState.OPEN: "system_problem_reported",
    ClaimState.REFUNDED: "system_problem_refunded",
    ClaimState.DECLINED: "system_problem_declined",
    ClaimState.WITHDRAWN: "system_problem_withdrawn",
}
"""By the state that the claim has come to. Nothing that somebody typed stands in a line: it may go out as a
text message."""


async def post_line(
    unit: UnitOfWork, identifiers: Identifiers, order: Order, claim: Claim, now: datetime
) -> None:
    """Say in the thread what the claim has come to, once for each state."""
    template = template_of(TEMPLATE[claim.state], Party.SYSTEM)
    known = {"order_number": str(order.number), "amount": dollars(claim.refunded_cents)}
    new = NewMessage(
        id=identifiers.new("msg"),
        order_id=order.id,
        sender=SYSTEM_SENDER,
        recipient=Participant(order.customer_id, Party.CUSTOMER),
        text=filled(template, known),
        kind=MessageKind.TEMPLATE,
        template_id=template.id,
        cause=f"{template.id}:{claim.id}",
    )
    await post(unit, new, now)
