"""What the layouts are given: words and figures as they are to be printed, and nothing to compute."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from haulage.kernel.local_time import PLATFORM_ZONE
from haulage.kernel.money import Cents, dollars
from haulage.kernel.services import ServiceType
from haulage.receipts import PaymentRecord, Receipt, RecordStatus
from haulage.receipts.sheets import ReceiptSheet, TaxSummarySheet
from haulage_adapters.documents_typst.plain import printable

SERVICES = {ServiceType.DELIVERY: "Delivery", ServiceType.MOVING: "Moving", ServiceType.PICKUP: "Pickup"}
BRANDS = {"visa": "Visa", "mastercard": "Mastercard", "discover": "Discover", "amex": "American Express"}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
STATUSES = {
    RecordStatus.COMPLETED: "Completed",
    RecordStatus.REFUNDED: "Refunded",
    RecordStatus.DISPUTED: "Disputed",
    RecordStatus.FAILED: "Failed",
}
LONGEST_DESCRIPTION = 300
"""Of at most 2,000 characters: a receipt is one page, and says what it is for rather than all of it."""

Figures = dict[str, Any]


def receipt_figures(sheet: ReceiptSheet, public_url: str) -> Figures:
    receipt = sheet.receipt
    return {
        "number": receipt.number,
        "confirmation": receipt.confirmation_number,
        "address": f"{public_url}/payment-success/{receipt.confirmation_id}",
        "host": public_url.partition("://")[2],
        "issued": _date(receipt.issued_at),
        "paid": _date_and_time(receipt.paid_at),
        "state": _state(sheet),
        "name": printable(receipt.customer_name),
        "email": printable(receipt.customer_email),
        "order": f"#{receipt.order_number}",
        "service": SERVICES[receipt.service_type],
        "description": _shortened(printable(receipt.description)),
        "pickup": printable(receipt.pickup_address),
        "delivery": printable(receipt.delivery_address),
        "card": _card(receipt.card_brand, receipt.card_last4),
        "lines": _lines(receipt),
        "total": dollars(receipt.total_cents),
        "refund": _refund(sheet),
        "simulated": receipt.simulated,
    }


def _state(sheet: ReceiptSheet) -> str:
    if not sheet.refund_cents:
        return "Paid"
    return "Refunded" if not sheet.retained_cents else "Partly refunded"


def _lines(receipt: Receipt) -> list[list[str]]:
    """A line that is nothing says that nothing was charged for it; helper and tip only where there is one.
    Of a tip there is nothing else to say."""
    each = receipt.breakdown
    if each.is_only_tip:
        return [["Tip", dollars(each.tip_cents)]]
    lines = [
        ("Base fee", each.base_fee_cents),
        ("Distance fee", each.distance_fee_cents),
        ("Time fee", each.time_fee_cents),
        ("Service fee", each.service_fee_cents),
    ]
    if each.helper_fee_cents:
        lines.append(("Extra helper", each.helper_fee_cents))
    lines.append(("Taxes", each.taxes_cents))
    if each.tip_cents:
        lines.append(("Tip", each.tip_cents))
    return [[label, dollars(cents)] for label, cents in lines]


def _refund(sheet: ReceiptSheet) -> Figures | None:
    if not sheet.refund_cents:
        return None
    under_way = sheet.refunded_cents < sheet.refund_cents
    return {
        "label": "Refund on its way" if under_way else "Refunded",
        "amount": dollars(-sheet.refund_cents),
        "retained": dollars(sheet.retained_cents),
    }


def tax_summary_figures(sheet: TaxSummarySheet, public_url: str) -> Figures:
    sums = sheet.sums
    most = max((sum(month.values()) for month in sums.by_month), default=0)
    return {
        "year": str(sums.year),
        "host": public_url.partition("://")[2],
        "printed": _date(sheet.printed_at),
        "name": printable(sheet.customer_name),
        "email": printable(sheet.customer_email),
        "spent": dollars(sums.spent_cents),
        "orders": f"{sums.orders:,}",
        "average": dollars(sums.average_cents),
        "taxes": dollars(sums.taxes_cents),
        "services": [
            [SERVICES[service], dollars(cents), _share(cents, sums.spent_cents)]
            for service, cents in sums.by_service.items()
        ],
        "months": [
            {
                "name": name,
                "total": dollars(sum(month.values())),
                "parts": [_thousandths(month[service], most) for service in ServiceType],
            }
            for name, month in zip(MONTHS, sums.by_month, strict=True)
        ],
        "payments": [_payment(record) for record in sheet.records],
        "simulated": sheet.simulated,
    }


def _payment(record: PaymentRecord) -> list[str]:
    return [
        _date(record.at, record.zone),
        record.receipt_number or "",
        f"#{record.order_number}",
        SERVICES[record.service_type],
        STATUSES[record.status],
        dollars(record.amount_cents),
        dollars(-record.refund_cents) if record.refund_cents else "",
        dollars(record.spent_cents),
    ]


def _share(cents: Cents, of: Cents) -> str:
    return f"{_thousandths(cents, of) / 10:.0f}%" if of else "0%"


def _thousandths(cents: Cents, of: Cents) -> int:
    return max(0, 1000 * cents // of) if of else 0


def _card(brand: str | None, last4: str | None) -> str:
    name = BRANDS.get(brand or "", "Card")
    return f"{name} ending in {printable(last4)}" if last4 else name


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_DESCRIPTION else f"{text[: LONGEST_DESCRIPTION - 1].rstrip()}…"


def _date(at: datetime, zone: ZoneInfo = PLATFORM_ZONE) -> str:
    local = at.astimezone(zone)
    return f"{MONTHS[local.month - 1]} {local.day}, {local.year}"


def _date_and_time(at: datetime) -> str:
    """With the zone's name: a receipt's number carries the platform's day (OP-101)."""
    local = at.astimezone(PLATFORM_ZONE)
    hour = local.hour % 12 or 12
    return f"{_date(at)}, {hour}:{local.minute:02d} {'AM' if local.hour < 12 else 'PM'} {local.tzname()}"
