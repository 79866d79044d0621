"""``haulage payouts methods`` and ``haulage payouts settings``: where and how a driver is paid."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.payouts import CHOSEN, BankAccountType, MethodType, PayoutTrigger
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.kernel.actor import Actor
    from haulage.payouts import PayoutMethod, PayoutSettings
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

Function = TypeVar("Function", bound=Callable[..., Any])

COLUMNS = ("id", "type", "bank", "ends in", "verified", "instant", "")


def of_driver(function: Function) -> Function:
    """``--driver``: whose it is, where that is not the account's own."""
    return click.option(
        "--driver", "driver_id", type=WORDS, help="The driver's id; the account's own unless it is given."
    )(function)


def driver_of(actor: "Actor", driver_id: str | None) -> str:
    """An id that nobody has where the account drives nothing."""
    return driver_id or actor.driver_id or "none"


def named_driver(actor: "Actor", driver_id: str | None) -> str:
    """The same, of administrators who drive nothing only where they name one."""
    if driver_id is None and actor.driver_id is None and actor.is_admin:
        raise click.UsageError("This account drives nothing: name a driver with --driver.")
    return driver_of(actor, driver_id)


@click.group(
    epilog=examples(
        "haulage payouts methods list --as driver@haulage.example",
        "haulage payouts methods remove pom_1 --as driver@haulage.example",
    )
)
def methods() -> None:
    """List, add and remove where a driver is paid."""


@methods.command("list", epilog=examples("haulage payouts methods list --as driver@haulage.example --json"))
@of_driver
@acting
@with_settings
@with_json
@does(Action.SEE_PAYOUTS, reads=True)
def list_methods(settings: "Settings", email: str, driver_id: str | None, as_json: bool) -> None:
    """The default first, then the oldest."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[PayoutMethod]":
        actor = await actor_of(marketplace, email)
        return await marketplace.payouts.methods.list(actor, named_driver(actor, driver_id))

    _write(on_marketplace(settings, work), as_json=as_json)


@methods.command(
    epilog=examples(
        "haulage payouts methods add --type bank_account --routing-number 110000000 "
        "--account-number 000123456789 --bank-name 'Test Bank' --account-type checking "
        "--as driver@haulage.example",
        "haulage payouts methods add --type debit_card --card-number 4000056655665556 --exp-month 12 "
        "--exp-year 2030 --as driver@haulage.example",
    )
)
@click.option("--type", "type_", type=OneOf(MethodType), required=True, help="What it is.")
@click.option("--routing-number", type=WORDS, help="Of a bank account.")
@click.option("--account-number", type=WORDS, help="Of a bank account.")
@click.option("--bank-name", type=WORDS, help="Of a bank account.")
@click.option("--account-type", type=OneOf(BankAccountType), help="Of a bank account.")
@click.option("--card-number", type=WORDS, help="Of a debit card.")
@click.option("--exp-month", type=int, help="Of a debit card.")
@click.option("--exp-year", type=int, help="Of a debit card.")
@click.option("--paypal-email", type=WORDS, help="Of a PayPal account.")
@acting
@with_settings
@with_json
@does(Action.MANAGE_PAYOUT_METHODS)
def add(settings: "Settings", email: str, as_json: bool, type_: MethodType, **details: Any) -> None:
    """Add a method, where the payment provider is simulated; instant payouts wait for 72 hours then."""
    from haulage_adapters.wire.payout_methods import PayoutMethodIn
    from haulage_cli.runtime import actor_of, on_marketplace

    given = PayoutMethodIn(type=type_, **details).to_core()

    async def work(marketplace: "Marketplace") -> "Sequence[PayoutMethod]":
        actor = await actor_of(marketplace, email)
        driver_id = driver_of(actor, None)
        await marketplace.payouts.methods.add_for(actor, driver_id, given)
        return await marketplace.payouts.methods.list(actor, driver_id)

    _write(on_marketplace(settings, work), as_json=as_json)


@methods.command(epilog=examples("haulage payouts methods default pom_1 --as driver@haulage.example"))
@click.argument("method_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_PAYOUT_METHODS)
def default(settings: "Settings", email: str, method_id: str, as_json: bool) -> None:
    """Have payouts go there that go by themselves."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[PayoutMethod]":
        actor = await actor_of(marketplace, email)
        driver_id = driver_of(actor, None)
        await marketplace.payouts.methods.make_default(actor, driver_id, method_id)
        return await marketplace.payouts.methods.list(actor, driver_id)

    _write(on_marketplace(settings, work), as_json=as_json)


