"""``haulage ledger``: the books, and the proof that they add up."""

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import attrs
import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ledger import ledger_account
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.ports.storage.ledger import LedgerCheck
    from haulage_adapters.settings import Settings

OFF = 1
DAY = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ"])
REPORT_SECONDS = 2.0
"""How often whoever waits hears how far reading has come."""


@click.group(epilog=examples("haulage ledger verify", "haulage ledger account card_clearing"))
def ledger() -> None:
    """Read the double-entry books, and prove that they add up.

    Amounts are signed as computed ledgers sign them: what the platform holds or is owed is positive,
    what it owes or has earned is negative, and everything together is nothing.
    """


@ledger.command(
    epilog=examples(
        "haulage ledger verify", "haulage ledger verify --json", "haulage ledger verify --since 2026-11-01"
    )
)
@click.option(
    "--since",
    type=DAY,
    help="Read only what was entered from this day (UTC) on, and the orders that it is about.",
)
@with_settings
@with_json
@does(Action.READ_LEDGER)
def verify(since: datetime | None, settings: "Settings", as_json: bool) -> None:
    """Read all the books; exit code 1 when anything is off.

    Every transaction must sum to nothing and have all its entries, and every paid order must be in
    the books with exactly what was paid, refunded and shared, and every payout with what it reserves or
    paid. The first of what is off are named. What is owed to customers must be what the
    refunds come to that have not gone out, and the sums that balances are read from, and the drivers'
    balances, must be those of the entries. Large books are read part by part, while the server runs; how far
    this has come is told on the standard error stream.
    """
    from haulage_cli.runtime import on_marketplace

    start = None if since is None else since.replace(tzinfo=UTC)
    progress = _ProgressLine()
    found = on_marketplace(
        settings, lambda market: market.ledger.verify(operating(), since=start, on_progress=progress)
    )
    if as_json:
        write_json(found)
    else:
        write_facts(
            [
                ("In order", "yes" if found.in_order else "no"),
                ("Transactions", found.transactions),
                ("Unbalanced transactions", found.unbalanced_transactions),
                ("Sum", dollars(found.sum_cents)),
                ("Paid orders without entries", found.paid_orders_without_entries),
                ("Wrong sums", found.wrong_sums),
                ("Refunds payable off by", dollars(found.refunds_payable_off_cents)),
                ("Payouts that the books tell otherwise", found.payouts_without_entries),
                ("Accounts with a wrong balance", ", ".join(found.wrong_accounts) or "none"),
                *_named(found),
            ]
        )
    if not found.in_order:
        raise click.exceptions.Exit(OFF)


@ledger.command(epilog=examples("haulage ledger rebuild", "haulage ledger rebuild --json"))
@with_settings
@with_json
@does(Action.REBUILD_LEDGER_SUMS)
def rebuild(settings: "Settings", as_json: bool) -> None:
    """Make the sums that balances are read from anew, and the drivers' balances, from the entries.

    For when "haulage ledger verify" says that sums are wrong, which only a change by hand brings about.
    Nothing else is changed, and the server may run meanwhile.
    """
    from haulage_cli.runtime import on_marketplace

    progress = _ProgressLine()
    count = on_marketplace(
        settings, lambda market: market.rebuild_ledger_sums(operating(), on_progress=progress)
    )
    if as_json:
        write_json({"accounts": count})
    else:
        write_facts([("Accounts", count)])


@ledger.command("trial-balance", epilog=examples("haulage ledger trial-balance --json"))
@with_settings
@with_json
@does(Action.READ_LEDGER)
def trial_balance(settings: "Settings", as_json: bool) -> None:
    """List every account with its balance; the sum is nothing."""
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.ledger.trial_balance(operating()))
    total = sum(cents for _, cents in found)
    if as_json:
        accounts = [{"account": account.code, "balance_cents": cents} for account, cents in found]
        write_json({"accounts": accounts, "sum_cents": total})
        return
    rows = [(account.code, dollars(cents)) for account, cents in found]
    write_table(("account", "balance"), [*rows, ("sum", dollars(total))])


@ledger.command(
    epilog=examples(
        "haulage ledger account card_clearing",
        "haulage ledger account driver:drv_3f2a --limit 100 --json",
    )
)
@click.argument("account", type=WORDS)
@with_page
@with_settings
@with_json
@does(Action.READ_LEDGER)
def account(account: str, limit: int, cursor: str | None, settings: "Settings", as_json: bool) -> None:
    """Show what an account holds, and its entries, newest first."""
    from haulage_cli.runtime import on_marketplace

    named = ledger_account(account)
    page = PageRequest(limit, cursor)
    found = on_marketplace(settings, lambda market: market.ledger.account(operating(), named, page))
    if as_json:
        write_json(
            {
                "account": named.code,
                "balance_cents": found.posted_cents,
                "reserved_cents": found.reserved_cents,
                "items": found.lines.items,
                "next": found.lines.next,
            }
        )
        return
    write_facts(
        [
            ("Account", named.code),
            ("Balance", dollars(found.posted_cents)),
            ("Reserved", dollars(found.reserved_cents)),
        ]
    )
    click.echo()
    rows = [
        (
            line.at,
            line.kind,
            line.state,
            line.order_id or (line.subject.id if line.subject else ""),
            dollars(line.amount_cents),
            dollars(line.balance_cents),
        )
        for line in found.lines.items
    ]
    write_table(("at", "kind", "state", "about", "amount", "balance"), rows)


@ledger.command(epilog=examples("haulage ledger driver drv_3f2a", "haulage ledger driver drv_3f2a --json"))
@click.argument("driver_id", type=WORDS)
@with_settings
@with_json
@does(Action.READ_LEDGER)
def driver(driver_id: str, settings: "Settings", as_json: bool) -> None:
    """Show what a driver has, what of it may be paid out, and what they owe.

    They owe what refunds took that had been paid out to them: it is overdrawn until the card provider has
    refused for good to take it back from their account, and a debt in the books from then on.
    """
    from haulage_cli.runtime import on_marketplace

    found = on_marketplace(settings, lambda market: market.ledger.driver(operating(), driver_id))
    if as_json:
        write_json({**attrs.asdict(found), "owes_cents": found.owes_cents})
        return
    write_facts(
        [
            ("Earned and not sent", dollars(found.unsent_cents)),
            ("Available", dollars(found.available_cents)),
            ("In transit", dollars(found.in_transit_cents)),
            ("Held by reports", dollars(found.held_cents)),
            ("Frozen by disputes", dollars(found.frozen_cents)),
            ("Owed to us", dollars(found.owes_cents)),
            ("Of it overdrawn", dollars(found.overdrawn_cents)),
        ]
    )


def _named(found: "LedgerCheck") -> list[tuple[str, str]]:
    """What is off by its ids, the first of each."""
    kinds = (
        ("Transactions", found.transaction_ids),
        ("Orders", found.order_ids),
        ("Payouts", found.payout_ids),
    )
    return [(f"{kind} to look at", ", ".join(ids)) for kind, ids in kinds if ids]


class _ProgressLine:
    """Prints every few seconds how much was read."""

    def __init__(self) -> None:
        self._reported_at = time.monotonic()

    def __call__(self, what: str, read: int) -> None:
        if time.monotonic() - self._reported_at >= REPORT_SECONDS:
            self._reported_at = time.monotonic()
            click.echo(f"Read {read:,} {what} ...", err=True)
