"""``haulage accounts``: who has an account, where it is signed in, and who may go on using theirs."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.actor import UserType
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.people import ListedPerson, PersonFilter, PersonState
from haulage_cli.account_operations import end_sessions, reinstate, sessions, suspend
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.accounts import Person
    from haulage_adapters.settings import Settings

COLUMNS = ("user", "e-mail", "name", "phone", "role", "state", "orders", "jobs", "last active")


@click.group(
    epilog=examples("haulage accounts list --search ann", "haulage accounts show ann@example.com --json")
)
def accounts() -> None:
    """Find people, end their sessions, suspend and reinstate them.

    Somebody is named by their e-mail address, or by the id of their user or driver.
    """


@accounts.command(
    "list", epilog=examples("haulage accounts list --role driver --state unapproved", "haulage accounts list")
)
@click.option(
    "--search", type=WORDS, default="", help="The beginning of an address, a phone or a word of a name."
)
@click.option("--role", type=OneOf(UserType), help="Only these.")
@click.option("--state", type=OneOf(PersonState), help="Only these.")
@with_page
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def list_accounts(
    search: str,
    role: UserType | None,
    state: PersonState | None,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """List everybody with an account, newest first."""
    from haulage_cli.runtime import on_marketplace

    wanted, page = PersonFilter(search, role, state), PageRequest(limit, cursor)
    found = on_marketplace(settings, lambda market: market.accounts.people.list(operating(), wanted, page))
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.people import ListedPersonOut

        write_json(PageOut.of(found, ListedPersonOut.of))
        return
    write_table(COLUMNS, [_row(each) for each in found.items])
    if found.next:
        write_note(f"There are more: --cursor {found.next}")


def _row(person: ListedPerson) -> tuple[object, ...]:
    driver_state = "" if person.driver_id is None else "online" if person.is_online else "offline"
    if person.driver_id is not None and person.approved_at is None:
        driver_state = "not approved"
    return (
        person.id,
        person.email,
        person.name,
        person.phone,
        person.user_type,
        "suspended" if person.suspended_at else driver_state,
        person.orders,
        person.jobs,
        person.last_active_at,
    )


@accounts.command(epilog=examples("haulage accounts show ann@example.com"))
@click.argument("who", metavar="EMAIL", type=WORDS)
@with_settings
@with_json
@does(Action.OPERATE_ACCOUNTS)
def show(who: str, settings: "Settings", as_json: bool) -> None:
    """Show somebody with what is counted of them."""
    from haulage_cli.runtime import on_marketplace

    person = on_marketplace(settings, lambda market: market.accounts.people.show(operating(), who))
    if as_json:
        from haulage_adapters.wire.people import PersonOut

        write_json(PersonOut.of(person))
        return
    write_facts(_facts(person))


def _facts(person: "Person") -> list[tuple[str, object]]:
    account, user, figures = person.found.account, person.found.user, person.figures
    facts: list[tuple[str, object]] = [
        ("User", user.id),
        ("E-mail", account.email),
        ("Name", user.name),
        ("Phone", user.phone),
        ("Role", user.user_type.value),
        ("Since", account.created_at),
        ("Last active", figures.last_active_at),
        ("Signed in on", f"{figures.sessions} devices"),
        ("Suspended", account.suspended_at or "no"),
        ("Orders", figures.orders),
        ("Paid", dollars(figures.paid_cents)),
        ("Refunded", dollars(figures.refunded_cents)),
        ("Reported problems", figures.claims),
    ]
    if person.driver is not None:
        approval = person.driver.approval
        facts += [
            ("Driver", person.driver.id),
            ("Approved", approval.at if approval else "no"),
            ("Jobs", figures.jobs),
            ("Earned", dollars(person.earned_cents)),
            ("Problems about them", figures.claims_about),
        ]
    return facts


for _command in (sessions, end_sessions, suspend, reinstate):
    accounts.add_command(_command)
