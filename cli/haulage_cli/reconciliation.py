"""``haulage payments differences`` and ``reconcile``, and what is done about refunds that do not go out."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.payments import Refund
    from haulage.use_cases.payments.reconciliation import ReconciliationReport
    from haulage_adapters.settings import Settings

DAY = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"])


@click.command(
    epilog=examples("haulage payments differences", "haulage payments differences --closed --json")
)
@click.option("--closed", is_flag=True, help="Those that are no more.")
@with_page
@with_settings
@with_json
@does(Action.RECONCILE_PAYMENTS)
def differences(closed: bool, limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """List where our books differ from the card provider's, newest first.

    A reconciliation finds them every night and calls for an operator in the error log as
    `alarm payments.differences` while there are any.
    """
    from haulage_cli.runtime import on_marketplace

    page = PageRequest(limit, cursor)
    found = on_marketplace(
        settings, lambda market: market.payments.reconcile.differences(operating(), page, closed=closed)
    )
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.reconciliation import DifferenceOut

        write_json(PageOut.of(found, DifferenceOut.of))
        return
    rows = [
        (
            each.id,
            each.kind,
            each.subject,
            each.refund_id or each.payment_id,
            each.their_id,
            _money(each.our_cents),
            _money(each.their_cents),
            _money(each.their_fee_cents),
            _money(each.their_net_cents),
            each.our_status,
            each.their_status,
            each.occurred_at,
        )
        for each in found.items
    ]
    write_table(
        (
            "id",
            "kind",
            "what",
            "ours",
            "theirs",
            "our",
            "their",
            "their fee",
            "their net",
            "our state",
            "their state",
            "at",
        ),
        rows,
    )


@click.command(
    epilog=examples("haulage payments reconcile", "haulage payments reconcile --since 2026-11-01 --json")
)
@click.option("--since", type=DAY, help="From this day (UTC) on [default as far back as every night].")
@with_settings
@with_json
@does(Action.RECONCILE_PAYMENTS)
def reconcile(since: datetime | None, settings: "Settings", as_json: bool) -> None:
    """Compare with the card provider now, and repair what asking it can repair.

    What it was paid, gave back, got back or had disputed without our knowing is entered as if we had known
    of it in time. What is left is listed by `haulage payments differences`: also entries that our books have
    no account of (unknown_entry), and a balance that is not what they come to (balance_off).
    """
    from haulage_cli.runtime import on_marketplace

    start = None if since is None else since.replace(tzinfo=UTC)
    report = on_marketplace(
        settings, lambda market: market.payments.reconciliation_runs.at_once(operating(), start)
    )
    facts = _report_json(report)
    if as_json:
        write_json(facts)
        return
    write_facts(
        [
            ("From", report.since),
            ("Until", report.until),
            ("Entries read", report.entries),
            ("Differences found", report.new),
            ("Repaired", report.repaired),
            ("Closed", report.closed),
            ("Still open", facts["open"]),
        ]
    )


@click.command(
    "accept-difference",
    epilog=examples("haulage payments accept-difference dif_3f2a --reason 'Fee in euros, entered by hand'"),
)
@click.argument("difference", type=WORDS)
@click.option("--reason", type=WORDS, required=True, help="Why it may stay, for the records.")
@with_settings
@with_json
@does(Action.RECONCILE_PAYMENTS)
def accept_difference(difference: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Let a difference be that nothing can be done about, so that it calls nobody any more.

    It opens again as soon as either side says something else of it. It changes no money.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(
        settings, lambda market: market.payments.reconcile.accept(operating(), difference, reason)
    )
    if as_json:
        from haulage_adapters.wire.reconciliation import DifferenceOut

        write_json(DifferenceOut.of(found))
        return
    write_facts([("Difference", found.id), ("Kind", found.kind), ("Accepted", found.closed_at)])


@click.command(epilog=examples("haulage payments resend rfd_3f2a", "haulage payments resend rfd_3f2a --json"))
@click.argument("refund", type=WORDS)
@with_settings
@with_json
@does(Action.REFUND_PAYMENT)
def resend(refund: str, settings: "Settings", as_json: bool) -> None:
    """Have a refund sent again that has not gone out, or that the card's bank sent back."""
    from haulage_cli.runtime import on_marketplace

    made = on_marketplace(settings, lambda market: market.payments.unsent_refunds.resend(operating(), refund))
    _write_refund(made, as_json)


@click.command(
    "withdraw-refund",
    epilog=examples("haulage payments withdraw-refund rfd_3f2a --reason 'Card closed, paid by check'"),
)
@click.argument("refund", type=WORDS)
@click.option("--reason", type=WORDS, required=True, help="Why, for the records.")
@with_settings
@with_json
@does(Action.REFUND_PAYMENT)
def withdraw_refund(refund: str, reason: str, settings: "Settings", as_json: bool) -> None:
    """Owe a refund no more that can never be sent; everybody has their part of it again."""
    from haulage_cli.runtime import on_marketplace

    made = on_marketplace(
        settings, lambda market: market.payments.unsent_refunds.withdraw(operating(), refund, reason)
    )
    _write_refund(made, as_json)


COMMANDS = (differences, accept_difference, reconcile, resend, withdraw_refund)


def _money(cents: int | None) -> str | None:
    return None if cents is None else dollars(cents)


def _report_json(report: "ReconciliationReport") -> dict[str, Any]:
    return {
        "since": report.since,
        "until": report.until,
        "entries": report.entries,
        "found": report.new,
        "repaired": report.repaired,
        "closed": report.closed,
        "open": sum(report.open_by_kind.values()),
    }


def _write_refund(made: "Refund", as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.refunds import OperatorRefundOut

        write_json(OperatorRefundOut.of(made))
        return
    write_facts([("Refund", made.id), ("Amount", dollars(made.amount_cents)), ("Status", made.status)])
