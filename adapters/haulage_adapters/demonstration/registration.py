"""Everybody signs up, and drivers are approved with their vehicles and sent out."""

import asyncio
from contextlib import suppress

import attrs

from haulage.accounts.account import EmailTaken
from haulage.accounts.session import SessionGrant
from haulage.drivers import DriverProfile
from haulage.kernel.actor import SYSTEM, Actor
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.onboarding import NoOverride, OverrideRequested
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.tax import (
    CERTIFICATION_VERSION,
    TaxAddress,
    TaxClassification,
    TaxpayerNumberType,
    W9Draft,
)
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.demonstration.people import (
    ADMIN,
    CUSTOMERS,
    DRIVERS,
    PASSWORD,
    SampleDriver,
    SamplePerson,
)
from haulage_adapters.demonstration.progress import Report

APPROVAL = "Sample driver of the demonstration"


async def actor_of(marketplace: Marketplace, email: str) -> Actor:
    """Somebody of the demonstration."""

    async def query(unit: UnitOfWork) -> Actor:
        account = await unit.accounts.by_email(email)
        user = await unit.accounts.user_of(account.id) if account else None
        if user is None:
            raise InvalidInput("email", f"{email} is not in this marketplace")
        driver = await unit.drivers.get_by_user(user.id)
        return Actor(user.id, user.user_type, driver.id if driver else None)

    return await marketplace.storage.read(query)


async def sign_everybody_up(marketplace: Marketplace, report: Report) -> None:
    """All at once, because hashing passwords takes its time."""
    people = [(person, "customer") for person in (ADMIN, *CUSTOMERS)]
    people += [(driver.person, "driver") for driver in DRIVERS]
    done = 0

    async def sign_up(person: SamplePerson, user_type: str) -> None:
        nonlocal done
        await _sign_up(marketplace, person, user_type)
        done += 1
        report("Signing people up", done, len(people))

    await asyncio.gather(*(sign_up(person, user_type) for person, user_type in people))
    with suppress(Conflict):  # another process has granted it
        await marketplace.accounts.grant_admin(ADMIN.email)


async def _sign_up(marketplace: Marketplace, person: SamplePerson, user_type: str) -> None:
    if await marketplace.storage.read(lambda unit: unit.accounts.by_email(person.email)) is not None:
        return
    metadata = {"name": person.name, "phone": person.phone, "user_type": user_type}
    try:
        granted = await marketplace.accounts.sign_up(person.email, PASSWORD, metadata)
    except EmailTaken:
        return
    if isinstance(granted, SessionGrant):
        account_id = granted.signed_in.account.id
        await marketplace.storage.write(lambda unit: unit.accounts.end_sessions(account_id))


async def send_drivers_out(marketplace: Marketplace) -> None:
    """One after the other, by the administrator."""
    admin = await actor_of(marketplace, ADMIN.email)
    for driver in DRIVERS:
        await _prepare_once(marketplace, admin, driver)


async def _approve(marketplace: Marketplace, admin: Actor, driver_id: str) -> None:
    """By the administrator and the server, for it takes two."""
    with suppress(OverrideRequested):
        await marketplace.onboarding.drivers.request(admin, driver_id, APPROVAL)
    with suppress(NoOverride):  # another process has confirmed it
        await marketplace.onboarding.drivers.confirm(SYSTEM, driver_id)


async def _prepare_once(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> None:
    """Of two processes that prepare a driver, the slower one looks again until it is done."""
    while True:
        try:
            await _prepare(marketplace, admin, sample)
        except Conflict:
            continue
        return


NOBODYS_NUMBER = "219-09-9999"
"""Printed in a pamphlet of Social Security's in 1940, and never anybody's since."""


async def _certify(marketplace: Marketplace, actor: Actor, sample: SampleDriver, driver_id: str) -> None:
    """Sign a Form W-9, unless that was done before: nothing is withheld of these drivers' payouts."""
    if (await marketplace.tax.w9.of_driver(actor, driver_id)).form is not None:
        return
    address = TaxAddress("100 Example Street", "Brooklyn", "NY", "11201")
    draft = W9Draft(
        name=sample.person.name,
        classification=TaxClassification.INDIVIDUAL,
        address=address,
        number_type=TaxpayerNumberType.SSN,
        number=NOBODYS_NUMBER,
        signature=sample.person.name,
        certification=CERTIFICATION_VERSION,
    )
    await marketplace.tax.w9.certify(actor, driver_id, draft)


async def _prepare(marketplace: Marketplace, admin: Actor, sample: SampleDriver) -> None:
    """Give a new driver their vehicle, approve them and send them out, unless that was done before."""
    actor = await actor_of(marketplace, sample.person.email)
    profile = await marketplace.drivers.profiles.me(actor)
    if profile.vehicle.described:
        return
    if sample.is_approved:
        await _approve(marketplace, admin, profile.id)
    await _certify(marketplace, actor, sample, profile.id)
    if sample.is_online:
        await marketplace.drivers.profiles.go_online(actor, sample.home)

    async def describe(unit: UnitOfWork) -> DriverProfile:
        current = await unit.drivers.get(profile.id) or profile
        described = attrs.evolve(
            current,
            vehicle=sample.vehicle,
            plate=sample.plate,
            working_hours=sample.hours,
            rates=sample.rates,
            rating=sample.rating,
            total_jobs=sample.total_jobs,
            earlier_ratings=sample.earlier_ratings,
            earlier_stars=sample.earlier_stars,
            specialties=sample.specialties,
            works_with_helper=sample.works_with_helper,
        )
        return await unit.drivers.save(current, described)

    await marketplace.storage.write(describe)
