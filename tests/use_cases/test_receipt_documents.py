"""Receipts leave the house: by mail once for each payment, and behind addresses that end soon."""

from io import BytesIO

import attrs
import pytest
from pypdf import PdfReader

from haulage.accounts.email_address import InvalidEmail
from haulage.email import EmailKind, StoredEmail
from haulage.kernel.actor import ANONYMOUS, Actor, operator
from haulage.kernel.errors import InvalidInput, NotFound, Unauthenticated
from haulage.kernel.rate_limit import TooManyRequests
from haulage.orders import Order
from haulage.receipts import Receipt
from haulage.use_cases.idempotency import Replayed
from haulage.use_cases.receipts import link_of
from haulage.use_cases.receipts.documents import LinkExpired
from haulage.use_cases.receipts.email_receipt import MAILS_PER_CUSTOMER, MAILS_PER_MAILBOX
from use_cases.scenario import Scenario, once

pytestmark = pytest.mark.anyio


@pytest.fixture
async def paid(scenario: Scenario, ada: Actor, dee: Actor) -> Order:
    return (await scenario.pay(ada, await scenario.book(ada, dee))).order


@pytest.fixture
async def receipt(scenario: Scenario, paid: Order) -> Receipt:
    payment = await scenario.payment(paid)
    found = await scenario.storage.read(lambda unit: unit.receipts.of_payment(payment.id))
    assert found is not None
    return found


async def mails(scenario: Scenario) -> list[StoredEmail]:
    found = await scenario.storage.read(lambda unit: unit.emails.latest(50))
    return [mail for mail in found if mail.kind is EmailKind.RECEIPT]


async def attached_text(scenario: Scenario, mail: StoredEmail) -> str:
    (file,) = await scenario.storage.read(lambda unit: unit.emails.attachments(mail.id))
    return PdfReader(BytesIO(file.content)).pages[0].extract_text()


async def test_a_payment_brings_one_mail_with_its_receipt(scenario: Scenario, receipt: Receipt) -> None:
    assert await mails(scenario) == []
    await scenario.later()
    (mail,) = await mails(scenario)
    assert (mail.to, receipt.number in mail.subject) == (receipt.customer_email, True)
    assert f"/payment-success/{receipt.confirmation_id}" in mail.text
    assert receipt.number in await attached_text(scenario, mail)
    await scenario.market.receipts.mail.of_receipt(receipt.id)
    assert len(await mails(scenario)) == 1


async def test_a_receipt_goes_to_whom_the_customer_says(
    scenario: Scenario, ada: Actor, receipt: Receipt
) -> None:
    send = scenario.market.receipts.mail
    assert await send(ada, receipt.id) == receipt.customer_email
    assert await send(ada, receipt.id, " Books@Accountant.example ") == "books@accountant.example"
    assert {mail.to for mail in await mails(scenario)} == {receipt.customer_email, "books@accountant.example"}
    with pytest.raises(InvalidEmail):
        await send(ada, receipt.id, "nobody")
    with pytest.raises(NotFound, match="Receipt not found"):
        await send(await scenario.customer("eve"), receipt.id)


async def test_asking_twice_with_one_key_mails_once(scenario: Scenario, ada: Actor, receipt: Receipt) -> None:
    await scenario.market.receipts.mail(ada, receipt.id, once=once())
    with pytest.raises(Replayed):
        await scenario.market.receipts.mail(ada, receipt.id, once=once())
    assert len(await mails(scenario)) == 1


async def test_nobody_is_pestered_with_receipts(scenario: Scenario, ada: Actor, receipt: Receipt) -> None:
    for _ in range(MAILS_PER_CUSTOMER.times):
        await scenario.market.receipts.mail(ada, receipt.id)
    with pytest.raises(TooManyRequests):
        await scenario.market.receipts.mail(ada, receipt.id)
    scenario.clock.turn(hours=1)
    await scenario.market.receipts.mail(ada, receipt.id)


