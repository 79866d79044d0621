"""``haulage orders not-delivered``, ``haulage deliveries reports`` and ``decide``: what did not arrive."""

from typing import TYPE_CHECKING

import click

from haulage.claims import Claim, ClaimDecision, ClaimState
from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage.ports.storage.paging import PageRequest
from haulage_cli.options import WORDS, OneOf, acting, examples, with_json, with_page, with_settings
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

COLUMNS = ("report", "order", "driver", "reported", "state", "refundable", "account")


def _show(claim: Claim, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.claims import ClaimOut

        write_json(ClaimOut.of(claim))
        return
    write_facts(
        [
            ("Report", claim.id),
            ("State", claim.state),
            ("Said", claim.account),
            ("Decided", claim.decided_at),
            ("Because", claim.decision_reason),
        ]
    )


@click.command(
    "not-delivered",
    epilog=examples(
        "haulage orders not-delivered 10042 --account 'Nobody came' --as customer@haulage.example"
    ),
)
@click.argument("order", type=WORDS)
@click.option("--account", required=True, help="What happened, in your words.")
@acting
@with_settings
@with_json
@does(Action.OPEN_CLAIM)
def not_delivered(settings: "Settings", order: str, account: str, email: str, as_json: bool) -> None:
    """Say within 24 hours that an order did not arrive; the driver's share is held."""
    from haulage_cli.runtime import actor_of, on_marketplace, order_id_of

    async def work(marketplace: "Marketplace") -> Claim:
        actor = await actor_of(marketplace, email)
        return await marketplace.claims.open(actor, await order_id_of(marketplace, order), account)

    _show(on_marketplace(settings, work), as_json)


@click.command(
    "reports",
    epilog=examples("haulage deliveries reports --state open", "haulage deliveries reports --json"),
)
@click.option("--state", type=OneOf(ClaimState), help="Only reports in this state.")
@with_page
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def reports(
    state: ClaimState | None, limit: int, cursor: str | None, settings: "Settings", as_json: bool
) -> None:
    """What customers say was not delivered, newest first."""
    from haulage_cli.runtime import on_marketplace

    page = PageRequest(limit, cursor)
    found = on_marketplace(settings, lambda market: market.claims.list(operating(), page, state))
    if as_json:
        from haulage_adapters.wire.claims import ListedClaimOut
        from haulage_adapters.wire.common import PageOut

        write_json(PageOut.of(found, ListedClaimOut.of))
        return
    rows = [
        (
            each.claim.id,
            each.order_number,
            each.driver_name,
            each.claim.created_at,
            each.claim.state,
            dollars(each.refundable_cents),
            each.claim.account,
        )
        for each in found.items
    ]
    write_table(COLUMNS, rows)


@click.command(
    "decide",
    epilog=examples(
        "haulage deliveries decide rpt_3f2a --refund --reason 'No proof of delivery'",
        "haulage deliveries decide rpt_3f2a --release --reason 'Signed by the neighbor'",
    ),
)
@click.argument("report", type=WORDS)
@click.option("--refund/--release", "refunds", required=True, help="Whose the money is.")
@click.option("--reason", required=True, help="Why; the customer reads it.")
@with_settings
@with_json
@does(Action.DECIDE_CLAIM)
def decide(report: str, refunds: bool, reason: str, settings: "Settings", as_json: bool) -> None:
    """Release the driver's share, or refund the customer. It is final."""
    from haulage_cli.runtime import on_marketplace

    decision = ClaimDecision.REFUND if refunds else ClaimDecision.RELEASE
    decided = on_marketplace(
        settings, lambda market: market.claims.decide(operating(), report, decision, reason)
    )
    _show(decided, as_json)
