"""What the parties do about a claim before it is decided: answer, give the driver's side, withdraw."""

from collections.abc import Sequence

import attrs

from haulage.audit import AuditAction
from haulage.claims import CLAIM_LIFECYCLE, Claim, ClaimMove, ClaimParty
from haulage.claims.claim import answer, withdraw
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove
from haulage.kernel.policy import Action
from haulage.orders import OrderEventType
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.claims import claim_emails
from haulage.services.claims.claim_steps import (
    add_statement,
    attach_photos,
    audit_claim,
    claim_and_order,
)
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_log import append_event
from haulage.services.payments import payout_holds
from haulage.use_cases.claims.thread_lines import post_line
from haulage.use_cases.idempotency import IdempotentRequest, write_once


@attrs.frozen
class AnswerClaims:
    """For the customer of the order and for its driver."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    mails: OrderEmails

    async def answer(
        self,
        actor: Actor,
        claim_id: str,
        text: str,
        photos: Sequence[str] = (),
        once: IdempotentRequest[Claim] | None = None,
    ) -> Claim:
        """What an administrator wanted to know. Raises ``NotFound``, ``InvalidInput``, ``TooManyStatements``,
        and ``IllegalMove`` where nothing was requested."""
        now, id = self.clock.now(), self.identifiers.new("cst")

        async def work(unit: UnitOfWork) -> Claim:
            claim, order = await claim_and_order(unit, actor, Action.OPEN_CLAIM, claim_id)
            saved = await unit.claims.save(claim, answer(claim))
            await add_statement(unit, id, claim, ClaimParty.CUSTOMER, text, now)
            await attach_photos(unit, claim, claim.customer_id, photos)
            await audit_claim(unit, AuditAction.CLAIM_ANSWERED, actor, claim, now, photos=len(photos))
            await append_event(unit, order, OrderEventType.CLAIM_ANSWERED, now)
            return saved

        return await write_once(self.storage, once, work, now)

    async def give_side(
        self,
        actor: Actor,
        claim_id: str,
        text: str,
        photos: Sequence[str] = (),
        once: IdempotentRequest[Claim] | None = None,
    ) -> Claim:
        """The driver's side, which the customer does not read. Raises ``NotFound``, ``InvalidInput``,
        ``TooManyStatements``, and ``IllegalMove`` once it is decided."""
        now, id = self.clock.now(), self.identifiers.new("cst")

        async def work(unit: UnitOfWork) -> Claim:
            claim, _ = await claim_and_order(unit, actor, Action.GIVE_CLAIM_SIDE, claim_id)
            if CLAIM_LIFECYCLE.is_final(claim.state):
                raise IllegalMove("claim", claim.state, ClaimMove.ANSWER)
            # One version on: nobody decides without having read it.
            saved = await unit.claims.save(claim, claim)
            await add_statement(unit, id, claim, ClaimParty.DRIVER, text, now)
            await attach_photos(unit, claim, actor.user_id or "", photos)
            await audit_claim(unit, AuditAction.CLAIM_SIDE_GIVEN, actor, claim, now, photos=len(photos))
            return saved

        return await write_once(self.storage, once, work, now)

    async def withdraw(
        self, actor: Actor, claim_id: str, once: IdempotentRequest[Claim] | None = None
    ) -> Claim:
        """The customer takes it back, and the share is let go. Raises ``NotFound``, and ``IllegalMove`` once
        it is decided."""
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Claim:
            claim, order = await claim_and_order(unit, actor, Action.OPEN_CLAIM, claim_id)
            saved = await unit.claims.save(claim, withdraw(claim, by=actor.name, now=now))
            is_held = await payout_holds.let_go(unit, order.id, now)
            await claim_emails.withdrawn(self.mails, unit, order, is_held=is_held, now=now)
            await audit_claim(unit, AuditAction.CLAIM_WITHDRAWN, actor, claim, now)
            await append_event(unit, order, OrderEventType.CLAIM_WITHDRAWN, now)
            await post_line(unit, self.identifiers, order, saved, now)
            return saved

        return await write_once(self.storage, once, work, now)
