"""Carrier credentials: one's own, and the administrators' queue."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from haulage.authority import CarrierCredential, CredentialStatus
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.wire.authority import (
    CredentialDecisionIn,
    CredentialIn,
    CredentialOut,
    ListedCredentialOut,
    OrderAtRiskOut,
    OwnCredentialsOut,
)
from haulage_adapters.wire.common import PageOut
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

REFUSED = refusals(401, 403, 404, 409)


@get(
    "/drivers/me/credentials",
    operation_id="list_own_credentials",
    summary="One's own carrier credentials, newest first",
    tags=["authority"],
    opt=does(Action.MANAGE_OWN_CREDENTIALS),
    responses=refusals(401, 403, 404),
)
async def list_own_credentials(marketplace: InjectedMarketplace, actor: InjectedActor) -> OwnCredentialsOut:
    found = await marketplace.authority.credentials.list(actor)
    documents = await marketplace.authority.documents(found)
    return OwnCredentialsOut([CredentialOut.of(each, documents) for each in found])


@post(
    "/drivers/me/credentials",
    operation_id="record_credential",
    summary="Record a carrier credential to be verified; one that waits is replaced",
    tags=["authority"],
    opt=does(Action.MANAGE_OWN_CREDENTIALS),
    responses=REFUSED,
)
async def record_credential(
    data: JSONBody[CredentialIn], marketplace: InjectedMarketplace, actor: InjectedActor
) -> CredentialOut:
    return await _shown(marketplace, await marketplace.authority.credentials.record(actor, data.to_core()))


@delete(
    "/drivers/me/credentials/{credential_id:str}",
    operation_id="withdraw_credential",
    summary="Withdraw a carrier credential; it counts no more",
    tags=["authority"],
    status_code=200,
    opt=does(Action.MANAGE_OWN_CREDENTIALS),
    responses=REFUSED,
)
async def withdraw_credential(
    credential_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> CredentialOut:
    return await _shown(marketplace, await marketplace.authority.credentials.withdraw(actor, credential_id))


@get(
    "/authority/credentials",
    operation_id="list_credentials",
    summary="Drivers' carrier credentials in a status, oldest first",
    tags=["authority"],
    opt=does(Action.VERIFY_CREDENTIALS),
    responses=refusals(401, 403),
)
async def list_credentials(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    with_status: Annotated[CredentialStatus, QueryParameter(name="status")] = CredentialStatus.RECORDED,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedCredentialOut]:
    page = await marketplace.authority.decide.list(actor, PageRequest(limit, cursor), with_status)
    documents = await marketplace.authority.documents(each.credential for each in page.items)
    return PageOut.of(page, lambda each: ListedCredentialOut.of(each, documents))


@post(
    "/authority/credentials/{credential_id:str}/verify",
    operation_id="verify_credential",
    summary="Say that a credential was looked up, and where",
    tags=["authority"],
    status_code=200,
    opt=does(Action.VERIFY_CREDENTIALS),
    responses=REFUSED,
)
async def verify_credential(
    credential_id: FromPath[str],
    data: JSONBody[CredentialDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> CredentialOut:
    verified = await marketplace.authority.decide.verify(actor, credential_id, data.note)
    return await _shown(marketplace, verified)


@post(
    "/authority/credentials/{credential_id:str}/reject",
    operation_id="reject_credential",
    summary="Refuse a credential, or revoke one that was verified, with the reason that its driver reads",
    tags=["authority"],
    status_code=200,
    opt=does(Action.VERIFY_CREDENTIALS),
    responses=REFUSED,
)
async def reject_credential(
    credential_id: FromPath[str],
    data: JSONBody[CredentialDecisionIn],
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
) -> CredentialOut:
    rejected = await marketplace.authority.decide.reject(actor, credential_id, data.note)
    return await _shown(marketplace, rejected)


@get(
    "/authority/orders-at-risk",
    operation_id="list_orders_at_risk",
    summary="Accepted orders whose driver may not set out, because a document or credential lapsed",
    description="The first 100, by id.",
    tags=["authority"],
    opt=does(Action.VERIFY_CREDENTIALS),
    responses=refusals(401, 403),
)
async def list_orders_at_risk(
    marketplace: InjectedMarketplace, actor: InjectedActor
) -> PageOut[OrderAtRiskOut]:
    found = await marketplace.authority.at_risk.list(actor)
    return PageOut.whole([OrderAtRiskOut.of(each) for each in found])


async def _shown(marketplace: Marketplace, credential: CarrierCredential) -> CredentialOut:
    return CredentialOut.of(credential, await marketplace.authority.documents([credential]))


ROUTES = (
    list_own_credentials,
    record_credential,
    withdraw_credential,
    list_credentials,
    verify_credential,
    reject_credential,
    list_orders_at_risk,
)
