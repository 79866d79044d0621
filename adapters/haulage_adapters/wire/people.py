"""People as administrators see them: in the list, and on their page."""

from haulage.kernel.actor import UserType
from haulage.ports.storage.people import ListedPerson
from haulage.use_cases.accounts import Person
from haulage_adapters.wire.accounts import AccountOut
from haulage_adapters.wire.common import Cents, Instant, Out
from haulage_adapters.wire.drivers import DriverOut


class ListedPersonOut(Out):
    """Somebody with an account. `orders` are those that they booked, `jobs` those that they drove."""

    id: str
    email: str
    name: str
    phone: str
    user_type: UserType
    created_at: Instant
    last_active_at: Instant | None
    suspended_at: Instant | None
    driver_id: str | None
    approved_at: Instant | None
    is_online: bool
    orders: int
    jobs: int

    @classmethod
    def of(cls, person: ListedPerson) -> "ListedPersonOut":
        return cls.from_attributes(person)


class PersonNameOut(Out):
    """Who has this id of a user, account or driver."""

    id: str
    name: str


class PersonFiguresOut(Out):
    """What is counted of somebody. `claims` are those that they made, `claims_about` those about their
    deliveries, `sessions` where they are signed in."""

    last_active_at: Instant | None
    sessions: int
    orders: int
    jobs: int
    paid_cents: Cents
    refunded_cents: Cents
    claims: int
    claims_about: int


class PersonOverrideOut(Out):
    """An administrator asks another one to approve them; `may_confirm` is whether the reader can."""

    requested_by: str
    requested_at: Instant
    reason: str
    may_confirm: bool


class PersonOut(Out):
    """Somebody's page; `driver` is None for who does not drive."""

    account: AccountOut
    phone: str
    timezone: str
    driver: DriverOut | None
    approval_reason: str | None
    override: PersonOverrideOut | None
    figures: PersonFiguresOut

    @classmethod
    def of(cls, person: Person) -> "PersonOut":
        user, driver = person.found.user, person.driver
        return cls(
            account=AccountOut.of(person.found),
            phone=user.phone,
            timezone=user.timezone,
            driver=DriverOut.of(driver, person.earned_cents) if driver else None,
            approval_reason=driver.approval.reason if driver and driver.approval else None,
            override=PersonOverrideOut.from_attributes(person.override, may_confirm=person.may_confirm)
            if person.override
            else None,
            figures=PersonFiguresOut.from_attributes(person.figures),
        )
