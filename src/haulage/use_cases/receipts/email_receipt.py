"""Mail a receipt: automatically after a payment, and again to an address that the customer gives."""

from datetime import timedelta
from hashlib import sha256

import attrs

from haulage.accounts.email_address import mailbox, normal_email
from haulage.audit import AuditAction, AuditEvent, Fact
from haulage.jobs import Job, JobKind
from haulage.kernel.actor import Actor
from haulage.kernel.errors import Conflict, NotFound
from haulage.kernel.local_time import platform_time
from haulage.kernel.money import dollars
from haulage.kernel.rate_limit import RateLimit
from haulage.ports.messaging.email import Attachment, Email, EmailKind, EmailTemplates, QueuedEmail
from haulage.ports.runtime.clock import Clock
from haulage.ports.runtime.identifiers import Identifiers
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage.receipts import Receipt
from haulage.services.email.queue_email import queue_email
from haulage.services.request_counts import count
from haulage.use_cases.idempotency import IdempotentRequest, find_response, save_response
from haulage.use_cases.receipts.documents import Documents
from haulage.use_cases.receipts.show_receipt import ReceiptShown, shown, with_payment

PDF = "application/pdf"
MAILS_PER_CUSTOMER = RateLimit(20, timedelta(hours=1))
"""Ours: enough to send a year's receipts to an accountant, too few to pester anybody with."""
MAILS_PER_MAILBOX = RateLimit(20, timedelta(days=1))
"""Ours: by all customers together, for nobody has asked a stranger's mailbox whether it wants them."""


async def mail_later(unit: UnitOfWork, receipt: Receipt) -> None:
    """Have a new receipt mailed, in the transaction that issues it."""
    if receipt.customer_email:
        await unit.jobs.enqueue(Job(JobKind.EMAIL_RECEIPT, receipt.id), receipt.issued_at)


@attrs.frozen
class SendReceiptEmail:
    """Puts receipts into the outbox, each with its PDF."""

    storage: Storage
    clock: Clock
    identifiers: Identifiers
    templates: EmailTemplates
    documents: Documents
    public_url: str

    async def of_receipt(self, receipt_id: str) -> None:
        """The mail that every payment brings; doing it again sends nothing more."""

        async def query(unit: UnitOfWork) -> ReceiptShown | None:
            receipt = await unit.receipts.get(receipt_id)
            return None if receipt is None else await with_payment(unit, receipt)

        found = await self.storage.read(query)
        if found is None:
            return
        mail = await self._written(found, found.receipt.customer_email, to_customer=True)
        queued = QueuedEmail(f"mil_{found.receipt.id}", EmailKind.RECEIPT, mail, self.clock.now())
        try:
            await self.storage.write(lambda unit: queue_email(unit, queued))
        except Conflict:
            return  # it is in the outbox already, or was

    async def __call__(
        self,
        actor: Actor,
        receipt_id: str,
        address: str | None = None,
        once: IdempotentRequest[str] | None = None,
    ) -> str:
        """Mail it to *address*, by default to the customer; the address that it goes to. The trail has what
        somebody else than the customer sends.

        Raises ``NotFound`` with 'Receipt not found' (PAY-20), ``InvalidEmail`` and ``TooManyRequests``.
        """
        now = self.clock.now()
        found = await self.storage.read(lambda unit: shown(unit, actor, receipt_id))
        own = found.receipt.customer_email
        to = own if address is None else normal_email(address)
        if not to:
            raise NotFound("E-mail address")
        mail = await self._written(found, to, to_customer=to == own)
        queued = QueuedEmail(self.identifiers.new("mil"), EmailKind.RECEIPT, mail, now)

        async def store(unit: UnitOfWork) -> str:
            await find_response(unit, once)
            await count(unit, MAILS_PER_CUSTOMER, "receipt_mails", actor.name, now)
            if to != own:
                hashed = sha256(mailbox(to).encode()).hexdigest()
                await count(unit, MAILS_PER_MAILBOX, "receipt_mailbox", hashed, now)
            await queue_email(unit, queued)
            if actor.user_id != found.receipt.customer_id:
                facts: dict[str, Fact] = {"order": found.receipt.order_id, "to_customer": to == own}
                event = AuditEvent(AuditAction.RECEIPT_EMAILED, actor, now, "receipt", receipt_id, facts)
                await unit.audit.append(event)
            await save_response(unit, once, to, now)
            return to

        return await self.storage.write(store)

    async def _written(self, found: ReceiptShown, to: str, *, to_customer: bool) -> Email:
        """Somebody else's mail greets nobody by the customer's name."""
        receipt, document = found.receipt, await self.documents.printed(found)
        paid = platform_time(receipt.paid_at)
        data = {
            "number": receipt.number,
            "amount": dollars(receipt.total_cents),
            "paid": f"{paid:%B} {paid.day}, {paid.year}",
            "link": f"{self.public_url}/payment-success/{receipt.confirmation_id}",
        }
        if to_customer:
            data["name"] = receipt.customer_name
        mail = self.templates.render(EmailKind.RECEIPT, to=to, data=data)
        return attrs.evolve(mail, attachments=(Attachment(document.name, PDF, document.content),))