async def test_no_mailbox_gets_more_receipts_a_day_than_its_owner_might_want(
    scenario: Scenario, ada: Actor, receipt: Receipt
) -> None:
    send, theirs = scenario.market.receipts.mail, "books@accountant.example"
    for _ in range(MAILS_PER_MAILBOX.times):
        await send(ada, receipt.id, theirs)
    scenario.clock.turn(hours=1)
    with pytest.raises(TooManyRequests):
        await send(operator("ops"), receipt.id, theirs)
    with pytest.raises(TooManyRequests):
        await send(ada, receipt.id, "books+more@accountant.example")
    await send(ada, receipt.id, "others@accountant.example")
    await send(ada, receipt.id)
    scenario.clock.turn(hours=24)
    await send(ada, receipt.id, theirs)


async def test_a_link_opens_its_document_without_signing_in(
    scenario: Scenario, ada: Actor, receipt: Receipt
) -> None:
    documents = scenario.market.receipts.documents
    link = await documents.receipt_link(ada, receipt.id)
    document = await documents.open(ANONYMOUS, link)
    assert document.name == f"receipt-{receipt.number}.pdf"
    assert receipt.number in PdfReader(BytesIO(document.content)).pages[0].extract_text()
    scenario.clock.turn(minutes=5)
    with pytest.raises(LinkExpired):
        await documents.open(ANONYMOUS, link)


async def test_a_link_opens_no_other_document(scenario: Scenario, ada: Actor, receipt: Receipt) -> None:
    documents = scenario.market.receipts.documents
    link = await documents.receipt_link(ada, receipt.id)
    forged = [
        attrs.evolve(link, subject="rcp_other"),
        attrs.evolve(link, until=link.until + 60),
        attrs.evolve(link, signature=""),
        attrs.evolve(link, signature="\N{GREEK SMALL LETTER ALPHA}" * 64),
        attrs.evolve(await documents.tax_summary_link(ada, 2027), subject="usr_eve.2027"),
    ]
    for wrong in forged:
        with pytest.raises(LinkExpired):
            await documents.open(ANONYMOUS, wrong)
    with pytest.raises(InvalidInput, match="kind"):
        link_of("passport", link.subject, link.until, link.signature)


async def test_only_who_may_see_a_receipt_gets_a_link(
    scenario: Scenario, ada: Actor, receipt: Receipt
) -> None:
    documents = scenario.market.receipts.documents
    with pytest.raises(NotFound, match="Receipt not found"):
        await documents.receipt_link(await scenario.customer("eve"), receipt.id)
    with pytest.raises(Unauthenticated):
        await documents.tax_summary_link(ANONYMOUS, 2027)
    with pytest.raises(InvalidInput, match="tax_year"):
        await documents.tax_summary_link(ada, 10**9)


async def test_a_tax_summary_has_ones_own_payments(scenario: Scenario, ada: Actor, receipt: Receipt) -> None:
    documents = scenario.market.receipts.documents
    document = await documents.open(ANONYMOUS, await documents.tax_summary_link(ada, 2027))
    assert document.name == "tax-summary-2027.pdf"
    said = PdfReader(BytesIO(document.content)).pages[0].extract_text()
    assert receipt.number in said
    assert "Simulated payments" in said
    eve = await scenario.customer("eve")
    other = await documents.open(ANONYMOUS, await documents.tax_summary_link(eve, 2027))
    assert "No payments in 2027." in PdfReader(BytesIO(other.content)).pages[0].extract_text()


async def test_the_operator_prints_any_receipt_by_number_or_id(scenario: Scenario, receipt: Receipt) -> None:
    for reference in (receipt.number, receipt.id):
        printed = await scenario.market.receipts.documents.receipt(operator("root"), reference)
        assert printed.content.startswith(b"%PDF")
    with pytest.raises(NotFound, match="Receipt not found"):
        await scenario.market.receipts.documents.receipt(operator("root"), "MN209901010001")


async def test_a_receipt_has_one_place_in_the_outbox(scenario: Scenario, receipt: Receipt) -> None:
    await scenario.later()
    (mail,) = await mails(scenario)
    assert mail.id == f"mil_{receipt.id}"
    assert len(mail.id) <= 64
