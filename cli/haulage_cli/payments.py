"""``haulage payments``: what was paid, what became of it, and giving it back."""

from typing import TYPE_CHECKING, Any

import attrs
import click

from haulage.kernel.money import dollars
from haulage.payments.payment import refundable_cents
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import instant, write_facts, write_json, write_table
from haulage_cli.permissions import operating
from haulage_cli.provider_events import events
from haulage_cli.reconciliation import COMMANDS as RECONCILIATION

if TYPE_CHECKING:
    from haulage.ledger import Transaction
    from haulage.payments import Dispute, Payment, Refund
    from haulage.use_cases.payments.issue_refund import PaymentDetails
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage payments list", "haulage payments refund pay_3f2a --amount 1000"))
def payments() -> None:
    """See what was paid and what became of it, and give it back.

    A payment is named by its id, or by the card provider's.
    """


@payments.command("list", epilog=examples("haulage payments list", "haulage payments list --limit 9 --json"))
@with_page
@with_settings
@with_json
def list_payments(limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """List everybody's payments, newest first."""
    from haulage_cli.runtime import on_marketplace

    page = PageRequest(limit, cursor)
    found = on_marketplace(settings, lambda market: market.payments.manage.list(operating(), page))
    if as_json:
        write_json({"items": [payment_json(payment) for payment in found.items], "next": found.next})
        return
    rows = [
        (
            payment.id,
            payment.created_at,
            payment.purpose,
            payment.state,
            payment.order_id,
            dollars(payment.amount_cents),
            dollars(payment.refund_requested_cents),
            payment.dispute,
        )
        for payment in found.items
    ]
    write_table(("payment", "created", "for", "state", "order", "amount", "refunded", "dispute"), rows)


@payments.command(epilog=examples("haulage payments show pay_3f2a", "haulage payments show pay_3f2a --json"))
@click.argument("payment", type=WORDS)
@with_settings
@with_json
def show(payment: str, settings: "Settings", as_json: bool) -> None:
    """Show a payment with its split, its refunds and disputes, and every movement of the order's money."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.payments.manage.show(operating(), payment))
    if as_json:
        write_json(_details(found))
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
        write_json(refund_json(made))
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


def payment_json(payment: "Payment") -> dict[str, Any]:
    """A payment for programs, amounts in cents."""
    return {
        "id": payment.id,
        "order_id": payment.order_id,
        "customer_id": payment.customer_id,
        "provider_reference": payment.provider_reference,
        "purpose": payment.purpose.value,
        "status": payment.state.value,
        "dispute": None if payment.dispute is None else payment.dispute.value,
        "amount_cents": payment.amount_cents,
        "currency": payment.currency,
        "processing_fee_cents": payment.processing_fee_cents,
        "refund_requested_cents": payment.refund_requested_cents,
        "refunded_cents": payment.refunded_cents,
        "refundable_cents": refundable_cents(payment),
        "simulated": payment.simulated,
        "card_brand": payment.card_brand,
        "card_last4": payment.card_last4,
        "created_at": instant(payment.created_at),
        "updated_at": instant(payment.updated_at),
    }


def refund_json(made: "Refund") -> dict[str, Any]:
    """A refund by whom it comes from, amounts in cents."""
    fields = attrs.asdict(made, filter=attrs.filters.exclude("version", "reference"))
    times = ("created_at", "updated_at", "sent_at")
    return fields | {name: instant(getattr(made, name)) for name in times}


def _dispute_json(dispute: "Dispute") -> dict[str, Any]:
    fields = attrs.asdict(dispute, filter=attrs.filters.exclude("version"))
    return fields | {name: instant(getattr(dispute, name)) for name in ("opened_at", "closed_at")}


def _movement_json(moved: "Transaction") -> dict[str, Any]:
    return {
        "id": moved.id,
        "kind": moved.kind.value,
        "reference": moved.reference,
        "state": moved.state.value,
        "at": instant(moved.at),
        "entries": {entry.account.code: entry.amount_cents for entry in moved.entries},
    }


def _details(found: "PaymentDetails") -> dict[str, Any]:
    from haulage_cli.splits import split_json

    return payment_json(found.payment) | {
        "order_number": found.order.number,
        "split": None if found.split is None else split_json(found.split),
        "refunds": [refund_json(each) for each in found.refunds],
        "disputes": [_dispute_json(each) for each in found.disputes],
        "movements": [_movement_json(each) for each in found.movements],
    }


def _show(found: "PaymentDetails") -> None:
    payment, split = found.payment, found.split
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


payments.add_command(events)
for command in RECONCILIATION:
    payments.add_command(command)
