"""A table of Forms 1099-K, for whoever enters or sends them in.

**Source.** The columns are the boxes of Form 1099-K (Rev. March 2024) by their own names, in their order. The
template that the IRS's portal (IRIS) takes was not found in any public source, so this is not it: it is to
fill that template from, or for a filing service, which lets its columns be named. Boxes 1b and 2 are left
empty: they are about payment cards, and what is reported here was settled as a third party.
"""

from collections.abc import Sequence
from itertools import zip_longest

from haulage.tax.information_return import ReturnAmounts
from haulage.tax.iris_file import (
    PARTY,
    Filer,
    Recipient,
    csv_file,
    filer_cells,
    in_dollars,
    recipient_cells,
)

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

K_COLUMNS = (
    "Form Type",
    "Tax Year",
    *(f"Filer {name}" for name in PARTY),
    "Filer Phone Type",
    "Filer Phone",
    "Filer Email Address",
    *(f"Payee {name}" for name in PARTY),
    "Filer is a Payment settlement entity (PSE)",
    "Filer is an Electronic Payment Facilitator (EPF)/Other third party",
    "Transactions reported are Payment card",
    "Transactions reported are Third party network",
    "Account number",
    "2nd TIN notice",
    "Box 1a - Gross amount of payment card/third party network transactions",
    "Box 1b - Card Not Present transactions",
    "Box 2 - Merchant category code",
    "Box 3 - Number of payment transactions",
    "Box 4 - Federal income tax withheld",
    *(f"Box 5{letter} - {month}" for letter, month in zip_longest("abcdefghijkl", MONTHS)),
    "Box 6 - State",
    "Box 7 - State identification no.",
    "Box 8 - State income tax withheld",
)


def k_rows(filer: Filer, year: int, forms: Sequence[tuple[Recipient, ReturnAmounts]]) -> list[list[str]]:
    """A row for each form, in the order of ``K_COLUMNS``. Their amounts have months."""
    return [_row(filer, year, recipient, amounts) for recipient, amounts in forms]


def k_file(rows: Sequence[Sequence[str]]) -> str:
    return csv_file(K_COLUMNS, rows)


def _row(filer: Filer, year: int, recipient: Recipient, amounts: ReturnAmounts) -> list[str]:
    return [
        "1099-K",
        str(year),
        *filer_cells(filer),
        *recipient_cells(recipient),
        "Y",
        "N",
        "N",
        "Y",
        recipient.driver_id,
        "N",
        in_dollars(max(amounts.gross_cents, 0)),
        "",
        "",
        str(amounts.payments),
        in_dollars(amounts.withheld_cents) if amounts.withheld_cents > 0 else "",
        *(in_dollars(max(cents, 0)) for cents in amounts.months),
        "",
        "",
        "",
    ]
