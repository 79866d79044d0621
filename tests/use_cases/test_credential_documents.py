"""A document proves a carrier credential: sent while that waits, decided about with it, and gone with it."""

from datetime import timedelta

import attrs
import pytest

from haulage.authority import CarrierCredential
from haulage.driver_documents import DriverDocument
from haulage.kernel.actor import Actor
from haulage.kernel.driver_document import DocumentStatus, DocumentType
from haulage.kernel.errors import InvalidInput, NotFound
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.driver_documents.credential_document import CredentialDecided
from haulage.use_cases.driver_documents.delete_documents import delete_replaced
from haulage.use_cases.driver_documents.review_documents import DecidedWithCredential
from haulage.use_cases.driver_documents.send_in_pieces import FileToSend, SendInPieces
from use_cases.scenario import ADMIN, Scenario
from use_cases.test_carrier_credentials import CERTIFICATE, insurance
from use_cases.test_driver_documents import PlainInspector, present

pytestmark = pytest.mark.anyio

CREDENTIAL = DocumentType.CARRIER_CREDENTIAL


@pytest.fixture
async def gil(scenario: Scenario) -> Actor:
    return await scenario.driver("gil")


@pytest.fixture
async def waiting(scenario: Scenario, gil: Actor) -> CarrierCredential:
    return await scenario.market.authority.credentials.record(gil, CERTIFICATE)


async def send(
    scenario: Scenario,
    who: Actor,
    credential_id: str | None,
    sent: bytes = b"a certificate",
    type: DocumentType = CREDENTIAL,
) -> DriverDocument:
    hand_in = attrs.evolve(scenario.market.driver_documents.hand_in, inspector=PlainInspector())
    return await hand_in(who, type, hand_in.identifiers.new("client"), "c.jpg", sent, credential_id)


async def beside(scenario: Scenario, credential: CarrierCredential) -> DriverDocument | None:
    shown = (await scenario.market.authority.documents([credential])).get(credential.id)
    return None if shown is None else shown.document


async def test_the_last_document_stands_beside_its_credential_and_nowhere_else(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    await send(scenario, gil, waiting.id)
    last = await send(scenario, gil, waiting.id, b"a sharper one")
    found = await beside(scenario, waiting)
    assert found is not None
    assert (found.id, found.status) == (last.id, DocumentStatus.PENDING)
    assert await present(scenario, gil) == []
    review = scenario.market.driver_documents.review
    assert (await review.waiting(ADMIN, PageRequest())).items == []
    other = await scenario.market.authority.credentials.record(gil, insurance(scenario))
    await send(scenario, gil, other.id, b"a policy")
    assert await beside(scenario, waiting) == found, "each credential has its own"


async def test_it_is_approved_and_refused_with_its_credential(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    document = await send(scenario, gil, waiting.id)
    review, decide = scenario.market.driver_documents.review, scenario.market.authority.decide
    with pytest.raises(DecidedWithCredential):
        await review.reject(ADMIN, document.id, "No", 2)
    await decide.verify(ADMIN, waiting.id, "dot.ny.gov")
    approved = await beside(scenario, waiting)
    assert approved is not None
    assert (approved.status, approved.reviewed_by, approved.replaced_at) == (
        DocumentStatus.APPROVED,
        ADMIN.name,
        None,
    )
    await decide.reject(ADMIN, waiting.id, "The state revoked it")
    refused = await beside(scenario, waiting)
    assert refused is not None
    assert (refused.status, refused.reason) == (DocumentStatus.REJECTED, "The state revoked it")


async def test_only_what_waits_and_is_ones_own_takes_a_document(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    dee = await scenario.driver("dee")
    for who, id in ((dee, waiting.id), (gil, "crd_9")):
        with pytest.raises(NotFound, match="Credential"):
            await send(scenario, who, id)
    with pytest.raises(InvalidInput, match="credential_id: is required"):
        await send(scenario, gil, None)
    with pytest.raises(InvalidInput, match="credential_id: is only of"):
        await send(scenario, gil, waiting.id, type=DocumentType.DRIVERS_LICENSE)
    await scenario.market.authority.decide.verify(ADMIN, waiting.id, "dot.ny.gov")
    with pytest.raises(CredentialDecided):
        await send(scenario, gil, waiting.id)


async def test_what_was_sent_in_pieces_is_deleted_where_the_credential_was_decided_meanwhile(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    class DecidingInspector(PlainInspector):
        async def inspect(self, sent: bytes):
            await scenario.market.authority.decide.verify(ADMIN, waiting.id, "dot.ny.gov")
            return await super().inspect(sent)

    hand_in = attrs.evolve(scenario.market.driver_documents.hand_in, inspector=DecidingInspector())
    pieces, file = SendInPieces(hand_in), FileToSend("c1", CREDENTIAL, "c.jpg", 13, waiting.id)
    with pytest.raises(CredentialDecided):
        await pieces(gil, file, 0, b"a certificate")
    assert await beside(scenario, waiting) is None
    assert (await pieces.received(gil, "c1")).received == 0


async def test_it_is_deleted_a_year_after_its_credential_ended(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    await send(scenario, gil, waiting.id)
    await scenario.market.authority.credentials.withdraw(gil, waiting.id)
    assert await beside(scenario, waiting) is not None
    before = scenario.clock.now() + timedelta(seconds=1)
    assert await scenario.storage.write(lambda unit: delete_replaced(unit, before, 10)) == 1
    assert await beside(scenario, waiting) is None


async def test_a_corrected_credential_asks_for_its_document_anew(
    scenario: Scenario, gil: Actor, waiting: CarrierCredential
) -> None:
    await send(scenario, gil, waiting.id)
    corrected = await scenario.market.authority.credentials.record(
        gil, attrs.evolve(CERTIFICATE, number="T-39121")
    )
    assert await beside(scenario, corrected) is None
    replaced = await beside(scenario, waiting)
    assert replaced is not None
    assert replaced.replaced_at is not None
