"""The list of people is found, narrowed and counted alike on both databases."""

import attrs
import pytest

from adapters.query_plans import plan_of
from adapters.test_account_storage import NOW, a_session, a_user, an_account, token_of
from haulage.accounts import Account, User
from haulage.accounts.refresh import first_token
from haulage.drivers import Approval, approve, go_online, new_driver
from haulage.kernel.actor import UserType
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.people import PersonFilter, PersonState
from haulage.ports.storage.unit_of_work import Storage, UnitOfWork
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

PAGE = PageRequest(20)


async def somebody(
    storage: Storage, number: int, name: str, phone: str = "", user_type: UserType = UserType.CUSTOMER
) -> tuple[Account, User]:
    account = an_account(number, email=f"{name.rsplit(maxsplit=1)[-1].lower()}@example.com")
    user = attrs.evolve(a_user(account, user_type), name=name, phone=phone)
    await storage.write(lambda unit: unit.accounts.add(account, user))
    return account, user


async def names(storage: Storage, wanted: PersonFilter) -> list[str]:
    page = await storage.read(lambda unit: unit.people.list(wanted, PAGE))
    return sorted(each.name for each in page.items)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lee@", ["Ann Lee"]),
        ("ann", ["Ann Lee"]),
        ("LEE", ["Ann Lee"]),
        ("Öz", ["Bo Özil"]),
        ("(212) 555", ["Ann Lee"]),
        ("+1212", ["Ann Lee"]),
        ("5550", ["Ann Lee"]),
        ("usr_of_acc_2", ["Bo Özil"]),
        ("nn", []),
        ("%", []),
    ],
)
async def test_people_are_found_by_the_beginning_of_what_is_known_of_them(
    text: str, found: list[str], storage: Storage
) -> None:
    await somebody(storage, 1, "Ann Lee", "+1 (212) 555-0100")
    await somebody(storage, 2, "Bo Özil", "+44 20 7946 0000")
    assert await names(storage, PersonFilter(text)) == found


async def test_people_are_named_by_every_id_of_theirs(storage: Storage) -> None:
    account, ann = await somebody(storage, 1, "Ann Lee", user_type=UserType.DRIVER)
    driver = new_driver(id="drv_1", user_id=ann.id, name=ann.name, email="", phone="", now=NOW)
    await storage.write(lambda unit: unit.drivers.add(driver))
    wanted = [account.id, "drv_1", "usr_nobody", ann.id, ann.id]
    found = await storage.read(lambda unit: unit.people.names_of(wanted))
    assert found == dict.fromkeys([account.id, "drv_1", ann.id], "Ann Lee")


async def test_people_are_narrowed_by_role_and_by_what_there_is_to_do(storage: Storage) -> None:
    account, _ann = await somebody(storage, 1, "Ann Lee")
    for number, name in ((2, "Dee One"), (3, "Eve Two")):
        _account, user = await somebody(storage, number, name, user_type=UserType.DRIVER)
        driver = new_driver(id=f"drv_{number}", user_id=user.id, name=name, email="", phone="", now=NOW)
        if number == 3:
            driver = go_online(approve(driver, Approval(NOW, "usr_boss", "Known.")), NOW)
        await storage.write(lambda unit, driver=driver: unit.drivers.add(driver))  # type: ignore[misc]
    suspended = attrs.evolve(account, suspended_at=NOW, suspension_reason="Cards.")
    await storage.write(lambda unit: unit.accounts.save(account, suspended))
    assert await names(storage, PersonFilter(user_type=UserType.DRIVER)) == ["Dee One", "Eve Two"]
    assert await names(storage, PersonFilter(state=PersonState.SUSPENDED)) == ["Ann Lee"]
    assert await names(storage, PersonFilter(state=PersonState.UNAPPROVED)) == ["Dee One"]
    assert await names(storage, PersonFilter(state=PersonState.ONLINE)) == ["Eve Two"]
    assert await names(storage, PersonFilter("drv_2")) == ["Dee One"]


async def test_somebody_was_active_when_their_session_was_last_used(storage: Storage) -> None:
    account, user = await somebody(storage, 1, "Ann Lee")
    session = a_session(account)

    async def work(unit: UnitOfWork) -> None:
        await unit.accounts.open_session(session, first_token(token_of(session), session))

    await storage.write(work)
    page = await storage.read(lambda unit: unit.people.list(PersonFilter(), PAGE))
    assert [each.last_active_at for each in page.items] == [NOW]
    figures = await storage.read(lambda unit: unit.people.figures(user.id, account.id, None))
    assert (figures.last_active_at, figures.sessions, figures.orders) == (NOW, 1, 0)


@pytest.mark.parametrize("wanted", [PersonFilter(), PersonFilter(user_type=UserType.DRIVER)])
@pytest.mark.new_database
async def test_a_page_of_people_is_read_in_the_order_of_an_index(
    wanted: PersonFilter, storage: SqlStorage
) -> None:
    query_plan = await plan_of(storage, lambda unit: unit.people.list(wanted, PAGE))
    index = "ix_users_user_type_created_at_id" if wanted.user_type else "ix_users_created_at_id"
    assert index in query_plan
    assert "FOR ORDER BY" not in query_plan
    assert "Seq Scan" not in query_plan
