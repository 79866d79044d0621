"""Saved addresses: one's own, few, each under a name, and gone with the account."""

import asyncio

import attrs
import pytest

from haulage.addresses import MAX_ADDRESSES, AddressNameTaken, TooManyAddresses
from haulage.kernel.actor import ANONYMOUS, Actor
from haulage.kernel.errors import HaulageError, InvalidInput, NotFound, Unauthenticated
from haulage.kernel.stop_access import FloorAccess, StopAccess
from haulage.use_cases.addresses.facade import AddressDraft
from use_cases.scenario import BROOKLYN, TIMES_SQUARE, Scenario

pytestmark = pytest.mark.anyio

HOME = AddressDraft(
    "Home",
    TIMES_SQUARE,
    StopAccess("4B", 4, FloorAccess.STAIRS, "#2580", "Robin", "212 555 0100", "Ring twice"),
)


async def test_an_address_is_saved_changed_and_removed(scenario: Scenario, ada: Actor) -> None:
    addresses = scenario.market.addresses
    saved = await addresses.add(ada, HOME)
    assert (saved.name, saved.place, saved.access) == ("Home", HOME.place, HOME.access)
    await addresses.add(ada, AddressDraft("Attic", BROOKLYN))
    assert [each.name for each in await addresses.all(ada)] == ["Home", "Attic"]
    changed = await addresses.change(ada, saved.id, attrs.evolve(HOME, name="home", access=StopAccess()))
    assert (changed.id, changed.name, changed.access) == (saved.id, "home", StopAccess())
    assert (await addresses.all(ada))[0] == changed
    await addresses.remove(ada, saved.id)
    assert [each.name for each in await addresses.all(ada)] == ["Attic"]


async def test_two_addresses_of_one_person_have_two_names(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    addresses = scenario.market.addresses
    await addresses.add(ada, HOME)
    with pytest.raises(AddressNameTaken):
        await addresses.add(ada, attrs.evolve(HOME, name="HOME"))
    work = await addresses.add(ada, attrs.evolve(HOME, name="Work"))
    with pytest.raises(AddressNameTaken):
        await addresses.change(ada, work.id, HOME)
    assert (await addresses.add(dee, HOME)).name == "Home"


async def test_nobody_reaches_anothers_address(scenario: Scenario, ada: Actor, dee: Actor) -> None:
    addresses = scenario.market.addresses
    saved = await addresses.add(ada, HOME)
    for refused in (addresses.change(dee, saved.id, HOME), addresses.remove(dee, saved.id)):
        with pytest.raises(NotFound):
            await refused
    assert await addresses.all(dee) == ()
    with pytest.raises(Unauthenticated):
        await addresses.all(ANONYMOUS)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"access": StopAccess(unit="x" * 41)}, "access.unit"),
        ({"access": StopAccess(contact_phone="12")}, "access.contact_phone"),
    ],
)
async def test_what_cannot_be_saved_is_refused_by_name(
    scenario: Scenario, ada: Actor, changes: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await scenario.market.addresses.add(ada, attrs.evolve(HOME, **changes))
    assert refused.value.field == field


async def test_a_person_has_so_many_addresses_and_no_more_whoever_is_first(
    scenario: Scenario, ada: Actor
) -> None:
    addresses = scenario.market.addresses
    for number in range(MAX_ADDRESSES - 1):
        await addresses.add(ada, attrs.evolve(HOME, name=f"Place {number}"))
    last = await asyncio.gather(
        *(addresses.add(ada, attrs.evolve(HOME, name=name)) for name in ("One", "Other")),
        return_exceptions=True,
    )
    assert sorted(isinstance(each, TooManyAddresses) for each in last) == [False, True]
    assert not any(isinstance(each, HaulageError) and not isinstance(each, TooManyAddresses) for each in last)
    assert len(await addresses.all(ada)) == MAX_ADDRESSES
