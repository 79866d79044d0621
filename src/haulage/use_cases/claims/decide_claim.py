"""The administrators' queue of claims: ask for information, and decide."""

import attrs

from haulage.audit import AuditAction, Fact
from haulage.claims import CLAIM_LIFECYCLE, Claim, ClaimMove, ClaimParty
from haulage.claims.claim import decline, refund, request_information, require_read
from haulage.kernel.actor import Actor
from haulage.kernel.errors import IllegalMove, InvalidInput
from haulage.kernel.money import Cents
from haulage.kernel.own_case import require_another
from haulage.kernel.policy import Action, authorize
from haulage.orders import OrderEventType
from haulage.payments.refund import RefundParts
from haulage.ports.messaging.email import EmailKind
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.claims import ClaimFilter, ListedClaim
from haulage.ports.storage.paging import Page, PageRequest
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.services.claims import claim_emails
from haulage.services.claims.claim_steps import add_statement, audit_claim, claim_and_order
from haulage.services.orders.order_emails import OrderEmails
from haulage.services.orders.order_log import append_event
from haulage.services.payments import payout_holds
from haulage.use_cases.claims.thread_lines import post_line
from haulage.use_cases.idempotency import IdempotentRequest, write_once
from haulage.use_cases.payments.issue_refund import RefundRequest, owe_refund, refund_parts
from haulage.use_cases.payments.send_refunds import SendRefunds

MAX_SEARCH_LENGTH = 100


@attrs.frozen
class ClaimDecision:
    """A refund of so many cents, or none. *goodwill* takes nothing from the driver (OP-33).
    *version* is the claim's that was read, None for whoever decides without one."""

    reason: str
    refund_cents: Cents = 0
    goodwill: bool = False
    version: int | None = None


