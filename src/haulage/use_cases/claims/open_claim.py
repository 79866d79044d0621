"""Report a problem with an order that has ended: what can be reported, and the report itself (OP-49)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import attrs

from haulage.audit import AuditAction, Fact
from haulage.claims import Claim, ClaimDraft, ClaimKind, ClaimState, claimable_until, open_claim
from haulage.claims.claim import MOST_CLAIMS_PER_ORDER
from haulage.kernel.actor import Actor
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.kernel.money import Cents, dollars
from haulage.kernel.policy import Action, authorize
from haulage.kernel.policy_rules import Facts
from haulage.orders import Order, OrderEventType
from haulage.payments.payment import refundable_cents
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.claims import claim_emails
from haulage.services.claims.claim_steps import attach_photos, audit_claim, subject_of
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_log import append_event
from haulage.services.payments import payout_holds
from haulage.use_cases.claims.thread_lines import post_line
from haulage.use_cases.idempotency import IdempotentRequest, write_once


@attrs.frozen
class ClaimStanding:
    """What a customer can still report of an order: each kind with its last moment, and how much is left of
    the payment to ask back."""

    until: Mapping[ClaimKind, datetime]
    refundable_cents: Cents
    claims: Sequence[Claim]


@attrs.frozen
class OpenClaims:
    """For the customer of an order."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    mails: OrderEmails

    async def standing(self, actor: Actor, order_id: str) -> ClaimStanding:
        """Raises ``NotFound``."""
        now = self.clock.now()

        async def query(unit: UnitOfWork) -> ClaimStanding:
            order = await _own(unit, actor, order_id)
            known = await unit.claims.of_order(order.id)
            subject = await subject_of(unit, order)
            ended_at = subject.ended_at if len(known) < MOST_CLAIMS_PER_ORDER else None
            standing = {each.kind for each in known if each.state is not ClaimState.WITHDRAWN}
            possible = {
                kind: claimable_until(kind, ended_at)
                for kind in ClaimKind
                if ended_at and kind not in standing and now <= claimable_until(kind, ended_at)
            }
            return ClaimStanding(possible, await _left(unit, order), known)

        return await self.storage.read(query)

    async def __call__(
        self,
        actor: Actor,
        order_id: str,
        draft: ClaimDraft,
        photos: Sequence[str] = (),
        once: IdempotentRequest[Claim] | None = None,
    ) -> Claim:
        """Hold the driver's share where money is asked back, and ask for the driver's side. *photos* are the
        device's ids of pictures that were sent before.

        Raises ``NotFound``, ``InvalidInput``, ``NothingToClaim``, ``TooLateToClaim``, ``AlreadyClaimed`` and
        ``TooManyClaims``.
        """
        now, id = self.clock.now(), self.identifiers.new("clm")

        async def work(unit: UnitOfWork) -> Claim:
            order = await _own(unit, actor, order_id)
            known = await unit.claims.of_order(order.id)
            claim = open_claim(id, await subject_of(unit, order), draft, known, now)
            left = await _left(unit, order)
            if claim.requested_cents > left:
                raise InvalidInput("requested_cents", f"must be at most {dollars(left)}")
            await unit.claims.add(claim)
            await attach_photos(unit, claim, order.customer_id, photos)
            held = payout_holds.HeldShare()
            if claim.holds_share:
                held = await payout_holds.hold(unit, order.id, now)
            await claim_emails.opened(self.mails, unit, claim, order, held, now)
            facts: dict[str, Fact] = {
                "kind": claim.kind.value,
                "requested_cents": claim.requested_cents,
                "held_cents": held.cents,
            }
            await audit_claim(unit, AuditAction.CLAIM_OPENED, actor, claim, now, **facts)
            await append_event(unit, order, OrderEventType.CLAIM_OPENED, now)
            await post_line(unit, self.identifiers, order, claim, now)
            return claim

        return await write_once(self.storage, once, work, now)


async def _own(unit: UnitOfWork, actor: Actor, order_id: str) -> Order:
    order = await unit.orders.get(order_id)
    owner = order.customer_id if order else None
    authorize(actor, Action.OPEN_CLAIM, Facts("Order", owner_id=owner))
    if order is None:
        raise NotFound("Order")
    return order


async def _left(unit: UnitOfWork, order: Order) -> Cents:
    payment = await unit.payments.of_order(order.id)
    return refundable_cents(payment) if payment else 0
