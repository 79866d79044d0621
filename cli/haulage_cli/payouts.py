"""``haulage payouts``: what a payout costs its driver, where it goes, and how."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.payouts import PayoutRail, PayoutSpeed, payout_fees
from haulage_cli.driver_payouts import cancel, check, list_payouts, request, retry, show, void
from haulage_cli.options import OneOf, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.payout_methods import methods, named_driver, of_driver, payout_settings
from haulage_cli.payout_verification import verify
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.payments.payout_account import SeenAccount
    from haulage_adapters.settings import Settings


@click.group()
def payouts() -> None:
    """Where and how a driver is paid, and what a payout costs."""


@payouts.command(
    epilog=examples(
        "haulage payouts fees --amount-cents 10000 --speed instant --rail card",
        "haulage payouts fees --amount-cents 10000 --speed instant --rail paypal --json",
    )
)
@click.option("--amount-cents", type=int, required=True, help="What leaves the balance, in cents.")
@click.option("--speed", type=OneOf(PayoutSpeed), required=True, help="How fast it goes.")
@click.option("--rail", type=OneOf(PayoutRail), required=True, help="Where it goes.")
@with_json
@does(Action.CALCULATE_FARE)
def fees(amount_cents: int, speed: PayoutSpeed, rail: PayoutRail, as_json: bool) -> None:
    """The fees of a payout line by line, and what arrives; needs no database. A standard payout is free."""
    found = payout_fees(amount_cents, speed, rail)
    if as_json:
        from haulage_adapters.wire.driver_payouts import PayoutCostOut

        write_json(PayoutCostOut.of(found))
        return
    write_facts(
        [
            ("Amount", dollars(found.amount_cents)),
            ("Instant fee", dollars(found.instant_fee_cents)),
            ("Processing fee", dollars(found.provider_fee_cents)),
            ("Platform fee", dollars(found.platform_fee_cents)),
            ("Arrives", dollars(found.net_cents)),
        ]
    )


@payouts.command(
    epilog=examples(
        "haulage payouts account --as driver@haulage.example",
        "haulage payouts account --driver drv_3f2a --as admin@haulage.example --json",
    )
)
@of_driver
@acting
@with_settings
@with_json
@does(Action.SEE_PAYOUT_ACCOUNT, reads=True)
def account(settings: "Settings", email: str, driver_id: str | None, as_json: bool) -> None:
    """A driver's account at the payment provider: how far it is, and what the provider still needs."""
    from haulage_adapters.wire.payout_account import PayoutAccountOut
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "SeenAccount":
        actor = await actor_of(marketplace, email)
        return await marketplace.payments.payout_account(actor, named_driver(actor, driver_id))

    found = on_marketplace(settings, work)
    if as_json:
        write_json(PayoutAccountOut.of(found))
        return
    report = found.account.report
    write_facts(
        [
            ("Account", found.account.account_id),
            ("Status", found.account.status),
            ("Transfers", report.transfers),
            ("Payouts", "on" if report.payouts_enabled else "off"),
            ("Details submitted", "yes" if report.details_submitted else "no"),
            ("Currently due", ", ".join(report.currently_due) or None),
            ("Due by", report.due_by),
            ("Stopped because", report.disabled_reason),
            ("As of", found.account.updated_at),
        ]
    )


for command in (methods, payout_settings, list_payouts, show, request, cancel, void, retry, check, verify):
    payouts.add_command(command)