@attrs.frozen
class DecideClaims:
    """For administrators and operators."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    send_refunds: SendRefunds
    mails: OrderEmails

    async def list(
        self, actor: Actor, page: PageRequest, wanted: ClaimFilter | None = None
    ) -> Page[ListedClaim]:
        """Everybody's, undecided ones first, each oldest first. Raises ``InvalidInput``."""
        authorize(actor, Action.DECIDE_CLAIM)
        text = wanted.text.strip() if wanted else ""
        if len(text) > MAX_SEARCH_LENGTH or "\0" in text:
            raise InvalidInput("search", f"must be text of at most {MAX_SEARCH_LENGTH} characters")
        narrowed = attrs.evolve(wanted or ClaimFilter(), text=text)
        return await self.storage.read(lambda unit: unit.claims.list(narrowed, page))

    async def request_information(
        self, actor: Actor, claim_id: str, question: str, once: IdempotentRequest[Claim] | None = None
    ) -> Claim:
        """Ask the customer. Raises ``NotFound``, ``OwnCase``, ``InvalidInput``, ``TooManyStatements``, and
        ``IllegalMove`` where an answer is awaited or it is decided."""
        now, id = self.clock.now(), self.identifiers.new("cst")

        async def work(unit: UnitOfWork) -> Claim:
            claim, order = await claim_and_order(unit, actor, Action.DECIDE_CLAIM, claim_id)
            require_another(actor, order.customer_id, driver_id=order.driver_id)
            saved = await unit.claims.save(claim, request_information(claim))
            await add_statement(unit, id, claim, ClaimParty.ADMIN, question, now)
            await self.mails.to_customer(unit, EmailKind.CLAIM_INFORMATION_REQUESTED, order, now)
            await audit_claim(unit, AuditAction.CLAIM_INFORMATION_REQUESTED, actor, claim, now)
            await append_event(unit, order, OrderEventType.CLAIM_INFORMATION_REQUESTED, now)
            return saved

        return await write_once(self.storage, once, work, now)

    async def ask_driver(
        self, actor: Actor, claim_id: str, question: str, once: IdempotentRequest[Claim] | None = None
    ) -> Claim:
        """Ask for their side, or more of it; the customer does not learn of it. Raises ``NotFound``,
        ``OwnCase``, ``InvalidInput``, ``TooManyStatements``, and ``IllegalMove`` once it is decided."""
        now, id = self.clock.now(), self.identifiers.new("cst")

        async def work(unit: UnitOfWork) -> Claim:
            claim, order = await claim_and_order(unit, actor, Action.DECIDE_CLAIM, claim_id)
            require_another(actor, order.customer_id, driver_id=order.driver_id)
            if CLAIM_LIFECYCLE.is_final(claim.state):
                raise IllegalMove("claim", claim.state, ClaimMove.REQUEST_INFORMATION)
            saved = await unit.claims.save(claim, claim)
            await add_statement(unit, id, claim, ClaimParty.ADMIN_TO_DRIVER, question, now)
            await claim_emails.driver_questioned(self.mails, unit, order, now)
            await audit_claim(unit, AuditAction.CLAIM_INFORMATION_REQUESTED, actor, claim, now, of="driver")
            return saved

        return await write_once(self.storage, once, work, now)

    async def parts(
        self, actor: Actor, claim_id: str, refund_cents: Cents, *, goodwill: bool = False
    ) -> RefundParts:
        """From whom a refund would come; nothing is decided. Raises ``NotFound``, ``InvalidInput``,
        ``NothingToRefund``, ``RefundTooLarge`` and ``PaymentDisputed``."""
        request, now = RefundRequest(refund_cents, goodwill), self.clock.now()

        async def query(unit: UnitOfWork) -> RefundParts:
            _, order = await claim_and_order(unit, actor, Action.DECIDE_CLAIM, claim_id)
            return await refund_parts(unit, await unit.payments.of_order(order.id), request, now)

        return await self.storage.read(query)

    async def decide(
        self,
        actor: Actor,
        claim_id: str,
        decision: ClaimDecision,
        once: IdempotentRequest[Claim] | None = None,
    ) -> Claim:
        """Refund, or decline; either lets the driver's share go, as far as it is left.

        Raises ``NotFound``, ``OwnCase``, ``InvalidInput``, ``ClaimChanged`` when there is something that was
        not read, ``IllegalMove`` when it was closed before, ``NothingToRefund``, ``RefundTooLarge`` and
        ``PaymentDisputed``.
        """
        now = self.clock.now()

        async def work(unit: UnitOfWork) -> Claim:
            claim, order = await claim_and_order(unit, actor, Action.DECIDE_CLAIM, claim_id)
            require_another(actor, order.customer_id, driver_id=order.driver_id)
            require_read(claim, decision.version)
            if decision.refund_cents:
                authorize(actor, Action.REFUND_PAYMENT)
                # A decision that stands is refused before any money is owed for this one.
                refund(claim, decision.refund_cents, "", decision.reason, by=actor.name, now=now)
                request = RefundRequest(decision.refund_cents, decision.goodwill, decision.reason)
                payment = await unit.payments.of_order(order.id)
                made = await owe_refund(unit, actor, payment, request, now)
                decided = refund(claim, made.amount_cents, made.id, decision.reason, by=actor.name, now=now)
            else:
                decided = decline(claim, decision.reason, by=actor.name, now=now)
            saved = await unit.claims.save(claim, decided)
            is_held = await payout_holds.let_go(unit, order.id, now)
            await claim_emails.decided(self.mails, unit, saved, order, is_held=is_held, now=now)
            facts: dict[str, Fact] = {
                "decision": saved.state.value,
                "refund_cents": saved.refunded_cents,
                "goodwill": decision.goodwill,
            }
            await audit_claim(unit, AuditAction.CLAIM_DECIDED, actor, claim, now, **facts)
            await append_event(unit, order, OrderEventType.CLAIM_DECIDED, now)
            await post_line(unit, self.identifiers, order, saved, now)
            return saved

        decided = await write_once(self.storage, once, work, now)
        await self.send_refunds.of_order(decided.order_id)
        return decided