@methods.command(epilog=examples("haulage payouts methods remove pom_1 --as driver@haulage.example"))
@click.argument("method_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.MANAGE_PAYOUT_METHODS)
def remove(settings: "Settings", email: str, method_id: str, as_json: bool) -> None:
    """Be paid there no longer, and show which methods are left."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Sequence[PayoutMethod]":
        actor = await actor_of(marketplace, email)
        driver_id = driver_of(actor, None)
        await marketplace.payouts.methods.remove(actor, driver_id, method_id)
        return await marketplace.payouts.methods.list(actor, driver_id)

    _write(on_marketplace(settings, work), as_json=as_json)


def _write(found: "Sequence[PayoutMethod]", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.payout_methods import PayoutMethodOut

        write_json(PageOut.whole(map(PayoutMethodOut.of, found)))
        return
    if not found:
        write_note("No payout methods")
    write_table(COLUMNS, [_row(each) for each in found])


def _row(method: "PayoutMethod") -> tuple[str, ...]:
    return (
        method.id,
        method.type.value.replace("_", " "),
        method.bank_name,
        method.last4,
        "yes" if method.is_verified else "no",
        "yes" if method.is_instant else "no",
        "default" if method.is_default else "",
    )


def _cents(name: str, what: str) -> Callable[[Function], Function]:
    return click.option(name, type=click.IntRange(min=1), help=f"{what}, in cents.")


@click.command(
    "settings",
    epilog=examples(
        "haulage payouts settings --as driver@haulage.example",
        "haulage payouts settings --daily-instant-limit-cents 50000 --as driver@haulage.example",
    ),
)
@click.option("--instant/--no-instant", "enable_instant_payouts", default=None, help="Allow instant payouts.")
@_cents("--minimum-instant-cents", "The least of an instant payout")
@_cents("--maximum-instant-cents", "The most of an instant payout")
@_cents("--daily-instant-limit-cents", "The most of a day's instant payouts")
@_cents("--auto-payout-threshold-cents", "At what balance an automatic payout goes")
@click.option("--trigger", type=OneOf(PayoutTrigger, CHOSEN), help="What pays beside the weekly payout.")
@of_driver
@acting
@with_settings
@with_json
@does(Action.CHANGE_PAYOUT_SETTINGS)
def payout_settings(
    settings: "Settings", email: str, driver_id: str | None, as_json: bool, **changes: Any
) -> None:
    """Show how a driver wants to be paid out, changed first where something is given. Drivers tighten their
    own limits; administrators widen them."""
    from haulage.use_cases.payouts.payout_settings import SettingsChange
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "PayoutSettings":
        actor = await actor_of(marketplace, email)
        change = SettingsChange(**changes)
        return await marketplace.payouts.settings.change(actor, named_driver(actor, driver_id), change)

    found = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.payout_methods import PayoutSettingsOut

        write_json(PayoutSettingsOut.of(found))
        return
    _show(found)


def _show(found: "PayoutSettings") -> None:
    limits = found.limits
    write_facts(
        [
            ("Instant payouts", "on" if found.enable_instant_payouts else "off"),
            ("Least instant payout", dollars(limits.minimum_instant_cents)),
            ("Most instant payout", dollars(limits.maximum_instant_cents)),
            ("Most in a day", dollars(limits.daily_instant_limit_cents)),
            ("Automatic payout at", dollars(limits.auto_payout_threshold_cents)),
            ("Beside the weekly payout", found.trigger),
        ]
    )
