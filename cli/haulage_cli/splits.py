"""``haulage splits``: how payments are shared, and sending a share again that failed."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ledger import SplitStatus
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage_adapters.settings import Settings


@click.group(epilog=examples("haulage splits list --status failed", "haulage splits retry pay_3f2a"))
def splits() -> None:
    """See how payments are shared, and have a share sent again that failed."""


@splits.command("list", epilog=examples("haulage splits list", "haulage splits list --status failed --json"))
@click.option("--status", type=OneOf(SplitStatus), help="Only splits in this state.")
@with_page
@with_settings
@with_json
@does(Action.LIST_ALL_SPLITS)
def list_splits(
    status: SplitStatus | None, limit: int, cursor: str | None, settings: "Settings", as_json: bool
) -> None:
    """List everybody's splits, newest first."""
    from haulage_cli.runtime import on_marketplace

    page = PageRequest(limit, cursor)
    found = on_marketplace(
        settings,
        lambda market: market.payments.splits.list(operating(), page, everything=True, status=status),
    )
    if as_json:
        from haulage_adapters.wire.common import PageOut
        from haulage_adapters.wire.splits import OperatorSplitOut

        write_json(PageOut.of(found, lambda listed: OperatorSplitOut.of(listed, operating())))
        return
    rows = [
        (
            each.split.payment_id,
            each.order_number,
            each.split.kind,
            each.split.status,
            each.driver_name,
            dollars(each.split.total_cents),
            dollars(each.split.driver_cents),
            dollars(each.split.platform_cents),
            each.split.failure_reason,
        )
        for each in found.items
    ]
    columns = ("payment", "order", "kind", "status", "driver", "total", "driver's", "platform's", "failure")
    write_table(columns, rows)


@splits.command(epilog=examples("haulage splits retry pay_3f2a", "haulage splits retry pay_3f2a --json"))
@click.argument("payment", type=WORDS)
@with_settings
@with_json
@does(Action.RETRY_SPLIT)
def retry(payment: str, settings: "Settings", as_json: bool) -> None:
    """Have the driver's part of a payment sent again; a running server or worker does it at once."""
    from haulage.use_cases.payments.splits import RETRIED
    from haulage_cli.runtime import on_marketplace

    split = on_marketplace(settings, lambda market: market.payments.splits.retry(operating(), payment))
    if as_json:
        from haulage_adapters.wire.splits import SplitRetriedOut

        write_json(SplitRetriedOut(split.payment_id, split.status, split.attempts))
        return
    write_facts([("Payment", split.payment_id), ("Split", split.status), ("Attempts", split.attempts)])
    click.echo(f"\n{RETRIED}")
