"""``haulage payments``: what was paid, what became of it, and giving it back."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.payments import PaymentState
from haulage.payments.payment import refundable_cents
from haulage.ports.storage.paging import PageRequest
from haulage.ports.storage.payments import PaymentFilter
from haulage_adapters.wire.payment_export import PAYMENT_TABLE, PaymentColumn
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating
from haulage_cli.reconciliation import COMMANDS as RECONCILIATION

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.payments.issue_refund import PaymentDetails
    from haulage_adapters.settings import Settings


COLUMNS = ("payment", "created", "for", "state", "order", "customer", "amount", "refunded", "dispute")


@click.group(epilog=examples("haulage payments list", "haulage payments refund pay_3f2a --amount 1000"))
def payments() -> None:
    """See what was paid and what became of it, and give it back.

    A payment is named by its id, or by the card provider's.
    """


@payments.command(
    "list",
    epilog=examples(
        "haulage payments list",
        "haulage payments list --search 10042",
        "haulage payments list --limit 9 --json",
    ),
)
@click.option("--search", type=WORDS, default="", help="An order's number, a mail address or a payment's id.")
@click.option("--status", type=OneOf(PaymentState), help="Only payments in this state.")
@with_page
@with_settings
@with_json
@does(Action.LIST_ALL_PAYMENTS)
def list_payments(
    search: str,
    status: PaymentState | None,
    limit: int,
    cursor: str | None,
    settings: "Settings",
    as_json: bool,
) -> None:
    """List everybody's payments, newest first."""
    from haulage_cli.runtime import on_marketplace

    page, wanted = PageRequest(limit, cursor), PaymentFilter(state=status)
    found = on_marketplace(
        settings, lambda market: market.payments.manage.list(operating(), page, wanted, search)
    )
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.payments import ListedPaymentOut

        write_json(PageOut.of(found, ListedPaymentOut.of_listed))
        return
    lines = [
        (
            listed.payment.id,
            listed.payment.created_at,
            listed.payment.purpose,
            listed.payment.state,
            listed.order_number,
            listed.customer_name,
            dollars(listed.payment.amount_cents),
            dollars(listed.payment.refund_requested_cents),
            listed.payment.dispute,
        )
        for listed in found.items
    ]
    write_table(COLUMNS, lines)


@payments.command(
    "export",
    epilog=examples("haulage payments export", "haulage payments export --status succeeded --column order"),
)
@click.option("--search", type=WORDS, default="", help="An order's number, a mail address or a payment's id.")
@click.option("--status", type=OneOf(PaymentState), help="Only payments in this state.")
@click.option("--column", "columns", type=OneOf(PaymentColumn), multiple=True, help="Only these columns.")
@with_settings
@with_json
@does(Action.LIST_ALL_PAYMENTS)
def export_payments(
    search: str,
    status: PaymentState | None,
    columns: tuple[PaymentColumn, ...],
    settings: "Settings",
    as_json: bool,
) -> None:
    """Everybody's payments as CSV, newest first; with --json one object a line, with every field."""
    from haulage_adapters.wire.payments import ListedPaymentOut
    from haulage_cli.runtime import on_marketplace

    if as_json and columns:
        raise click.BadOptionUsage("column", "--column chooses columns of the CSV: leave out --json.")
    chosen = PAYMENT_TABLE.chosen(columns)

    async def work(marketplace: "Marketplace") -> None:
        pages = await marketplace.payments.export(operating(), PaymentFilter(state=status), search)
        if as_json:
            async for page in pages:
                for listed in page:
                    write_json(ListedPaymentOut.of_listed(listed))
            return
        click.echo(PAYMENT_TABLE.header(chosen), nl=False)
        async for page in pages:
            click.echo(PAYMENT_TABLE.rows(chosen, page), nl=False)

    on_marketplace(settings, work)


@payments.command(epilog=examples("haulage payments show pay_3f2a", "haulage payments show pay_3f2a --json"))
@click.argument("payment", type=WORDS)
@with_settings
@with_json
@does(Action.LIST_ALL_PAYMENTS)
def show(payment: str, settings: "Settings", as_json: bool) -> None:
    """Show a payment with its split, its refunds and disputes, and every movement of the order's money."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.payments.manage.show(operating(), payment))
    if as_json:
        from haulage_adapters.wire.payment_details import PaymentDetailsOut

        write_json(PaymentDetailsOut.of_details(found, operating()))
        return
    _show(found)


@payments.command(
    epilog=examples(
        "haulage payments refund pay_3f2a --reason 'Never delivered'",
        "haulage payments refund pay_3f2a --amount 1000 --goodwill --json",
    )
)
@click.argument("payment", type=WORDS)
@click.option(
    "--amount", type=click.IntRange(1), metavar="CENTS", help="How much [default all that is left]."
)
@click.option("--goodwill", is_flag=True, help="The work was done: the platform alone pays for it.")
@click.option("--reason", type=WORDS, default="", help="Why, for the records.")
@with_settings
@with_json
@does(Action.REFUND_PAYMENT)
def refund(
    payment: str, amount: int | None, goodwill: bool, reason: str, settings: "Settings", as_json: bool
) -> None:
    """Give back part or all of a payment; what the card provider does not take now is sent later.

    Without --goodwill tax and shares go back in proportion, and the driver gives up their part.
    """
    from haulage.use_cases.payments.issue_refund import RefundRequest
    from haulage_cli.runtime import on_marketplace

    request = RefundRequest(amount, goodwill, reason)
    made = on_marketplace(
        settings, lambda market: market.payments.manage.refund(operating(), payment, request)
    )
    if as_json:
        from haulage_adapters.wire.refunds import OperatorRefundOut

        write_json(OperatorRefundOut.of(made))
        return
    write_facts(
        [
            ("Refund", made.id),
            ("Amount", dollars(made.amount_cents)),
            ("Of it tax", dollars(made.tax_cents)),
            ("From the driver", dollars(made.driver_cents)),
            (
                "From the platform",
                dollars(made.platform_cents + made.own_cents),
            ),
            ("Not earned yet", dollars(made.fare_cents)),
        ]
    )


def _show(found: "PaymentDetails") -> None:
    payment, split = found.payment, found.split.split if found.split else None
    write_facts(
        [
            ("Payment", payment.id),
            ("At the provider", payment.provider_reference),
            ("Order", found.order.number),
            ("For", payment.purpose),
            ("State", payment.state),
            ("Dispute", payment.dispute),
            ("Amount", dollars(payment.amount_cents)),
            ("Processing fee", dollars(payment.processing_fee_cents)),
            ("Can be refunded", dollars(refundable_cents(payment))),
            ("Driver's share", None if split is None else dollars(split.driver_cents)),
            ("Platform's share", None if split is None else dollars(split.platform_cents)),
            ("Split", None if split is None else split.status),
        ]
    )
    if found.refunds:
        click.echo()
        rows = [
            (each.id, each.created_at, each.kind, each.status, dollars(each.amount_cents))
            for each in found.refunds
        ]
        write_table(("refund", "at", "kind", "status", "amount"), rows)
    click.echo()
    moved = [
        (each.at, each.kind, each.state, entry.account.code, dollars(entry.amount_cents))
        for each in found.movements
        for entry in each.entries
    ]
    write_table(("at", "movement", "state", "account", "amount"), moved)


for command in RECONCILIATION:
    payments.add_command(command)
