"""Holding a driver's share while somebody looks into what was not delivered (OP-49).

A dispute of the card freezes shares too. Each has its own mark on the split and its own reservation in the
books, so that neither lets go what the other holds; together they reserve no more than there is to lose.
"""

from datetime import datetime

from haulage.kernel.money import Cents
from haulage.ledger import PaymentSplit
from haulage.ledger.payment_split import hold as held
from haulage.ledger.payment_split import let_go as freed
from haulage.orders.report import DeliveryReport, ReportState
from haulage.payments import DisputeState
from haulage.ports.storage import UnitOfWork
from haulage.use_cases.money import books


def report_reference(report: DeliveryReport) -> str:
    return f"report/{report.id}/held"


async def hold(unit: UnitOfWork, report: DeliveryReport, now: datetime) -> Cents:
    """Nothing more of the order's fare is sent to its driver; the cents that are left of their share."""
    split = (await unit.splits.of_orders([report.order_id])).get(report.order_id)
    if split is None:
        return 0
    saved = await unit.splits.save(split, held(split, now))
    await _reserve(unit, saved, report, now)
    return saved.driver_left_cents


async def let_go(unit: UnitOfWork, report: DeliveryReport, now: datetime) -> None:
    """It is decided. What a dispute freezes stays frozen."""
    await books.void_reserved(unit, report_reference(report), now)
    split = (await unit.splits.of_orders([report.order_id])).get(report.order_id)
    if split is None:
        return
    saved = await unit.splits.save(split, freed(split, now))
    enter = books.Entering(unit, report.order_id, now)
    for dispute in await unit.disputes.of_payment(saved.payment_id):
        if dispute.state is DisputeState.OPEN:
            await books.reserve_share(enter, saved, dispute)
    if saved.is_due:
        await unit.jobs.enqueue(books.send_share(saved), now)


async def hold_again(unit: UnitOfWork, split: PaymentSplit, now: datetime) -> None:
    """A dispute is closed: an open report holds what is left now, no less and no more."""
    report = await unit.reports.of_order(split.order_id)
    if report is not None and report.state is ReportState.OPEN:
        await books.void_reserved(unit, report_reference(report), now)
        await _reserve(unit, split, report, now)


async def _reserve(unit: UnitOfWork, split: PaymentSplit, report: DeliveryReport, now: datetime) -> None:
    enter = books.Entering(unit, split.order_id, now)
    await books.reserve_part(enter, split, split.refundable_cents, report_reference(report))
