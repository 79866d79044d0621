"""Find a claim with its order, note what happens to it, and make sent pictures part of it."""

from collections.abc import Sequence
from datetime import datetime

from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.claims import MOST_PHOTOS, Claim, ClaimParty, ClaimSubject, make_statement
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order
from haulage.orders.claimable import claimable_since
from haulage.ports.storage.claims import ClaimPhoto
from haulage.ports.storage.unit_of_work import UnitOfWork

WHAT = "Report"


async def claim_and_order(
    unit: UnitOfWork, actor: Actor, action: Action, claim_id: str
) -> tuple[Claim, Order]:
    """Raises ``NotFound`` where there is none, or it is none of the actor's."""
    claim = await unit.claims.get(claim_id)
    facts = Facts(WHAT, claim.customer_id, claim.driver_id) if claim else Facts(WHAT)
    authorize(actor, action, facts)
    order = await unit.orders.get(claim.order_id) if claim else None
    if claim is None or order is None:
        raise NotFound(WHAT)
    return claim, order


async def subject_of(unit: UnitOfWork, order: Order) -> ClaimSubject:
    """A delivery that a device reported long afterwards can be contested from when it was recorded."""
    since = claimable_since(order)
    split = (await unit.splits.of_orders([order.id])).get(order.id) if since else None
    earned_at = split.earned_at if split else None
    ended_at = max(since, earned_at) if since and earned_at else since
    return ClaimSubject(order.id, order.customer_id, order.driver_id, ended_at)


async def add_statement(
    unit: UnitOfWork, id: str, claim: Claim, party: ClaimParty, text: str, now: datetime
) -> None:
    """Raises ``InvalidInput`` and ``TooManyStatements``."""
    known = await unit.claims.statements([claim.id])
    await unit.claims.add_statement(make_statement(id, claim.id, party, text, known, now))


async def attach_photos(unit: UnitOfWork, claim: Claim, user_id: str, client_ids: Sequence[str]) -> None:
    """Make pictures part of the claim that were sent before. Raises ``InvalidInput`` for too many, and for
    one that was not sent, or belongs elsewhere."""
    if len(set(client_ids)) > MOST_PHOTOS:
        raise InvalidInput("photos", f"must be at most {MOST_PHOTOS}")
    for client_id in dict.fromkeys(client_ids):
        photo: ClaimPhoto | None = await unit.claims.photo(user_id, client_id)
        if photo is None or photo.stored_at is None or photo.order_id != claim.order_id:
            raise InvalidInput("photos", "have not all been sent yet")
        if photo.claim_id not in (None, claim.id):
            raise InvalidInput("photos", "are part of another report")
        await unit.claims.attach_photo(photo.id, claim.id)


async def audit_claim(
    unit: UnitOfWork, action: AuditAction, actor: Actor, claim: Claim, now: datetime, **facts: Fact
) -> None:
    """Ids and cents; what people wrote stands with the claim alone."""
    noted: dict[str, Fact] = {"claim": claim.id, "driver": claim.driver_id, **facts}
    await unit.audit.append(AuditEvent(action, actor, now, "order", claim.order_id, noted))
