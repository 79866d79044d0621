"""Everybody with an account, for administrators."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream
from msgspec import Meta

from haulage.kernel.actor import UserType
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.people import PersonFilter, PersonState
from haulage.use_cases.accounts.people import MAX_ID_LENGTH, MAX_NAMED, MAX_SEARCH_LENGTH
from haulage_adapters.wire.admin_tables import PEOPLE_TABLE, PersonColumn
from haulage_adapters.wire.common import PageOut
from haulage_adapters.wire.people import ListedPersonOut, PersonNameOut, PersonOut
from haulage_webapp.csv_files import AS_CSV, csv_file
from haulage_webapp.dependencies import InjectedActor, InjectedMarketplace
from haulage_webapp.errors import refusals
from haulage_webapp.pagination import DEFAULT_LIMIT, Cursor, Limit
from haulage_webapp.security import does

Ids = Annotated[
    list[Annotated[str, Meta(max_length=MAX_ID_LENGTH)]],
    QueryParameter(name="id", min_items=1, max_items=MAX_NAMED),
]
Search = Annotated[str, QueryParameter(max_length=MAX_SEARCH_LENGTH)]


@get(
    "/people",
    operation_id="list_people",
    summary="Everybody with an account, newest first (admins); looking is in the audit trail",
    description=(
        "`search` is the beginning of a mail address, of a phone number or of a word of a name, or the id of "
        "a user or driver."
    ),
    tags=["administration"],
    opt=does(Action.OPERATE_ACCOUNTS),
    responses=refusals(401, 403),
)
async def list_people(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    search: Search = "",
    user_type: Annotated[UserType | None, QueryParameter()] = None,
    in_state: Annotated[PersonState | None, QueryParameter(name="state")] = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> PageOut[ListedPersonOut]:
    wanted = PersonFilter(search, user_type, in_state)
    found = await marketplace.accounts.people.list(actor, wanted, PageRequest(limit, cursor))
    return PageOut.of(found, ListedPersonOut.of)


@get(
    "/people/names",
    operation_id="list_person_names",
    summary="Who has these ids of users, accounts and drivers (admins)",
    description="Ids of nobody, and of people whose accounts were erased, are left out.",
    tags=["administration"],
    opt=does(Action.OPERATE_ACCOUNTS),
    responses=refusals(401, 403),
)
async def list_person_names(
    marketplace: InjectedMarketplace, actor: InjectedActor, ids: Ids
) -> list[PersonNameOut]:
    found = await marketplace.accounts.people.names(actor, ids)
    return [PersonNameOut(id, name) for id, name in found.items()]


@get(
    "/people/{person_id:str}",
    operation_id="get_person",
    summary="Somebody with what is counted of them (admins); looking is in the audit trail",
    description="By the id of a user, of their account, or of the driver that they are.",
    tags=["administration"],
    opt=does(Action.OPERATE_ACCOUNTS),
    responses=refusals(401, 403, 404),
)
async def get_person(
    person_id: FromPath[str], marketplace: InjectedMarketplace, actor: InjectedActor
) -> PersonOut:
    return PersonOut.of(await marketplace.accounts.people.show(actor, person_id))


@get(
    "/people/export",
    operation_id="export_people",
    summary="Everybody with an account as CSV, newest first (admins)",
    opt=does(Action.OPERATE_ACCOUNTS),
    **AS_CSV,
)
async def export_people(
    marketplace: InjectedMarketplace,
    actor: InjectedActor,
    columns: Annotated[list[PersonColumn] | None, QueryParameter(max_items=len(PersonColumn))] = None,
    search: Search = "",
    user_type: Annotated[UserType | None, QueryParameter()] = None,
    in_state: Annotated[PersonState | None, QueryParameter(name="state")] = None,
) -> Stream:
    wanted = PersonFilter(search, user_type, in_state)
    return csv_file("people", PEOPLE_TABLE, columns, await marketplace.export_lists.people(actor, wanted))


ROUTES = [list_people, list_person_names, get_person, export_people]
