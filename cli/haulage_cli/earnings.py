"""``haulage earnings``: what a driver earned and was paid out over some days."""

from datetime import date, datetime
from typing import TYPE_CHECKING

import click

from haulage.kernel.money import dollars
from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does, operating

if TYPE_CHECKING:
    from haulage.payouts import EarningsSummary, PayoutAnalytics
    from haulage.use_cases.marketplace import Marketplace
    from haulage_adapters.settings import Settings

DAY = click.DateTime(["%Y-%m-%d"])


@click.command(
    epilog=examples(
        "haulage earnings drv_3f2a", "haulage earnings drv_3f2a --from 2026-11-01 --to 2026-11-30 --json"
    )
)
@click.argument("driver", type=WORDS)
@click.option("--from", "first", type=DAY, help="The first day; 29 days before the last unless it is given.")
@click.option("--to", "last", type=DAY, help="The last day; today unless it is given.")
@with_settings
@with_json
@does(Action.SEE_PAYOUTS)
def earnings(
    driver: str, first: datetime | None, last: datetime | None, settings: "Settings", as_json: bool
) -> None:
    """What a driver earned and was paid out, and how their instant payouts did, on days of their clock."""
    from haulage_cli.runtime import on_marketplace

    async def work(marketplace: "Marketplace") -> "tuple[EarningsSummary, PayoutAnalytics]":
        see, who, days = marketplace.payouts.earnings, operating(), (_day(first), _day(last))
        return await see.summary(who, driver, *days), await see.analytics(who, driver, *days)

    summary, analytics = on_marketplace(settings, work)
    if as_json:
        from haulage_adapters.wire.earnings import EarningsSummaryOut, PayoutAnalyticsOut

        write_json(
            {"summary": EarningsSummaryOut.of(summary), "payout_analytics": PayoutAnalyticsOut.of(analytics)}
        )
        return
    rate = analytics.success_rate
    write_facts(
        [
            ("From", summary.days.first.isoformat()),
            ("To", summary.days.last.isoformat()),
            ("Total earnings", dollars(summary.total_earnings_cents)),
            ("Tips in them", dollars(summary.tips_cents)),
            ("Payouts", f"{dollars(summary.total_payouts_cents)} ({summary.total_payouts})"),
            ("Pending payouts", f"{dollars(summary.pending_payouts_cents)} ({summary.pending_payouts})"),
            ("Average payout time", _with_unit(summary.average_payout_time_hours, "hours")),
            (
                "Instant payouts",
                f"{dollars(analytics.instant_payouts_cents)} ({analytics.instant_payouts})",
            ),
            ("Instant fees", dollars(analytics.instant_fees_cents)),
            ("Average instant time", _with_unit(analytics.average_payout_time_minutes, "minutes")),
            ("Success rate", None if rate is None else f"{rate:.1%}"),
        ]
    )


def _day(value: datetime | None) -> date | None:
    return None if value is None else value.date()


def _with_unit(value: float | None, unit: str) -> str | None:
    return None if value is None else f"{value} {unit}"
