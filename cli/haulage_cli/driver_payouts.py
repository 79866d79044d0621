"""``haulage payouts list|show|request|cancel|retry``: what drivers are paid."""

from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.payouts import PayoutSpeed, PayoutStatus, instant_status
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_note, write_table
from haulage_cli.payout_methods import driver_of, of_driver
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.payouts import Payout
    from haulage.ports.storage.paging import Page
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

COLUMNS = ("id", "requested", "speed", "amount", "arrives", "status", "reason")


@click.command(
    "list",
    epilog=examples(
        "haulage payouts list --as driver@haulage.example --status failed",
        "haulage payouts list --as admin@haulage.example --status pending",
    ),
)
@click.option("--status", type=OneOf(PayoutStatus), help="Only payouts in this state.")
@of_driver
@acting
@with_page
@with_settings
@with_json
@does(Action.SEE_PAYOUTS, reads=True)
def list_payouts(
    settings: "Settings",
    email: str,
    driver_id: str | None,
    status: PayoutStatus | None,
    limit: int,
    cursor: str | None,
    as_json: bool,
) -> None:
    """A driver's payouts, newest first; everybody's where an administrator names no driver."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "tuple[Page[Payout], bool]":
        actor, page = await actor_of(marketplace, email), PageRequest(limit, cursor)
        history, whose = marketplace.payouts.history, driver_id or actor.driver_id
        if whose is None:
            return await history.all(actor, page, status=status), True
        return await history.list(actor, whose, page, status=status), False

    found, of_all = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.driver_payouts import DriverPayoutOut

        write_json(PageOut.of(found, DriverPayoutOut.of))
        return
    if not found.items:
        write_note("No payouts found")
    if of_all:
        rows = [(*_row(each), each.driver_id) for each in found.items]
        write_table((*COLUMNS, "driver"), rows)
    else:
        write_table(COLUMNS, [_row(each) for each in found.items])
    if found.next:
        write_note(f"There are more: --cursor {found.next}")


@click.command(epilog=examples("haulage payouts show pyt_1 --as driver@haulage.example"))
@click.argument("payout_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.SEE_PAYOUTS, reads=True)
def show(settings: "Settings", email: str, payout_id: str, as_json: bool) -> None:
    """One payout, line by line."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Payout":
        return await marketplace.payouts.history.get(await actor_of(marketplace, email), payout_id)

    _write(on_marketplace(settings, work), as_json=as_json)


@click.command(
    epilog=examples(
        "haulage payouts request --amount-cents 5000 --speed standard --as driver@haulage.example",
        "haulage payouts request --amount-cents 5000 --speed instant --method pom_1 "
        "--as driver@haulage.example",
    )
)
@click.option("--amount-cents", type=int, required=True, help="What leaves the balance, in cents.")
@click.option("--speed", type=OneOf(PayoutSpeed), required=True, help="How fast it goes.")
@click.option("--method", "method_id", type=WORDS, help="Where it goes; the default unless it is given.")
@click.option("--order", "order_id", type=WORDS, help="The order that it is for, as a reference.")
@acting
@with_settings
@with_json
@does(Action.REQUEST_PAYOUT)
def request(settings: "Settings", email: str, as_json: bool, **options: Any) -> None:
    """Have something of one's balance paid out."""
    from haulage.use_cases.payouts.request_payout import PayoutRequest
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Payout":
        actor = await actor_of(marketplace, email)
        return await marketplace.payouts.request(actor, driver_of(actor, None), PayoutRequest(**options))

    _write(on_marketplace(settings, work), as_json=as_json)


@click.command(epilog=examples("haulage payouts cancel pyt_1 --as driver@haulage.example"))
@click.argument("payout_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.CANCEL_PAYOUT)
def cancel(settings: "Settings", email: str, payout_id: str, as_json: bool) -> None:
    """Cancel a payout that is pending."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Payout":
        return await marketplace.payouts.send.cancel(await actor_of(marketplace, email), payout_id)

    _write(on_marketplace(settings, work), as_json=as_json)


@click.command(epilog=examples("haulage payouts retry pyt_1 --as driver@haulage.example"))
@click.argument("payout_id", type=WORDS)
@acting
@with_settings
@with_json
@does(Action.CANCEL_PAYOUT)
def retry(settings: "Settings", email: str, payout_id: str, as_json: bool) -> None:
    """Pay out again what did not arrive, as a payout of its own."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "Payout":
        return await marketplace.payouts.request.retry(await actor_of(marketplace, email), payout_id)

    _write(on_marketplace(settings, work), as_json=as_json)


@click.command(epilog=examples("haulage payouts void pyt_1 --reason 'Account closed, new one opened'"))
@click.argument("payout_id", type=WORDS)
@click.option("--reason", type=WORDS, required=True, help="Why; the driver reads it.")
@with_settings
@with_json
@does(Action.VOID_PAYOUT)
def void(settings: "Settings", payout_id: str, reason: str, as_json: bool) -> None:
    """Give back a payout that was never sent.

    The payment provider is asked first: what it has, or may have, is not voided. The amount and the fees are
    the driver's to use again, and a mail says so.
    """
    from haulage_cli.runtime import on_marketplace

    made = on_marketplace(settings, lambda market: market.payouts.void(operating(), payout_id, reason))
    _write(made, as_json=as_json)


@click.command(epilog=examples("haulage payouts check", "haulage payouts check --json"))
@with_settings
@with_json
@does(Action.CHECK_PAYOUTS)
def check(settings: "Settings", as_json: bool) -> None:
    """Ask the provider after every open payout, and compare its accounts with our books.

    Lists each payout of the last 30 days and each account that differs, with the rows at fault. The same is
    compared every night, and calls an operator in the error log as `alarm payouts.differences`.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda marketplace: marketplace.payouts.check(operating()))
    if as_json:
        from haulage_adapters.wire.driver_payouts import CheckedPayoutsOut

        write_json(CheckedPayoutsOut.of(found))
        return
    write_note(found.message)
    rows = [
        (
            each.fault,
            each.driver_id,
            each.payout_id,
            each.provider_id,
            _sum(each.our_cents),
            _sum(each.their_cents),
        )
        for each in found.differences
    ]
    if rows:
        write_table(("fault", "driver", "payout", "provider's", "our sum", "their sum"), rows)


def _sum(cents: int | None) -> str:
    return "" if cents is None else dollars(cents)


def _write(payout: "Payout", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.driver_payouts import DriverPayoutOut

        write_json(DriverPayoutOut.of(payout))
        return
    fees = payout.fees
    write_facts(
        [
            ("Payout", payout.id),
            ("Amount", dollars(payout.amount_cents)),
            ("Instant fee", dollars(fees.instant_fee_cents)),
            ("Processing fee", dollars(fees.provider_fee_cents)),
            ("Platform fee", dollars(fees.platform_fee_cents)),
            ("Withheld for taxes", dollars(payout.withheld_cents) if payout.withheld_cents else None),
            ("Arrives", dollars(payout.net_cents)),
            ("Given back", dollars(payout.returned_cents) if payout.fees_returned else None),
            ("Status", instant_status(payout.status)),
            ("Expected", payout.expected_at),
            ("Arrived", payout.arrived_at),
            ("Why not", payout.failure_reason),
        ]
    )


def _row(payout: "Payout") -> tuple[Any, ...]:
    return (
        payout.id,
        payout.created_at,
        payout.speed.value,
        dollars(payout.amount_cents),
        dollars(payout.net_cents),
        instant_status(payout.status).value,
        payout.failure_reason or "",
    )
